"""A database: its connections, its transactions, and what it refuses, in words.

SQLite keeps everything in one file, in WAL mode: who reads waits for nobody, and one at a time writes.
PostgreSQL serves several processes; who writes to one stream waits for the others who do. An act is
acknowledged when its transaction has been committed and is on the disk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoConnection

from arpad.core import BadInput, Figure, worded
from arpad.office.store.migrations import HEAD
from arpad.office.store.refusals import STATUSES, UNREACHABLE, refusal_of
from arpad.office.store.snapshot import leave_snapshot, snapshot_of

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds to wait for others who write, or for a connection."""

MOST_CONNECTIONS = 20
"""Of one process."""

MIGRATING = 0x61727061
"""The number of PostgreSQL's lock under which one process at a time makes the tables."""

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}

UNAVAILABLE = tuple(code for code, status in STATUSES.items() if status in (503, 507))
"""Codes of errors that say nothing about what was asked: later it may be done."""

_CONNECTED: set[str] = set()
"""Addresses to which this process has had a connection: they are right."""


@dataclass(frozen=True)
class Database:
    """A database that is open.

    Args:
        address: where it is, without the password.
        engine: SQLAlchemy's.
    """

    address: str
    engine: Engine = field(repr=False)

    @classmethod
    def at(cls, url: str, *, migrate: bool = True, new: bool = True) -> Database:
        """Open a database, and make or renew its tables; see :func:`.opening.open_database`.

        Args:
            url: its address.
            migrate: whether to look at its tables now; without, nothing is asked of it.
            new: whether a file that is not there is made.
        """
        parts = _parts(url)
        sqlite = parts.drivername == DRIVERS["sqlite"]
        if sqlite and not new and not Path(str(parts.database)).is_file():
            raise BadInput("there is no such database", file=str(parts.database), code="database.unreachable")
        options: dict[str, Any] = {"timeout": PATIENCE} if sqlite else _of_postgresql(parts)
        engine = create_engine(
            parts,
            connect_args=options,
            pool_size=5,
            max_overflow=MOST_CONNECTIONS - 5,
            pool_timeout=PATIENCE,
            pool_pre_ping=not sqlite,
            hide_parameters=True,  # an error that is logged must not tell a secret
        )
        if sqlite:
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        shown = parts.set(drivername=parts.get_backend_name()).render_as_string(hide_password=True)
        event.listen(engine, "connect", lambda connection, record: _CONNECTED.add(shown))
        database = cls(shown, engine)
        try:
            if migrate:
                database.migrate()
        except BaseException:
            engine.dispose()
            raise
        return database

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of SQLite."""
        return self.engine.dialect.name == "sqlite"

    def close(self) -> None:
        """Close all connections; what opens one anew may go on."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and sees the database as it was at one moment.

        Within :func:`.snapshot.one_snapshot` it is the one that all questions of the thread share.

        Raises:
            BadInput: the database does not answer.
        """
        options: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        snapshot = snapshot_of(self.engine)
        if snapshot is not None:
            with self._translate_errors(), snapshot.connection(**options) as connection:
                yield connection
            return
        with self._translate_errors(), self.engine.connect().execution_options(**options) as connection:
            yield connection

    def once(self, what: Hashable, ask: Callable[[], T]) -> T:
        """Return the answer to a question; within a snapshot it is asked only once.

        Args:
            what: the question: the same again has the same answer.
            ask: asks the database, in a transaction of :meth:`reading`.
        """
        snapshot = snapshot_of(self.engine)
        return ask() if snapshot is None else snapshot.once(what, ask)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; what was not committed at its end did not happen.

        In SQLite nobody else writes in that time. In PostgreSQL a row that was read ``FOR UPDATE`` is not
        read so by anybody else.

        Raises:
            BadInput: the database does not answer, cannot be written, or others do not end.
        """
        leave_snapshot()  # what is read afterwards must show what was written
        with self._translate_errors(), self.engine.connect().execution_options(writes=True) as connection:
            yield connection

    @contextmanager
    def apart(self) -> Iterator[Any]:
        """Open the driver's own connection, which is none of those that transactions share.

        Raises:
            BadInput: the database does not answer, or the connection is lost; also within.
        """
        driver_error = self.engine.dialect.loaded_dbapi.Error
        try:
            connection = self.engine.raw_connection()
            # Asked for before, since SQLAlchemy no longer knows it of a connection that was detached.
            driver: Any = connection.driver_connection
            connection.detach()
            try:
                yield driver
            finally:
                driver.close()  # SQLAlchemy would ask one that is lost to undo what it has done
        except driver_error as error:
            raise self._worded_refusal(error, lost=True) from error
        except NoConnection as error:
            raise self._no_free_connection() from error

    def migrate(self) -> None:
        """Make the tables, or renew those of an older version; quick where nothing is to be done.

        Raises:
            BadInput: a newer arpad has made the tables, or they cannot be made.
        """
        with self.reading() as connection:
            if self.revision(connection) == HEAD:
                return
        from arpad.office.store.migrating import upgrade

        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
            if self.revision(connection) != HEAD:  # another process may have been quicker
                upgrade(connection, self.address)
                connection.commit()

    def revision(self, connection: Connection) -> str | None:
        """Return the last step by which the tables were made; None if there are none."""
        from sqlalchemy import inspect

        if not inspect(connection).has_table("alembic_version"):
            return None
        step = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if step is None else str(step)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Say in words what the database refuses."""
        try:
            yield
        except DBAPIError as error:
            raise self._worded_refusal(error.orig, lost=error.connection_invalidated) from error
        except NoConnection as error:
            raise self._no_free_connection() from error

    def _no_free_connection(self) -> BadInput:
        return BadInput(
            worded(
                "no connection to {address} became free in {patience} seconds",
                address=self.address,
                patience=Figure(f"{PATIENCE:g}"),
            ),
            code="database.busy",
            remedy="Try again.",
        )

    def _worded_refusal(self, error: BaseException | None, *, lost: bool) -> BadInput:
        """Return what a database refused, in words.

        Args:
            error: of the driver.
            lost: whether the connection is gone.
        """
        detail = " ".join(str(error).split()) or type(error).__name__
        refusal = refusal_of(error, lost=lost)
        never = refusal is UNREACHABLE and self.address not in _CONNECTED
        remedy = worded("Is it running, and is the address right?") if never else refusal.remedy
        message = refusal.message(self.address, detail)
        return BadInput(message, code=refusal.code, remedy=remedy or None)


def _parts(url: str) -> URL:
    """Return an address with the driver that is used.

    Raises:
        BadInput: it is not that of SQLite or PostgreSQL, or it names no file.
    """
    try:
        parts = make_url(url)
        driver = DRIVERS[parts.get_backend_name()]
    except (ArgumentError, KeyError, NoSuchModuleError, ValueError):
        raise BadInput(
            worded("{url!r} is not the address of a database", url=re.sub(r"//[^@/]*@", "//…@", url)[:100]),
            code="database.not-address",
            remedy="Write sqlite:///club.db or postgresql://user@host/name.",
        ) from None
    if driver == DRIVERS["sqlite"] and parts.database in (None, "", ":memory:"):
        raise BadInput(
            "a database in memory is lost when its process ends",
            code="database.not-address",
            remedy="Name a file: sqlite:///club.db.",
        )
    return parts.set(drivername=driver)


def _of_postgresql(parts: URL) -> dict[str, Any]:
    """Return what a connection to PostgreSQL is opened with."""
    waits = f"-c lock_timeout={int(PATIENCE * 1000)} -c timezone=UTC"
    given = parts.query.get("options", "")
    return {"options": f"{given if isinstance(given, str) else ' '.join(given)} {waits}".strip()}


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Prepare a connection to SQLite: transactions begin where it is said, and last a loss of power."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; one that writes waits for the others now, and not within."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
