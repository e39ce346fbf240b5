"""The performance rating of FIDE's title regulations (B.01, in force since 2024-01-01), 1.4."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.core import BadInput, Step
from arpad.core.rounding import TOLERANCE
from arpad.rulebooks.fide.initial import by_per_cent, per_cent

SOURCE = "B.01, 1.4"
TABLE = "B.01, 1.4.9 (as B.02, 8.1.1)"


@dataclass(frozen=True)
class Performance:
    """A performance rating with its calculation.

    Args:
        average: Ra, the rounded average of the opponents' ratings.
        share: p, the score in whole per cent.
        difference: dp, the rating difference that the table gives for it.
        steps: the calculation.
    """

    average: int
    share: int
    difference: int
    steps: tuple[Step, ...]

    @property
    def rating(self) -> int:
        """Return Rp = Ra + dp."""
        return self.average + self.difference


def average_rating(opponents: Sequence[float]) -> int:
    """Return the opponents' average, .5 rounded up."""
    return math.floor(math.fsum(opponents) / len(opponents) + 0.5 + TOLERANCE)


def performance(opponents: Sequence[float], scores: Sequence[float]) -> Performance:
    """Return the performance rating in games against rated opponents.

    Args:
        opponents: their ratings, in points.
        scores: the player's score against each, 1, ½ or 0.

    Raises:
        BadInput: there is no game, or not one score for each opponent.
    """
    if not opponents or len(opponents) != len(scores):
        raise BadInput("a performance needs games, each with an opponent's rating and a score")
    n, points = len(opponents), math.fsum(scores)
    total = math.fsum(opponents)
    average, share = average_rating(opponents), per_cent(points, float(n))
    difference = int(by_per_cent()[share])
    return Performance(
        average,
        share,
        difference,
        (
            Step("Ra", average, "average opponent, .5 up", f"{total:.10g} / {n}", SOURCE, "points", 0),
            Step("p", share / 100.0, "score, whole per cent, .5 up", f"{points:g} / {n}", SOURCE, digits=2),
            Step("dp", difference, f"p {share / 100.0:.2f}", source=TABLE, unit="points", digits=0),
            Step("Rp", average + difference, "Ra + dp", f"{average} {difference:+d}", SOURCE, "points", 0),
        ),
    )
