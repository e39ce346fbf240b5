"""Which differences between ratings the games settle: rank sets, joint intervals, tiers, quasi-variances.

A rank is a claim about many pairs of players at once, so that a difference counts as settled only where its
interval keeps away from zero together with the intervals of all pairs that the claim rests on: those of one
player (a rank set by itself), or all pairs of the list (joint). The rank set of a player then reaches from
one more than the players settled to be better to those not settled to be worse; it holds the true rank with
the level, each by itself or all together.

References:
    Mogstad, M., Romano, J. P., Shaikh, A. M. and Wilhelm, D. (2024), Inference for ranks with applications
    to mobility across neighbourhoods and academic achievement across countries. *Review of Economic Studies*
    91, 476-518: the rank sets. Firth, D. and de Menezes, R. X. (2004), Quasi-variances. *Biometrika* 91,
    65-80: the comparison intervals.

Up to :data:`SIMULATED` players the critical value is the level's quantile of the largest of the standardised
differences, from seeded normal draws with the covariance of the ratings; beyond, Bonferroni's bound, which is
larger. Ratings without a covariance count as independent. Units: points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEVEL = 0.95
"""With which probability rank sets and intervals hold what they are made for."""

SIMULATED = 500
"""Up to how many players critical values are simulated."""

DRAWS, LEAST_DRAWS, WORK = 10_000, 1_000, 200_000_000
"""Normal draws: so many, or fewer where players² · draws would be more than the work; but no fewer than."""

SEED = 20260102
"""Of these draws."""

FITTING = 100
"""Steps of the search for quasi-variances, at most; it takes about ten."""

EXACT = 1e-9
"""A difference that is so much surer than the most doubtful one counts as exact where draws are compared."""

BLOCK = 1 << 22
"""Differences held at a time, so that memory stays bounded."""


def better(rating: float, deviation: float, other: float, other_deviation: float) -> float:
    """Return the probability that a player's strength is above another's, both normal and independent."""
    spread = math.hypot(deviation, other_deviation)
    if spread == 0.0:
        return 0.5 if rating == other else float(rating > other)
    return 0.5 * math.erfc((other - rating) / spread / math.sqrt(2.0))


@dataclass(frozen=True, eq=False)
class Comparisons:
    """What can be said of every player beside every other.

    Args:
        rating: float64 over players; the higher the better.
        deviation: the same, their standard deviations, at least 0.
        covariance: players × players; None where the ratings are independent.
    """

    rating: Floats
    deviation: Floats
    covariance: Floats | None = None

    def rank_sets(self, *, joint: bool = False) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for every player the best and the worst rank that the games leave open.

        Args:
            joint: whether all sets hold together with the level, and not each by itself.
        """
        n = len(self.rating)
        best, worst = np.ones(n, dtype=np.int64), np.full(n, n, dtype=np.int64)
        limit = np.full(n, self.critical) if joint else self.critical_of_each
        for rows in _blocks(n, n):
            lead = self.rating[None, :] - self.rating[rows, None]
            clear = np.abs(lead) > limit[rows, None] * self._apart(rows)
            best[rows] += (clear & (lead > 0.0)).sum(axis=1)
            worst[rows] -= (clear & (lead < 0.0)).sum(axis=1)
        return best, worst

    def half_width(self) -> Floats:
        """Return the half width of every rating's interval, so that all hold together with the level."""
        return self.critical_of_ratings * self.deviation

    def tiers(self) -> NDArray[np.int64]:
        """Return every player's tier, from 1 at the top.

        A tier begins with the best player who is settled, jointly, to be worse than the first of the tier
        above; so the firsts of the tiers are settled in their order.
        """
        tiers = np.ones(len(self.rating), dtype=np.int64)
        first, tier = -1, 0
        for at in np.argsort(-self.rating, kind="stable").tolist():
            if first >= 0:
                apart = float(self._apart(slice(first, first + 1))[0, at])
            if first < 0 or self.rating[first] - self.rating[at] > self.critical * apart:
                first, tier = at, tier + 1
            tiers[at] = tier
        return tiers

    @cached_property
    def critical(self) -> float:
        """How many standard errors settle a difference, all pairs considered."""
        n = len(self.rating)
        if n < 2:
            return 0.0
        if n > SIMULATED:
            return _bonferroni(n * (n - 1) // 2)
        return _quantile(self._largest.max(axis=1))

    @cached_property
    def critical_of_each(self) -> Floats:
        """How many standard errors settle a difference, per player, all pairs with the player considered."""
        n = len(self.rating)
        if n < 2:
            return np.zeros(n)
        if n > SIMULATED:
            return np.full(n, _bonferroni(n - 1))
        return np.array([_quantile(column) for column in self._largest.T])

    @cached_property
    def critical_of_ratings(self) -> float:
        """How many deviations make intervals of the ratings that hold together."""
        n = len(self.rating)
        if n > SIMULATED:
            return _bonferroni(n)
        has_error = self.deviation > EXACT * float(self.deviation.max(initial=0.0))
        scaled = np.divide(
            np.abs(self._draws), self.deviation, out=np.zeros_like(self._draws), where=has_error
        )
        return _quantile(scaled.max(axis=1, initial=0.0))

    def quasi_variances(self) -> Floats:
        """Return q, so that √(q + q') is about the standard error of every difference of two ratings.

        The q are those with the least squares of log(q + q') − log of the variance of the difference, as
        Firth and de Menezes (2004), section 3.2, choose them; without a covariance they are the variances.
        """
        if self.covariance is None or len(self.rating) < 3:
            return self.deviation**2
        return _quasi_variances(self._apart(slice(None)) ** 2)

    def _apart(self, rows: slice) -> Floats:
        """Return the standard errors of the differences of some players from all."""
        variance = self.deviation**2
        apart = variance[rows, None] + variance[None, :]
        if self.covariance is not None:
            apart = apart - 2.0 * self.covariance[rows]
        return np.asarray(np.sqrt(np.maximum(apart, 0.0)))

    @cached_property
    def _draws(self) -> Floats:
        """Draws × players: how far off the ratings are, by chance."""
        n = len(self.rating)
        count = max(LEAST_DRAWS, min(DRAWS, WORK // max(1, n * n)))
        draw = np.random.Generator(np.random.PCG64(SEED)).standard_normal((count, n))
        if self.covariance is None:
            return np.asarray(draw * self.deviation)
        values, vectors = np.linalg.eigh(self.covariance)
        return np.asarray(draw @ (vectors * np.sqrt(np.maximum(values, 0.0))).T)

    @cached_property
    def _largest(self) -> Floats:
        """Draws × players: the largest of the standardised differences of the player from all others."""
        apart = self._apart(slice(None))
        unit = float(apart.max())
        if unit == 0.0:
            return np.zeros(self._draws.shape)
        draws = (self._draws / unit).astype(np.float32)
        apart = (apart / unit).astype(np.float32)
        n = draws.shape[1]
        scale = np.divide(1.0, apart, out=np.zeros_like(apart), where=apart > EXACT)
        largest = np.empty(draws.shape)
        for rows in _blocks(len(draws), n * n):
            some = draws[rows]
            largest[rows] = (np.abs(some[:, :, None] - some[:, None, :]) * scale).max(axis=2)
        return largest


def _blocks(rows: int, each: int) -> Iterator[slice]:
    """Yield slices of rows that hold so many numbers each, ``BLOCK`` at a time."""
    step = max(1, BLOCK // max(1, each))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))


def _quantile(largest: Floats) -> float:
    """Return the level's quantile, rounded: lists are published to the last digit on any machine."""
    return round(float(np.quantile(largest, LEVEL)), 3)


def _bonferroni(claims: int) -> float:
    from statistics import NormalDist  # it takes longer to load than most lists take

    return round(NormalDist().inv_cdf(1.0 - (1.0 - LEVEL) / 2.0 / claims), 3)


def _quasi_variances(wanted: Floats) -> Floats:
    """Return the q that minimise Σ (log(q_i + q_j) − log wanted_ij)², by Gauss and Newton's method.

    A single q may be negative (Firth and de Menezes, section 3.3): only the sums are variances.

    Args:
        wanted: players × players, the variances of the differences; 0 on the diagonal.
    """
    n = len(wanted)
    positive = wanted > 0.0
    positive[np.diag_indices(n)] = False
    if not positive.any(axis=1).all():  # two players are held in place: their difference has no error
        return np.full(n, np.nan)
    log_wanted = np.log(wanted, out=np.zeros_like(wanted), where=positive)

    def off(q: Floats) -> Floats | None:
        sums = q[:, None] + q[None, :]
        if (sums[positive] <= 0.0).any():
            return None
        return np.asarray(
            np.where(positive, np.log(sums, out=np.zeros_like(sums), where=positive) - log_wanted, 0.0)
        )

    # where all variances are sums of two: Σ_j (q_i + q_j) = (n − 2) · q_i + Σ q
    total = np.where(positive, wanted, 0.0).sum(axis=1)
    q = np.maximum((total - total.sum() / (2.0 * (n - 1))) / (n - 2), 1e-3 * float(total.mean()) / n)
    now = off(q)
    assert now is not None
    for _ in range(FITTING):
        by = np.divide(1.0, q[:, None] + q[None, :], out=np.zeros_like(wanted), where=positive)
        square = by * by
        square[np.diag_indices(n)] = square.sum(axis=1)
        step = np.linalg.lstsq(square, -(now * by).sum(axis=1), rcond=None)[0]
        then = off(q + step)
        while then is None or float((then * then).sum()) > float((now * now).sum()) * (1.0 + 1e-12):
            step = 0.5 * step
            then = off(q + step)
        q, now = q + step, then
        if np.abs(step).max() <= 1e-12 * float(np.abs(q).max()):
            break
    return np.asarray(q)
