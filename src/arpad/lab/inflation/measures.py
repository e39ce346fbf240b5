"""Measures against deflation and inflation, each tried on the games of a record beside Elo without it.

* ``per-loss``: the loser of a game is paid a little (Korean Baduk: 0.8 points at K 14; Bae Taeil).
* ``floor``: no rating falls below a floor.
* ``bonus``: who gains much in a rating period gains more: max(0, gain − B · √max(m, 4)) for m ≥ 3 games
  (US Chess; Glickman and Doan 2020). Rating periods are months; the measure is compared with Elo in
  rating periods.
* ``conversion``: on one day ratings below a bound are raised by a share of what they lack (FIDE on 1 March
  2024: 0.4 of what lacks to 2000; Sonas 2023).
* ``youth``: young players have a larger K-factor (FIDE: 40 until the year of the 18th birthday).
* ``seasons``: before each step of time ratings return part of the way to the mean (FiveThirtyEight).
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput, NotProvided
from arpad.lab.forecasts.cutting import span_of
from arpad.lab.forecasts.walking import Pace
from arpad.lab.inflation.course import Course, Steps, course_of, yearly_events
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.elo.system import Elo, EloNumbers
from arpad.ratings.parameters import parameter
from arpad.record import Games
from arpad.rulebooks.uschess.formulas import bonus as event_bonus

Floats = NDArray[np.float64]


class PaidNumbers(NamedTuple):
    """Elo's parameters with those of the measures, as the kernels take them."""

    k: float
    k_rows: NDArray[np.float64]
    scale: float
    advantage: float
    floor: float
    rounding: float
    carry: float
    mean: float
    per_loss: float
    threshold: float


@kernel
def paid_for_loss(p: PaidNumbers, score: float) -> float:
    """Return what the losing side is paid; of a draw both are paid half."""
    return p.per_loss * (1.0 - score)


@kernel
def with_event_bonus(p: PaidNumbers, rating: float, change: float, n: float) -> float:
    """Return the new rating after a period, the bonus for a large gain included."""
    return rating + change + event_bonus(p.threshold, change, n, 1.0)


@dataclass(frozen=True)
class PaidElo(Elo):
    """Elo with points for a loss, and with a bonus for a large gain in a rating period."""

    per_loss: float = parameter(0.0, "what the loser of a game is paid", unit="points")
    threshold: float = parameter(
        0.0, "B of the bonus for a large gain; 0 for no bonus", unit="points", low=0.0
    )

    def parts(self) -> EloParts:
        """Return Elo's parts with the payments."""
        parts = super().parts()
        parts["bonus"] = paid_for_loss
        if self.threshold:
            parts["publish"] = with_event_bonus
        return parts

    def numbers(self) -> Any:
        """Return the parameters as the kernels take them."""
        plain: EloNumbers = super().numbers()
        return PaidNumbers(*plain, per_loss=float(self.per_loss), threshold=float(self.threshold))


def _paid(system: Elo, **more: float) -> PaidElo:
    own = {field.name: getattr(system, field.name) for field in dataclasses.fields(Elo)}
    return PaidElo(**{**own, **more})


@dataclass(frozen=True)
class Measure(ABC):
    """A measure with its settings."""

    name: ClassVar[str]

    @property
    @abstractmethod
    def label(self) -> str:
        """The measure in a few words."""

    @abstractmethod
    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course of Elo without the measure and with it.

        Args:
            games: in order of time.
            system: Elo.
            steps: of the report.
            pace: of Elo.
            plain: the course of Elo as it is.

        Raises:
            NotProvided: the record lacks what the measure needs.
        """


@dataclass(frozen=True)
class PerLoss(Measure):
    """Points for the loser of each game."""

    name: ClassVar[str] = "per-loss"
    points: float = 0.8

    @property
    def label(self) -> str:
        """The measure in a few words."""
        return f"{self.points:+g} points for each loss"

    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course without the measure and with it."""
        return plain, course_of(games, _paid(system, per_loss=self.points), pace)[0]


@dataclass(frozen=True)
class Floor(Measure):
    """No rating below a floor: ``below`` points under the rating of a newcomer."""

    name: ClassVar[str] = "floor"
    below: float = 100.0

    @property
    def label(self) -> str:
        """The measure in a few words."""
        return f"a floor {self.below:g} points below a newcomer's rating"

    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course without the measure and with it."""
        return plain, course_of(games, replace(system, floor=system.initial - self.below), pace)[0]


@dataclass(frozen=True)
class Bonus(Measure):
    """A bonus for a large gain in a rating period, by B."""

    name: ClassVar[str] = "bonus"
    threshold: float = 10.0

    @property
    def label(self) -> str:
        """The measure in a few words."""
        return f"bonus points for large gains in a month, B = {self.threshold:g}"

    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course without the measure and with it, both in rating periods."""
        own = pace._replace(schedule="period", period=pace.period)
        return course_of(games, system, own)[0], course_of(
            games, _paid(system, threshold=self.threshold), own
        )[0]


