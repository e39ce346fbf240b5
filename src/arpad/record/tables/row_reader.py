"""Tables read row by row: slower, but every row has its line, and what is not a row is said.

CSV is read by Python's own reader, which agrees with polars on what a well-formed file says. An unclosed
quote costs the line in which it opens, not the rest of the file.
"""

from __future__ import annotations

import csv
import io
import json
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from arpad.core import BadInput, progress
from arpad.core.wording import counted
from arpad.record.files.limits import LIMITS, beyond
from arpad.record.files.source_file import Stored
from arpad.record.tables.faults import Fault, escaped
from arpad.record.tables.header import layout
from arpad.record.tables.parquet_pages import check_pages
from arpad.record.tables.spanning_cells import Span, spanning_note, spans_of_row
from arpad.record.tables.table import Table, blank_rows, by_role, header_of, joined, polars_reads, separator

if TYPE_CHECKING:
    import polars as pl

Row = list[str | None]
Item = tuple[int, Row] | Fault
"""A row with its line, or what is wrong with it."""

ROW_BY_ROW = 0.85
"""Which share of the reading is done once every row has been looked at."""

BATCH = 50_000
"""How many rows are held as Python objects at a time."""


def careful_table(
    file: Stored,
    columns: Mapping[str, str] | None,
    *,
    stop: bool,
    rows: int | None = None,
    played: bool = True,
) -> Table:
    """Read a CSV, TSV, JSON Lines or Parquet file with the line of every row.

    Args:
        file: what to read.
        columns: choices for the header.
        stop: whether to read no further than the first row that is none.
        rows: how many rows are enough; None for all.
        played: whether there has to be a column of the result.

    Raises:
        BadInput: the header names no games, or there are no rows.
    """
    if file.format == "parquet":
        return frame_table(_parquet(file), file.name, columns, played=played)
    text = _Text(file)
    with progress.part(0.0, ROW_BY_ROW):
        lines, frames, faults, spans = _collected(text.items(), stop=stop, rows=rows)
    if not lines and not faults:
        raise BadInput("the file has no rows", file=file.name, remedy="Expected a row for every game.")
    frame = text.framed(frames)
    if stop and faults and not text.header:
        raise faults[0].error(file.name)
    found = layout(text.header, columns, file=file.name, line=text.header_line, unit=file.unit, played=played)
    chosen = by_role(frame[:, 1:] if text.json else frame, found, file.name)
    numbers = np.array(lines, dtype=np.int64)
    table = Table(
        file.name, found, chosen, numbers, text.row_of(frame), faults, file.unit, spanning_note(file, spans)
    )
    return _without_nested(table) if text.json else table


def frame_table(
    frame: pl.DataFrame, name: str, columns: Mapping[str, str] | None, *, played: bool = True
) -> Table:
    """Return a DataFrame as a table; its lines are the numbers of its rows, from 1. Blank rows are none."""
    found = layout(frame.columns, columns, file=name, line=None, played=played)
    lines = np.arange(1, frame.height + 1)
    blank = blank_rows(frame, found)
    if blank.any():
        lines, frame = lines[~blank.to_numpy()], frame.filter(~blank)
    values = by_role(frame, found, name)
    return Table(name, found, values, lines, lambda i: joined(frame.row(i)), unit="row")


def text_rows(file: Stored, faults: list[Fault] | None = None) -> tuple[list[str], list[tuple[int, Row]]]:
    """Read any table as rows of text with their lines, for small files such as those of players.

    Args:
        file: what to read.
        faults: takes what is wrong with rows that are none; None where the first one is an error.

    Raises:
        BadInput: a row is none.
    """
    if file.format == "parquet":
        return text_rows_of(_parquet(file))
    text = _Text(file)
    rows = []
    for item in text.items():
        if isinstance(item, Fault):
            if faults is None:
                raise item.error(file.name)
            faults.append(item)
        else:
            rows.append(item)
    if file.format == "jsonl":
        rows = [(line, [value and value.removeprefix(NESTED) for value in row[1:]]) for line, row in rows]
    width = len(text.header)
    return text.header, [(line, row + [None] * (width - len(row))) for line, row in rows]


def first_rows(file: Stored, count: int) -> tuple[list[str], list[tuple[int, Row]]]:
    """Return the header and the first rows of a table as text, as they stand in the file, with their lines.

    Args:
        file: what to read.
        count: how many rows at most; those that are none do not count.
    """
    if file.format == "parquet":
        return text_rows_of(_parquet(file).head(count))
    text = _Text(file)
    items = (item for item in text.items() if not isinstance(item, Fault))
    # The header of JSON grows with its objects: only the last one has shown all columns.
    rows = list(items)[:count] if text.json else list(islice(items, count))
    width = len(text.header)
    if text.json:
        rows = [(line, [value and value.removeprefix(NESTED) for value in row[1:]]) for line, row in rows]
    return text.header, [(line, [*row, *[None] * (width - len(row))]) for line, row in rows]


