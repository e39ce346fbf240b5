"""Scheveningen: the published tables, and what holds of the tables of other sizes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest

from arpad.core import BadInput
from arpad.rulebooks.pairing_settings import checked
from arpad.tournament import Entrant, Result, Tournament
from arpad.tournament.formats.scheveningen import Scheveningen, match_score, scheveningen_rounds
from arpad.tournament.trf import read_trf, write_trf

PUBLISHED = """
A1-B1 A2-B2
B2-A1 B1-A2

A1-B1 A2-B2 B3-A3
B2-A1 A2-B3 B1-A3
A1-B3 B1-A2 A3-B2

A1-B1 A2-B2 B3-A3 B4-A4
B2-A1 B1-A2 A3-B4 A4-B3
A1-B3 A2-B4 B1-A3 B2-A4
B4-A1 B3-A2 A3-B2 A4-B1

A1-B1 A2-B2 A3-B3 B4-A4 B5-A5
B2-A1 B3-A2 A3-B4 A4-B5 B1-A5
A1-B3 A2-B4 B5-A3 B1-A4 A5-B2
B4-A1 A2-B5 A3-B1 B2-A4 B3-A5
A1-B5 B1-A2 B2-A3 A4-B3 A5-B4

A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6
B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6
A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6
B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5
A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6
B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3

A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7
B2-A1 B3-A2 B4-A3 A4-B5 A5-B6 A6-B7 B1-A7
A1-B3 A2-B4 A3-B5 B6-A4 B7-A5 B1-A6 A7-B2
B4-A1 B5-A2 A3-B6 A4-B7 A5-B1 B2-A6 B3-A7
A1-B5 A2-B6 B7-A3 B1-A4 B2-A5 A6-B3 A7-B4
B6-A1 A2-B7 A3-B1 A4-B2 B3-A5 B4-A6 B5-A7
A1-B7 B1-A2 B2-A3 B3-A4 A5-B4 A6-B5 A7-B6

A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8
B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5
A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8
B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7
A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8
B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1
A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8
B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3

A1-B1 A2-B2 A3-B3 A4-B4 A5-B5 B6-A6 B7-A7 B8-A8 B9-A9
B2-A1 B3-A2 B4-A3 B5-A4 A5-B6 A6-B7 A7-B8 A8-B9 B1-A9
A1-B3 A2-B4 A3-B5 A4-B6 B7-A5 B8-A6 B9-A7 B1-A8 A9-B2
B4-A1 B5-A2 B6-A3 A4-B7 A5-B8 A6-B9 A7-B1 B2-A8 B3-A9
A1-B5 A2-B6 A3-B7 B8-A4 B9-A5 B1-A6 B2-A7 A8-B3 A9-B4
B6-A1 B7-A2 A3-B8 A4-B9 A5-B1 A6-B2 B3-A7 B4-A8 B5-A9
A1-B7 A2-B8 B9-A3 B1-A4 B2-A5 B3-A6 A7-B4 A8-B5 A9-B6
B8-A1 A2-B9 A3-B1 A4-B2 A5-B3 B4-A6 B5-A7 B6-A8 B7-A9
A1-B9 B1-A2 B2-A3 B3-A4 B4-A5 A6-B5 A7-B6 A8-B7 A9-B8

A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 A8-B8 B9-A9 B10-A10
B2-A1 B1-A2 B8-A3 B3-A4 A5-B10 A6-B5 A7-B6 B4-A8 A9-B7 A10-B9
A1-B3 A2-B8 A3-B4 A4-B10 B6-A5 B7-A6 B9-A7 A8-B1 B2-A9 B5-A10
B4-A1 B3-A2 B10-A3 A4-B6 A5-B7 B8-A6 A7-B5 A8-B9 B1-A9 A10-B2
A1-B5 A2-B4 B9-A3 B7-A4 B1-A5 A6-B10 B8-A7 B2-A8 A9-B3 A10-B6
B6-A1 A2-B7 A3-B1 A4-B9 A5-B8 A6-B2 B10-A7 B5-A8 B4-A9 B3-A10
A1-B7 B5-A2 B2-A3 B1-A4 B4-A5 B9-A6 A7-B3 A8-B10 A9-B6 A10-B8
B8-A1 B6-A2 A3-B5 A4-B2 A5-B9 A6-B1 A7-B4 B3-A8 B10-A9 B7-A10
A1-B9 A2-B10 A3-B7 B5-A4 B2-A5 B3-A6 B1-A7 A8-B6 A9-B8 B4-A10
B10-A1 B9-A2 B6-A3 B8-A4 A5-B3 A6-B4 A7-B2 B7-A8 A9-B5 A10-B1

