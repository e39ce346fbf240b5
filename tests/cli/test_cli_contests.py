"""Contests of many sides on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from arpad.cli import main

RACES = "race,driver,place\n1,Ann,1\n1,Bob,2\n1,Cho,3\n2,Cho,1\n2,Ann,2\n"


ROWS = [
    {"race": race, "driver": name, "place": place}
    for race, name, place in ((1, "Ann", 1), (1, "Bob", 2), (2, "Bob", 1), (2, "Ann", 2))
]


@pytest.mark.parametrize("form", ["csv", "ndjson", "json", "parquet"])
def test_contests_are_known_in_every_format(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"races.{form}"
    getattr(pl.DataFrame(ROWS), f"write_{form}")(path)
    rated = CliRunner().invoke(main, ["rate", str(path), "--system", "trueskill"])
    assert rated.exit_code == 0, rated.output
    assert "2 games of 4 rows, 2 players" in rated.output
    refused = CliRunner().invoke(main, ["rate", str(path)])
    assert "elo rates games of two sides" in refused.output
    assert "4 rows = 4 rows of contests" in CliRunner().invoke(main, ["look", str(path)]).output


@pytest.mark.parametrize("system", ["trueskill", "weng-lin"])
def test_a_long_table_is_rated_and_explained(tmp_path: Path, system: str) -> None:
    path = tmp_path / "races.csv"
    path.write_text(RACES, encoding="utf-8")
    rated = CliRunner().invoke(main, ["rate", str(path), "--system", system])
    assert rated.exit_code == 0, rated.output
    assert "2 games" in rated.output
    told = CliRunner().invoke(main, ["explain", str(path), "--system", system, "--player", "Bob"])
    assert told.exit_code == 0, told.output
    assert "together" in told.output


@pytest.mark.parametrize("system", ["trueskill", "weng-lin", "elo-mmr", "plackett-luce"])
def test_a_contest_of_many_sides_is_one_game(tmp_path: Path, system: str) -> None:
    path = tmp_path / "races.csv"
    path.write_text(RACES, encoding="utf-8")
    told = CliRunner().invoke(main, ["explain", str(path), "--system", system, "--player", "Ann"])
    assert told.output.splitlines()[0].endswith("in 2 games")


def test_a_draw_of_two_sides_is_one_line(tmp_path: Path) -> None:
    """Plackett and Luce's two stages of a draw are one game, whose push is that of Bradley and Terry."""
    path = tmp_path / "games.csv"
    path.write_text("first,second,result\nAnn,Bob,1-0\nAnn,Bob,draw\n", encoding="utf-8")
    lines = {}
    for model in ("plackett-luce", "bradley-terry-full"):
        words = ["explain", str(path), "--system", "weng-lin", "--set", f"model={model}", "--player", "Ann"]
        lines[model] = CliRunner().invoke(main, words).output.splitlines()[:6]
    assert lines["plackett-luce"] == lines["bradley-terry-full"]
    assert lines["plackett-luce"][0].endswith("in 2 games")


def test_names_that_are_taken_for_partners_are_said(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("first,second,result\nAnn+Bob,Cid+Dan,1-0\nAnn+Bob,Eve,1-0\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["rate", str(path), "--system", "trueskill"])
    note = "'Ann+Bob' and 1 other name are read as partners; write \\+ where + is part of a name"
    assert f"note: {note}" in done.stderr
    found = json.loads(
        CliRunner().invoke(main, ["rate", str(path), "--system", "trueskill", "--json"]).stdout
    )
    assert found["notes"] == found["manifest"]["notes"] == [note]
    elo = CliRunner().invoke(main, ["rate", str(path)])
    assert "partners" not in elo.stderr


def test_partners_in_one_row_are_said(tmp_path: Path) -> None:
    path = tmp_path / "races.csv"
    path.write_text("race,player,place\n1,Ann+Bob,1\n1,Cid,2\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["rate", str(path), "--system", "trueskill"])
    assert "note: 'Ann+Bob' is read as partners" in done.stderr


def test_rows_of_contests_are_not_set_aside(tmp_path: Path) -> None:
    """What is refused is what was asked for: setting rows aside, or several files."""
    path = tmp_path / "races.csv"
    path.write_text(RACES, encoding="utf-8")
    words = ["rate", str(path), "--system", "trueskill"]
    refused = CliRunner().invoke(main, [*words, "--rejects", str(tmp_path / "bad.csv")])
    assert "no row can be set aside from contests of many sides" in refused.output
    assert "Join" not in refused.output
    several = CliRunner().invoke(main, [*words, str(path)])
    assert "contests of many sides are read from one file, and 2 are given. Join them into" in several.output
