"""Arrays as columns: a short one, which goes by way of a list, is the column that polars makes of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from polars.testing import assert_series_equal

from arpad.record.cells.small_columns import SHORT, column_of


@pytest.mark.parametrize(
    "values",
    [
        np.array([True, False]),
        np.array([1, -(2**31)], np.int32),
        np.array([2**62, -1], np.int64),
        np.array([0.1, np.nan, -np.inf]),
        np.array(["1000-01-01", "NaT", "9999-12-31"], "datetime64[D]"),
        np.array(["2026-03-07T10:00:00.123456", "NaT"], "datetime64[us]"),
        np.array([], np.float64),
        np.array([3, 1], np.uint8),
        np.arange(SHORT + 1),
    ],
    ids=lambda values: str(values.dtype),
)
def test_a_column_is_the_one_that_polars_makes(values: NDArray[Any]) -> None:
    assert_series_equal(column_of(values), pl.Series(values))