A1-B1 A2-B2 A3-B3 A4-B4 A5-B5 A6-B6 B7-A7 B8-A8 B9-A9 B10-A10 B11-A11
B2-A1 B3-A2 B4-A3 B5-A4 B6-A5 A6-B7 A7-B8 A8-B9 A9-B10 A10-B11 B1-A11
A1-B3 A2-B4 A3-B5 A4-B6 A5-B7 B8-A6 B9-A7 B10-A8 B11-A9 B1-A10 A11-B2
B4-A1 B5-A2 B6-A3 B7-A4 A5-B8 A6-B9 A7-B10 A8-B11 A9-B1 B2-A10 B3-A11
A1-B5 A2-B6 A3-B7 A4-B8 B9-A5 B10-A6 B11-A7 B1-A8 B2-A9 A10-B3 A11-B4
B6-A1 B7-A2 B8-A3 A4-B9 A5-B10 A6-B11 A7-B1 A8-B2 B3-A9 B4-A10 B5-A11
A1-B7 A2-B8 A3-B9 B10-A4 B11-A5 B1-A6 B2-A7 B3-A8 A9-B4 A10-B5 A11-B6
B8-A1 B9-A2 A3-B10 A4-B11 A5-B1 A6-B2 A7-B3 B4-A8 B5-A9 B6-A10 B7-A11
A1-B9 A2-B10 B11-A3 B1-A4 B2-A5 B3-A6 B4-A7 A8-B5 A9-B6 A10-B7 A11-B8
B10-A1 A2-B11 A3-B1 A4-B2 A5-B3 A6-B4 B5-A7 B6-A8 B7-A9 B8-A10 B9-A11
A1-B11 B1-A2 B2-A3 B3-A4 B4-A5 B5-A6 A7-B6 A8-B7 A9-B8 A10-B9 A11-B10

A1-B1 A2-B2 A3-B3 A4-B4 A5-B5 A6-B6 B7-A7 B8-A8 B9-A9 B10-A10 B11-A11 B12-A12
B2-A1 B3-A2 B4-A3 B5-A4 B6-A5 B1-A6 A7-B8 A8-B9 A9-B10 A10-B11 A11-B12 A12-B7
A1-B3 A2-B4 A3-B5 A4-B6 A5-B1 A6-B2 B9-A7 B10-A8 B11-A9 B12-A10 B7-A11 B8-A12
B4-A1 B5-A2 B6-A3 B1-A4 B2-A5 B3-A6 A7-B10 A8-B11 A9-B12 A10-B7 A11-B8 A12-B9
A1-B5 A2-B6 A3-B1 A4-B2 A5-B3 A6-B4 B11-A7 B12-A8 B7-A9 B8-A10 B9-A11 B10-A12
B6-A1 B1-A2 B2-A3 B3-A4 B4-A5 B5-A6 A7-B12 A8-B7 A9-B8 A10-B9 A11-B10 A12-B11
A1-B7 A2-B8 A3-B9 A4-B10 A5-B11 A6-B12 B1-A7 B2-A8 B3-A9 B4-A10 B5-A11 B6-A12
B8-A1 B9-A2 B10-A3 B11-A4 B12-A5 B7-A6 A7-B2 A8-B3 A9-B4 A10-B5 A11-B6 A12-B1
A1-B9 A2-B10 A3-B11 A4-B12 A5-B7 A6-B8 B3-A7 B4-A8 B5-A9 B6-A10 B1-A11 B2-A12
B10-A1 B11-A2 B12-A3 B7-A4 B8-A5 B9-A6 A7-B4 A8-B5 A9-B6 A10-B1 A11-B2 A12-B3
A1-B11 A2-B12 A3-B7 A4-B8 A5-B9 A6-B10 B5-A7 B6-A8 B1-A9 B2-A10 B3-A11 B4-A12
B12-A1 B7-A2 B8-A3 B9-A4 B10-A5 B11-A6 A7-B6 A8-B1 A9-B2 A10-B3 A11-B4 A12-B5

