"""The loops of Glickman's two systems: a rating with a deviation, live or by rating period.

A system is a set of *parts*, kernels that the loops call by these names. ``p`` are its parameters as a
NamedTuple of numbers, among them ``advantage`` (points) and ``inside``: how much of a rating period's growth
the system adds inside the period, after its games (Glicko-2's step 6: 1) and not before them (Glicko: 0).

* ``grown(p, variance, volatility, elapsed)``: the variance after ``elapsed`` rating periods without games;
* ``damping(variance)``: g, what an opponent's deviation leaves of a game, in (0, 1];
* ``expectation(r, r_j, g_j, h)``: E and 1 − E, the expected scores of a player and of the opponent j, whose
  damping is g_j; h is the player's advantage in points;
* ``settle(p, rating, variance, volatility, information, surprise)``: all three after the games, which have
  given ``information`` = Σ w · g² · E · (1 − E) and ``surprise`` = Σ w · g · (s − E).

A game of weight w counts as w games. A variance is the square of the deviation in points: the formulas want
that, and a root less per player and period is a tenth of the time.

One row per player, as wide as a cache line and touched only when the player plays: memory latency is the
floor of a large run. What depends on the player alone (the grown variance, g) is computed once a period.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.cache_lines import rows_of_zeros
from arpad.compiled.specialising import AHEAD, kernel, prefetch
from arpad.ratings.state import Floats


class GlickoParts(TypedDict, total=False):
    """The kernels that make a system of the family, by the names of the loops; one left out stays neutral."""

    grown: Callable[[Any, float, float, float], float]
    damping: Callable[[float], float]
    expectation: Callable[[float, float, float, float], tuple[float, float]]
    settle: Callable[[Any, float, float, float, float, float], tuple[float, float, float]]


RATING, VARIANCE, VOLATILITY, LAST, DAMPING, INFORMATION, SURPRISE, OPEN = range(8)
"""What a player's row holds. LAST is the time of the last game, in rating periods, NaN for a newcomer;
OPEN is 1 while the games of that period are not settled."""

WIDTH = 8
"""float64 per row: 64 bytes, a cache line."""

BLOCK = 32
"""Games whose players enter a rating period together, before the first of these games is weighed: what one
player's last period made of a rating does not wait for another's game, nor the game for that."""


class GlickoRunOptions(NamedTuple):
    """Which columns a run needs.

    Args:
        weights: games are weighted.
        advantages: a side may have White, or play at home.
        trace: what every game met and left is kept.
        forecasts: the expected score of every game before it is kept.
        sums: the games of one period are summed up and left so (:mod:`arpad.ratings.summing`).
    """

    weights: bool
    advantages: bool
    trace: bool
    forecasts: bool
    sums: bool = False


class PeriodEvidence(NamedTuple):
    """What a player's games say of the strength, before they are settled.

    Args:
        variance: the square of the deviation before them, in points, grown.
        volatility: the volatility before them; 0 where the system has none.
        information: Σ w · g² · E · (1 − E).
        surprise: Σ w · g · (s − E).
    """

    variance: float
    volatility: float
    information: float
    surprise: float


def newcomers(rating: Floats, deviation: Floats, volatility: Floats) -> Floats:
    """Return the rows of players who have not played, each on a cache line of its own."""
    rows = rows_of_zeros(len(rating), WIDTH)
    last = np.full(len(rating), np.nan)
    rows[:, : LAST + 1] = np.stack((rating, deviation * deviation, volatility, last), axis=1)
    return rows


def room_to_enter() -> NDArray[np.uint32]:
    """Return room for the players of a block of games, and for one more."""
    return np.empty(2 * BLOCK + 1, dtype=np.uint32)


# What follows only stands for the parts that a rating system plugs in.


@kernel
def grown(p: Any, variance: float, volatility: float, elapsed: float) -> float:
    """Stand for the growth of a variance."""
    return variance


@kernel
def damping(variance: float) -> float:
    """Stand for g."""
    return 1.0


@kernel
def expectation(r: float, r_j: float, g_j: float, h: float) -> tuple[float, float]:
    """Stand for E and 1 − E."""
    return 0.5, 0.5


@kernel
def settle(
    p: Any, rating: float, variance: float, volatility: float, information: float, surprise: float
) -> tuple[float, float, float]:
    """Stand for what the games make of a player."""
    return rating, variance, volatility


@kernel
def evidence(
    r: float, r_j: float, g_j: float, h: float, score: float, weight: float
) -> tuple[float, float, float]:
    """Return E, and one game's shares of the information and of the surprise."""
    expected, rest = expectation(r, r_j, g_j, h)
    return expected, weight * (g_j * g_j * expected * rest), weight * (g_j * (score - expected))


