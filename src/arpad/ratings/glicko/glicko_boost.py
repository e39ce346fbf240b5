"""Glicko-Boost: Glicko in two passes, with a boost of the deviation after exceptional success.

Reference:
    Glickman, M. E. (2011), *The Glicko-Boost rating system*, his entry to the Deloitte/FIDE chess rating
    challenge. The functions of :mod:`arpad.ratings.glicko.glicko_boost_loop` name its steps, once per rating
    period:

    1. every player is updated by Glicko, White being worth η points, against opponents as before the period;
    2. the same from the same own ratings, against opponents as they are after step 1;
    3. Z = Σ g (s − E) / √(Σ g² E (1 − E)) with the sums of step 2; if Z > k, the deviation before the period
       becomes RD · (1 + (Z − k) · B1) + B2;
    4. and 5. steps 1 and 2 again with the deviations so reset; this gives the new ratings;
    6. RD² grows by exp(α0 + α1 RD + α2 RD r + α3 r + α4 r²), r in thousands, once per period.

Decisions:
    * Step 6 is done when the next period begins, or for the day of a list, so that a deviation is the one
      after the player's last period; idle periods make it once each, with the rating as it stands.
    * ``max_deviation`` is the ceiling of reset and grown deviations, so that no success can make them
      meaningless; the steps themselves have none.
    * Glickman's parameters are for chess and monthly lists. A newcomer's rating and deviation are Glicko's.
    * A game of weight w counts as w games.
    * There is no live form: the second pass needs all games of a period.
    * ``update`` (and ``arpad whatif``) takes opponents as they are after the first pass.

Misprints of the paper's example: its printed columns follow with η = 0 and B2 = 0; so read, the final
ratings of A and B still differ by 1 to 3 points, and those of the other six agree.

Units: ratings and deviations in points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from arpad.compiled.cache_lines import rows_of_zeros
from arpad.compiled.specialising import specialise
from arpad.core import Step
from arpad.ratings.glicko import loop as glickoloop
from arpad.ratings.glicko.family import GlickoFamily
from arpad.ratings.glicko.glicko import E, Glicko, g, settle
from arpad.ratings.glicko.glicko_boost_loop import (
    RATING,
    VARIANCE,
    WIDTH,
    BoostNumbers,
    Z,
    boost_loop,
    grown,
    reset,
)
from arpad.ratings.glicko.loop import GlickoParts, PeriodEvidence
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.run import Run
from arpad.ratings.state import Floats, RatingState, Trace

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

GLICKO = Glicko()
"""Steps 1, 2, 4 and 5 are Glicko's, and are told as such."""

FIRST = ("first_rating", "first_deviation")
"""An opponent's attributes: how step 2 sees the opponent, where step 5 sees other numbers."""


