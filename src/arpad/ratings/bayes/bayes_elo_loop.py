"""The quadratures of Bayesian Elo and its loop; :mod:`arpad.ratings.bayes.bayes_elo` says what they compute.

A system plugs in the kernels of :class:`BayesParts`: a curve and a draw model.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.ratings.draws import binomial
from arpad.ratings.elo.curves import LN10, logistic

Floats = NDArray[np.float64]

SCALE = 400.0
NODES = 16
"""Nodes of a panel."""

PANEL = 500.0
"""The least length of a panel, in points: curves have no corner narrower than that but at D = 0."""

REACH = 10.0
"""How many deviations either way counts before the result."""

DEEP = 46.0
"""How far below its summit the logarithm of a posterior no longer counts."""

FAR = 8000.0
"""A difference from which results are certain to the last digit, in points."""

SMALLEST = 1e-150
"""The least expected score of which a draw model is asked: its square is still a number."""

REMOTE = 1e7
"""A difference from which sums over panels would lose digits to rounding, in points."""

VAST = 1e100
"""The greatest difference: its square is still a number."""

CLOSE = 1e-6
"""How near to 0, in points, a difference is taken to be 0 when it can only lie beyond 0."""

STRIDE = 1e10
"""Far in the tail probabilities are powers of E; the power is found between E and so many times E."""


class BayesParts(TypedDict):
    """The kernels that make the system, by the names of the loop.

    Keys:
        expectations: the expected scores of both sides at a difference, by a scale.
        log_weaker: the logarithm of the weaker side's expected score at a difference, by a scale.
        outcomes: the probabilities of win, draw and loss at an expected score, by the model's parameter.
    """

    expectations: Callable[[float, float], tuple[float, float]]
    log_weaker: Callable[[float, float], float]
    outcomes: Callable[[float, float], tuple[float, float, float]]


class BayesNumbers(NamedTuple):
    """The parameters as the kernels take them.

    Args:
        draw: the draw model's parameter.
        advantage: what White or the home side is worth, in points.
        z: nodes of Gauss–Legendre on (−1, 1).
        weight: their weights.
    """

    draw: float
    advantage: float
    z: Floats
    weight: Floats


class BayesColumns(NamedTuple):
    """The record as the loop takes it; a column that it lacks has no rows."""

    first: Any
    second: Any
    score: Any
    weight: Any
    advantage: Any


@cache
def legendre(nodes: int) -> tuple[Floats, Floats]:
    """Return nodes on (−1, 1) and their weights."""
    x, weight = np.polynomial.legendre.leggauss(nodes)
    return x, weight


@kernel
def log_logistic(difference: float, scale: float) -> float:
    """Return the logarithm of the weaker side's expected score by the logistic curve."""
    x = abs(difference) * (LN10 / scale)
    return -x - math.log1p(math.exp(-x))


@kernel
def log_normal(difference: float, scale: float) -> float:
    """Return the same by the normal curve; where erfc has no number left, by its asymptotic series."""
    x = abs(difference) / scale
    if x < 20.0:
        return math.log(0.5 * math.erfc(x))
    t = 0.5 / (x * x)
    series = 1.0 - t * (1.0 - 3.0 * t * (1.0 - 5.0 * t * (1.0 - 7.0 * t)))
    return -x * x - math.log(2.0 * x * math.sqrt(math.pi)) + math.log(series)


@kernel
def expectations(difference: float, scale: float) -> tuple[float, float]:
    """Stand for the curve: the expected scores of both sides."""
    return logistic(difference, scale)


@kernel
def outcomes(E: float, parameter: float) -> tuple[float, float, float]:
    """Stand for the draw model: the probabilities of win, draw and loss."""
    return binomial(E, parameter)


@kernel
def log_weaker(difference: float, scale: float) -> float:
    """Stand for the curve: the logarithm of the weaker side's expected score."""
    return log_logistic(difference, scale)


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
    """Return a logarithm, also of 0."""
    return math.log(probability) if probability > 0.0 else -math.inf


@kernel
def beyond(at: float, before: float, steps: float) -> float:
    """Return the logarithm of a probability that goes as a whole power of E, below the smallest E.

    Args:
        at: the probability at the smallest E.
        before: the probability at an E that is :data:`STRIDE` times greater.
        steps: how far below the smallest one E is, in natural logarithms.
    """
    if at <= 0.0:
        return -math.inf
    power = math.floor(math.log(before / at) / math.log(STRIDE) + 0.5)
    return math.log(at) - power * steps