@kernel
def waited(now: float, last: float) -> float:
    """Return the rating periods since the last one played; 0 for a newcomer."""
    return now - last if now > last else 0.0


@kernel
def close(p: Any, rows: Any, player: int) -> None:
    """Settle what a player's games of the last rating period have given, if that is still to be done."""
    if rows[player, OPEN] != 0.0:
        rows[player, RATING], rows[player, VARIANCE], rows[player, VOLATILITY] = settle(
            p,
            rows[player, RATING],
            rows[player, VARIANCE],
            rows[player, VOLATILITY],
            rows[player, INFORMATION],
            rows[player, SURPRISE],
        )
        rows[player, OPEN] = 0.0


@kernel
def enter_period(p: Any, rows: Any, player: int, now: float) -> None:
    """Prepare a player's row for the first game of a rating period."""
    close(p, rows, player)
    elapsed = waited(now, rows[player, LAST]) - p.inside
    variance = grown(p, rows[player, VARIANCE], rows[player, VOLATILITY], max(0.0, elapsed))
    rows[player, VARIANCE] = variance
    rows[player, DAMPING] = damping(variance)
    rows[player, INFORMATION] = 0.0
    rows[player, SURPRISE] = 0.0
    rows[player, LAST] = now
    rows[player, OPEN] = 1.0


@kernel
def keep(kept: Any, game: int, side: int, rows: Any, player: int) -> None:
    """Copy a player's state into a trace, with the variance as it is."""
    for column in range(kept.shape[2]):
        kept[game, side, column] = rows[player, column]


@kernel
def period_loop(
    p: Any,
    columns: Any,
    uses: Any,
    order: Any,
    bounds: Any,
    entering: Any,
    rows: Any,
    before: Any,
    after: Any,
    forecast: Any,
) -> None:
    """Rate period by period, in place. ``order`` has the number of every game's period.

    ``entering`` is :func:`room_to_enter`; ``forecast`` takes the expected scores of the first sides, as
    :func:`expect_loop` finds them. A period is settled for a player who plays in a later one, or at the end:
    the row is at hand then.
    """
    first = columns.first
    second = columns.second
    games = first.shape[0]
    for period in range(bounds.shape[0] - 1):
        start = bounds[period]
        end = bounds[period + 1]
        now = float(order[start])
        for block in range(start, end, BLOCK):
            stop = min(block + BLOCK, end)
            # Written in any case, and kept or written over: no branch asks who plays for the first time,
            # which would be foreseen wrongly as often as not.
            waiting = 0
            for i in range(block, stop):
                ahead = min(i + AHEAD, games - 1)
                prefetch(rows, first[ahead])
                prefetch(rows, second[ahead])
                entering[waiting] = first[i]
                waiting += rows[first[i], LAST] != now
                entering[waiting] = second[i]
                waiting += rows[second[i], LAST] != now
            for k in range(waiting):
                if rows[entering[k], LAST] != now:  # else the player has two games in the block
                    enter_period(p, rows, entering[k], now)
            for i in range(block, stop):
                a = first[i]
                b = second[i]
                r_a = rows[a, RATING]
                r_b = rows[b, RATING]
                h = p.advantage * columns.advantage[i] if uses.advantages else 0.0
                weight = columns.weight[i] if uses.weights else 1.0
                score = columns.score[i]
                _, information_a, surprise_a = evidence(r_a, r_b, rows[b, DAMPING], h, score, weight)
                _, information_b, surprise_b = evidence(r_b, r_a, rows[a, DAMPING], -h, 1.0 - score, weight)
                rows[a, INFORMATION] += information_a
                rows[a, SURPRISE] += surprise_a
                rows[b, INFORMATION] += information_b
                rows[b, SURPRISE] += surprise_b
                if uses.forecasts:
                    both = damping(rows[a, VARIANCE] + rows[b, VARIANCE])
                    forecast[i], _ = expectation(r_a, r_b, both, h)
                if uses.trace:
                    keep(before, i, 0, rows, a)
                    keep(before, i, 1, rows, b)
        if uses.trace:
            for i in range(start, end):
                close(p, rows, first[i])
                close(p, rows, second[i])
                keep(after, i, 0, rows, first[i])
                keep(after, i, 1, rows, second[i])
    if not uses.sums:
        for player in range(rows.shape[0]):
            close(p, rows, player)


