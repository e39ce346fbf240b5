"""An office with the sample's tournaments, and who visits it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arpad.office.sample import fill
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from web.visiting import Visit


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Database]:
    found = open_database(f"sqlite:///{tmp_path}/club.db")
    yield found
    found.close()


@pytest.fixture
def database(empty: Database) -> Database:
    assert fill(empty) == ["spring-open", "othello-cup", "summer-knockout"]
    return empty


@pytest.fixture
def owner(database: Database) -> Visit:
    return Visit(database).as_owner()


@pytest.fixture
def visitor(database: Database) -> Visit:
    return Visit(database)