@kernel
def log_chances(D: float, parameter: float) -> tuple[float, float, float]:
    """Return the logarithms of the probabilities of win, draw and loss at D, however far in the tail."""
    low = log_weaker(D, SCALE)
    steps = math.log(SMALLEST) - low
    if steps <= 0.0:
        win, draw, loss = chances(D, parameter)
        return log_of(win), log_of(draw), log_of(loss)
    win, draw, _ = outcomes(SMALLEST, parameter)
    more_win, more_draw, _ = outcomes(SMALLEST * STRIDE, parameter)
    log_win, log_draw = beyond(win, more_win, steps), beyond(draw, more_draw, steps)
    return (log_win, log_draw, 0.0) if D < 0.0 else (0.0, log_draw, log_win)


@kernel
def log_likelihood(D: float, score: float, parameter: float) -> float:
    """Return ln L(D) of a score; between draw and win, and draw and loss, in between."""
    win, draw, loss = log_chances(D, parameter)
    if draw == -math.inf:
        log = score * win if score > 0.0 else 0.0
        return log + (1.0 - score) * loss if score < 1.0 else log
    drawn = 2.0 * min(score, 1.0 - score)
    decided = (1.0 - drawn) * (win if score > 0.5 else loss) if drawn < 1.0 else 0.0
    return decided + (drawn * draw if drawn > 0.0 else 0.0)


@kernel
def slope(p: BayesNumbers, D: float, D0: float, S2: float, score: float, weight: float) -> float:
    """Return the derivative of the posterior's logarithm at D, infinite where the result cannot be."""
    step = 1e-3 * max(1.0, 1e-6 * abs(D))
    up = log_likelihood(D + step, score, p.draw)
    down = log_likelihood(D - step, score, p.draw)
    if up == -math.inf or down == -math.inf:
        step = 1e-3 * abs(D)
        up = log_likelihood(D + step, score, p.draw)
        down = log_likelihood(D - step, score, p.draw)
    if up == -math.inf or down == -math.inf:
        return math.inf if score > 0.5 else -math.inf
    return (D0 - D) / S2 + weight * (up - down) / (2.0 * step)


@kernel
def summit(p: BayesNumbers, D0: float, S2: float, score: float, weight: float) -> float:
    """Return a difference at which the posterior is about its highest, by bisection for its slope."""
    at = slope(p, D0, D0, S2, score, weight)
    if at == 0.0:
        return D0
    if at > 0.0:  # where results no longer depend on D it falls
        low, high, rise, fall = D0, max(D0, FAR), at, -math.inf
        if high == D0:
            high = D0 + at * S2
    else:
        low, high, rise, fall = min(D0, -FAR), D0, math.inf, at
        if low == D0:
            low = D0 + at * S2
    for _ in range(200):
        if max(rise, -fall) * (high - low) < 0.1:
            break
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        at = slope(p, middle, D0, S2, score, weight)
        if at > 0.0:
            low, rise = middle, at
        else:
            high, fall = middle, at
    return high if score > 0.5 else low


@kernel
def log_ratio(
    p: BayesNumbers, off: float, about: float, D0: float, S2: float, score: float, weight: float, log: float
) -> float:
    """Return ln of the posterior at ``about + off`` less that at ``about``, whose ln L is ``log``."""
    prior = -off * (about - D0 + 0.5 * off) / S2
    return prior + weight * (log_likelihood(about + off, score, p.draw) - log)


@kernel
def reach(
    p: BayesNumbers, way: float, about: float, D0: float, S2: float, score: float, weight: float, log: float
) -> float:
    """Return how far from ``about`` the posterior counts, in points, towards ``way`` (1 or −1)."""
    far = math.sqrt(S2)
    while log_ratio(p, way * far, about, D0, S2, score, weight, log) > -DEEP:
        far *= 2.0
    near = 0.0
    for _ in range(60):
        middle = 0.5 * (near + far)
        if log_ratio(p, way * middle, about, D0, S2, score, weight, log) > -DEEP:
            near = middle
        else:
            far = middle
        if far - near <= 0.1 * far:
            break
    return far


