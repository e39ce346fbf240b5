"""Teams at the desk: an event of six teams on four boards and a Scheveningen match, both worked by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk import ParticipantEntry, TeamEntry
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Severity
from arpad.rulebooks.pairing_settings import telling
from arpad.rulebooks.standings import standings
from arpad.tournament import Tournament
from arpad.tournament.boards import boards_of_match
from arpad.tournament.formats.scheveningen import match_score
from arpad.tournament.games import games_of
from arpad.tournament.trf import read_trf, write_trf

HALF = Fraction(1, 2)


def begun(boards: int = 4, **settings: object) -> EventLog:
    """Return six teams of five players: A with A1 (number 1) to A5, B with B1 (6) …; White is drawn."""
    plan_settings = {"boards": boards, **settings} if boards else settings
    log = EventLog.new(name="Cup", system="fide-team", rounds=3, seed=1, settings=plan_settings)
    teams = [
        TeamEntry(
            letter, [ParticipantEntry(f"{letter}{at}", {"rating": 2400 - 10 * at}) for at in range(1, 6)]
        )
        for letter in "ABCDEF"
    ]
    return desk.draw_colour(desk.enter_teams(log, teams), "white")


def pairs(log: EventLog) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in log.tournament().rounds[-1].pairings]


def codes(log: EventLog) -> list[str]:
    return [finding.code for finding in log.findings]


def exported(tournament: Tournament) -> str:
    return write_trf(replace(tournament, settings=telling(tournament.system, tournament.settings)))


def played() -> EventLog:
    """Return two rounds of the event.

    Round 1: 4.3.1 of C.04.6 gives 1 and 3 White, 2 Black. A plays 2, 1, 5 and nobody. Round 2: 3, 4 and 5
    have two match points; 1 floats up, has met 4, and 1 3 | 5 4 is the first identifier.
    """
    log = desk.pair(begun())
    assert pairs(log) == [(1, 4), (5, 2), (3, 6)]
    log = desk.name_lineup(log, 1, [2, 1, 5])
    for board, result in enumerate(("1-0", "0-1", "½-½"), 1):
        log = desk.enter_board_result(log, 1, 1, board, result)
    log = desk.enter_board_results(log, 1, 2, ["1-0", "½-½", "0-1", "1-0"])
    log = desk.enter_board_results(log, 1, 3, ["1-0", "+-", "--", "1-0"])
    log = desk.pair(log)
    assert pairs(log) == [(4, 3), (1, 5), (2, 6)]
    log = desk.enter_result(log, 2, 1, "+-")
    log = desk.enter_board_results(log, 2, 2, ["1-0", "1-0", "½-½", "0-1"])
    return desk.enter_board_results(log, 2, 3, ["0-1", "0-1", "½-½", "½-½"])


def test_an_event_of_teams() -> None:
    tournament = played().tournament()
    assert [[game.points for game in round_.pairings] for round_ in tournament.rounds] == [
        # Nobody sits opposite D4, who has the point; C3 and F3 both stay away.
        [(3 * HALF, 5 * HALF), (5 * HALF, 3 * HALF), (3, 0)],
        # A forfeited match is forfeited on all boards.
        [(4, 0), (5 * HALF, 3 * HALF), (1, 3)],
    ]
    assert tournament.scores() == {1: 2, 2: 0, 3: 2, 4: 4, 5: 2, 6: 2}
    final_standings = standings(tournament)
    # Match points, then game points; A won against E, and C against F.
    assert [(place.entrant.name, place.points.value, place.values[0].value) for place in final_standings] == [
        ("D", Fraction(4), 13 * HALF),
        ("A", Fraction(2), Fraction(4)),
        ("E", Fraction(2), Fraction(4)),
        ("C", Fraction(2), Fraction(3)),
        ("F", Fraction(2), Fraction(3)),
        ("B", Fraction(0), 5 * HALF),
    ]
    assert [place.decided for place in final_standings] == ["", "PTS", "EDE", "MPvGP", "EDE", "PTS"]


def test_the_event_is_exported_read_back_and_rated() -> None:
    tournament = played().tournament()
    text = exported(tournament)
    lines = text.splitlines()
    assert "300   1   1   4    2    1    5 0000" in lines
    assert "330 +- 002   4   3" in lines
    (delta,) = (line for line in lines if line.startswith("310   4"))
    assert (delta[54:60].strip(), delta[61:67].strip()) == ("4.0", "6.5")
    # A2 (2) with White on board 1 against D1 (16), then in the order of the team on board 2, with Black.
    (second,) = (line for line in lines if line.startswith("001    2"))
    assert second[91:].split() == ["16", "w", "1", "22", "b", "1"]
    back = read_trf(text)
    assert (back.rounds, back.scores()) == (tournament.rounds, tournament.scores())
    assert exported(back) == text
    assert [place.entrant.name for place in standings(back)] == list("DAECFB")
    for event in (tournament, back):
        # Three, four and two games in round 1; none, four and four in round 2.
        games = games_of(event)
        assert len(games) == 17
        names = games.players.names
        rows = zip(games.first, games.second, games.score, strict=True)
        assert {(names[white], names[black], score) for white, black, score in rows} >= {
            ("A2", "D1", 1.0),
            ("D2", "A1", 1.0),
            ("A5", "D3", 0.5),
        }
    assert desk.pair(played()).tournament().rounds[2].pairings


def test_what_is_written_is_read() -> None:
    log = desk.order_roster(played(), 1, [2])
    assert {"member", "roster", "lineup", "game"} <= {event.KIND for event in log.events}
    read = parsed(written(log.named("1f")).decode(), "x")
    assert read.events == log.events
    assert read.tournament() == log.tournament()


def test_replay_and_undo() -> None:
    log = played()
    assert EventLog.of(log.acts).tournament() == log.tournament()
    back = log
    while len(back.standing) > 1:
        again = back.undo()[0]
        assert EventLog.of(again.acts).tournament() == again.tournament()
        back = again
    assert back.tournament().players is None


def test_a_player_below_may_sit_above_and_that_is_said() -> None:
    log = desk.pair(begun())
    (finding,) = desk.name_lineup(log, 1, [2, 1, 3, 4]).findings
    assert (finding.code, finding.severity, finding.numbers) == ("lineup.order", Severity.WARNING, (1,))
    assert finding.text == "A2 (2) sits above A1 (1), who comes before in the order of A"
    assert not desk.name_lineup(log, 1, [1, 2, 4, 5]).findings
    assert codes(desk.name_lineup(log, 1, [1, 2, 3, 0])) == ["lineup.incomplete"]
    assert codes(desk.name_lineup(log, 1, [1, 0, 3, 4])) == ["lineup.empty-above"]


def test_a_line_up_that_changes_drops_the_results_of_its_boards() -> None:
    log = desk.enter_board_results(desk.pair(begun()), 1, 1, ["1-0", "½-½", "0-1", "1-0"])
    changed = desk.name_lineup(log, 1, [1, 2, 3, 5])
    assert codes(changed) == ["lineup.result-cleared"]
    assert "board 4 of match 1" in changed.findings[0].text
    assert [board.pending for board in boards_of_match(changed.tournament(), 1, 1)] == [
        False,
        False,
        False,
        True,
    ]
    assert changed.tournament().rounds[0].pairings[0].pending


def test_a_line_up_named_before_the_pairing_counts_and_outlives_an_unpairing() -> None:
    log = desk.pair(desk.name_lineup(begun(), 1, [1, 2, 3, 5]))
    assert log.seated(1, 1) == (1, 2, 3, 5)
    log = desk.enter_board_result(log, 1, 1, 4, "1-0")
    again = desk.pair(desk.unpair(log))
    assert again.seated(1, 1) == (1, 2, 3, 5)
    assert all(board.pending for board in boards_of_match(again.tournament(), 1, 1))


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([1, 2, 3, 4, 5], "lineup.boards"),
        ([1, 2, 3, 6], "member.not-in-team"),
        ([1, 2, 3, 99], "member.not-in-team"),
        ([1, 2, 2, 3], "member.twice"),
        ([0, 0, 0, 0], "lineup.nobody"),
    ],
)
def test_line_ups_that_cannot_be(players: list[int], code: str) -> None:
    with pytest.raises(BadInput) as caught:
        desk.name_lineup(desk.pair(begun()), 1, players)
    assert caught.value.code == code


def test_line_ups_of_rounds_that_cannot_be() -> None:
    log = desk.pair(desk.away(begun(), 6, [1], "zero"))
    # The bye goes to the largest number of the lowest score (3.4).
    assert log.tournament().history[5][0].opponent == 0
    for number, players, at, code in (
        (5, [21, 22, 23, 24], 1, "lineup.no-match"),
        (1, [1, 2, 3, 4], 4, "round.not-planned"),
        (9, [1, 2, 3, 4], 1, "number.unknown"),
    ):
        with pytest.raises(BadInput) as caught:
            desk.name_lineup(log, number, players, at=at)
        assert caught.value.code == code


def test_results_that_cannot_be() -> None:
    log = desk.name_lineup(desk.pair(begun()), 1, [1, 2, 3])
    for match, board, text, code in (
        (4, 1, "1-0", "board.unknown"),
        (1, 5, "1-0", "board.unknown"),
        (1, 4, "1-0", "result.no-two-players"),
    ):
        with pytest.raises(BadInput) as caught:
            desk.enter_board_result(log, 1, match, board, text)
        assert caught.value.code == code
    with pytest.raises(BadInput, match="not a valid result"):
        desk.enter_board_result(log, 1, 1, 1, "2-0")
    with pytest.raises(BadInput) as caught:
        desk.enter_board_results(log, 1, 1, ["1-0", "1-0", "1-0", "1-0"])
    assert caught.value.code == "result.count"


def test_a_match_known_by_its_result_only() -> None:
    log = desk.enter_result(desk.pair(begun()), 1, 1, "2½-1½")
    tournament = log.tournament()
    assert tournament.rounds[0].pairings[0].points == (5 * HALF, 3 * HALF)
    assert boards_of_match(tournament, 1, 1) == ()
    # Its games count as soon as they are entered.
    boards = desk.enter_board_results(log, 1, 1, ["0-1", "0-1", "1-0", "½-½"])
    assert codes(boards) == ["result.match-replaced"]
    assert boards.tournament().rounds[0].pairings[0].points == (3 * HALF, 5 * HALF)
    with pytest.raises(BadInput) as caught:
        desk.enter_result(boards, 1, 1, "2½-1½")
    assert caught.value.code == "result.boards-entered"
    forfeited = desk.enter_result(boards, 1, 1, "-+")
    assert forfeited.tournament().rounds[0].pairings[0].points == (Fraction(0), Fraction(4))


def test_points_of_a_match_that_are_missing_are_said() -> None:
    log = desk.enter_result(desk.pair(begun()), 1, 1, "1-0")
    assert codes(log) == ["result.points-missing"]
    assert log.findings[0].text == "the match A (1) and D (4) shares 1 of 4 points"
    assert not desk.enter_result(desk.pair(begun()), 1, 1, "4-0").findings


def test_a_board_is_corrected_after_the_next_round_was_paired() -> None:
    log = desk.enter_board_result(played(), 1, 2, 3, "1-0")
    assert codes(log) == ["result.corrected", "round.later-paired"]
    assert log.tournament().rounds[0].pairings[1].points == (7 * HALF, HALF)
    assert log.tournament().rounds[1].pairings == played().tournament().rounds[1].pairings


def test_a_board_set_by_hand_seats_its_teams() -> None:
    log = desk.enter_board_results(desk.pair(begun()), 1, 1, ["1-0"] * 4)
    log = desk.set_board(log, 1, 1, 5)
    assert pairs(log) == [(1, 5), (4, 2), (3, 6)]
    boards = boards_of_match(log.tournament(), 1, 1)
    assert [board.players for board in boards] == [(1, 21), (2, 22), (3, 23), (4, 24)]
    assert all(board.pending for board in boards)


def test_the_order_of_a_team() -> None:
    log = desk.order_roster(begun(), 1, [3, 1])
    assert log.tournament().by_number[1].members == (3, 1, 2, 4, 5)
    assert not log.findings
    late = desk.order_roster(desk.pair(log), 1, [1, 2, 3])
    assert codes(late) == ["roster.late"]
    # The round was paired with the order of then.
    assert late.seated(1, 1) == (3, 1, 2, 4)
    for order, code in (
        ([1, 2, 3], "roster.same"),
        ([1, 1], "member.twice"),
        ([6], "member.not-in-team"),
    ):
        with pytest.raises(BadInput) as caught:
            desk.order_roster(begun() if code == "roster.same" else late, 1, order)
        assert caught.value.code == code


def test_players_join_are_corrected_and_leave() -> None:
    log = desk.enter_team(
        begun(), "A", [ParticipantEntry("A6", {"identity": "77", "sex": "w", "birth": "2001/02/03"})]
    )
    players = log.tournament().players
    assert players is not None
    assert log.tournament().by_number[1].members == (1, 2, 3, 4, 5, 31)
    assert (players.by_number[31].identity, players.by_number[31].birth) == ("77", "2001/02/03")
    mended = desk.edit_member(log, 31, {"name": "A Six", "rating": 2100}).tournament().players
    assert mended is not None
    assert (mended.by_number[31].name, mended.by_number[31].rating) == ("A Six", 2100)
    assert desk.remove_member(log, 31).tournament() == begun().tournament()
    with pytest.raises(BadInput) as caught:
        desk.remove_member(desk.pair(log), 1)
    assert caught.value.code == "member.has-rounds"
    refused: tuple[tuple[Callable[[], EventLog], str], ...] = (
        (lambda: desk.enter_team(log, "B", [ParticipantEntry("A6", {})]), "entry.name-taken"),
        (
            lambda: desk.enter_team(log, "B", [ParticipantEntry("B6", {"grade": "1d"})]),
            "member.unknown-field",
        ),
        (lambda: desk.enter_team(log, "A", []), "team.nobody"),
        (lambda: desk.edit_member(log, 99, {"name": "X"}), "member.unknown"),
        (lambda: desk.edit_member(log, 31, {"name": "A6"}), "entry.same"),
        (lambda: desk.edit_member(log, 31, {"name": "A1"}), "entry.name-taken"),
    )
    for act, code in refused:
        with pytest.raises(BadInput) as caught:
            act()
        assert caught.value.code == code


def test_a_team_that_is_removed_takes_its_players_along() -> None:
    log = desk.remove(begun(), 6)
    players = log.tournament().players
    assert players is not None
    assert len(players.entrants) == 25


def test_how_many_boards_if_nobody_has_said() -> None:
    log = desk.pair(begun(boards=0))
    assert codes(log) == ["team.boards-supposed"]
    assert "5 boards" in log.findings[0].text
    few = desk.enter_team(begun(), "G", [ParticipantEntry("G1", {})])
    few = desk.pair(desk.enter_team(few, "H", [], {"rating": 2000}))
    assert sorted(codes(few)) == ["team.no-players", "team.too-few"]


def test_teams_where_players_are_paired() -> None:
    log = EventLog.new(name="Open", system="fide-dutch", rounds=3, seed=1)
    with pytest.raises(BadInput) as caught:
        desk.enter_team(log, "A", [ParticipantEntry("A1", {})])
    assert caught.value.code == "team.players-paired"


def test_a_league_plays_everybody() -> None:
    log = EventLog.new(name="League", system="round-robin", rounds=3, seed=1, settings={"boards": 2})
    log = desk.enter_teams(
        log, [TeamEntry(name, [ParticipantEntry(f"{name}{at}", {}) for at in (1, 2)]) for name in "ABCD"]
    )
    log = desk.pair(log)
    # Berger, four: 1-4 and 2-3.
    assert pairs(log) == [(1, 4), (2, 3)]
    log = desk.enter_board_results(log, 1, 1, ["1-0", "½-½"])
    log = desk.enter_result(log, 1, 2, "½-1½")
    assert [game.points for game in log.tournament().rounds[0].pairings] == [
        (3 * HALF, HALF),
        (HALF, 3 * HALF),
    ]


def test_a_match_that_decided_who_went_on() -> None:
    log = EventLog.new(name="Cup", system="knockout", rounds=2, seed=1, settings={"boards": 2})
    log = desk.enter_teams(
        log, [TeamEntry(name, [ParticipantEntry(f"{name}{at}", {}) for at in (1, 2)]) for name in "ABCD"]
    )
    log = desk.pair(log)
    for match in (1, 2):
        log = desk.enter_board_results(log, 1, match, ["1-0", "½-½"])
    log = desk.pair(log)
    assert desk.enter_board_result(log, 1, 1, 2, "1-0").findings
    with pytest.raises(BadInput) as caught:
        desk.enter_board_results(log, 1, 1, ["0-1", "0-1"])
    assert caught.value.code == "result.decided-next-round"


def scheveningen(*results: str, names: bool = True) -> EventLog:
    log = EventLog.new(name="Match", system="scheveningen", rounds=4, seed=1)
    teams = [
        (name, [ParticipantEntry(f"{name[0]}{at}", {"rating": 2000 + at}) for at in range(1, 5)])
        for name in TEAMS
    ]
    if names:
        log = desk.enter_teams(log, [TeamEntry(name, members) for name, members in teams])
    else:
        log = desk.enter_all(log, [entry for _, members in teams for entry in members])
    for of_round in results:
        log = desk.pair(log)
        log = desk.enter_results(log, log.tournament().played, of_round.split())
    return log


TEAMS = ("Tigers", "Lions")


def test_a_scheveningen_match_by_named_teams() -> None:
    """The table of four boards (Milvang 2022), T for Tigers and L for Lions.

    T1-L1 T2-L2 L3-T3 L4-T4, L2-T1 L1-T2 T3-L4 T4-L3, T1-L3 T2-L4 L1-T3 L2-T4, L4-T1 L3-T2 T3-L2 T4-L1.
    """
    log = scheveningen("1-0 1-0 1-0 1-0", "½-½ ½-½ ½-½ ½-½", "0-1 0-1 0-1 0-1", "1-0 1-0 1-0 ½-½")
    tournament = log.tournament()
    assert [(side.name, side.points) for side in match_score(tournament)] == [
        ("Tigers", 15 * HALF),
        ("Lions", 17 * HALF),
    ]
    by_name = {entrant.name: tournament.scores()[entrant.number] for entrant in tournament.entrants}
    expected = {"T1": 3, "T2": 3, "T3": 5, "T4": 4, "L1": 2, "L2": 1, "L3": 7, "L4": 7}
    assert by_name == {name: halves * HALF for name, halves in expected.items()}
    assert not log.findings
    text = exported(tournament)
    back = read_trf(text)
    assert (back.history, back.system) == (tournament.history, "scheveningen")
    assert [entrant.club for entrant in back.entrants] == ["Tigers"] * 4 + ["Lions"] * 4
    assert match_score(back) == match_score(tournament)
    assert exported(back) == text
    assert len(games_of(back)) == len(games_of(tournament)) == 16


def test_halves_are_said() -> None:
    log = desk.pair(scheveningen(names=False))
    assert codes(log) == ["team.halves"]
    assert log.findings[0].severity is Severity.WARNING
    assert not desk.pair(scheveningen()).findings
