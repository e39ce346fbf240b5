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
from arpad.office.desk.entering import EntryRefused, ParticipantEntry
from arpad.office.policy import Finding, Severity
from arpad.record.files import encodings
from arpad.record.files.source_file import uploaded
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
    "name": [title for title in players_file.NAME if title not in ("team", "team_name", "id", "player_id")],
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

PARTS = ("last_name", "first_name")
"""The columns of a name in two parts."""

OF_TEAMS = ("team", "board")
"""The columns of a table of rosters beside those of entries."""

PASSED_OVER = ("number", "no", "nr", "from_round")
"""Columns of a printed starting list that say what the act of entering decides."""

SEPARATORS = ",;\t"
"""What may stand between two cells: spreadsheets of half the world write semicolons."""

ABOVE = 20
"""How many rows that are not blank are searched for the names of the columns."""

_GRADE = re.compile(r"\d{1,2}\s*(k|d|p|kyu|dan|pro)", re.IGNORECASE)

NEAR = 0.8
"""How alike an unknown heading and a known one are, as difflib measures it, for the one to be meant."""


class EntryRow(NamedTuple):
    """A line of the file.

    Args:
        line: its number, as an editor shows it.
        cells: by the names of the known columns, without blanks at their ends.
        entry: what it says of a participant.
    """

    line: int
    cells: dict[str, str]
    entry: ParticipantEntry


class EntrySheet(NamedTuple):
    """A table of entries as it stands in its file.

    Args:
        file: its name, for errors.
        titles: the names of the columns, without blanks at their ends; some may be empty.
        heading: the line of the names; 0 where there is none, as every row is a participant.
        rows: with their lines, without blanks at the ends of cells.
        notes: what was supposed, as sentences.
        workbook: whether it is of a workbook, whose lines are rows.
    """

    file: str
    titles: list[str]
    heading: int
    rows: list[tuple[int, list[str]]]
    notes: tuple[str, ...]
    workbook: bool

    def without_heading(self) -> EntrySheet:
        """Return the table with every row as a participant, its columns called by their numbers."""
        rows = [(self.heading, self.titles), *self.rows] if self.heading else self.rows
        width = max(len(row) for _, row in rows)
        return self._replace(titles=[str(at) for at in range(1, width + 1)], heading=0, rows=rows)


class EntryTable(NamedTuple):
    """A file of entries.

    Args:
        header: the known columns that it has, by their own names: ``rating`` for ``Wertung``.
        rows: its lines.
        unused: the headings of the others, as they stand.
        notes: what was supposed of the file, as sentences.
    """

    header: list[str]
    rows: list[EntryRow]
    unused: list[str]
    notes: tuple[str, ...]

    def findings(self, file: str) -> list[Finding]:
        """Return what was supposed of the file and what of it is not used, for the act of entering."""
        findings = [Finding("entries.supposed", note) for note in self.notes]
        if self.unused:
            shown = [
                worded("{title} (did you mean {near}?)", title=title, near=near) if near else title
                for title, near in self._near()
            ]
            meant = any(near for _, near in self._near())
            severity = Severity.WARNING if meant else Severity.NOTE
            findings.append(
                Finding(
                    "entries.unused",
                    worded("{file}: not used: {known}", file=file, known=joined(shown)),
                    severity,
                )
            )
        return findings

    def _near(self) -> list[tuple[str, str]]:
        """Return the unused headings, each with the known one that it is near to."""
        columns = ["name", *COLUMNS]
        near = [get_close_matches(normal(title), columns, n=1, cutoff=NEAR) for title in self.unused]
        return [
            (title, matches[0] if matches else "") for title, matches in zip(self.unused, near, strict=True)
        ]


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
    sheet = table_as_it_stands(content, file)
    places = places_of(sheet, more)
    lone = [key for key in more[1:] if normal(key) in map(normal, sheet.titles) and key not in places]
    if lone:
        raise BadInput(
            worded(
                "the column {column!r} needs the column {other!r} beside it", column=lone[0], other=more[0]
            ),
            file=file,
            row=sheet.heading,
            remedy=worded("Add {other!r}, or take {column!r} out.", other=more[0], column=lone[0]),
            code="entries.columns",
        )
    if not has_name(places):
        remedy = worded("Columns are name, {known}.", known=", ".join((*more, *COLUMNS)))
        if sheet.workbook:
            remedy = joined([remedy, worded("Of a workbook the first sheet is read that is not empty.")], " ")
        row = sheet.heading or 1
        raise BadInput("there is no column 'name'", file=file, row=row, remedy=remedy, code="entries.columns")
    rows = [row_read(sheet, places, line, cells) for line, cells in sheet.rows]
    return EntryTable([*places], rows, unused_of(sheet, places), sheet.notes)


