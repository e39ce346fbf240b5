"""Elo with the rules of online games: factors by band, runs of wins, a floor below the peak, decay.

None of these rules follows from a model of results: under them, what one side wins is not what the other
loses.

* ``gains`` and ``losses`` multiply what a game brings or costs by the band of the player's rating.
* ``streak`` pays for wins in a row, ``peak_floor`` holds a rating near its peak
  (:mod:`arpad.rulebooks.online.rules`).
* ``decay`` deducts points for inactivity (:mod:`arpad.rulebooks.online.inactivity`).

No game publishes its rules in full; the numbers are the user's.

Units: ratings in points, time in days.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.elo.k_factor import KRule
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.elo.system import Elo
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats
from arpad.ratings.timeline import Timeline
from arpad.rulebooks.online import rules
from arpad.rulebooks.online.inactivity import days_of, decayed_on, enter_after_rest

OURS = (
    "These are common practices of online games, not the rules of one game: every number is arpad's choice."
)


class OnlineNumbers(NamedTuple):
    """Parameters as the kernels take them: those of Elo (``EloNumbers``) in their order, and the rules'."""

    k: float
    k_rows: NDArray[np.float64]
    scale: float
    advantage: float
    floor: float
    rounding: float
    carry: float
    mean: float
    gains: NDArray[np.float64]
    losses: NDArray[np.float64]
    streak: float
    streak_from: float
    peak_floor: float
    decay: float
    decay_after: float
    decay_every: float
    decay_to: float


@dataclass(frozen=True)
class OnlineElo(Elo):
    """Elo with what online games add to it; see the module."""

    name: ClassVar[str] = "online"
    title: ClassVar[str] = "Elo with rules of online games"
    source: ClassVar[str] = "practice of online games"
    status: ClassVar[str] = "unverified"
    notes: ClassVar[tuple[str, ...]] = (OURS,)

    gains: float | str = parameter(1.0, "what gains are multiplied by; a number or a rule", words=True)
    losses: float | str = parameter(1.0, "what losses are multiplied by; a number or a rule", words=True)
    streak: float = parameter(0.0, "what a win pays that continues a run of wins", unit="points")
    streak_from: float = parameter(3.0, "from which win in a row it pays", unit="games", low=1.0)
    peak_floor: float | None = parameter(
        None, "how far below the peak a rating can fall; none if not given", unit="points", low=0.0
    )
    decay: float = parameter(0.0, "what a rating loses for every decay_every at rest", unit="points", low=0.0)
    decay_after: float = parameter(90.0, "the rest before a rating decays", unit="days", low=0.0)
    decay_every: float = parameter(30.0, "the rest that costs decay", unit="days", low=1e-9)
    decay_to: float | None = parameter(
        None, "what ratings decay down to; initial if not given", unit="points"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.gain_rule, self.loss_rule

    @cached_property
    def gain_rule(self) -> KRule:
        """What gains are multiplied by."""
        return rules.factors(str(self.gains), "gains")

    @cached_property
    def loss_rule(self) -> KRule:
        """What losses are multiplied by."""
        return rules.factors(str(self.losses), "losses")

    @property
    def remembers(self) -> bool:
        """Whether K asks for games, peak or age, or a floor for the peak."""
        return self.peak_floor is not None or super().remembers

    @property
    def streaks_count(self) -> bool:
        """Whether runs of wins count."""
        return self.streak != 0.0

    def run_of_wins(self, streak: float, score: float) -> tuple[float, float]:
        """Return what a game pays for a run of wins, and the run after it."""
        return rules.run_bonus(self.numbers(), streak, score), rules.streak_after(streak, score)

    @property
    def decays(self) -> bool:
        """Whether ratings fall while their players rest."""
        return self.decay > 0.0

    def days(self, timeline: Timeline) -> Floats:
        """Return the day of each game, which decay needs."""
        return days_of(timeline.games.time, self.name) if self.decays else super().days(timeline)

    def decayed(self, timeline: Timeline, rating: Floats, last: NDArray[np.int32], day: date | int) -> Floats:
        """Return the ratings on a day, with what was lost since the last game where ratings decay."""
        if not self.decays:
            return rating
        return decayed_on(self.numbers(), rating, self.days(timeline), last, day)

    @property
    def between(self) -> str:
        """What changes a rating between two games."""
        return "at rest" if self.decays and not self.is_carried else super().between

    @property
    def between_formula(self) -> str:
        """How a rating enters a new season, where only that changes it between two games."""
        return "" if self.decays else super().between_formula

    def parts(self) -> EloParts:
        """Return Elo's parts, and those of the rules that are set."""
        parts = super().parts()
        if self.gain_rule.constant != 1.0 or self.loss_rule.constant != 1.0:
            parts["counted"] = rules.by_tier
        if self.streaks_count:
            parts["run"] = rules.run
        if self.peak_floor is not None:
            parts["kept"] = rules.not_far_below_peak
        if self.decays:
            parts["enter"] = enter_after_rest
        return parts

    def numbers(self) -> Any:
        """Return the parameters as the kernels take them."""
        return OnlineNumbers(
            *super().numbers(),
            gains=self.gain_rule.table(),
            losses=self.loss_rule.table(),
            streak=float(self.streak),
            streak_from=float(self.streak_from),
            peak_floor=math.inf if self.peak_floor is None else float(self.peak_floor),
            decay=float(self.decay),
            decay_after=float(self.decay_after),
            decay_every=float(self.decay_every),
            decay_to=float(self.initial if self.decay_to is None else self.decay_to),
        )
