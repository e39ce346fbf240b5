"""Whether one forecaster is better than another, where games of one period hang together.

References:
    Diebold, F. X. and Mariano, R. S. (1995), Comparing predictive accuracy. *JBES* 13, 253–263.
    Newey, W. K. and West, K. D. (1987), A simple, positive semi-definite, heteroskedasticity and
    autocorrelation consistent covariance matrix. *Econometrica* 55, 703–708.
    Harvey, D., Leybourne, S. and Newbold, P. (1997), Testing the equality of prediction mean squared errors.
    *Int. J. Forecasting* 13, 281–291: Student's t instead of the normal distribution.
    Holm, S. (1979), A simple sequentially rejective multiple test procedure. *Scand. J. Statistics* 6, 65–70.

Both forecast the same games. The difference of their losses is summed by blocks of games (periods); the
mean over all games, Σ D_t / N, has the variance of Σ u_t / N with u_t = D_t − n_t · mean, found with the
covariances of neighbouring blocks (Newey and West, ⌊4 (T / 100)^(2/9)⌋ lags) and a factor T / (T − 1). Of
several comparisons the p-values are Holm's.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class MeanEstimate(NamedTuple):
    """A mean over games with its 95 % interval.

    Args:
        mean: over the games.
        low: the lower bound.
        high: the upper bound; both are infinite where fewer than two blocks are there.
        p: of the hypothesis that the mean is 0, two-sided.
    """

    mean: float
    low: float
    high: float
    p: float


def estimate(sums: Floats, games: Floats) -> MeanEstimate:
    """Return the mean of a quantity over games, from its sums by block.

    Args:
        sums: float64 over blocks in order of time.
        games: how many games each block has.
    """
    from scipy.special import stdtr, stdtrit  # without scipy.stats, which takes a second to load

    there = games > 0.0
    sums, games = sums[there], games[there]
    blocks, total = len(games), float(games.sum())
    if not blocks:
        return MeanEstimate(math.nan, math.nan, math.nan, math.nan)
    mean = float(sums.sum()) / total
    if blocks < 2:
        return MeanEstimate(mean, -math.inf, math.inf, math.nan)
    u = sums - games * mean
    lags = min(blocks - 1, math.floor(4.0 * (blocks / 100.0) ** (2.0 / 9.0)))
    variance = float(u @ u)
    for lag in range(1, lags + 1):
        variance += 2.0 * (1.0 - lag / (lags + 1.0)) * float(u[lag:] @ u[:-lag])
    error = math.sqrt(max(variance, 0.0) * blocks / (blocks - 1.0)) / total
    half = float(stdtrit(blocks - 1, 0.975)) * error
    p = 2.0 * float(stdtr(blocks - 1, -abs(mean) / error)) if error > 0.0 else float(mean == 0.0)
    return MeanEstimate(mean, mean - half, mean + half, p)


def holm(p: list[float]) -> list[float]:
    """Return p-values that hold for all hypotheses together."""
    order = sorted(range(len(p)), key=lambda at: p[at])
    adjusted, highest = [math.nan] * len(p), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[at]))
        adjusted[at] = highest
    return adjusted
