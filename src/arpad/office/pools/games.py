"""Games as they are posted to a pool: by the names of their players, as columns."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain
from operator import eq
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, worded
from arpad.office.events.fields import Row, refuse

MOST_GAMES = 10_000
"""In one posting."""

LONGEST_NAME = 200
"""In characters: a player's name in a pool."""

EARLIEST, LATEST = -62_135_596_800, 253_402_300_799
"""The first second of the year 1 and the last of the year 9999, UTC: those that a calendar has."""


_NEEDED = frozenset(("first", "second", "score", "time"))
_NAMES = _NEEDED | {"advantage", "weight"}
"""Of the columns, as they are kept."""


@dataclass(frozen=True)
class Game:
    """A game of two players.

    Args:
        first: the first player's name in the pool, by which nobody else is called.
        second: the second's.
        score: the first's score, from 0 to 1.
        at: when it was played; None for the moment at which it is posted.
        advantage: +1 where the first has White or is at home, −1 the second, 0 neither.
        weight: how much it counts.
    """

    first: str
    second: str
    score: float
    at: datetime | None = None
    advantage: int = 0
    weight: float = 1.0


class PoolGames(NamedTuple):
    """Games that are rated one after the other, as columns.

    Args:
        first: names.
        second: names.
        score: of the first.
        seconds: when, in seconds since 1970-01-01 UTC.
        advantage: +1, −1 or 0.
        weight: more than 0.
    """

    first: list[str]
    second: list[str]
    score: list[float]
    seconds: list[int]
    advantage: list[int]
    weight: list[float]

    @classmethod
    def of(cls, games: Sequence[Game], now: int) -> PoolGames:
        """Return games as they are posted, checked.

        Args:
            games: at least one, at most :data:`MOST_GAMES`.
            now: the moment of posting, in seconds since 1970-01-01 UTC.

        Raises:
            BadInput: a game cannot be; the message says which.
        """
        return cls.read(
            {
                "first": [game.first for game in games],
                "second": [game.second for game in games],
                "score": [_number(game.score) for game in games],
                "time": [now if moment is None else moment for moment in times_of(games)],
                "advantage": [game.advantage for game in games],
                "weight": [_number(game.weight) for game in games],
            }
        )

    @classmethod
    def none(cls) -> PoolGames:
        """Return no games."""
        return cls([], [], [], [], [], [])

    def extend(self, other: PoolGames) -> None:
        """Append other games."""
        columns: Any = zip(self, other, strict=True)
        for own, more in columns:
            own.extend(more)

    def singly(self) -> Iterator[PoolGames]:
        """Yield each game alone."""
        for at in range(len(self.first)):
            columns: Any = (column[at : at + 1] for column in self)
            yield PoolGames(*columns)

    def row(self) -> Row:
        """Return the games as JSON has them; advantages and weights only where there are any."""
        columns: Row = {
            "first": self.first,
            "second": self.second,
            "score": self.score,
            "time": self.seconds,
        }
        if any(self.advantage):
            columns["advantage"] = self.advantage
        if any(weight != 1.0 for weight in self.weight):
            columns["weight"] = self.weight
        return columns

    @classmethod
    def read(cls, row: Any) -> PoolGames:
        """Return the games of :meth:`row`, checked.

        Raises:
            BadInput: the columns differ in length, or a game cannot be; the message says which.
        """
        if not isinstance(row, dict) or not {"first", "second", "score", "time"} <= set(row):
            refuse("games", row, "columns of games: first, second, score and time")
        count = len(row["first"])
        games = cls(
            row["first"],
            row["second"],
            row["score"],
            row["time"],
            row.get("advantage", [0] * count),
            row.get("weight", [1.0] * count),
        )
        if {len(column) for column in games} != {count} or not 0 < count <= MOST_GAMES:
            raise BadInput(
                worded(
                    "a posting has from 1 to {most} games, and columns of one length",
                    most=MOST_GAMES,
                ),
                code="pool.games",
            )
        if games._surely_right():
            return games
        for at, (first, second, score, seconds, advantage, weight) in enumerate(zip(*games, strict=True), 1):
            problem = problem_of(first, second, score, seconds, advantage, weight)
            if problem:
                raise BadInput(
                    worded("game {at} of the posting: {problem}", at=at, problem=problem),
                    code="pool.game-not-valid",
                )
        return games

    @classmethod
    def together(cls, rows: Sequence[Any]) -> PoolGames | None:
        """Return the games of many :meth:`row` as one; None where it is not sure that all can be."""
        games = cls.none()
        first, second, score, seconds, advantage, weight = (column.extend for column in games)
        for row in rows:
            if type(row) is not dict:
                return None
            count = len(row["first"]) if type(row.get("first")) is list else 0
            for name in row.keys() & _NAMES:
                if type(row[name]) is not list or len(row[name]) != count:
                    return None
            if not count or not row.keys() >= _NEEDED:
                return None
            first(row["first"])
            second(row["second"])
            score(row["score"])
            seconds(row["time"])
            advantage(row.get("advantage", [0] * count))
            weight(row.get("weight", [1.0] * count))
        return games if games.first and games._surely_right() else None

    def digest(self, times: Sequence[int | None]) -> str:
        """Return the SHA-256 of the games as they are posted.

        Args:
            times: as they are posted; None for the moment of posting, which is another one the next time.
        """
        rows = [self.first, self.second, list(map(float, self.score)), list(times), self.advantage]
        text = json.dumps([*rows, list(map(float, self.weight))], ensure_ascii=False)
        return sha256(text.encode()).hexdigest()

    def _surely_right(self) -> bool:
        """Tell quickly, column by column, that all games can be; where it is not sure, each is looked at."""
        numbers = {float, int}
        return (
            set(map(type, self.score)) <= numbers
            and set(map(type, self.weight)) <= numbers
            and set(map(type, self.seconds)) == {int}
            and set(map(type, self.advantage)) == {int}
            and set(map(type, self.first)) == set(map(type, self.second)) == {str}
            and min(self.score) >= 0.0
            and max(self.score) <= 1.0
            and not math.isnan(sum(self.score))
            and min(self.weight) > 0.0
            and math.isfinite(sum(self.weight))
            and EARLIEST <= min(self.seconds) <= max(self.seconds) <= LATEST
            and set(self.advantage) <= {-1, 0, 1}
            and not any(map(eq, self.first, self.second))
            and surely_names({*self.first, *self.second})
        )


