"""A table of entries from a file of the user's own: CSV with headings, a line for each participant."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from arpad.core import BadInput, counted
from arpad.office.desk.entering import Entry, Refused

COLUMNS = {
    "rating": "rating",
    "federation": "federation",
    "fide_id": "identity",
    "sex": "sex",
    "birth": "birth",
    "title": "title",
    "club": "club",
    "grade": "grade",
}
"""The columns of a list of entries beside the name, and the field of the entry that each fills."""


PASSED_OVER = ("number", "from_round")
"""Columns of a printed starting list that say what the act of entering decides."""


class TableRow(NamedTuple):
    """A line of the file.

    Args:
        line: its number, as an editor shows it.
        cells: by heading, without blanks at their ends.
        entry: what it says of a participant.
    """

    line: int
    cells: dict[str, str]
    entry: Entry


def content_of(path: Path) -> bytes:
    """Return the content of a file of entries.

    Raises:
        BadInput: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror or error}", code="entries.unreadable"
        ) from error


def table_of(content: bytes, file: str, more: Sequence[str] = ()) -> tuple[list[str], list[TableRow]]:
    """Return the headings and the lines of a CSV file: a column ``name``, and any of :data:`COLUMNS`.

    Args:
        content: of the file.
        file: its name, for errors.
        more: columns that are known beside these if the first of them is there.

    Raises:
        BadInput: the file is not such a table, or a rating is not a number; with the line.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{file} is not written in UTF-8", remedy="Save it as CSV in UTF-8.", code="entries.not-utf-8"
        ) from error
    first = text.partition("\n")[0]
    # Spreadsheets of half the world write semicolons.
    apart = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=apart, strict=True))
    except csv.Error as error:
        raise BadInput(f"{file} is not a valid CSV file: {error}", code="entries.not-csv") from error
    header = [word.strip().lower() for word in rows[0]] if rows else []
    beside = more if more and more[0] in header else ()
    unknown = [word for word in header if word not in (*COLUMNS, *PASSED_OVER, *beside, "name")]
    if "name" not in header or unknown:
        said = f"the column {unknown[0]!r} is not known" if unknown else "there is no column 'name'"
        known = f"Columns are name, {', '.join((*more, *COLUMNS))}."
        raise BadInput(said, file=file, row=1, remedy=known, code="entries.columns")
    found = []
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            said = f"{counted(len(row), 'cell')} under {counted(len(header), 'heading')}"
            raise BadInput(
                said,
                file=file,
                row=line,
                remedy='Put a name that has a comma into "…".',
                code="entries.cells",
            )
        cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
        known_of: dict[str, str | int] = {COLUMNS[key]: cells[key] for key in COLUMNS if cells.get(key)}
        if "rating" in known_of:
            known_of["rating"] = whole_of(file, line, "rating", cells["rating"], "Write whole points.")
        found.append(TableRow(line, cells, Entry(cells.get("name", ""), known_of)))
    return header, found


def whole_of(file: str, line: int, column: str, text: str, remedy: str) -> int:
    """Return the whole number of a cell.

    Raises:
        BadInput: it is something else; with the line.
    """
    try:
        return int(text)
    except ValueError:
        raise BadInput(
            f"{text[:40]!r} is not a valid {column}",
            file=file,
            row=line,
            column=column,
            remedy=remedy,
            code="entry.value",
        ) from None


def at_line(file: str, line: int, error: Refused) -> BadInput:
    """Return why an entry is refused, with its line."""
    return BadInput(
        error.problem,
        file=file,
        row=line,
        article=error.article,
        remedy=error.remedy,
        code=error.code,
    )