def text_rows_of(frame: pl.DataFrame) -> tuple[list[str], list[tuple[int, Row]]]:
    """Return the header and the rows of a table in memory, as text with their numbers."""
    return frame.columns, [(i, [_as_text(v) for v in row]) for i, row in enumerate(frame.rows(), start=1)]


def columns_of(file: Stored) -> list[str]:
    """Return the names of the columns of a CSV, TSV or Parquet file, without reading its rows.

    Raises:
        BadInput: the header cannot be read.
    """
    if file.format == "parquet":
        import polars as pl

        whole = file.whole()
        with polars_reads(file.name):
            return list(pl.read_parquet_schema(io.BytesIO(whole) if isinstance(whole, bytes) else whole))
    return header_of(file, separator(file))[0]


class _Text:
    """The rows of a CSV or JSON Lines file; the header of the latter grows while they are read."""

    def __init__(self, file: Stored) -> None:
        self.file = file
        self.json = file.format == "jsonl"
        self.mark = "," if self.json else separator(file)
        self.header: list[str] = []
        self.header_line: int | None = None
        if not self.json:
            self.header, self.header_line = header_of(file, self.mark)

    def items(self) -> Iterator[Item]:
        with self.file.open(told=True) as stream:
            # Only \n ends a line, as for polars; bytes that are no UTF-8 are kept apart as surrogates.
            text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="\n")
            yield from _json_rows(text, self.header, self.file) if self.json else self._csv_rows(text)

    def _csv_rows(self, text: IO[str]) -> Iterator[Item]:
        rows = _csv_items(text, self.mark, len(self.header), self.file.unit)
        next(rows, None)  # the header; one of separators alone is no row
        return rows

    def framed(self, frames: list[pl.DataFrame]) -> pl.DataFrame:
        """Join the batches; the rows before a late column of JSON Lines lack it."""
        import polars as pl

        width = len(self.header) + self.json
        names = [f"column_{k}" for k in range(width)]
        if not frames:
            return pl.DataFrame({name: pl.Series([], dtype=pl.String) for name in names})
        wide = [
            part.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in names[part.width :])
            for part in frames
        ]
        return pl.concat(wide)

    def row_of(self, frame: pl.DataFrame) -> Callable[[int], str]:
        """Return what gives a row back as text."""
        if self.json:
            return lambda i: str(frame.item(i, 0))
        return lambda i: joined(frame.row(i), self.mark)


def _collected(
    items: Iterator[Item], *, stop: bool, rows: int | None
) -> tuple[array[int], list[pl.DataFrame], list[Fault], list[Span]]:
    """Return the lines of the rows, the rows, what is no row, and the cells that span lines."""
    spans: list[Span] = []
    lines = array("q")
    frames: list[pl.DataFrame] = []
    faults: list[Fault] = []
    batch: list[Row] = []
    for item in items:
        if isinstance(item, Fault):
            faults.append(item)
            if stop:
                break
            continue
        lines.append(item[0])
        batch.append(item[1])
        spans += spans_of_row(*item)
        if len(batch) == BATCH:
            frames.append(_frame(batch))
            batch = []
        if rows is not None and len(lines) >= rows:
            break
    if batch:
        frames.append(_frame(batch))
    return lines, frames, faults, spans


def _frame(batch: list[Row]) -> pl.DataFrame:
    import polars as pl

    columns = zip_longest(*batch)
    return pl.DataFrame({f"column_{k}": pl.Series(c, dtype=pl.String) for k, c in enumerate(columns)})


class _Lines:
    """The lines of a file, with those of the row that is being read, which can be given back."""

    def __init__(self, text: IO[str]) -> None:
        self.text = text
        self.again: deque[str] = deque()
        self.row: list[str] = []
        self.read = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self.again.popleft() if self.again else next(self.text)
        self.row.append(line)
        return line

    def done(self) -> int:
        """Close the row and return the line where it began."""
        began = self.read + 1
        self.read += len(self.row)
        self.row = []
        return began

    def keep_first(self) -> str:
        """Give back all lines of the row but its first, which is returned."""
        first = self.row[0]
        self.again.extendleft(reversed(self.row[1:]))
        self.row = [first]
        return first


def _csv_items(text: IO[str], mark: str, width: int, unit: str) -> Iterator[Item]:
    """Yield the rows of a CSV file, the header among them; lines of separators alone hold none."""
    lines = _Lines(text)
    while True:
        reader = csv.reader(lines, delimiter=mark, strict=True)
        try:
            for fields in reader:
                if any(map(str.strip, fields)):
                    bad = _ragged(fields, width, mark) or _bytes(fields)
                    line = lines.done()
                    if bad:
                        yield Fault(line, "", joined(fields, mark), *bad, joined(fields, mark), unit)
                    else:
                        # An empty field is a missing one, as polars has it.
                        yield line, [field or None for field in fields]
                else:
                    lines.done()
            return
        except csv.Error as error:
            if not lines.row:
                raise
            first = lines.keep_first().rstrip("\r\n")
            problem = f"the row is not valid CSV ({error})"
            yield Fault(lines.done(), "", first, problem, "Is a quote missing?", first, unit)


