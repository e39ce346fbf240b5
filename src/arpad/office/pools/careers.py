"""The games of a pool with what each met and left, as a process keeps them; and those of one player.

They follow from the events with all corrections that are known now. What is posted later is rated on from
there; after a correction everything is rated anew. A change is explained by the system's own calculation: the
same games are rated by :func:`arpad.ratings.rate.rate`, of which a pool's ratings are the same to the last
bit, and its explanation is taken where it adds up to the change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from arpad.core import ArpadError, Explanation
from arpad.office.cache import MEGABYTE, Cache
from arpad.office.pools.events import GamesPosted, ListPublished, read_line
from arpad.office.pools.games import PoolGames
from arpad.office.pools.listing import PoolKey, pool_key
from arpad.office.pools.place import KIND, PoolPlace
from arpad.office.pools.pool import Pool
from arpad.office.pools.replaying import BEGINNING, PoolRecord, Position, rate_steps, record_of
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import GameRatings, PoolRating, PoolStanding
from arpad.office.store import streams
from arpad.office.store.database import Database
from arpad.office.store.tables import EVENTS, OPERATIONS, STREAMS, TOURNAMENTS
from arpad.office.store.tournaments import KIND as TOURNAMENT
from arpad.ratings.explain import explain
from arpad.ratings.model import Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

CLOSE = 1e-6
"""Points by which an explanation may miss the change that it explains."""

BYTES_OF_GAME = 500
"""What a game takes in memory with what its players met and left, about."""


class CareerGame(NamedTuple):
    """A game as one of its players sees it.

    Args:
        number: of the game in the pool.
        at: when it was played, UTC.
        opponent: the name.
        advantage: +1 with White or at home, −1 against it, 0 otherwise.
        score: own score, from 0 to 1.
        before: own rating before the game.
        after: own rating after it.
        deviation: own deviation after it; None where the system has none.
        theirs: the opponent's rating before the game.
        expected: own expected score before it.
    """

    number: int
    at: datetime
    opponent: str
    advantage: int
    score: float
    before: float
    after: float
    deviation: float | None
    theirs: float
    expected: float

    @property
    def change(self) -> float:
        """By how much the game changed the rating, in points."""
        return self.after - self.before


class RatedTournament(NamedTuple):
    """A tournament that was rated into a pool.

    Args:
        name: by which addresses name it.
        title: its title.
        first: the number of its first game in the pool.
        last: the number of its last game.
    """

    name: str
    title: str
    first: int
    last: int


@dataclass(frozen=True, eq=False)
class RatedGames:
    """The games of a pool that count, in the order in which they were rated.

    Args:
        rules: what the pool rates by.
        seq: the last event of the pool that counts.
        names: of the players.
        number: of each game in the pool.
        first: the first player of each, as an index of ``names``.
        second: the second.
        games: the columns as they were posted.
        game_ratings: what each met and left.
        now: players × the columns of the system: their ratings before a next game.
    """

    rules: PoolRules
    seq: int
    names: Sequence[str]
    number: Whole
    first: Whole
    second: Whole
    games: PoolGames
    game_ratings: GameRatings
    now: Floats

    @cached_property
    def index(self) -> dict[str, int]:
        """Name → index."""
        return {name: at for at, name in enumerate(self.names)}

    def of(self, player: str) -> Whole:
        """Return the rows of a player's games."""
        index = self.index.get(player, -1)
        return np.flatnonzero((self.first == index) | (self.second == index))

    def career(self, player: str) -> list[CareerGame]:
        """Return a player's games, in the order in which they were rated."""
        index = self.index.get(player, -1)
        games = []
        for row in self.of(player).tolist():
            side = 0 if self.first[row] == index else 1
            games.append(self._played(row, side))
        return games

    def _played(self, row: int, side: int) -> CareerGame:
        sign = 1 if side == 0 else -1
        before, after = self.game_ratings.before[row], self.game_ratings.after[row]
        seconds = self.games.seconds[row]
        system = self.system_at(seconds)
        own, theirs = (_rating(system, before[player]) for player in (side, 1 - side))
        score = self.games.score[row]
        advantage = sign * self.games.advantage[row]
        moment = datetime.fromtimestamp(seconds, UTC)
        return CareerGame(
            int(self.number[row]),
            moment,
            self.names[int((self.second if side == 0 else self.first)[row])],
            advantage,
            score if side == 0 else 1.0 - score,
            own.value,
            float(after[side, 0]),
            float(after[side, 1]) if after.shape[1] > 1 else None,
            theirs.value,
            system.predict(own, theirs, advantage, moment.date()).expected,
        )

    def system_at(self, seconds: int) -> RatingSystem:
        """Return the system with the parameters that hold at a moment."""
        return self.rules.how(int(self.rules.version(np.array([seconds]))[0])).system

    @cached_property
    def ratings(self) -> Ratings | None:
        """The same games as :func:`arpad.ratings.rate.rate` rates them; None where the rules changed.

        Also None where a season began.
        """
        if not self.rules.one_run or not len(self.number):
            return None
        games = self.games
        record = Games(
            self.rules.players(self.names),
            self.first.astype(np.int32),
            self.second.astype(np.int32),
            np.array(games.score),
            advantage=np.array(games.advantage, dtype=np.int8),
            weight=np.array(games.weight),
            # Games count in the order of posting; one of an earlier time is rated with those before it.
            time=np.maximum.accumulate(np.array(games.seconds)).astype("datetime64[s]"),
        )
        return rate(record, self.rules.how().system, schedule="live", history=True)

    def explained(self, player: str) -> list[Explanation | None]:
        """Return for each of a player's games the calculation of its change; None where there is none.

        There is none where the parameters changed or a season began, and none that does not add up.
        """
        rows = self.of(player)
        none: list[Explanation | None] = [None] * len(rows)
        if not len(rows):
            return none
        try:
            ratings = self.ratings
            if ratings is None:
                return none
            parts = [part for part in explain(ratings, player).parts if part.label == "change"]
        except ArpadError:
            return none
        if len(parts) != len(rows):
            return none
        index = self.index[player]
        side = np.where(self.first[rows] == index, 0, 1)
        changes = (self.game_ratings.after[rows, side, 0] - self.game_ratings.before[rows, side, 0]).tolist()
        return [
            part if abs(part.value - change) < CLOSE else None
            for part, change in zip(parts, changes, strict=True)
        ]

    def state(self, player: str) -> Rating | None:
        """Return the rating of a player before a next game; None if nobody of that name has played."""
        rows = self.of(player)
        if not len(rows):
            return None
        games = len(rows) + self.rules.games_before(player)
        if self.ratings is not None:
            return replace(self.ratings.of(player), games=games)
        last = int(rows[-1])
        return _rating(self.system_at(self.games.seconds[last]), self.now[self.index[player]], games)

    def as_of(self, player: str, seconds: int) -> PoolRating | None:
        """Return a player's rating at a moment: after the last rated game of those that were played by then.

        Args:
            player: the name.
            seconds: since 1970 UTC.
        """
        rows = self.of(player).tolist()
        numbers = [at for at, row in enumerate(rows, 1) if self.games.seconds[row] <= seconds]
        if not numbers:
            return None
        row = rows[numbers[-1] - 1]
        side = 0 if self.first[row] == self.index[player] else 1
        rating, *more = self.game_ratings.after[row, side].tolist()
        deviation = more[0] if more else None
        for season in self.rules.seasons:
            if not season.out and season.number >= self.number[row] and season.at <= seconds:
                rating = season.mean + season.carry * (rating - season.mean)
                deviation = max(deviation or 0.0, season.deviation) if season.deviation else deviation
        return PoolRating(player, rating, deviation, numbers[-1])


