"""Where a pool stands in the database: its last event, its rules, and how far its ratings are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from arpad.core import BadInput, worded
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.starts import kept_starts
from arpad.office.store.streams import Stream
from arpad.office.store.tables import POOLS, STREAMS

KIND = "pool"
"""What the streams of pools are called."""

_ALL = (
    select(
        STREAMS.c.id,
        STREAMS.c.header,
        STREAMS.c.seq,
        STREAMS.c.head,
        POOLS.c.system,
        POOLS.c.rules,
        POOLS.c.games,
        POOLS.c.title,
        POOLS.c.kept,
        POOLS.c.kept_games,
        STREAMS.c.name,
    )
    .join_from(STREAMS, POOLS)
    .where(STREAMS.c.kind == KIND)
    .order_by(STREAMS.c.name)
)
_FIND = _ALL.where(STREAMS.c.name == bindparam("name"))
_LOCK = _FIND.with_for_update()
"""Both rows are locked: PostgreSQL shows one that is not as it was before the others ended."""


class PoolPlace(NamedTuple):
    """Where a pool stands in the database.

    Args:
        stream: of its events.
        rules: what it rates by.
        games: how many were posted.
        title: what people call it.
        kept: the event up to which the table has the ratings, from which those of now follow.
        kept_games: how many games were posted up to that event.
    """

    stream: Stream
    rules: PoolRules
    games: int
    title: str
    kept: int
    kept_games: int


def check_seen(place: PoolPlace, seen: int | None) -> None:
    """Refuse an act of somebody who has not seen the last event of a pool.

    Args:
        place: where the pool stands.
        seen: the last event that was seen; None where that does not matter.

    Raises:
        BadInput: it is another one.
    """
    if seen is not None and seen != place.stream.seq:
        raise BadInput(
            worded("the last event of the pool is {seq}, not {seen}", seq=place.stream.seq, seen=seen),
            code="log.moved",
            remedy="Look at what follows now, and decide again.",
        )


def place_of(connection: Connection, name: str, *, lock: bool = False) -> PoolPlace:
    """Return where a pool stands.

    Args:
        connection: to the database; one that writes where the pool is to be locked.
        name: of the pool.
        lock: whether nobody else writes to the pool until the transaction ends.

    Raises:
        BadInput: there is no such pool.
    """
    row = connection.execute(_LOCK if lock else _FIND, {"name": name}).one_or_none()
    if row is None:
        raise BadInput(worded("there is no pool {name!r}", name=name[:100]), code="pool.unknown")
    return _places(connection, [row])[0]


def places_of(connection: Connection) -> dict[str, PoolPlace]:
    """Return where all pools stand, by their names, in one statement.

    One more reads the starting ratings that the process does not have.
    """
    rows = list(connection.execute(_ALL))
    return {row[-1]: place for row, place in zip(rows, _places(connection, rows), strict=True)}


def _places(connection: Connection, rows: Sequence[Sequence[Any]]) -> list[PoolPlace]:
    pools = [(row, *PoolRules.of(row[4], row[5])) for row in rows]
    wanted = {row[0]: key for row, _, key in pools if key}
    starts = kept_starts(connection, wanted) if wanted else {}
    return [
        PoolPlace(
            Stream(*row[:4]),
            replace(rules, starts=starts[row[0]]) if key else rules,
            *row[6:10],
        )
        for row, rules, key in pools
    ]
