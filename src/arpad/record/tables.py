"""Tables as polars reads them: the quick way, for files in which nothing is wrong.

A quick table has no line numbers. Whenever polars stumbles, or rows could be ragged, the answer is None,
and :mod:`arpad.record.careful` reads the same file row by row and says what is wrong where.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.record.columns import Layout, layout
from arpad.record.faults import Fault
from arpad.record.stored import HEAD, Stored

if TYPE_CHECKING:
    import polars as pl

BLOCK = 1 << 20


@dataclass
class Table:
    """The columns of one file that play a role.

    Args:
        name: the file, for messages.
        layout: which column plays which role.
        columns: role -> column; they are taken out as they are used, to give the memory back.
        lines: the line of each row; None where only a careful reading knows.
        row: gives a row back as text.
        faults: rows that are no rows (ragged, not UTF-8…), which the columns lack.
    """

    name: str
    layout: Layout
    columns: dict[str, pl.Series]
    lines: NDArray[np.int64] | None = None
    row: Callable[[int], str] = field(default=lambda _: "")
    faults: list[Fault] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.columns["first"])


def separator(file: Stored) -> str:
    """Return what separates the fields: a tab in TSV; in CSV the comma or semicolon, by the header."""
    if file.format == "tsv":
        return "\t"
    first = re.sub(rb'"[^"]*"', b"", file.head.lstrip(b"\xef\xbb\xbf\r\n")).split(b"\n", 1)[0]
    counts = {mark: first.count(mark.encode()) for mark in (",", ";", "\t")}
    return max(counts, key=lambda mark: counts[mark])


def header_of(file: Stored, mark: str) -> tuple[list[str], int]:
    """Return the names of the columns of a CSV file, and the line of the header.

    Raises:
        BadInput: the header is not UTF-8, or no CSV.
    """
    head = file.head
    if len(head) == HEAD:
        head = head[: head.rfind(b"\n") + 1] or head
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
    return fields, line


def quick_table(file: Stored, columns: Mapping[str, str] | None) -> Table | None:
    """Read a CSV, TSV or Parquet file at polars' speed; None where it has to be read with care.

    Raises:
        BadInput: the header names no games, or there are no rows.
    """
    if file.format == "parquet":
        return _quick_parquet(file, columns)
    if file.format in ("csv", "tsv"):
        return _quick_csv(file, columns)
    return None


def by_role(frame: pl.DataFrame, found: Layout) -> dict[str, pl.Series]:
    """Return the columns of a table by their roles."""
    return {role: frame.to_series(index) for role, index in found.roles.items()}


def _quick_csv(file: Stored, columns: Mapping[str, str] | None) -> Table | None:
    import polars as pl

    mark = separator(file)
    header, line = header_of(file, mark)
    found = layout(header, columns, file=file.name, line=line)
    if line != 1:
        return None
    whole = file.whole()
    try:
        # All columns, although few may be needed: with a selection polars overlooks rows that are too long.
        frame = pl.read_csv(whole, separator=mark, infer_schema=False, glob=False)
    except pl.exceptions.PolarsError:
        return None
    except UnicodeError:
        return None
    if frame.width != len(header):
        return None
    blanks = _blank_lines_at_the_end(file, whole)
    if blanks:
        frame = frame.head(frame.height - blanks)
    # A row that is too short ends in nulls. So does one whose last field is empty: the separators tell.
    if frame.to_series(-1).null_count() and _separators(whole, mark) != (frame.height + 1) * (
        len(header) - 1
    ):
        return None
    if not frame.height:
        return None
    return Table(file.name, found, by_role(frame, found))


def _blank_lines_at_the_end(file: Stored, whole: object) -> int:
    """How many empty lines follow the last row."""
    if isinstance(whole, bytes):
        tail = whole[-BLOCK:]
    else:
        with file.open() as stream:
            stream.seek(0, io.SEEK_END)
            stream.seek(max(0, stream.tell() - BLOCK))
            tail = stream.read()
    ends = re.search(rb"(\r?\n)*\Z", tail)
    return max(0, ends[0].count(b"\n") - 1) if ends else 0


def _separators(whole: object, mark: str) -> int:
    """Count the separators of a file without quotes; −1 for one with quotes."""
    sign, count = mark.encode(), 0
    stream = io.BytesIO(whole) if isinstance(whole, bytes) else open(str(whole), "rb")  # noqa: SIM115
    with stream:
        while block := stream.read(BLOCK):
            if b'"' in block:
                return -1
            count += block.count(sign)
    return count


def _quick_parquet(file: Stored, columns: Mapping[str, str] | None) -> Table | None:
    import polars as pl

    whole = file.whole()
    source = io.BytesIO(whole) if isinstance(whole, bytes) else whole
    try:
        header = list(pl.read_parquet_schema(source))
        found = layout(header, columns, file=file.name, line=None)
        wanted = sorted(set(found.roles.values()))
        frame = pl.read_parquet(source, columns=[header[i] for i in wanted], glob=False)
    except pl.exceptions.PolarsError as error:
        raise unreadable(file.name, error) from error
    place = {index: k for k, index in enumerate(wanted)}
    chosen = {role: frame.to_series(place[index]) for role, index in found.roles.items()}
    return Table(file.name, found, chosen) if frame.height else None


def unreadable(name: str, error: Exception) -> BadInput:
    """Return polars' complaint about a whole file as an error of ours."""
    first = str(error).strip().split("\n", 1)[0]
    return BadInput(f"the file cannot be read ({first})", file=name, remedy="It may be damaged.")
