"""TrueSkill: any number of sides of any number of players, by approximate message passing.

References:
    Herbrich, R., Minka, T. and Graepel, T. (2006), TrueSkill: a Bayesian skill rating system. *NIPS* 19.

A player's skill is N(μ, σ²); the performance in a contest adds N(0, β²); a side's performance is the sum of
its players', each times the player's share of the contest. The order of the places says of every two
neighbours that the first performed better by more than a draw margin ε, or of two that tie that they were
within it. Two sides have a closed form. More are a chain of such differences, solved by expectation
propagation: each difference gives both its sides a Gaussian message, forwards and backwards until nothing
changes.

Departures and additions:
    * The chain runs until it converges (:data:`.trueskill_chain.TOLERANCE`), not a fixed number of times.
    * ε = Φ⁻¹((p + 1) / 2) · √n · β for a draw probability p, where n counts the players of both sides,
      whatever their shares (the formula of the authors' own library).
    * A share below 1 (partial play) multiplies the player's performance, noise and all.
    * A contest of weight w counts as w contests seen at once: its message is taken to the power w. Ours.
    * Sides that tie in a contest of three or more lie around one level (:mod:`.trueskill_chain`), so that
      equal sides come out equal. ``ties=neighbours`` is the paper's chain, which compares them in the order
      of the record.
    * A draw where draws have probability 0 is the limit: both performed the same.

Units: points; a newcomer is 25 ± 25/3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import Step
from arpad.ratings.contests.loop import ContestParts, ContestWorkspace
from arpad.ratings.contests.team_system import Comparison, TeamSystem
from arpad.ratings.contests.trueskill_chain import corrections, judge
from arpad.ratings.draw_margins import outcomes_by_margin
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats

TIES = ("level", "neighbours")
"""Sides that tie in a contest of three or more: around one level, or neighbours of the paper's chain."""


class TrueSkillParameters(NamedTuple):
    """The parameters as the kernels take them; ``margin`` is Φ⁻¹((p + 1) / 2) · β."""

    beta2: float
    tau2: float
    margin: float
    levels: bool


@kernel
def duel(
    p: TrueSkillParameters,
    mean: float,
    variance: float,
    other: float,
    other_variance: float,
    score: float,
    lead: float,
) -> tuple[float, float, float, float]:
    """Return push and pull of both players: v / c and w / c² with c² = 2β² + σ² + σ²."""
    c2 = variance + other_variance + 2.0 * p.beta2
    c = math.sqrt(c2)
    v, w = corrections(mean - other, c, 1.4142135623730951 * p.margin, score)
    return v / c, w / c2, -v / c, w / c2


@kernel
def moved(
    p: TrueSkillParameters, mean: float, variance: float, push: float, pull: float, weight: float
) -> tuple[float, float]:
    """Return μ + σ² · push and σ² · (1 − σ² · pull); the message to the power ``weight``."""
    if weight == 1.0:
        return mean + variance * push, variance * (1.0 - variance * pull)
    rest = 1.0 - variance * pull
    whole = rest + weight * variance * pull
    return mean + weight * variance * push / whole, variance * rest / whole


