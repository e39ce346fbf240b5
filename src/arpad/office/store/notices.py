"""What processes tell each other through PostgreSQL: that something has changed, and a name of it.

A transaction that changes what others may wait for says so by :func:`notify`; PostgreSQL tells all who
listen when it has been committed, and nobody if it was not. A notice may get lost with a connection, so who
waits also looks at the database from time to time. SQLite tells nobody: there one looks more often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event as Flag

from sqlalchemy import Connection, text

from arpad.office.store.database import Database
from arpad.office.worker import Worker

CHANNEL = "arpad"
"""PostgreSQL's name for what is told here."""

LONGEST = 2000
"""Letters of a notice; PostgreSQL tells no more than 8000 bytes."""

LISTENS = 1.0
"""Seconds after which a listener looks whether it is still wanted."""

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
        failed: is told the name of the worker when the connection is lost.
    """

    database: Database
    heard: Callable[[str], None]
    failed: Callable[[str], None] = field(default=lambda name: None)
    worker: Worker = field(init=False)
    _listens: Flag = field(default_factory=Flag, init=False)

    def __post_init__(self) -> None:
        self.worker = Worker("notices", self._listen, self.failed)

    @property
    def listens(self) -> bool:
        """Whether what is told now is heard."""
        return self._listens.is_set()

    def start(self) -> None:
        """Listen from now on, in a thread of its own; again if it listens already."""
        if not self.database.is_sqlite:
            self.worker.begin()

    def close(self) -> None:
        """Listen no longer."""
        self.worker.close()

    def _listen(self) -> None:
        """Listen until the connection is lost or nobody wants it any longer."""
        try:
            with self.database.apart() as driver:
                driver.rollback()
                driver.autocommit = True
                driver.execute(f"LISTEN {CHANNEL}")
                self._listens.set()
                self.worker.recovered()
                self.heard("")
                while not self.worker.closed:
                    for notice in driver.notifies(timeout=LISTENS):
                        self.heard(notice.payload)
        finally:
            self._listens.clear()
