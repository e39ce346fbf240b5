"""Results of a file are added to a pool, after a look at what would change.

The games are rated in the order of their days; those of one day, and those of a file without days, in the
order of the file. A game that the pool has already (the same players, the same day or moment, the same
result) is not added again, as many times as the pool has it: so the file of a whole season can be sent after
every evening.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

import numpy as np
from sqlalchemy import func, select

from arpad.core import BadInput, Figure, worded
from arpad.office.names_alike import alike
from arpad.office.pools.careers import RatedGames, rated_games
from arpad.office.pools.corrections import RatingChange
from arpad.office.pools.games import EARLIEST, MOST_GAMES, Game, PoolGames, moment_now, problem_of, seconds_of
from arpad.office.pools.looking_ahead import looked_ahead
from arpad.office.pools.pool import Pool
from arpad.office.store.tables import OPERATIONS
from arpad.record import Games
from arpad.record.columns.own_view import OWN

DAY = 24 * 3600


@dataclass(frozen=True)
class NewName:
    """A player whom a pool does not know yet.

    Args:
        name: the name.
        rating: after the games; in points.
        near: other names of the pool or of the file that may be the same player's.
    """

    name: str
    rating: float
    near: Sequence[str]


@dataclass(frozen=True)
class NotTaken:
    """A game that a pool does not take.

    Args:
        at: its place among the games of the file.
        problem: why.
    """

    at: int
    problem: str


@dataclass(frozen=True)
class Addition:
    """What adding the games of a file would change.

    Args:
        games: those that would be added, in the order in which they are rated.
        already_posted: how many the pool has already.
        not_taken: those that a pool does not take.
        dated: whether the file says when the games were played.
        earlier: how many of the games were played before the last one of the pool.
        later: how many are dated after today.
        new: the players who are new to the pool.
        changes: whose rating would change of those whom the pool knows, the greatest change first.
    """

    games: Sequence[Game]
    already_posted: int
    not_taken: Sequence[NotTaken]
    dated: bool
    earlier: int
    later: int
    new: Sequence[NewName]
    changes: Sequence[RatingChange]


def addition(pool: Pool, record: Games, *, again: bool = False) -> Addition:
    """Return what adding the games of a record would change; nothing is written.

    Args:
        pool: the pool.
        record: the games.
        again: whether games are added that the pool has already.

    Raises:
        BadInput: the record has too many games, or games with a handicap; or the database does not answer.
    """
    _check(record)
    games, not_taken = _takable(_games(record))
    dated = _dated(record)
    rated = rated_games(pool)
    already_posted = 0
    if dated and not again:
        games, already_posted = _without_posted(games, rated, of_days=_of_days(record))
    last = max(rated.games.seconds, default=EARLIEST)
    today = (moment_now() // DAY + 1) * DAY
    seconds = [seconds_of(game.at) for game in games if game.at is not None]
    changes = looked_ahead(pool, PoolGames.of(games, moment_now())) if games else []
    return Addition(
        games,
        already_posted,
        not_taken,
        dated,
        sum(moment // DAY < last // DAY for moment in seconds),
        sum(moment >= today for moment in seconds),
        new_names(
            {change.player: change.after or 0.0 for change in changes if change.before is None}, rated.names
        ),
        sorted((change for change in changes if change.before is not None), key=_size, reverse=True),
    )


def was_added(pool: Pool, op: str) -> bool:
    """Tell whether something was posted to a pool under an operation's name.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.reading() as (connection, place):
        same = (OPERATIONS.c.stream == place.stream.id, OPERATIONS.c.operation == op)
        count: int = connection.execute(select(func.count()).where(*same)).scalar_one()
    return bool(op) and count > 0