def surely_right_numbers(
    score: NDArray[np.float64],
    seconds: NDArray[np.int64],
    advantage: NDArray[np.int64],
    weight: NDArray[np.float64],
) -> bool:
    """Tell quickly that games can be whose columns are arrays, but for their players."""
    return bool(
        ((score >= 0.0) & (score <= 1.0)).all()
        and ((weight > 0.0) & np.isfinite(weight)).all()
        and ((seconds >= EARLIEST) & (seconds <= LATEST)).all()
        and (np.abs(advantage) <= 1).all()
    )


def check_name(name: Any) -> str | None:
    """Return what is wrong with a player's name in a pool; None if nothing is."""
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        return worded(
            "{name!r} is not a name of up to {most} letters", name=str(name)[:40], most=LONGEST_NAME
        )
    return None


def surely_names(names: Iterable[str]) -> bool:
    """Tell quickly that all are names of players in a pool, as :func:`check_name` does for one."""
    lengths = set(map(len, names))
    return min(lengths) > 0 and max(lengths) <= LONGEST_NAME and "".join(names).isprintable()


def problem_of(first: Any, second: Any, score: Any, seconds: Any, advantage: Any, weight: Any) -> str | None:
    """Return why a pool does not take a game; None if it does."""
    return _of_names(first, second) or check_score(score) or _of_rest(seconds, advantage, weight)


def _of_names(first: Any, second: Any) -> str | None:
    problem = check_name(first) or check_name(second)
    if problem is None and first == second:
        return worded("{name!r} cannot play against the same player", name=first[:40])
    return problem


def check_score(score: Any) -> str | None:
    """Return what is wrong with a score; None if nothing is."""
    if type(score) not in (int, float) or not 0.0 <= score <= 1.0:
        return worded("the score {score} is not a number from 0 to 1", score=str(score)[:40])
    return None


def _of_rest(seconds: Any, advantage: Any, weight: Any) -> str | None:
    if type(seconds) is not int or not EARLIEST <= seconds <= LATEST:
        return f"the time {str(seconds)[:40]} is not in whole seconds from the year 1 to 9999"
    if type(advantage) is not int or advantage not in (-1, 0, 1):
        return f"the advantage {str(advantage)[:40]} is not 1, 0 or -1"
    if type(weight) not in (int, float) or not (math.isfinite(weight) and weight > 0.0):
        return f"the weight {str(weight)[:40]} is not a number above 0"
    return None


def _number(value: Any) -> Any:
    """Return a whole number as the float that it is: 1 and 1.0 are one score."""
    return float(value) if type(value) is int else value


def moment_now() -> int:
    """Return the moment at which games are posted, in seconds since 1970 UTC."""
    return int(time.time())


def seconds_of(moment: datetime) -> int:
    """Return a moment in whole seconds since 1970; one without a zone is in UTC."""
    aware = moment if moment.tzinfo is not None else datetime.combine(moment.date(), moment.time(), UTC)
    return math.floor(aware.timestamp())


def times_of(games: Iterable[Game]) -> list[int | None]:
    """Return when games were played, in seconds since 1970 UTC; None for the moment of posting."""
    return [None if game.at is None else seconds_of(game.at) for game in games]


def players_of(batches: Iterable[PoolGames]) -> list[str]:
    """Return the players of games, each once, in the order in which they first play."""
    players: dict[str, None] = {}
    for batch in batches:
        players |= dict.fromkeys(chain.from_iterable(zip(batch.first, batch.second, strict=True)))
    return list(players)
