"""What a database refuses has a code by SQLite's and PostgreSQL's own codes, each met for real."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

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
    database = open_database(new_sqlite(tmp_path / "club.db"))
    yield database
    database.close()


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


CELL = "CREATE TABLE cells (id int PRIMARY KEY, value int)"
CELLS = "INSERT INTO cells VALUES (1, 0), (2, 0)"


@pytest.fixture
def server(postgresql: str) -> Iterator[Database]:
    database = open_database(postgresql)
    with database.writing() as connection:
        connection.execute(text(CELL))
        connection.execute(text(CELLS))
        connection.commit()
    yield database
    with database.writing() as connection:
        connection.execute(text("DROP TABLE cells"))
        connection.commit()
    database.close()


def raise_cell(connection: Connection, cell: int) -> None:
    connection.execute(text(f"UPDATE cells SET value = value + 1 WHERE id = {cell}"))


def test_a_lock_that_postgresql_does_not_give(server: Database) -> None:
    with server.writing() as other:
        raise_cell(other, 1)
        error = refused(
            server, "SET lock_timeout = '20ms'", "UPDATE cells SET value = value + 1 WHERE id = 1"
        )
    assert error.code == "database.busy"


def test_rows_that_others_changed_in_the_meantime(server: Database) -> None:
    def act() -> None:
        with server.reading() as connection:
            connection.execute(text("SELECT value FROM cells")).all()
            with server.writing() as other:
                raise_cell(other, 1)
                other.commit()
            raise_cell(connection, 1)

    with pytest.raises(BadInput) as caught:
        act()
    assert caught.value.code == "database.conflict"


def test_two_transactions_that_wait_for_each_other(server: Database) -> None:
    both = threading.Barrier(2, timeout=30)
    codes: list[str] = []

    def transaction(first: int, second: int) -> None:
        try:
            with server.writing() as connection:
                connection.execute(text("SET deadlock_timeout = '20ms'"))
                raise_cell(connection, first)
                both.wait()
                raise_cell(connection, second)
                connection.commit()
        except BadInput as error:
            codes.append(error.code)

    threads = [threading.Thread(target=transaction, args=cells) for cells in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == ["database.conflict"]


def test_more_connections_than_postgresql_takes(server: Database, postgresql: str) -> None:
    with server.writing() as connection:
        connection.execute(text("DROP ROLE IF EXISTS narrow"))
        connection.execute(text("CREATE ROLE narrow LOGIN CONNECTION LIMIT 0"))
        connection.commit()
    with pytest.raises(BadInput) as caught:
        Database.at(postgresql.replace("//arpad@", "//narrow@"))
    assert caught.value.code == "database.overloaded"


def test_the_address_is_doubted_only_before_the_first_connection(server: Database, postgresql: str) -> None:
    nowhere = postgresql.replace("?host=", "?host=/nowhere")
    with pytest.raises(BadInput) as caught:
        Database.at(nowhere)
    assert caught.value.code == "database.unreachable"
    assert "is the address right?" in str(caught.value.remedy)
    lost = refused(server, "SELECT pg_terminate_backend(pg_backend_pid())")
    assert lost.code == "database.unreachable"
    assert "address" not in str(lost.remedy)
