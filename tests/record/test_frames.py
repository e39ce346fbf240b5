"""Tables in memory as people bring them: polars, pandas, pyarrow, DuckDB, narwhals, columns, rows, arrays."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pytest

import arpad
from arpad import BadInput, Games

DAYS = [dt.date(2025, 1, 1), dt.date(2025, 1, 2), dt.date(2025, 1, 3)]
COLUMNS = {
    "white": ["Ann", "Bob", "Cas"],
    "black": ["Bob", "Cas", "Ann"],
    "result": ["1-0", "½-½", None],
    "date": DAYS,
}
FRAME = pl.DataFrame(COLUMNS)
PANDAS = pd.DataFrame(COLUMNS)


@pytest.mark.parametrize(
    "table",
    [
        lambda: FRAME,
        FRAME.lazy,
        FRAME.to_arrow,
        lambda: FRAME.to_arrow().to_reader(),
        lambda: PANDAS,
        lambda: PANDAS.assign(date=pd.to_datetime(PANDAS["date"])),
        lambda: PANDAS.assign(date=pd.to_datetime(PANDAS["date"])).set_index("date"),
        lambda: PANDAS.assign(white=PANDAS["white"].astype("category")),
        lambda: PANDAS.assign(result=[1, 0.5, np.nan]),
        lambda: PANDAS.assign(result=[1, "½", None]),
        PANDAS.convert_dtypes,
        lambda: PANDAS.convert_dtypes(dtype_backend="pyarrow"),
        lambda: nw.from_native(PANDAS),
        lambda: nw.from_native(FRAME.lazy()),
        lambda: COLUMNS,
        FRAME.to_dicts,
        lambda: {
            "white": np.array(COLUMNS["white"]),
            **{name: COLUMNS[name] for name in ("black", "result", "date")},
        },
    ],
)
def test_every_kind_of_table_gives_the_same_record(table: Callable[[], Any]) -> None:
    expected = arpad.read_games(FRAME)
    found = Games.from_frame(table())
    assert found.digest == expected.digest
    assert (found.source.rows, found.source.games, found.source.fixtures) == (3, 2, 1)
    assert arpad.read_games(table()).digest == expected.digest


def test_a_relation_of_duckdb_is_a_table() -> None:
    # In a process of its own: duckdb reports leaks of its own when an interpreter that loaded it ends.
    program = (
        "import duckdb, arpad\n"
        "table = duckdb.sql(\"select 'Ann' as white, 'Bob' as black, '1-0' as result, date '2025-01-01' as date\")\n"
        "print(arpad.Games.from_frame(table), arpad.rate(table, 'elo').rating)"
    )
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert out.stdout == "<Games: 1 game of 2 players, from 2025-01-01 to 2025-01-01> [1510. 1490.]\n"


def test_a_decimal_and_a_boolean_are_results() -> None:
    score = pl.Series(["1.0", "0.5", "0.0"]).cast(pl.Decimal(3, 1))
    assert Games.from_frame(FRAME.with_columns(result=score)).score.tolist() == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (PANDAS["white"], "of type Series (is not a table|cannot be read)"),
        ({"white": ["Ann"], "black": ["Bob", "Cas"], "result": [1]}, "value for every game"),
        ({"white": "Ann", "black": ["Bob"], "result": [1]}, "the column 'white' is a single value"),
        ({"white": 3, "black": ["Bob"], "result": [1]}, "the column 'white' is a single value"),
        ({}, "no two columns name the two sides"),
        (PANDAS.assign(result=["1-0", "won", 7]), "row 3, column result: '7' is not a valid result"),
        (
            FRAME.with_columns(result=pl.lit([1])),
            r"the column holds List\(.*\), which is not text or a number",
        ),
    ],
)
def test_a_table_without_games_is_refused(table: Any, said: str) -> None:
    with pytest.raises(BadInput, match=f"(?s){said}"):
        Games.from_frame(table)


def test_arrays_of_names() -> None:
    games = Games.from_arrays(
        ["Ann", "Bob"],
        np.array(["Bob", "Cas"]),
        ["1-0", 0.5],
        time=["2025-01-01", "2025-02-01"],
        event=["Open", None],
    )
    assert repr(games) == "<Games: 2 games of 3 players, from 2025-01-01 to 2025-02-01>"
    assert games.event is not None
    assert [games.event.word(0), games.event.word(1)] == ["Open", None]
    assert games.digest == Games.from_frame(games.to_frame()).digest


def test_arrays_of_indices_keep_the_players_as_given() -> None:
    score = np.array([1.0, 0.5])
    games = Games.from_arrays(
        [3, 0], [1, 3], score, players=["Ann", "Bob", "Cas", "bye"], time=np.array([1, 2]), weight=[1, 2.0]
    )
    assert list(games.players.names) == ["Ann", "Bob", "Cas", "bye"]
    assert games.first.tolist() == [3, 0]
    assert games.second.tolist() == [1, 3]
    assert games.weight is not None
    assert games.weight.tolist() == [1.0, 2.0]
    score[0] = 0.0
    assert games.score[0] == 1.0


@pytest.mark.parametrize(
    ("first", "second", "score", "code", "said"),
    [
        ([0, 1], [1, 2], [1, 7], "bad-input", "row 2, column score: '7' is not a valid result"),
        ([0, 1], [1, 2], [1, -3], "bad-input", "'-3' is not a valid result"),
        ([0, 1], [0, 2], [1, 1], "bad-input", "plays against itself"),
        ([0, 1], [1, 2], [float("nan"), 1], "games.unplayed", "1 of 2 rows are not games: 1 missing score"),
        (
            [0, 1],
            [1, 9],
            [1, 1],
            "games.player",
            "row 2, column second: the index 9 names no player.*Expected 0 to 2",
        ),
        ([-1, 1], [1, 2], [1, 1], "games.player", "the index -1 names no player"),
        (["Ann", "Bob"], [1, 2], [1, 1], "games.player", "read as indices"),
        ([0, 1], [1], [1, 1], "frame.unreadable", "value for every game"),
    ],
)
def test_what_is_no_game_is_refused_with_its_row_and_a_code(
    first: list[Any], second: list[Any], score: list[Any], code: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as raised:
        Games.from_arrays(first, second, score, players=["Ann", "Bob", "Cas"])
    assert isinstance(raised.value, BadInput)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"score": np.array([7.0])}, "games.score"),
        ({"score": np.array([np.nan])}, "games.score"),
        ({"second": np.zeros(1, np.int32)}, "games.itself"),
        ({"second": np.full(1, 5, np.int32)}, "games.player"),
        ({"second": np.ones(2, np.int32)}, "games.length"),
    ],
)
def test_the_columns_of_a_record_are_checked(columns: dict[str, Any], code: str) -> None:
    good: dict[str, Any] = {
        "first": np.zeros(1, np.int32),
        "second": np.ones(1, np.int32),
        "score": np.ones(1),
    }
    with pytest.raises(BadInput) as raised:
        Games(arpad.Players(["Ann", "Bob"]), **{**good, **columns})
    assert raised.value.code == code


def test_a_notebook_shows_games_without_running_what_a_name_says() -> None:
    games = Games.from_arrays(["<script>alert(1)</script>"] * 9, ["Bob"] * 9, np.ones(9))
    shown = games._repr_html_()
    assert "<caption>Games: 9 games of 2 players</caption>" in shown
    assert "<script>" not in shown
    assert shown.count("<tr>") == 6


def test_a_missing_number_of_pandas_is_a_fixture() -> None:
    table = pd.DataFrame({"white": ["Ann", "Bob"], "black": ["Bob", "Ann"], "score": [1.0, float("nan")]})
    games = arpad.Games.from_frame(table)
    assert (games.source.games, games.source.fixtures) == (1, 1)
