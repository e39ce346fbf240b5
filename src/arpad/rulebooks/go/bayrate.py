"""BayRate, the model of the American Go Association: Gaussian priors, probit likelihoods, one joint maximum.

Waldron, P. (2010), the AGA's rating program. Ratings here are *closed*: without the gap between −1 and 1 of
the printed ones, so that 1.0 is one stone everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel

Floats = NDArray[np.float64]

SPREAD = (1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614)
"""The spread of a game with 2, 3… 9 stones, before komi."""

GROWTH_PER_DAY = 0.0005
"""What a day without a tournament adds to a deviation, in stones, in squares."""

OFFSETS = -5.05 + 0.1 * np.arange(100)
"""Where about the maximum, in deviations, the posterior of a rating is summed up for its second moment.

The program's own grid: it reaches a little further below than above.
"""

LOWEST_NODE, STEP = -49.5, 1.0
"""The closed rating of the first entry of :data:`ENTRY`, and from one to the next."""

ENTRY = (
    5.73781, 5.63937, 5.54098, 5.44266, 5.34439, 5.24619, 5.14806, 5.05000, 4.95202, 4.85412,
    4.75631, 4.65859, 4.56098, 4.46346, 4.36606, 4.26878, 4.17163, 4.07462, 3.97775, 3.88104,
    3.78451, 3.68816, 3.59201, 3.49607, 3.40037, 3.30492, 3.20975, 3.11488, 3.02035, 2.92617,
    2.83240, 2.73907, 2.64622, 2.55392, 2.46221, 2.37118, 2.28090, 2.19146, 2.10297, 2.01556,
    1.92938, 1.84459, 1.76139, 1.68003, 1.60078, 1.52398, 1.45000, 1.37931, 1.31244, 1.25000,
    1.19269, 1.14127, 1.09659, 1.05948, 1.03078, 1.01119, 1.00125, 1.00000, 1.00000,
)  # fmt: skip
"""The deviation of a newcomer in the middle of each rank, from 50 kyu to 9 dan."""

STRONGEST, WEAKEST = 7.5, -50.5
"""Printed ratings beyond which the deviation of a newcomer is 1 and 6."""


@kernel
def closed(rating: float) -> float:
    """Return a printed rating without the gap between −1 and 1; what lies in it counts as its middle."""
    if rating >= 1.0:
        return rating - 1.0
    return rating + 1.0 if rating <= -1.0 else 0.0


@kernel
def opened(rating: float) -> float:
    """Return a closed rating as it is printed: 1 and more for dan, −1 and less for kyu."""
    return rating + 1.0 if rating >= 0.0 else rating - 1.0


@cache
def _spline() -> Callable[[float], float]:
    from scipy.interpolate import CubicSpline

    nodes = LOWEST_NODE + STEP * np.arange(len(ENTRY))
    spline: Callable[[float], float] = CubicSpline(nodes, ENTRY, bc_type="natural")
    return spline


def entry_deviation(rating: float) -> float:
    """Return the deviation of a newcomer: the table by rank, with a natural cubic spline between its entries.

    Args:
        rating: the printed rating at which the newcomer enters.
    """
    if rating > STRONGEST:
        return 1.0
    return 6.0 if rating < WEAKEST else float(_spline()(closed(rating)))


@kernel
def edge(stones: float, komi: float) -> float:
    """Return eq, the difference at which White, who gives the stones, wins every other game."""
    return (0.580 if stones <= 1.0 else stones) - 0.0757 * komi


def spread(stones: float, komi: float) -> float:
    """Return sp, the deviation of a game's outcome in stones."""
    if stones <= 1.0:
        return 1.0649 - 0.0021976 * komi + 0.00014984 * komi * komi
    return max(0.1, SPREAD[min(9, round(stones)) - 2] - 0.0035169 * komi)


@kernel
def grown(deviation: float, days: float) -> float:
    """Return √(σ² + (0.0005 · days)²)."""
    return math.hypot(deviation, GROWTH_PER_DAY * days)


def seeded(rating: float, deviation: float, above: float, won: bool) -> tuple[float, float] | None:
    """Return rating and deviation of a player who enters above the rating; None to seed the player afresh.

    Args:
        rating: the closed rating.
        deviation: its deviation.
        above: the rank of entry less the rating; less than 1 changes nothing, so no entry demotes a player.
        won: whether a game of the tournament was won.
    """
    if above < 1.0 or not won:
        return rating, deviation
    if above >= 3.0:
        return None
    return rating + 0.024746 + 0.32127 * above, math.sqrt(deviation**2 + 0.256 * above**1.9475)


