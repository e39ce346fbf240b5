"""Acts of an organisation: events with who did them, appended to a stream in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from arpad.office.events.stored_event import StoredEvent
from arpad.office.log.event_format import STAMPED, sealed
from arpad.office.log.event_log import Stamp
from arpad.office.log.store import new_identity
from arpad.office.store import streams
from arpad.office.store.streams import Stream


class StampedEvent(NamedTuple):
    """An event that is an act of its own.

    Args:
        event: what happens.
        stamp: who does it, when and by what.
        answer: what is answered, as JSON.
    """

    event: StoredEvent
    stamp: Stamp
    answer: str = streams.NO_ANSWER


def with_request(stamp: Stamp, request: str) -> Stamp:
    """Return a stamp with the digest of what is asked for."""
    return Stamp(stamp.time, stamp.author, stamp.op, request, stamp.program)


def write(connection: Connection, stream: Stream, acts: Sequence[StampedEvent]) -> Stream:
    """Append acts to a stream that is locked, and return where it stands then."""
    events, operations = [], []
    seq, prev = stream.seq, stream.head
    for act in acts:
        seq += 1
        stamped = {key: value for key, name in STAMPED.items() if (value := getattr(act.stamp, name))}
        row: dict[str, Any] = {
            "seq": seq,
            "do": act.event.KIND,
            "v": act.event.VERSION,
            **act.event.row(),
            **stamped,
            "prev": prev,
        }
        line = sealed(row)
        prev = line[-66:-2]
        events.append(streams.event_row(stream.id, row | {"hash": prev}, line))
        operations.append(
            {
                "stream": stream.id,
                "operation": act.stamp.op,
                "request": act.stamp.request,
                "first": seq,
                "last": seq,
                "answer": act.answer,
            }
        )
    return streams.append(connection, stream, events, operations)


def only_stream(connection: Connection, kind: str, header: Mapping[str, Any]) -> Stream:
    """Return the one stream of a kind, locked; it is begun if it is not there.

    Args:
        connection: of a transaction that writes.
        kind: the kind, which is the stream's name too.
        header: what the first line says beside the identity.
    """
    stream = streams.find(connection, kind, kind, lock=True)
    if stream is not None:
        return stream
    identity = new_identity()
    try:
        with connection.begin_nested():
            return streams.begin(connection, kind, kind, identity, sealed({**header, "id": identity}))
    except IntegrityError:  # of several who begin it at once, one succeeds
        stream = streams.find(connection, kind, kind, lock=True)
        assert stream is not None
        return stream
