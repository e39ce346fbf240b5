"""The quadratures of Bayesian Elo and its loop; :mod:`arpad.ratings.bayeselo` says what they compute.

A system plugs in three parts: ``expectations`` (the curve), ``outcomes`` (the draw model), ``moments`` (the
quadrature).
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.curves import logistic
from arpad.ratings.draws import binomial
from arpad.ratings.kernels import kernel

Floats = NDArray[np.float64]

SCALE = 400.0
NODES = 128
REACH = 10.0
"""How many deviations either way Gauss–Legendre goes."""

SMALLEST = 1e-150
"""The least expected score of the weaker side: its square is still a number."""

NEVER = -1e4
"""The logarithm of a likelihood of 0."""


class BayesNumbers(NamedTuple):
    """The parameters as the kernels take them.

    Args:
        draw: the draw model's parameter.
        advantage: what White or the home side is worth, in points.
        z: nodes, of Gauss–Hermite in deviations or of Gauss–Legendre on (−1, 1).
        log_weight: the logarithms of their weights.
        log: room for as many numbers.
    """

    draw: float
    advantage: float
    z: Floats
    log_weight: Floats
    log: Floats


class BayesColumns(NamedTuple):
    """The record as the loop takes it; a column that it lacks has no rows."""

    first: Any
    second: Any
    score: Any
    weight: Any
    advantage: Any


@cache
def hermite(nodes: int) -> tuple[Floats, Floats]:
    """Return nodes in deviations and the logarithms of their weights, for a normal density."""
    x, weight = np.polynomial.hermite.hermgauss(nodes)
    return x * math.sqrt(2.0), np.log(weight) - 0.5 * math.log(math.pi)


@cache
def legendre(nodes: int) -> tuple[Floats, Floats]:
    """Return nodes on (−1, 1) and the logarithms of their weights."""
    x, weight = np.polynomial.legendre.leggauss(nodes)
    return x, np.log(weight)


@kernel
def expectations(difference: float, scale: float) -> tuple[float, float]:
    """Stand for the curve: the expected scores of both sides."""
    return logistic(difference, scale)


@kernel
def outcomes(E: float, parameter: float) -> tuple[float, float, float]:
    """Stand for the draw model: the probabilities of win, draw and loss."""
    return binomial(E, parameter)


@kernel
def chances(D: float, parameter: float) -> tuple[float, float, float]:
    """Return the probabilities of win, draw and loss at a difference D of strengths.

    The model is asked for the weaker side, whose expected score keeps all its digits.
    """
    E, rest = expectations(D, SCALE)
    if rest >= E:
        return outcomes(max(E, SMALLEST), parameter)
    win, draw, loss = outcomes(max(rest, SMALLEST), parameter)
    return loss, draw, win


@kernel
def log_of(probability: float) -> float:
    """Return a logarithm, of 0 a very small one."""
    return math.log(probability) if probability > 0.0 else NEVER


@kernel
def log_likelihood(D: float, score: float, parameter: float) -> float:
    """Return ln L(D) of a score; between draw and win, and draw and loss, in between."""
    win, draw, loss = chances(D, parameter)
    if draw == 0.0:
        log = score * log_of(win) if score > 0.0 else 0.0
        return log + (1.0 - score) * log_of(loss) if score < 1.0 else log
    drawn = 2.0 * min(score, 1.0 - score)
    decided = (1.0 - drawn) * log_of(win if score > 0.5 else loss) if drawn < 1.0 else 0.0
    return decided + (drawn * log_of(draw) if drawn > 0.0 else 0.0)


@kernel
def by_hermite(p: BayesNumbers, D0: float, S2: float, score: float, weight: float) -> tuple[float, float]:
    """Return E[D | result] − D0 and Var[D | result] by Gauss–Hermite about D0."""
    S = math.sqrt(S2)
    top = -math.inf
    for i in range(p.z.shape[0]):
        p.log[i] = p.log_weight[i] + weight * log_likelihood(D0 + S * p.z[i], score, p.draw)
        top = max(top, p.log[i])
    total = 0.0
    mean = 0.0
    for i in range(p.z.shape[0]):
        p.log[i] = math.exp(max(-700.0, p.log[i] - top))
        total += p.log[i]
        mean += p.log[i] * p.z[i]
    mean /= total
    square = 0.0
    for i in range(p.z.shape[0]):
        square += p.log[i] * (p.z[i] - mean) * (p.z[i] - mean)
    return S * mean, S2 * (square / total)


@kernel
def by_halves(p: BayesNumbers, D0: float, S2: float, score: float, weight: float) -> tuple[float, float]:
    """Return the same by Gauss–Legendre on either side of D = 0, where the likelihood has a corner."""
    S = math.sqrt(S2)
    low = max(0.0, D0 / S - REACH)  # in deviations, from 0
    high = D0 / S + REACH
    if high < 2.0 * REACH:  # 0 is in reach, or beyond: how far the density above 0 goes
        z = D0 / S
        width = math.sqrt(z * z + REACH * REACH)
        high = z + width if z >= 0.0 else REACH * REACH / (width - z)
    low_below = max(0.0, -D0 / S - REACH)
    high_below = -D0 / S + REACH
    if high_below < 2.0 * REACH:
        z = -D0 / S
        width = math.sqrt(z * z + REACH * REACH)
        high_below = z + width if z >= 0.0 else REACH * REACH / (width - z)
    n = p.z.shape[0]
    top = -math.inf
    for half in range(2):
        a = low if half == 0 else -high_below
        b = high if half == 0 else -low_below
        for i in range(n):
            u = a + 0.5 * (b - a) * (p.z[i] + 1.0)
            off = u - D0 / S
            log = p.log_weight[i] + math.log(0.5 * (b - a)) - 0.5 * off * off
            log += weight * log_likelihood(S * u, score, p.draw)
            p.log[half * n + i] = log
            top = max(top, log)
    total = 0.0
    mean = 0.0
    square = 0.0
    for turn in range(2):
        for half in range(2):
            a = low if half == 0 else -high_below
            b = high if half == 0 else -low_below
            for i in range(n):
                off = a + 0.5 * (b - a) * (p.z[i] + 1.0) - D0 / S
                share = math.exp(max(-700.0, p.log[half * n + i] - top))
                if turn == 0:
                    total += share
                    mean += share * off
                else:
                    square += share * (off - mean) * (off - mean)
        if turn == 0:
            mean /= total
    return S * mean, S2 * (square / total)


@kernel
def moments(p: BayesNumbers, D0: float, S2: float, score: float, weight: float) -> tuple[float, float]:
    """Stand for the quadrature."""
    return by_hermite(p, D0, S2, score, weight)


@kernel
def posterior(
    p: BayesNumbers, D0: float, own: float, other: float, score: float, weight: float
) -> tuple[float, float, float, float]:
    """Return the changes of both ratings and both variances after a game, from the variances before."""
    S2 = own + other
    if S2 <= 0.0 or weight <= 0.0:
        return 0.0, 0.0, own, other
    shift, left = moments(p, D0, S2, score, weight)
    gone = 1.0 - left / S2
    share = own / S2
    rest = other / S2
    after = own * max(0.0, 1.0 - share * gone)
    return share * shift, -rest * shift, after, other * max(0.0, 1.0 - rest * gone)


@kernel
def live_loop(
    p: BayesNumbers, x: Any, trace: bool, rating: Any, variance: Any, before: Any, after: Any
) -> None:
    """Rate game by game, in place."""
    for i in range(x.first.shape[0]):
        a = x.first[i]
        b = x.second[i]
        h = p.advantage * x.advantage[i] if x.advantage.shape[0] > 0 else 0.0
        weight = x.weight[i] if x.weight.shape[0] > 0 else 1.0
        if trace:
            before[i, 0, 0] = rating[a]
            before[i, 0, 1] = variance[a]
            before[i, 1, 0] = rating[b]
            before[i, 1, 1] = variance[b]
        change, opposite, variance[a], variance[b] = posterior(
            p, rating[a] - rating[b] + h, variance[a], variance[b], x.score[i], weight
        )
        rating[a] += change
        rating[b] += opposite
        if trace:
            after[i, 0, 0] = rating[a]
            after[i, 0, 1] = variance[a]
            after[i, 1, 0] = rating[b]
            after[i, 1, 1] = variance[b]
