"""Teams: matches put together from their players' games."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arpad.core import BadInput, NotProvided
from arpad.tournament import Bye, Pairing, Points, Prohibition, Result
from arpad.tournament.as_json import from_json, to_json
from arpad.tournament.trf import parse, read_document, read_trf

FILE = Path(__file__).parent / "files" / "team.trf"
TEXT = FILE.read_text()


def half(times: int) -> Fraction:
    return Fraction(times, 2)


def test_the_teams_are_who_is_paired() -> None:
    teams = read_trf(FILE)
    assert [(team.number, team.name, team.rating, team.members) for team in teams.entrants] == [
        (1, "Alpha", 2300, (1, 2, 3)),
        (2, "Beta", 2250, (4, 5, 6)),
        (3, "Gamma", 2220, (7, 8, 9)),
    ]
    assert teams.points == Points(Fraction(2), Fraction(1), pairing_bye=Fraction(1))
    assert [one.byes for one in teams.rounds] == [
        (Bye(3, Result.PAIRING_BYE),),
        (Bye(2, Result.PAIRING_BYE),),
    ]
    # The team that has White on the first board is White.
    assert teams.rounds[0].pairings == (Pairing(1, 2, Result.DRAW, Result.DRAW, (half(3), half(3))),)
    assert teams.rounds[1].pairings == (Pairing(3, 1, Result.WIN, Result.LOSS, (half(4), half(2))),)
    assert teams.prohibitions == (Prohibition(frozenset({1, 2}), 3, 3),)
    assert from_json(to_json(teams)) == teams


def test_what_tiebreaks_of_teams_ask() -> None:
    settings = read_trf(FILE).settings
    assert (settings["boards"], settings["primary"], settings["secondary"]) == (3, "mp", "gp")
    assert settings["board_points"][1] == {1: (half(2), half(1), half(0)), 2: (half(0), half(1), half(2))}
    assert settings["unplayed_game_points"] == {Result.PAIRING_BYE: half(3)}


def test_the_players_are_there_too() -> None:
    document = read_document(FILE)
    assert document.of_teams
    players = document.tournament()
    assert len(players.entrants) == 9
    # 260 speaks of teams.
    assert players.prohibitions == ()
    assert not parse("192 FIDE_DUTCH\n" + TEXT.replace("192 FIDE_TEAM_TYPEA_MP_GP\n", "")).of_teams


def test_boards_in_another_order() -> None:
    # 300: round, team, opponent, the players by board, 0000 for nobody. Now 2 sits on board 1, with Black.
    teams = read_trf(TEXT + "300   1   1   2    2    1    3\n300   1   2   1    5    4    6\n")
    assert (teams.rounds[0].pairings[0].white, teams.rounds[0].pairings[0].black) == (2, 1)
    assert teams.settings["board_points"][1][1] == (half(1), half(2), half(0))


def test_forfeited_matches_and_byes() -> None:
    text = TEXT.replace("  1.0    2.5  ", "  3.0    2.5  ").replace("  2.0    3.0  ", "  2.0    3.0  ")
    teams = read_trf(text + "330 +- 003   1   2\n240 Z 003    3\n")
    assert teams.rounds[2].pairings == (
        # No player's line says what the boards brought.
        Pairing(1, 2, Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    )
    assert teams.rounds[2].byes == (Bye(3, Result.ZERO_BYE),)


def test_match_points_that_do_not_fit() -> None:
    with pytest.raises(BadInput, match="the team 1 has 2 match points, and results worth 1") as caught:
        read_trf(TEXT.replace("  1.0    2.5  ", "  2.0    2.5  "))
    assert (caught.value.row, caught.value.column) == (19, "55-60")
    with pytest.raises(BadInput, match="the team 1 has 3 game points"):
        read_trf(TEXT.replace("  1.0    2.5  ", "  1.0    3.0  "))


def test_a_lenient_reading_of_teams() -> None:
    document = parse(TEXT.replace("  1.0    2.5  ", "  2.0    2.5  "))
    assert document.teams(lenient=True).scores()[1] == 1
    assert [warning.row for warning in document.warnings] == [19]


def test_teams_of_trf16() -> None:
    lines = [line for line in TEXT.splitlines() if line[:3] not in ("310", "320", "192", "352", "362", "260")]
    lines += [
        "013 " + name.ljust(32) + members
        for name, members in (("Alpha", "   1    2    3"), ("Beta", "   4    5    6"))
    ]
    document = parse("\n".join([*lines, "013 " + "Gamma".ljust(32) + "   7    8    9"]))
    assert not document.of_teams
    assert [team.members for team in document.teams().entrants] == [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    assert document.teams().rounds[0].pairings[0].points == (half(3), half(3))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("   4    5    6", "   4    5    1"), "in two teams, 1 and 2"),
        (("   4    5    6", "   4    5   60"), "no participant has that number"),
        (("310   2", "310   1"), "stands in line 19 too"),
    ],
)
def test_contradictions(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read_trf(TEXT.replace(*change))


def test_a_file_without_teams() -> None:
    with pytest.raises(NotProvided, match="no teams"):
        parse("001    1\n").teams()
