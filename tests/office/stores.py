"""The three stores of a tournament's log, as tests and the processes that tests start name them."""

from __future__ import annotations

from pathlib import Path

from arpad.office.log.event_file import EventFile
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog

KINDS = ("file", "sqlite", "postgresql")

Place = EventFile | TournamentLog


_OPENED: dict[str, Database] = {}


def opened(url: str) -> Database:
    """Return the one database of this process at an address: connections are dear."""
    if url not in _OPENED:
        _OPENED[url] = open_database(url)
    return _OPENED[url]


def close(url: str) -> None:
    """Close a database, if it was opened."""
    if url in _OPENED:
        _OPENED.pop(url).close()


def place(where: str) -> Place:
    """Return the store at a place: the path of a file, or a database's address with the name after ``#``."""
    url, _, name = where.partition("#")
    return TournamentLog(opened(url), name) if name else EventFile(Path(where))


def content(store: Place) -> bytes:
    """The event file that a store is."""
    return store.path.read_bytes() if isinstance(store, EventFile) else store.content()
