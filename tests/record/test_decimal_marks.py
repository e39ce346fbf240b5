"""Numbers of points with a mark: the decimal one, or one between thousands, as the whole column says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.core import BadInput
from arpad.record import read_games
from arpad.record.kinds.contests import read_contests


def table(path: Path, numbers: Sequence[str], column: str = "score") -> Path:
    """Write games in which the second side always made 1."""
    rows = [f'Ann;Bob;"{number}";1' for number in numbers]
    path.write_text("\n".join([f"team1;team2;{column}1;{column}2", *rows]) + "\n", encoding="utf-8")
    return path


def made(path: Path, **how: str) -> list[float]:
    """Return what the first sides made."""
    found = read_games(path, **how).points_first  # type: ignore[arg-type]
    assert found is not None
    return [float(each) for each in found]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (["2.310", "987", "1.234.567"], [2310.0, 987.0, 1234567.0]),
        (["2.310,5", "987"], [2310.5, 987.0]),
        (["2.310", "987", "12,5"], [2310.0, 987.0, 12.5]),
        (["-2.310", "1.000.000"], [-2310.0, 1000000.0]),
        (["2.310", "987", "2.31"], [2.31, 987.0, 2.31]),
        (["2.310", "987", "0.125"], [2.31, 987.0, 0.125]),
        (["2.310", "987", "1234"], [2.31, 987.0, 1234.0]),
        (["2.310", "987", "1234.500"], [2.31, 987.0, 1234.5]),
        (["12,5", "987"], [12.5, 987.0]),
        (["7.5", "6"], [7.5, 6.0]),
    ],
)
def test_the_whole_column_settles_what_a_point_means(
    numbers: list[str], expected: list[float], tmp_path: Path
) -> None:
    path = table(tmp_path / "games.csv", numbers)
    assert made(path) == expected
    notes = " ".join(read_games(path).source.notes)
    assert ("part thousands" in notes) == (abs(expected[0]) > 1000.0)


def test_where_nothing_settles_it_arpad_asks(tmp_path: Path) -> None:
    path = table(tmp_path / "games.csv", ["2.310", "987"])
    with pytest.raises(BadInput, match=r"'2\.310' may be 2310 or 2\.31") as caught:
        read_games(path)
    assert caught.value.code == "numbers.ambiguous"
    assert 'decimal="comma" for 2310' in str(caught.value)
    assert made(path, decimal="comma") == [2310.0, 987.0]
    assert made(path, decimal="point") == [2.31, 987.0]
    with pytest.raises(BadInput, match="is not a decimal mark"):
        read_games(path, decimal=".")


def test_the_columns_of_both_sides_are_of_one_quantity(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(
        "team1,team2,score1,score2\nAnn,Bob,2.310,987\nBob,Ann,3.120,1.204.000\n", encoding="utf-8"
    )
    assert made(path) == [2310.0, 3120.0]


def test_numbers_of_three_decimals_each_are_decimals(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(
        "team1,team2,score1,score2\nAnn,Bob,2.310,987.000\nBob,Ann,0.000,1.000\n", encoding="utf-8"
    )
    assert made(path) == [2.31, 0.0]


def test_what_is_said_holds_for_either_mark(tmp_path: Path) -> None:
    path = table(tmp_path / "games.csv", ["2,310", "1,234,567.5", "987"])
    assert made(path, decimal="point") == [2310.0, 1234567.5, 987.0]
    with pytest.raises(BadInput, match="'2,310' is not a number of points"):
        read_games(path)
    other = table(tmp_path / "others.csv", ["2.310", "2,310", "987"])
    assert made(other, decimal="comma") == [2310.0, 2.31, 987.0]


def test_every_reader_decides_alike_and_long_tables_too(tmp_path: Path) -> None:
    """The evidence stands in the last of several batches."""
    numbers = ["2.310", "987"] * 110_000 + ["1.234.567"]
    path = table(tmp_path / "games.csv", numbers)
    assert np.unique(made(path)).tolist() == [987.0, 2310.0, 1234567.0]
    frame = pl.read_csv(path, separator=";", infer_schema=False)
    frame.write_parquet(tmp_path / "games.parquet")
    assert np.unique(made(tmp_path / "games.parquet")).tolist() == [987.0, 2310.0, 1234567.0]


def test_numbers_of_a_table_with_types_are_numbers() -> None:
    frame = pl.DataFrame({"team1": ["Ann"], "team2": ["Bob"], "score1": [2.310], "score2": [987.0]})
    assert read_games(frame).points_first == pytest.approx(2.31)


def test_covariates_are_asked_for_too(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("model_a,model_b,winner,length\nm,n,model_a,2.310\nn,m,model_b,987\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"column length: '2\.310' may be 2310 or 2\.31"):
        read_games(path, covariates=["length"])
    found = read_games(path, covariates=["length"], decimal="comma").covariates
    assert found is not None
    assert found.values.ravel().tolist() == [2310.0, 987.0]


def race(path: Path, results: list[str]) -> Path:
    rows = "\n".join(f"{at // 2};P{at};{text}" for at, text in enumerate(results))
    path.write_text(f"race;player;result\n{rows}\n", encoding="utf-8")
    return path


def results(path: Path, **how: str) -> list[float]:
    found = read_contests(path, **how).result  # type: ignore[arg-type]
    assert found is not None
    return [float(one) for one in found]


def test_results_of_contests_are_settled_by_their_column_too(tmp_path: Path) -> None:
    path = race(tmp_path / "races.csv", ["2.310", "987", "1.234.567", "12"])
    assert results(path) == [2310.0, 987.0, 1234567.0, 12.0]
    better, note = read_contests(path).source.notes
    assert better == f"{path}: more of 'result' is better"
    assert note == f"{path}: points in the column 'result' are taken to part thousands (1.234.567)"
    assert results(race(tmp_path / "a.csv", ["2.310", "987", "2.5", "12"])) == [2.31, 987.0, 2.5, 12.0]
    assert results(race(tmp_path / "b.csv", ["2.310", "987.125", "3.500", "0.250"])) == [
        2.31,
        987.125,
        3.5,
        0.25,
    ]


def test_results_of_contests_that_nothing_settles_are_asked_for(tmp_path: Path) -> None:
    path = race(tmp_path / "races.csv", ["2.310", "987", "", ""])
    with pytest.raises(BadInput, match=r"column result: '2\.310' may be 2310 or 2\.31") as caught:
        read_contests(path)
    assert caught.value.code == "numbers.ambiguous"
    assert results(path, decimal="comma") == [2310.0, 987.0]
    assert results(path, decimal="point") == [2.31, 987.0]
    with pytest.raises(BadInput, match="is not a decimal mark"):
        read_contests(path, decimal=".")
    other = race(tmp_path / "others.csv", ["2,5", "1,5"])
    with pytest.raises(BadInput, match="'2,5' is not a valid result"):
        read_contests(other)
    assert results(other, decimal="comma") == [2.5, 1.5]


def test_numbers_of_contests_in_json_are_numbers(tmp_path: Path) -> None:
    path = tmp_path / "races.jsonl"
    path.write_text(
        '{"race": 1, "player": "A", "result": 2.125}\n{"race": 1, "player": "B", "result": 987}\n', "utf-8"
    )
    assert results(path) == [2.125, 987.0]


def test_the_command_line_says_the_mark_for_contests_too(tmp_path: Path) -> None:
    path = race(tmp_path / "races.csv", ["2.310", "987"])
    asked = CliRunner().invoke(main, ["rate", str(path), "--system", "weng-lin"])
    assert (asked.exit_code, "--decimal comma for 2310" in asked.stderr) == (2, True)
    first = []
    for mark in ("comma", "point"):
        done = CliRunner().invoke(
            main, ["rate", str(path), "--system", "weng-lin", "--decimal", mark, "--json"]
        )
        assert done.exit_code == 0, done.stderr
        first.append(json.loads(done.stdout)["players"][0]["player"])
        looked = CliRunner().invoke(main, ["look", str(path), "--decimal", mark])
        assert looked.exit_code == 0, looked.stderr
    assert first == ["P0", "P1"]
