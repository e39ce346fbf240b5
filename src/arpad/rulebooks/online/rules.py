"""Rules of online games: factors by band, bonuses for runs of wins, floors that rise.

None of it follows from a model of results; games publish it as their rules, or show it. Gains and losses that
differ create or destroy points, and a run's bonus creates them.

Units: ratings in points.
"""

from __future__ import annotations

import math
from typing import Any

from arpad.compiled.specialising import kernel
from arpad.core import BadInput
from arpad.ratings.elo.k_factor import KRule, k_by_rule


def factors(text: str, what: str) -> KRule:
    """Read factors by band, such as ``1.2 if rating<1200; 0.8 if rating>=2000; 1``.

    Raises:
        BadInput: it is not such a rule, or asks for more than the rating.
    """
    rule = KRule.parse(text)
    if any(rule.needs(quantity) for quantity in ("peak", "games", "age")):
        raise BadInput(f"{what} {text!r} may ask for the rating only", remedy="Write 1.2 if rating<1200; 1.")
    return rule


@kernel
def by_tier(p: Any, kind: int, rating: float, surprise: float) -> float:
    """Return a surprise times the factor of gains, or of losses, in the band of the player's rating."""
    if surprise > 0.0:
        return surprise * k_by_rule(p.gains, rating, rating, 0.0, math.nan)
    return surprise * k_by_rule(p.losses, rating, rating, 0.0, math.nan)


@kernel
def streak_after(streak: float, score: float) -> float:
    """Return the wins in a row (below 0: the losses) after a game; a draw ends either."""
    if score == 1.0:
        return max(streak, 0.0) + 1.0
    if score == 0.0:
        return min(streak, 0.0) - 1.0
    return 0.0


@kernel
def run_bonus(p: Any, streak: float, score: float) -> float:
    """Return what a win pays that is at least the ``streak_from``-th in a row, after ``streak`` of them."""
    paid: float = p.streak if score == 1.0 and max(streak, 0.0) + 1.0 >= p.streak_from else 0.0
    return paid


@kernel
def run(p: Any, player: int, score: float, memory: Any) -> float:
    """Return what a game pays for a run of wins, and count it."""
    streak = memory.streak[player]
    memory.streak[player] = streak_after(streak, score)
    return run_bonus(p, streak, score)


@kernel
def not_far_below_peak(p: Any, peak: float, before: float, rating: float) -> float:
    """Return a rating after a game, held at ``peak_floor`` points below the peak.

    A rating that already was below the floor (a season's return to the mean) is not lifted, and cannot fall.
    """
    floor: float = min(before, peak - p.peak_floor)
    return max(rating, floor)
