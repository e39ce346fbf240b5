"""Tables written to mislead: half-time scores, odds, records, remarks, seasons, sets beside points; never misread."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import arpad
from arpad.core import BadInput
from arpad.record import Contests, Games, read_contests
from arpad.record.kinds.contests import is_long

TABLES: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "fixtures" / "tables_of_traps" / "tables.json").read_text(encoding="utf-8")
)
"""Name of a file -> its text, and its games as ``winner>loser`` and ``one=other``; null where it has none."""

READ = {name: table for name, table in TABLES.items() if table["games"] is not None}
NOT_READ = sorted(TABLES.keys() - READ.keys())


def record_of(path: Path) -> Games | Contests:
    try:
        long = is_long(path)
    except BadInput:
        long = False
    return read_contests(path) if long else arpad.read_games(path)


def told(record: Games | Contests) -> list[str]:
    """Return the games, or the contests, as who was better than whom."""
    names = record.players.names
    if isinstance(record, Contests):
        return [_contest(record, at) for at in range(len(record))]
    games = []
    for first, second, score in zip(record.first, record.second, record.score, strict=True):
        one, two = names[first], names[second]
        drawn = "=".join(sorted((one, two)))
        games.append(f"{one}>{two}" if score > 0.5 else f"{two}>{one}" if score < 0.5 else drawn)
    return games


def _contest(record: Contests, at: int) -> str:
    sides = []
    for side in range(record.starts[at], record.starts[at + 1]):
        members = record.member[record.seats[side] : record.seats[side + 1]]
        name = "+".join(record.players.names[member] for member in members)
        sides.append((float(record.place[side]), name))
    return ">".join(name for _, name in sorted(sides))


@pytest.mark.parametrize("name", READ)
def test_a_table_is_read_as_its_writer_meant_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(READ[name]["text"], encoding="utf-8")
    assert sorted(told(record_of(path))) == sorted(READ[name]["games"])


@pytest.mark.parametrize("name", NOT_READ)
def test_what_holds_no_games_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TABLES[name]["text"], encoding="utf-8")
    with pytest.raises(BadInput):
        record_of(path)


@pytest.mark.parametrize(
    ("column", "word", "games", "fixtures", "forfeits"),
    [
        ("status", "Scheduled", 5000, 1, 0),
        ("notes", "Walkover", 5000, 0, 1),
        ("remarks", "abandoned", 5000, 1, 0),
    ],
)
def test_a_word_far_below_the_first_rows_is_heard(
    column: str, word: str, games: int, fixtures: int, forfeits: int, tmp_path: Path
) -> None:
    """What is played is at the head of a file, and what is not at its end."""
    usual = "Final" if column == "status" else ""
    rows = "".join(
        f"2024-01-{at % 28 + 1:02},T{at % 37},U{at % 41},{at % 5},1,{usual}\n" for at in range(5000)
    )
    path = tmp_path / "season.csv"
    header = f"date,home_team,away_team,home_score,away_score,{column}\n"
    path.write_text(f"{header}{rows}2024-03-01,T1,U1,3,0,{word}\n")
    for source in (arpad.read_games(path).source, arpad.look(path).source):
        assert (source.games, source.fixtures, source.forfeits) == (games, fixtures, forfeits)


@pytest.mark.parametrize("form", ["json", "parquet", "frame"])
def test_a_state_is_heard_in_every_form(form: str, tmp_path: Path) -> None:
    rows = 1500
    frame = pl.DataFrame(
        {
            "home_team": [f"T{at % 37}" for at in range(rows)],
            "away_team": [f"U{at % 41}" for at in range(rows)],
            "home_score": [at % 5 for at in range(rows)],
            "away_score": [at % 3 for at in range(rows)],
            "status": ["Final"] * (rows - 2) + ["Scheduled", "Awarded"],
        }
    )
    source: Any = frame
    if form != "frame":
        source = tmp_path / f"season.{form}"
        frame.write_json(source) if form == "json" else frame.write_parquet(source)
    account = arpad.read_games(source).source
    assert (account.rows, account.games, account.fixtures, account.forfeits) == (rows, rows - 2, 1, 1)


@pytest.mark.parametrize(
    ("name", "columns", "games"),
    [
        ("kick.csv", {"score": "kick"}, 3),
        ("pausenstand.csv", {"score": "Pausenstand"}, 3),
        ("bets.csv", {"score": "result"}, 3),
        ("player_points.csv", {"points_first": "points1", "points_second": "points2"}, 3),
    ],
)
def test_what_is_refused_is_read_by_choice(
    name: str, columns: dict[str, str], games: int, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(TABLES[name]["text"], encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        arpad.read_games(path)
    assert caught.value.code == "columns.ambiguous"
    assert all(f'"{role}": "{column}"' in str(caught.value) for role, column in columns.items())
    assert len(arpad.read_games(path, columns=columns)) == games


def test_standings_are_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "league.csv"
    path.write_text(TABLES["standings.csv"]["text"], encoding="utf-8")
    with pytest.raises(BadInput, match="a table of standings") as caught:
        arpad.read_games(path)
    assert caught.value.code == "columns.standings"
