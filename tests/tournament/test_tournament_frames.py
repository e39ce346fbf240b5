"""Rows as tables of several libraries: the types stay where values are missing."""

from __future__ import annotations

from typing import Any

import pytest

from arpad.core import BadInput, NotProvided
from arpad.tournament import frames
from arpad.tournament.frames import frame_of

COLUMNS = {"number": int, "points": float, "name": str, "here": bool, "players": list}
ROWS: list[list[Any]] = [[1, 0.5, "Ann", True, [1, 2]], [None, None, None, None, None]]


def test_a_column_keeps_its_type_without_a_value() -> None:
    polars = pytest.importorskip("polars")
    types = [polars.Int64, polars.Float64, polars.String, polars.Boolean, polars.List(polars.Int64)]
    for rows in ([], ROWS, ROWS[1:]):
        frame = frame_of(COLUMNS, rows)
        assert frame.dtypes == types
        assert [list(row) for row in frame.rows()] == rows


def test_whole_numbers_of_pandas_stay_whole() -> None:
    pandas = pytest.importorskip("pandas")
    frame = frame_of(COLUMNS, ROWS, "pandas")
    assert frame["number"].dtype == pandas.Int64Dtype()
    assert frame["number"].iloc[0] == 1
    assert frame["number"].isna().to_list() == [False, True]
    assert list(frame.columns) == list(COLUMNS)


def test_pyarrow_and_narwhals_hold_the_same_rows() -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("narwhals")
    table = frame_of(COLUMNS, ROWS, "pyarrow")
    assert [list(row.values()) for row in table.to_pylist()] == ROWS
    assert [list(row) for row in frame_of(COLUMNS, ROWS, "narwhals").iter_rows()] == ROWS


def test_a_library_that_is_not_known_or_not_installed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput) as caught:
        frame_of(COLUMNS, ROWS, "vaex")  # type: ignore[arg-type]
    assert caught.value.code == "frame.library"

    def absent(*_: object) -> None:
        raise ImportError

    monkeypatch.setitem(frames._MAKERS, "pandas", absent)
    with pytest.raises(NotProvided, match="pip install pandas") as gone:
        frame_of(COLUMNS, ROWS, "pandas")
    assert gone.value.code == "frame.library"
