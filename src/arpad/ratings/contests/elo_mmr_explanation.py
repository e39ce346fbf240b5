"""Elo-MMR for one player: what a contest makes of the player's belief, and why.

A performance p lies above the rating μ as far as the surprises against the opponents, taken at μ, say: the
sum of l, d and v of theorem 1 there is Q(μ), and p is where Q is 0. The rating follows p part of the way. So
the change is one factor times the surprise against each opponent, and their sum is the change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted, interpreted_with
from arpad.core import BadInput, Explanation, NotProvided, Step
from arpad.ratings.contests import elo_mmr_loop as loop
from arpad.ratings.contests.elo_mmr_belief import Belief, Beliefs
from arpad.ratings.contests.elo_mmr_math import (
    SCALE,
    ContestSides,
    EloMMRParameters,
    MmrParts,
    balance,
    solved,
    variance_of,
)
from arpad.ratings.model import Meeting, Prediction, Rating, Update

PAPER = "Ebtekar and Liu 2021"

SINGLY = 30
"""Opponents up to which each has a line; more are told together, by who was ahead, level or behind."""


SMALL = 1e-6
"""The share of all surprises below which their sum has lost its digits."""


class Opponent(NamedTuple):
    """An opponent in one contest: the name, the player's score, what was expected of it, the surprise."""

    name: str
    rating: Rating
    score: float
    expected: float
    surprise: float


class EloMMRRules(Protocol):
    """What an explanation asks of the system: its parameters, and the functions that it calculates with."""

    @property
    def name(self) -> str:
        """What the command line calls the system."""

    @property
    def model(self) -> str:
        """The performances: ``logistic`` or ``gaussian``."""

    @property
    def deviation(self) -> float:
        """The deviation σ of a newcomer."""

    @property
    def drift(self) -> float:
        """The drift of a skill per rating period."""

    @property
    def history(self) -> float:
        """How many performances are kept."""

    def numbers(self) -> EloMMRParameters:
        """Return the parameters as the kernels take them."""

    def parts(self) -> MmrParts:
        """Return the kernels of the model."""

    def predict(self, first: Rating, second: Rating) -> Prediction:
        """Return what the system expects of two players."""


class BeliefArrays:
    """One belief as the kernels take it: a row, and room for its performances and one more."""

    def __init__(self, system: EloMMRRules, rating: Rating) -> None:
        """Take a rating, with its performances where they are known.

        Raises:
            BadInput: its deviation is 0.
        """
        deviation = system.deviation if rating.deviation is None else rating.deviation
        if not deviation > 0.0:
            raise BadInput(
                f"a deviation of {deviation:g} leaves nothing to learn", remedy="Give one of more than 0."
            )
        belief = rating if isinstance(rating, Belief) else None
        performances = belief.performances if belief else ()
        centre = rating.value if belief is None or belief.centre is None else belief.centre
        weight = deviation**-2.0 if belief is None or belief.weight is None else belief.weight
        room = 0 if system.model == "gaussian" else min(len(performances) + 1, int(system.history))
        self.base: NDArray[np.int64] = np.array([0, room])
        self.pool: NDArray[np.float64] = np.zeros((room, 3))
        self.pool[: len(performances)] = np.array(performances).reshape(-1, 3)
        then = len(performances) % room if room else 0
        row = [rating.value, deviation**2.0, centre, weight, float(len(performances)), float(then), math.nan]
        self.rows: NDArray[np.float64] = np.array([row])
        self.rating = rating

    def run(self, kernel: Any, *arguments: Any, p: EloMMRParameters | None = None) -> Any:
        """Call a kernel of the loop for this player."""
        first = () if p is None else (p,)
        return interpreted(kernel)(*first, self.rows, self.pool, self.base, 0, *arguments)

    def belief(self, games: int) -> Belief:
        """Return the belief as a rating, after so many games more."""
        row, before = self.rows[0], self.rating
        value = float(row[loop.MU])
        peak = max(value, before.value if before.peak is None else before.peak) if games else before.peak
        fields = {name: getattr(before, name) for name in Rating.__dataclass_fields__}
        plain = Rating(
            **{
                **fields,
                "value": value,
                "deviation": math.sqrt(row[loop.VARIANCE]),
                "games": before.games + games,
                "peak": peak,
                "elapsed": 0.0 if games else before.elapsed,
            }
        )
        belief: Belief = Beliefs({}, rows=self.rows, pool=self.pool, base=self.base).of(0, plain)
        return belief


