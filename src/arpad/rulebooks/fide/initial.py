"""Articles 7.1.4 and 8.2 of B.02: the initial rating of a player who has none.

Decisions where the text is silent: the fractional score is rounded to whole per cent, halves up, as the title
regulations round it; the average of the opponents is not rounded, the rating is, once, halves away from zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted, kernel
from arpad.core import Explanation, Step
from arpad.core.rounding import TOLERANCE
from arpad.ratings.elo.loop import to_whole
from arpad.ratings.model import Encounter
from arpad.rulebooks.fide.editions import (
    HIGHEST_INITIAL,
    PHANTOM_RATING,
    PHANTOMS,
    POINT_ABOVE_HALF,
    RatingEdition,
)
from arpad.rulebooks.fide.tables import TABLE_8_1_1

NEAR = TOLERANCE
"""As :data:`arpad.core.rounding.TOLERANCE`, under a name that kernels know."""


@cache
def by_per_cent() -> NDArray[np.float64]:
    """Return dp of table 8.1.1 for 0 to 100 per cent, float64 of 101."""
    table = np.empty(101)
    for p, dp in TABLE_8_1_1:
        table[round(100 * p)] = dp
    return table


@kernel
def per_cent(score: float, n: float) -> int:
    """Return a score of ``n`` games in whole per cent, halves up."""
    return math.floor(100.0 * score / n + 0.5 + NEAR)


@kernel
def initial_rating(p: Any, edition: int, total: float, n: float, score: float) -> float:
    """8.2: return Ru from ``n`` games against rated opponents whose ratings add up to ``total``."""
    phantoms = float(p.editions[edition, PHANTOMS])
    played = n + phantoms
    average = (total + p.editions[edition, PHANTOM_RATING] * phantoms) / played
    above = score - 0.5 * n
    if phantoms > 0.0 or above <= 0.0:
        difference = float(p.dp[per_cent(score + 0.5 * phantoms, played)])
    else:
        difference = p.editions[edition, POINT_ABOVE_HALF] * above
    return min(float(to_whole(average + difference)), float(p.editions[edition, HIGHEST_INITIAL]))


POOLED = "pooled"
"""A game's fact: that it is one of those that an initial rating is made of, and has no change of its own."""


def explain_initial(
    p: Any,
    rules: RatingEdition,
    code: int,
    opponents: Sequence[float],
    score: float,
    before: float | None,
    pool: Sequence[Encounter] = (),
) -> Explanation:
    """Return how a player comes by an initial rating.

    Args:
        p: the numbers of the rating system.
        rules: the edition in force.
        code: its place among the editions.
        opponents: the rated opponents' ratings.
        score: the points scored against them.
        before: a rating that the player had and lost, if any: the value is the change from it.
        pool: the games against these opponents, which become the parts: each with an equal share of the
            value, which is nothing where there was no rating before.
    """
    n = len(opponents)
    rating = interpreted(initial_rating)(p, code, math.fsum(opponents), float(n), score)
    summands = " + ".join(f"{rating:.10g}" for rating in opponents)
    played = n + rules.phantoms
    average = (math.fsum(opponents) + rules.phantom_rating * rules.phantoms) / played
    added = f" + {rules.phantoms:g} · {rules.phantom_rating:g}" if rules.phantoms else ""
    article = f"8.2, {rules.name}"
    steps = [
        Step("Ra", average, "average opponent", f"({summands}{added}) / {played:g}", article, "points", 2)
    ]
    above = score - 0.5 * n
    if rules.phantoms or above <= 0.0:
        share = interpreted(per_cent)(score + 0.5 * rules.phantoms, played)
        half = f" + {0.5 * rules.phantoms:g}" if rules.phantoms else ""
        steps.append(Step("p", share / 100.0, "score", f"({score:g}{half}) / {played:g}", article, digits=2))
        steps.append(Step("dp", float(p.dp[share]), f"p {share / 100.0:.2f}", source="8.1.1", digits=0))
    else:
        worth = rules.point_above_half * above
        words = f"{rules.point_above_half / 2:g} for each half point above 50 %"
        steps.append(Step("dp", worth, words, f"{above:g}", article, digits=0))
    limit = "" if math.isinf(rules.highest_initial) else f", at most {rules.highest_initial:g}"
    steps.append(Step("Ru", rating, f"Ra + dp, rounded{limit}", source=article, unit="points", digits=0))
    value = 0.0 if before is None else rating - before
    parts = tuple(_pooled(game, value / len(pool)) for game in pool)
    return Explanation("initial rating", value, tuple(steps), parts, unit="points")


def _pooled(game: Encounter, share: float) -> Explanation:
    """Return one game of the pool: the opponent's rating and the score, which the steps of all add up."""
    facts = {
        **game.facts,
        "opponent_rating": game.opponent.value,
        "expected": None,
        "score": game.score,
        POOLED: True,
    }
    return Explanation("game", share, facts=facts, unit="points")