@dataclass(frozen=True)
class GlickoBoost(GlickoFamily):
    """Glicko in two passes, in which exceptional success makes a rating less sure."""

    name: ClassVar[str] = "glicko-boost"
    title: ClassVar[str] = "Glicko-Boost"
    status: ClassVar[str] = "approximate"
    source: ClassVar[str] = "Glickman 2011, The Glicko-Boost rating system (Deloitte/FIDE challenge)"
    notes: ClassVar[tuple[str, ...]] = (
        "Unverified in the paper: the formulas are those on which two implementations agree.",
        "The paper's example follows with eta = 0 and B2 = 0, but for the finals of A and B.",
        "max_deviation is a ceiling that the paper does not have.",
    )
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")
    independent: ClassVar[bool] = False
    schedules: ClassVar[tuple[Schedule, ...]] = ("period",)
    result_by_result: ClassVar[bool] = False
    cost: ClassVar[float] = 14.0

    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    deviation: float = parameter(350.0, "the deviation of a newcomer", unit="points", low=0.0)
    eta: float = parameter(30.0, "what White or the home side is worth", unit="points")
    k: float = parameter(1.96, "from which success Z on a deviation is reset")
    B1: float = parameter(0.20139, "by what share it is, per unit of Z above k", low=0.0)
    B2: float = parameter(17.5, "and by how much besides", unit="points", low=0.0)
    a0: float = parameter(5.83733, "growth per period: α0")
    a1: float = parameter(-1.75374e-4, "growth: α1, of RD", unit="per point")
    a2: float = parameter(-7.080124e-5, "growth: α2, of RD · r / 1000", unit="per point")
    a3: float = parameter(0.001733792, "growth: α3, of r / 1000")
    a4: float = parameter(0.00026706, "growth: α4, of (r / 1000)²")
    max_deviation: float = parameter(350.0, "the ceiling of the deviation", unit="points", low=0.0)

    @property
    def advantage(self) -> float:
        """η by the family's name."""
        return self.eta

    @property
    def min_deviation(self) -> float:
        """No floor."""
        return 0.0

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=min(self.deviation, self.max_deviation))

    def numbers(self, schedule: Schedule) -> BoostNumbers:
        """Return the parameters as the kernels take them."""
        return BoostNumbers(
            advantage=float(self.eta),
            k=float(self.k),
            B1=float(self.B1),
            B2=float(self.B2),
            a0=float(self.a0),
            a1=float(self.a1),
            a2=float(self.a2),
            a3=float(self.a3),
            a4=float(self.a4),
            min_variance=0.0,
            max_variance=float(self.max_deviation) ** 2,
            inside=0.0,
        )

    def parts(self) -> GlickoParts:
        """Return Glicko's parts, of which the growth is none: step 6 also asks for the rating."""
        return {"grown": glickoloop.grown, "damping": g, "expectation": E, "settle": settle}

    def forecasts(self, timeline: Timeline) -> Floats | None:
        """Return None: the loop tells the expected scores by its trace."""
        return None

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop; see :meth:`RatingSystem.rate`."""
        games = timeline.games
        timeline.check_none_given(self.name)
        entered = self.entry(games.players)
        rows = rows_of_zeros(len(games.players), WIDTH)
        rows[:, [RATING, VARIANCE]] = entered[:, [glickoloop.RATING, glickoloop.VARIANCE]]
        rows[:, VARIANCE] = timeline.exactly(rows[:, VARIANCE])
        last, present = timeline.entered.copy(), np.empty(len(rows), dtype=np.int32)
        room = len(games) if trace else 0
        kept, as_opponents = Trace.empty(room, 2), np.empty((room, 2, 4))
        order, bounds = timeline.order, timeline.bounds
        loop = specialise(boost_loop, {}, self.cost * len(games))
        p, x = self.numbers("period"), self.game_columns(timeline)
        loop(p, x, trace, order, bounds, rows, last, present, kept.before, kept.after, as_opponents)
        for seen in (kept.before, kept.after, as_opponents):
            np.sqrt(seen[:, :, 1::2], out=seen[:, :, 1::2])
        state = {"rating": rows[:, RATING].copy(), "deviation": np.sqrt(rows[:, VARIANCE])}
        exact = {"variance": rows[:, VARIANCE].copy()}
        return RatingState(state, exact=exact), replace(kept, as_opponents=as_opponents) if trace else None

    def aged(self, rating: Rating, elapsed: float) -> Rating:
        """Return a rating as it stands ``elapsed`` rating periods after its last update (step 6)."""
        old = self.with_defaults(rating)
        RD = old.deviation or 0.0
        RD2 = grown(self.numbers("period"), old.value, RD * RD, max(0.0, elapsed))
        return replace(old, deviation=math.sqrt(RD2), elapsed=None)

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a period makes of a rating; see :meth:`RatingSystem.calculate`.

        An opponent's rating is the one after step 4; the one after step 1, where it differs, is in the
        attributes ``first_rating`` and ``first_deviation``.
        """
        p, own = self.numbers(schedule), self.with_defaults(before)
        t = max(0.0, own.elapsed or 0.0)
        RD = own.deviation or 0.0
        RD2 = grown(p, own.value, RD * RD, t)
        information = surprise = 0.0
        for game in encounters:
            attributes = game.opponent.attributes
            r_j = attributes.get(FIRST[0], game.opponent.value)
            RD_j = attributes.get(FIRST[1], self.with_defaults(game.opponent).deviation or 0.0)
            g_j = g(RD_j * RD_j)
            expected, rest = E(own.value, r_j, g_j, p.advantage * game.advantage)
            information += game.weight * (g_j * g_j * expected * rest)
            surprise += game.weight * (g_j * (game.score - expected))
        z = Z(information, surprise)
        RD2_reset = reset(p, RD2, z)
        entering = replace(own, deviation=math.sqrt(RD2_reset), elapsed=None)
        update = super().calculate(entering, encounters, schedule)
        steps = (
            Step("deviation before", RD, unit="points"),
            *(self.growth_steps(own, PeriodEvidence(RD2, 0.0, 0.0, 0.0), t) if RD2 != RD * RD else ()),
            Step(
                "Z",
                z,
                "Σ g · (s − E) / √(Σ g² · E · (1 − E))",
                f"{surprise:.6f} / √{information:.6f}",
                "Glicko-Boost, step 3",
            ),
            *(self._reset_step(RD2, z, RD2_reset) if RD2_reset != RD2 else ()),
            *update.explanation.steps[1:],
        )
        return replace(update, before=before, explanation=replace(update.explanation, steps=steps))

    def _reset_step(self, RD2: float, z: float, RD2_reset: float) -> tuple[Step, ...]:
        RD = math.sqrt(RD2)
        formula = f"min(RD · (1 + (Z − k) · B1) + B2, {self.max_deviation:g})"
        working = f"{RD:.4f} · (1 + ({z:.4f} − {self.k:g}) · {self.B1:g}) + {self.B2:g}"
        return (
            Step("reset deviation", math.sqrt(RD2_reset), formula, working, "Glicko-Boost, step 3", "points"),
        )

    def retell(self, run: Run, player: int) -> Iterator[tuple[Update, dict[str, Any]]]:
        """Yield a player's periods, with the opponents as each of the two passes sees them."""
        timeline, trace = run.timeline, run.trace
        assert trace.as_opponents is not None
        games, order = timeline.games, timeline.order
        mine = np.flatnonzero((games.first == player) | (games.second == player))
        own: Rating | None = None
        then = 0
        for now in np.unique(order[mine]).tolist():
            rows = mine[order[mine] == now].tolist()
            if own is None:
                value, deviation = trace.before[rows[0], 0 if games.first[rows[0]] == player else 1].tolist()
                own = Rating(value, deviation=deviation)
            else:
                own = replace(own, elapsed=float(now - then))
            seen = []
            for row in rows:
                r, RD, r_first, RD_first = trace.as_opponents[
                    row, 1 if games.first[row] == player else 0
                ].tolist()
                first = dict(zip(FIRST, (r_first, RD_first), strict=True))
                opponent = Rating(r, deviation=RD, attributes=first)
                seen.append(replace(run.encounter(row, player), opponent=opponent))
            update = self.update(own, seen, timeline.schedule)
            yield update, {"period": timeline.periods.label(now)}
            own, then = update.after, now

    def gain(self, p: Any, evidence: PeriodEvidence) -> tuple[float, str, str]:
        """Return q / (1/RD² + 1/d²)."""
        return GLICKO.gain(p, evidence)

    def growth_steps(self, before: Rating, evidence: PeriodEvidence, t: float) -> tuple[Step, ...]:
        """Return step 6, for the periods since the last."""
        formula = f"min(√(RD² + exp(α0 + α1 RD + α2 RD r + α3 r + α4 r²)), {self.max_deviation:g})"
        working = f"RD = {before.deviation:.4f}, r = {before.value / 1000.0:.6f}, {t:g} times"
        RD = math.sqrt(evidence.variance)
        return (Step("grown deviation", RD, formula, working, "Glicko-Boost, step 6", "points"),)

    def game_steps(self, own: float, opponent: float, RD_j: float, h: float) -> tuple[Step, Step]:
        """Return g and E."""
        return GLICKO.game_steps(own, opponent, RD_j, h)

    def settling_steps(self, p: Any, evidence: PeriodEvidence, after: Rating) -> tuple[Step, ...]:
        """Return d² and the new deviation."""
        return GLICKO.settling_steps(p, evidence, after)
