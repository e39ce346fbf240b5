"""Tables in memory, whichever library made them, as polars has them.

None of those libraries is imported. A table says of itself what it is: by the Arrow PyCapsule interface
(``__arrow_c_stream__``: polars, pyarrow, DuckDB, narwhals and others), as a mapping of columns, as rows that
are mappings, or by the attributes of a pandas DataFrame, which is read column by column because its own
Arrow stream needs pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from arpad.core import BadInput, counted

if TYPE_CHECKING:
    from typing import TypeAlias

    import polars as pl
    from numpy.typing import NDArray

    class ArrowStream(Protocol):
        """A table that the Arrow PyCapsule interface reads."""

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
            """Return the capsule of an ArrowArrayStream."""

    Frame: TypeAlias = (
        pl.DataFrame | pl.LazyFrame | ArrowStream | Mapping[str, Iterable[Any]] | Sequence[Mapping[str, Any]]
    )
    """A table in memory: of polars, pandas, pyarrow, DuckDB…, columns by name, or rows by name."""

    Values: TypeAlias = NDArray[Any] | Sequence[Any] | pl.Series
    """A column: an array, a list, a Series."""

NUMERIC = "iufbM"
"""The kinds of NumPy's types that polars takes over as they are."""

UNITS = ("D", "ms", "us", "ns")
"""The units of NumPy's times that polars has too."""


def is_frame(source: object) -> bool:
    """Tell a table in memory from paths."""
    if isinstance(source, (str, bytes, Path)):
        return False
    if isinstance(source, Mapping):
        return True
    if isinstance(source, Sequence):
        return len(source) > 0 and all(isinstance(row, Mapping) for row in source)
    names = ("__arrow_c_stream__", "get_column", "collect", "to_native", "fetchnumpy", "iloc")
    return not isinstance(source, type) and any(hasattr(source, name) for name in names)


def as_polars(table: Any) -> pl.DataFrame:
    """Return a table as a polars DataFrame, its values unchanged.

    Args:
        table: a DataFrame or LazyFrame of polars, a DataFrame of pandas, a pyarrow Table, a DuckDB relation,
            a frame of narwhals, anything else with the Arrow PyCapsule interface, a mapping of columns, or
            rows that are mappings.

    Raises:
        BadInput: it is none of these, or its columns are not of one length.
    """
    import polars as pl

    if isinstance(table, pl.DataFrame):
        return table
    if isinstance(table, pl.LazyFrame):
        return table.collect()
    try:
        if isinstance(table, Mapping):
            return _of_one_length([_series(str(name), column) for name, column in table.items()])
        if isinstance(table, Sequence) and is_frame(table):
            names = dict.fromkeys(name for row in table for name in row)
            return pl.DataFrame([_series(str(name), [row.get(name) for row in table]) for name in names])
        if hasattr(table, "to_native"):
            return as_polars(table.to_native())
        if hasattr(table, "iloc") and hasattr(table, "columns"):
            return _of_pandas(table)
        if hasattr(table, "__arrow_c_stream__"):
            return pl.DataFrame(table)
        if hasattr(table, "fetchnumpy"):
            return as_polars(table.fetchnumpy())
    except (pl.exceptions.PolarsError, ImportError, OverflowError) as error:
        raise BadInput(
            f"the table of type {type(table).__name__} cannot be read ({str(error).strip().splitlines()[0]})",
            remedy="Expected columns of one length that hold text, numbers or times.",
            code="frame.unreadable",
        ) from error
    raise BadInput(
        f"a value of type {type(table).__name__} is not a table of games",
        remedy="Expected a DataFrame of polars, pandas, pyarrow or DuckDB, columns by name, or rows by name.",
        code="frame.unknown-type",
    )


def _of_one_length(columns: Sequence[pl.Series]) -> pl.DataFrame:
    """Return columns as a table.

    Raises:
        BadInput: they have not one length.
    """
    import polars as pl

    for column in columns[1:]:
        if len(column) != len(columns[0]):
            raise BadInput(
                f"the column {columns[0].name!r} has {counted(len(columns[0]), 'value')}, and "
                f"{column.name!r} has {len(column):,}",
                remedy="Give each column a value for every game.",
                code="frame.unreadable",
            )
    return pl.DataFrame(columns)


def _of_pandas(table: Any) -> pl.DataFrame:
    """Return a pandas DataFrame, with the levels of its index that have a name as columns.

    NaN in a column of numbers is what pandas has for a missing one.
    """
    import polars as pl

    if any(name is not None for name in table.index.names):
        table = table.reset_index()
    columns = [(str(name), table.iloc[:, at]) for at, name in enumerate(table.columns)]
    made = [_series(name, column) for name, column in columns]
    return pl.DataFrame([each.fill_nan(None) if each.dtype.is_float() else each for each in made])


def _series(name: str, values: Any) -> pl.Series:
    """Return a column; of values of several types, each as text."""
    import numpy as np
    import polars as pl

    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise BadInput(
            f"the column {name!r} is a single value", remedy="Expected a sequence.", code="frame.column"
        )
    if isinstance(values, pl.Series):
        return values.alias(name)
    kind = getattr(values, "dtype", None)
    if isinstance(kind, np.dtype) and kind.kind in NUMERIC:
        array = np.array(values)
        known = kind.kind != "M" or np.datetime_data(kind)[0] in UNITS
        return pl.Series(name, array if known else array.astype("datetime64[ms]"))
    if hasattr(values, "isna") and hasattr(values, "to_list"):
        pairs = zip(values.to_list(), values.isna(), strict=True)
        values = [None if gone else value for value, gone in pairs]
    # Of an array the values are Python's own.
    listed: list[Any] = values.tolist() if isinstance(values, np.ndarray) else list(values)
    try:
        return pl.Series(name, listed)
    except (TypeError, OverflowError, pl.exceptions.PolarsError):
        return pl.Series(name, [None if value is None else str(value) for value in listed], dtype=pl.String)
