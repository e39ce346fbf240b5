"""The players of pools in the memory of a process, which follow the events that others write.

Whoever looks at a pool reads where it stands (one row). Where other processes have posted since, their games
are rated here too: what follows from the same events is the same, bit for bit. After a correction the players
are read again. The database has the players as they were after some event (:attr:`.place.Place.kept`), and
is given them anew from time to time, so that a process that begins has little to rate.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock

from sqlalchemy import Connection, Engine, select

from arpad.office.cache import MEGABYTE, Cache
from arpad.office.pools.events import GamesPosted, ListPublished
from arpad.office.pools.games import PoolGames, players_of
from arpad.office.pools.members import Members
from arpad.office.pools.place import PoolPlace
from arpad.office.pools.reading import events_of
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolStanding
from arpad.office.store.streams import Stream
from arpad.office.store.tables import EVENTS, POOL_RATINGS

BYTES_OF_MEMBER = 400
"""What a player of a pool takes in memory, about: a name, a place in an index and in the order, a state."""


class Following:
    """The players of one pool in this process; safe for several threads.

    Whoever posts holds :attr:`turn` first, then the pool's rows in the database, and only then asks here.
    """

    def __init__(self) -> None:
        self.turn: AbstractContextManager[bool] = Lock()
        self._lock = Lock()
        self._members: Members | None = None
        self._seq, self._head, self._header = 0, "", ""

    @property
    def count(self) -> int:
        """How many players are in memory."""
        members = self._members
        return 0 if members is None else len(members)

    @contextmanager
    def at(self, connection: Connection, place: PoolPlace, *, exactly: bool = False) -> Iterator[Members]:
        """Hold the players as they are at a place; nobody changes them meanwhile.

        Args:
            connection: to the database, in the transaction that has found the place.
            place: where the pool stands.
            exactly: whether they must not be as they were a moment later, after a posting of this process.

        Raises:
            BadInput: an event is not as it was written.
        """
        with self._lock:
            if not self._is_at(place, exactly) and not self._follow(connection, place):
                self._read(connection, place)
            assert self._members is not None
            yield self._members

    def took(self, place: PoolPlace, part: PoolStanding, seq: int, head: str) -> None:
        """Take over what was committed.

        Args:
            place: where the pool stood before.
            part: the players as the games have left them.
            seq: the number of the last event.
            head: its hash.
        """
        with self._lock:
            same = self._head == place.stream.head and self._seq == place.stream.seq
            if self._members is not None and same:
                self._members.take(part, seq)
                self._seq, self._head = seq, head

    def _is_at(self, place: PoolPlace, exactly: bool) -> bool:
        if self._members is None or self._header != place.stream.header:
            return False
        if self._members.rules != place.rules:
            return False
        later = self._seq > place.stream.seq and not exactly
        return later or (self._seq, self._head) == (place.stream.seq, place.stream.head)

    def _follow(self, connection: Connection, place: PoolPlace) -> bool:
        """Rate what was posted since; tell whether the players are those of the place then."""
        stream, members = place.stream, self._members
        if members is None or self._header != stream.header or members.rules != place.rules:
            return False
        if self._seq >= stream.seq or hash_of(connection, stream, self._seq) != self._head:
            return False
        games = PoolGames.none()
        for event, _ in events_of(connection, stream, after=self._seq, head=self._head):
            if isinstance(event, GamesPosted):
                games.extend(event.games)
            elif not isinstance(event, ListPublished):
                return False
        _rate(members, games, place)
        self._seq, self._head = stream.seq, stream.head
        return True

    def _read(self, connection: Connection, place: PoolPlace) -> None:
        """Take the players from the table, and rate what was posted since they were kept there."""
        stream = place.stream
        self._members = None
        members = Members(place.rules, stored_players(connection, stream.id, place.rules), place.kept)
        head = hash_of(connection, stream, place.kept)
        games = PoolGames.none()
        for event, _ in events_of(connection, stream, after=place.kept, head=head):
            if isinstance(event, GamesPosted):
                games.extend(event.games)
        _rate(members, games, place)
        self._members, self._header = members, stream.header
        self._seq, self._head = stream.seq, stream.head


def _rate(members: Members, games: PoolGames, place: PoolPlace) -> None:
    if games.first:
        part = members.part(place.rules.named(name) for name in players_of([games]))
        part.rate(place.rules, games)
        members.take(part, place.stream.seq)


def hash_of(connection: Connection, stream: Stream, seq: int) -> str:
    """Return the hash of an event; that of the first line for 0, and nothing where there is no such event."""
    if not seq:
        return stream.header[-66:-2]
    wanted = select(EVENTS.c.hash).where(EVENTS.c.stream == stream.id, EVENTS.c.seq == seq)
    return str(connection.execute(wanted).scalar() or "")


def stored_players(connection: Connection, pool: int, rules: PoolRules) -> PoolStanding:
    """Return the players of a pool as the table has them."""
    table = POOL_RATINGS.c
    wanted = select(table.player, table.games, table.last, table.state).where(table.pool == pool)
    return PoolStanding.of(rules, [tuple(row) for row in connection.execute(wanted)])


_KEPT: Cache[tuple[Engine, str], Following] = Cache(
    "players of pools", 1000, 256 * MEGABYTE, lambda kept: BYTES_OF_MEMBER * kept.count
)


def following(engine: Engine, name: str) -> Following:
    """Return what this process knows of the players of a pool.

    Args:
        engine: of the database.
        name: of the pool.
    """
    kept = _KEPT.get((engine, name)) or Following()
    _KEPT.put((engine, name), kept)  # also where it was kept: its players may have become more
    return kept
