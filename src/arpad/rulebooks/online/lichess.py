"""Lichess: Glicko-2 game by game, with bounds.

Reference:
    lichess-org/scalachess and lila, ``Glicko.scala`` (August 2026): the code that runs the site is the rule.

    * A newcomer has 1500, a deviation of 500 and a volatility of 0.09; τ is 0.75.
    * After a game the deviation is within 45 and 500, the volatility at most 0.1, the rating at most 700
      points from where it was and within 400 and 4000.
    * A day is 0.21436 rating periods: the deviation grows to √(φ² + t · σ²) between games, a fraction of a
      period too, and a game itself adds nothing.
    * White is worth 11.782457 points in standard chess (20.30966 in crazyhouse), half of it added to White,
      half taken from Black: the whole of it is ``advantage``.
    * A deviation of 110 and more is provisional; leaderboards want at most 75 (65 in variants).

Units: points; the time between games in days.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from arpad.compiled.specialising import kernel
from arpad.core import BadInput, Step
from arpad.ratings.glicko.glicko2 import HIGHEST, Glicko2, Glicko2Numbers
from arpad.ratings.glicko.glicko2 import grown as grown_by_periods
from arpad.ratings.glicko.glicko2 import settle as unbounded
from arpad.ratings.glicko.loop import GlickoParts, PeriodEvidence
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import RatingState, Trace

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

PERIODS_PER_DAY = 0.21436
"""A deviation of 60 grows to 110 in a year at a volatility of 0.06."""

LOWEST, HIGHEST_RATING = 400.0, 4000.0
"""The bounds of a rating."""

FARTHEST = 700.0
"""How far one game moves a rating at most."""

RANKABLE, RANKABLE_VARIANT = 75.0, 65.0
"""The deviation up to which a leaderboard takes a player, in standard chess and in variants."""


@kernel
def grown(p: Glicko2Numbers, RD2: float, sigma: float, t: float) -> float:
    """Return φ² + t · σ² in points after ``t`` days, within its bounds."""
    return grown_by_periods(p, RD2, sigma, PERIODS_PER_DAY * t)


@kernel
def bounded(before: float, after: float) -> float:
    """Return a rating at most 700 points from where it was, from 400 to 4000."""
    near = max(before - FARTHEST, min(before + FARTHEST, after))
    return max(LOWEST, min(HIGHEST_RATING, near))


@kernel
def settle(
    p: Glicko2Numbers, r: float, RD2: float, sigma: float, information: float, surprise: float
) -> tuple[float, float, float]:
    """Return r', RD'² and σ' of Glicko-2, the rating within its bounds."""
    after, RD2_after, sigma_after = unbounded(p, r, RD2, sigma, information, surprise)
    return bounded(r, after), RD2_after, sigma_after


@dataclass(frozen=True)
class Lichess(Glicko2):
    """Glicko-2 as the site Lichess runs it."""

    name: ClassVar[str] = "lichess"
    title: ClassVar[str] = "Lichess (Glicko-2)"
    source: ClassVar[str] = "lichess-org/scalachess and lila, Glicko.scala (August 2026)"
    notes: ClassVar[tuple[str, ...]] = (
        "after a game a rating is at most 700 points from where it was, and from 400 to 4000",
        "a day is 0.21436 rating periods; numbered times are taken for days",
        "leaderboards want a deviation of 75 at most, 65 in variants; 110 is provisional",
        "advantage is 20.30966 in crazyhouse",
    )
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)
    default_period: ClassVar[str] = "1d"
    provisional_deviation: ClassVar[float | None] = math.nextafter(110.0, 0.0)

    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    deviation: float = parameter(500.0, "the deviation of a newcomer", unit="points", low=0.0)
    volatility: float = parameter(0.09, "the volatility of a newcomer", low=1e-9, high=HIGHEST)
    tau: float = parameter(0.75, "how fast a volatility changes", low=1e-3, high=10.0)
    min_deviation: float = parameter(45.0, "the floor of the deviation", unit="points", low=0.0)
    max_deviation: float = parameter(500.0, "the ceiling of the deviation", unit="points", low=0.0)
    max_volatility: float | None = parameter(0.1, "the ceiling of the volatility", low=1e-9, high=HIGHEST)
    advantage: float = parameter(11.782457, "what White is worth", unit="points")

    def parts(self) -> GlickoParts:
        """Return Glicko-2's parts, with Lichess's clock and bounds."""
        return {**super().parts(), "grown": grown, "settle": settle}

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop; see :meth:`RatingSystem.rate`.

        Raises:
            BadInput: a rating period of another length than a day is asked for.
        """
        rule, time = timeline.rule, timeline.record.time
        if rule is not None and time is not None:
            from arpad.record.periods import parse_period

            if rule != parse_period("1d" if time.dtype.kind == "M" else "1"):
                raise BadInput(
                    "lichess counts the time between games in days", remedy="Give no rating period."
                )
        return super().rate(timeline, trace=trace)

    def growth_steps(self, before: Rating, situation: PeriodEvidence, t: float) -> tuple[Step, ...]:
        """Return how φ grew in ``t`` days."""
        periods = PERIODS_PER_DAY * t
        passed = Step("rating periods", periods, "0.21436 · days", f"{PERIODS_PER_DAY} · {t:g}", digits=6)
        return (passed, *super().growth_steps(before, situation, periods))

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a game makes of a rating; where a bound holds, the games' parts do not add up to it."""
        update = super().calculate(before, encounters, schedule)
        explanation = update.explanation
        total = math.fsum(part.value for part in explanation.parts)
        if abs(explanation.value - total) < 1e-9:
            return update
        meant = update.before.value + total
        step = Step(
            "rating within bounds",
            update.after.value,
            "at most 700 points away, from 400 to 4000",
            f"{meant:.4f}",
            "Lichess, Glicko.scala",
            "points",
        )
        return replace(
            update, explanation=replace(explanation, steps=(*explanation.steps[:-1], step), terms=False)
        )
