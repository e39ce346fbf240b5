"""The digest of a published table: the same for a list as CSV, JSON, Parquet and in memory.

Its bytes are written as those of a record's digest (:mod:`arpad.record.digest`), and described in
``docs/publishing/digest.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arpad.core import ArpadError
from arpad.record.digest import Entry, digest_of, integers, moments, numbers, truths, words

if TYPE_CHECKING:
    import polars as pl

TABLE = "arpad table 1"
"""What the bytes of a table begin with."""


def table_digest(table: pl.DataFrame) -> str:
    """Return the digest of a table: of its columns in their order, each with its values from top to bottom.

    Raises:
        ArpadError: a column holds values of a kind that no list has.
    """
    entries: list[Entry] = []
    for column in table.iter_columns():
        entries.append(_entry(column))
        if column.null_count() and entries[-1].kind not in ("text", "number"):
            entries.append(truths(f"{column.name} known", column.is_not_null().to_numpy()))
    return digest_of(TABLE, table.height, entries)


def kinds_of(table: pl.DataFrame) -> dict[str, str]:
    """Return the type of every column by its name, in their order."""
    return {column.name: _entry(column).kind for column in table.iter_columns()}


def _entry(column: pl.Series) -> Entry:
    """Return a column as it goes into the digest; what is not known of integers and days is 0."""
    import polars as pl

    kind = column.dtype
    if kind == pl.String:
        # A list of all words is made where they are hashed: their kind is asked for without.
        return Entry(column.name, "text", len(column), lambda: words(column.name, column.to_list()).hashed())
    if kind.is_float():
        return numbers(column.name, column.fill_null(np.nan).to_numpy())
    if kind.is_integer():
        return integers(column.name, column.fill_null(0).to_numpy(), 8)
    if kind == pl.Boolean:
        return truths(column.name, column.fill_null(value=False).to_numpy())
    if kind == pl.Date:
        return moments(column.name, column.cast(pl.Int32).fill_null(0).to_numpy().astype("datetime64[D]"))
    if kind == pl.Datetime:
        seconds = column.dt.epoch("s").fill_null(0).to_numpy()
        return moments(column.name, seconds.astype("datetime64[s]"))
    raise ArpadError(f"the column {column.name} of type {kind} has no digest")