def _rating(system: RatingSystem, shown: Floats, games: int = 0) -> Rating:
    columns = dict(zip(system.columns, shown.tolist(), strict=False))
    return Rating.of(columns, games=games)


class _CachedGames(NamedTuple):
    """The games of a pool, and what more are rated on from; who rates on has the pool's turn."""

    record: PoolRecord
    standing: PoolStanding
    rated: RatedGames


_KEPT: Cache[PoolKey, _CachedGames] = Cache(
    "rated games", 8, 128 * MEGABYTE, lambda kept: BYTES_OF_GAME * len(kept.rated.number)
)


def rated_games(pool: Pool) -> RatedGames:
    """Return the games of a pool that count, with what each met and left.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.reading() as (_, place):
        cached = _KEPT.get(pool_key(pool, place))
    if cached is not None and cached.rated.seq == place.stream.seq:
        return cached.rated
    # The turn is waited for without a connection: others need them.
    turn = _KEPT.calculating((pool.database.address, pool.name))
    with turn, pool.reading() as (connection, place):
        key = pool_key(pool, place)
        cached = _KEPT.get(key)
        if cached is not None and cached.rated.seq == place.stream.seq:
            return cached.rated
        # Rating on changes the record and the players that are kept: a failure leaves nothing half rated.
        _KEPT.drop(key)
        since = [] if cached is None else streams.lines_after(connection, place.stream, cached.rated.seq)
        events = [read_line(line)[1] for line in since]
        if cached is not None and all(isinstance(event, GamesPosted | ListPublished) for event in events):
            after = cached.record.last
            for event in events:
                cached.record.take(event)
            kept = _rated_on(place, cached.record, cached.standing, after, cached.rated)
        else:
            record = record_of(connection, place.stream)
            kept = _rated_on(place, record, PoolStanding.of(record.rules), 0, None)
        _KEPT.put(key, kept)
        return kept.rated


def _rated_on(
    place: PoolPlace, record: PoolRecord, standing: PoolStanding, after: int, earlier: RatedGames | None
) -> _CachedGames:
    """Rate the games after one of them."""
    games = record.between(after, record.last)
    start = BEGINNING if earlier is None else Position(after, len(record.rules.seasons))
    game_ratings = rate_steps(standing, record, start)
    named = record.rules.named
    first = np.array([standing.index[named(name)] for name in games.first], dtype=np.int64)
    second = np.array([standing.index[named(name)] for name in games.second], dtype=np.int64)
    number = np.array(
        [at for at in range(after + 1, record.last + 1) if at not in record.out], dtype=np.int64
    )
    if earlier is not None and len(earlier.number):
        whole = PoolGames(*map(list, earlier.games))  # type: ignore[arg-type]
        whole.extend(games)
        games = whole
        if len(number):
            game_ratings = GameRatings(
                *(np.concatenate(both) for both in zip(earlier.game_ratings, game_ratings, strict=True))
            )
        else:
            game_ratings = earlier.game_ratings
        first, second = np.concatenate((earlier.first, first)), np.concatenate((earlier.second, second))
        number = np.concatenate((earlier.number, number))
    rated = RatedGames(
        record.rules,
        place.stream.seq,
        list(standing.index),
        number,
        first,
        second,
        games,
        game_ratings,
        standing.shown(record.rules),
    )
    return _CachedGames(record, standing, rated)


def pools_that_rated(database: Database, tournament: str) -> list[str]:
    """Return the names of the pools into which a tournament was rated, in alphabetical order.

    Args:
        database: of the organisation.
        tournament: by which addresses name it.

    Raises:
        BadInput: the database does not answer.
    """
    rated = STREAMS.alias()
    wanted = (
        select(STREAMS.c.name)
        .join_from(OPERATIONS, STREAMS, OPERATIONS.c.stream == STREAMS.c.id)
        .join(rated, OPERATIONS.c.operation == "tournament " + rated.c.identity)
        .where(STREAMS.c.kind == KIND, rated.c.kind == TOURNAMENT, rated.c.name == tournament)
        .order_by(STREAMS.c.name)
    )
    with database.reading() as connection:
        return list(connection.execute(wanted).scalars())


def rated_tournaments(pool: Pool) -> list[RatedTournament]:
    """Return the tournaments of this organisation that were rated into a pool, in the order of rating.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.reading() as (connection, place):
        wanted = (
            select(STREAMS.c.name, TOURNAMENTS.c.title, EVENTS.c.payload)
            .select_from(OPERATIONS)
            .join(STREAMS, OPERATIONS.c.operation == "tournament " + STREAMS.c.identity)
            .join(TOURNAMENTS, TOURNAMENTS.c.stream == STREAMS.c.id)
            .join(EVENTS, (EVENTS.c.stream == OPERATIONS.c.stream) & (EVENTS.c.seq == OPERATIONS.c.first))
            .where(OPERATIONS.c.stream == place.stream.id)
            .order_by(OPERATIONS.c.first)
        )
        rows: list[Any] = list(connection.execute(wanted))
    tournaments = []
    for name, title, line in rows:
        event: Any = read_line(line)[1]
        tournaments.append(
            RatedTournament(name, title, event.number, event.number + len(event.games.first) - 1)
        )
    return tournaments