A1-B1 A2-B2 A3-B3 A4-B4 A5-B5 A6-B6 A7-B7 B8-A8 B9-A9 B10-A10 B11-A11 B12-A12 B13-A13
B2-A1 B3-A2 B4-A3 B5-A4 B6-A5 B7-A6 A7-B8 A8-B9 A9-B10 A10-B11 A11-B12 A12-B13 B1-A13
A1-B3 A2-B4 A3-B5 A4-B6 A5-B7 A6-B8 B9-A7 B10-A8 B11-A9 B12-A10 B13-A11 B1-A12 A13-B2
B4-A1 B5-A2 B6-A3 B7-A4 B8-A5 A6-B9 A7-B10 A8-B11 A9-B12 A10-B13 A11-B1 B2-A12 B3-A13
A1-B5 A2-B6 A3-B7 A4-B8 A5-B9 B10-A6 B11-A7 B12-A8 B13-A9 B1-A10 B2-A11 A12-B3 A13-B4
B6-A1 B7-A2 B8-A3 B9-A4 A5-B10 A6-B11 A7-B12 A8-B13 A9-B1 A10-B2 B3-A11 B4-A12 B5-A13
A1-B7 A2-B8 A3-B9 A4-B10 B11-A5 B12-A6 B13-A7 B1-A8 B2-A9 B3-A10 A11-B4 A12-B5 A13-B6
B8-A1 B9-A2 B10-A3 A4-B11 A5-B12 A6-B13 A7-B1 A8-B2 A9-B3 B4-A10 B5-A11 B6-A12 B7-A13
A1-B9 A2-B10 A3-B11 B12-A4 B13-A5 B1-A6 B2-A7 B3-A8 B4-A9 A10-B5 A11-B6 A12-B7 A13-B8
B10-A1 B11-A2 A3-B12 A4-B13 A5-B1 A6-B2 A7-B3 A8-B4 B5-A9 B6-A10 B7-A11 B8-A12 B9-A13
A1-B11 A2-B12 B13-A3 B1-A4 B2-A5 B3-A6 B4-A7 B5-A8 A9-B6 A10-B7 A11-B8 A12-B9 A13-B10
B12-A1 A2-B13 A3-B1 A4-B2 A5-B3 A6-B4 A7-B5 B6-A8 B7-A9 B8-A10 B9-A11 B10-A12 B11-A13
A1-B13 B1-A2 B2-A3 B3-A4 B4-A5 B5-A6 B6-A7 A8-B7 A9-B8 A10-B9 A11-B10 A12-B11 A13-B12
"""
"""The tables of 2 to 13 boards: Otto Milvang, "Scheveningen system", 29 September 2022, as the tests of Sharly
Chess transcribe them. Those of 2 to 6 boards compared with Wikipedia, "Scheveningen system" (whose table of 5 it
is), that of 8 with rimassoft.eu/Scheveningen_Tables.aspx."""


def printed(players: int) -> list[str]:
    def name(number: int) -> str:
        return f"A{number}" if number <= players else f"B{number - players}"

    return [" ".join(f"{name(w)}-{name(b)}" for w, b in row) for row in scheveningen_rounds(players)]


def test_the_published_tables() -> None:
    published = [table.splitlines() for table in PUBLISHED.strip().split("\n\n")]
    assert [len(table) for table in published] == list(range(2, 14))
    for table in published:
        assert printed(len(table)) == table


@pytest.mark.parametrize("players", range(1, 51))
def test_a_table_of_any_size(players: int) -> None:
    rounds = scheveningen_rounds(players)
    a, b = range(1, players + 1), range(players + 1, 2 * players + 1)
    games = [frozenset(game) for row in rounds for game in row]
    assert len(games) == players**2
    assert set(games) == {frozenset((x, y)) for x in a for y in b}
    for row in rounds:
        assert [min(game) for game in row] == list(a)
        assert {max(game) for game in row} == set(b)
    for number in (*a, *b):
        colours = [white == number for row in rounds for white, black in row if number in (white, black)]
        assert len(colours) == players
        assert abs(2 * sum(colours) - players) <= players % 2
        assert max(len(list(run)) for _, run in groupby(colours)) <= 2
    # As the notes under the published tables have it.
    assert [max(row[0]) - players for row in rounds] == list(a)
    assert [row[0][0] == 1 for row in rounds] == [n % 2 == 1 for n in a]
    assert [max(game) - min(game) for game in rounds[0]] == [players] * players


@pytest.mark.parametrize("players", range(1, 51))
def test_a_teams_whites_in_a_round(players: int) -> None:
    whites = [sum(white <= players for white, _ in row) for row in scheveningen_rounds(players)]
    half = players // 2
    if players % 2:
        assert whites == [half + 1 - r % 2 for r in range(players)]
    elif players == 2:
        assert whites == [2, 0]
    elif players % 4 and players > 10:
        assert whites == [half] * (half - 1) + [half + 1, half - 1] + [half] * (half - 1)
    else:
        assert whites == [half] * players


def test_nobody() -> None:
    with pytest.raises(BadInput):
        scheveningen_rounds(0)


def test_scheveningen_as_a_system() -> None:
    def teams(players: int) -> Tournament:
        return Tournament(tuple(Entrant(number, f"P{number}") for number in range(1, players + 1)))

    match = teams(8)
    for _ in range(4):
        match = match.with_round(Scheveningen().pair(match).round)
        for board in range(1, 5):
            match = match.with_result(match.played, board, Result.DRAW)
    assert [
        [(game.white, game.black) for game in one.pairings] for one in match.rounds
    ] == scheveningen_rounds(4)
    with pytest.raises(BadInput, match="all are paired"):
        Scheveningen().pair(match)
    with pytest.raises(BadInput, match="two teams of one size"):
        Scheveningen().pair(teams(7))


@pytest.mark.parametrize("names", ["Tigers", "Tigers,", "Tigers, Tigers", "Tigers, Lions, Tigers", ""])
def test_the_setting_names_two_teams(names: str) -> None:
    with pytest.raises(BadInput, match="two teams"):
        checked("scheveningen", {"teams": names})


def of_clubs(*clubs: str) -> Tournament:
    return Tournament(
        tuple(Entrant(number, f"P{number}", club=club) for number, club in enumerate(clubs, 1)),
        system="scheveningen",
    )


def pairs(tournament: Tournament, teams: str = "") -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in Scheveningen(teams).pair(tournament).round.pairings]


def test_the_players_of_a_club_are_a_team() -> None:
    # Of two boards the table is A1-B1 A2-B2, then B2-A1 B1-A2.
    mixed = of_clubs("Tigers", "Lions", "Lions", "Tigers")
    assert pairs(mixed) == [(1, 2), (4, 3)]
    assert pairs(mixed, "Lions, Tigers") == [(2, 1), (3, 4)]
    assert pairs(of_clubs("", "", "", "")) == [(1, 3), (2, 4)]
    lines = Scheveningen().pair(mixed).explain().lines()
    assert any("A (Tigers): 1, 4" in line for line in lines)
    assert any("B (Lions): 2, 3" in line for line in lines)


@pytest.mark.parametrize(
    ("clubs", "teams", "problem"),
    [
        (("X", "X", "Y", "Z"), "", "3 clubs: X, Y, Z"),
        (("X", "X", "X", "X"), "", "1 club: X"),
        (("X", "X", "Y", ""), "", "4 P4 has no club, and the teams are X and Y"),
        (("X", "X", "Y", "Z"), "X, Y", "4 P4 is of the club Z"),
        (("X", "X", "X", "Y"), "", "not of one size: X has 3 players and Y has 1 player"),
        (("X", "X", "Y", "Y"), "X, X", "2 clubs"),
        (("", "", ""), "", "3 players cannot make two teams"),
    ],
)
def test_teams_that_cannot_be(clubs: tuple[str, ...], teams: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        pairs(of_clubs(*clubs), teams)


def test_the_score_of_the_match() -> None:
    tournament = of_clubs("Tigers", "Lions", "Lions", "Tigers")
    for results in ((Result.WIN, Result.DRAW), (Result.LOSS, Result.DRAW)):
        # 1-2 and 4-3 in the first round, 3-1 and 2-4 in the second.
        tournament = tournament.with_round(Scheveningen().pair(tournament).round)
        for board, result in enumerate(results, 1):
            tournament = tournament.with_result(tournament.played, board, result)
    assert [(one.name, one.points, one.numbers) for one in match_score(tournament)] == [
        ("Tigers", Fraction(3), (1, 4)),
        ("Lions", Fraction(1), (2, 3)),
    ]
    halves = replace(tournament, entrants=of_clubs("", "", "", "").entrants)
    assert [one.name for one in match_score(halves)] == ["A", "B"]


@pytest.mark.parametrize("teams", ["", "Lions, Tigers"])
def test_the_teams_stand_in_a_report(teams: str) -> None:
    tournament = replace(
        of_clubs("Tigers", "Lions", "Lions", "Tigers"), settings={"teams": teams} if teams else {}, planned=2
    )
    for _ in range(2):
        tournament = tournament.with_round(Scheveningen(teams).pair(tournament).round)
        for board in (1, 2):
            tournament = tournament.with_result(tournament.played, board, Result.WIN)
    text = write_trf(tournament)
    assert "192 CUSTOM_SCHEVENINGEN" in text.splitlines()
    # Every first named player won: as White, 2 points for A and 2 for B.
    named = [
        (line[8:40].strip(), line[61:67].strip(), line[73:])
        for line in text.splitlines()
        if line[:3] == "310"
    ]
    one, other = ("Tigers", "2.0", "   1    4"), ("Lions", "2.0", "   2    3")
    assert named == ([other, one] if teams else [one, other])
    back = read_trf(text)
    assert [entrant.club for entrant in back.entrants] == ["Tigers", "Lions", "Lions", "Tigers"]
    assert (back.system, back.rounds, back.settings) == (
        tournament.system,
        tournament.rounds,
        tournament.settings,
    )
