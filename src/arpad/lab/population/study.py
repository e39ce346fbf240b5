"""Rating systems on simulated populations: every life is drawn once and rated by all systems."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.waiting import shared
from arpad.lab.backtest.face import label_of, systems_of
from arpad.lab.population.drawing import drawn
from arpad.lab.population.judging import SystemFigures, judged
from arpad.lab.population.model import Population
from arpad.ratings.system import RatingSystem

if TYPE_CHECKING:
    import polars as pl

    from arpad.rulebooks.rating import System

Floats = NDArray[np.float64]

MEASURES = ("inflation", "error", "newcomers", "strongest", "coverage", "games")
"""The numbers of :class:`SystemFigures` that have a mean and an interval."""

MOST_RUNS = 1000


class Mean(NamedTuple):
    """A mean over independent lives with its 95 % interval by Student's t.

    Args:
        mean: of the lives.
        low: the lower bound; −∞ of a single life.
        high: the upper one.
    """

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> Mean:
        """Return the mean of values; lives without a value do not count."""
        from scipy.special import stdtrit

        values = values[~np.isnan(values)]
        if not len(values):
            return cls(math.nan, math.nan, math.nan)
        mean = float(values.mean())
        if len(values) == 1:
            return cls(mean, -math.inf, math.inf)
        half = float(stdtrit(len(values) - 1, 0.975)) * float(values.std(ddof=1)) / math.sqrt(len(values))
        return cls(mean, mean - half, mean + half)


@dataclass(frozen=True, eq=False)
class SystemJudged:
    """A rating system and what its ratings are worth.

    Args:
        system: the rating system.
        lives: its numbers of every life.
    """

    system: RatingSystem
    lives: tuple[SystemFigures, ...]

    @property
    def label(self) -> str:
        """The system with the parameters that are not its defaults."""
        return label_of(self.system)

    @cached_property
    def figures(self) -> dict[str, Mean]:
        """The means over the lives, by :data:`MEASURES`."""
        return {name: Mean.of(np.array([getattr(life, name) for life in self.lives])) for name in MEASURES}

    @cached_property
    def level(self) -> list[Mean]:
        """The level of every year that counts."""
        return [Mean.of(column) for column in np.stack([life.level for life in self.lives]).T]

    @cached_property
    def learning(self) -> Floats:
        """The median error of newcomers by their games so far, the mean of the lives; NaN where too few."""
        table = np.stack([life.learning for life in self.lives])
        there = ~np.isnan(table)
        sums = np.where(there, table, 0.0).sum(axis=0)
        counts = there.sum(axis=0)
        return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


@dataclass(frozen=True, eq=False)
class Simulation:
    """What rating systems are worth on a population.

    Args:
        population: the model.
        systems: with their numbers, in the order in which they were given.
        runs: how many lives were drawn.
        warm_up: years of each that are rated and not judged.
        seed: of the first life; the next have the numbers after it.
        games: in a life, on average.
        members: players who were ever there, on average.
    """

    population: Population
    systems: tuple[SystemJudged, ...]
    runs: int
    warm_up: int
    seed: int
    games: float
    members: float

    @cached_property
    def table(self) -> pl.DataFrame:
        """The numbers: ``system``, and for each measure its mean, ``…_low`` and ``…_high``."""
        import polars as pl

        rows = []
        for system in self.systems:
            row: dict[str, Any] = {"system": system.label}
            for name, figure in system.figures.items():
                row |= {name: figure.mean, f"{name}_low": figure.low, f"{name}_high": figure.high}
            rows.append(row)
        return pl.DataFrame(rows)

    def difference(self, measure: str, index: int, other: int) -> Mean:
        """Return how much more a measure is for one system than for another, life by life.

        Args:
            measure: of :data:`MEASURES`.
            index: the place of a system in ``systems``.
            other: of another.
        """
        pair = zip(self.systems[index].lives, self.systems[other].lives, strict=True)
        return Mean.of(np.array([getattr(a, measure) - getattr(b, measure) for a, b in pair]))

    @property
    def memo(self) -> list[str]:
        """The answers in plain sentences; "more" and "less" only where the intervals say so."""
        sentences = []
        for system in self.systems:
            rise = system.figures["inflation"]
            if rise.low > 0.0 or rise.high < 0.0:
                way = "inflates" if rise.mean > 0.0 else "deflates"
                size = f"{abs(rise.mean):.2f} points a year"
                sentences.append(f"{system.label} {way}: a rating for the same strength changes by {size}.")
            else:
                sentences.append(
                    f"{system.label} neither inflates nor deflates measurably ({_between(rise)})."
                )
            cover = system.figures["coverage"]
            if not math.isnan(cover.mean) and (cover.high < 0.94 or cover.low > 0.96):
                size = "too narrow" if cover.mean < 0.95 else "too wide"
                sentences.append(
                    f"The 95 % intervals of {system.label} are {size}: "
                    f"they hold {cover.mean:.1%} of the strengths."
                )
        if len(self.systems) > 1:
            order = sorted(range(len(self.systems)), key=lambda at: self.systems[at].figures["error"].mean)
            best, next_ = order[0], order[1]
            apart = self.difference("error", best, next_)
            name, other = self.systems[best].label, self.systems[next_].label
            if apart.high < 0.0:
                sentences.append(
                    f"{name} is nearest the truth: its error is {-apart.mean:.1f} points less than {other}'s."
                )
            else:
                sentences.append(f"The errors of {name} and {other} do not differ measurably.")
        return sentences

    def as_json(self) -> dict[str, Any]:
        """Return the whole simulation as a document."""
        return {
            "population": dataclasses.asdict(self.population),
            "runs": self.runs,
            "warm_up": self.warm_up,
            "seed": self.seed,
            "games": self.games,
            "members": self.members,
            "systems": [
                {
                    "system": system.label,
                    **{
                        name: {key: _finite(value) for key, value in figure._asdict().items()}
                        for name, figure in system.figures.items()
                    },
                    "level": [_finite(each.mean) for each in system.level],
                    "learning": [_finite(float(each)) for each in system.learning],
                }
                for system in self.systems
            ],
            "memo": self.memo,
        }


def _between(figure: Mean) -> str:
    if math.isinf(figure.low):
        return f"{figure.mean:+.2f} points a year, of a single life"
    return f"{figure.low:+.2f} to {figure.high:+.2f} points a year"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def simulate(
    population: Population | None = None,
    systems: str | System | Sequence[str | System] = "elo,glicko2",
    *,
    parameters: Mapping[str, str | float | None] | None = None,
    runs: int = 5,
    warm_up: int = 5,
    seed: int = 1,
    **settings: float,
) -> Simulation:
    """Simulate a population whose strengths are known, and judge rating systems against them.

    ``arpad.simulate(players=500, quit=0.2, systems="elo,glicko2")``. The same seed gives the same numbers on
    any number of cores.

    Args:
        population: the model; made from ``settings`` if not given.
        systems: names with their parameters, apart at commas (``"elo,k=24,glicko2"``), or a sequence of
            names, systems and classes.
        parameters: of all systems that have them, by name.
        runs: how many lives are drawn; intervals come from their differences.
        warm_up: years of each that are rated and not judged, until the founders' ratings have settled.
        seed: of the first life.
        settings: of :class:`Population`, by name: ``players``, ``years``, ``games``, ``quit``, …

    Returns:
        The simulation, with ``table``, ``memo`` and ``difference``.

    Raises:
        BadInput: a number is out of its range, a name is unknown, or a system cannot rate the games.
        NotProvided: a system rates the whole history at once, or sides of several players.
    """
    if population is None:
        names = {field.name for field in dataclasses.fields(Population)}
        unknown = [name for name in settings if name not in names]
        if unknown:
            raise BadInput(
                f"a population has no number {unknown[0]!r}", remedy=f"It has {', '.join(sorted(names))}."
            )
        population = Population(**settings)  # type: ignore[arg-type]
    elif settings:
        raise BadInput("the population is given whole, and its numbers cannot be given beside it")
    if not 1 <= runs <= MOST_RUNS:
        raise BadInput(f"{runs} lives cannot be simulated", remedy=f"Give 1 to {MOST_RUNS}.")
    if warm_up < 0:
        raise BadInput(f"the warm-up is {warm_up} years; it must not be below 0")
    rating_systems = systems_of(systems, parameters or {})
    if not rating_systems:
        raise BadInput("no rating system is named")

    def judge_life(number: int) -> tuple[int, int, list[SystemFigures]]:
        life = drawn(population, number)
        return (
            len(life.games),
            len(life.entered),
            [judged(life, system, warm_up) for system in rating_systems],
        )

    lives = shared(judge_life, range(seed, seed + runs))
    return Simulation(
        population,
        tuple(
            SystemJudged(system, tuple(life[2][at] for life in lives))
            for at, system in enumerate(rating_systems)
        ),
        runs,
        warm_up,
        seed,
        float(np.mean([life[0] for life in lives])),
        float(np.mean([life[1] for life in lives])),
    )
