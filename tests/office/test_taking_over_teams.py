"""Reports of teams, taken over: what is taken over is what the report says, and goes on in the same way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.fide.pairing.teams.system import TeamSwiss
from arpad.rulebooks.pairing_settings import telling
from arpad.tournament import NoLegalRound, Result, Tournament
from arpad.tournament.boards import lineup_of
from arpad.tournament.trf import parse, read_trf, write_trf
from office.test_desk_teams import played, scheveningen
from tournament.trf.test_team_writing import events

FILE = Path(__file__).parents[1] / "tournament" / "trf" / "files" / "team.trf"


def taken(text: str) -> EventLog:
    return desk.take_over(parse(text))


def check_same(log: EventLog, reported: Tournament) -> None:
    actual = log.tournament()
    assert actual.players is not None
    assert reported.players is not None
    assert [(team.name, team.rating, team.members) for team in actual.by_number.values()] == [
        (team.name, team.rating, team.members) for team in reported.by_number.values()
    ]
    assert actual.scores() == reported.scores()
    assert actual.absences == reported.absences
    for at, (mine, theirs) in enumerate(zip(actual.rounds, reported.rounds, strict=True), 1):
        assert [(game.white, game.black, game.white_result) for game in mine.pairings] == [
            (game.white, game.black, game.white_result) for game in theirs.pairings
        ]
        assert mine.byes == theirs.byes
        # A report may list a line-up that is in the order of the team.
        for number in (team for game in mine.pairings for team in (game.white, game.black)):
            assert lineup_of(actual, number, at) == lineup_of(reported, number, at)
    for mine, theirs in zip(actual.players.rounds, reported.players.rounds, strict=True):
        assert {*mine.pairings} == {*theirs.pairings}
    assert EventLog.of(log.acts).tournament() == actual


def test_a_report_of_teams() -> None:
    reported = read_trf(FILE)
    log = taken(FILE.read_text())
    check_same(log, reported)
    assert log.tournament().settings["board_points"] == reported.settings["board_points"]
    assert log.tournament().rounds == reported.rounds
    # And the boards of it can be corrected.
    corrected = desk.enter_board_result(log, 1, 1, 1, "½-½")
    assert corrected.tournament().rounds[0].pairings[0].white_result is Result.LOSS


def test_teams_in_a_report_without_a_type_are_paired_as_teams() -> None:
    untyped = "".join(line for line in FILE.read_text().splitlines(True) if not line.startswith("192"))
    log = taken(untyped)
    check_same(log, read_trf(FILE))
    assert log.tournament().system == "fide-team"
    assert "report.system-supposed" in [finding.code for finding in log.findings]
    with pytest.raises(BadInput, match="pairs players") as caught:
        desk.take_over(parse(untyped), system="fide-dutch")
    assert caught.value.code == "report.of-teams"


def test_an_event_of_the_desk_comes_back() -> None:
    before = played().tournament()
    text = write_trf(replace(before, settings=telling(before.system, before.settings)))
    log = taken(text)
    check_same(log, before)
    assert desk.pair(log).tournament().rounds[2] == desk.pair(played()).tournament().rounds[2]


@settings(max_examples=40)
@given(events())
def test_any_event_of_teams_is_taken_over_and_pairs_the_same_round(tournament: Tournament) -> None:
    text = write_trf(tournament)
    reported = read_trf(text)
    log = taken(text)
    codes = {finding.code for finding in log.findings}
    check_same(log, reported)
    if "report.bye-game-points" in codes:  # other game points of the bye may pair others, and that is said
        return
    system = TeamSwiss(colours=tournament.settings["colours"])
    if (
        reported.played == reported.planned
        or len(reported.entrants) - len(reported.absent(reported.played + 1)) < 2
    ):
        return
    try:
        expected = system.pair(reported).round
    except NoLegalRound:
        return
    assert system.pair(log.tournament()).round == expected


def test_a_match_in_which_nobody_played_counts_as_forfeited() -> None:
    assert read_trf(FILE).rounds[1].pairings[0].white_result is Result.WIN
    text = FILE.read_text()
    # Round 2: 7 b = against 1, 8 w = against 2, 9 b 0 against 3 become forfeits of all of Alpha.
    for old, new in (
        ("7 b =", "7 b -"),
        ("8 w =", "8 w -"),
        ("9 b 0", "9 b -"),
        ("1 w =", "1 w +"),
        ("2 b =", "2 b +"),
        ("3 w 1", "3 w +"),
        ("                 1.5          4 w 1", "                 1.0          4 w 1"),
        ("                 1.0          5 b =", "                 0.5          5 b ="),
        ("                 0.5                    1 w +", "                 1.0                    1 w +"),
        ("                 0.5                    2 b +", "                 1.0                    2 b +"),
        ("    1.0    2.5   ", "    1.0    1.5   "),
        ("    3.0    3.5   ", "    3.0    4.5   "),
    ):
        assert old in text, old
        text = text.replace(old, new, 1)
    (match,) = (game for game in read_trf(text).rounds[1].pairings if {game.white, game.black} == {1, 3})
    assert (match.white, match.white_result, match.black_result) == (
        3,
        Result.FORFEIT_WIN,
        Result.FORFEIT_LOSS,
    )
    assert taken(text).tournament().rounds[1].pairings[0].white_result is Result.FORFEIT_WIN


def test_games_that_do_not_follow_from_the_line_ups() -> None:
    # Anna and Bela have the same colour against 4 and 5: only another order of the colours would say so.
    text = FILE.read_text().replace("352 WBW", "352 WWB")
    with pytest.raises(BadInput) as caught:
        taken(text)
    assert caught.value.code == "report.boards"


def test_a_scheveningen_match_keeps_its_teams() -> None:
    before = scheveningen("1-0 1-0 1-0 1-0", "½-½ ½-½ ½-½ ½-½").tournament()
    log = taken(write_trf(replace(before, settings=telling(before.system, before.settings))))
    assert [entrant.club for entrant in log.tournament().entrants] == ["Tigers"] * 4 + ["Lions"] * 4
    assert (
        desk.pair(log).tournament().rounds[2].pairings[0]
        == desk.pair(scheveningen("1-0 1-0 1-0 1-0", "½-½ ½-½ ½-½ ½-½")).tournament().rounds[2].pairings[0]
    )


BYE_ON_A_BOARD = """\
012 Forfeited match
142 5
152 W
192 FIDE_TEAM_TYPEA_MP_GP
001    1      A1                                2000                             2.0    1     5 w 1  0000 w +
001    2      A2                                1990                             2.0    2     6 b 1  0000 b +
001    3      B1                                1980                             1.0    3     7 w 1  0000 - Z
001    4      B2                                1970                             1.0    4     8 b 1  0000 - F
001    5      C1                                1960                             0.5    5     1 b 0     7 w =
001    6      C2                                1950                             0.5    6     2 w 0     8 b =
001    7      D1                                1940                             0.5    7     3 b 0     5 b =
001    8      D2                                1930                             0.5    8     4 w 0     6 w =
310   1 Team A                                   2000    4.0    4.0   1     1    2
310   2 Team B                                   1975    2.0    2.0   2     3    4
310   3 Team C                                   1960    1.0    1.0   3     5    6
310   4 Team D                                   1940    1.0    1.0   4     7    8
330 +-   2   1   2
"""


def test_a_bye_on_a_board_of_a_forfeited_match_is_told() -> None:
    """Player 7 stays away with a forfeit, and the report says of player 4 beside the board that it is a bye."""
    document = parse(BYE_ON_A_BOARD.encode(), "teams.trf")
    with pytest.raises(BadInput, match="the games of round 2 do not follow from the line-ups"):
        desk.take_over(document, lenient=True)
