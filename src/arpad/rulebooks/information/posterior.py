"""Strengths given a tournament's results and the ratings before it: Bradley and Terry's model with a prior.

A game of two with strengths a and b is won with probability 1 / (1 + 10^((b − a) / 400)); a draw counts as
half a win and half a loss. Before the tournament a strength is normal around the rating, independent of the
others'. What is most likely afterwards is found by Newton's method: the logarithm of the posterior is
concave, so there is one maximum, the same in whatever order the games were entered. Its curvature gives the
uncertainty (Laplace's approximation).

References: Bradley and Terry (1952); Zermelo (1929); Hunter (2004) for the maximum. Units: rating points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

Floats = NDArray[np.float64]

SCALE = 400.0 / math.log(10.0)
"""Rating points in one natural unit of strength."""

SMALL = 1e-7
"""A Newton step, in points, after which the next one would be lost in rounding."""

_SCORES = {
    Result.WIN: 1.0,
    Result.UNRATED_WIN: 1.0,
    Result.DRAW: 0.5,
    Result.UNRATED_DRAW: 0.5,
    Result.LOSS: 0.0,
    Result.UNRATED_LOSS: 0.0,
}


@dataclass(frozen=True, eq=False)
class Posterior:
    """Strengths after a tournament's rounds so far.

    Args:
        numbers: the participants, ascending.
        strength: the most likely strengths, in points.
        covariance: theirs, players × players, in points squared.
    """

    numbers: tuple[int, ...]
    strength: Floats
    covariance: Floats

    @property
    def deviation(self) -> Floats:
        """Standard deviations in points."""
        return np.sqrt(np.diag(self.covariance))

    def rank(self) -> tuple[int, ...]:
        """Return the numbers, the strongest first; equals in the order of the numbers."""
        order = np.lexsort((np.array(self.numbers), -self.strength))
        return tuple(self.numbers[row] for row in order)

    def expected(self, i: NDArray[Any], j: NDArray[Any]) -> Floats:
        """Return the probabilities that the rows i beat the rows j, uncertainty taken into account.

        The mean of the logistic curve over a normal difference, by MacKay's approximation (1992).
        """
        variance = self.covariance[i, i] + self.covariance[j, j] - 2.0 * self.covariance[i, j]
        x = (self.strength[i] - self.strength[j]) / SCALE
        damped = x / np.sqrt(1.0 + np.pi / 8.0 * np.maximum(variance, 0.0) / SCALE**2)
        return np.asarray(1.0 / (1.0 + np.exp(-damped)))


def games_of(tournament: Tournament, row: dict[int, int]) -> tuple[NDArray[Any], NDArray[Any], Floats]:
    """Return the games played over the board as rows of both sides and the score of the first."""
    first, second, score = [], [], []
    for round_ in tournament.rounds:
        for game in round_.pairings:
            if game.white_result in _SCORES and game.black_result in _SCORES:
                first.append(row[game.white])
                second.append(row[game.black])
                score.append(_SCORES[game.white_result])
    return np.array(first, dtype=np.int64), np.array(second, dtype=np.int64), np.array(score)


def posterior(tournament: Tournament, mean: Floats, deviation: Floats) -> Posterior:
    """Return the strengths given all rounds so far.

    Args:
        tournament: its results.
        mean: of everybody's prior in the order of the numbers, in points.
        deviation: of everybody's prior, in points, above 0.
    """
    numbers = tuple(tournament.by_number)
    i, j, score = games_of(tournament, {number: row for row, number in enumerate(numbers)})
    precision = (SCALE / deviation) ** 2
    prior = mean / SCALE
    strength = prior.copy()

    def height(x: Floats) -> float:
        d = x[i] - x[j]
        # log(1 + e^−|d|) cannot overflow; score · log p + (1 − score) · log(1 − p)
        lost = np.maximum(-d, 0.0) + np.log1p(np.exp(-np.abs(d)))
        return float(-(lost + (1.0 - score) * d).sum() - 0.5 * (precision * (x - prior) ** 2).sum())

    now = height(strength)
    while True:
        p = 1.0 / (1.0 + np.exp(strength[j] - strength[i]))
        force = score - p
        n = len(numbers)
        gradient = np.bincount(i, force, n) - np.bincount(j, force, n) - precision * (strength - prior)
        weight = p * (1.0 - p)
        information = np.diag(precision + np.bincount(i, weight, n) + np.bincount(j, weight, n))
        np.subtract.at(information, (i, j), weight)
        np.subtract.at(information, (j, i), weight)
        step = np.linalg.solve(information, gradient)
        shrink = 1.0
        while True:
            trial = strength + shrink * step
            then = height(trial)
            if then >= now - 1e-12 * max(1.0, abs(now)) or shrink < 1e-6:
                break
            shrink *= 0.5
        strength, now = trial, then
        if float(np.abs(step).max(initial=0.0)) * SCALE < SMALL or shrink < 1e-6:
            break
    return Posterior(
        numbers, strength * SCALE, np.asarray(np.linalg.inv(information) * SCALE**2, dtype=np.float64)
    )
