"""How sure a rank is: P(A is better than B), and the interval of ranks that the ratings leave open."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CERTAIN = 0.975
"""The probability from which one player counts as better than another; two-sided 95 %."""

BLOCK = 2048
"""Players compared with all others at a time, so that memory stays bounded."""


def better(rating: float, deviation: float, other: float, other_deviation: float) -> float:
    """Return the probability that a player's strength is above another's, both normal and independent."""
    spread = math.hypot(deviation, other_deviation)
    if spread == 0.0:
        return 0.5 if rating == other else float(rating > other)
    return 0.5 * math.erfc((other - rating) / spread / math.sqrt(2.0))


def rank_intervals(rating: Floats, deviation: Floats, certain: float = CERTAIN) -> tuple[Floats, Floats]:
    """Return for every player the best and the worst rank that the ratings leave open.

    The best is one more than the number of players who are better with a probability of ``certain``; the
    worst is the number of players less those who are worse with that probability.

    Args:
        rating: float64 over players.
        deviation: the same, at least 0.
        certain: between ½ and 1.
    """
    from statistics import NormalDist

    z = NormalDist().inv_cdf(certain)
    n = len(rating)
    best, worst = np.ones(n), np.full(n, float(n))
    for start in range(0, n, BLOCK):
        rows = slice(start, min(start + BLOCK, n))
        lead = rating[None, :] - rating[rows, None]
        needed = z * np.hypot(deviation[None, :], deviation[rows, None])
        clear = np.abs(lead) > needed
        best[rows] += (clear & (lead > 0.0)).sum(axis=1)
        worst[rows] -= (clear & (lead < 0.0)).sum(axis=1)
    return best, worst
