"""Rating on from any state, a few games or many, to the last bit as if all had been rated in one run.

A list says a deviation where the loops go on from its square (:mod:`arpad.ratings.continuation`: equal to
rounding). What rates results as they come in keeps the loops' own numbers instead: a row of float64 for each
player. The loop is the same for one game as for a million, since interpreted Python may differ from compiled
code in the last bit: compiled, unless the games before were few enough to be rated by Python. Where there is
no numba, Python is taken for both.

This is for systems that rate live and game by game from what a row can hold: the families of Elo and Glicko,
without seasons, decay and margins of victory.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import always_compiled, specialise
from arpad.core import NotProvided
from arpad.ratings.continuation import ContinuableRatings
from arpad.ratings.elo import loop as eloloop
from arpad.ratings.elo.family import MEMORY, EloFamily, remembered
from arpad.ratings.game_context import DAYS
from arpad.ratings.glicko import loop as glickoloop
from arpad.ratings.glicko.family import GlickoFamily
from arpad.ratings.model import Rating
from arpad.ratings.state import Floats, RatingState, Trace
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import NONE_F8, NONE_I1, NONE_I8, RecordColumns
from arpad.ratings.win_counts import LAST
from arpad.record import Players
from arpad.record.periods import length_in_days, parse_period

NO_FORECASTS = np.empty(0)
NO_SEASONS = np.empty(0, dtype=np.int32)
NOTHING_GIVEN = np.empty((0, 2))


class GameColumns(NamedTuple):
    """Games in the order in which they are rated.

    Args:
        first: int32, the row of the first player.
        second: int32, the row of the second.
        score: float64, the first's score in [0, 1].
        seconds: int64, when, in seconds since 1970-01-01 UTC; empty where the games have no dates.
        advantage: int8, +1 where the first has White or is at home, −1 the second, 0 neither.
        weight: float64, how much the game counts; more than 0.
    """

    first: NDArray[np.int32]
    second: NDArray[np.int32]
    score: NDArray[np.float64]
    seconds: NDArray[np.int64]
    advantage: NDArray[np.int8]
    weight: NDArray[np.float64]

    @classmethod
    def of(cls, games: list[tuple[int, int, float, int, int, float]]) -> GameColumns:
        """Return games from rows of the fields."""
        columns: list[Any] = list(zip(*games, strict=True)) if games else [()] * 6
        kinds: tuple[Any, ...] = (np.int32, np.int32, np.float64, np.int64, np.int8, np.float64)
        arrays: Any = (np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True))
        return cls(*arrays)

    def between(self, start: int, end: int) -> GameColumns:
        """Return the games of some rows."""
        columns: Any = (column[start:end] for column in self)
        return GameColumns(*columns)


@dataclass(frozen=True)
class Advancing(ABC):
    """A rating system as it rates on from rows; see :func:`advancing`.

    Args:
        system: the system.
        compiled: whether the loop is compiled however few the games are.
    """

    system: RatingSystem
    compiled: bool = True

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """What a row holds, number by number."""

    @property
    @abstractmethod
    def taken(self) -> tuple[str, ...]:
        """What counts of a player who enters, by the names of the attributes of players."""

    @abstractmethod
    def newcomer(self) -> Floats:
        """Return the row of a player who has not played."""

    @abstractmethod
    def entering(self, players: Players) -> Floats:
        """Return the rows of players who have not played, with what is given of them, or else as newcomers.

        Raises:
            BadInput: the system cannot begin with what is given of a player.
        """

    @abstractmethod
    def shown(self, rows: Floats) -> Floats:
        """Return players × the columns of the system (rating, deviation…) of rows."""

    @property
    @abstractmethod
    def cost(self) -> float:
        """What a game costs, in updates of Elo."""

    @abstractmethod
    def continuing(self, ratings: ContinuableRatings) -> Floats:
        """Return the rows of the players of a record, by index, as its games have left them.

        Args:
            ratings: by this system, live.
        """

    @abstractmethod
    def state(self, rows: Floats) -> RatingState:
        """Return rows as what the system knows of the players, to show and to go on from."""

    @abstractmethod
    def advance(
        self, rows: Floats, played: GameColumns, position: Floats | None = None
    ) -> tuple[Floats, Floats]:
        """Rate games, in place.

        Args:
            rows: players × what a row holds.
            played: the games, by rows.
            position: float64, where each lies in time, in rating periods; empty where no time passes, None
                where the system's own periods count the seconds.

        Returns:
            What each game met and left: games × 2 sides × the columns of the system. A deviation that a game
            met has grown for the time since the last one.
        """

    def soft_reset(self, rows: Floats, mean: float, carry: float, deviation: float | None) -> None:
        """Let ratings return part of the way to a mean, in place.

        Args:
            rows: players × what a row holds.
            mean: in points.
            carry: the share of the distance to the mean that is kept, from 0 to 1.
            deviation: in points, the least that anybody has then; None to leave deviations as they are.

        Raises:
            NotProvided: a deviation is given, and the system has none.
        """
        if deviation is not None:
            raise NotProvided(
                f"{self.system.name} has no deviations",
                code="pool.season",
                remedy="Leave the deviation out.",
            )
        rows[:, 0] = mean + carry * (rows[:, 0] - mean)

    @abstractmethod
    def recalled(self, row: Floats, games: int, seconds: int) -> Rating:
        """Return a row as the rating that a game meets, for :meth:`.system.RatingSystem.update`.

        Args:
            row: what is known of the player.
            games: rated games before.
            seconds: when the game is played, in seconds since 1970 UTC.
        """

    def _specialised(self, loop: Callable[..., Any], parts: Mapping[str, object]) -> Callable[..., Any]:
        with always_compiled() if self.compiled else nullcontext():
            return specialise(loop, parts, 1.0)

    def _columns(self, played: GameColumns) -> RecordColumns:
        if not len(played.seconds):
            return _undated(played)
        days = played.seconds.astype("datetime64[s]").astype("datetime64[D]")
        editions = self.system.edition_codes(days)
        return RecordColumns(
            played.first.view(np.uint32),
            played.second.view(np.uint32),
            played.score,
            played.weight,
            played.advantage,
            NONE_F8,
            NONE_I1 if editions is None else editions,
            NO_SEASONS,
            days.astype("datetime64[Y]").astype(np.int64) + 1970 if self._years else NONE_I8,
            NOTHING_GIVEN,
            NONE_I1,
        )

    @property
    def _years(self) -> bool:
        return False


def _undated(played: GameColumns) -> RecordColumns:
    """Return the columns of games without dates: the newest edition of the rules holds."""
    return RecordColumns(
        played.first.view(np.uint32),
        played.second.view(np.uint32),
        played.score,
        played.weight,
        played.advantage,
        NONE_F8,
        NONE_I1,
        NO_SEASONS,
        NONE_I8,
        NOTHING_GIVEN,
        NONE_I1,
    )


@dataclass(frozen=True)
class _EloAdvancing(Advancing):
    system: EloFamily

    @property
    def names(self) -> tuple[str, ...]:
        return "rating", "games", "peak", "birth_year", "streak"

    @cached_property
    def _loop(self) -> Callable[..., Any]:
        return self._specialised(eloloop.live_loop, self.system.parts())

    @property
    def cost(self) -> float:
        return 1.0

    def continuing(self, ratings: ContinuableRatings) -> Floats:
        state = ratings.state
        unknown = np.full(len(ratings.players), math.nan)
        games, peak, birth_year = (state.memory.get(column.name, unknown) for column in MEMORY)
        streak = state.memory.get("streak", unknown)
        return np.column_stack(
            (
                state.columns["rating"],
                np.nan_to_num(games, nan=0.0),
                np.where(np.isnan(peak), -math.inf, peak),
                birth_year,
                np.nan_to_num(streak, nan=0.0),
            )
        )

    def state(self, rows: Floats) -> RatingState:
        rating, games, peak, birth_year, streak = (column.copy() for column in rows.T)
        memory = remembered(games, peak, birth_year) if self.system.remembers else {}
        if self.system.streaks_count:
            memory["streak"] = streak
        return RatingState({"rating": rating}, memory=memory)

    @property
    def taken(self) -> tuple[str, ...]:
        return ("rating", *(("games", "peak", "birth_year") if self.system.remembers else ()))

    def newcomer(self) -> Floats:
        return np.array([self.system.newcomer().value, 0.0, -math.inf, math.nan, 0.0])

    def entering(self, players: Players) -> Floats:
        return np.column_stack(
            (
                players.number("rating", self.system.newcomer().value),
                players.number("games", 0.0),
                players.number("peak", -math.inf),
                players.number("birth_year"),
                np.zeros(len(players)),
            )
        )

    def shown(self, rows: Floats) -> Floats:
        return rows[:, :1].copy()

    def recalled(self, row: Floats, games: int, seconds: int) -> Rating:
        peak, birth_year = float(row[2]), float(row[3])
        return Rating(
            float(row[0]),
            games=games,
            peak=peak if math.isfinite(peak) else None,
            birth_year=None if math.isnan(birth_year) else int(birth_year),
            attributes={"streak": float(row[4])},
        )

    @property
    def _years(self) -> bool:
        return self.system.remembers

    def advance(
        self, rows: Floats, played: GameColumns, position: Floats | None = None
    ) -> tuple[Floats, Floats]:
        columns = self._columns(played)
        uses = eloloop.EloRunOptions(
            weights=True,
            advantages=True,
            margins=False,
            memory=self.system.remembers,
            seasons=False,
            editions=len(columns.edition) > 0,
            years=len(columns.year) > 0,
            own_k="k_of_game" in self.system.parts(),
            trace=True,
            forecasts=False,
        )
        rating, games, peak, birth_year, streak = (column.copy() for column in rows.T)
        memory = eloloop.Memory(games, peak, birth_year, NO_SEASONS, streak, NO_FORECASTS)
        kept = Trace.empty(len(played.first), 1)
        traced = kept.before, kept.after, NO_FORECASTS
        self._loop(self.system.numbers(), columns, uses, rating, memory, *traced)
        rows[:] = np.column_stack((rating, games, peak, birth_year, streak))
        return kept.before, kept.after


@dataclass(frozen=True)
class _GlickoAdvancing(Advancing):
    system: GlickoFamily

    @property
    def names(self) -> tuple[str, ...]:
        return "rating", "variance", "volatility", "last"

    @cached_property
    def _loop(self) -> Callable[..., Any]:
        return self._specialised(glickoloop.live_loop, self.system.parts())

    @property
    def cost(self) -> float:
        return self.system.cost

    def continuing(self, ratings: ContinuableRatings) -> Floats:
        timeline, state = ratings.timeline, ratings.state
        here = ratings.counts[:, LAST] >= 0
        position = timeline.listed_position.copy()
        if timeline.rule is None:
            position[here] = 0.0  # no time passes
        else:
            position[here] = timeline.position[ratings.counts[here, LAST]]
        volatility = state.columns.get("volatility", np.zeros(len(position)))
        return np.column_stack((state.columns["rating"], state.exact["variance"], volatility, position))

    def state(self, rows: Floats) -> RatingState:
        columns = dict(zip(self.system.columns, self.shown(rows).T.copy(), strict=True))
        return RatingState(columns, exact={"variance": rows[:, 1].copy()})

    @property
    def taken(self) -> tuple[str, ...]:
        return self.system.columns

    def newcomer(self) -> Floats:
        new = self.system.newcomer()
        deviation = new.deviation or 0.0
        return np.array([new.value, deviation * deviation, new.volatility or 0.0, math.nan])

    def entering(self, players: Players) -> Floats:
        wide = self.system.entry(players)
        rows: Floats = wide[
            :, [glickoloop.RATING, glickoloop.VARIANCE, glickoloop.VOLATILITY, glickoloop.LAST]
        ]
        rows[:, 3] = math.nan
        return rows

    def shown(self, rows: Floats) -> Floats:
        columns = rows[:, : len(self.system.columns)].copy()
        columns[:, 1] = np.sqrt(columns[:, 1])
        return columns

    def soft_reset(self, rows: Floats, mean: float, carry: float, deviation: float | None) -> None:
        super().soft_reset(rows, mean, carry, None)
        if deviation is not None:
            np.maximum(rows[:, 1], deviation * deviation, out=rows[:, 1])

    def recalled(self, row: Floats, games: int, seconds: int) -> Rating:
        last = float(row[3])
        position = seconds / 86400.0 / length_in_days(parse_period(self.system.default_period))
        return Rating(
            float(row[0]),
            math.sqrt(float(row[1])),
            float(row[2]) if len(self.system.columns) > 2 else None,
            games,
            elapsed=None if math.isnan(last) else position - last,
        )

    def advance(
        self, rows: Floats, played: GameColumns, position: Floats | None = None
    ) -> tuple[Floats, Floats]:
        if position is None:
            rule = parse_period(self.system.default_period)
            position = played.seconds / 86400.0 / length_in_days(rule)
        wide = glickoloop.newcomers(rows[:, 0], np.zeros(len(rows)), rows[:, 2])
        wide[:, glickoloop.VARIANCE] = rows[:, 1]
        wide[:, glickoloop.LAST] = rows[:, 3]
        kept = Trace.empty(len(played.first), len(self.system.columns))
        uses = glickoloop.GlickoRunOptions(weights=True, advantages=True, trace=True, forecasts=False)
        traced = kept.before, kept.after, NO_FORECASTS
        numbers = self.system.numbers("live")
        self._loop(numbers, self._columns(played), uses, position, wide, *traced)
        rows[:] = wide[:, : glickoloop.LAST + 1]
        for states in (kept.before, kept.after):
            np.sqrt(states[:, :, 1], out=states[:, :, 1])
        return kept.before, kept.after


def advancing(system: RatingSystem, *, compiled: bool = True) -> Advancing:
    """Return how a system rates on from rows.

    Args:
        system: the system.
        compiled: whether the loop is compiled however few the games are.

    Raises:
        NotProvided: the system needs more than a row holds, or all games.
    """
    plain = all(
        getattr(type(system), name) is getattr(RatingSystem, name)
        for name in ("game_scores", "game_weights", "game_kinds")
    )
    if isinstance(system, GlickoFamily) and plain and system.result_by_result:
        return _GlickoAdvancing(system, compiled)
    if isinstance(system, EloFamily) and plain and not _asks_more(system):
        return _EloAdvancing(system, compiled)
    raise NotProvided(
        f"{system.name} cannot rate each result as it comes in",
        code="pool.system",
        remedy="Choose a system of Elo's or Glicko's family, without seasons, decay and margins of victory.",
    )


def _asks_more(system: EloFamily) -> bool:
    """Whether a system of Elo's family asks what a row does not hold."""
    asks: Any = system.asks & DAYS
    own_entry = type(system).entry_ratings is not EloFamily.entry_ratings
    return bool(own_entry or system.is_carried or system.decays or system.margin_counts or asks)
