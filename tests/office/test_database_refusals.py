"""What a database refuses has a code by SQLite's and PostgreSQL's own codes, each met for real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from arpad.core import BadInput
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from databases import new_sqlite

TWICE = (
    "INSERT INTO streams (kind, name, identity, header, seq, head) "
    "VALUES ('pool', 'blitz', 'ab', '{}', 0, 'h')"
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = open_database(new_sqlite(tmp_path / "club.db"))
    yield found
    found.close()


def refused(database: Database, *statements: str) -> BadInput:
    def act() -> None:
        with database.writing() as connection:
            for statement in statements:
                connection.execute(text(statement))
            connection.commit()

    with pytest.raises(BadInput) as caught:
        act()
    return caught.value


def test_a_row_that_is_there(database: Database) -> None:
    error = refused(database, TWICE, TWICE)
    assert error.code == "database.constraint"
    assert "address" not in str(error.remedy)


def test_a_table_or_a_column_that_is_missing(database: Database) -> None:
    assert refused(database, "SELECT * FROM nowhere").code == "database.not-migrated"
    assert refused(database, "SELECT colour FROM streams").code == "database.not-migrated"


def test_no_room(database: Database) -> None:
    large = "CREATE TABLE large AS SELECT randomblob(1000000) AS bytes"
    assert refused(database, "PRAGMA max_page_count = 1", large).code == "database.full"


def test_a_database_that_can_only_be_read(database: Database) -> None:
    assert refused(database, "PRAGMA query_only = ON", TWICE).code == "database.read-only"


def test_a_header_that_was_overwritten(database: Database, tmp_path: Path) -> None:
    database.close()
    path = tmp_path / "club.db"
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    with pytest.raises(BadInput) as caught:
        open_database(f"sqlite:///{path}")
    assert caught.value.code == "database.damaged"


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        open_database(f"sqlite:///{tmp_path}")
    assert caught.value.code == "database.cannot-open"


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        ((TWICE, TWICE), "database.constraint"),
        (("SELECT * FROM nowhere",), "database.not-migrated"),
        (("SET statement_timeout = 20", "SELECT pg_sleep(2)"), "database.timeout"),
        (("SET TRANSACTION READ ONLY", TWICE), "database.read-only"),
        (("SELECT pg_terminate_backend(pg_backend_pid())",), "database.unreachable"),
    ],
)
def test_what_postgresql_refuses(postgresql: str, statements: tuple[str, ...], code: str) -> None:
    database = open_database(postgresql)
    error = refused(database, *statements)
    assert error.code == code
    assert "is the address right" not in str(error.remedy)
    database.close()
