"""Ratings as they were known then, and as they are known now, which a process keeps: each is a replay.

Whoever asks of a pool waits for those who asked of it before, so that one replay of it at a time is made; the
same question has its answer at once. What follows from the games up to one of them is another thing only
after a correction, which officers make: visitors who ask again and again, while others post, let nothing be
rated anew.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select

from arpad.office.cache import MEGABYTE, Cache
from arpad.office.pools.events import GamesPosted, ListPublished
from arpad.office.pools.listing import BYTES_OF_PLAYER, PoolKey, pool_key
from arpad.office.pools.place import PoolPlace
from arpad.office.pools.pool import Pool
from arpad.office.pools.standing import PoolRating
from arpad.office.store.tables import EVENTS

HARMLESS = (GamesPosted.KIND, ListPublished.KIND)
"""After these events the games before have the ratings that they had."""


class _CachedRatings(NamedTuple):
    """Ratings that are kept.

    Args:
        seq: its last event that was looked at.
        ratings: by player.
    """

    seq: int
    ratings: dict[str, PoolRating]


_KEPT: Cache[tuple[PoolKey, str, int], _CachedRatings] = Cache(
    "ratings as they were known", 16, 16 * MEGABYTE, lambda kept: BYTES_OF_PLAYER * len(kept.ratings)
)


def ratings_up_to_event(pool: Pool, seq: int) -> dict[str, PoolRating]:
    """Return the ratings by player as they followed from the events up to one of them.

    Raises:
        BadInput: there is no such pool, or an event is not as it was written.
    """
    return _ratings(pool, "then", seq)


def ratings_after_game(pool: Pool, number: int) -> dict[str, PoolRating]:
    """Return the ratings by player after a game, with all corrections that are known now.

    Raises:
        BadInput: there is no such pool, or an event is not as it was written.
    """
    return _ratings(pool, "now", number)


def _ratings(pool: Pool, what: str, at: int) -> dict[str, PoolRating]:
    turn = pool.database.address, pool.name
    kept = _KEPT.calculated(turn, lambda: _looked_up(pool, what, at), lambda: _replayed(pool, what, at))
    return kept.ratings


def _replayed(pool: Pool, what: str, at: int) -> _CachedRatings:
    with pool.reading() as (_, place):
        key = pool_key(pool, place), what, at
    ratings = pool.known(seq=at) if what == "then" else pool.known(number=at)
    kept = _CachedRatings(place.stream.seq, {rating.player: rating for rating in ratings})
    _KEPT.put(key, kept)
    return kept


def _looked_up(pool: Pool, what: str, at: int) -> _CachedRatings | None:
    """Return the answer that is kept, if it is still right."""
    with pool.reading() as (connection, place):
        key = pool_key(pool, place), what, at
        cached = _KEPT.get(key)
        if cached is None or not _holds(connection, place, cached, at if what == "then" else 0):
            return None
    if cached.seq < place.stream.seq:
        cached = cached._replace(seq=place.stream.seq)
        _KEPT.put(key, cached)
    return cached


def _holds(connection: Connection, place: PoolPlace, cached: _CachedRatings, until: int) -> bool:
    """Tell whether an answer is still right.

    Args:
        connection: to the database.
        place: where the pool stands.
        cached: the answer.
        until: the last event that it is about; 0 for all events.
    """
    if 0 < until <= cached.seq:
        return True
    table = EVENTS.c
    wanted = select(table.seq).where(table.stream == place.stream.id, table.seq > cached.seq).limit(1)
    if not until:
        wanted = wanted.where(table.kind.not_in(HARMLESS))
    return connection.execute(wanted).first() is None
