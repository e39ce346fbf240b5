"""Columns of text, or of whatever type a Parquet file has, become numbers; what cannot is pointed out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput

if TYPE_CHECKING:
    import polars as pl

Mask = NDArray[np.bool_]
Column = NDArray[np.float64]

YES = ("1", "true", "t", "yes", "y", "1.0")
NO = ("0", "false", "f", "no", "n", "0.0", "")


ERRORS_OF_CELLS = frozenset(
    {"#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}
)
"""What a spreadsheet program writes into a cell whose formula failed."""


@dataclass(frozen=True)
class Check:
    """Something that every row has to meet.

    Args:
        role: the column's role, ``score``.
        bad: the rows that do not meet it.
        problem: what is wrong, given the value as text (None where nothing stands there).
        expected: what should stand there.
        values: the column, for the error's text.
    """

    role: str
    bad: Mask
    problem: Callable[[str | None], str]
    expected: str
    values: pl.Series | None = None


def wrong(what: str) -> Callable[[str | None], str]:
    """Return the sentence for a value that is not ``what``; one that is missing is said to be so."""

    def problem(value: str | None) -> str:
        if value is None or not value.strip():
            return f"the {what.removeprefix('a ').removeprefix('an ').removeprefix('valid ')} is missing"
        return f"{value!r} is not {what}"

    return problem


def text(column: pl.Series) -> pl.Series:
    """Return a column as text; a whole number held as a float is written without the point."""
    import polars as pl

    if column.dtype == pl.String:
        return column
    if column.dtype.is_float():
        column = column.fill_nan(None)
        whole = column.cast(pl.Int64, strict=False)
        same = whole.cast(column.dtype) == column
        if not same.all():
            words = column.cast(pl.String)
            return pl.select(pl.when(same).then(whole.cast(pl.String)).otherwise(words)).to_series()
        column = whole
    return _cast(column, pl.String)


def _cast(column: pl.Series, kind: Any) -> pl.Series:
    """Return a column as another type, null where a value cannot be.

    Raises:
        BadInput: values of the column's type never can be.
    """
    import polars as pl

    if column.dtype in (pl.Categorical, pl.Enum):
        column = column.cast(pl.String)
    try:
        return column.cast(kind, strict=False)
    except pl.exceptions.PolarsError:
        raise BadInput(
            f"the column is of the type {column.dtype}, which cannot be read here",
            column=column.name,
            remedy="Write its values as words or numbers.",
        ) from None


def numbers(column: pl.Series) -> tuple[Column, Mask]:
    """Read numbers; ½ is a half, as in 6½, and a comma before one or two digits is a decimal point.

    Returns:
        float64 with NaN where none is readable, and whether something stands there.
    """
    import polars as pl

    if column.dtype == pl.String:
        values = column.cast(pl.Float64, strict=False)
        if values.null_count() > column.null_count():
            column = column.str.strip_chars().str.replace("½", ".5", literal=True)
            column = column.str.replace(r"^([+-]?\d*),(\d{1,2})$", "$1.$2")
            values = column.cast(pl.Float64, strict=False)
            column = pl.select(pl.when(column != "").then(column)).to_series()
    else:
        values = _cast(column, pl.Float64)
    there = column.is_not_null().to_numpy()
    return values.fill_null(np.nan).to_numpy().astype(np.float64, copy=False), there


def scores_of_points(first: Column, second: Column) -> Column:
    """Return 1 where the first side made more points, ½ where both made the same, else 0."""
    return np.where(first > second, 1.0, np.where(first == second, 0.5, 0.0))


def points(column: pl.Series, role: str, *, needed: bool) -> tuple[Column, Check]:
    """Read goals, discs or points: finite numbers; a blank is NaN, and bad only where they are ``needed``."""
    values, there = numbers(column)
    bad = ~np.isfinite(values) & (there | needed)
    return values, Check(role, bad, wrong("a number of points"), "Expected a number.", column)


def weights(column: pl.Series) -> tuple[Column, Check]:
    """Read weights: finite numbers that are not negative."""
    values, _ = numbers(column)
    with np.errstate(invalid="ignore"):
        bad = ~(np.isfinite(values) & (values >= 0))
    return values, Check("weight", bad, wrong("a weight"), "Expected a number that is 0 or more.", column)


def covariate(column: pl.Series, role: str) -> tuple[Column, Check]:
    """Read what may sway a game: finite numbers."""
    values, _ = numbers(column)
    bad = ~np.isfinite(values)
    return values, Check(role, bad, wrong("a number"), "Expected a number for every game.", column)


def forecast(column: pl.Series, role: str) -> tuple[Column, Check]:
    """Read others' forecasts: finite numbers; a blank is none, NaN."""
    values, there = numbers(column)
    bad = ~np.isfinite(values) & there
    if column.dtype.is_float():
        bad &= ~np.isnan(values)
    remedy = "Expected a number, or nothing where there is no forecast."
    return values, Check(role, bad, wrong("a number"), remedy, column)


def relative(one: Column, other: Column) -> Column:
    """Return (one − other) / (one + other), 0 where the sum is 0."""
    total = one + other
    with np.errstate(invalid="ignore"):
        return np.divide(one - other, total, out=np.zeros(len(one)), where=total != 0.0)


def stones(column: pl.Series) -> tuple[Column, Check]:
    """Read handicaps: finite numbers of stones; a blank is none given."""
    values, there = numbers(column)
    bad = ~np.isfinite(values) & there
    return np.where(there, values, 0.0), Check(
        "handicap", bad, wrong("a handicap"), "Expected a number of stones.", column
    )


def advantages(column: pl.Series) -> tuple[NDArray[np.int8], Check]:
    """Read who has the advantage: +1 the first side, −1 the second, 0 neither."""
    values, _ = numbers(column)
    bad = ~np.isin(values, (-1.0, 0.0, 1.0))
    signs = np.where(bad, 0.0, values).astype(np.int8)
    return signs, Check("advantage", bad, wrong("an advantage"), "Expected 1, 0 or −1.", column)


def truths(column: pl.Series) -> tuple[Mask, Check]:
    """Read yes and no; a blank is no."""
    import polars as pl

    words = text(column).fill_null("")
    distinct = words.unique()
    yes = [w for w in distinct.to_list() if w.strip().lower() in YES]
    no = [w for w in distinct.to_list() if w.strip().lower() in NO]
    true = words.is_in(pl.Series(yes, dtype=pl.String).implode()).to_numpy()
    false = words.is_in(pl.Series(no, dtype=pl.String).implode()).to_numpy()
    return true, Check("neutral", ~(true | false), wrong("a yes or no"), "Expected true or false.", column)
