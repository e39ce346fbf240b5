"""A table of entries from a file of the user's own: CSV or a workbook, a line for each participant."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from arpad.core import BadInput, joined, worded, worded_count
from arpad.office.desk.entering import Entry, Refused
from arpad.office.policy import Finding, Severity
from arpad.record.files import encodings
from arpad.record.files.workbooks import is_workbook, sheet_of
from arpad.record.kinds import players as players_file
from arpad.record.tables.column_names import normal

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

OTHER_NAMES: Mapping[str, Sequence[str]] = {
    "name": [one for one in players_file.NAME if one not in ("team", "team_name", "id", "player_id")],
    "rating": players_file.NUMBERS["rating"],
    "federation": players_file.WORDS["federation"],
    "fide_id": ("fide_no", *players_file.IDS),
    "sex": players_file.WORDS["sex"],
    "birth": players_file.BIRTH,
    "title": players_file.WORDS["title"],
    "club": ("club/city", "verein", "clube", "circolo", "vereniging", "клуб", "클럽"),
    "grade": ("rank", "dan", "kyu", "go_rank", "rang", "niveau", "разряд", "단급", "기력"),
}
"""Other names of these columns; the first that is there is taken."""

PASSED_OVER = ("number", "no", "nr", "from_round")
"""Columns of a printed starting list that say what the act of entering decides."""

_GRADE = re.compile(r"\d{1,2}\s*(k|d|p|kyu|dan|pro)", re.IGNORECASE)

NEAR = 0.8
"""How alike an unknown heading and a known one are, as difflib measures it, for the one to be meant."""


class TableRow(NamedTuple):
    """A line of the file.

    Args:
        line: its number, as an editor shows it.
        cells: by the names of the known columns, without blanks at their ends.
        entry: what it says of a participant.
    """

    line: int
    cells: dict[str, str]
    entry: Entry


class EntryTable(NamedTuple):
    """A file of entries.

    Args:
        header: the known columns that it has, by their own names: ``rating`` for ``Wertung``.
        rows: its lines.
        unused: the headings of the others, as they stand.
        notes: what was supposed of the file, as sentences.
    """

    header: list[str]
    rows: list[TableRow]
    unused: list[str]
    notes: tuple[str, ...]

    def findings(self, file: str) -> list[Finding]:
        """Return what was supposed of the file and what of it is not used, for the act of entering."""
        found = [Finding("entries.supposed", note) for note in self.notes]
        if self.unused:
            shown = [
                worded("{title} (did you mean {near}?)", title=title, near=near) if near else title
                for title, near in self._near()
            ]
            meant = any(near for _, near in self._near())
            severity = Severity.WARNING if meant else Severity.NOTE
            found.append(
                Finding(
                    "entries.unused",
                    worded("{file}: not used: {known}", file=file, known=joined(shown)),
                    severity,
                )
            )
        return found

    def _near(self) -> list[tuple[str, str]]:
        """Return the unused headings, each with the known one that it is near to."""
        known = ["name", *COLUMNS]
        near = [get_close_matches(normal(title), known, n=1, cutoff=NEAR) for title in self.unused]
        return [(title, one[0] if one else "") for title, one in zip(self.unused, near, strict=True)]


def content_of(path: Path) -> bytes:
    """Return the content of a file of entries.

    Raises:
        BadInput: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(
            worded("{path} cannot be read: {strerror}", path=path, strerror=error.strerror or error),
            code="entries.unreadable",
        ) from error


