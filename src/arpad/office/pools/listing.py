"""The ranking list of a pool as a process keeps it: in order, so that a page of it need not be computed.

The list of now is brought up to date by what was posted since it was made, not read anew. The list of a day
is rated from the games until the end of that day, in the order in which they were posted, with all
corrections that are known now. That is a replay of the pool, for which its visitors take turns; the list is
kept until something happens that concerns that day: a posting of later games does not.

A rank is one more than the players with a higher rating, so that equal ratings share a rank; among them the
names are in alphabetical order. Where the system has deviations, the rank interval says which ranks the 95 %
intervals leave open: above a player stand for certain only those whose whole interval is higher.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import accumulate, count
from sys import intern
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from arpad.core import BadInput, worded
from arpad.office.cache import MEGABYTE, Cache
from arpad.office.events.stored_event import StoredEvent
from arpad.office.pools.events import GamesPosted, ListPublished, SeasonBegun
from arpad.office.pools.following import hash_of
from arpad.office.pools.place import PoolPlace
from arpad.office.pools.pool import Pool
from arpad.office.pools.reading import events_of
from arpad.office.pools.replaying import rate_steps, record_of
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolStanding
from arpad.office.store.tables import EVENTS, PUBLICATIONS
from arpad.ratings.list_columns import INTERVAL
from arpad.ratings.system import RatingSystem
from arpad.record.tables.letters import folded

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

MOST_LOOKED_AT = 20_000
"""Events that are looked at to tell whether a list still holds; after more it is rated anew."""

BYTES_OF_PLAYER = 200
"""A name, its place in two orders and six numbers: what a player of a list takes in memory, about."""


@dataclass(frozen=True, eq=False)
class Listing:
    """A ranking list, the best first.

    Args:
        pool: the pool's name.
        title: the pool's title.
        rules: what the pool rates by.
        seq: the last event of the pool that counts.
        number: how many games were posted until then.
        as_of: the day that the list describes; None for now.
        computed: when it was computed, UTC.
        names: the players.
        rating: in points.
        deviation: the same; None where the system has none.
        games: how many count.
        last: the last game of each, in seconds since 1970 UTC.
        serial: another one for each list that a process makes.
    """

    pool: str
    title: str
    rules: PoolRules
    seq: int
    number: int
    as_of: date | None
    computed: datetime
    names: Sequence[str]
    rating: Floats
    deviation: Floats | None
    games: Whole
    last: Whole
    serial: int = field(default_factory=count().__next__, init=False)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def day(self) -> date:
        """The day that the list describes."""
        return self.as_of or self.computed.date()

    @property
    def version(self) -> int:
        """Which version of the rules holds at the end of that day."""
        end = int(datetime.combine(self.day + timedelta(days=1), time(), UTC).timestamp()) - 1
        return int(self.rules.version(np.array([end]))[0])

    @property
    def system(self) -> RatingSystem:
        """The rating system with the parameters that hold on that day."""
        return self.rules.how(self.version).system

    @property
    def edition(self) -> str:
        """The name of the edition of the rules in force on that day; empty where there is but one."""
        system = self.system
        return system.editions[system.edition_on(self.day)].name if system.editions else ""

    @cached_property
    def rank(self) -> Whole:
        """One more than the players with a higher rating."""
        return np.searchsorted(-self.rating, -self.rating, side="left") + 1

    @cached_property
    def ranks(self) -> tuple[Whole, Whole] | None:
        """The best and the worst rank that the 95 % intervals leave open; None without deviations."""
        if self.deviation is None:
            return None
        half = INTERVAL * self.deviation
        low, high = np.sort(self.rating - half), np.sort(self.rating + half)
        above = len(low) - np.searchsorted(low, self.rating + half, side="right")
        below = np.searchsorted(high, self.rating - half, side="left")
        return above + 1, len(low) - below

    @cached_property
    def percentile(self) -> Floats:
        """What part of the players has a lower rating, in per cent."""
        below = np.searchsorted(np.sort(self.rating), self.rating, side="left")
        return np.asarray(100.0 * below / max(len(self), 1))

    @cached_property
    def provisional(self) -> NDArray[np.bool_]:
        """Who is rated provisionally: on too few games, or with too large a deviation."""
        system = self.system
        few: NDArray[np.bool_] = self.games < system.provisional_games
        if system.provisional_deviation is None or self.deviation is None:
            return few
        return np.asarray(few | (self.deviation > system.provisional_deviation), dtype=np.bool_)

    def named(self, words: Sequence[str]) -> Whole:
        """Return the rows of the players whose names hold all of some words, in the order of the list.

        Args:
            words: as :func:`arpad.record.tables.letters.folded` gives them, without accents and case; at
            least one.
        """
        text, ends = self._letters
        rarest, *others = sorted(words, key=text.count)
        rows, at = [], text.find(rarest)
        while at >= 0:
            row = bisect_right(ends, at)
            end = ends[row]
            start = ends[row - 1] if row else 0
            if all(text.find(word, start, end) >= 0 for word in others):
                rows.append(row)
            at = text.find(rarest, end)
        return np.array(rows, dtype=np.int64)

    @cached_property
    def _letters(self) -> tuple[str, list[int]]:
        """The names as a search compares them, a line each, and where each line ends."""
        lines = [f"{folded(name)}\n" for name in self.names]
        return "".join(lines), list(accumulate(map(len, lines)))

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Name → place in the list, from 0."""
        return {name: at for at, name in enumerate(self.names)}


