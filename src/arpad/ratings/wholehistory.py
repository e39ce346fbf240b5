"""What systems share that rate the whole history at once, where every game weighs on every rating.

Such a system has no updates: it asks which ratings make all results together most likely, so a game of today
also changes what it says of last year. Two things follow, and all of them hold to both:

* **History.** A rating of a past period is what the system says of it *now*, with later games in mind.
* **Explanation.** At the optimum the games and the prior pull on a rating with forces that cancel out, so a
  rating is a sum over games, and that sum is what is told: ``Trace.pull`` holds each game's force or share,
  and ``told`` makes the parts of it.

``update``, which asks what more games would make of a rating (``arpad odds``, ``arpad whatif``), holds the
opponents where they are and takes the rating with its deviation for a normal prior: the most likely rating
after the games, of which each game's part is *variance × (its force)*.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from arpad.core import Explanation, Step
from arpad.ratings.state import Trace
from arpad.ratings.system import Encounter, Rating, RatingSystem, Schedule, Update

Q = math.log(10.0) / 400.0
"""Natural units (of the logistic curve) per rating point."""

UNKNOWN = 350.0
"""The deviation, in points, of a rating of which nothing is said, where a system has no prior of its own."""


@dataclass(frozen=True)
class WholeHistory(RatingSystem):
    """A system that rates the whole record at once; see the module."""

    schedules: ClassVar[tuple[Schedule, ...]] = ("period",)
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")

    @abstractmethod
    def told(
        self, trace: Trace, rows: Any, sides: Any, periods: Any, games: Sequence[Encounter]
    ) -> Iterator[tuple[Update, int]]:
        """Yield per rating period of a player what it brings, with the row of its first game.

        Args:
            trace: what the run left.
            rows: the player's games, in order of time.
            sides: on which side of each he stands.
            periods: the number of the period of each.
            games: the games as he sees them.
        """


def most_likely(mean: float, variance: float, force: Callable[[float], tuple[float, float]]) -> float:
    """Return where a normal prior and a log-concave likelihood are most likely together.

    Newton's method, kept inside the bracket in which the derivative changes its sign.

    Args:
        mean: of the prior.
        variance: of the prior, positive.
        force: value → the likelihood's first derivative, and the negative of its second.
    """
    if variance <= 0.0:
        return mean
    low, high = -math.inf, math.inf
    at = mean
    for _ in range(200):
        first, curvature = force(at)
        slope = first - (at - mean) / variance
        if slope > 0.0:
            low = at
        else:
            high = at
        step = slope / (curvature + 1.0 / variance)
        after = at + step
        if abs(step) <= 1e-13 * max(1.0, abs(at), abs(mean)):
            return after
        if not low < after < high:
            after = 0.5 * (low + high)
        at = after
    return at


def answer(
    own: Rating,
    encounters: Sequence[Encounter],
    force: Callable[[float, Encounter], tuple[float, float]],
    working: Callable[[float, Encounter], tuple[Step, ...]],
) -> Update:
    """Return what games against fixed opponents make of a rating with a deviation.

    Args:
        own: the rating, with its deviation.
        encounters: the games.
        force: rating, game → the first derivative of its log-likelihood and the negative of the second, per
            point and per point².
        working: rating, game → how a person finds the force.
    """
    assert own.deviation is not None
    variance = own.deviation**2

    def pull(at: float) -> tuple[float, float]:
        found = [force(at, game) for game in encounters]
        return math.fsum(f for f, _ in found), math.fsum(c for _, c in found)

    at = most_likely(own.value, variance, pull)
    parts = []
    for game in encounters:
        value = variance * force(at, game)[0]
        change = Step("change", value, "RD² · force", unit="points")
        parts.append(part(value, (*working(at, game), change), game))
    value = own.value + math.fsum(p.value for p in parts)
    curvature = pull(at)[1]
    after = replace(
        own,
        value=value,
        deviation=own.deviation / math.sqrt(1.0 + variance * curvature),
        games=own.games + len(encounters),
        peak=max(value, own.value if own.peak is None else own.peak),
        elapsed=None,
    )
    steps = (
        Step(
            "rating",
            value,
            "the most likely one, given N(R, RD²) and the games",
            f"{own.value:.4f} + {value - own.value:.4f}",
            unit="points",
        ),
    )
    told = Explanation("change", value - own.value, steps, tuple(parts), terms=True, unit="points")
    return Update(own, after, told)


def part(value: float, steps: tuple[Step, ...], game: Encounter) -> Explanation:
    """Return a game's part of a rating, with what a table shows of the game."""
    facts = {**game.facts, "opponent_rating": game.opponent.value, "score": game.score}
    return Explanation("game", value, steps, unit="points", facts=facts)