def _check(record: Games) -> None:
    """Refuse a record that cannot be added to a pool at once.

    Raises:
        BadInput: it cannot.
    """
    if record.handicap is not None and np.nan_to_num(record.handicap).any():
        raise BadInput("the file has games with a handicap, which a pool does not rate", code="pool.handicap")
    if OWN in record.players.names:
        raise BadInput(
            worded("the file does not name the side whose games these are"),
            code="pool.own-side",
            remedy=worded("Add a column with the name of that side."),
        )
    if len(record) > MOST_GAMES:
        raise BadInput(
            worded(
                "the file has {count} games: at most {most} are added at once",
                count=Figure(f"{len(record):,}"),
                most=Figure(f"{MOST_GAMES:,}"),
            ),
            code="pool.games",
            remedy="Divide it into several files.",
        )


def _dated(record: Games) -> bool:
    return record.time is not None and record.time.dtype.kind == "M"


def _of_days(record: Games) -> bool:
    return record.time is not None and record.time.dtype == np.dtype("datetime64[D]")


def _games(record: Games) -> list[tuple[int, Game]]:
    """Return the games as a pool takes them, by their days, each with its place in the record."""
    count = len(record)
    moments: Sequence[datetime | None] = [None] * count
    order = list(range(count))
    if record.time is not None:
        order = np.argsort(record.time, kind="stable").tolist()
    if _dated(record):
        assert record.time is not None
        moments = [_moment(seconds) for seconds in record.time.astype("datetime64[s]").tolist()]
    advantage = [0] * count if record.advantage is None else record.advantage.tolist()
    weight = [1.0] * count if record.weight is None else record.weight.tolist()
    names = record.players.names
    first, second, score = record.first.tolist(), record.second.tolist(), record.score.tolist()
    return [
        (at, Game(names[first[at]], names[second[at]], score[at], moments[at], advantage[at], weight[at]))
        for at in order
    ]


def _moment(when: datetime | date) -> datetime:
    if isinstance(when, datetime):
        return when.replace(tzinfo=UTC)
    return datetime.combine(when, time(), UTC)


def _takable(games: Sequence[tuple[int, Game]]) -> tuple[list[Game], list[NotTaken]]:
    """Return the games that a pool takes, and those that it does not."""
    taken, not_taken = [], []
    now = moment_now()
    for at, game in games:
        seconds = now if game.at is None else seconds_of(game.at)
        problem = problem_of(game.first, game.second, game.score, seconds, game.advantage, game.weight)
        if problem is None:
            taken.append(game)
        else:
            not_taken.append(NotTaken(at, problem))
    return taken, not_taken


def _without_posted(games: Sequence[Game], rated: RatedGames, *, of_days: bool) -> tuple[list[Game], int]:
    """Return the games that a pool does not have yet, and how many it has.

    Args:
        games: dated.
        rated: the games of the pool.
        of_days: whether the day tells games apart, and not the second.
    """
    step = DAY if of_days else 1
    there = Counter(
        _key(rated.names[first], rated.names[second], score, seconds // step)
        for first, second, score, seconds in zip(
            rated.first.tolist(), rated.second.tolist(), rated.games.score, rated.games.seconds, strict=True
        )
    )
    new = []
    for game in games:
        assert game.at is not None
        named = rated.rules.named
        key = _key(named(game.first), named(game.second), game.score, seconds_of(game.at) // step)
        if there[key]:
            there[key] -= 1
        else:
            new.append(game)
    return new, len(games) - len(new)


def _key(first: str, second: str, score: float, when: int) -> tuple[str, str, float, int]:
    """Return what two tellings of one game have in common; who stands first does not matter for that."""
    if first > second:
        first, second, score = second, first, 1.0 - score
    return first, second, round(score, 9), when


def _size(change: RatingChange) -> float:
    return abs((change.after or 0.0) - (change.before or 0.0))


def new_names(new: Mapping[str, float], players: Sequence[str]) -> list[NewName]:
    """Return who is new to a pool, each with the names that may be the same player's.

    Args:
        new: the players with their ratings after the games.
        players: the players of the pool.
    """
    near = alike(new, players)
    return [NewName(name, rating, near[name]) for name, rating in new.items()]
