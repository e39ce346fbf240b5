"""A database that is made of a backup: all of it in one transaction, after everything was verified."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, inspect, select

from arpad.core import BadInput
from arpad.office.backups import rows
from arpad.office.backups.archive import ArchiveReader, Contents
from arpad.office.backups.verifying import DatabaseCheck, verify
from arpad.office.store.database import Database
from arpad.office.store.migrating import known_steps, upgrade
from arpad.office.store.migrations import HEAD
from arpad.office.store.tables import METADATA


@dataclass(frozen=True)
class RestoreSummary:
    """What was restored.

    Args:
        contents: of the backup.
        verified: what was looked at before it was committed.
    """

    contents: Contents
    verified: DatabaseCheck


def restore(path: str | Path, database: Database) -> RestoreSummary:
    """Put a backup into an empty database, SQLite or PostgreSQL, whichever it was made from.

    Tables of an older arpad are renewed. Everything is verified before it is committed.

    Args:
        path: of the backup.
        database: without tournaments, pools, players or people; it may have the tables.

    Raises:
        BadInput: the file is no backup or is damaged, a newer arpad has made it, the database is not empty,
            or it cannot be written. The database is as it was then.
    """
    with ArchiveReader(Path(path)) as archive:
        step = archive.contents.step
        if step not in known_steps():
            raise BadInput(
                f"the tables of the backup were made by a newer arpad ({archive.contents.version})",
                file=str(path),
                code="backup.newer",
                remedy="Use a newer arpad.",
            )
        archive.check()
        with database.writing() as connection:
            _check_empty(connection, database, step)
            if database.revision(connection) is None:
                upgrade(connection, database.address, to=step)
            for table in rows.tables_of(connection):
                rows.load(connection, table, archive.rows(table.name), str(path))
                rows.go_on_counting(connection, table)
            if step != HEAD:
                upgrade(connection, database.address)
            verified = verify(database, connection)
            connection.commit()
    return RestoreSummary(archive.contents, verified)


def _check_empty(connection: Connection, database: Database, step: str) -> None:
    """Refuse a database that has anything, or whose tables are others than those of the backup.

    Raises:
        BadInput: it is so.
    """
    there = set(inspect(connection).get_table_names())
    for table in METADATA.sorted_tables:
        if table.name in there and connection.execute(select(1).select_from(table).limit(1)).first():
            raise BadInput(
                f"{database.address} is not empty: it has {table.name}",
                code="backup.not-empty",
                remedy="Name a new database; nothing is ever restored over another one.",
            )
    revision = database.revision(connection)
    if revision not in (None, step):
        raise BadInput(
            f"the tables of {database.address} are those of step {revision}, "
            f"and of the backup of step {step}",
            code="backup.not-empty",
            remedy="Name a database without tables.",
        )