@dataclass(frozen=True)
class TournamentGames:
    """The games of a tournament as the model takes them.

    Args:
        first: int64 per game, a player.
        second: int64, the opponent.
        score: float64, the first's score.
        edge: float64, what the first must be ahead for an even game.
        spread: float64, the spread of the outcome.
        weight: float64, how much the game counts.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    score: Floats
    edge: Floats
    spread: Floats
    weight: Floats

    def slopes(self, rating: Floats) -> tuple[Floats, Floats]:
        """Return per game the slope of the log-likelihood in the first's rating, and its curvature ≥ 0."""
        z = (rating[self.first] - rating[self.second] - self.edge) / self.spread
        up, down = _hazard(z), _hazard(-z)
        slope = self.score * up - (1.0 - self.score) * down
        bend = self.score * up * (up + z) + (1.0 - self.score) * down * (down - z)
        return self.weight * slope / self.spread, self.weight * np.maximum(bend, 0.0) / self.spread**2


def _hazard(z: Floats) -> Floats:
    """Return φ(z) / Φ(z) without overflow, to the last digits however far apart two ratings are."""
    from scipy.special import erfcx

    return np.asarray(math.sqrt(2.0 / math.pi) / erfcx(-z / math.sqrt(2.0)))


def log_posterior(games: TournamentGames, rating: Floats, prior: Floats, deviation: Floats) -> float:
    """Return the logarithm of priors times likelihoods, up to a constant."""
    from scipy.special import log_ndtr

    z = (rating[games.first] - rating[games.second] - games.edge) / games.spread
    likelihood = games.score * log_ndtr(z) + (1.0 - games.score) * log_ndtr(-z)
    return float((games.weight * likelihood).sum() - 0.5 * (((rating - prior) / deviation) ** 2).sum())


def joint_maximum(games: TournamentGames, prior: Floats, deviation: Floats) -> Floats:
    """Return the ratings that make the posterior of all players together the greatest.

    The logarithm is strictly concave, so Newton's method with halved steps finds the one maximum.
    """
    from scipy.sparse import coo_matrix, diags
    from scipy.sparse.linalg import spsolve

    n = len(prior)
    rating, precision = prior.copy(), 1.0 / deviation**2
    value = log_posterior(games, rating, prior, deviation)
    for _ in range(200):
        slope, bend = games.slopes(rating)
        gradient = precision * (prior - rating)
        np.add.at(gradient, games.first, slope)
        np.add.at(gradient, games.second, -slope)
        diagonal = precision.copy()
        np.add.at(diagonal, games.first, bend)
        np.add.at(diagonal, games.second, bend)
        ends = (np.concatenate([games.first, games.second]), np.concatenate([games.second, games.first]))
        curvature = diags(diagonal) - coo_matrix((np.tile(bend, 2), ends), shape=(n, n))
        step = np.atleast_1d(spsolve(curvature.tocsc(), gradient))
        size = 1.0
        while size > 1e-12:
            tried = log_posterior(games, rating + size * step, prior, deviation)
            if tried >= value - 1e-12 * abs(value):
                break
            size *= 0.5
        rating = rating + size * step
        value = tried
        if np.abs(step).max(initial=0.0) < 1e-11:
            break
    return rating


def second_moments(games: TournamentGames, rating: Floats, prior: Floats, deviation: Floats) -> Floats:
    """Return every player's new deviation: the root of the second moment about the maximum.

    The posterior of one rating, with the opponents' at their maximum, is summed at :data:`OFFSETS`.
    """
    from scipy.special import log_ndtr

    logs = np.empty((len(prior), len(OFFSETS)))
    for at, offset in enumerate(OFFSETS):
        moved = rating + offset * deviation
        log_density = -0.5 * ((moved - prior) / deviation) ** 2
        for own, second, sign in ((games.first, games.second, 1.0), (games.second, games.first, -1.0)):
            z = (sign * (moved[own] - rating[second]) - games.edge) / games.spread
            likelihood = games.score * log_ndtr(z) + (1.0 - games.score) * log_ndtr(-z)
            np.add.at(log_density, own, games.weight * likelihood)
        logs[:, at] = log_density
    density = np.exp(logs - logs.max(axis=1, keepdims=True))
    mean_square = (density * OFFSETS**2).sum(axis=1) / density.sum(axis=1)
    return np.asarray(deviation * np.sqrt(mean_square))