def drifted(system: EloMMRRules, rating: Rating, gained: float) -> Rating:
    """Return a rating whose skill drifted by a variance of ``gained``."""
    if gained <= 0.0:
        return rating
    held = BeliefArrays(system, rating)
    held.run(loop.diffused, gained, p=system.numbers())
    return held.belief(0)


def calculate_update(system: EloMMRRules, before: Rating, meetings: Sequence[Meeting]) -> Update:
    """Return what contests make of a rating, one after the other."""
    at = drifted(system, before, system.drift**2.0 * (before.elapsed or 0.0))
    explanations = []
    for meeting in meetings:
        at, explanation = _rate_meeting(system, at, meeting)
        explanations.append(explanation)
    if len(explanations) == 1:
        return Update(before, at, explanations[0])
    parts = tuple(part for explanation in explanations for part in explanation.parts)
    steps = tuple(step for explanation in explanations for step in explanation.steps)
    change = at.value - before.value
    return Update(before, at, Explanation("change", change, steps, parts, terms=True, unit="points"))


def _rate_meeting(system: EloMMRRules, before: Rating, meeting: Meeting) -> tuple[Rating, Explanation]:
    """Return the rating after one contest, and why."""
    if any(len(side) != 1 for side in meeting.sides):
        raise NotProvided(f"{system.name} rates single players, and a side has several")
    p, weight = system.numbers(), meeting.weight
    held = BeliefArrays(system, before)
    if len(meeting.sides) < 2:
        step = Step("change", 0.0, working="a contest of one player", unit="points")
        return held.belief(1), Explanation("change", 0.0, (step,), unit="points")
    beta2, gamma2 = variance_of(p, weight), weight * p.gamma2
    held.run(loop.diffused, gamma2, p=p)
    variance, mu = float(held.rows[0, loop.VARIANCE]), before.value
    order = sorted(range(len(meeting.sides)), key=lambda side: meeting.places[side])
    ratings = [before if side == meeting.side else meeting.sides[side][0] for side in order]
    spreads = [
        math.sqrt((variance if side == meeting.side else deviation(system, rating) ** 2 + gamma2) + beta2)
        for side, rating in zip(order, ratings, strict=True)
    ]
    places = [float(meeting.places[side]) for side in order]
    room = ContestSides([rating.value for rating in ratings], spreads, places, [], [], [])
    own = float(meeting.places[meeting.side])
    start, end = places.index(own), len(places) - places[::-1].index(own)
    parts = system.parts()
    performance = float(interpreted_with(solved, parts)(p, len(order), start, end, room))
    held.run(loop.learnt, performance, beta2, p=p)
    after = held.belief(1)
    opponents = list(_opponents(system, p, meeting, order, room, mu, before))
    change = after.value - mu
    surprise = math.fsum(opponent.surprise for opponent in opponents)
    if abs(surprise) > SMALL * math.fsum(abs(opponent.surprise) for opponent in opponents):
        factor = change / surprise
    else:  # the limit of that quotient
        _, falls = interpreted_with(balance, parts)(p, len(order), start, end, mu, room)
        precision = (1.0 if p.gaussian else 0.5 / SCALE**2.0) / beta2
        factor = precision / (held.run(loop.pulled, mu)[1] * -falls)
    shares = _parts(meeting, opponents, change, factor)
    steps = (
        Step("variance before", variance, "σ² + γ²", "", PAPER, "points²"),
        Step("performance", performance, "where Q = Σ l + Σ d + Σ v is 0", "", PAPER, "points"),
        Step("β", math.sqrt(beta2), "of a contest of this weight", f"weight {weight:g}", PAPER, "points"),
        Step("surprise", surprise, "Q at the rating before", digits=8),
        Step("factor", factor, "change / surprise", unit="points²"),
        Step("new deviation", after.deviation or 0.0, "1 / √(1 / (σ² + γ²) + 1 / β²)", unit="points"),
        Step(
            "new rating",
            after.value,
            "where the belief is densest: its Gaussian and the performances",
            f"{len(after.performances)} performances",
            PAPER,
            "points",
        ),
    )
    return after, Explanation("change", change, steps, shares, terms=True, unit="points")


