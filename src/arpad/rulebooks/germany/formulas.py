"""The DSB's Wertungsordnung as functions: 3.3 (expected score), Anhang 1.2 (E), Anhang 2.1 (the table).

Letters as in the order itself: Z the DWZ before, W the points, We those expected, n the games, E the
development coefficient, J its part by age, i the index (how many events a DWZ rests on).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from arpad.compiled.specialising import kernel
from arpad.core import round_half_away
from arpad.ratings.elo.curves import logistic

SIGMA = 200.0 * math.sqrt(2.0)
"""The standard deviation of a difference, in points, from which the table was made."""

PRINTED = """
       0    4   11   18   25   32   40   47   54   61
      69   76   83   91   98  106  113  121  129  137
     145  153  161  170  178  187  196  205  214  224
     234  244  254  265  276  288  300  312  326  340
     355  371  389  408  429  453  480  513  555  614
     728
"""
"""The least difference at which the stronger is expected to score 50, 51… 100 per cent."""

BOUNDS = tuple(float(entry) for entry in PRINTED.split())
"""The table as numbers, by the per cent above 50."""

CURVES = ("normal", "table", "logistic")
"""How the expected score is found: by the curve of 3.3.1, by the table, or by a curve often taken for it."""

NORMAL, TABLE, LOGISTIC = range(3)
"""The places in :data:`CURVES`, for kernels."""

MOST = 2000.0
"""A difference at which the curve leaves nothing to expect."""

ROUNDS = 100
"""How many steps the search for a first DWZ may take; it ends after three or four."""

GAMES_OF_A_FIRST = 5.0
"""A first DWZ rests on at least so many games against players who have one."""

ESTABLISHED_INDEX = 6.0
"""The index from which it does not limit E any more, 5 · 6 = 30; that of a player whose index is unknown."""

to_whole: Callable[..., float] = kernel(round_half_away)


@kernel
def by_table(bounds: Any, difference: float) -> float:
    """Return the expected score of the table; differences are rounded to whole points."""
    d = to_whole(abs(difference))
    row = 0
    for k in range(1, 51):
        if bounds[k] <= d:
            row = k
    higher = 0.5 + row / 100.0
    return higher if difference >= 0.0 else 1.0 - higher


@kernel
def by_normal(difference: float) -> float:
    """3.3.1: return P(D) = Φ(D / (200 · √2)), to three decimals as the DSB's evaluations print it."""
    return float(to_whole(500.0 * math.erfc(-difference / (SIGMA * math.sqrt(2.0))))) / 1000.0


@kernel
def difference_for(share: float) -> float:
    """Return the difference D for which Φ(D / (200 · √2)) is a share of the points, to the whole point."""
    least = -MOST
    most = MOST
    while least < most:
        # The middle rounds to D or to D + 1: which, tells the curve between the two.
        middle = math.floor(0.5 * (least + most))
        if 0.5 * math.erfc(-(middle + 0.5) / (SIGMA * math.sqrt(2.0))) > share:
            most = middle
        else:
            least = middle + 1.0
    return least


@kernel
def expected(curve: int, bounds: Any, own: float, opponent: float) -> float:
    """Return the expected score by one of :data:`CURVES`."""
    if curve == NORMAL:
        return by_normal(to_whole(own - opponent))
    if curve == TABLE:
        return by_table(bounds, own - opponent)
    score, _ = logistic(own - opponent, 400.0)
    return score


@kernel
def J(age: float) -> float:  # noqa: N802 - the order's letter
    """Return 5 up to 20 years, 10 up to 25, 15 beyond and where the age is unknown."""
    if age <= 20.0:
        return 5.0
    return 10.0 if age <= 25.0 else 15.0


@kernel
def E0(Z: float, age: float) -> float:  # noqa: N802
    """Return the basic value (Z / 1000)^4 + J."""
    z = Z / 1000.0
    return z * z * z * z + J(age)


@kernel
def fB(Z: float, age: float, W: float, We: float) -> float:  # noqa: N802
    """Return the acceleration Z / 2000, from ½ to 1, of the young who score no less than expected; else 1."""
    if age <= 20.0 and We <= W:
        return min(1.0, max(0.5, Z / 2000.0))
    return 1.0


@kernel
def SBr(Z: float, W: float, We: float) -> float:  # noqa: N802
    """Return the brake e^((1300 − Z) / 150) − 1 below 1300 for who scores less than expected; else 0."""
    if Z < 1300.0 and We > W:
        return math.exp(min((1300.0 - Z) / 150.0, 100.0)) - 1.0
    return 0.0


@kernel
def development(rounded: bool, Z: float, age: float, index: float, W: float, We: float) -> float:
    """Return E = E0 · fB + SBr, at least 5 and at most 30 and 5 · i, or 150 where the brake holds.

    It is rounded to a whole number first, unless ``rounded`` is false.
    """
    brake = SBr(Z, W, We)
    most = 150.0 if brake > 0.0 else min(30.0, 5.0 * index)
    E = E0(Z, age) * fB(Z, age, W, We) + brake
    return max(5.0, min(most, to_whole(E) if rounded else E))


@kernel
def so_far(bounds: Any, average: float, share: float) -> float:
    """Return what a first DWZ would be so far: the opponents' average and the table's difference.

    Args:
        bounds: the table.
        average: the opponents' average.
        share: the points per game, rounded to whole per cent to enter the table.
    """
    d = float(bounds[int(to_whole(abs(share - 0.5) * 100.0))])
    return drawn_up(average + d if share >= 0.5 else average - d)


@kernel
def drawn_up(rating: float) -> float:
    """Return a first DWZ; one below 800 is drawn up to 700 + R / 8."""
    return 700.0 + rating / 8.0 if rating < 800.0 else rating
