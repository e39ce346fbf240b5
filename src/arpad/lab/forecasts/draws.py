"""Three outcomes from an expected score: the probability of a draw that the games before tell.

References:
    Davidson, R. R. (1970), On extending the Bradley–Terry model to accommodate ties. *JASA* 65, 317–328.

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

Floats = NDArray[np.float64]

PRIOR = 2.0
"""Games between equals, half of them drawn, from which ν begins."""

STEPS = 100
"""Into how many parts [0, ½] is cut to count the games by |E − ½|."""

GROWTH = 1.05
"""ν is found anew when so many times as many games are known."""

FIRST_STEP = 1 / 64
"""From the last ln ν the next one is looked for so far away at first."""

WIDEST = math.log(1e6)
"""The greatest |ln ν| that is looked at."""


@kernel
def davidson_share(expected: float, nu: float) -> float:
    """Return Davidson's probability of a draw at an expected score."""
    q = max(expected * (1.0 - expected), 0.0)
    c = abs(2.0 * expected - 1.0)
    share = min(4.0 * nu * q / (nu + math.sqrt(nu * nu * c * c + 16.0 * q)), 1.0 - c)
    return float(share if q > 0.0 else 0.0)


@kernel
def surplus(games: Any, drawn: float, logarithm: float, shares: Any) -> float:
    """Return how many more draws are expected by ν than there were, of the games by |E − ½|."""
    nu = math.exp(logarithm)
    parts = games.shape[0]
    for at in range(parts):
        shares[at] = games[at] * davidson_share(0.5 + 0.5 * (at + 0.5) / parts, nu)
    excess = -drawn
    for at in range(parts):
        excess += shares[at]
    return float(excess)


@kernel
def likeliest(games: Any, drawn: float, begin: float, shares: Any) -> float:
    """Return ln ν with which so many draws are expected, Σ P(draw) = draws, by regula falsi (Illinois).

    ``begin`` is where the search begins.
    """
    low = begin
    below = surplus(games, drawn, low, shares)
    above = below
    high = low
    step = FIRST_STEP
    while low > -WIDEST and below > 0.0:
        high = low
        above = below
        low -= step
        step *= 2.0
        below = surplus(games, drawn, low, shares)
    while high < WIDEST and above < 0.0:
        low = high
        below = above
        high += step
        step *= 2.0
        above = surplus(games, drawn, high, shares)
    if below >= 0.0:
        return float(low)
    if above <= 0.0:
        return float(high)
    side = 0
    while high - low > 1e-10:
        at = (low * above - high * below) / (above - below)
        value = surplus(games, drawn, at, shares)
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
def count_by_distance(expected: Any, score: Any, histogram: Any) -> float:
    """Count games by |E − ½|, and return how many of them were drawn."""
    parts = histogram.shape[0]
    drawn = 0.0
    for i in range(score.shape[0]):
        E = expected[i]
        if E == E:  # noqa: PLR0124 - a NaN is not equal to itself
            histogram[min(int(abs(E - 0.5) * 2.0 * parts), parts - 1)] += 1.0
            drawn += 1.0 if score[i] == 0.5 else 0.0
    return drawn


@kernel
def share_loop(expected: Any, nu: float, draw: Any) -> None:
    """Tell Davidson's probability of a draw of many games."""
    for i in range(draw.shape[0]):
        draw[i] = davidson_share(expected[i], nu)


@kernel
def turns_loop(expected: Any, score: Any, turns: Any, histogram: Any, shares: Any, nu: Any) -> None:
    """Find ν at every turn from the games before it.

    ``histogram`` counts the games before by |E − ½|, :data:`PRIOR` games between equals at first.
    """
    logarithm = 0.0
    drawn = 0.5 * PRIOR
    before = 0
    for turn in range(nu.shape[0]):
        begin = turns[turn]
        drawn += count_by_distance(expected[before:begin], score[before:begin], histogram)
        logarithm = likeliest(histogram, drawn, logarithm, shares)
        nu[turn] = math.exp(logarithm)
        before = begin


@kernel
def result_loop(score: Any, counts: Any) -> tuple[int, int]:
    """Count the drawn games of those that count, and those that are neither drawn, won nor lost."""
    drawn = 0
    others = 0
    for i in range(score.shape[0]):
        S = score[i]
        counted = counts[i] != 0
        drawn += 1 if counted and S == 0.5 else 0
        others += 1 if counted and S * (1.0 - S) * (S - 0.5) != 0.0 else 0
    return drawn, others


def have_draws(score: Floats, counts: NDArray[np.bool_]) -> bool:
    """Tell whether games that count were drawn, and every one of them was won, drawn or lost."""
    drawn, others = specialise(result_loop, {}, len(score))(score, counts.view(np.int8))
    return bool(drawn > 0 and others == 0)


class Draws(NamedTuple):
    """Probabilities of draws, by the games before.

    Args:
        turns: int64, the first games from which each ν holds, and the number of games.
        nu: float64, Davidson's ν of the games from each turn on.
        own: float64 per game, a forecaster's own probabilities, NaN where it does not say; no rows where it
            says nothing of draws.
    """

    turns: NDArray[np.int64]
    nu: Floats
    own: Floats

    def column(self, expected: Floats) -> Floats:
        """Return the probability of a draw of every game, NaN where nothing is expected."""
        nu = np.repeat(self.nu, np.diff(self.turns))
        loop = specialise(column_loop, {}, len(expected))
        draw = np.empty(len(expected))
        loop(expected, nu, draw)
        return draw if not len(self.own) else np.where(np.isnan(self.own), draw, self.own)


@kernel
def column_loop(expected: Any, nu: Any, draw: Any) -> None:
    """Tell Davidson's probability of a draw of games with a ν of each."""
    for i in range(draw.shape[0]):
        E = expected[i]
        draw[i] = davidson_share(E, nu[i]) if E == E else math.nan  # noqa: PLR0124 - a NaN differs from itself


def draws_before(
    expected: Floats, score: Floats, time: NDArray[Any] | None = None, own: Floats | None = None
) -> Draws:
    """Return the probabilities of draws, by the games of the moments before each game.

    Args:
        expected: float64 per game, in order of time; NaN where nothing is expected.
        score: the score of the first side.
        time: the moment of every game; None where each has its own.
        own: the forecaster's own probabilities of draws, NaN where it does not say.
    """
    turns, enough = [0], 1
    while (at := _begin(time, enough)) < len(expected):
        turns.append(at)
        enough = max(at + 1, math.ceil(GROWTH * at))
    draws = Draws(
        np.array([*turns, len(expected)]), np.empty(len(turns)), np.empty(0) if own is None else own
    )
    histogram = np.zeros(STEPS)
    histogram[0] = PRIOR
    loop = specialise(turns_loop, {}, len(expected))
    loop(expected, score, draws.turns, histogram, np.empty(STEPS), draws.nu)
    return draws


def _begin(time: NDArray[Any] | None, least: int) -> int:
    """Return the first game of a moment, from a game on; the number of games or more where there is none."""
    if time is None or least >= len(time) or time[least] != time[least - 1]:
        return least
    return int(np.searchsorted(time, time[least], side="right"))