@kernel
def panel_end(a: float, end: float, most: float) -> float:
    """Return where the panel ends that begins at a difference ``a``: short about 0, where curves bend."""
    b = a + min(most, max(PANEL, 0.5 * abs(a)))
    if a < 0.0:
        b = min(a + min(most, max(PANEL, abs(a) / 3.0)), 0.0)
    return b if b < end and b > a else end


@kernel
def in_the_tail(p: BayesNumbers, D0: float, S2: float, score: float, weight: float) -> tuple[float, float]:
    """Return the same where ln L is a polynomial of degree 2 at most, as it is far from D = 0."""
    step = 1e-3 * abs(D0)
    up = log_likelihood(D0 + step, score, p.draw)
    at = log_likelihood(D0, score, p.draw)
    down = log_likelihood(D0 - step, score, p.draw)
    bend = min(0.0, (up - at - (at - down)) / (step * step))
    left = S2 / (1.0 - weight * S2 * bend)
    return left * weight * (up - down) / (2.0 * step), left


@kernel
def by_panels(p: BayesNumbers, D0: float, S2: float, score: float, weight: float) -> tuple[float, float]:
    """Return E[D | result] − D0 and Var[D | result] by Gauss–Legendre on panels, where the posterior lies."""
    D0 = min(max(D0, -VAST), VAST)
    if log_likelihood(D0, score, p.draw) == -math.inf:
        if CLOSE * abs(D0) > S2:
            return -D0, 0.0  # only differences beyond 0 are left, and of those only the very nearest
    elif abs(D0) > REMOTE:
        shift, left = in_the_tail(p, D0, S2, score, weight)
        if (D0 + shift) * math.copysign(1.0, D0) > FAR + REACH * math.sqrt(S2):
            return shift, left
    about = summit(p, D0, S2, score, weight)
    log = log_likelihood(about, score, p.draw)
    low = about - reach(p, -1.0, about, D0, S2, score, weight, log)
    high = about + reach(p, 1.0, about, D0, S2, score, weight, log)
    total = 0.0
    mean = 0.0
    square = 0.0
    a = low
    while a < high:
        b = panel_end(a, high, (high - low) / 6.0)
        half = 0.5 * (b - a)
        centre = a - about + half
        for i in range(p.z.shape[0]):
            off = centre + half * p.z[i]
            ratio = log_ratio(p, off, about, D0, S2, score, weight, log)
            share = half * p.weight[i] * math.exp(min(ratio, 700.0))
            total += share
            mean += share * off
            square += share * off * off
        a = b
    mean /= total
    return about - D0 + mean, max(0.0, square / total - mean * mean)


@kernel
def averages(p: BayesNumbers, D0: float, S2: float) -> tuple[float, float, float]:
    """Return P(win), P(draw) and P(loss) of a difference D ~ N(D0, S2), on panels as well."""
    S = math.sqrt(S2)
    low = D0 - REACH * S
    high = D0 + REACH * S
    if not low < high:
        return chances(D0, p.draw)
    total = 0.0
    won = 0.0
    drawn = 0.0
    lost = 0.0
    a = low
    while a < high:
        b = panel_end(a, high, (high - low) / 6.0)
        half = 0.5 * (b - a)
        for i in range(p.z.shape[0]):
            D = a + half + half * p.z[i]
            z = (D - D0) / S
            share = half * p.weight[i] * math.exp(-0.5 * z * z)
            win, draw, loss = chances(D, p.draw)
            total += share
            won += share * win
            drawn += share * draw
            lost += share * loss
        a = b
    return won / total, drawn / total, lost / total


@kernel
def averages_loop(p: BayesNumbers, D0: Any, S2: Any, out: Any) -> None:
    """Find the expected scores and the probabilities of a draw of many games: ``out``, 2 × games."""
    for i in range(D0.shape[0]):
        win, draw, _ = averages(p, D0[i], S2[i])
        out[0, i] = win + 0.5 * draw
        out[1, i] = draw


@kernel
def posterior(
    p: BayesNumbers, D0: float, own: float, other: float, score: float, weight: float
) -> tuple[float, float, float, float]:
    """Return the changes of both ratings and both variances after a game, from the variances before."""
    S2 = own + other
    if S2 <= 0.0 or weight <= 0.0:
        return 0.0, 0.0, own, other
    shift, left = by_panels(p, D0, S2, score, weight)
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
