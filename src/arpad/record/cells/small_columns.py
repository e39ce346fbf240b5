"""Arrays as columns of polars, at little cost for the short ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars as pl

SHORT = 10_000
"""Up to how many values an array goes by way of a list."""


def column_of(values: NDArray[Any]) -> pl.Series:
    """Return an array as a column.

    polars imports numpy.ma to take an array, which costs the processor time of rating a thousand games; it
    takes a list without.
    """
    import polars as pl

    types = {
        "bool": pl.Boolean,
        "int32": pl.Int32,
        "int64": pl.Int64,
        "float64": pl.Float64,
        "datetime64[D]": pl.Date,
    }
    kind = types.get(str(values.dtype))
    if kind is None or len(values) > SHORT:
        return pl.Series(values)
    return pl.Series(values.tolist(), dtype=kind)
