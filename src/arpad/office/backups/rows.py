"""Rows of tables as lines of JSON, and back: every value is as it was, whichever database has it.

Which columns a table has is asked of the database, so that a table of an older arpad is kept as it is.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Integer, MetaData, Table, func, insert, inspect, select, text
from sqlalchemy.sql.elements import ColumnElement

from arpad.core import BadInput
from arpad.office.store.tables import METADATA

AT_ONCE = 1000
"""Rows that are fetched, or written, at a time."""


def tables_of(connection: Connection) -> list[Table]:
    """Return the tables of an office as a database has them; those first to which others refer."""
    there = set(inspect(connection).get_table_names())
    metadata = MetaData()
    metadata.reflect(connection, only=[name for name in METADATA.tables if name in there])
    return [table for table in metadata.sorted_tables if table.name in METADATA.tables]


def lines_of(
    connection: Connection, table: Table, wanted: ColumnElement[bool] | None = None
) -> Iterator[bytes]:
    """Yield the rows of a table as lines, in the order of its key.

    Args:
        connection: to the database.
        table: the table.
        wanted: which rows; None for all.
    """
    query = select(table).order_by(*table.primary_key.columns)
    if wanted is not None:
        query = query.where(wanted)
    names = [column.name for column in table.columns]
    rows = connection.execute(query.execution_options(yield_per=AT_ONCE))
    for row in rows:
        cells = {name: _as_json(value) for name, value in zip(names, row, strict=True)}
        yield json.dumps(cells, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"base64": b64encode(value).decode()}
    assert value is None or isinstance(value, str | int | float), type(value)  # bool is an int
    return value


def load(connection: Connection, table: Table, rows: Iterable[dict[str, Any]], file: str) -> int:
    """Insert rows into a table, and return how many.

    Args:
        connection: of a transaction that writes.
        table: the table.
        rows: as :func:`lines_of` has them.
        file: where they come from, for errors.

    Raises:
        BadInput: a row has other columns than the table.
    """
    names = {column.name for column in table.columns}
    count = 0
    waiting = iter(rows)
    while some := list(islice(waiting, AT_ONCE)):
        values = []
        for row in some:
            count += 1
            if set(row) != names:
                raise BadInput(
                    f"row {count} of the table {table.name} has other columns",
                    file=file,
                    code="backup.damaged",
                )
            values.append({name: _from_json(value) for name, value in row.items()})
        connection.execute(insert(table), values)
    return count


def _from_json(value: Any) -> Any:
    return b64decode(value["base64"]) if isinstance(value, dict) else value


def go_on_counting(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after those that were inserted with their numbers."""
    if connection.dialect.name != "postgresql":
        return
    for column in table.primary_key.columns:
        if not isinstance(column.type, Integer):
            continue
        wanted = text("SELECT pg_get_serial_sequence(:table, :column)")
        sequence = connection.execute(wanted, {"table": table.name, "column": column.name}).scalar()
        last = connection.execute(select(func.max(column))).scalar()
        if sequence is not None and last is not None:
            connection.execute(text("SELECT setval(:name, :last)"), {"name": sequence, "last": last})
