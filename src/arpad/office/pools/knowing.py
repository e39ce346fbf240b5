"""Ratings as they were known then, and as they are known now, which a process keeps: each is a replay.

Whoever asks waits for those who asked before, so that one replay at a time is made; the same question has its
answer at once. What follows from the games up to one of them is another thing only after a correction, which
officers make: visitors who ask again and again, while others post, let nothing be rated anew.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection, select

from arpad.office.pools.events import GamesPosted, ListPublished
from arpad.office.pools.place import Place
from arpad.office.pools.pool import Pool
from arpad.office.pools.standing import PoolRating
from arpad.office.store.tables import EVENTS

MOST_KEPT = 8
"""Answers that a process keeps."""

HARMLESS = (GamesPosted.KIND, ListPublished.KIND)
"""After these events the games before have the ratings that they had."""


class _Kept(NamedTuple):
    """What was found out.

    Args:
        header: of the pool, which no other pool has.
        seq: its last event that was looked at.
        ratings: by player.
    """

    header: str
    seq: int
    ratings: dict[str, PoolRating]


_KEPT: OrderedDict[tuple[str, str, str, int], _Kept] = OrderedDict()
_TURN = Lock()


def known_then(pool: Pool, seq: int) -> dict[str, PoolRating]:
    """Return the ratings by player as they followed from the events up to one of them.

    Raises:
        BadInput: there is no such pool, or an event is not as it was written.
    """
    return _known(pool, "then", seq)


def known_now(pool: Pool, number: int) -> dict[str, PoolRating]:
    """Return the ratings by player after a game, with all corrections that are known now.

    Raises:
        BadInput: there is no such pool, or an event is not as it was written.
    """
    return _known(pool, "now", number)


def _known(pool: Pool, what: str, at: int) -> dict[str, PoolRating]:
    key = (pool.database.address, pool.name, what, at)
    with _TURN:
        with pool.reading() as (connection, place):
            known = _KEPT.pop(key, None)
            if known is not None and not _holds(connection, place, known, at if what == "then" else 0):
                known = None
        if known is None:
            found = pool.known(seq=at) if what == "then" else pool.known(number=at)
            known = _Kept(place.stream.header, place.stream.seq, {one.player: one for one in found})
        else:
            known = known._replace(seq=place.stream.seq)
        _KEPT[key] = known
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
        return known.ratings


def _holds(connection: Connection, place: Place, known: _Kept, until: int) -> bool:
    """Tell whether an answer is still right.

    Args:
        connection: to the database.
        place: where the pool stands.
        known: the answer.
        until: the last event that it is about; 0 for all events.
    """
    if known.header != place.stream.header:
        return False
    if 0 < until <= known.seq:
        return True
    table = EVENTS.c
    wanted = select(table.seq).where(table.stream == place.stream.id, table.seq > known.seq).limit(1)
    if not until:
        wanted = wanted.where(table.kind.not_in(HARMLESS))
    return connection.execute(wanted).first() is None
