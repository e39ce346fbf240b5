"""Three outcomes from an expected score: the share of draws that the games before tell.

References:
    Davidson, R. R. (1970), On extending the Bradley–Terry model to accommodate ties. *JASA* 65, 317–328.
    Epstein, E. S. (1969), A scoring system for probability forecasts of ranked categories.
    *J. Applied Meteorology* 8, 985–987: the ranked probability score.

A system without a draw model of its own is given Davidson's (:mod:`arpad.ratings.draw_fit`), whose ν makes as
many draws expected as there were in the games so far. It is found anew when there are a twentieth more games,
at the beginning of a period at the earliest. Before the first game it rests on :data:`PRIOR` games between
equals, half of them drawn.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, specialise
from arpad.lab.forecasts.judging import SMALL

Floats = NDArray[np.float64]

PRIOR = 2.0
"""Games between equals, half of them drawn, from which ν begins."""

STEPS = 100
"""Into how many parts [0, ½] is cut to count the games by |E − ½|."""

GROWTH = 1.05
"""ν is found anew when so many times as many games are known."""

LEAST_DRAW = 1e-15

WIDEST = math.log(1e6)
"""The greatest |ln ν| that is looked at."""


@kernel
def davidson_share(expected: float, nu: float) -> float:
    """Return Davidson's probability of a draw at an expected score."""
    q = expected * (1.0 - expected)
    if not q > 0.0:
        return 0.0
    c = abs(2.0 * expected - 1.0)
    return float(min(4.0 * nu * q / (nu + math.sqrt(nu * nu * c * c + 16.0 * q)), 1.0 - c))


@kernel
def surplus(games: Any, drawn: float, logarithm: float) -> float:
    """Return how many more draws are expected by ν than there were, of the games by |E − ½|."""
    nu = math.exp(logarithm)
    found = -drawn
    for at in range(games.shape[0]):
        if games[at] > 0.0:
            found += games[at] * davidson_share(0.5 + 0.5 * (at + 0.5) / games.shape[0], nu)
    return float(found)


@kernel
def likeliest(games: Any, drawn: float, begin: float) -> float:
    """Return ln ν with which so many draws are expected, Σ P(draw) = draws, by regula falsi (Illinois).

    ``begin`` is where the search begins.
    """
    low = begin
    while low > -WIDEST and surplus(games, drawn, low) > 0.0:
        low -= 0.25
    high = max(begin, low)
    while high < WIDEST and surplus(games, drawn, high) < 0.0:
        high += 0.25
    below = surplus(games, drawn, low)
    above = surplus(games, drawn, high)
    if below >= 0.0:
        return float(low)
    if above <= 0.0:
        return float(high)
    side = 0
    while high - low > 1e-10:
        at = (low * above - high * below) / (above - below)
        value = surplus(games, drawn, at)
        if abs(value) < 1e-9 or at in (low, high):
            return float(at)
        if value < 0.0:
            low = at
            below = value
            if side < 0:
                above *= 0.5
            side = -1
        else:
            high = at
            above = value
            if side > 0:
                below *= 0.5
            side = 1
    return float(0.5 * (low + high))


@kernel
def draws_loop(expected: Any, score: Any, bounds: Any, known: Any, draw: Any) -> None:
    """Tell the probability of a draw of every game, by the games of the periods before it.

    ``known`` counts the games before by |E − ½|, :data:`PRIOR` games between equals at first.
    """
    logarithm = 0.0
    drawn = 0.5 * PRIOR
    told = 0
    enough = 0.0
    for period in range(bounds.shape[0] - 1):
        start = bounds[period]
        if start >= enough:
            for i in range(told, start):
                E = expected[i]
                if E == E:  # noqa: PLR0124 - a NaN is not equal to itself
                    at = min(int(abs(E - 0.5) * 2.0 * known.shape[0]), known.shape[0] - 1)
                    known[at] += 1.0
                    drawn += 1.0 if score[i] == 0.5 else 0.0
            logarithm = likeliest(known, drawn, logarithm)
            told = start
            enough = max(start + 1.0, GROWTH * start)
        nu = math.exp(logarithm)
        for i in range(start, bounds[period + 1]):
            E = expected[i]
            draw[i] = davidson_share(E, nu) if E == E else math.nan  # noqa: PLR0124


def draws_before(expected: Floats, score: Floats, bounds: NDArray[np.int64]) -> Floats:
    """Return the probability of a draw of every game, by the games of the periods before it.

    Args:
        expected: float64 per game, in order of time; NaN where nothing is expected.
        score: the score of the first side.
        bounds: the first game of every period, and the number of games.
    """
    draw = np.full(len(expected), np.nan)
    known = np.zeros(STEPS)
    known[0] = PRIOR
    specialise(draws_loop, {}, 2.0 * len(expected))(expected, score, bounds, known, draw)
    return draw


class ThreeWay(NamedTuple):
    """How good forecasts of win, draw and loss were.

    Args:
        log_loss: the mean of −ln of the probability of what happened.
        ranked: the mean of Epstein's ranked probability score, from 0 (best) to 1.
    """

    log_loss: float
    ranked: float


@kernel
def three_way_loop(expected: Any, draw: Any, score: Any, counts: Any, sums: Any) -> None:
    """Sum up the scores of forecasts of three outcomes: log loss, ranked probability score, games."""
    product = 1.0
    for i in range(expected.shape[0]):
        if counts[i] == 0:
            continue
        S = score[i]
        half = 0.5 * draw[i]
        win = max(expected[i] - half, 0.0)
        not_lost = min(expected[i] + half, 1.0)
        won = 1.0 * int(S > 0.5)
        held = 1.0 * int(S >= 0.5)
        happened = won * win + (held - won) * draw[i] + (1.0 - held) * (1.0 - not_lost)
        product *= min(max(happened, LEAST_DRAW), 1.0)
        if product < SMALL:
            sums[0] -= math.log(product)
            product = 1.0
        sums[1] += 0.5 * ((win - won) * (win - won) + (not_lost - held) * (not_lost - held))
        sums[2] += 1.0
    sums[0] -= math.log(product)


def three_way(expected: Floats, draw: Floats, score: Floats, counts: NDArray[np.int8]) -> ThreeWay:
    """Return how good forecasts of win, draw and loss were.

    Args:
        expected: float64 per game, the expected score of the first side.
        draw: the probability of a draw.
        score: 0, ½ or 1.
        counts: which games count.
    """
    sums = np.zeros(3)
    specialise(three_way_loop, {}, len(expected))(expected, draw, score, counts, sums)
    loss, ranked, games = sums.tolist()
    return ThreeWay(loss / games, ranked / games) if games else ThreeWay(math.nan, math.nan)
