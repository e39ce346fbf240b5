"""A pool of rated games in the database: results are posted, ratings read, lists published.

All that is posted to one pool is rated in the order in which it is posted: whoever posts has locked the pool.
A posting is one act: its event, its answer and the ratings are written in one transaction, and under its
operation's name it is done once. Many postings can share a transaction, each with a name and an answer of its
own: that is what makes a stream of results fast.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from arpad.core import BadInput
from arpad.office.club.acts import Act, with_request, write
from arpad.office.club.games import Batch, Game, players_of
from arpad.office.club.pool_events import FORMAT, HEADER, GamesPosted, ListPublished, PoolBegun
from arpad.office.club.replaying import record_of, replayed
from arpad.office.club.rules import Rules, Settings
from arpad.office.club.standing import STATE, Met, PoolRating, Standing
from arpad.office.club.statements import keep_players, known_players
from arpad.office.log.event_format import sealed
from arpad.office.log.store import new_identity, stamp_now
from arpad.office.store import streams
from arpad.office.store.database import Database
from arpad.office.store.streams import Stream
from arpad.office.store.tables import (
    CHECKPOINTS,
    OPERATIONS,
    POOL_RATINGS,
    POOLS,
    PUBLICATIONS,
    STREAMS,
)
from arpad.office.store.tournaments import NAME

KIND = "pool"

CHECKPOINT_EVERY = 100_000
"""Games between two states that are kept on the way."""

_FIND = (
    select(
        STREAMS.c.id,
        STREAMS.c.header,
        STREAMS.c.seq,
        STREAMS.c.head,
        POOLS.c.system,
        POOLS.c.rules,
        POOLS.c.games,
        POOLS.c.title,
    )
    .join_from(STREAMS, POOLS)
    .where(STREAMS.c.kind == KIND, STREAMS.c.name == bindparam("name"))
)
_LOCK = _FIND.with_for_update()
"""Both rows are locked: PostgreSQL shows one that is not as it was before the others ended."""

_COUNT = update(POOLS).where(POOLS.c.stream == bindparam("pool")).values(games=bindparam("number"))
_KNOWN = select(OPERATIONS.c.operation, OPERATIONS.c.request, OPERATIONS.c.answer).where(
    OPERATIONS.c.stream == bindparam("stream"), OPERATIONS.c.operation.in_(bindparam("names", expanding=True))
)


@dataclass(frozen=True)
class Posting:
    """Games that are posted together.

    Args:
        games: in the order in which they are rated.
        op: the operation's name, under which it is done once; empty for one by chance.
    """

    games: Sequence[Game]
    op: str = ""


class Posted(NamedTuple):
    """What became of a posting.

    Args:
        number: of its first game in the pool; the others follow.
        games: for each game ``before`` and ``after`` of both players: their ratings, and their deviations
            where the system has them.
        repeated: whether it was done before under the same name, and nothing was written now.
    """

    number: int
    games: list[dict[str, list[list[float]]]]
    repeated: bool = False


class Published(NamedTuple):
    """A list as it was published.

    Args:
        name: of the list.
        number: the last game that counts.
        ratings: the best first.
        digest: SHA-256 of the content.
        seq: the event that published it.
    """

    name: str
    number: int
    ratings: list[PoolRating]
    digest: str
    seq: int


class Place(NamedTuple):
    """Where a pool stands in the database.

    Args:
        stream: of its events.
        rules: what it rates by.
        games: how many were posted.
        title: what people call it.
    """

    stream: Stream
    rules: Rules
    games: int
    title: str


@dataclass(frozen=True)
class Pool:
    """A pool of rated games in a database.

    Args:
        database: where it is.
        name: by which programs ask for it: small letters, digits and hyphens.
    """

    database: Database
    name: str

    def create(
        self, system: str, settings: Settings | None = None, *, title: str = "", author: str | None = None
    ) -> None:
        """Begin the pool.

        Args:
            system: a rating system of Elo's or Glicko's family.
            settings: its parameters that are not the defaults.
            title: what people call it; the name if it is empty.
            author: who does it; None for :func:`arpad.office.log.store.author_here`.

        Raises:
            BadInput: there is a pool of that name, or no such system or parameter.
            NotProvided: the system cannot rate each result as it comes in.
        """
        if NAME.fullmatch(self.name) is None:
            raise BadInput(
                f"a pool cannot be called {self.name[:100]!r}",
                code="pool.name-not-valid",
                remedy="Write up to 100 small letters (a to z), digits and hyphens: blitz-2026.",
            )
        rules = Rules.new(system, settings or {})
        stamp = stamp_now(author=author)
        identity = new_identity()
        header = sealed({HEADER: FORMAT, "id": identity})
        begun = PoolBegun(title or self.name, rules.system, dict(rules.versions[0][1]))
        with self.database.writing() as connection:
            try:
                stream = streams.begin(connection, KIND, self.name, identity, header)
            except IntegrityError:
                raise BadInput(
                    f"there is a pool {self.name!r} in {self.database.address} already",
                    code="pool.name-taken",
                    remedy="Choose another name.",
                ) from None
            row = {"stream": stream.id, "title": begun.title, "system": rules.system, "rules": rules.text()}
            connection.execute(insert(POOLS).values(row | {"games": 0}))
            write(connection, stream, [Act(begun, stamp)])
            connection.commit()

    def post(self, *games: Game, op: str = "", author: str | None = None) -> Posted:
        """Post games, which are rated now, one after the other; see :meth:`post_all`."""
        return self.post_all([Posting(games, op)], author=author)[0]

    def post_all(self, postings: Sequence[Posting], *, author: str | None = None) -> list[Posted]:
        """Post several postings in one transaction: all are acknowledged, or none.

        Args:
            postings: in the order in which they are rated.
            author: who does it; None for :func:`arpad.office.log.store.author_here`.

        Raises:
            BadInput: a game cannot be, an operation's name was used for other games, or the database does not
                answer. Nothing is written then.
        """
        stamps = [stamp_now(op=one.op, author=author) for one in postings]
        now = int(datetime.now(UTC).timestamp())
        batches = [Batch.of(one.games, now) for one in postings]
        # What is asked for, without the moment of asking: it is another one when the posting is repeated.
        asked = [_asked(one) for one in postings]
        with self.writing() as (connection, place):
            answers = self._answered(connection, place.stream, postings, asked)
            fresh = [at for at, answer in enumerate(answers) if answer is None]
            fresh = [at for at in fresh if stamps[at].op not in {stamps[one].op for one in fresh if one < at}]
            if fresh:
                made = self._rate(connection, place, [batches[at] for at in fresh])
                acts = [
                    Act(
                        GamesPosted(done.number, batches[at]),
                        with_request(stamps[at], asked[at]),
                        done.kept(),
                    )
                    for at, done in zip(fresh, made, strict=True)
                ]
                write(connection, place.stream, acts)
                connection.commit()
                for at, done in zip(fresh, made, strict=True):
                    answers[at] = done.posted()
        by_name = {stamps[at].op: answers[at] for at in fresh}
        for at, found in enumerate(answers):
            if found is None:  # the same posting twice in one call
                first = by_name[stamps[at].op]
                assert first is not None
                answers[at] = first._replace(repeated=True)
        return [one for one in answers if one is not None]

    def _answered(
        self, connection: Connection, stream: Stream, postings: Sequence[Posting], asked: Sequence[str]
    ) -> list[Posted | None]:
        """Return what was answered to postings that were done before.

        Raises:
            BadInput: an operation's name was used for other games.
        """
        names = [one.op for one in postings if one.op]
        known: dict[str, tuple[str, str]] = {}
        if names:
            rows = connection.execute(_KNOWN, {"stream": stream.id, "names": names})
            known = {operation: (request, answer) for operation, request, answer in rows}
        found: list[Posted | None] = []
        here: dict[str, str] = {}
        for one, request in zip(postings, asked, strict=True):
            before = known.get(one.op, (here.get(one.op, request), ""))
            if one.op and before[0] != request:
                raise BadInput(
                    f"the operation {one.op!r} was another posting",
                    code="operation.another-act",
                    remedy="Give every posting a name of its own.",
                )
            here[one.op] = request
            found.append(answer_of(before[1]) if before[1] else None)
        return found

    def _rate(self, connection: Connection, place: Place, batches: Sequence[Batch]) -> list[_Rated]:
        """Rate games, and write the ratings of their players."""
        rules = place.rules
        names = [rules.named(name) for name in players_of(batches)]
        standing = Standing.of(rules, known_players(connection, place.stream.id, names))
        whole = Batch.none()
        for batch in batches:
            whole.extend(batch)
        met = standing.rate(rules, whole)
        keep_players(connection, place.stream.id, standing, rules)
        made = []
        start, number = 0, place.games
        for batch in batches:
            end = start + len(batch.first)
            made.append(_Rated(number + 1, Met(met.before[start:end], met.after[start:end])))
            start, number = end, number + len(batch.first)
        connection.execute(_COUNT, {"pool": place.stream.id, "number": number})
        if number // CHECKPOINT_EVERY > place.games // CHECKPOINT_EVERY:
            self._checkpoint(connection, place._replace(games=number), len(batches))
        return made

    def _checkpoint(self, connection: Connection, place: Place, coming: int) -> None:
        """Keep the state of all players, as it is after the events that are coming."""
        standing = all_players(connection, place)
        row = {
            "pool": place.stream.id,
            "game": place.games,
            "seq": place.stream.seq + coming,
            "content": standing.packed(),
        }
        connection.execute(insert(CHECKPOINTS).values(row))

    def ratings(self, limit: int | None = None) -> list[PoolRating]:
        """Return the ratings of now, the best first; of equal ratings by name.

        Args:
            limit: how many; None for all.

        Raises:
            BadInput: there is no such pool, or the database does not answer.
        """
        with self.reading() as (connection, place):
            table = POOL_RATINGS.c
            wanted = (
                select(table.player, table.rating, table.deviation, table.games)
                .where(table.pool == place.stream.id)
                .order_by(table.rating.desc(), table.player)
                .limit(limit)
            )
            return [PoolRating._make(row) for row in connection.execute(wanted)]

    def rating(self, player: str) -> PoolRating | None:
        """Return the rating of now of a player; None if nobody of that name has played."""
        with self.reading() as (connection, place):
            table = POOL_RATINGS.c
            wanted = select(table.player, table.rating, table.deviation, table.games).where(
                table.pool == place.stream.id, table.player == place.rules.named(player)
            )
            row = connection.execute(wanted).one_or_none()
            return None if row is None else PoolRating._make(row)

    def rank(self, player: str) -> int | None:
        """Return one more than the players with a higher rating; None if nobody of that name has played."""
        own = self.rating(player)
        if own is None:
            return None
        with self.reading() as (connection, place):
            table = POOL_RATINGS.c
            higher = select(func.count()).where(table.pool == place.stream.id, table.rating > own.rating)
            return 1 + int(connection.execute(higher).scalar_one())

    def known(self, *, seq: int | None = None, number: int | None = None) -> list[PoolRating]:
        """Return ratings as they follow from the events, the best first.

        Args:
            seq: the last event that is known: what was corrected later is not; None for all events.
            number: the last game that counts; None for the last one that is known.

        Raises:
            BadInput: there is no such pool, or an event is not as it was written.
        """
        with self.reading() as (connection, place):
            record = record_of(connection, place.stream, seq)
        if number is not None:
            record.games = record.between(0, number)
            record.out = set()
        return replayed(record)[0].ratings(record.rules)

    def publish(self, name: str, *, op: str = "", author: str | None = None) -> Published:
        """Publish the ratings of now as a list, which stays as it is.

        Args:
            name: of the list, such as ``2026-03``.
            op: the operation's name.
            author: who does it.

        Raises:
            BadInput: there is a list of that name, or the name is empty or too long.
        """
        if not 0 < len(name) <= 100 or not name.isprintable():
            raise BadInput("a list has a name of up to 100 letters", code="pool.list-name")
        stamp = stamp_now(op=op, author=author)
        with self.writing() as (connection, place):
            standing = all_players(connection, place)
            content = json.dumps(standing.ratings(place.rules), ensure_ascii=False)
            digest = sha256(content.encode()).hexdigest()
            row = {
                "pool": place.stream.id,
                "name": name,
                "seq": place.stream.seq + 1,
                "game": place.games,
                "content": content,
                "digest": digest,
            }
            try:
                connection.execute(insert(PUBLICATIONS).values(row))
            except IntegrityError:
                raise BadInput(
                    f"the list {name!r} of the pool {self.name} was published already",
                    code="pool.list-taken",
                    remedy="A published list stays as it is: publish another one.",
                ) from None
            write(connection, place.stream, [Act(ListPublished(name, place.games, digest), stamp)])
            connection.commit()
            return _published(name, place.games, content, digest, place.stream.seq + 1)

    def published(self, name: str) -> Published:
        """Return a list as it was published.

        Raises:
            BadInput: there is none of that name, or it is not as it was published.
        """
        with self.reading() as (connection, place):
            table = PUBLICATIONS.c
            wanted = select(table.game, table.content, table.digest, table.seq).where(
                table.pool == place.stream.id, table.name == name
            )
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise BadInput(f"the pool {self.name} has no list {name[:100]!r}", code="pool.no-list")
        number, content, digest, seq = row
        if sha256(content.encode()).hexdigest() != digest:
            raise BadInput(f"the list {name!r} is not as it was published", code="pool.damaged")
        return _published(name, number, content, digest, seq)

    @contextmanager
    def reading(self) -> Iterator[tuple[Connection, Place]]:
        """Open a transaction that reads the pool.

        Raises:
            BadInput: there is no such pool, or the database does not answer.
        """
        with self.database.reading() as connection:
            yield connection, self._place(connection, _FIND)

    @contextmanager
    def writing(self) -> Iterator[tuple[Connection, Place]]:
        """Open a transaction in which nobody else writes to the pool; see :meth:`reading`."""
        with self.database.writing() as connection:
            yield connection, self._place(connection, _LOCK)

    def _place(self, connection: Connection, statement: Any) -> Place:
        row = connection.execute(statement, {"name": self.name}).one_or_none()
        if row is None:
            raise BadInput(
                f"there is no pool {self.name[:100]!r} in {self.database.address}", code="pool.unknown"
            )
        return Place(Stream(*row[:4]), Rules.of(row[4], row[5]), row[6], row[7])


def _asked(posting: Posting) -> str:
    """Return a digest of the games that are posted, which are valid."""
    rows = [
        [one.first, one.second, float(one.score), str(one.at or ""), one.advantage, float(one.weight)]
        for one in posting.games
    ]
    return sha256(json.dumps(rows).encode()).hexdigest()


class _Rated(NamedTuple):
    """Games of a posting that were rated; see :class:`Posted`."""

    number: int
    met: Met

    def posted(self, *, repeated: bool = False) -> Posted:
        """Return what is answered."""
        pairs = zip(self.met.before.tolist(), self.met.after.tolist(), strict=True)
        return Posted(self.number, [{"before": one, "after": other} for one, other in pairs], repeated)

    def kept(self) -> str:
        """Return what is answered as it is kept: every bit of it, and quicker to write than digits are."""
        columns = (b64encode(one.astype(STATE).tobytes()).decode() for one in self.met)
        return json.dumps([self.number, self.met.before.shape[2], *columns])


def answer_of(text: str) -> Posted:
    """Return what was answered to a posting, from what is kept of it."""
    number, width, *columns = json.loads(text)
    before, after = (np.frombuffer(b64decode(one), dtype=STATE).reshape(-1, 2, width) for one in columns)
    return _Rated(number, Met(before, after)).posted(repeated=True)


def all_players(connection: Connection, place: Place) -> Standing:
    """Return all players of a pool as the database has them."""
    table = POOL_RATINGS.c
    wanted = select(table.player, table.games, table.last, table.state).where(table.pool == place.stream.id)
    return Standing.of(place.rules, [tuple(row) for row in connection.execute(wanted)])


def replace_players(connection: Connection, place: Place, standing: Standing) -> None:
    """Put other ratings in the place of those of now."""
    connection.execute(delete(POOL_RATINGS).where(POOL_RATINGS.c.pool == place.stream.id))
    keep_players(connection, place.stream.id, standing, place.rules)


def _published(name: str, number: int, content: str, digest: str, seq: int) -> Published:
    return Published(name, number, [PoolRating(*one) for one in json.loads(content)], digest, seq)


def pools(database: Database) -> Mapping[str, str]:
    """Return the titles of the pools of a database, by their names.

    Raises:
        BadInput: the database does not answer.
    """
    wanted = select(STREAMS.c.name, POOLS.c.title).join_from(STREAMS, POOLS).order_by(STREAMS.c.name)
    with database.reading() as connection:
        return {row.name: row.title for row in connection.execute(wanted)}