class LastPublishedList(NamedTuple):
    """The published list with which another one is compared.

    Args:
        name: of the list.
        ranks: name of a player → rank in it.
        ratings: name of a player → rating in it.
        games: name of a player → games that counted for it.
    """

    name: str
    ranks: Mapping[str, int]
    ratings: Mapping[str, float]
    games: Mapping[str, int]


class _DayList(NamedTuple):
    """The list of an earlier day.

    Args:
        listing: the list.
        seq: the last event that was looked at, and that does not concern the day, or is in the list.
        head: the hash of that event.
    """

    listing: Listing
    seq: int
    head: str


class _CurrentList(NamedTuple):
    """The list of now.

    Args:
        listing: the list.
        players: in the order in which they first played.
        by_name: their places in that order, in the order of their names.
    """

    listing: Listing
    players: list[str]
    by_name: Whole


PoolKey = tuple[str, str]
"""The database and the first line of the pool's events, which no other pool of that database has."""


def pool_key(pool: Pool, place: PoolPlace) -> PoolKey:
    """Return what tells a pool from all others, also from one that had its name before."""
    return pool.database.address, place.stream.header


# The list of now is what visitors look at most; it is made anew with every posting.
_NOW: Cache[PoolKey, _CurrentList] = Cache(
    "lists of now", 1000, 32 * MEGABYTE, lambda kept: BYTES_OF_PLAYER * len(kept.players)
)
_DAYS: Cache[tuple[PoolKey, date], _DayList] = Cache(
    "lists of earlier days", 64, 16 * MEGABYTE, lambda kept: BYTES_OF_PLAYER * len(kept.listing)
)
_BEFORE: Cache[tuple[PoolKey, str], LastPublishedList] = Cache(
    "lists compared with", 32, 8 * MEGABYTE, lambda kept: BYTES_OF_PLAYER * len(kept.ranks)
)
_LATELY: Cache[tuple[PoolKey, str], Mapping[str, float]] = Cache(
    "published ratings", 64, 8 * MEGABYTE, lambda kept: BYTES_OF_PLAYER // 2 * len(kept)
)


def listing(pool: Pool, as_of: date | None = None) -> Listing:
    """Return the ranking list of a pool.

    Args:
        pool: the pool.
        as_of: the day; None for now.

    Raises:
        Busy: others wait for lists of earlier days.
        BadInput: there is no such pool, or the database does not answer.
    """
    if as_of is not None:
        return _of_day(pool, as_of)
    # A turn is waited for without a connection: others need them.
    return _NOW.calculated(
        (pool.database.address, pool.name), lambda: _kept_now(pool), lambda: _listed_now(pool)
    )


def stands_at(pool: Pool) -> tuple[str, int]:
    """Return the first line of a pool's events, which no other pool has, and the number of the last one.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.reading() as (_, place):
        return place.stream.header, place.stream.seq


def before(pool: Pool, as_of: date | None = None) -> LastPublishedList | None:
    """Return the last list that was published before a day, or before now; None if there is none.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    of_pool, names = _published_before(pool, as_of, 1)
    if not names:
        return None
    name = names[0]
    previous = _BEFORE.get((of_pool, name))
    if previous is None:
        published = pool.published(name).ratings
        rating = np.array([entry.rating for entry in published])
        rank = np.searchsorted(-rating, -rating, side="left") + 1
        previous = LastPublishedList(
            name,
            {entry.player: int(at) for entry, at in zip(published, rank, strict=True)},
            {entry.player: entry.rating for entry in published},
            {entry.player: entry.games for entry in published},
        )
        _BEFORE.put((of_pool, name), previous)
    return previous


