"""Streams of events in a database: lines that are only appended, each chained to the one before.

A line of an event is the one that an event file has (:mod:`arpad.office.log.event_format`), byte for byte;
what the columns beside it say is taken from it. Who adds to a stream has locked it first: the database lets
the others wait, and no two lines get one number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    LargeBinary,
    Select,
    Table,
    bindparam,
    cast,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql

from arpad.office.store.tables import EVENTS, OPERATIONS, STREAMS

NO_ANSWER = ""
"""What is kept of an operation whose events tell the answer."""

LONGEST_JOINED = 1 << 15
"""Bytes of a line that is joined with others, so that no text grows beyond what a database can return."""

FEW = 3
"""Rows up to which a statement for each is as quick as one for all."""


class Stream(NamedTuple):
    """Where a stream stands.

    Args:
        id: its number in the database.
        header: its first line.
        seq: the number of its last event.
        head: the hash of its last line.
    """

    id: int
    header: str
    seq: int
    head: str


_FIND = select(STREAMS.c.id, STREAMS.c.header, STREAMS.c.seq, STREAMS.c.head).where(
    STREAMS.c.kind == bindparam("kind"), STREAMS.c.name == bindparam("name")
)
_LOCK = _FIND.with_for_update()
_LINES = (
    select(EVENTS.c.payload)
    .where(
        EVENTS.c.stream == bindparam("stream"),
        EVENTS.c.seq > bindparam("after"),
        EVENTS.c.seq <= bindparam("until"),
    )
    .order_by(EVENTS.c.seq)
)


def _select_joined_lines(octets: Any) -> Select[int, str]:
    """Return the query for how many lines are not too long, and these joined."""
    short = _LINES.where(octets <= LONGEST_JOINED).subquery()
    return select(func.count(), func.aggregate_strings(short.c.payload, "\n"))


_JOINED = {
    "sqlite": _select_joined_lines(func.length(cast(EVENTS.c.payload, LargeBinary))),
    "postgresql": _select_joined_lines(func.octet_length(EVENTS.c.payload)),
}
_APPEND = insert(EVENTS)
_KEEP = insert(OPERATIONS)


def _from_json(table: Table) -> str:
    """Return the statement by which PostgreSQL inserts rows that come as one JSON text."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    dialect: Any = postgresql.dialect
    kinds = ", ".join(f'"{column.name}" {column.type.compile(dialect())}' for column in table.columns)
    selection = f"SELECT {names} FROM json_to_recordset(%s::json) AS row ({kinds})"
    return f"INSERT INTO {table.name} ({names}) {selection}"


_EVENTS_QUICK, _OPERATIONS_QUICK = _from_json(EVENTS), _from_json(OPERATIONS)
_ADVANCE = (
    update(STREAMS)
    .where(STREAMS.c.id == bindparam("id_of"))
    .values(seq=bindparam("last"), head=bindparam("hash"))
)


def find(connection: Connection, kind: str, name: str, *, lock: bool = False) -> Stream | None:
    """Return where a stream stands; None if there is none.

    Args:
        connection: to the database; one that writes where the stream is to be locked.
        kind: ``tournament`` or ``pool``.
        name: by which people ask for it.
        lock: whether nobody else adds to it until the transaction ends.
    """
    row = connection.execute(_LOCK if lock else _FIND, {"kind": kind, "name": name}).one_or_none()
    return None if row is None else Stream(*row)


def lines_after(connection: Connection, stream: Stream, seq: int, until: int | None = None) -> list[str]:
    """Return the lines of a stream's events after one of them; 0 for all.

    Args:
        connection: to the database.
        stream: where the stream stands.
        seq: the number of that event.
        until: the last event that is wanted; None for all.
    """
    wanted = {"stream": stream.id, "after": seq, "until": stream.seq if until is None else until}
    return list(connection.execute(_LINES, wanted).scalars())


def joined_lines(connection: Connection, stream: Stream, seq: int, until: int) -> str | None:
    """Return the lines of :func:`lines_after`, LF between them; None where one is missing or long.

    A few hundred thousand bytes at a time come so in half the time that line after line takes.
    """
    wanted = {"stream": stream.id, "after": seq, "until": until}
    count, joined = connection.execute(_JOINED[connection.dialect.name], wanted).one()
    return str(joined) if count == until - seq else None


def begin(connection: Connection, kind: str, name: str, identity: str, header: str) -> Stream:
    """Begin a stream without events.

    Raises:
        IntegrityError: there is one of that name or identity.
    """
    head = header[-66:-2]
    row = {"kind": kind, "name": name, "identity": identity, "header": header, "seq": 0, "head": head}
    stream_id = connection.execute(insert(STREAMS).values(row).returning(STREAMS.c.id)).scalar_one()
    return Stream(stream_id, header, 0, head)


def add(connection: Connection, stream: Stream, lines: Sequence[str]) -> Stream:
    """Append whole acts to a stream that is locked, and return where it stands then.

    Args:
        connection: of the transaction that has locked it.
        stream: where it stands.
        lines: of its next events, sealed and chained; at least one.
    """
    rows = [json.loads(line) for line in lines]
    events = [event_row(stream.id, row, line) for row, line in zip(rows, lines, strict=True)]
    return append(connection, stream, events, list(_operations(stream.id, rows)))


def append(
    connection: Connection, stream: Stream, events: list[dict[str, Any]], operations: list[dict[str, Any]]
) -> Stream:
    """Append rows of events, and of the operations that they are; see :func:`add`."""
    many = len(events) > FEW and connection.dialect.name == "postgresql"
    for statement, quick, rows in ((_APPEND, _EVENTS_QUICK, events), (_KEEP, _OPERATIONS_QUICK, operations)):
        if many:
            connection.exec_driver_sql(quick, (json.dumps(rows, ensure_ascii=False),))
        elif rows:
            connection.execute(statement, rows)
    last, head = events[-1]["seq"], events[-1]["hash"]
    connection.execute(_ADVANCE, {"id_of": stream.id, "last": last, "hash": head})
    return Stream(stream.id, stream.header, last, head)


def event_row(stream: int, row: dict[str, Any], line: str) -> dict[str, Any]:
    """Return an event as the table has it."""
    return {
        "stream": stream,
        "seq": row["seq"],
        "kind": row["do"],
        "version": row["v"],
        "at": row.get("time", ""),
        "author": row.get("author", ""),
        "operation": row.get("op", ""),
        "payload": line,
        "previous": row["prev"],
        "hash": row["hash"],
    }


def _operations(stream: int, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the operations of whole acts; of a name that a file has twice, the first act."""
    seen = {""}
    first = 0
    for row in rows:
        first = first or row["seq"]
        if row.get("more"):
            continue
        name = row.get("op", "")
        if name not in seen:
            yield {
                "stream": stream,
                "operation": name,
                "request": row.get("request", ""),
                "first": first,
                "last": row["seq"],
                "answer": NO_ANSWER,
            }
        seen.add(name)
        first = 0
