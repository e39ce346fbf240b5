"""A backup of a whole organisation, as it was at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Table, select
from sqlalchemy.sql.elements import ColumnElement

from arpad.core import ArpadError, BadInput
from arpad.core.writing import exclusive
from arpad.office.backups import rows
from arpad.office.backups.archive import BACKUP, REPORTS, TABLES, ArchiveWriter, Contents
from arpad.office.corrected_results import corrected_results
from arpad.office.publishing.file_kinds import with_report_end
from arpad.office.store.database import Database
from arpad.office.store.tables import STREAMS
from arpad.office.store.tournaments import KIND as TOURNAMENT
from arpad.office.store.tournaments import TournamentLog
from arpad.rulebooks.reporting import report_of

OF_THE_CLUB = frozenset(
    {
        "streams",
        "events",
        "operations",
        "tournaments",
        "pools",
        "pool_ratings",
        "checkpoints",
        "publications",
        "list_files",
        "final_files",
        "register",
        "match_queues",
        "matches",
    }
)
"""Tables that go with an organisation whoever runs it; all others are of its people, secret, or pass."""

OF_PEOPLE = ("people",)
"""Streams that are not of the club."""


@dataclass(frozen=True)
class BackupSummary:
    """What a backup has.

    Args:
        contents: of the archive.
        unreported: names of the tournaments that FIDE's report has no room for.
    """

    contents: Contents
    unreported: tuple[str, ...]

    def count(self, table: str) -> int:
        """Return how many rows of a table it has."""
        part = self.contents.parts.get(f"{TABLES}{table}.jsonl")
        return 0 if part is None or part.rows is None else part.rows


def back_up(database: Database, path: str | Path, *, people: bool = True) -> BackupSummary:
    """Write everything that a database has into a new file, as it is at one moment.

    Others may write to the database meanwhile; nothing of that is in the backup. The database is not changed,
    also where an older arpad has made its tables. The file can be read by its owner only.

    Args:
        database: the database.
        path: of the file, which must not be there yet.
        people: whether users with their passwords, tokens and all else that is not for others is in it.

    Raises:
        BadInput: there is no office in the database, or the file cannot be written.
    """
    with database.reading() as connection:
        step = database.revision(connection)
        if step is None:
            raise BadInput(
                f"there is no office in {database.address}",
                code="backup.nothing",
                remedy="Name the database that arpad serve uses.",
            )
        contents = Contents(step, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), people)
        with exclusive(path, BACKUP, private=True) as stream:
            archive = ArchiveWriter(stream, contents)
            for table in rows.tables_of(connection):
                if people or table.name in OF_THE_CLUB:
                    lines = rows.lines_of(connection, table, None if people else _public_rows(table))
                    archive.add(f"{TABLES}{table.name}.jsonl", lines, rows=True)
            unreported = tuple(_add_reports(database, connection, archive))
            archive.finish()
    return BackupSummary(contents, unreported)


def _public_rows(table: Table) -> ColumnElement[bool] | None:
    """Return which rows of a table go with the club."""
    ours = select(STREAMS.c.id).where(STREAMS.c.kind.not_in(OF_PEOPLE))
    if table.name == "streams":
        return table.c.kind.not_in(OF_PEOPLE)
    return table.c.stream.in_(ours) if "stream" in table.c else None


def _add_reports(database: Database, connection: Connection, archive: ArchiveWriter) -> Iterator[str]:
    """Add FIDE's report of each tournament; yield the names of those that it has no room for."""
    wanted = select(STREAMS.c.name).where(STREAMS.c.kind == TOURNAMENT).order_by(STREAMS.c.id)
    for name in list(connection.execute(wanted).scalars()):
        log = TournamentLog(database, name).read_in(connection)
        try:
            remarks = [correction.text for correction in corrected_results(log)]
            text = with_report_end(report_of(log.tournament(), "trf26", remarks))
        except ArpadError:
            yield name
            continue
        archive.add(f"{REPORTS}{name}.trf", [text.encode()], rows=False)