def table_as_it_stands(content: bytes, file: str) -> EntrySheet:
    """Return the table of a file, whatever its columns are called.

    The names of the columns stand in the first row that has one for the name of a participant, or else in the
    first row.

    Args:
        content: of the file.
        file: its name, for errors.

    Raises:
        BadInput: the file is no table.
    """
    workbook = is_workbook(content[:2048])
    if content.strip() and not workbook:
        uploaded(content, file)  # refuses what is compressed, a picture, or anything else but text
    text, notes = _text_of(content, file)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows: list[tuple[int, list[str]]] = []
    before = 0
    try:
        for row in reader:
            at, before = before + 1, reader.line_num
            if any(cell.strip() for cell in row):
                rows.append((at, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise BadInput(
            worded("{file} is not a valid CSV file: {error}", file=file, error=error), code="entries.not-csv"
        ) from error
    if not rows:
        return EntrySheet(file, [], 0, [], notes, workbook)
    top = next((at for at, (_, titles) in enumerate(rows[:ABOVE]) if _names_participants(titles)), 0)
    heading, titles = rows[top]
    if top:
        note = worded(
            "{file}: the names of the columns are on line {line}; what stands above it is left out",
            file=file,
            line=heading,
        )
        notes = (*notes, note)
    return EntrySheet(file, titles, heading, rows[top + 1 :], notes, workbook)


def _separator(text: str) -> str:
    """Return what stands between the cells: the commonest mark of the line with the names of the columns."""
    lines = text.lstrip().split("\n", ABOVE)[:ABOVE]
    for line in lines:
        for mark in SEPARATORS:
            if _names_participants([cell.strip().strip('"') for cell in line.split(mark)]):
                return max(SEPARATORS, key=line.count)
    return max(SEPARATORS, key=lines[0].count)


def _names_participants(titles: Sequence[str]) -> bool:
    """Tell whether a row has the name of a column of names in it."""
    names = {normal(name) for name in ("name", *OTHER_NAMES["name"])}
    return _parted(titles) is not None or any(normal(title) in names for title in titles)


def row_read(sheet: EntrySheet, places: Mapping[str, int], line: int, cells: Sequence[str]) -> EntryRow:
    """Return what a row says of a participant.

    Args:
        sheet: the table.
        places: of the columns that are known, by their own names.
        line: of the row.
        cells: of the row.

    Raises:
        BadInput: there are more cells than columns, or the rating is not a number.
    """
    titles = sheet.titles
    if len(cells) > len(titles):
        raise BadInput(
            worded_count(
                "{count} cell under {headings}",
                "{count} cells under {headings}",
                len(cells),
                headings=worded_count("{count} heading", "{count} headings", len(titles)),
            ),
            file=sheet.file,
            row=line,
            remedy='Put a name that has a comma into "…".',
            code="entries.cells",
        )
    filled = [*cells, *[""] * (len(titles) - len(cells))]
    by_column = {key: filled[place] for key, place in places.items()}
    if "name" not in by_column:
        by_column["name"] = ", ".join(filter(None, (by_column.pop(part, "") for part in PARTS)))
    fields: dict[str, str | int] = {COLUMNS[key]: by_column[key] for key in COLUMNS if by_column.get(key)}
    if "rating" in fields:
        fields["rating"] = whole_of(
            sheet.file, line, "rating", by_column["rating"], worded("Write whole points.")
        )
    return EntryRow(line, by_column, ParticipantEntry(by_column["name"], fields))


def unused_of(sheet: EntrySheet, places: Mapping[str, int]) -> list[str]:
    """Return the headings that say nothing of a participant, without those that need not be said.

    Args:
        sheet: the table.
        places: of the columns that are known.
    """
    used, passed_over = set(places.values()), {*map(normal, PASSED_OVER)}
    return [
        title
        for place, title in enumerate(sheet.titles)
        if title and place not in used and normal(title) not in passed_over
    ]


def has_name(places: Mapping[str, int]) -> bool:
    """Tell whether the name is among the columns that are known, as a whole or in its parts."""
    return not places.keys().isdisjoint(("name", *PARTS))


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
        note = worded(
            "{file} is not UTF-8 and is read as {encoding}", file=file, encoding=encodings.told(name)
        )
        return encodings.decoded(content, name, file).removeprefix("\ufeff"), (note,)


def places_of(sheet: EntrySheet, more: Sequence[str] = ()) -> dict[str, int]:
    """Return the place of each known column, by its own name.

    Args:
        sheet: the table.
        more: as of :func:`table_of`.
    """
    at: dict[str, int] = {}
    for place, title in enumerate(sheet.titles):
        at.setdefault(normal(title), place)
    beside = more if more and normal(more[0]) in at else ()
    places = {key: at[normal(key)] for key in ("name", *beside, *COLUMNS) if normal(key) in at}
    for key, names in OTHER_NAMES.items():
        if key in places:
            continue
        for name in names:
            if normal(name) not in at or (place := at[normal(name)]) in places.values():
                continue
            # A rank may be a grade of Go, or the place on some list.
            if key == "grade" and not all(_GRADE.fullmatch(cell) for cell in _cells(sheet.rows, place)):
                continue
            places[key] = place
            break
    parts = _parted(sheet.titles)
    if parts and places.get("name", parts[0]) in parts:
        places.pop("name", None)
        places |= dict(zip(PARTS, parts, strict=True))
    return places


def _cells(rows: Sequence[tuple[int, Sequence[str]]], place: int) -> list[str]:
    """Return what stands in a column, without what is empty."""
    return [row[place] for _, row in rows if place < len(row) and row[place]]


def _parted(titles: Sequence[str]) -> tuple[int, int] | None:
    """Return the places of the family name and the first name, where these are two columns."""
    normal_titles = [normal(title) for title in titles]
    for family, given in players_file.NAME_PARTS:
        if normal(family) in normal_titles and normal(given) in normal_titles:
            return normal_titles.index(normal(family)), normal_titles.index(normal(given))
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


def at_line(file: str, line: int, error: EntryRefused) -> BadInput:
    """Return why an entry is refused, with its line."""
    return BadInput(
        error.problem,
        file=file,
        row=line,
        article=error.article,
        remedy=error.remedy,
        code=error.code,
    )
