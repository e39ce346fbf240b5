"""Rows of a tournament as a table of polars, pandas, pyarrow or narwhals.

A column has a type, also where it has no row or no value: ``int``, ``float``, ``str``, ``bool``, or ``list``
for lists of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from arpad.core import BadInput, NotProvided

if TYPE_CHECKING:
    import polars as pl

Library: TypeAlias = Literal["polars", "pandas", "pyarrow", "narwhals"]
"""The library whose table is returned."""

LIBRARIES: tuple[Library, ...] = ("polars", "pandas", "pyarrow", "narwhals")

Columns: TypeAlias = Mapping[str, type]
"""Name of a column -> the type of its values; any value may be None."""

_PANDAS = {int: "Int64", float: "float64", bool: "boolean"}
"""Types of pandas that keep a whole number whole where a value is missing."""


def frame_of(columns: Columns, rows: Iterable[Sequence[Any]], library: Library = "polars") -> Any:
    """Return rows as a table.

    Args:
        columns: the columns in their order, with their types.
        rows: a value for each column.
        library: whose table.

    Returns:
        A polars DataFrame, a pandas DataFrame, a pyarrow Table or a narwhals DataFrame (of polars).

    Raises:
        BadInput: there is no such library.
        NotProvided: it is not installed.
    """
    if library not in LIBRARIES:
        raise BadInput(
            f"tables are not made for {library!r}",
            remedy=f"Expected {', '.join(LIBRARIES[:-1])} or {LIBRARIES[-1]}.",
            code="frame.library",
        )
    values = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in columns]
    try:
        return _MAKERS[library](columns, dict(zip(columns, values, strict=True)))
    except ImportError as error:
        raise NotProvided(
            f"{library} is not installed", remedy=f"Install it: pip install {library}.", code="frame.library"
        ) from error


def _of_polars(columns: Columns, values: Mapping[str, list[Any]]) -> pl.DataFrame:
    import polars as pl

    types: dict[type, Any] = {
        int: pl.Int64,
        float: pl.Float64,
        str: pl.String,
        bool: pl.Boolean,
        list: pl.List(pl.Int64),
    }
    return pl.DataFrame(values, schema={name: types[kind] for name, kind in columns.items()})


def _of_pandas(columns: Columns, values: Mapping[str, list[Any]]) -> Any:
    # By hand, since the conversion of polars needs pyarrow beside pandas.
    import pandas as pd  # type: ignore[import-untyped]

    return pd.DataFrame(
        {name: pd.Series(values[name], dtype=_PANDAS.get(kind, "object")) for name, kind in columns.items()}
    )


def _of_pyarrow(columns: Columns, values: Mapping[str, list[Any]]) -> Any:
    import pyarrow as pa

    types = {
        int: pa.int64(),
        float: pa.float64(),
        str: pa.string(),
        bool: pa.bool_(),
        list: pa.list_(pa.int64()),
    }
    return pa.table({name: pa.array(values[name], types[kind]) for name, kind in columns.items()})


def _of_narwhals(columns: Columns, values: Mapping[str, list[Any]]) -> Any:
    import narwhals as nw

    return nw.from_native(_of_polars(columns, values))


_MAKERS = {"polars": _of_polars, "pandas": _of_pandas, "pyarrow": _of_pyarrow, "narwhals": _of_narwhals}
