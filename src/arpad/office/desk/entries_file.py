"""Entries from a file of the user's own: a table with a column ``name`` and what else is known."""

from __future__ import annotations

from pathlib import Path

from arpad.core import BadInput
from arpad.office.desk.entering import EntryRefused, enter_all
from arpad.office.desk.entry_table import OF_TEAMS, at_line, content_of, table_of
from arpad.office.desk.rosters_file import enter_rosters
from arpad.office.log.event_log import EventLog


def enter_from(log: EventLog, path: Path, *, by_rating: bool = False) -> EventLog:
    """Return the log with everybody of a CSV file or a workbook: a column ``name``, and what entries have.

    With a column ``team`` the lines are players of teams; see
    :func:`~arpad.office.desk.rosters_file.enter_rosters`.

    Args:
        log: so far.
        path: the file.
        by_rating: as in :func:`~arpad.office.desk.entering.enter`.

    Raises:
        BadInput: the file cannot be read or has no such column; a name is missing, or taken; a rating is no
            number. With the line.
    """
    return enter_table(log, content_of(path), str(path), by_rating=by_rating)


def enter_table(log: EventLog, content: bytes, file: str, *, by_rating: bool = False) -> EventLog:
    """Return the log with everybody of a file whose content is there; see :func:`enter_from`.

    Args:
        log: so far.
        content: of the file.
        file: its name, for errors.
        by_rating: as in :func:`~arpad.office.desk.entering.enter`.

    Raises:
        BadInput: as :func:`enter_from`.
    """
    table = table_of(content, file, OF_TEAMS)
    if "team" in table.header:
        if by_rating:
            raise BadInput(
                "teams and their players are not numbered by their ratings",
                file=file,
                code="entry.by-rating",
                remedy="Enter them without that.",
            )
        after = enter_rosters(log, file, table.rows)
    else:
        try:
            after = enter_all(log, [row.entry for row in table.rows], by_rating=by_rating)
        except EntryRefused as error:
            raise at_line(file, table.rows[error.at].line, error) from error
    return after.saying([*table.findings(file), *after.findings])