def table_of(content: bytes, file: str, more: Sequence[str] = ()) -> EntryTable:
    """Return the headings and the lines of a file: a column ``name``, and any of :data:`COLUMNS`.

    The headings are known by other names too, in the languages of :mod:`arpad.record.kinds.players`. Of a
    workbook it is the first sheet that is not empty.

    Args:
        content: of the file.
        file: its name, for errors.
        more: columns that are known beside these if the first of them is there.

    Raises:
        BadInput: the file is not such a table, or a rating is not a number; with the line.
    """
    text, notes = _text_of(content, file)
    first = text.lstrip().partition("\n")[0]
    # Spreadsheets of half the world write semicolons.
    apart = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=apart, strict=True)
    titles: list[str] = []
    lines: list[tuple[int, list[str]]] = []
    before = 0
    try:
        for row in reader:
            at, before = before + 1, reader.line_num
            if not any(cell.strip() for cell in row):
                continue
            if titles:
                lines.append((at, [cell.strip() for cell in row]))
            else:
                titles, heading = [cell.strip() for cell in row], at
    except csv.Error as error:
        raise BadInput(
            worded("{file} is not a valid CSV file: {error}", file=file, error=error), code="entries.not-csv"
        ) from error
    places = _places(titles, [row for _, row in lines], more)
    lone = [key for key in more[1:] if normal(key) in map(normal, titles) and key not in places]
    if lone:
        raise BadInput(
            worded(
                "the column {column!r} needs the column {other!r} beside it", column=lone[0], other=more[0]
            ),
            file=file,
            row=heading,
            remedy=worded("Add {other!r}, or take {column!r} out.", other=more[0], column=lone[0]),
            code="entries.columns",
        )
    parted = None if "name" in places else _parted(titles)
    if "name" not in places and parted is None:
        known = worded("Columns are name, {known}.", known=", ".join((*more, *COLUMNS)))
        if is_workbook(content[:2048]):
            known = joined([known, worded("Of a workbook the first sheet is read that is not empty.")], " ")
        top = heading if titles else 1
        raise BadInput("there is no column 'name'", file=file, row=top, remedy=known, code="entries.columns")
    found = []
    for line, row in lines:
        if len(row) > len(titles):
            raise BadInput(
                worded_count(
                    "{count} cell under {headings}",
                    "{count} cells under {headings}",
                    len(row),
                    headings=worded_count("{count} heading", "{count} headings", len(titles)),
                ),
                file=file,
                row=line,
                remedy='Put a name that has a comma into "…".',
                code="entries.cells",
            )
        filled = [*row, *[""] * (len(titles) - len(row))]
        cells = {key: filled[place] for key, place in places.items()}
        if parted is not None:
            cells["name"] = ", ".join(filter(None, (filled[place] for place in parted)))
        known_of: dict[str, str | int] = {COLUMNS[key]: cells[key] for key in COLUMNS if cells.get(key)}
        if "rating" in known_of:
            known_of["rating"] = whole_of(
                file, line, "rating", cells["rating"], worded("Write whole points.")
            )
        found.append(TableRow(line, cells, Entry(cells["name"], known_of)))
    used = {*places.values(), *(parted or ())}
    unused = [
        title
        for place, title in enumerate(titles)
        if title and place not in used and normal(title) not in map(normal, PASSED_OVER)
    ]
    return EntryTable(list(places), found, unused, notes)


def _text_of(content: bytes, file: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file, and what was supposed of it.

    Raises:
        BadInput: a workbook cannot be read.
    """
    if is_workbook(content[:2048]):
        return b"".join(sheet_of(content, file, None).blocks).decode("utf-8"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        name = encodings.marked(content) or encodings.guess(content).name
        note = f"{file} is not UTF-8 and is read as {encodings.told(name)}"
        return encodings.decoded(content, name, file).removeprefix("\ufeff"), (note,)


def _places(titles: Sequence[str], rows: Sequence[Sequence[str]], more: Sequence[str]) -> dict[str, int]:
    """Return the place of each known column, by its own name."""
    at: dict[str, int] = {}
    for place, title in enumerate(titles):
        at.setdefault(normal(title), place)
    beside = more if more and normal(more[0]) in at else ()
    found = {key: at[normal(key)] for key in ("name", *beside, *COLUMNS) if normal(key) in at}
    for key, names in OTHER_NAMES.items():
        if key in found:
            continue
        for name in names:
            if normal(name) not in at or (place := at[normal(name)]) in found.values():
                continue
            # A rank may be a grade of Go, or the place on some list.
            if key == "grade" and not all(_GRADE.fullmatch(cell) for cell in _cells(rows, place)):
                continue
            found[key] = place
            break
    if (parts := _parted(titles)) and found.get("name") in parts:
        del found["name"]
    return found


def _cells(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    """Return what stands in a column, without what is empty."""
    return [row[place] for row in rows if place < len(row) and row[place]]


def _parted(titles: Sequence[str]) -> tuple[int, int] | None:
    """Return the places of the family name and the first name, where these are two columns."""
    known = [normal(title) for title in titles]
    for family, given in players_file.NAME_PARTS:
        if normal(family) in known and normal(given) in known:
            return known.index(normal(family)), known.index(normal(given))
    return None


def whole_of(file: str, line: int, column: str, text: str, remedy: str) -> int:
    """Return the whole number of a cell.

    Raises:
        BadInput: it is something else; with the line.
    """
    try:
        return int(text)
    except ValueError:
        raise BadInput(
            worded("{text!r} is not a valid {column}", text=text[:40], column=column),
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
