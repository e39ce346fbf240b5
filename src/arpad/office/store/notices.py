"""What processes tell each other through PostgreSQL: that something has changed, and a name of it.

A transaction that changes what others may wait for says so by :func:`notify`; PostgreSQL tells all who
listen when it has been committed, and nobody if it was not. A notice may get lost with a connection, so who
waits also looks at the database from time to time. SQLite tells nobody: there one looks more often.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event as Flag
from threading import Lock, Thread
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from arpad.office.store.database import Database

CHANNEL = "arpad"
"""PostgreSQL's name for what is told here."""

LONGEST = 2000
"""Letters of a notice; PostgreSQL tells no more than 8000 bytes."""

LISTENS = 1.0
"""Seconds after which a listener looks whether it is still wanted."""

AGAIN = 1.0
"""Seconds after which a listener whose connection was lost tries again."""

_NOTIFY = text("SELECT pg_notify(:channel, :what)")


def notify(connection: Connection, what: str) -> None:
    """Tell all processes that something has changed, when the transaction is committed.

    Args:
        connection: of a transaction that writes.
        what: has changed, such as ``tournament spring-open``.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "what": what[:LONGEST]})


@dataclass
class Listener:
    """A thread that listens to what processes tell each other.

    Args:
        database: through which they do; nothing is ever heard of SQLite.
        heard: is called with what has changed, in the thread that listens; with an empty text where
            something may have been missed.
    """

    database: Database
    heard: Callable[[str], None]
    _over: Flag = field(default_factory=Flag, init=False)
    _listens: Flag = field(default_factory=Flag, init=False)
    _thread: Thread | None = field(default=None, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)

    @property
    def listens(self) -> bool:
        """Whether what is told now is heard."""
        return self._listens.is_set()

    def start(self) -> None:
        """Listen from now on, in a thread of its own; again if it listens already."""
        with self._turn:
            if self._thread is None and not self.database.is_sqlite and not self._over.is_set():
                self._thread = Thread(target=self._listen, name="arpad notices", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Listen no longer."""
        self._over.set()

    def _listen(self) -> None:
        while not self._over.is_set():
            with suppress(DBAPIError, NoConnection, self._driver_error):  # who asks for a page is told
                self._listen_until_lost()
            self._listens.clear()
            self._over.wait(AGAIN)

    def _listen_until_lost(self) -> None:
        connection = self.database.engine.raw_connection()
        try:
            connection.detach()  # it is no longer one of those that transactions share
            driver: Any = connection.driver_connection
            driver.rollback()
            driver.autocommit = True
            driver.execute(f"LISTEN {CHANNEL}")
            self._listens.set()
            self.heard("")
            while not self._over.is_set():
                for notice in driver.notifies(timeout=LISTENS):
                    self.heard(notice.payload)
        finally:
            connection.close()

    @property
    def _driver_error(self) -> type[Exception]:
        found: type[Exception] = self.database.engine.dialect.loaded_dbapi.Error
        return found