def lately(pool: Pool, as_of: date | None, most: int) -> dict[str, Mapping[str, float]]:
    """Return the ratings on the last lists that were published before a day, or before now; the latest last.

    Args:
        pool: the pool.
        as_of: the day; None for now.
        most: how many lists at most.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    lists: dict[str, Mapping[str, float]] = {}
    of_pool, names = _published_before(pool, as_of, most)
    for name in reversed(names):
        ratings = _LATELY.get((of_pool, name))
        if ratings is None:
            ratings = {intern(player): rating for player, rating in pool.published_ratings(name).items()}
            _LATELY.put((of_pool, name), ratings)
        lists[name] = ratings
    return lists


def _published_before(pool: Pool, as_of: date | None, most: int) -> tuple[PoolKey, Sequence[str]]:
    """Return the names of the last lists published before a day, or before now, the latest first."""
    table = PUBLICATIONS.c
    with pool.reading() as (connection, place):
        wanted = (
            select(table.name)
            .join_from(PUBLICATIONS, EVENTS, (EVENTS.c.stream == table.pool) & (EVENTS.c.seq == table.seq))
            .where(table.pool == place.stream.id)
            .order_by(table.seq.desc())
            .limit(most)
        )
        if as_of is not None:
            wanted = wanted.where(EVENTS.c.at < as_of.isoformat())
        return pool_key(pool, place), connection.execute(wanted).scalars().all()


def _kept_now(pool: Pool) -> Listing | None:
    """Return the list of now that is kept, if nothing was posted since."""
    with pool.reading() as (_, place):
        kept = _NOW.get(pool_key(pool, place))
    return kept.listing if kept is not None and kept.listing.seq == place.stream.seq else None


def _listed_now(pool: Pool) -> Listing:
    """Return the list of now, made from the players."""
    with pool.reading() as (connection, place):
        key = pool_key(pool, place)
        current = _now(pool, place, pool.standing(connection, place), _NOW.get(key))
        _NOW.put(key, current)
        return current.listing


def _now(pool: Pool, place: PoolPlace, standing: PoolStanding, cached: _CurrentList | None) -> _CurrentList:
    """Return the list of players, whose names need not be put in order again if they are the same."""
    players = list(standing.index)
    if cached is not None and cached.players == players:
        by_name = cached.by_name
    else:
        by_name = np.array(sorted(range(len(players)), key=players.__getitem__), dtype=np.int64)
    played = by_name[standing.games[by_name] > 0]
    return _CurrentList(_ordered(pool, place, None, standing, players, played), players, by_name)


def _ordered(
    pool: Pool,
    place: PoolPlace,
    as_of: date | None,
    standing: PoolStanding,
    players: Sequence[str],
    by_name: Whole,
) -> Listing:
    """Return players as a list.

    Args:
        pool: the pool.
        place: where it stands.
        as_of: the day of the list; None for now.
        standing: the players.
        players: their names.
        by_name: the rows of those who have played, in the order of their names.
    """
    shown = standing.shown(place.rules)
    order = by_name[np.argsort(-shown[by_name, 0], kind="stable")]
    return Listing(
        pool.name,
        place.title,
        place.rules,
        place.stream.seq,
        place.games,
        as_of,
        datetime.now(UTC),
        [players[at] for at in order.tolist()],
        shown[order, 0],
        shown[order, 1] if shown.shape[1] > 1 else None,
        standing.games[order],
        standing.last[order],
    )


def _of_day(pool: Pool, day: date) -> Listing:
    """Return the list of a day: the one that is kept, or one that is rated now, in its turn.

    One replay of a pool at a time is made, whatever the days are; those of other pools do not wait for it.
    """
    end = end_of(day)
    turn = pool.database.address, pool.name
    return _DAYS.calculated(turn, lambda: _kept(pool, day, end), lambda: _rated(pool, day, end))


def _kept(pool: Pool, day: date, end: float) -> Listing | None:
    """Return the list of a day that is kept, if it still holds."""
    with pool.reading() as (connection, place):
        cached = _DAYS.get((pool_key(pool, place), day))
        if cached is None or not _holds(connection, place, cached, end):
            return None
    stream = place.stream
    if cached.seq < stream.seq:
        _DAYS.put((pool_key(pool, place), day), cached._replace(seq=stream.seq, head=stream.head))
    return cached.listing


def _rated(pool: Pool, day: date, end: float) -> Listing:
    """Return the list of a day, rated from the first game on."""
    with pool.reading() as (connection, place):
        record = record_of(connection, place.stream)
    standing = PoolStanding.of(record.rules)
    rate_steps(standing, record, before=end)
    players = list(standing.index)
    by_name = np.array(sorted(range(len(players)), key=players.__getitem__), dtype=np.int64)
    day_list = _ordered(pool, place, day, standing, players, by_name)
    _DAYS.put((pool_key(pool, place), day), _DayList(day_list, place.stream.seq, place.stream.head))
    return day_list


def _holds(connection: Connection, place: PoolPlace, cached: _DayList, end: float) -> bool:
    """Tell whether nothing that happened since concerns the time before a moment."""
    stream = place.stream
    if cached.seq >= stream.seq:  # another thread may have looked at what was posted a moment later
        return cached.seq > stream.seq or cached.head == stream.head
    if stream.seq - cached.seq > MOST_LOOKED_AT or hash_of(connection, stream, cached.seq) != cached.head:
        return False
    since = events_of(connection, stream, after=cached.seq, head=cached.head)
    return all(_concerns_from(event) >= end for event, _ in since)


def _concerns_from(event: StoredEvent) -> float:
    """Return from which moment on an event may change ratings, in seconds since 1970 UTC."""
    if isinstance(event, ListPublished):
        return math.inf
    if isinstance(event, GamesPosted):
        return min(event.games.seconds)
    return float(event.at) if isinstance(event, SeasonBegun) else -math.inf  # a correction, or other rules


def end_of(day: date) -> float:
    """Return when the next day begins, in seconds since 1970 UTC.

    Raises:
        BadInput: the day has no next one.
    """
    try:
        return datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()
    except OverflowError:
        raise BadInput(worded("{day} has no next day", day=day), code="pool.day") from None
