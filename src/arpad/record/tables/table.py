"""What the quick and the careful way of reading a table have in common: header, and columns by role."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.record.files.source_file import HEAD, Stored
from arpad.record.tables.column_names import SIDES, SINGLE, normal
from arpad.record.tables.faults import Fault
from arpad.record.tables.header import AGAINST, COVARIATE, FORECAST, Layout

if TYPE_CHECKING:
    import polars as pl


NUMBERS = (
    "score",
    "score_second",
    "winner",
    "points",
    "points_first",
    "points_second",
    "weight",
    "handicap",
    "komi",
    "advantage",
)
"""Roles of columns that hold numbers, or words for them."""

SEPARATORS = ",;\t|"
"""What may separate the fields of a CSV file: the one of which its header has most."""

DAYS = (-719_162, 2_932_896)
"""The first day of the year 1 and the last of 9999, as days since 1970."""


@dataclass
class Table:
    """The columns of one file that play a role.

    Args:
        name: the file, for messages.
        layout: which column plays which role.
        columns: role -> column.
        lines: int64, the line of each row.
        row: gives a row back as text.
        faults: rows that are no rows (ragged, not UTF-8…), which the columns lack.
        unit: what the lines count.
        notes: what a reader of the table should know, as sentences.
    """

    name: str
    layout: Layout
    columns: dict[str, pl.Series]
    lines: NDArray[np.int64]
    row: Callable[[int], str]
    faults: list[Fault] = field(default_factory=list)
    unit: str = "line"
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.columns["first"])


ROWS_BELOW, FEWEST_BELOW = 20, 3
"""How many rows tell whether the header has a name for each column, and how many at least."""

_DAY = re.compile(r"\d{1,4}([-/.])\s?\d{1,2}\1\s?\d{1,4}\b")
_DAYS = frozenset(map(normal, SINGLE["time"]))
_SIDES = frozenset(normal(name) for pair in SIDES for name in (pair.first, pair.second))
_WRAPPED = re.compile(r"""\(u?(?P<quote>["'])(?P<name>.*)(?P=quote),\)""")


def separator(file: Stored) -> str:
    """Return what separates the fields: a tab in TSV; in CSV what the header has most of."""
    if file.format == "tsv":
        return "\t"
    first = re.sub(rb'"[^"]*"', b"", file.head.lstrip(b"\xef\xbb\xbf\r\n")).split(b"\n", 1)[0]
    counts = {mark: first.count(mark.encode()) for mark in SEPARATORS}
    return max(counts, key=lambda mark: counts[mark])


def header_of(file: Stored, mark: str) -> tuple[list[str], int]:
    """Return the names of the columns of a CSV file, and the line of the header.

    Raises:
        BadInput: the header is not UTF-8, or no CSV.
    """
    head = file.head
    if b"\n" not in head and b"\r" in head:
        raise BadInput(
            "the lines end in CR alone", file=file.name, remedy="Save the file with the line ends LF or CRLF."
        )
    if len(head) == HEAD:
        if b"\n" not in head:
            raise BadInput(
                f"the header is longer than {HEAD:,} bytes",
                file=file.name,
                row=1,
                remedy="Expected a header and rows, each on a line of its own.",
            )
        head = head[: head.rfind(b"\n") + 1]
    text = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=mark, strict=True)
    line = 1
    try:
        for fields in reader:
            if fields:
                break
            line = reader.line_num + 1
        else:
            raise BadInput("the file is empty", file=file.name)
    except csv.Error as error:
        raise BadInput(f"the header cannot be read ({error})", file=file.name, row=line) from error
    if any("\udc80" <= letter <= "\udcff" for name in fields for letter in name):
        raise BadInput(
            "the header is not UTF-8",
            file=file.name,
            row=line,
            remedy="Convert the file: iconv -f latin1 -t utf-8.",
        )
    fields = unwrapped(fields)
    try:
        below = [row for row in islice(reader, ROWS_BELOW) if any(map(str.strip, row))]
    except csv.Error:
        below = []
    return (["", *fields] if _lacks_first(fields, below) else fields), line


def unwrapped(names: Sequence[str]) -> list[str]:
    """Return names without what Python prints around a name alone, ``('Ann',)``, where all have it."""
    found = [_WRAPPED.fullmatch(name.strip()) for name in names]
    if not names or not all(match or not name.strip() for match, name in zip(found, names, strict=True)):
        return list(names)
    return [match["name"] if match else name for match, name in zip(found, names, strict=True)]


def _lacks_first(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first column has no field in the header, as R writes the names or numbers of the rows.

    All rows have one field more than the header, and begin with the names of other columns, as in a
    crosstable; or they are numbered on, and what follows the number is what the first name says, a side or a
    day. Otherwise the name of any column may be the one that is missing.
    """
    if len(rows) < FEWEST_BELOW or any(len(row) != len(names) + 1 for row in rows):
        return False
    if not any(row[-1].strip() for row in rows):
        return False  # a separator at the end of each row
    firsts, seconds = ([row[at].strip() for row in rows] for at in (0, 1))
    if set(firsts) <= {name.strip() for name in names} and len(set(firsts)) == len(firsts):
        return True
    if not any(firsts == [str(at) for at in range(start, start + len(firsts))] for start in (0, 1)):
        return False
    first = normal(names[0])
    if first in _DAYS:
        return all(map(_DAY.match, seconds))
    return first in _SIDES and all(any(map(str.isalpha, second)) for second in seconds)


def by_role(frame: pl.DataFrame, found: Layout, file: str = "") -> dict[str, pl.Series]:
    """Return the columns of a table by their roles.

    Raises:
        BadInput: a column is of a type that holds neither text nor numbers nor times.
    """
    return {role: plain(role, frame.to_series(index), found, file) for role, index in found.roles.items()}


def blank_rows(frame: pl.DataFrame, found: Layout) -> pl.Series:
    """Return which rows hold nothing at all: as spreadsheet programs save the empty rows below a table."""
    import polars as pl

    def blank(columns: Iterable[pl.Series]) -> pl.Series:
        found = (
            pl.lit(column).is_null()
            if column.dtype != pl.String
            else pl.lit(column).str.strip_chars().fill_null("") == ""
            for column in columns
        )
        return pl.select(pl.all_horizontal(*found)).to_series()

    none = blank([frame.to_series(found.roles[side]) for side in ("first", "second")])
    return none & blank(frame.get_columns()) if none.any() else none


def plain(role: str, column: pl.Series, found: Layout, file: str) -> pl.Series:
    """Return a column of a type that holds what the role needs; categories become words.

    Raises:
        BadInput: it holds lists, structures, bytes, objects or durations; dates where numbers belong, or
            something else where times belong; or a date before the year 1 or after 9999, which no calendar of
            a computer has.
    """
    import polars as pl

    kind = column.dtype
    if kind == pl.String:
        return column
    if kind in (pl.Categorical, pl.Enum) and role != "time":
        return column.cast(pl.String)
    unfit = kind.is_nested() or kind in (pl.Binary, pl.Object, pl.Duration)
    if role == "time":
        unfit = unfit or not (kind in (pl.Date, pl.Datetime, pl.Null) or kind.is_numeric())
    elif role in NUMBERS or role.startswith((COVARIATE, AGAINST, FORECAST)):
        unfit = unfit or kind.is_temporal()
    if unfit:
        raise BadInput(
            f"the column holds {kind}, which is not {'a time' if role == 'time' else 'text or a number'}",
            file=file or None,
            column=found.name(role),
            remedy="Expected plain values; convert the column.",
        )
    if kind in (pl.Date, pl.Datetime):
        _check_calendar(column, found.name(role), file)
    return column


def _check_calendar(column: pl.Series, name: str, file: str) -> None:
    """Refuse days that no calendar has; to convert one of them would end the program.

    Raises:
        BadInput: there is one; with its row.
    """
    import polars as pl

    a_day = {"ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}
    of_day = a_day[column.dtype.time_unit or "us"] if isinstance(column.dtype, pl.Datetime) else 1
    day = column.to_physical() // of_day
    # A day less at both ends: an offset from UTC may move a moment by as much.
    bad = ((day <= DAYS[0]) | (day >= DAYS[1])).fill_null(False)
    if bad.any():
        raise BadInput(
            "the date is before the year 1 or after the year 9999",
            file=file or None,
            row=(bad.arg_max() or 0) + 1,
            column=name,
            remedy="Correct it, or leave it empty.",
        )


def joined(values: Iterable[Any], mark: str = ",") -> str:
    """Return a row as one line of CSV."""
    out = io.StringIO()
    csv.writer(out, delimiter=mark, lineterminator="").writerow(["" if v is None else v for v in values])
    return out.getvalue()


@contextmanager
def polars_reads(name: str) -> Iterator[None]:
    """Make of whatever polars says of a damaged file an error of ours.

    The report of a panic, which its hook writes to the standard error of the process, stays there: to set a
    descriptor of the process aside would swallow what other threads write, and why a process ended.

    Raises:
        BadInput: polars cannot read the file, or gives up in the middle of it.
    """
    import polars as pl

    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OverflowError) as error:
        first = str(error).strip().split("\n", 1)[0]
        raise BadInput(
            f"the file cannot be read ({first})", file=name, remedy="It may be damaged."
        ) from error