@kernel
def settle_loop(p: Any, now: float, sums: Any, rows: Any) -> None:
    """Settle a rating period from the sums of its games, in place; ``sums`` is players × 2."""
    for player in range(rows.shape[0]):
        enter_period(p, rows, player, now)
        rows[player, INFORMATION] = sums[player, 0]
        rows[player, SURPRISE] = sums[player, 1]
        close(p, rows, player)


@kernel
def live_loop(
    p: Any, columns: Any, uses: Any, position: Any, rows: Any, before: Any, after: Any, forecast: Any
) -> None:
    """Rate game by game, in place. ``position`` tells when each was, in periods; empty if no time passes.

    ``forecast`` takes the expected scores of the first sides, as :func:`expect_loop` finds them.
    """
    first = columns.first
    second = columns.second
    games = first.shape[0]
    timed = position.shape[0] > 0
    for i in range(games):
        ahead = min(i + AHEAD, games - 1)
        prefetch(rows, first[ahead])
        prefetch(rows, second[ahead])
        a = first[i]
        b = second[i]
        now = position[i] if timed else 0.0
        r_a = rows[a, RATING]
        r_b = rows[b, RATING]
        volatility_a = rows[a, VOLATILITY]
        volatility_b = rows[b, VOLATILITY]
        variance_a = grown(p, rows[a, VARIANCE], volatility_a, waited(now, rows[a, LAST]))
        variance_b = grown(p, rows[b, VARIANCE], volatility_b, waited(now, rows[b, LAST]))
        if uses.trace:
            rows[a, VARIANCE] = variance_a
            rows[b, VARIANCE] = variance_b
            keep(before, i, 0, rows, a)
            keep(before, i, 1, rows, b)
        h = p.advantage * columns.advantage[i] if uses.advantages else 0.0
        if uses.forecasts:
            forecast[i], _ = expectation(r_a, r_b, damping(variance_a + variance_b), h)
        weight = columns.weight[i] if uses.weights else 1.0
        score = columns.score[i]
        _, information_a, surprise_a = evidence(r_a, r_b, damping(variance_b), h, score, weight)
        _, information_b, surprise_b = evidence(r_b, r_a, damping(variance_a), -h, 1.0 - score, weight)
        rows[a, RATING], rows[a, VARIANCE], rows[a, VOLATILITY] = settle(
            p, r_a, variance_a, volatility_a, information_a, surprise_a
        )
        rows[b, RATING], rows[b, VARIANCE], rows[b, VOLATILITY] = settle(
            p, r_b, variance_b, volatility_b, information_b, surprise_b
        )
        rows[a, LAST] = now
        rows[b, LAST] = now
        if uses.trace:
            keep(after, i, 0, rows, a)
            keep(after, i, 1, rows, b)


@kernel
def expect_loop(first: Any, second: Any, lead: Any, expected: Any) -> None:
    """Find the expected score of the first side of each of many games; rows are rating and deviation."""
    for i in range(len(first)):
        g = damping(first[i, 1] * first[i, 1] + second[i, 1] * second[i, 1])
        expected[i], _ = expectation(first[i, 0], second[i, 0], g, lead[i])
