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

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PRIOR = 2.0
"""Games between equals, half of them drawn, from which ν begins."""

STEPS = 100
"""Into how many parts [0, ½] is cut to count the games by |E − ½|."""

GROWTH = 1.05
"""ν is found anew when so many times as many games are known."""

LEAST_DRAW = 1e-15


def davidson_shares(expected: Floats, nu: float) -> Floats:
    """Return Davidson's probability of a draw at each expected score."""
    q, c = expected * (1.0 - expected), 2.0 * expected - 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        share = 4.0 * nu * q / (nu + np.sqrt(nu * nu * c * c + 16.0 * q))
    return np.where(q > 0.0, np.minimum(share, 1.0 - np.abs(c)), 0.0)


def draws_before(expected: Floats, score: Floats, bounds: NDArray[np.int64]) -> Floats:
    """Return the probability of a draw of every game, by the games of the periods before it.

    Args:
        expected: float64 per game, in order of time; NaN where nothing is expected.
        score: the score of the first side.
        bounds: the first game of every period, and the number of games.
    """
    found = np.full(len(expected), np.nan)
    known = np.zeros(STEPS)
    middle = 0.5 + 0.5 * (np.arange(STEPS) + 0.5) / STEPS
    known[0] = PRIOR
    drawn, nu, enough = 0.5 * PRIOR, 1.0, 0.0
    waiting: list[int] = []
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        if start >= enough:
            if waiting:
                past = slice(waiting[0], start)
                told = ~np.isnan(expected[past])
                at = np.minimum(
                    (np.abs(expected[past][told] - 0.5) * 2.0 * STEPS).astype(np.int64), STEPS - 1
                )
                known += np.bincount(at, minlength=STEPS)
                drawn += float(np.count_nonzero(score[past][told] == 0.5))
            nu = _likeliest(known, middle, drawn, nu)
            waiting, enough = [start], max(start + 1.0, GROWTH * start)
        rows = slice(start, end)
        found[rows] = davidson_shares(expected[rows], nu)
    return found


def _likeliest(games: Floats, expected: Floats, drawn: float, begin: float) -> float:
    """Return the ν with which so many draws are expected, Σ P(draw) = draws, by bisection in ln ν."""
    low, high = math.log(1e-6), math.log(1e6)
    at = math.log(begin)
    for _ in range(60):
        if float(games @ davidson_shares(expected, math.exp(at))) < drawn:
            low = at
        else:
            high = at
        if high - low < 1e-9:
            break
        at = 0.5 * (low + high)
    return math.exp(at)


def three_way_log_loss(expected: Floats, draw: Floats, score: Floats) -> Floats:
    """Return −ln of the probability of what happened, float64 per game."""
    happened = np.where(
        score == 0.5, draw, np.where(score > 0.5, expected - 0.5 * draw, 1.0 - expected - 0.5 * draw)
    )
    loss: Floats = -np.log(np.clip(happened, LEAST_DRAW, 1.0))
    return loss


def ranked_probability(expected: Floats, draw: Floats, score: Floats) -> Floats:
    """Return Epstein's ranked probability score of win, draw and loss, from 0 (best) to 1."""
    win = np.maximum(expected - 0.5 * draw, 0.0)
    not_lost = np.minimum(expected + 0.5 * draw, 1.0)
    scored: Floats = 0.5 * ((win - (score > 0.5)) ** 2 + (not_lost - (score >= 0.5)) ** 2)
    return scored
