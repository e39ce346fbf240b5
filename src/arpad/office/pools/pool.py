"""A pool of rated games in the database: results are posted, ratings read, lists published.

All that is posted to one pool is rated in the order in which it is posted: whoever posts has locked the pool.
A posting is one act: its event, its answer and the ratings are written in one transaction, and under its
operation's name it is done once. Many postings can share a transaction, each with a name and an answer of its
own: that is what makes a stream of results fast (:mod:`arpad.office.pools.queue`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from arpad.core import BadInput, worded
from arpad.office.log.event_format import sealed
from arpad.office.log.store import new_identity, stamp_now
from arpad.office.pools.events import FORMAT, HEADER, GamesPosted, ListPublished, PoolBegun
from arpad.office.pools.explaining import rating_inputs
from arpad.office.pools.following import Following, following
from arpad.office.pools.games import Game, PoolGames, moment_now, players_of, times_of
from arpad.office.pools.members import Members
from arpad.office.pools.place import KIND, PoolPlace, place_of, places_of
from arpad.office.pools.posting import CheckedPosting, Posted, Posting
from arpad.office.pools.replaying import Position, rate_steps, record_of
from arpad.office.pools.rules import PoolRules, Settings
from arpad.office.pools.standing import GameRatings, PoolRating, PoolStanding
from arpad.office.pools.statements import keep_players
from arpad.office.store import streams
from arpad.office.store.acts import StampedEvent, write
from arpad.office.store.database import Database
from arpad.office.store.tables import (
    CHECKPOINTS,
    OPERATIONS,
    POOL_RATINGS,
    POOLS,
    PUBLICATIONS,
    STREAMS,
)
from arpad.office.store.tournaments import NAME

CHECKPOINT_EVERY = 100_000
"""Games between two states that are kept on the way."""

KEEP_GAMES = 100_000
KEEP_EVENTS = 2_000
"""After so many games, or postings, the players are written into their table."""

_COUNT = update(POOLS).where(POOLS.c.stream == bindparam("pool")).values(games=bindparam("number"))
_LAST_CHECKPOINT = select(func.max(CHECKPOINTS.c.game)).where(CHECKPOINTS.c.pool == bindparam("pool"))
_ANSWERS = select(OPERATIONS.c.operation, OPERATIONS.c.request, OPERATIONS.c.answer).where(
    OPERATIONS.c.stream == bindparam("stream"), OPERATIONS.c.operation.in_(bindparam("names", expanding=True))
)


class PublishedList(NamedTuple):
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
                worded("a pool cannot be called {name!r}", name=self.name[:100]),
                code="pool.name-not-valid",
                remedy="Write up to 100 small letters (a to z), digits and hyphens: blitz-2026.",
            )
        rules = PoolRules.new(system, settings or {})
        stamp = stamp_now(author=author)
        identity = new_identity()
        header = sealed({HEADER: FORMAT, "id": identity})
        begun = PoolBegun(title or self.name, rules.system, dict(rules.versions[0][1]))
        with self.database.writing() as connection:
            try:
                stream = streams.begin(connection, KIND, self.name, identity, header)
            except IntegrityError:
                raise BadInput(
                    worded("there is a pool {name!r} already", name=self.name),
                    code="pool.name-taken",
                    remedy="Choose another name.",
                ) from None
            row = {"stream": stream.id, "title": begun.title, "system": rules.system, "rules": rules.text()}
            connection.execute(insert(POOLS).values(row | {"games": 0, "kept": 0, "kept_games": 0}))
            write(connection, stream, [StampedEvent(begun, stamp)])
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
        answers = self.post_checked(
            [self.checked(posting, author=author) for posting in postings], together=True
        )
        refused = next((answer for answer in answers if isinstance(answer, BadInput)), None)
        if refused is not None:
            raise refused
        return [answer for answer in answers if isinstance(answer, Posted)]

    def checked(self, posting: Posting, *, author: str | None = None) -> CheckedPosting:
        """Return a posting whose games can be.

        Raises:
            BadInput: a game cannot be.
        """
        batch = PoolGames.of(posting.games, moment_now())
        author = author if posting.author is None else posting.author
        times = times_of(posting.games)
        return CheckedPosting.of(batch, times, posting.op, author, explain=posting.explain)

    def post_checked(
        self, postings: Sequence[CheckedPosting], *, together: bool = False
    ) -> list[Posted | BadInput]:
        """Post several postings in one transaction; each is answered, or refused and not posted.

        Args:
            postings: in the order in which they are rated.
            together: whether none is posted where one is refused.

        Returns:
            For each what became of it: an operation's name that was used for other games is refused.

        Raises:
            BadInput: there is no such pool, or the database does not answer. Nothing is written then.
        """
        if not postings:
            return []
        followed = self._following
        with followed.turn, self.writing() as (connection, place):
            answers = _answered(connection, place, postings)
            fresh = [at for at, answer in enumerate(answers) if answer is None]
            seen: dict[str, int] = {}
            first = [at for at in fresh if seen.setdefault(postings[at].stamp.op, at) == at]
            refused = any(isinstance(answer, BadInput) for answer in answers)
            if first and not (together and refused):
                batches = [postings[at].batch for at in first]
                with followed.at(connection, place, exactly=True) as members:
                    names = players_of(batches)
                    part = members.part(map(place.rules.named, names) if place.rules.merged else names)
                    self._keep(connection, place, members)
                posted = _rated(place, part, [postings[at] for at in first])
                acts = [
                    StampedEvent(GamesPosted(done.number, batch), postings[at].stamp, done.kept())
                    for at, batch, done in zip(first, batches, posted, strict=True)
                ]
                stream = write(connection, place.stream, acts)
                last = posted[-1].number + len(batches[-1].first) - 1
                connection.execute(_COUNT, {"pool": stream.id, "number": last})
                connection.commit()
                followed.took(place, part, stream.seq, stream.head)
                for at, done in zip(first, posted, strict=True):
                    answers[at] = done
        for at in fresh:  # the same posting twice in one call
            done_first = answers[seen[postings[at].stamp.op]]
            if answers[at] is None and isinstance(done_first, Posted):
                answers[at] = replace(done_first, repeated=True)
        return [answer for answer in answers if answer is not None]

    @property
    def _following(self) -> Following:
        return following(self.database.engine, self.name)

    @contextmanager
    def members(self) -> Iterator[Members]:
        """Hold the players of now.

        Raises:
            BadInput: there is no such pool, or the database does not answer.
        """
        with self.reading() as (connection, place), self._following.at(connection, place) as members:
            yield members

    def standing(self, connection: Connection, place: PoolPlace) -> PoolStanding:
        """Return a copy of all players, as they are in a transaction."""
        with self._following.at(connection, place, exactly=True) as members:
            return members.all()

    def _keep(self, connection: Connection, place: PoolPlace, members: Members) -> None:
        """Write the players as they are into the table, and a state on the way, where it is time to."""
        seq, games = place.stream.seq, place.games
        if seq - place.kept >= KEEP_EVENTS or games - place.kept_games >= KEEP_GAMES:
            keep_players(connection, place.stream.id, members.since(place.kept), place.rules)
            note_kept(connection, place, seq)
            last = connection.execute(_LAST_CHECKPOINT, {"pool": place.stream.id}).scalar() or 0
            if games - last >= CHECKPOINT_EVERY:
                row = {"pool": place.stream.id, "game": games, "seq": seq, "content": members.all().packed()}
                connection.execute(insert(CHECKPOINTS).values(row))

    def ratings(self, limit: int | None = None) -> list[PoolRating]:
        """Return the ratings of now, the best first; of equal ratings by name.

        Args:
            limit: how many; None for all.

        Raises:
            BadInput: there is no such pool, or the database does not answer.
        """
        with self.members() as members:
            return members.between(0, len(members) if limit is None else limit)

    def rating(self, player: str) -> PoolRating | None:
        """Return the rating of now of a player; None if nobody of that name has played."""
        with self.members() as members:
            return members.rating(members.rules.named(player))

    def rank(self, player: str) -> int | None:
        """Return one more than the players with a higher rating; None if nobody of that name has played."""
        with self.members() as members:
            return members.rank(members.rules.named(player))

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
        standing = PoolStanding.of(record.rules)
        if number is None:
            end = record.end
        else:  # before a season that begins after that game
            end = Position(number, sum(season.number < number for season in record.rules.seasons))
        rate_steps(standing, record, end=end)
        return standing.ratings(record.rules)

    def publish(
        self,
        name: str,
        *,
        op: str = "",
        author: str | None = None,
        beside: Callable[[Connection, PoolPlace], None] | None = None,
    ) -> PublishedList:
        """Publish the ratings of now as a list, which stays as it is.

        Args:
            name: of the list, such as ``2026-03``.
            op: the operation's name.
            author: who does it.
            beside: what else is written in the transaction.

        Raises:
            BadInput: there is a list of that name, or the name is empty or too long.
        """
        stamp = stamp_now(op=op, author=author)
        with self.writing() as (connection, place):
            event, content = keep_list(connection, self, place, name)
            if beside is not None:
                beside(connection, place)
            write(connection, place.stream, [StampedEvent(event, stamp)])
            connection.commit()
            return _published(name, place.games, content, event.digest, place.stream.seq + 1)

    def published(self, name: str) -> PublishedList:
        """Return a list as it was published.

        Raises:
            BadInput: there is none of that name, or it is not as it was published.
        """
        return _published(name, *self._kept_list(name))

    def published_ratings(self, name: str) -> dict[str, float]:
        """Return the ratings of a published list alone, by player: quicker than the whole list.

        Raises:
            BadInput: there is none of that name, or it is not as it was published.
        """
        return {player: rating for player, rating, *_ in json.loads(self._kept_list(name)[1])}

    def _kept_list(self, name: str) -> tuple[int, str, str, int]:
        with self.reading() as (connection, place):
            table = PUBLICATIONS.c
            wanted = select(table.game, table.content, table.digest, table.seq).where(
                table.pool == place.stream.id, table.name == name
            )
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise BadInput(
                worded("the pool {pool} has no list {list!r}", pool=self.name, list=name[:100]),
                code="pool.no-list",
            )
        number, content, digest, seq = row
        if sha256(content.encode()).hexdigest() != digest:
            raise BadInput(
                worded("the list {name!r} is not as it was published", name=name), code="pool.damaged"
            )
        return number, content, digest, seq

    @contextmanager
    def reading(self) -> Iterator[tuple[Connection, PoolPlace]]:
        """Open a transaction that reads the pool.

        Raises:
            BadInput: there is no such pool, or the database does not answer.
        """
        with self.database.reading() as connection:
            where = (KIND, self.name)
            yield connection, self.database.once(where, lambda: place_of(connection, self.name))

    @contextmanager
    def writing(self) -> Iterator[tuple[Connection, PoolPlace]]:
        """Open a transaction in which nobody else writes to the pool; see :meth:`reading`."""
        with self.database.writing() as connection:
            yield connection, place_of(connection, self.name, lock=True)


def _answered(
    connection: Connection, place: PoolPlace, postings: Sequence[CheckedPosting]
) -> list[Posted | BadInput | None]:
    """Return what was answered to postings that were done before; None for those that were not."""
    names = [posting.op for posting in postings if posting.op]
    earlier: dict[str, tuple[str, str]] = {}
    if names:
        rows = connection.execute(_ANSWERS, {"stream": place.stream.id, "names": names})
        earlier = {operation: (request, answer) for operation, request, answer in rows}
    answers: list[Posted | BadInput | None] = []
    for posting in postings:
        request, answer = (
            earlier.setdefault(posting.op, (posting.request, "")) if posting.op else (posting.request, "")
        )
        if request == posting.request:
            answers.append(Posted.read(answer, place.rules) if answer else None)
        else:
            answers.append(
                BadInput(
                    worded("the operation {op!r} was another posting", op=posting.op),
                    code="operation.another-act",
                    remedy="Give every posting a name of its own.",
                )
            )
    return answers


def _rated(place: PoolPlace, part: PoolStanding, postings: Sequence[CheckedPosting]) -> list[Posted]:
    """Rate games, and return what is answered to each posting."""
    if any(posting.explain for posting in postings):
        return _rated_singly(place, part, postings)
    whole = PoolGames.none()
    for posting in postings:
        whole.extend(posting.batch)
    game_ratings = part.rate(place.rules, whole)
    posted, start = [], 0
    for posting in postings:
        end = start + len(posting.batch.first)
        some = GameRatings(game_ratings.before[start:end], game_ratings.after[start:end])
        posted.append(Posted.of(place.games + start + 1, some, place.rules))
        start = end
    return posted


def _rated_singly(place: PoolPlace, part: PoolStanding, postings: Sequence[CheckedPosting]) -> list[Posted]:
    """Rate games, and note what each has met."""
    posted, number = [], place.games + 1
    for posting in postings:
        inputs, game_ratings = [], []
        for game in posting.batch.singly():
            inputs.append(rating_inputs(place.rules, part, game))
            game_ratings.append(part.rate(place.rules, game))
        columns = (np.concatenate(column) for column in zip(*game_ratings, strict=True))
        posted.append(Posted.of(number, GameRatings(*columns), place.rules, tuple(inputs)))
        number += len(inputs)
    return posted


def replace_players(connection: Connection, place: PoolPlace, standing: PoolStanding) -> None:
    """Put other ratings in the place of those of now."""
    connection.execute(delete(POOL_RATINGS).where(POOL_RATINGS.c.pool == place.stream.id))
    keep_players(connection, place.stream.id, standing, place.rules)


def note_kept(connection: Connection, place: PoolPlace, seq: int) -> None:
    """Note up to which event the table has the ratings."""
    kept = {"kept": seq, "kept_games": place.games}
    connection.execute(update(POOLS).where(POOLS.c.stream == place.stream.id), kept)


def _published(name: str, number: int, content: str, digest: str, seq: int) -> PublishedList:
    return PublishedList(name, number, [PoolRating(*row) for row in json.loads(content)], digest, seq)


def keep_list(connection: Connection, pool: Pool, place: PoolPlace, name: str) -> tuple[ListPublished, str]:
    """Keep the ratings of now as a published list.

    Args:
        connection: of a transaction in which nobody else writes to the pool.
        pool: the pool.
        place: where it stands.
        name: of the list, whose event is the next one of the pool.

    Returns:
        The event, and the list as it is kept.

    Raises:
        BadInput: there is a list of that name, or the name is empty or too long.
    """
    if not 0 < len(name) <= 100 or not name.isprintable():
        raise BadInput("a list has a name of up to 100 letters", code="pool.list-name")
    content = json.dumps(pool.standing(connection, place).ratings(place.rules), ensure_ascii=False)
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
            worded("the list {name!r} of the pool {pool} was published already", name=name, pool=pool.name),
            code="pool.list-taken",
            remedy="A published list stays as it is: publish another one.",
        ) from None
    return ListPublished(name, place.games, digest), content


def details(pool: Pool) -> PoolPlace:
    """Return what a pool rates by, how many games it has, and where its events stand.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.reading() as (_, place):
        return place


def places(database: Database) -> Mapping[str, PoolPlace]:
    """Return where all pools of a database stand, by their names.

    Within a snapshot the pools need not be asked one by one afterwards.

    Raises:
        BadInput: the database does not answer.
    """

    def ask() -> Mapping[str, PoolPlace]:
        with database.reading() as connection:
            by_name = places_of(connection)
            for name, place in by_name.items():
                database.once((KIND, name), lambda place=place: place)  # type: ignore[misc]
            return by_name

    return database.once((KIND,), ask)


def pools(database: Database) -> Mapping[str, str]:
    """Return the titles of the pools of a database, by their names.

    Raises:
        BadInput: the database does not answer.
    """
    wanted = select(STREAMS.c.name, POOLS.c.title).join_from(STREAMS, POOLS).order_by(STREAMS.c.name)
    with database.reading() as connection:
        return {row.name: row.title for row in connection.execute(wanted)}
