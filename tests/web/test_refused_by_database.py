"""What a database refuses, at the pages and at the API: status, code and remedy, and when to try again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from arpad.office.club.rights import Role, Scope
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from databases import new_sqlite
from web.programs import Program
from web.visiting import Visit, somebody

TITLE = "Cup " * 40
NEW = {"title": TITLE, "rounds": 2, "seed": 1}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Database]:
    database = open_database(new_sqlite(tmp_path / "club.db"))
    yield database
    database.close()


def others_write(database: Database, path: Path) -> Callable[[], None]:
    """Hold the lock of the file, and let the office wait for it no longer than 20 ms."""
    with_pragma(database, "busy_timeout = 20")
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    return other.close


def no_room(database: Database, path: Path) -> Callable[[], None]:
    """Let the file not grow: what SQLite says where the disk is full."""
    with_pragma(database, "max_page_count = 1")
    return lambda: None


def read_only(database: Database, path: Path) -> Callable[[], None]:
    with_pragma(database, "query_only = ON")
    return lambda: None


def with_pragma(database: Database, pragma: str) -> None:
    database.engine.dispose()
    event.listen(database.engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {pragma}"))


@pytest.mark.parametrize(
    ("fault", "status", "code", "detail", "again"),
    [
        (others_write, 503, "database.busy", "others write to the database and do not end", True),
        (no_room, 507, "database.full", "the database has no room left", False),
        (read_only, 503, "database.read-only", "the database can only be read", False),
    ],
)
def test_what_is_refused_has_its_status_and_remedy(
    club: Database,
    tmp_path: Path,
    fault: Callable[[Database, Path], Callable[[], None]],
    status: int,
    code: str,
    detail: str,
    again: bool,
) -> None:
    arbiter = somebody(club, Role.ARBITER, "Ida")
    program = Program(club, [Scope.READ, Scope.TOURNAMENTS], arbiter)
    visit = Visit(club).as_(arbiter)
    visit.get("/tournaments/new")
    end = fault(club, tmp_path / "club.db")
    for number in range(60):  # a full file has some room within its last pages
        answer = program.client.post("/api/tournaments", json=NEW | {"name": f"cup-{number}"})
        if answer.status_code != 200:
            break
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["detail"]) == (status, code, detail)
    assert ("retry-after" in answer.headers) is again
    assert ("Try again" in problem["remedy"]) is again
    page = visit.send("/tournaments/new", title=TITLE, system="fide-dutch", rounds="3")
    assert page.status_code == status
    assert detail[1:] in page.text
    assert ("retry-after" in page.headers) is again
    for text in (answer.text, page.text):
        assert str(tmp_path) not in text
    assert visit.get("/").status_code == 200, "to look is possible"
    end()
