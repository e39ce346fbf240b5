"""Entries from a file of the user's own: CSV with a column ``name`` and what else is known."""

from __future__ import annotations

import csv
from pathlib import Path

from arpad.core import BadInput, counted
from arpad.office.desk.entering import Entry, Refused, enter_all
from arpad.office.log.event_log import EventLog

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


def enter_from(log: EventLog, path: Path, *, by_rating: bool = False) -> EventLog:
    """Return the log with everybody of a CSV file: a column ``name``, and any of :data:`COLUMNS`.

    Args:
        log: so far.
        path: the file.
        by_rating: as in :func:`~arpad.office.desk.entering.enter`.

    Raises:
        BadInput: the file cannot be read or has no such column; a name is missing, or taken; a rating is no
            number. With the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not written in UTF-8", remedy="Save it as CSV in UTF-8.") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
    first = text.partition("\n")[0]
    # Spreadsheets of half the world write semicolons.
    apart = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=apart, strict=True))
    except csv.Error as error:
        raise BadInput(f"{path} is not a valid CSV file: {error}") from error
    header = [word.strip().lower() for word in rows[0]] if rows else []
    unknown = [word for word in header if word not in (*COLUMNS, "name")]
    if "name" not in header or unknown:
        said = f"the column {unknown[0]!r} is not known" if unknown else "there is no column 'name'"
        raise BadInput(said, file=str(path), row=1, remedy=f"Columns are name, {', '.join(COLUMNS)}.")
    entries: list[Entry] = []
    lines: list[int] = []
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            said = f"{counted(len(row), 'cell')} under {counted(len(header), 'heading')}"
            raise BadInput(said, file=str(path), row=line, remedy='Put a name that has a comma into "…".')
        cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
        known: dict[str, str | int] = {COLUMNS[key]: cells[key] for key in COLUMNS if cells.get(key)}
        if "rating" in known:
            try:
                known["rating"] = int(known["rating"])
            except ValueError:
                raise BadInput(
                    f"{str(known['rating'])[:40]!r} is not a valid rating",
                    file=str(path),
                    row=line,
                    column="rating",
                    remedy="Write whole points.",
                ) from None
        entries.append(Entry(cells.get("name", ""), known))
        lines.append(line)
    try:
        return enter_all(log, entries, by_rating=by_rating)
    except Refused as error:
        raise BadInput(
            error.problem,
            file=str(path),
            row=lines[error.at],
            article=error.article,
            remedy=error.remedy,
            code=error.code,
        ) from error