@dataclass(frozen=True)
class TrueSkill(TeamSystem):
    """Microsoft's system: skill as a Gaussian belief, any number of sides of any number of players."""

    name: ClassVar[str] = "trueskill"
    title: ClassVar[str] = "TrueSkill"
    source: ClassVar[str] = "Herbrich, Minka, Graepel 2006, NIPS 19"
    notes: ClassVar[tuple[str, ...]] = (
        "Chains of many sides run to convergence; libraries stop earlier and differ from the third decimal.",
        "Weights other than 1 are arpad's addition: the contest's message to that power.",
    )
    provisional_deviation: ClassVar[float | None] = None
    cost: ClassVar[float] = 6.0

    initial: float = parameter(25.0, "the mean skill μ of a newcomer", unit="points")
    deviation: float = parameter(25.0 / 3.0, "the deviation σ of a newcomer", unit="points", low=0.0)
    beta: float = parameter(25.0 / 6.0, "the deviation β of a performance", unit="points", low=1e-9)
    tau: float = parameter(
        25.0 / 300.0, "what every contest adds, τ² to the variance", unit="points", low=0.0
    )
    draw_probability: float = parameter(
        0.1, "how often equal players draw, which sets the draw margin", low=0.0, high=1.0 - 1e-12
    )
    ties: str = parameter(
        "level",
        "sides that tie among three or more: around one level, or neighbours in the record's order",
        choices=TIES,
    )

    def numbers(self) -> TrueSkillParameters:
        """Return the parameters as the kernels take them."""
        return TrueSkillParameters(self.beta**2.0, self.tau**2.0, self.margin(1.0), self.ties == "level")

    def margin(self, players: float) -> float:
        """Return the draw margin ε between sides of so many players together."""
        from statistics import NormalDist

        half = 0.5 * (self.draw_probability + 1.0)
        return NormalDist().inv_cdf(half) * math.sqrt(players) * self.beta if half > 0.5 else 0.0

    def parts(self) -> ContestParts:
        """Return TrueSkill's parts."""
        return ContestParts(duel=duel, judge=judge, moved=moved)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probabilities of win, draw and loss; the draw margin lies between them."""
        c2 = self.variance(first) + self.variance(second) + 2.0 * self.beta * self.beta
        return self._predicted(first.value - second.value, math.sqrt(c2), self.margin(2.0))

    def outcomes(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> tuple[Floats, Floats | None] | None:
        """Return the expected scores and draws of many games; see :meth:`RatingSystem.outcomes`."""
        noise = 2.0 * (self.tau * self.tau + self.beta * self.beta)
        spread = np.sqrt(first[:, 1] ** 2 + second[:, 1] ** 2 + noise)
        return outcomes_by_margin(first[:, 0] - second[:, 0], spread, self.margin(2.0))

    def _predicted(self, lead: float, c: float, margin: float) -> Prediction:
        root = math.sqrt(2.0) * c
        win = 0.5 * math.erfc((margin - lead) / root)
        loss = 0.5 * math.erfc((margin + lead) / root)
        draw = max(0.0, 1.0 - win - loss)
        where = "Herbrich et al. 2006"
        steps = (
            Step("c", c, "√(Σ (σ² + τ² + β²))", "", where, "points"),
            Step("draw margin", margin, "Φ⁻¹((p + 1) / 2) · √n · β", "", where, "points"),
            Step("win", win, "Φ((lead − ε) / c)", f"Φ(({lead:.4f} − {margin:.4f}) / {c:.4f})", where),
            Step("loss", loss, "Φ((−lead − ε) / c)", f"Φ(({-lead:.4f} − {margin:.4f}) / {c:.4f})", where),
            Step("expected score", win + 0.5 * draw, "win + ½ · draw", digits=6),
        )
        return Prediction(win + 0.5 * draw, steps, draw)

    def comparisons(self, p: TrueSkillParameters, n: int, k: int, room: ContestWorkspace) -> list[Comparison]:
        """Return the messages of the side above and of the side below; none is there at the ends."""
        node = int(room.node[k])
        if room.sides[node] > 1.0:
            return [self._with_level(p, node, k, room)]
        comparisons = []
        s2 = room.variance[k] + p.beta2 * room.noise[k]
        precision = room.above_precision[node] + room.below_precision[node]
        nodes = int(room.node[n - 1]) + 1
        for other, mean in ((node - 1, room.above_mean[node]), (node + 1, room.below_mean[node])):
            if not 0 <= other < nodes:
                continue
            upper = min(node, other)
            start, count = int(room.start[other]), int(room.sides[other])
            lead = float(room.mean[k] - room.reference[other])
            spread = [
                room.variance[side] + p.beta2 * room.noise[side] for side in range(start, start + count)
            ]
            c = math.sqrt(s2 + math.fsum(spread) / count)
            margin = math.sqrt(room.size[k] + room.node_size[other]) * p.margin
            expected = self._predicted(lead, c, margin).expected
            where = "Herbrich et al. 2006"
            steps = (
                Step("lead", lead, "Σ a · μ of both sides", "", where, "points"),
                Step("c", c, "√(Σ a² (σ² + τ² + β²))", "", where, "points"),
                Step("draw margin", margin, "Φ⁻¹((p + 1) / 2) · √n · β", "", where, "points"),
                Step("v", float(room.v[upper]), "shift of the truncated difference", "", where, digits=6),
                Step("w", float(room.w[upper]), "variance that goes", "", where, digits=6),
            )
            label = f"{count} sides that tie" if count > 1 else ""
            comparisons.append(
                Comparison(start, float(mean) / (1.0 + s2 * precision), expected, steps, label)
            )
        return comparisons

    def _with_level(self, p: TrueSkillParameters, node: int, k: int, room: ContestWorkspace) -> Comparison:
        """Return the message to a side of the level that it shares with those with which it ties."""
        start, count = int(room.start[node]), int(room.sides[node])
        others = [side for side in range(start, start + count) if side != k]
        s2 = room.variance[k] + p.beta2 * room.noise[k]
        spread = [room.variance[side] + p.beta2 * room.noise[side] for side in others]
        lead = float(room.mean[k] - math.fsum(room.mean[side] for side in others) / len(others))
        c = math.sqrt(s2 + math.fsum(spread) / len(others))
        margin = math.sqrt(room.size[k]) * p.margin
        where = "Herbrich et al. 2006; the level is arpad's"
        steps = (
            Step("lead", lead, "Σ a · μ, over the mean of the sides that tie", "", where, "points"),
            Step("margin", margin, "Φ⁻¹((p + 1) / 2) · √n · β, around the level", "", where, "points"),
            Step("v", float(room.level_v[k]), "shift of the truncated difference", "", where, digits=6),
            Step("w", float(room.level_w[k]), "variance that goes", "", where, digits=6),
        )
        expected = self._predicted(lead, c, math.sqrt(2.0) * margin).expected
        label = f"the level of {count} sides that tie" if len(others) > 1 else ""
        return Comparison(others[0], float(room.push[k]), expected, steps, label)