def _ragged(fields: Sequence[str], width: int, mark: str) -> tuple[str, str] | None:
    if len(fields) == width:
        return None
    remedy = f"Expected {width}, as the header has."
    if len(fields) > width and mark == ",":
        remedy += ' A cell that holds a comma needs quotes: "0,5".'
    return f"the row has {counted(len(fields), 'field')}", remedy


def _bytes(fields: Sequence[str]) -> tuple[str, str] | None:
    for field in fields:
        if not field.isascii() and any("\udc80" <= letter <= "\udcff" for letter in field):
            return f"'{escaped(field)}' is not UTF-8", "Convert the file: iconv -f latin1 -t utf-8."
    return None


def _json_rows(text: IO[str], header: list[str], file: Stored) -> Iterator[Item]:
    r"""Yield the rows of JSON Lines, each with its line as it stood before its values.

    Args:
        text: the lines.
        header: filled with the keys, in the order of their first appearance.
        file: where they stand, for errors.

    Raises:
        BadInput: the objects have too many different keys.
    """
    places: dict[str, int] = {}
    for number, whole in enumerate(text, start=1):
        if file.places is not None:
            number = file.places[number - 1]  # noqa: PLW2901 - where the row stands in the export
        line = whole.strip()
        if not line:
            continue
        values, bad = _json_object(line)
        if bad:
            yield Fault(number, "", line[:200], *bad, line, file.unit)
            continue
        for key in values:
            if key not in places:
                if len(header) == LIMITS.keys:
                    problem = f"the objects have more than {LIMITS.keys:,} different keys"
                    raise beyond(problem, file.name, number)
                places[key] = len(header)
                header.append(key)
        row: Row = [None] * (len(header) + 1)
        row[0] = line
        for key, value in values.items():
            row[places[key] + 1] = value
        yield number, row


def _json_object(line: str) -> tuple[dict[str, str | None], tuple[str, str] | None]:
    """Read a line of JSON: its values as text, or what is wrong with it."""
    bad = _bytes([line])
    if bad:
        return {}, bad
    try:
        values = json.loads(line)
        if not isinstance(values, dict):
            return {}, (
                "this is not a JSON object",
                'Expected one object for each game: {"white": …, "black": …}.',
            )
        found = {key: _as_text(value) for key, value in values.items()}
    except ValueError as error:
        return {}, (f"the line is not valid JSON ({error})", "Expected one object a line.")
    except RecursionError:
        return {}, (
            "the line is not valid JSON (its brackets nest too deeply)",
            "Expected one object a line.",
        )
    # Half of a character, "\\ud800", is JSON and no text.
    if "\\ud" in line.lower() and any("\ud800" <= c <= "\udfff" for word in _words(found) for c in word):
        return {}, (
            "the line is not valid text (it holds an unpaired surrogate)",
            "Expected whole characters.",
        )
    return found, None


def _words(values: Mapping[str, str | None]) -> Iterator[str]:
    for key, value in values.items():
        yield key
        yield value or ""


NESTED = "\0"
"""Stands before an object or a list of JSON, which no column of a record can hold."""


def _as_text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, (dict, list)):
        return NESTED + json.dumps(value)
    if isinstance(value, bool):
        return json.dumps(value)
    return str(value)


def _without_nested(table: Table) -> Table:
    """Return a table of JSON Lines whose rows with objects or lists in columns that count are faults."""
    faults: dict[int, Fault] = {}
    for role, column in table.columns.items():
        for row in column.str.starts_with(NESTED).fill_null(False).arg_true().to_list():
            value = str(column[row]).removeprefix(NESTED)
            kind = "an object" if value.startswith("{") else "a list"
            problem = f"the value is {kind} of JSON"
            fault = Fault(
                int(table.lines[row]),
                table.layout.name(role),
                value,
                problem,
                "Expected a text or a number.",
                table.row(row),
                table.unit,
            )
            faults.setdefault(row, fault)
    if not faults:
        return table
    kept = np.setdiff1d(np.arange(len(table)), list(faults))
    return replace(
        table,
        columns={role: column.gather(kept) for role, column in table.columns.items()},
        lines=table.lines[kept],
        row=lambda row: table.row(int(kept[row])),
        faults=sorted([*table.faults, *faults.values()], key=lambda fault: fault.line),
    )


def _parquet(file: Stored) -> pl.DataFrame:
    import polars as pl

    whole = file.whole()
    check_pages(whole, file.name)
    with polars_reads(file.name):
        return pl.read_parquet(io.BytesIO(whole) if isinstance(whole, bytes) else whole, glob=False)
