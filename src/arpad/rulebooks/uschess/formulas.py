"""The formulas of the US Chess rating system: effective games, the two rating formulas, bonus, floors.

Glickman, M. E. and Doan, T. (2015, 2020), *The US Chess Rating System*. The functions are named after
what the document calls things; R0 is the rating before the event, N the games before it, m those in it.
"""

from __future__ import annotations

import math
from typing import Any

from arpad.compiled.specialising import kernel
from arpad.ratings.elo.curves import logistic
from arpad.ratings.events.loop import OPPONENT, SCORE, THEIRS

SCALE = 400.0
"""The difference at odds of 10 to 1 in the standard formula, and of a certain win in the special one."""

ESTABLISHED = 25.0
"""A rating is established on more games than this."""

SPECIAL_UP_TO = 8.0
"""The special formula holds for players with no more previous games than this."""

HIGHEST_SPECIAL = 2700.0
"""No rating above this comes out of the special formula."""

LOWEST = 100.0
"""The lowest rating there is."""

MATCH_DIFFERENCE = 400.0
"""An individual match is rated between players no further apart."""

MATCH_LIMIT = 50.0
"""An individual match changes no rating by more."""

ROUNDS = 80
"""Halvings of an interval of up to 10^12 points, to well below 1e-7 points."""


@kernel
def age_based(age: float) -> float:
    """Return the rating that an unrated player of that age is first taken to have; of unknown age, 1300."""
    if not age < 26.0:
        return 1300.0
    return 100.0 if age < 2.0 else 50.0 * age


@kernel
def n_star(R0: float) -> float:
    """Return N*, the most games that a rating is taken to rest on."""
    if R0 > 2355.0:
        return 50.0
    d = 2569.0 - R0
    return 50.0 / math.sqrt(0.662 + 0.00000739 * (d * d))


@kernel
def effective_games(R0: float, N: float) -> float:
    """Return N0 = min(N, N*)."""
    return min(N, n_star(R0))


@kernel
def k_standard(dual: bool, R0: float, N0: float, m: float) -> float:
    """Return K = 800 / (N0 + m); of a dual-rated event's regular rating less from 2200 upwards."""
    share = 1.0
    if dual and R0 > 2200.0:
        share = 0.25 if R0 >= 2500.0 else 6.5 - 0.0025 * R0
    return 800.0 * share / (N0 + m)


@kernel
def winning_expectancy(R0: float, R_i: float) -> float:
    """Return E = 1 / (1 + 10^(−(R0 − Ri) / 400))."""
    expected, _ = logistic(R0 - R_i, SCALE)
    return expected


@kernel
def provisional_expectancy(R: float, R_i: float) -> float:
    """Return PWe = ½ + (R − Ri) / 800, between 0 and 1."""
    return min(1.0, max(0.0, 0.5 + (R - R_i) / (2.0 * SCALE)))


@kernel
def bonus(threshold: float, gain: float, m: float, most_meetings: float) -> float:
    """Return max(0, K(S − E) − B · √max(m, 4)), for three games and no opponent met more than twice."""
    if m < 3.0 or most_meetings > 2.0:
        return 0.0
    return max(0.0, gain - threshold * math.sqrt(max(m, 4.0)))


@kernel
def counts(match: bool, R0: float, N: float, theirs: float, their_games: float) -> bool:
    """Tell whether a game is rated: in a match both must be established and at most 400 points apart.

    An opponent of whose games nothing is known counts as established.
    """
    if not match:
        return True
    settled = N > ESTABLISHED and not their_games <= ESTABLISHED
    return settled and abs(R0 - theirs) <= MATCH_DIFFERENCE


@kernel
def meetings(faced: Any, start: int, end: int) -> float:
    """Return how often the opponent met most often was met; 3 stands for more."""
    most = 0.0
    for i in range(start, end):
        times = 1.0
        for j in range(i + 1, end):
            if faced[j, OPPONENT] == faced[i, OPPONENT]:
                times += 1.0
        most = max(most, times)
        if most > 2.0:
            return 3.0
    return most


@kernel
def prior(R0: float, kind: int) -> float:
    """Return R0', which stands for the games before: R0, 400 less after wins only, 400 more after losses."""
    return R0 - SCALE * kind


@kernel
def excess(R: float, R0: float, N0: float, kind: int, faced: Any, start: int, end: int) -> float:
    """Return f(R) = N0 · PWe(R, R0') + Σ PWe(R, Ri) − S', which the new rating makes 0.

    Args:
        R: the rating tried.
        R0: the rating before.
        N0: the effective games.
        kind: +1 after wins only, −1 after losses only, 0 else.
        faced: the games.
        start: the first of them.
        end: after the last.
    """
    total = N0 * (provisional_expectancy(R, prior(R0, kind)) - 0.5 * (1 + kind))
    for i in range(start, end):
        total += provisional_expectancy(R, faced[i, THEIRS]) - faced[i, SCORE]
    return total


@kernel
def special(R0: float, N0: float, kind: int, faced: Any, start: int, end: int) -> float:
    """Return the rating of the special formula: where f is 0, if anywhere between, nearest to R0.

    f rises, so both ends of where it is 0 are found by halving.
    """
    low = min(R0, prior(R0, kind))
    high = max(R0, prior(R0, kind))
    for i in range(start, end):
        low = min(low, faced[i, THEIRS])
        high = max(high, faced[i, THEIRS])
    low -= 2.0 * SCALE
    high += 2.0 * SCALE
    zero = 1e-13 * (N0 + (end - start))
    here = excess(R0, R0, N0, kind, faced, start, end)
    if abs(here) <= zero:
        return min(R0, HIGHEST_SPECIAL)
    a = low
    b = high
    for _ in range(ROUNDS):
        middle = 0.5 * (a + b)
        value = excess(middle, R0, N0, kind, faced, start, end)
        # Coming from below, stop at the first zero; from above, at the last.
        if (value < -zero) if here < 0.0 else (value <= zero):
            a = middle
        else:
            b = middle
    return min(0.5 * (a + b), HIGHEST_SPECIAL)


@kernel
def first_estimate(R0: float, faced: Any, start: int, end: int) -> float:
    """Return what opponents of an unrated player meet: the special formula with one effective game."""
    return max(LOWEST, special(R0, 1.0, 0, faced, start, end))


@kernel
def absolute_floor(wins: float, draws: float, events: float) -> float:
    """Return AF = min(100 + 4 · wins + 2 · draws + events of at least three games, 150)."""
    return min(LOWEST + 4.0 * wins + 2.0 * draws + events, 150.0)


@kernel
def peak_floor(peak: float) -> float:
    """Return the floor that an established peak leaves: a full hundred at least 200 below, 1200 to 2100."""
    if not peak >= 1400.0:
        return LOWEST
    return min(2100.0, 100.0 * math.floor((math.floor(peak + 0.5) - 200.0) / 100.0))
