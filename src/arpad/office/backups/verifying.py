"""Whether what is in a database is as it was written: every event, every rating, every published list."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, select

from arpad.core import BadInput
from arpad.office.backups.rows import AT_ONCE
from arpad.office.log.event_format import chained_properly
from arpad.office.pools.following import Following
from arpad.office.pools.place import KIND as POOL
from arpad.office.pools.place import place_of
from arpad.office.pools.replaying import record_of, replayed
from arpad.office.store.database import Database
from arpad.office.store.streams import Stream
from arpad.office.store.tables import EVENTS, FINAL_FILES, LIST_FILES, PUBLICATIONS, STREAMS
from arpad.office.store.tournaments import KIND as TOURNAMENT
from arpad.office.store.tournaments import TournamentLog


class OtherRating(NamedTuple):
    """A player whose rating is not that of a replay.

    Args:
        pool: the pool.
        player: the player.
        kept: the rating that the database has; None for none.
        replayed: the rating that follows from the games; None for none.
    """

    pool: str
    player: str
    kept: float | None
    replayed: float | None


@dataclass(frozen=True)
class DatabaseCheck:
    """What was looked at.

    Args:
        events: that follow each other.
        tournaments: whose events could be replayed.
        pools: whose games were rated anew.
        games: of them.
        lists: published, which are as they were.
        others: of each pool whose ratings are not those of a replay, the first player. The games were rated
            by another arpad, or on a machine that calculates otherwise.
    """

    events: int
    tournaments: int
    pools: int
    games: int
    lists: int
    others: tuple[OtherRating, ...]


def verify(database: Database, connection: Connection) -> DatabaseCheck:
    """Look at everything that a database has.

    Args:
        database: the database.
        connection: in whose transaction.

    Raises:
        BadInput: an event, a tournament or a published list is not as it was written.
    """
    events = tournaments = pools = games = 0
    others = []
    wanted = select(STREAMS.c.kind, STREAMS.c.name, *_STREAM).order_by(STREAMS.c.id)
    for kind, name, *columns in list(connection.execute(wanted)):
        stream = Stream(*columns)
        _check_events(connection, kind, name, stream)
        events += stream.seq
        if kind == TOURNAMENT:
            TournamentLog(database, name).read_in(connection)
            tournaments += 1
        elif kind == POOL:
            pools += 1
            count, other = _replay_pool(connection, name)
            games += count
            others += other
    return DatabaseCheck(events, tournaments, pools, games, _check_lists(connection), tuple(others))


_STREAM = STREAMS.c.id, STREAMS.c.header, STREAMS.c.seq, STREAMS.c.head


def _check_events(connection: Connection, kind: str, name: str, stream: Stream) -> None:
    """Refuse a stream whose lines do not follow each other up to the last one."""
    wanted = select(EVENTS.c.seq, EVENTS.c.payload).where(EVENTS.c.stream == stream.id)
    rows = connection.execute(wanted.order_by(EVENTS.c.seq).execution_options(yield_per=AT_ONCE))
    last, before = 0, stream.header[-66:-2]
    for seq, line in rows:
        if seq != last + 1 or not chained_properly(line, before):
            break
        last, before = seq, line[-66:-2]
    if last != stream.seq or before != stream.head:
        raise BadInput(
            f"event {last + 1} of the {kind} {name!r} is missing, or not as it was written",
            code="backup.damaged",
            remedy="Take another backup.",
        )


def _replay_pool(connection: Connection, name: str) -> tuple[int, list[OtherRating]]:
    """Rate the games of a pool anew; return how many, and the first player who has another rating."""
    place = place_of(connection, name)
    record = record_of(connection, place.stream)
    standing, _ = replayed(record)
    with Following().at(connection, place, exactly=True) as members:
        kept = {player_rating.player: player_rating for player_rating in members.between(0, len(members))}
    replayed_ratings = {
        player_rating.player: player_rating for player_rating in standing.ratings(record.rules)
    }
    games = record.last
    for player in sorted(kept | replayed_ratings):
        kept_rating, replayed_rating = kept.get(player), replayed_ratings.get(player)
        if kept_rating != replayed_rating:
            return games, [
                OtherRating(
                    name,
                    player,
                    kept_rating and kept_rating.rating,
                    replayed_rating and replayed_rating.rating,
                )
            ]
    return games, []


def _check_lists(connection: Connection) -> int:
    """Refuse a published list, or a file of one or of final standings, that is not as it was published.

    Returns:
        How many lists there are.
    """
    table = PUBLICATIONS.c
    lists = 0
    for name, content, digest in connection.execute(select(table.name, table.content, table.digest)):
        lists += 1
        if sha256(content.encode()).hexdigest() != digest:
            raise _other_list(name)
    for files in (LIST_FILES.c, FINAL_FILES.c):
        for name, content, digest in connection.execute(select(files.name, files.content, files.digest)):
            if sha256(zlib.decompress(content)).hexdigest() != digest:
                raise _other_list(name)
    return lists


def _other_list(name: str) -> BadInput:
    return BadInput(
        f"what was published as {name!r} is not as it was published",
        code="backup.damaged",
        remedy="Take another backup.",
    )
