"""The database of an office: where it is, and how it is broken."""

from __future__ import annotations

import contextlib
import resource
import sqlite3
import time
from collections.abc import Iterable
from typing import Protocol

from postgres import Server, programs
from soak.disk import Disk

AGAIN = 0.2
"""Seconds until what somebody else holds back is tried again."""


class Place(Protocol):
    """A database that can be broken.

    Args:
        url: its address.
    """

    url: str

    def break_off(self) -> str:
        """Let nobody write, or ask; return what was done."""

    def mend(self) -> None:
        """Let it serve again."""

    def fill(self, processes: Iterable[int]) -> str:
        """Leave no room for it; return what was done, or empty where that is not possible."""

    def free(self, processes: Iterable[int]) -> str:
        """Make room again; return what else had to be done."""

    def close(self) -> None:
        """End it."""


class Sqlite:
    """A file of SQLite.

    Args:
        disk: where it is.
    """

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.path = disk.folder / "club.db"
        self.url = f"sqlite:///{self.path}"
        self._writer: sqlite3.Connection | None = None

    def break_off(self) -> str:
        """Write, as another program that does not end."""
        self._writer = sqlite3.connect(self.path, isolation_level=None, timeout=60.0)
        self._writer.execute("BEGIN IMMEDIATE")
        return "another program holds the lock for writing"

    def mend(self) -> None:
        """End that program."""
        assert self._writer is not None
        self._writer.execute("ROLLBACK")
        self._writer.close()

    def fill(self, processes: Iterable[int]) -> str:
        """Leave no room for it.

        What SQLite writes first goes into the log beside the database, which is used again and again: it is
        emptied, so that the next one who writes needs room.
        """
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None, timeout=60.0)) as connection:
            for _ in range(50):
                if not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    break
                time.sleep(AGAIN)
        if self.disk.limited:
            self.disk.fill()
            return f"a file system ({self.disk.kind}) without a free block"
        for process in processes:
            _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, hard))
        return "the processes may write no file beyond 4 kB (not run by root: no file system was filled)"

    def free(self, processes: Iterable[int]) -> str:
        """Make room again."""
        self.disk.free()
        if not self.disk.limited:
            for process in processes:
                _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
                resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))
        return ""

    def close(self) -> None:
        """Do nothing: no process is the database's own."""


class Postgresql:
    """A server of PostgreSQL of the soak's own.

    Args:
        disk: where it is.
    """

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        folder = disk.folder / "server"
        folder.mkdir()
        self.server = Server(durable=True, folder=folder)
        self.server.start()
        self.url = self.server.url

    def break_off(self) -> str:
        """Stop the server, as a machine stops that loses power."""
        self.server.stop()
        return "stopped at once"

    def mend(self) -> None:
        """Start the server."""
        self.server.start()

    def fill(self, processes: Iterable[int]) -> str:
        """Leave no room for it, if it is on a disk of its own."""
        if not self.disk.limited:
            return ""
        self.disk.fill()
        return f"a file system ({self.disk.kind}) without a free block"

    def free(self, processes: Iterable[int]) -> str:
        """Make room again, and start a server that has ended for lack of it, as who runs it does."""
        self.disk.free()
        if self.server.is_running():
            return ""
        self.server.start()
        return "PostgreSQL had ended for lack of room and was started again"

    def close(self) -> None:
        """Stop the server."""
        if self.server.is_running():
            self.server.stop()


def has_postgresql() -> bool:
    """Return whether PostgreSQL is installed."""
    return programs() is not None
