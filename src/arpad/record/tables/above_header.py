"""What stands above the header of a table of games: a title, or the ``sep=;`` of spreadsheet programs.

The header is the first of the first rows (:data:`ROWS`) whose names are those of games. Where none is, as the
columns may have names of their own, a row of a single cell above one of at least three is a title. What is
above the header is left out, and a note says so.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from arpad.record.files.source_file import HEAD, Stored
from arpad.record.tables.header import names_games
from arpad.record.tables.table import SEPARATORS

ROWS = 20
"""How many rows that are not blank may stand above the header, and one more."""

COLUMNS = 3
"""How many columns a table of games has at least."""

DIRECTIVE = r"(?i)sep=.?\W*"
"""What spreadsheet programs write above a CSV file to name its separator."""


class Row(NamedTuple):
    """A row that is not blank.

    Args:
        line: where it begins.
        cells: what stands in it.
    """

    line: int
    cells: list[str]

    @property
    def filled(self) -> int:
        """How many cells are not blank."""
        return sum(bool(cell.strip()) for cell in self.cells)


def below_title(file: Stored, is_header: Callable[[Sequence[str]], bool] = names_games) -> Stored:
    """Return a CSV or TSV file without what stands above its header; any other file as it is.

    Args:
        file: the file.
        is_header: tells whether words are the known names of columns.
    """
    if file.format not in ("csv", "tsv"):
        return file
    head = file.head
    text = (head[: head.rfind(b"\n") + 1] if len(head) == HEAD else head).decode("utf-8", "replace")
    text = text.removeprefix("\ufeff")
    line = _line_of_header(text, "\t" if file.format == "tsv" else SEPARATORS, is_header)
    above = [each.strip() for each in text.split("\n")[: line - 1]]
    if not any(above):
        return file
    found = file.from_line(line)
    if all(re.fullmatch(DIRECTIVE, each) for each in above if each):
        return found
    note = f"{file.name}: the header is {file.unit} {line}; the {file.unit}s above it are not read"
    return replace(found, notes=(*file.notes, note))


def _line_of_header(text: str, marks: str, is_header: Callable[[Sequence[str]], bool]) -> int:
    """Return the line on which the header begins.

    Args:
        text: the beginning of the file.
        marks: what may separate its fields.
        is_header: as of :func:`below_title`.
    """
    tables = [rows for mark in marks if (rows := list(islice(_rows(text, mark), ROWS + 1)))]
    for row in sorted(chain.from_iterable(tables), key=lambda row: row.line):
        if is_header(row.cells):
            of_table = next((rows for rows in tables if row in rows), [])
            return of_table[0].line if _is_repeated(row, of_table) else row.line
    whole = next(filter(_is_whole, tables), None)
    if whole is not None:
        return whole[0].line
    titled = [
        next((row for row in rows if row.filled >= COLUMNS), None) for rows in tables if rows[0].filled == 1
    ]
    widest = max(filter(None, titled), key=lambda row: row.filled, default=None)
    return _first_line(text) if widest is None else widest.line


def _is_repeated(row: Row, rows: Sequence[Row]) -> bool:
    """Whether a header stands between the rows of a table, whose first line has names of another language."""
    above = rows[: rows.index(row)] if row in rows else []
    width = len(row.cells)
    return len(above) > 1 and all(len(each.cells) == width and 2 * each.filled > width for each in above)


def _first_line(text: str) -> int:
    """Return the first line that has more than separators, as which spreadsheet programs save blank rows."""
    lines = text.split("\n")
    return next((at for at, line in enumerate(lines, start=1) if line.strip(f'{SEPARATORS} "\r')), 1)


def _is_whole(rows: Sequence[Row]) -> bool:
    """Whether the first row of a table has as many cells as the others, so that it is no title of them."""
    width = len(rows[0].cells)
    whole = all(len(row.cells) == width for row in rows)
    return whole and len(rows) > 1 and width >= COLUMNS and 2 * rows[0].filled > width


def _rows(text: str, mark: str) -> Iterator[Row]:
    """Yield the rows that are not blank; what is no CSV ends them."""
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=mark)
    line = 1
    try:
        for cells in reader:
            row = Row(line, cells)
            if row.filled:
                yield row
            line = reader.line_num + 1
    except csv.Error:
        return
