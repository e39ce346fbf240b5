"""Elo-MMR: ratings from contests of thousands, robust to a bad day and never better for losing on purpose.

References:
    Ebtekar, A. and Liu, P. (2021), Elo-MMR: A rating system for massive multiplayer competitions.
    *Proceedings of the Web Conference 2021*, 1772–1784; arXiv 2101.00400.

Every contest is rated in two steps. First each player's *performance* p: the level at which that place
is what was to be expected, given everybody's rating before (theorem 1). Then the *rating* μ: where the
belief is densest, the product of a Gaussian and of a logistic factor for each performance so far. Between
contests the skill drifts: weights decay, and part of what the performances weigh goes over into the Gaussian.

    * ``model=logistic`` is Elo-MMR(ρ). ρ = 0 transfers nothing, so that a series of surprises moves a rating
      faster and faster; a very large ρ is Elo-MMR(∞), which remembers no performance.
    * ``model=gaussian`` is Elo-MMχ: performances are normal, and the belief is one Gaussian.

Ours, and where the paper leaves a choice:
    * γ² is added before every contest, and ``drift``² for every rating period since the last one.
    * A contest of weight a has β² = L + (β² − L) / a and drift a · γ², where L = (√(γ⁴ + 4β²γ²) − γ²) / 2 is
      the limiting variance of frequent players: the authors' own rule, which leaves L as it is.
      ``weight_limit`` w and ``sigma_limit`` σ, in its terms, are β² = (1 + 1/w) · σ² and γ² = w · σ².
    * More than ``history`` performances are not kept: the oldest joins the Gaussian with its weight.
    * Of two players, the one with the higher performance wins; their difference has the variance of both and
      is logistic (or normal). Ties have no probability in the model.
    * A contest of weight 0 changes nothing.
    * Sides of several players are refused: the paper has none.

Units: points; a newcomer is 1500 ± 350.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import specialise
from arpad.core import BadInput, NotProvided, Step
from arpad.ratings.contests import elo_mmr_loop as loop
from arpad.ratings.contests.elo_mmr_belief import (
    COLUMNS,
    BeliefColumns,
    Beliefs,
    Performances,
    beliefs,
    remember,
)
from arpad.ratings.contests.elo_mmr_explanation import PAPER, calculate_update, drifted
from arpad.ratings.contests.elo_mmr_loop import EloMMRColumns, EloMMRRunOptions
from arpad.ratings.contests.elo_mmr_math import (
    ALONE,
    SCALE,
    ContestSides,
    EloMMRParameters,
    MmrParts,
    gaussian_compared,
    logistic_compared,
)
from arpad.ratings.contests.place_probabilities import normal_places
from arpad.ratings.contests.system import ContestSystem
from arpad.ratings.draw_margins import outcomes_by_margin
from arpad.ratings.model import Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats, RatingState, StateColumn, Trace
from arpad.record import Contests, Games, Players, Record

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

NONE = np.empty(0)


@dataclass(frozen=True)
class EloMmr(ContestSystem):
    """Elo-MMR(ρ), and Elo-MMχ as its Gaussian model."""

    name: ClassVar[str] = "elo-mmr"
    title: ClassVar[str] = "Elo-MMR"
    source: ClassVar[str] = "Ebtekar and Liu 2021, WWW '21, 1772–1784"
    notes: ClassVar[tuple[str, ...]] = (
        "beta and gamma are those of the paper's synthetic contests; it fits them to each series.",
        "Weights of contests are the authors' own rule; the win probability of two is arpad's addition.",
        "Places are those of normal performances.",
    )
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)
    default_period: ClassVar[str] = "1mo"

    model: str = parameter("logistic", "the performances", choices=("logistic", "gaussian"))
    initial: float = parameter(1500.0, "the rating μ of a newcomer", unit="points")
    deviation: float = parameter(350.0, "the deviation σ of a newcomer", unit="points", low=1e-6)
    beta: float = parameter(200.0, "β, the deviation of a performance", unit="points", low=1e-6)
    gamma: float = parameter(35.0, "γ, the drift of a skill before a contest", unit="points", low=0.0)
    drift: float = parameter(0.0, "its drift per rating period", unit="points", low=0.0)
    rho: float = parameter(1.0, "ρ, how fast performances become Gaussian", low=0.0)
    ties: str = parameter("sum", "a tie is a win and a loss (sum), or half of each", choices=("sum", "split"))
    history: float = parameter(500, "how many performances are kept", unit="performances", low=1)
    weight_limit: float | None = parameter(
        None, "the authors' weight of a contest, for beta and gamma", low=1e-9
    )
    sigma_limit: float | None = parameter(
        None, "limiting deviation of frequent players, for beta and gamma", unit="points", low=1e-6
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.weight_limit is None) != (self.sigma_limit is None):
            raise BadInput(
                "weight_limit and sigma_limit go together", remedy="Set both, or beta and gamma instead."
            )

    def numbers(self) -> EloMMRParameters:
        """Return the parameters as the kernels take them."""
        beta2, gamma2 = self.beta**2.0, self.gamma**2.0
        if self.weight_limit is not None and self.sigma_limit is not None:
            beta2 = (1.0 + 1.0 / self.weight_limit) * self.sigma_limit**2.0
            gamma2 = self.weight_limit * self.sigma_limit**2.0
        # γ² < L < β² makes (√(γ⁴ + 4β²γ²) − γ²) / 2 by division, so that it keeps its digits
        root = math.sqrt(gamma2 * gamma2 + 4.0 * beta2 * gamma2)
        limit2 = 2.0 * beta2 * gamma2 / (root + gamma2) if gamma2 else 0.0
        return EloMMRParameters(
            float(self.rho),
            beta2,
            gamma2,
            self.drift**2.0,
            limit2,
            self.model == "gaussian",
            self.ties == "split",
        )

    def parts(self) -> MmrParts:
        """Return how a performance is compared with an opponent."""
        return MmrParts(compared=gaussian_compared if self.model == "gaussian" else logistic_compared)

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.deviation)

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop over contests; see :meth:`RatingSystem.rate`."""
        timeline.check_none_given(self.name)
        record = singles(timeline.record, self.name)
        rows = self.entry(record.players)
        rows[:, loop.VARIANCE] = timeline.exactly(rows[:, loop.VARIANCE])
        performances = beliefs(record.players, rows)
        base = self._stretches(record, performances)
        pool = np.zeros((int(base[-1]), 3))
        remember(performances, rows, base, pool)
        seats = len(record.member) if trace else 0
        before, after = np.empty((seats, 2)), np.empty((seats, 2))
        timed = self.drift > 0.0 and timeline.rule is not None
        if timed:
            rows[:, loop.WHEN] = timeline.listed_position
        columns = EloMMRColumns(
            record.starts,
            np.lexsort((record.place, record.contest_of_side)),
            record.place,
            record.member,
            NONE if record.weight is None else record.weight,
            timeline.position if timed else NONE,
            base,
        )
        sides = np.diff(record.starts)
        room = evidence(int(sides.max()) if len(sides) else 0)
        work = float(np.where(sides > ALONE, 2000.0 * sides, 20.0 * sides * sides).sum())
        run = specialise(loop.contests_loop, self.parts(), work)
        uses = EloMMRRunOptions(record.weight is not None, timed, trace)
        run(self.numbers(), columns, uses, room, rows, pool, before, after)
        state = Beliefs(
            {"rating": rows[:, loop.MU].copy(), "deviation": np.sqrt(rows[:, loop.VARIANCE])},
            memory=BeliefColumns(rows, pool, base),
            exact={"variance": rows[:, loop.VARIANCE].copy()},
            rows=rows,
            pool=pool,
            base=base,
        )
        if not trace:
            return state, None
        shape = (len(timeline.record), 2, 2) if isinstance(timeline.record, Games) else (seats, 2)
        for states in (before, after):
            np.sqrt(states[:, loop.VARIANCE], out=states[:, loop.VARIANCE])
        return state, Trace(before.reshape(shape), after.reshape(shape))

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """The factors of a belief."""
        return COLUMNS

    def _stretches(self, record: Contests, performances: Sequence[Performances]) -> NDArray[np.int64]:
        """Return where each player's performances lie in the pool: one a contest, as far as they are kept."""
        many = np.bincount(record.member, minlength=len(record.players)).astype(np.int64)
        before = np.array([len(each) for each in performances], dtype=np.int64)
        kept = np.maximum(before, np.minimum(many + before, int(self.history)))
        if self.model == "gaussian":
            kept = before
        return np.concatenate(([0], np.cumsum(kept))).astype(np.int64)

    def entry(self, players: Players) -> Floats:
        """Return the players' rows for the loop, with what is given of them, or else as newcomers.

        Raises:
            BadInput: a given rating is not finite, or a deviation not positive.
        """
        rating = players.number("rating", self.initial)
        deviation = players.number("deviation", self.deviation)
        good = np.isfinite(rating) & np.isfinite(deviation) & (deviation > 0.0)
        if not good.all():
            player = players.names[int(np.flatnonzero(~good)[0])]
            raise BadInput(
                f"{player} cannot enter with the rating or deviation given",
                remedy="A rating must be finite, a deviation more than 0.",
            )
        nothing, variance = np.zeros(len(rating)), deviation * deviation
        never = np.full(len(rating), np.nan)
        return np.stack([rating, variance, rating, 1.0 / variance, nothing, nothing, never], axis=1)

    def recalled(self, state: RatingState, player: int, rating: Rating) -> Rating:
        """Return a player's rating with the performances."""
        return state.of(player, rating) if isinstance(state, Beliefs) else rating

    def aged(self, rating: Rating, elapsed: float) -> Rating:
        """Return a rating ``elapsed`` rating periods later: less certain, the same rating."""
        return drifted(self, rating, self.drift**2.0 * elapsed)

    def variance(self, rating: Rating) -> float:
        """Return the variance with which a rating enters a contest of weight 1: σ² + γ²."""
        deviation = self.deviation if rating.deviation is None else rating.deviation
        return deviation * deviation + self.numbers().gamma2

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probability that ``first`` performs better; the model has no ties."""
        spread = math.sqrt(self.variance(first) + self.variance(second) + 2.0 * self.numbers().beta2)
        lead = first.value - second.value
        if self.model == "gaussian":
            E = 0.5 * math.erfc(-lead / (math.sqrt(2.0) * spread))
            formula, working = "Φ(lead / δ)", f"Φ({lead:.4f} / {spread:.4f})"
        else:
            odds = math.exp(-abs(lead) / (SCALE * spread))
            E = (1.0 if lead >= 0.0 else odds) / (1.0 + odds)
            formula = "1 / (1 + e^(−lead · π / (√3 · δ)))"
            working = f"lead = {lead:.4f}, δ = {spread:.4f}"
        steps = (
            Step("δ", spread, "√(Σ (σ² + γ² + β²))", "", PAPER, "points"),
            Step("expected score", E, formula, working, digits=6),
        )
        return Prediction(E, steps)

    def expected_scores(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> Floats | None:
        """Return the expected scores of many games; see :meth:`RatingSystem.expected_scores`."""
        p = self.numbers()
        spread = np.sqrt(first[:, 1] ** 2 + second[:, 1] ** 2 + 2.0 * (p.gamma2 + p.beta2))
        lead = (first[:, 0] - second[:, 0]) / spread
        if self.model == "gaussian":
            return outcomes_by_margin(lead, np.ones(len(lead)), 0.0)[0]
        expected: Floats = 0.5 + 0.5 * np.tanh(0.5 * lead / SCALE)
        return expected

    def places(self, sides: Sequence[Sequence[Rating]]) -> NDArray[np.float64]:
        """Return sides × places, the probability of every place, ties apart, for normal performances.

        Raises:
            NotProvided: a side has several players.
        """
        if any(len(side) != 1 for side in sides):
            raise NotProvided(f"{self.name} rates single players, and a side has several")
        mean = np.array([side[0].value for side in sides])
        beta2 = self.numbers().beta2
        return normal_places(mean, np.sqrt([self.variance(side[0]) + beta2 for side in sides]))

    def calculate(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what contests make of a rating; see :meth:`RatingSystem.calculate`."""
        return calculate_update(self, before, [self.as_meeting(before, game) for game in encounters])


def evidence(sides: int) -> ContestSides:
    """Return room for a contest of so many sides."""
    room = max(sides, 2)
    mean, spread, place, performance = np.zeros((4, room))
    return ContestSides(mean, spread, place, performance, np.zeros((room, 3)), np.zeros((room, 3)))


def singles(record: Record, name: str) -> Contests:
    """Return a record as contests of single players.

    Raises:
        NotProvided: a side has several players, or a share of a contest.
    """
    contests = Contests.of(record, None) if isinstance(record, Games) else record
    assert isinstance(contests, Contests)
    partial = contests.share is not None and bool((contests.share != 1.0).any())
    if len(contests.member) != len(contests.place) or partial:
        raise NotProvided(
            f"{name} rates single players for whole contests, and the record has others",
            remedy="Choose one that rates sides of several players: trueskill, weng-lin.",
        )
    return contests
