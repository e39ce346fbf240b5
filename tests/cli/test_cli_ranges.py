"""Numbers out of range on the command line and in files: one message that names them, and no traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arpad.core import BadInput
from arpad.ratings.contests.place_probabilities import MOST_SIDES, normal_places
from arpad.rulebooks.rating_catalogue import SYSTEMS

GAMES = "date,white,black,result\n2024-01-01,Ann,Bob,1-0\n2024-02-01,Bob,Cid,1-0\n"


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "games.csv"
    file.write_text(GAMES, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--system", "glicko", "--period", "99999999999999999999d"],
            "is too long. Expected at most 365242d.",
        ),
        (["--system", "glicko", "--period", "1001y"], "is too long. Expected at most 1000y."),
        (["--system", "glicko", "--period", "9" * 5000 + "d"], "is not a rating period"),
        (["--top", "99999999999999999999"], "is not in the range 0<=x<=1000000000"),
        (["--min-games", "99999999999999999999"], "is not in the range 0<=x<=1000000000"),
        (["--set", "k=1e31"], "k = 1e+31 is out of bounds"),
    ],
)
def test_an_option_out_of_range_is_refused(run: Any, words: list[str], said: str) -> None:
    found = run("rate", "games.csv", *words, code=2)
    assert said in found.stderr
    assert found.stdout == ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_rating_or_weight_out_of_range_is_refused(run: Any, system: str, games: Path) -> None:
    (games.parent / "players.csv").write_text("name,rating\nAnn,-1e308\nBob,0\nCid,0\n", encoding="utf-8")
    if system == "bridge":
        games.write_text(GAMES.replace(",1-0", ",60"), encoding="utf-8")
    importance = {"fifa-men": 20, "fifa-women": 2, "eloratings": 20}.get(system)
    needed = [] if importance is None else ["--set", f"importance={importance}"]
    found = run("rate", "games.csv", "--players", "players.csv", "--system", system, *needed, code=2)
    assert "Ann" in found.stderr
    assert "rating -1e+308 is out of range. Expected from -1000000 to 1000000." in found.stderr


@pytest.mark.parametrize("weight", ["1e30", "1e308", "-1", "inf"])
def test_a_weight_out_of_range_is_refused(run: Any, weight: str, games: Path) -> None:
    games.write_text(f"white,black,result,weight\nAnn,Bob,1-0,{weight}\n", encoding="utf-8")
    found = run("rate", "games.csv", "--system", "bayes-elo", code=2)
    assert "weight" in found.stderr


def test_the_last_months_of_the_calendar_end_without_a_traceback(run: Any, games: Path) -> None:
    games.write_text(GAMES.replace("2024-02-01", "9999-12-31"), encoding="utf-8")
    for system in ("fide", "glicko", "elo", "whr", "glicko2", "ttt"):
        settings = ["--set", "initial=1500"] if system == "fide" else []
        assert "Ann" in run("rate", "games.csv", "--system", system, *settings).stdout


def test_the_first_month_of_the_calendar_has_an_empty_list(run: Any, games: Path) -> None:
    (games.parent / "list.csv").write_text("name,rating\nAnn,1500\nBob,1500\nCid,1500\n", encoding="utf-8")
    found = run("fide", "list", "games.csv", "--month", "0001-01", "--players", "list.csv", code=2)
    assert "no tournament ended in time" in found.stderr


@pytest.mark.parametrize("kind", [pl.Duration, pl.Time, pl.Binary, pl.Categorical])
def test_columns_of_any_type_are_read_or_refused(run: Any, games: Path, kind: Any) -> None:
    column = pl.Series([1, 0] if kind == pl.Categorical else [7, 3], dtype=pl.Int64)
    column = column.cast(pl.String).cast(kind) if kind in (pl.Binary, pl.Categorical) else column.cast(kind)
    table = pl.DataFrame({"white": ["Ann", "Bob"], "black": ["Bob", "Cid"], "result": column})
    table.write_parquet(games.parent / "games.parquet")
    if kind == pl.Categorical:
        assert "2 games" in run("rate", "games.parquet").stdout
    else:
        assert "result" in run("rate", "games.parquet", code=2).stderr


def test_chances_of_too_many_sides_are_refused(run: Any) -> None:
    found = run("odds", *["25/8"] * 129, "--system", "weng-lin", code=2)
    assert "at most 128 sides, not for 129" in found.stderr


def test_chances_of_many_equal_sides_are_equal(run_json: Any) -> None:
    found = run_json("odds", *["25/8"] * 12, "--system", "weng-lin")
    for side in found["sides"]:
        assert side["places"] == pytest.approx([1 / 12] * 12, abs=1e-9)


def test_a_library_call_is_refused_too() -> None:
    with pytest.raises(BadInput, match="at most 128"):
        normal_places(np.zeros(MOST_SIDES + 1), np.ones(MOST_SIDES + 1))
