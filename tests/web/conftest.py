"""An office with the sample's tournaments, and who visits it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arpad.office.sample import fill
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from databases import new_sqlite
from passwords import quick_passwords
from web.visiting import Visit


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    with quick_passwords():
        yield


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Database]:
    found = open_database(new_sqlite(tmp_path / "club.db"))
    yield found
    found.close()


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the sample, made once; each test has a copy of its own."""
    path = tmp_path_factory.mktemp("sample") / "club.db"
    found = open_database(f"sqlite:///{path}")
    assert fill(found) == ["spring-open", "othello-cup", "summer-knockout"]
    with found.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    found.close()
    return path


@pytest.fixture
def database(tmp_path: Path, sample: Path) -> Iterator[Database]:
    shutil.copy(sample, tmp_path / "sample.db")
    found = open_database(f"sqlite:///{tmp_path}/sample.db")
    yield found
    found.close()


@pytest.fixture
def owner(database: Database) -> Visit:
    return Visit(database).as_owner()


@pytest.fixture
def visitor(database: Database) -> Visit:
    return Visit(database)
