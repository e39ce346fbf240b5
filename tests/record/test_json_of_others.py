"""JSON as others keep it: an object that holds the list, objects within objects, exports of servers of games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arpad


def written(path: Path, value: Any, *, indent: int | None = None) -> Path:
    path.write_text(json.dumps(value, indent=indent, ensure_ascii=False), encoding="utf-8")
    return path


def told(games: arpad.Games) -> list[tuple[str, str, float]]:
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


MATCHES = [
    {"round": "Matchday 1", "date": "2023-08-11", "team1": "Burnley", "team2": "City", "score": {"ft": [0, 3], "ht": [0, 2]}},
    {"round": "Matchday 1", "date": "2023-08-12", "team1": "Arsenal", "team2": "Forest", "score": {"ft": [2, 1], "ht": [2, 2]}},
    {"round": "Matchday 1", "date": "2023-08-12", "team1": "Forest", "team2": "City", "score": {"ft": [1, 1], "ht": [1, 0]}},
    {"round": "Matchday 2", "date": "2023-08-19", "team1": "Burnley", "team2": "Arsenal"},
]  # fmt: skip
"""Games with the keys of football.json, which are read by evidence under any other name of the list."""

PLAYED = [("Burnley", "City", 0.0), ("Arsenal", "Forest", 1.0), ("Forest", "City", 0.5)]


@pytest.mark.parametrize("indent", [None, 2])
def test_an_object_that_holds_the_list_of_games(tmp_path: Path, indent: int | None) -> None:
    teams = [{"name": f"Team {at}"} for at in range(20)]
    path = written(
        tmp_path / "en.json", {"name": "Premier League", "teams": teams, "games": MATCHES}, indent=indent
    )
    games = arpad.read_games(path)
    assert told(games) == PLAYED
    assert (games.source.games, games.source.fixtures) == (3, 1)
    assert any("the list 'games' of the object is read" in note for note in games.source.notes)
    assert any("points_first=score.ft.1, points_second=score.ft.2" in note for note in games.source.notes)


def test_a_list_of_games_in_each_round(tmp_path: Path) -> None:
    rounds = [
        {"name": f"Round {at}", "games": [{"home": one, "away": other, "homeScore": 2, "awayScore": at}]}
        for at, (one, other) in enumerate((("Ann", "Bob"), ("Bob", "Cho"), ("Cho", "Ann")))
    ]
    path = written(tmp_path / "rounds.json", {"season": {"year": 2024, "rounds": rounds}}, indent=1)
    assert told(arpad.read_games(path)) == [("Ann", "Bob", 1.0), ("Bob", "Cho", 1.0), ("Cho", "Ann", 0.5)]


def test_the_games_of_chess_com_archives(tmp_path: Path) -> None:
    ended = [("win", "checkmated"), ("agreed", "agreed"), ("timeout", "win"), ("timevsinsufficient",) * 2]
    games = [
        {
            "url": f"https://www.chess.com/game/live/{at}",
            "pgn": '[Event "Live Chess"]\n\n1. e4 1-0',
            "end_time": 1_709_300_000 + at,
            "white": {"rating": 1500, "result": one, "username": "ann"},
            "black": {"rating": 1480, "result": other, "username": "bob"},
        }
        for at, (one, other) in enumerate(ended)
    ]
    read = arpad.read_games(written(tmp_path / "03.json", {"games": games}))
    assert read.score.tolist() == [1.0, 0.5, 0.0, 0.5]
    assert read.advantage is not None
    assert read.time is not None
    assert str(read.time[0])[:10] == "2024-03-01"


def test_the_games_of_lichess(tmp_path: Path) -> None:
    ended = [("mate", "white"), ("draw", None), ("resign", "black"), ("stalemate", None), ("aborted", None)]
    lines = [
        {
            "id": f"q{at}",
            "rated": True,
            "createdAt": 1_514_505_150_384 + at,
            "status": status,
            "players": {
                "white": {"user": {"name": "Ann", "id": "ann"}, "rating": 2389},
                "black": {"user": {"name": "Bob", "id": "bob"}, "rating": 2498},
            },
            **({"winner": winner} if winner else {}),
        }
        for at, (status, winner) in enumerate(ended)
    ]
    path = tmp_path / "games.ndjson"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    read = arpad.read_games(path)
    assert read.score.tolist() == [1.0, 0.5, 0.0, 0.5]
    assert (read.source.rows, read.source.fixtures) == (5, 1)


def test_an_object_without_a_list_is_refused_as_ever(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", {"white": "Ann", "black": "Bob", "result": "1-0"})
    assert len(arpad.read_games(path)) == 1
    with pytest.raises(arpad.BadInput, match="not valid JSON"):
        arpad.read_games(written(tmp_path / "y.json", {"a": {"b": 1}}, indent=2))


def test_one_game_with_a_list_of_its_moves_is_a_game(tmp_path: Path) -> None:
    game = {"white": "Ann", "black": "Bob", "result": "1-0", "moves": [{"san": "e4"}, {"san": "e5"}]}
    assert told(arpad.read_games(written(tmp_path / "x.json", game))) == [("Ann", "Bob", 1.0)]
