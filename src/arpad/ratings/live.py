"""Ratings that take games one by one: a game costs what a game costs, however many there were before.

The rows of the players stand in one table, as :mod:`arpad.ratings.advancing` rates on from them; a game reads
and writes two of them. What comes out is what :meth:`arpad.ratings.result.Ratings.update` and
:func:`arpad.rate` make of all the games, bit for bit.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from numbers import Real
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import is_compiled
from arpad.core import BadInput, NotProvided
from arpad.core.deferred import load_attribute
from arpad.ratings.advancing import GameColumns, advancing
from arpad.ratings.continuation import ContinuableRatings
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.ranges import check_number
from arpad.ratings.state import Floats
from arpad.ratings.time_of_game import Moment, moment_of
from arpad.ratings.win_counts import played
from arpad.record import Games, Players
from arpad.record.periods import PeriodRule, fractional_number, parse_period

if TYPE_CHECKING:
    from arpad.ratings.draw_fit import DrawShare
    from arpad.ratings.system import RatingSystem


class LiveBasis(ContinuableRatings, Protocol):
    """The ratings from which live ones go on: :class:`arpad.ratings.result.Ratings`."""

    @property
    def as_of(self) -> date | int | None:
        """The day of the list, if it was made for one."""

    @property
    def draws(self) -> DrawShare:
        """The share of draws that the record tells."""


R = TypeVar("R", bound=LiveBasis)

FIRST = np.zeros(1, dtype=np.int32)
SECOND = np.ones(1, dtype=np.int32)
NO_SECONDS = np.empty(0, dtype=np.int64)
NO_TIME_PASSES = np.empty(0)
TWO = Players(["", " "])


class LiveRatings(Generic[R]):
    """Ratings to which games are added one by one; :meth:`arpad.ratings.result.Ratings.live` makes them.

    They change with every game, which :class:`arpad.ratings.result.Ratings` never do; :meth:`ratings` gives
    such. One thread at a time may use them.

    Args:
        ratings: the ratings from which they go on, rated live; they stay as they are.

    Raises:
        BadInput: the system has no live form, or these ratings are no state to go on from; with a code.
    """

    def __init__(self, ratings: R) -> None:
        timeline = ratings.timeline
        if timeline.schedule != "live":
            raise BadInput(
                f"{ratings.system.name} was rated by rating period, and a period ends with all its games",
                remedy='Rate live: arpad.rate(games, system, schedule="live"). Or add a whole period: '
                "ratings.update(games).",
                code="live.schedule",
            )
        if ratings.as_of is not None or timeline.given:
            what = "the list of a day" if ratings.as_of is not None else "ratings with some given at an event"
            raise BadInput(
                f"these ratings are {what}, from which no single game goes on",
                remedy="Rate without as_of= and given=.",
                code="live.schedule",
            )
        try:
            self._how = advancing(ratings.system)
        except NotProvided as problem:
            raise BadInput(
                f"{ratings.system.name} has no live form: with its parameters it needs more of every player "
                "than a few numbers, or all games",
                remedy="Use ratings.update(games), which every system has; or choose a system of Elo's or "
                "Glicko's family, without seasons, decay and margins of victory.",
                code="live.system",
            ) from problem
        before = played(ratings.counts)
        if not is_compiled(self._how.cost * float(before.sum()) / 2.0):
            self._how = advancing(ratings.system, compiled=False)
        self._before = ratings
        self._names = list(ratings.players.names)
        self._index = {name: at for at, name in enumerate(self._names)}
        self._rows: Floats = self._how.continuing(ratings)
        self._newcomer = self._how.newcomer()
        self._counts = before.astype(np.int64)
        self._games: list[tuple[int, int, float, int, float]] = []
        self._times: list[NDArray[Any]] = []
        self._rule: PeriodRule | None = timeline.rule
        self._timed: bool | None = None
        self._latest: Any = None
        times = [time for time in (timeline.record.time, timeline.listed_moments) if time is not None]
        latest = [moments.max() for time in times if len(moments := time[~np.isnan(time)])]
        if latest:
            self._timed, self._latest = True, max(latest)
        elif before.any():
            self._timed = False

    def __repr__(self) -> str:
        """Return them in a line: the system, and how many players and games there are."""
        games = int(self._counts.sum()) // 2
        return f"<LiveRatings: {self.system.name}, {len(self):,} players, {games:,} games>"

    def __len__(self) -> int:
        return len(self._names)

    @property
    def system(self) -> RatingSystem:
        """The rating system with its parameters."""
        system: RatingSystem = self._before.system
        return system

    def add(
        self,
        first: str,
        second: str,
        score: float,
        *,
        time: Moment | None = None,
        advantage: int = 0,
        weight: float = 1.0,
    ) -> None:
        """Rate one game. Players who are not there enter as newcomers.

        Args:
            first: the first player: White, home, or just the one named first.
            second: the other.
            score: of the first player, from 0 to 1.
            time: when it was, where the games have times: a day or a moment, also as ISO 8601, or a number.
                Games come in the order of time; those of one moment count in the order in which they are
                added.
            advantage: +1 where the first player has White or plays at home, −1 the second, 0 neither.
            weight: how much the game counts; of weight 0 it moves no rating.

        Raises:
            BadInput: a value is not valid, or the game was before another one that is rated already. The
                ratings stay as they were.
        """
        seats = self._checked(first, second, score, advantage, weight)
        when = self._moment(time)
        rule, timed = self._rule, when is not None
        if self._timed is None and when is not None and rule is None and "deviation" in self.system.columns:
            rule = parse_period(self.system.default_period if when.dtype.kind == "M" else "1")
        if weight > 0.0:
            seconds = NO_SECONDS
            if when is not None and when.dtype.kind == "M":
                seconds = when.astype("datetime64[s]").astype(np.int64)
            game = GameColumns(
                FIRST,
                SECOND,
                np.array([score], dtype=np.float64),
                seconds,
                np.array([advantage], dtype=np.int8),
                np.array([weight], dtype=np.float64),
            )
            position = NO_TIME_PASSES
            if when is not None and rule is not None:
                position = fractional_number(Games(TWO, FIRST, SECOND, game.score, time=when), rule)
            rows = np.stack([self._newcomer if at is None else self._rows[at] for at in seats])
            self._how.advance(rows, game, position)
        first_index, second_index = (
            self._entered(name, at) for name, at in zip((first, second), seats, strict=True)
        )
        if weight > 0.0:
            self._rows[first_index], self._rows[second_index] = rows
            self._counts[first_index] += 1
            self._counts[second_index] += 1
            if when is not None:
                self._latest = when[0]
        self._timed, self._rule = timed, rule
        self._games.append((first_index, second_index, float(score), int(advantage), float(weight)))
        if when is not None:
            self._times.append(when)

    def of(self, player: str) -> Rating:
        """Return a player's rating.

        Raises:
            BadInput: nobody of that name is rated.
        """
        at = self._index.get(player)
        if at is None:
            at = Players(self._names).index(player)  # says who may be meant
        columns = dict(
            zip(self.system.columns, self._how.shown(self._rows[at : at + 1])[0].tolist(), strict=True)
        )
        return Rating.of(columns, games=int(self._counts[at]))

    def predict(self, first: str, second: str, advantage: int = 0) -> Prediction:
        """Return what is expected of a game now; see :meth:`arpad.ratings.result.Ratings.predict`.

        Draws, of which most systems say nothing, are as the record had them with which the ratings began.

        Args:
            first: a player.
            second: the opponent.
            advantage: +1 if the first has White or plays at home, −1 if the second has.

        Raises:
            BadInput: nobody of that name is rated.
        """
        prediction = self.system.predict(self.of(first), self.of(second), advantage)
        return prediction if prediction.draw is not None else self._before.draws.with_draws(prediction)

    def ratings(self) -> R:
        """Return the ratings as they are now, equal to those of :meth:`Ratings.update` with these games.

        Their record has the games that were added; those before count in them as with ``update``. It takes as
        long as a list of all players does.
        """
        if not self._games:
            return self._before
        first, second, score, advantage, weight = zip(*self._games, strict=True)
        sides = np.array([first, second], dtype=np.int64)
        here, seats = np.unique(sides.T, return_inverse=True)
        seats = seats.reshape(-1, 2)
        games = Games(
            Players([self._names[at] for at in here.tolist()]),
            seats[:, 0].astype(np.int32),
            seats[:, 1].astype(np.int32),
            np.array(score, dtype=np.float64),
            time=_column(self._times),
            weight=None if set(weight) == {1.0} else np.array(weight, dtype=np.float64),
            advantage=None if set(advantage) == {0} else np.array(advantage, dtype=np.int8),
        )
        period = None if self._rule is None else str(self._rule)
        order: Any = load_attribute("arpad.ratings.rate:timeline_of")
        timeline = order(games, self.system, schedule="live", period=period, after=self._before)
        rows = self._rows[[self._index[name] for name in timeline.record.players.names]]
        before: Any = self._before
        after: R = replace(before, timeline=timeline, state=self._how.state(rows), trace=None)
        return after

    def _checked(
        self, first: str, second: str, score: float, advantage: int, weight: float
    ) -> tuple[int | None, int | None]:
        """Return the rows of two players, None of a newcomer, if the values of a game are valid.

        Raises:
            BadInput: one is not.
        """
        if not isinstance(first, str) or not isinstance(second, str):
            raise BadInput(
                f"{first!r} and {second!r} are not names of players", remedy="Give texts.", code="live.player"
            )
        if first == second:
            raise BadInput(
                f"{first} – {second}: both sides of the game are one player",
                remedy="Expected two players.",
                code="games.itself",
            )
        if isinstance(score, bool) or not isinstance(score, Real) or not 0.0 <= float(score) <= 1.0:
            raise BadInput(
                f"{first} – {second}: the score {score!r} is not a number from 0 to 1",
                remedy="Give what the first player scored: 1 for a win, 0.5 for a draw, 0 for a loss.",
                code="games.score",
            )
        if advantage not in (1, 0, -1):
            raise BadInput(
                f"{first} – {second}: advantage = {advantage!r} does not say which player has it",
                remedy="Give 1 where the first player has White or plays at home, −1 where the second does, "
                "else 0.",
                code="rate-game.advantage",
            )
        if weight != 1.0:
            try:
                check_number(float(weight), "weight", f"{first} – {second}")
            except (BadInput, TypeError, ValueError) as problem:
                raise BadInput(
                    f"{first} – {second}: weight {weight!r} is not valid",
                    remedy="Give a number from 0 to 1000000.",
                    code="rate-game.input",
                ) from problem
        return self._index.get(first), self._index.get(second)

    def _moment(self, time: Moment | None) -> NDArray[Any] | None:
        """Return when a game was, if that fits the games before it.

        Raises:
            BadInput: it does not.
        """
        if time is None:
            if self._timed:
                raise BadInput(
                    "the games before have times, and this one has none",
                    remedy='Give it: time="2026-01-31".',
                    code="live.time",
                )
            return None
        if self._timed is False:
            raise BadInput(
                "the games before have no times, and this one has",
                remedy="Leave time= out.",
                code="live.time",
            )
        when = moment_of(time, code="live.time")
        if self._latest is None:
            return when
        dated = isinstance(self._latest, np.datetime64)
        if dated != (when.dtype.kind == "M"):
            raise BadInput(
                f"the games before have {'dates' if dated else 'numbers'} for times, and this one has not",
                remedy="Give the times of all games alike.",
                code="live.time",
            )
        if when[0] < self._latest:
            raise BadInput(
                f"the game was at {when[0]}, before one at {self._latest} that is rated already",
                remedy="Add games in the order of time. For a late result rate all games anew: "
                "arpad.rate(games, …).",
                code="live.time",
            )
        return when

    def _entered(self, name: str, at: int | None) -> int:
        """Return a player's row, a new one of a newcomer."""
        if at is not None:
            return at
        at = len(self._names)
        if at == len(self._rows):
            room = max(16, at)
            self._rows = np.concatenate((self._rows, np.empty((room, self._rows.shape[1]))))
            self._counts = np.concatenate((self._counts, np.zeros(room, dtype=np.int64)))
        self._names.append(name)
        self._index[name] = at
        self._rows[at] = self._newcomer
        return at


def _column(times: list[NDArray[Any]]) -> NDArray[Any] | None:
    """Return the times of games as a column: days, or moments where one game has a moment."""
    return np.concatenate(times) if times else None