@dataclass(frozen=True)
class Conversion(Measure):
    """Ratings below a bound are raised once: the bound is ``above`` points over the rating of a newcomer."""

    name: ClassVar[str] = "conversion"
    share: float = 0.4
    above: float = 200.0
    day: str = ""

    @property
    def label(self) -> str:
        """The measure in a few words."""
        when = f"once, from {self.day} on" if self.day else "once, in the middle"
        over = f"{self.above:g} points over a newcomer's rating" if self.above else "a newcomer's rating"
        return f"{when}, {self.share:g} of what lacks to {over}"

    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course without the measure and with it."""
        if self.day:
            inside = span_of(games, self.day, None)
            cut = int(np.argmax(inside)) if inside.any() else len(games)
        else:
            cut = int(np.searchsorted(steps.of, len(steps.labels) // 2))
        if not 0 < cut < len(games):
            raise BadInput(
                f"the record has no games {'before' if cut == 0 else 'from'} {self.day}",
                remedy="Choose a day of the conversion within the record.",
            )
        early, late = games.take(np.arange(cut)), games.take(np.arange(cut, len(games)))
        first, ratings = course_of(early, system, pace)
        rating = ratings.state.columns["rating"]
        bound = system.initial + self.above
        raised = np.where(rating < bound, rating + self.share * (bound - rating), rating)
        attributes = {"rating": np.where(ratings.listed(), raised, games.players.number("rating"))}
        for name in ("games", "peak"):
            if name == "games" and "rated_games" in ratings.state.memory:
                attributes[name] = np.asarray(ratings.state.memory["rated_games"], dtype=np.float64)
            elif name in ratings.state.memory:
                attributes[name] = np.asarray(ratings.state.memory[name], dtype=np.float64)
        entering = replace(late, players=games.players.with_attributes(attributes))
        second, _ = course_of(entering, system, pace)
        after = int(first.period[-1]) + 1 - int(second.period[0])
        return plain, Course(
            np.concatenate([first.before, second.before]),
            np.concatenate([first.after, second.after]),
            np.concatenate([first.period, second.period + after]),
        )


@dataclass(frozen=True)
class Youth(Measure):
    """A larger K-factor for the young."""

    name: ClassVar[str] = "youth"
    k: float = 40.0
    until: float = 18.0

    @property
    def label(self) -> str:
        """The measure in a few words."""
        return f"K {self.k:g} until the age of {self.until:g}"

    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course without the measure and with it."""
        if np.isnan(games.players.number("birth_year")).all():
            raise NotProvided("no player's year of birth is known")
        if games.time is None or games.time.dtype.kind != "M":
            raise NotProvided("the record has no dates, so nobody's age is known")
        if callable(system.k):
            raise NotProvided("K is a function, which cannot be joined with an age")
        rule = f"{self.k:g} if age<={self.until:g}; {system.k}"
        return plain, course_of(games, replace(system, k=rule), pace)[0]


@dataclass(frozen=True)
class SeasonRegression(Measure):
    """Ratings return part of the way to the mean before each step of time."""

    name: ClassVar[str] = "seasons"
    carry: float = 0.75

    @property
    def label(self) -> str:
        """The measure in a few words."""
        return f"{self.carry:g} of the distance to the mean kept from step to step"

    def course(
        self, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course
    ) -> tuple[Course, Course]:
        """Return the course without the measure and with it."""
        seasons = yearly_events(games, steps)
        own = pace._replace(events="named")
        return plain, course_of(seasons, replace(system, carry=self.carry), own)[0]


MEASURES: dict[str, type[Measure]] = {
    each.name: each for each in (PerLoss, Floor, Bonus, Conversion, Youth, SeasonRegression)
}
"""The measures by name, in the order in which they are told."""


def measure_of(text: str) -> Measure:
    """Read a measure with its settings: ``floor``, ``per-loss,points=1``.

    Raises:
        BadInput: there is no such measure or setting, or a value is not a number.
    """
    name, *settings = (part.strip() for part in text.split(","))
    if name not in MEASURES:
        raise BadInput(f"no measure is called {name!r}", remedy=f"Known: {', '.join(MEASURES)}.")
    kind = MEASURES[name]
    fields = {field.name: field for field in dataclasses.fields(kind)}
    values: dict[str, Any] = {}
    for setting in settings:
        key, _, value = (part.strip() for part in setting.partition("="))
        if key not in fields:
            raise BadInput(
                f"the measure {name} has no setting {key!r}", remedy=f"It has {', '.join(fields)}."
            )
        if isinstance(fields[key].default, str):
            values[key] = value
            continue
        try:
            values[key] = float(value)
        except ValueError:
            raise BadInput(f"{key} of the measure {name} is {value!r}, which is not a number") from None
        if not np.isfinite(values[key]):
            raise BadInput(f"{key} of the measure {name} is {value!r}, which is not a finite number")
    return kind(**values)