def deviation(system: EloMMRRules, rating: Rating) -> float:
    """Return a rating's deviation, a newcomer's where it has none."""
    return system.deviation if rating.deviation is None else rating.deviation


def _opponents(
    system: EloMMRRules,
    p: EloMMRParameters,
    meeting: Meeting,
    order: Sequence[int],
    room: ContestSides,
    mu: float,
    before: Rating,
) -> list[Opponent]:
    """Return the opponents in the order of their places, with the surprise against each."""
    compared = system.parts()["compared"]
    names = meeting.facts.get("names")
    opponents = []
    for k, side in enumerate(order):
        if side == meeting.side:
            continue
        terms = compared(p, mu, room.mean[k], room.spread[k])
        theirs, mine = meeting.places[side], meeting.places[meeting.side]
        score = 0.5 if theirs == mine else float(theirs > mine)
        surprise = terms.d0 if score == 0.5 else (terms.v0 if score else terms.l0)
        rating = meeting.sides[side][0]
        name = names[side] if names is not None else str(meeting.facts.get("opponent", ""))
        expected = system.predict(before, rating).expected
        opponents.append(Opponent(name, rating, score, expected, surprise))
    return opponents


def _parts(
    meeting: Meeting, opponents: list[Opponent], change: float, factor: float
) -> tuple[Explanation, ...]:
    """Return what each opponent, or each group of them, adds to the change."""
    groups = [[opponent] for opponent in opponents]
    if len(opponents) > SINGLY:
        by_score = [
            [opponent for opponent in opponents if opponent.score == score] for score in (0.0, 0.5, 1.0)
        ]
        groups = [group for group in by_score if group]
    # what the factor leaves, where it is a limit, is a matter of digits, and shared alike
    left = (change - factor * math.fsum(opponent.surprise for opponent in opponents)) / len(groups)
    parts = []
    for group in groups:
        n, surprise = len(group), math.fsum(opponent.surprise for opponent in group)
        value = factor * surprise + left
        where = {0.0: "ahead", 0.5: "level", 1.0: "behind"}[group[0].score]
        name = group[0].name if n == 1 else f"{n} who were {where}"
        deviations = [
            opponent.rating.deviation for opponent in group if opponent.rating.deviation is not None
        ]
        facts = {
            **{key: fact for key, fact in meeting.facts.items() if key not in ("names", "side")},
            "opponent_rating": math.fsum(opponent.rating.value for opponent in group) / n,
            **({"opponent_deviation": math.fsum(deviations) / n} if len(deviations) == n else {}),
            "expected": math.fsum(opponent.expected for opponent in group) / n,
            "score": group[0].score,
            **({"opponent": name} if name else {}),
        }
        letter = {0.0: "l = −F / δ̄", 0.5: "d", 1.0: "v = (1 − F) / δ̄"}[group[0].score]
        steps = (
            Step("surprise", surprise, f"{letter}, at the rating before", "", PAPER, digits=8),
            Step("change", value, "factor · surprise", f"{factor:.4f} · {surprise:.8f}", unit="points"),
        )
        parts.append(Explanation("game", value, steps, facts=facts, unit="points"))
    return tuple(parts)
