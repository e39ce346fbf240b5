"""Crosstables become games: each once, from two rows that agree."""

from __future__ import annotations

from pathlib import Path

import pytest

import arpad

NAMED = """Name,Ann,Bob,Cho,Dan,Points
Ann,x,1,½,0,1½
Bob,0,x,1,½,1½
Cho,½,0,x,1,1½
Dan,1,½,0,x,1½
"""
NUMBERED = """No.,Player,Rtg,1,2,3,4,Pts
1.,Ann,2100,*,1 ½,=,0 0,2
2.,Bob,2050,0 ½,*,1,½ 1,3
3.,Cho,2000,=,0,*,1,1.5
4.,Dan,1950,1 1,½ 0,0,*,2.5
"""
SWISS = """Rk.,SNo,Name,Rtg,1.Rd,2.Rd,3.Rd,Pts.
1,1,Ann,2100,3w1,2b½,4w1,2.5
2,2,Bob,2050,4b1,1w½,3b0,1.5
3,3,Cho,2000,1b0,4w1,2w1,2
4,4,Dan,1950,2w0,3b0,1b0,0
"""


def told(path: Path, text: str) -> list[tuple[str, str, float]]:
    path.write_text(text, encoding="utf-8")
    games = arpad.read_games(path)
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


def test_everybody_against_everybody_by_name(tmp_path: Path) -> None:
    assert told(tmp_path / "c.csv", NAMED) == [
        ("Ann", "Bob", 1.0),
        ("Ann", "Cho", 0.5),
        ("Ann", "Dan", 0.0),
        ("Bob", "Cho", 1.0),
        ("Bob", "Dan", 0.5),
        ("Cho", "Dan", 1.0),
    ]


def test_two_games_of_each_pair_by_number(tmp_path: Path) -> None:
    assert told(tmp_path / "c.csv", NUMBERED) == [
        ("Ann", "Bob", 1.0),
        ("Ann", "Bob", 0.5),
        ("Ann", "Cho", 0.5),
        ("Ann", "Dan", 0.0),
        ("Ann", "Dan", 0.0),
        ("Bob", "Cho", 1.0),
        ("Bob", "Dan", 0.5),
        ("Bob", "Dan", 1.0),
        ("Cho", "Dan", 1.0),
    ]


def test_the_rounds_of_a_swiss_tournament_say_who_has_white(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    games = sorted(told(path, SWISS))
    assert games == [
        ("Ann", "Cho", 1.0),
        ("Ann", "Dan", 1.0),
        ("Bob", "Ann", 0.5),
        ("Cho", "Bob", 1.0),
        ("Cho", "Dan", 1.0),
        ("Dan", "Bob", 0.0),
    ]
    read = arpad.read_games(path)
    assert read.advantage is not None
    assert read.advantage.tolist() == [1] * 6
    assert read.round is not None
    assert "a crosstable" in " ".join(read.source.notes)


@pytest.mark.parametrize(
    ("text", "wrong", "right"), [(NAMED, "Bob,0,x", "Bob,½,x"), (SWISS, "4b1,1w½", "4b0,1w½")]
)
def test_rows_that_contradict_each_other_are_not_read(
    text: str, wrong: str, right: str, tmp_path: Path
) -> None:
    path = tmp_path / "c.csv"
    path.write_text(text.replace(wrong, right), encoding="utf-8")
    with pytest.raises(arpad.BadInput):
        arpad.read_games(path)
