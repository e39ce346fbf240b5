"""Weng and Lin's Bayesian approximations for online ranking: one update, five models.

References:
    Weng, R. C. and Lin, C.-J. (2011), A Bayesian approximation method for online ranking. *JMLR* 12, 267–300.

Every side's strength is Gaussian, with mean Σ μ and variance Σ σ² of its players. A model of the places says
how its logarithm changes with a side's strength: Ω is its slope times the variance, Δ its curvature. Player j
of side i then has μ + σj² / σi² · Ω and σj² · max(1 − σj² / σi² · Δ, κ).

The defaults and what the paper leaves open are those of openskill, the library that most use:
    * τ² is added to every variance before a contest, as TrueSkill does; the paper has τ = 0.
    * γ = σi / c for each pair; ``gamma=sides`` takes 1 / k, ``gamma=none`` 1.
    * Thurstone–Mosteller with partial pair takes twice the c of the full pair (``spread`` = 4 in c²); with
      epsilon = 0.1 as the draw margin in points.
Ours:
    * ``margin``: with a continuous result, Ω of a pair is multiplied by 1 + margin · ln(1 + lead of the side
      that is ahead); in Plackett and Luce's model that of a stage, by the lead over the next place. Δ is not.
      A greater lead of the winner never lowers the winner's rating.
    * A contest of weight w has w · Ω and w · Δ.
    * A share of the contest a multiplies a player's μ, and a² the σ², within the side.
    * The slopes are computed from logarithms: no difference of ratings overflows.

    * ``ties``: the paper's formula for Plackett and Luce's model divides the stage of a side that ties by the
      number of those that tie, so that two who share the first place of five gain less than the third.
      ``ties=shared`` lets sides that tie share the mean of their changes
      (:func:`.weng_lin_models.judge_shared`). The models with partial pair take the mean over the orders
      of sides that tie.

Units: points; a newcomer is 25 ± 25/3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import Step
from arpad.ratings.contests import weng_lin_models as models
from arpad.ratings.contests.loop import ContestParts, ContestWorkspace
from arpad.ratings.contests.team_system import Comparison, TeamSystem
from arpad.ratings.contests.weng_lin_models import WengLinParameters
from arpad.ratings.draw_margins import outcomes_by_margin
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats, RatingState, Trace
from arpad.record import Contests

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

MODELS = (
    "plackett-luce",
    "bradley-terry-full",
    "bradley-terry-part",
    "thurstone-mosteller-full",
    "thurstone-mosteller-part",
)
TIES = ("paper", "shared")
GAMMAS = {"deviation": models.DEVIATION, "sides": models.SIDES, "none": models.NONE}
PAPER = "Weng and Lin 2011"


@dataclass(frozen=True)
class WengLin(TeamSystem):
    """Weng and Lin's system: a Gaussian belief per player, updated in closed form for any contest."""

    name: ClassVar[str] = "weng-lin"
    title: ClassVar[str] = "Weng–Lin"
    source: ClassVar[str] = "Weng and Lin 2011, JMLR 12, 267–300"
    notes: ClassVar[tuple[str, ...]] = (
        "The paper prints no single update: the numbers are held to openskill's, whose defaults these are.",
        "Unverified in the paper: twice the c in thurstone-mosteller-part, which is openskill's.",
        "margin, weights, shares and ties=shared are arpad's additions.",
        "By the paper's formula sides that tie in plackett-luce can gain less than the next place does; "
        "with ties=shared they share the mean of their changes.",
        "Places are those of normal performances; the win probability of two is the model's own.",
    )
    cost: ClassVar[float] = 5.0

    model: str = parameter("plackett-luce", "how places follow from strengths", choices=MODELS)
    initial: float = parameter(25.0, "the mean μ of a newcomer", unit="points")
    deviation: float = parameter(25.0 / 3.0, "the deviation σ of a newcomer", unit="points", low=0.0)
    beta: float = parameter(25.0 / 6.0, "the deviation β of a performance", unit="points", low=1e-9)
    tau: float = parameter(
        25.0 / 300.0, "what every contest adds, τ² to the variance", unit="points", low=0.0
    )
    kappa: float = parameter(0.0001, "the least share of a variance that remains", low=0.0, high=1.0)
    epsilon: float = parameter(0.1, "Thurstone–Mosteller's draw margin", unit="points", low=0.0)
    gamma: str = parameter("deviation", "γ: σ / c, 1 / sides, or 1", choices=tuple(GAMMAS))
    margin: float = parameter(0.0, "how much a lead in the result counts", low=0.0)
    ties: str = parameter(
        "paper",
        "sides that tie in plackett-luce: by the paper's formula, or sharing the mean of their changes",
        choices=TIES,
    )

    @property
    def thurstone(self) -> bool:
        """Whether the model is Thurstone and Mosteller's."""
        return self.model.startswith("thurstone")

    def numbers(self) -> WengLinParameters:
        """Return the parameters as the kernels take them."""
        spread = 4.0 if self.model == "thurstone-mosteller-part" else 1.0
        return WengLinParameters(
            self.beta**2.0,
            self.tau**2.0,
            float(self.kappa),
            float(self.epsilon),
            float(self.margin),
            GAMMAS[self.gamma],
            spread,
        )

    def parts(self) -> ContestParts:
        """Return the model's parts. Plackett and Luce's is Bradley and Terry's where two sides meet."""
        judge = models.judge_part if self.model.endswith("part") else models.judge_full
        if self.model == "plackett-luce":
            judge = models.judge_stages if self.ties == "paper" else models.judge_shared
        return ContestParts(
            duel=models.duel,
            judge=judge,
            pair=models.thurstone_mosteller if self.thurstone else models.bradley_terry,
            moved=models.moved,
        )

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop, and say where the paper's formula for ties matters; see :meth:`RatingSystem.rate`."""
        state, kept = super().rate(timeline, trace=trace)
        record = timeline.record
        if self.model != "plackett-luce" or self.ties != "paper" or not isinstance(record, Contests):
            return state, kept
        tied = _contests_with_ties(record)
        if not tied:
            return state, kept
        note = (
            f"sides tie in {tied} of {len(record)} contests: by the paper's formula they gain less than "
            "sides in an order; with ties=shared they share the mean of their changes"
        )
        return replace(state, notes=(*state.notes, note)), kept

    def work(self, sides: NDArray[np.int64]) -> float:
        """Return what contests cost; a full pair grows with the square of the sides."""
        if self.model.endswith("full"):
            return float(self.cost * (sides.astype(np.float64) ** 2).sum())
        return super().work(sides)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probability with which the model expects ``first`` ahead; draws of ε in Thurstone's."""
        c = math.sqrt(self.variance(first) + self.variance(second) + 2.0 * self.beta * self.beta)
        lead = first.value - second.value
        c_step = Step("c", c, "√(Σ (σ² + τ² + β²))", "", PAPER, "points")
        if not self.thurstone:
            expected, _ = models.sigmoid(lead / c)
            formula, working = "1 / (1 + e^(−lead / c))", f"1 / (1 + e^(−({lead:.4f}) / {c:.4f}))"
            return Prediction(
                expected, (c_step, Step("expected score", expected, formula, working, digits=6))
            )
        root = math.sqrt(2.0) * c
        win = 0.5 * math.erfc((self.epsilon - lead) / root)
        loss = 0.5 * math.erfc((self.epsilon + lead) / root)
        draw = max(0.0, 1.0 - win - loss)
        steps = (
            c_step,
            Step("win", win, "Φ((lead − ε) / c)", f"Φ(({lead:.4f} − {self.epsilon:g}) / {c:.4f})", PAPER),
            Step("expected score", win + 0.5 * draw, "win + ½ · draw", digits=6),
        )
        return Prediction(win + 0.5 * draw, steps, draw)

    def expected_scores(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> Floats | None:
        """Return the expected scores of many games; None in Thurstone's models, which have draws."""
        if self.thurstone:
            return None
        noise = 2.0 * (self.tau * self.tau + self.beta * self.beta)
        c = np.sqrt(first[:, 1] ** 2 + second[:, 1] ** 2 + noise)
        expected: Floats = 0.5 + 0.5 * np.tanh(0.5 * (first[:, 0] - second[:, 0]) / c)
        return expected

    def outcomes(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> tuple[Floats, Floats | None] | None:
        """Return the expected scores of many games, and in Thurstone's models the draws."""
        if not self.thurstone:
            return super().outcomes(first, second, advantage, days)
        noise = 2.0 * (self.tau * self.tau + self.beta * self.beta)
        spread = np.sqrt(first[:, 1] ** 2 + second[:, 1] ** 2 + noise)
        return outcomes_by_margin(first[:, 0] - second[:, 0], spread, self.epsilon)

    def comparisons(self, p: WengLinParameters, n: int, k: int, room: ContestWorkspace) -> list[Comparison]:
        """Return the pairs, or the stages, of which side ``k`` is a part."""
        if self.model == "plackett-luce":
            return self._stages(p, n, k, room) if self.ties == "paper" else self._shared(p, n, k, room)
        pair = self.parts()["pair"]
        comparisons = []
        for other, share in self._neighbours(n, k, room).items():
            place, theirs = room.place[k], room.place[other]
            score = 0.5 if place == theirs else float(place < theirs)
            beliefs = (room.mean[k], room.variance[k], room.mean[other], room.variance[other])
            push, pull, _, _, expected = pair(p, *beliefs, score, n)
            lead = (room.result[k] - room.result[other]) * (1.0 if score > 0.5 else -1.0)
            factor = models.stretched(p, lead) if score != 0.5 else 1.0
            factor *= share
            c = math.sqrt(p.spread * (beliefs[1] + beliefs[3] + 2.0 * p.beta2))
            steps = (
                Step("c", c, "√(σi² + σq² + 2β²)", "", PAPER, "points"),
                Step("expected score", expected, digits=6, source=PAPER),
                *(
                    (Step("factor of the lead", factor / share, "1 + margin · ln(1 + lead)"),)
                    if factor != share
                    else ()
                ),
                *(
                    (
                        Step(
                            "share",
                            share,
                            "orders of those that tie in which the two are neighbours",
                            digits=4,
                        ),
                    )
                    if share != 1.0
                    else ()
                ),
                Step("push", push * factor, "Ω / σi²", "", PAPER, digits=6),
                Step("pull", pull * share, "Δ / σi²", "", PAPER, digits=6),
            )
            comparisons.append(Comparison(other, push * factor, expected, steps))
        return comparisons

    def _neighbours(self, n: int, k: int, room: ContestWorkspace) -> dict[int, float]:
        """Return with whom a side is compared, each with the share of the comparison that counts."""
        if self.model.endswith("full"):
            return {other: 1.0 for other in range(n) if other != k}
        places = sorted(set(room.place[:n]))
        of = {place: [side for side in range(n) if room.place[side] == place] for place in places}
        own = of[room.place[k]]
        at = places.index(room.place[k])
        shares = {other: 2.0 / len(own) for other in own if other != k}
        for beside in (at - 1, at + 1):
            if 0 <= beside < len(places):
                others = of[places[beside]]
                shares |= dict.fromkeys(others, 1.0 / (len(own) * len(others)))
        return dict(sorted(shares.items()))

    def _shared(self, p: WengLinParameters, n: int, k: int, room: ContestWorkspace) -> list[Comparison]:
        """Return the places up to the own one, each by the strengths left while its sides are chosen."""
        c = models.common_c(p, n, room)
        comparisons = []
        for place in sorted({place for place in room.place[:n] if place <= room.place[k]}):
            tied = [side for side in range(n) if room.place[side] == place]
            own = place == room.place[k]
            if len(tied) == 1 and tied[0] == n - 1:
                continue  # nobody else is left
            group = -math.inf
            for side in tied:
                group = models.summed(group, room.mean[side] / c)
            share = math.fsum(
                (1.0 - chosen / len(tied) if own else 1.0)
                * math.exp(room.mean[k] / c - models.left_at(tied[0], room, group, chosen / len(tied)))
                for chosen in range(len(tied))
            )
            factor = math.fsum(room.w[side] for side in tied) / len(tied)
            push = factor * (own - share) / c
            rest = [side for side in range(n) if side != k and room.place[side] >= place]
            other = max(rest if own else tied, key=lambda side: room.mean[side])
            expected, _ = models.sigmoid((room.mean[k] - room.mean[other]) / c)
            label = f"{len(rest)} others left" if own and len(rest) > 1 else ""
            if not own and len(tied) > 1:
                label = f"{len(tied)} sides that tie"
            steps = (
                Step("c", c, "√(Σ (σ² + β²)) over all sides", "", PAPER, "points"),
                Step(
                    "share of the strength left",
                    share,
                    "Σ a · e^(μ/c) / strength left, over the stages of the place",
                    f"{len(tied)} stages",
                    "Efron 1977" if len(tied) > 1 else PAPER,
                    digits=6,
                ),
                Step("push", push, "([chosen] − share) / c", "", PAPER, digits=6),
            )
            comparisons.append(Comparison(other, push, share if label and own else expected, steps, label))
        return comparisons if n > 2 or len(comparisons) < 2 else [_drawn(comparisons)]

    def _stages(self, p: WengLinParameters, n: int, k: int, room: ContestWorkspace) -> list[Comparison]:
        """Return Plackett and Luce's stages up to the own place, each by who was chosen at it."""
        c = models.common_c(p, n, room)
        comparisons = []
        for q in range(n):
            if room.place[q] > room.place[k] or (room.place[q] == room.place[n - 1] and room.v[q] == 1.0):
                continue
            share = math.exp(room.mean[k] / c - room.above_mean[q])
            won = 1.0 if q == k else 0.0
            push = room.w[q] * (won - share) / (room.v[q] * c)
            # at the own stage the side stands against all that are left; the strongest's rating is shown
            rest = [s for s in range(n) if s != k and room.place[s] >= room.place[k]]
            other = max(rest, key=lambda s: room.mean[s]) if q == k else q
            expected, _ = models.sigmoid((room.mean[k] - room.mean[other]) / c)
            steps = (
                Step("c", c, "√(Σ (σ² + β²)) over all sides", "", PAPER, "points"),
                Step(
                    "share of the strength left",
                    share,
                    "e^(μ/c) / Σ e^(μ/c)",
                    f"{room.below_mean[q]:.0f} sides left",
                    PAPER,
                    digits=6,
                ),
                Step("push", push, "([chosen] − share) / (ties · c)", "", PAPER, digits=6),
            )
            field = q == k and len(rest) > 1
            label = f"{len(rest)} others left" if field else ""
            comparisons.append(Comparison(other, push, share if field else expected, steps, label))
        return comparisons if n > 2 or len(comparisons) < 2 else [_drawn(comparisons)]


def _contests_with_ties(record: Contests) -> int:
    """Return in how many contests of three sides or more some tie."""
    order = np.lexsort((record.place, record.contest_of_side))
    contest, place = record.contest_of_side[order], record.place[order]
    tied = np.unique(contest[1:][(contest[1:] == contest[:-1]) & (place[1:] == place[:-1])])
    return int(np.count_nonzero(np.diff(record.starts)[tied] > 2))


def _drawn(stages: list[Comparison]) -> Comparison:
    """Return the two stages of a draw between two sides as the one game that it is."""
    push = math.fsum(stage.push for stage in stages)
    steps = (
        *stages[0].steps[:1],
        *(
            replace(step, label=f"{step.label}, stage {number}")
            for number, stage in enumerate(stages, start=1)
            for step in stage.steps[1:]
        ),
    )
    return stages[0]._replace(push=push, steps=(*steps, Step("push", push, "sum of the stages", digits=6)))
