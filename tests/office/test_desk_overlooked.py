"""What is easily overlooked: acts that are done say so in their findings, or do what was meant."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Severity
from arpad.tournament import NoLegalRound


def begun(many: int = 6, system: str = "fide-dutch", rounds: int = 5) -> EventLog:
    log = desk.create("cup", system, rounds=rounds)
    return desk.enter_all(
        log, [desk.ParticipantEntry("ABCDEFGHIJKL"[at], {"rating": 2400 - 100 * at}) for at in range(many)]
    )


def played(log: EventLog) -> EventLog:
    later = desk.pair(log)
    at = later.tournament().played
    return desk.enter_results(later, at, ["1-0"] * len(later.tournament().rounds[-1].pairings))


def codes(log: EventLog) -> list[str]:
    return [finding.code for finding in log.findings]


def test_a_bye_asked_for_during_a_round_says_nothing_of_the_game_in_it() -> None:
    log = desk.pair(begun())
    assert codes(desk.away(log, 1)) == ["absence.game-pending"]
    assert codes(desk.away(log, 1, [2], "half")) == []
    assert codes(desk.give_bye(log, 1, 2, "half")) == []


def test_who_has_withdrawn_is_not_paired_in_rounds_that_are_added() -> None:
    gone = desk.away(played(begun(rounds=3)), 2)
    with_bye = desk.away(gone, 3, [3], "half")
    more = desk.plan_rounds(with_bye, 5)
    absent = more.tournament().absences
    assert [sorted(absent.get(at, {})) for at in (2, 3, 4, 5)] == [[2], [2, 3], [2], [2]]
    assert codes(more) == ["rounds.withdrawn"]
    assert more.findings[0].numbers == (2,)
    assert desk.undo(more).tournament() == with_bye.tournament()
    assert sorted(desk.back(more, 2).tournament().absences.get(5, {})) == []


def test_a_number_that_the_rating_gives_moves_others_and_says_so() -> None:
    log = desk.enter(played(begun()), "X", {"rating": 2350}, by_rating=True)
    assert codes(log) == ["entry.numbers-move"]
    assert log.findings[0].text == "the numbers from 2 on have moved up by one"
    assert codes(desk.enter(played(begun()), "X", {"rating": 1000}, by_rating=True)) == []


@pytest.mark.parametrize("grade", ["99x", "0k", "dan"])
def test_a_grade_that_the_rules_cannot_read_is_refused(grade: str) -> None:
    log = begun(system="mcmahon")
    with pytest.raises(BadInput) as refused:
        desk.enter(log, "X", {"grade": grade})
    assert refused.value.code == "entry.grade"
    with pytest.raises(BadInput) as refused:
        desk.edit(log, 1, {"grade": grade})
    assert refused.value.code == "entry.grade"
    assert desk.edit(desk.edit(log, 1, {"grade": "3d"}), 1, {"grade": ""})


@pytest.mark.parametrize(("system", "lacks"), [("mcmahon", "grade or rating"), ("fide-dubov", "rating")])
def test_an_entry_that_the_rules_cannot_place_says_so(system: str, lacks: str) -> None:
    log = desk.enter(begun(system=system), "X", {})
    (finding,) = log.findings
    assert (finding.code, finding.severity) == ("entry.needed", Severity.WARNING)
    assert finding.text == f"X (7) has no {lacks}, without which {system} cannot pair"
    assert codes(desk.enter(begun(system=system), "X", {"rating": 1500})) == []
    assert codes(desk.edit(begun(system=system), 1, {"rating": 0})) == ["entry.needed"]


def test_tie_breaks_that_do_not_fit_say_so() -> None:
    log = desk.set_tiebreaks(played(begun()), ["BH", "GD"])
    assert codes(log) == ["tiebreaks.unfit", "tiebreaks.after-start"]
    assert "GD" in log.findings[0].text


def test_an_act_that_changes_nothing_has_nothing_to_say() -> None:
    log = desk.finish(played(begun()))
    assert codes(log) == ["finish.early"]
    assert codes(desk.number_by_rating(log)) == []
    assert codes(desk.enter_all(log, [])) == []


@pytest.mark.parametrize(
    ("given", "kept"), [("F", "w"), ("f", "w"), ("W", "w"), ("M", "m"), ("m", "m"), ("", "")]
)
def test_the_sex_is_written_as_reports_write_it(given: str, kept: str) -> None:
    assert desk.enter(begun(), "X", {"sex": given}).tournament().by_number[7].sex == kept


def test_another_sex_than_reports_have_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        desk.enter(begun(), "X", {"sex": "x"})
    assert refused.value.code == "entry.sex"


def test_who_asked_for_a_bye_and_is_seated_by_hand_is_named() -> None:
    log = desk.pair(desk.away(played(begun(5)), 1, [2], "half"))
    game = log.tournament().rounds[-1].pairings[0]
    seated = desk.set_board(log, 1, 1, game.white)
    displaced = game.black
    assert [bye.number for bye in seated.tournament().rounds[-1].byes] == [displaced]
    findings_by_code = {finding.code: finding for finding in seated.findings}
    assert (
        findings_by_code["board.bye-asked"].text
        == "A (1) asked for a half-point bye in this round, and plays"
    )
    assert findings_by_code["board.bye-asked"].severity is Severity.WARNING
    assert findings_by_code["board.displaced"].numbers == (displaced,)
    assert findings_by_code["board.displaced"].text.endswith(
        "has no game now, and gets the pairing-allocated bye"
    )
    assert desk.undo(seated).tournament() == log.tournament()


def test_a_round_that_the_rules_cannot_pair_has_a_code() -> None:
    log = begun(2)
    with pytest.raises(NoLegalRound) as impossible:
        desk.pair(desk.forbid(log, 1, 2))
    assert impossible.value.code == "pair.no-legal-round"
    over = played(begun(2, system="knockout"))
    with pytest.raises(BadInput) as refused:
        desk.pair(over)
    assert refused.value.code == "pair.refused"


def test_a_team_of_a_match_needs_players() -> None:
    log = desk.create("match", "scheveningen")
    with pytest.raises(BadInput) as refused:
        desk.enter_team(log, "Nobody", [])
    assert refused.value.code == "team.nobody"


@pytest.mark.parametrize("system", ["knockout", "double-elimination"])
def test_who_meets_whom_in_a_bracket_is_not_set_by_hand(system: str) -> None:
    """Whoever goes on meets whoever goes on from the board beside: another game leaves no next round."""
    log = desk.pair(begun(8, system=system))
    game = log.tournament().rounds[0].pairings[0]
    other = log.tournament().rounds[0].pairings[1].white
    with pytest.raises(BadInput) as refused:
        desk.set_board(log, 1, game.white, other)
    assert refused.value.code == "board.bracket"
    turned = desk.set_board(log, 1, game.black, game.white)
    assert desk.pair(desk.enter_results(turned, 1, ["1-0"] * 4)).tournament().played == 2


@pytest.mark.parametrize("system", ["round-robin", "groups", "scheveningen"])
def test_a_board_that_departs_from_a_table_says_so(system: str) -> None:
    log = desk.create("cup", system, settings={"groups": 1} if system == "groups" else {})
    log = desk.enter_all(
        log, [desk.ParticipantEntry(name, {"club": "XY"["CD".count(name)]}) for name in "ABCD"]
    )
    log = desk.pair(log)
    first, second = log.tournament().rounds[0].pairings
    assert "board.table" in codes(desk.set_board(log, 1, first.white, second.white))
    assert "board.table" not in codes(desk.set_board(log, 1, first.black, first.white))


def test_groups_that_are_given_by_number_shift_when_numbers_do() -> None:
    log = desk.create("cup", "groups", settings={"groups": {"A": [1, 2, 3], "B": [4, 5, 6]}})
    log = desk.enter_all(log, [desk.ParticipantEntry(name) for name in "ABCDEFG"])
    assert codes(desk.remove(log, 1)) == ["entry.numbers-move", "entry.groups-move"]
    assert codes(desk.remove(log, 7)) == []


def test_nothing_was_done_since_the_last_act() -> None:
    log = begun()
    with pytest.raises(BadInput, match="nothing was done after event") as refused:
        desk.undo(log, to=log.seq)
    assert refused.value.code == "undo.nothing"


def test_results_on_some_boards_of_a_match_are_not_lost_without_a_word() -> None:
    log = desk.create("league", "fide-team", rounds=3, settings={"boards": 2})
    for team in ("Reds", "Blues", "Greens", "Golds"):
        log = desk.enter_team(log, team, [desk.ParticipantEntry(f"{team} {board}") for board in (1, 2)])
    log = desk.enter_board_result(desk.pair(log), 1, 2, 1, "1-0")
    game = log.tournament().rounds[0].pairings[1]
    assert "unpair.results" in codes(desk.unpair(log))
    assert "board.result-cleared" in codes(desk.set_board(log, 2, game.black, game.white))


def test_points_for_the_pairing_go_by_numbers_and_so_to_others_when_numbers_move() -> None:
    log = desk.accelerate(begun(), Fraction(1), first=1, last=2, numbers=(1, 3))
    moved = desk.enter(played(log), "X", {"rating": 2700}, by_rating=True)
    assert codes(moved) == ["entry.numbers-move", "acceleration.numbers-moved"]
    assert moved.findings[1].severity is Severity.WARNING
    assert codes(desk.remove(log, 1)) == ["entry.numbers-move", "acceleration.numbers-moved"]


def test_who_did_not_come_is_asked_about_once() -> None:
    log = desk.pair(begun())
    game = log.tournament().rounds[0].pairings[0]
    (finding,) = desk.enter_result(log, 1, 1, "+-").findings
    name = log.tournament().by_number[game.black].name
    assert (finding.code, finding.severity, finding.numbers) == (
        "result.no-show",
        Severity.NOTE,
        (game.black,),
    )
    assert finding.text == f"{name} ({game.black}) did not come, and is paired in round 2 all the same"
    assert codes(desk.enter_result(desk.enter_result(log, 1, 1, "+-"), 1, 1, "+-")) == []
    assert codes(desk.enter_result(desk.away(log, game.black, [2]), 1, 1, "+-")) == []
    assert codes(desk.enter_result(log, 1, 1, "--")) == ["result.no-show"]
    assert codes(desk.enter_result(log, 1, 1, "1-0")) == []
    last = desk.pair(begun(rounds=1))
    assert codes(desk.enter_result(last, 1, 1, "+-")) == [], "nobody is paired after it"


def test_a_date_of_birth_that_says_no_age_is_said_at_the_entry() -> None:
    for birth in ("1990", "1990/05/17", "1990-05-17", "1990/00/00", ""):
        assert codes(desk.enter(begun(), "Kim", {"birth": birth})) == [], birth
    (finding,) = desk.enter(begun(), "Kim", {"birth": "17.05.1990"}).findings
    assert (finding.code, finding.severity, finding.numbers) == ("entry.birth", Severity.WARNING, (7,))
    assert finding.text == "the date of birth '17.05.1990' is not read: the age of Kim (7) is not known"
    log = desk.enter(begun(), "Kim", {})
    assert codes(desk.edit(log, 7, {"birth": "May 1990"})) == ["entry.birth"]
    assert codes(desk.edit(log, 7, {"club": "Seoul"})) == []


def test_more_rounds_than_opponents_or_than_usual_are_asked_about() -> None:
    (finding,) = desk.create("Cup", "fide-dutch", rounds=500).findings
    assert (finding.code, finding.severity) == ("rounds.many", Severity.WARNING)
    assert finding.text == "500 rounds need 501 participants or more if nobody is to meet twice"
    assert codes(desk.create("Cup", "fide-dutch", rounds=9)) == []
    assert codes(desk.create("Cup", "round-robin")) == []
    assert codes(desk.plan_rounds(begun(), 5)) == []
    assert codes(desk.plan_rounds(begun(), 6)) == ["rounds.many"]


def test_a_last_day_before_the_first_is_refused() -> None:
    with pytest.raises(BadInput, match="the last day, 2026-02-01, is before the first, 2026-02-03") as caught:
        desk.create("Cup", "fide-dutch", details={"start": "2026-02-03", "end": "2026-02-01"})
    assert caught.value.code == "detail.days"
    log = desk.create("Cup", "fide-dutch", details={"start": "2026/02/03"})
    with pytest.raises(BadInput, match="is before the first"):
        desk.set_details(log, {"end": "26/02/01"})
    assert desk.set_details(log, {"end": "2026-02-03"}).tournament().details["end"] == "2026-02-03"
    assert desk.set_details(log, {"city": "Seoul"}).tournament().details["city"] == "Seoul"


def test_days_of_rounds_are_checked_where_they_are_typed() -> None:
    days = {"start": "2026-02-01", "end": "2026-02-03"}
    log = desk.create("Cup", "fide-dutch", rounds=3, details=days)
    with pytest.raises(BadInput, match="round 3 begins before an earlier round") as caught:
        desk.set_details(log, {"round_dates": "2026-02-02,-,2026-02-01"})
    assert caught.value.code == "timetable.order"
    assert codes(desk.set_details(log, {"round_dates": "2026-02-01,2026-02-01,26/02/03"})) == []
    (finding,) = desk.set_details(log, {"round_dates": "2026-01-31,2026-02-02,2026-02-04"}).findings
    assert (finding.code, finding.severity) == ("detail.days-outside", Severity.WARNING)
    assert finding.text == "rounds 1, 3 are not between the first day and the last"
    four = "2026-02-01,2026-02-02,2026-02-03,2026-02-03"
    assert codes(desk.set_details(log, {"round_dates": four})) == ["detail.days-beyond"]
    with_days = desk.set_details(log, {"round_dates": "2026-02-01,2026-02-02,2026-02-03"})
    assert codes(desk.set_details(with_days, {"end": "2026-02-02"})) == ["detail.days-outside"]
    assert codes(desk.set_details(with_days, {"city": "Seoul"})) == []
    begun = desk.create("Cup", "fide-dutch", rounds=3, details=days | {"round_dates": four})
    assert codes(begun) == ["detail.days-beyond"]


def test_dates_of_birth_of_players_of_teams_are_checked() -> None:
    log = desk.create("Cup", "fide-team", rounds=2, settings={"boards": 2})
    log = desk.enter_team(
        log,
        "Red",
        [
            desk.ParticipantEntry("Ann", {"birth": "17.05.1990"}),
            desk.ParticipantEntry("Bo", {"birth": "1990"}),
        ],
    )
    (found,) = log.findings
    assert found.text == "the date of birth '17.05.1990' is not read: the age of Ann (1) is not known"
    assert codes(desk.enter_team(log, "Red", [desk.ParticipantEntry("Cy")])) == [], "it was said before"
    assert codes(desk.edit_member(log, 2, {"birth": "May"})) == ["entry.birth"]
    assert codes(desk.edit_member(log, 2, {"rating": 2000})) == []
    assert codes(desk.enter_team(log, "Blue", [desk.ParticipantEntry("Di")], {"federation": "KOREA"})) == [
        "entry.no-room"
    ]


@pytest.mark.parametrize("system", ["fide-team", "scheveningen"])
def test_what_would_be_lost_of_a_team_is_refused(system: str) -> None:
    log = desk.create("Cup", system, rounds=2)
    log = desk.enter_team(log, "Red", [desk.ParticipantEntry("Ann"), desk.ParticipantEntry("Bo")])
    with pytest.raises(BadInput, match="what is said of Red beside its players would be lost") as caught:
        desk.enter_team(log, "Red", [desk.ParticipantEntry("Cy")], {"rating": 2000})
    assert caught.value.code == "team.known"


def test_a_line_of_a_team_that_tells_something_of_nobody_is_refused() -> None:
    log = desk.create("Cup", "fide-team", rounds=2)
    table = b"team,name,rating\nRed,Ann,2000\nRed,,1900\n"
    with pytest.raises(BadInput, match="line 3, column name: the name is missing") as caught:
        desk.enter_table(log, table, "teams.csv")
    assert caught.value.code == "entry.no-name"
    with pytest.raises(BadInput) as caught:
        desk.enter_table(log, table, "teams.csv", by_rating=True)
    assert caught.value.code == "entry.by-rating"
    assert desk.enter_table(log, b"team,name\nRed,Ann\nBlue,\n", "teams.csv").tournament().by_number[2]


def test_what_a_report_has_no_room_for_is_said_at_the_entry() -> None:
    log = desk.enter(begun(), "Kim", {"federation": "KOREA", "identity": "1" * 11})
    (finding,) = log.findings
    assert (finding.code, finding.severity, finding.numbers) == ("entry.no-room", Severity.WARNING, (7,))
    assert finding.text == "FIDE's report has room for 3 letters of the federation: that of Kim (7) is longer"
    assert codes(desk.edit(log, 7, {"federation": "KOR"})) == []
    assert codes(desk.edit(log, 7, {"identity": "1" * 12})) == ["entry.no-room"]
    (cut,) = desk.edit(log, 7, {"name": "K" * 34}).findings
    assert (cut.severity, cut.follows) == (Severity.NOTE, "The report cuts it")
