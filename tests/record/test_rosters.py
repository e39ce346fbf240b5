"""Tables with a row for each player of a side, whose sides are other players in every game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import arpad

GAMES = [
    (("Ann", "Bob"), ("Cid", "Dee"), 3, 1),
    (("Ann", "Cid"), ("Bob", "Eve"), 0, 2),
    (("Dee", "Eve"), ("Ann", "Bob"), 2, 2),
    (("Bob", "Cid"), ("Ann", "Eve"), 4, 1),
]
"""The players of both sides, and what they made."""

SCORES = [("Ann + Bob", "Cid + Dee", 1.0), ("Ann + Cid", "Bob + Eve", 0.0), ("Dee + Eve", "Ann + Bob", 0.5)]

Row = Callable[[int, str, str, int, int], list[str]]


def table(header: str, row: Row, sides: tuple[str, str] = ("A", "B")) -> str:
    """Return a row for each player: number of the game, side, player, made, against."""
    lines = [header]
    for at, (one, other, x, y) in enumerate(GAMES, start=1):
        for word, players, mine, theirs in ((sides[0], one, x, y), (sides[1], other, y, x)):
            lines += [",".join(row(at, word, player, mine, theirs)) for player in players]
    return "\n".join(lines) + "\n"


def read(tmp_path: Path, text: str) -> list[tuple[str, str, float]]:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    games = arpad.read_games(path)
    assert any("a row for each player of a side" in note for note in games.source.notes)
    names = games.players.names
    return [
        (names[a], names[b], float(score))
        for a, b, score in zip(games.first, games.second, games.score, strict=True)
    ]


def outcome(words: str) -> Row:
    won, drawn, lost = words.split()

    def row(at: int, side: str, player: str, mine: int, theirs: int) -> list[str]:
        word = drawn if mine == theirs else won if mine > theirs else lost
        return [str(100 + at), player, side, word]

    return row


def points(at: int, side: str, player: str, mine: int, theirs: int) -> list[str]:
    return [f"2024-01-0{at}", side, player, str(mine), str(theirs)]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("date,team,player,goals_team,goals_opponents", points),
        ("Datum,Mannschaft,Spieler,Tore,Gegner Tore", points),
        ("Data,Squadra,Giocatore,Gol_Squadra,Gol_Avversari", points),
        ("match_id,player,team,result", outcome("W D L")),
        ("id_partido,jugador,equipo,resultado", outcome("G E P")),
        ("match id,joueur,equipe,resultat", outcome("V N D")),
    ],
)
def test_the_players_of_a_side_are_rated_as_one(header: str, row: Row, tmp_path: Path) -> None:
    read_games = read(tmp_path, table(header, row))
    assert [
        game if game[:2] == known[:2] else (game[1], game[0], 1.0 - game[2])
        for game, known in zip(read_games, SCORES, strict=False)
    ] == SCORES


def test_what_the_opponents_made_is_theirs_wherever_it_stands(tmp_path: Path) -> None:
    def turned(at: int, side: str, player: str, mine: int, theirs: int) -> list[str]:
        return [f"2024-01-0{at}", side, player, str(theirs), str(mine)]

    text = table("date,team,player,opponent goals,own goals scored", turned)
    assert [game[2] for game in read(tmp_path, text)][:3] == [1.0, 0.0, 0.5]


@pytest.mark.parametrize(
    "text",
    [
        table("match_id,player,team,points", lambda at, s, p, x, y: [str(at), p, s, str(ord(p[0]) + at)]),
        table("race_id,runner,sex,time", lambda at, s, p, x, y: [str(at), p, s, f"1{at}:{ord(p[0]) - 60}"]),
        table(
            "match_id,player,team,result", lambda at, s, p, x, y: [str(at), "Ann", s, "W" if x > y else "L"]
        ),
        table("match_id,player,team", lambda at, s, p, x, y: [str(at), p, s]),
        table("match_id,player,colour,rating", lambda at, s, p, x, y: [str(at), p, s, "1500"]),
    ],
    ids=["points of each player", "a race with sexes", "one player on both sides", "no result", "ratings"],
)
def test_other_tables_of_players_are_not_read_so(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    try:
        games = arpad.read_games(path)
    except arpad.BadInput:
        return
    assert not any("a row for each player of a side" in note for note in games.source.notes)
