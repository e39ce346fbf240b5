"""Glicko-Boost's steps, and the loop that runs them period by period.

Four times a period the games are gone over, each time from the players' own ratings before it, and against
opponents as they are after the time before: steps 1 and 2, then, where a deviation was reset (step 3), the
same as steps 4 and 5. What is found for a player depends on sums over the player's games only.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from arpad.compiled.specialising import AHEAD, kernel, prefetch
from arpad.ratings.glicko.glicko import E, g, settle

RATING, VARIANCE, RESET, SEEN_RATING, SEEN_VARIANCE, DAMPING, INFORMATION, SURPRISE = range(8)
"""What a player's row, a cache line, holds: the rating and its variance before the period, the variance as
reset; how opponents see the player: rating, variance and its g; and sums over the games, 0 between passes."""

WIDTH = 8

UNHEARD = 1e15
"""Z of a success that was held to be impossible."""

STEEPEST = 700.0
"""An exponent that ``exp`` can still take."""


class BoostNumbers(NamedTuple):
    """The parameters as the kernels take them; the bounds squared, ``inside`` as the family wants it."""

    advantage: float
    k: float
    B1: float
    B2: float
    a0: float
    a1: float
    a2: float
    a3: float
    a4: float
    min_variance: float
    max_variance: float
    inside: float


@kernel
def increase(p: BoostNumbers, r: float, RD: float) -> float:
    """Return exp(α0 + α1 RD + α2 RD r + α3 r + α4 r²), r in thousands: a period's growth of RD² (step 6)."""
    R = r / 1000.0
    return math.exp(min(STEEPEST, p.a0 + p.a1 * RD + p.a2 * RD * R + p.a3 * R + p.a4 * R * R))


@kernel
def grown(p: BoostNumbers, r: float, variance: float, t: float) -> float:
    """Return RD² after step 6, once for each of ``t`` periods; for a part of one, that part of the growth."""
    while t > 0.0 and variance < p.max_variance:
        before = variance
        variance = min(p.max_variance, variance + min(1.0, t) * increase(p, r, math.sqrt(variance)))
        if variance == before:
            break
        t -= 1.0
    return variance


@kernel
def Z(information: float, surprise: float) -> float:  # noqa: N802 - the paper's letter
    """Return Z = Σ g (s − E) / √(Σ g² E (1 − E)) (step 3)."""
    if information > 0.0:
        return min(UNHEARD, surprise / math.sqrt(information))
    return UNHEARD if surprise > 0.0 else 0.0


@kernel
def reset(p: BoostNumbers, variance: float, z: float) -> float:
    """Return the square of RD · (1 + (Z − k) · B1) + B2 if Z > k, else RD² (step 3)."""
    if z <= p.k:
        return variance
    RD = math.sqrt(variance) * (1.0 + (z - p.k) * p.B1) + p.B2
    return max(variance, min(p.max_variance, RD * RD))


@kernel
def enter(p: BoostNumbers, rows: Any, i: int, now: float, last: float) -> None:
    """Let a player's variance grow from the last period played, NaN for none, to the start of this one."""
    if now > last:
        rows[i, VARIANCE] = grown(p, rows[i, RATING], rows[i, VARIANCE], now - last)
    rows[i, RESET] = rows[i, VARIANCE]
    show(rows, i, rows[i, RATING], rows[i, VARIANCE])


@kernel
def show(rows: Any, i: int, rating: float, variance: float) -> None:
    """Let opponents see a player so."""
    rows[i, SEEN_RATING] = rating
    rows[i, SEEN_VARIANCE] = variance
    rows[i, DAMPING] = g(variance)


@kernel
def count(rows: Any, a: int, b: int, h: float, score: float, weight: float) -> None:
    """Add one game of ``a`` to the sums, against ``b`` as seen."""
    g_b = rows[b, DAMPING]
    expected, rest = E(rows[a, RATING], rows[b, SEEN_RATING], g_b, h)
    rows[a, INFORMATION] += weight * (g_b * g_b * expected * rest)
    rows[a, SURPRISE] += weight * (g_b * (score - expected))


@kernel
def go_over(p: BoostNumbers, x: Any, start: int, end: int, rows: Any) -> None:
    """Sum what a period's games say of its players, against opponents as seen."""
    for i in range(start, end):
        ahead = min(i + AHEAD, end - 1)
        prefetch(rows, x.first[ahead])
        prefetch(rows, x.second[ahead])
        h = p.advantage * x.advantage[i] if x.advantage.shape[0] > 0 else 0.0
        weight = x.weight[i] if x.weight.shape[0] > 0 else 1.0
        count(rows, x.first[i], x.second[i], h, x.score[i], weight)
        count(rows, x.second[i], x.first[i], -h, 1.0 - x.score[i], weight)


@kernel
def settle_seen(p: Any, rows: Any, present: Any, players: int) -> None:
    """Let opponents see what the sums make of the players, and begin the sums anew."""
    for t in range(players):
        prefetch(rows, present[min(t + AHEAD, players - 1)])
        i = present[t]
        rating, variance, _ = settle(
            p, rows[i, RATING], rows[i, RESET], 0.0, rows[i, INFORMATION], rows[i, SURPRISE]
        )
        show(rows, i, rating, variance)
        rows[i, INFORMATION] = 0.0
        rows[i, SURPRISE] = 0.0


@kernel
def boost_loop(
    p: BoostNumbers,
    x: Any,
    trace: bool,
    order: Any,
    bounds: Any,
    rows: Any,
    last: Any,
    present: Any,
    before: Any,
    after: Any,
    as_opponents: Any,
) -> None:
    """Rate period by period, in place.

    Args:
        p: the parameters.
        x: the record's columns.
        trace: whether to keep what every game met and left.
        order: the number of every game's period.
        bounds: the first game of every period, and the number of games.
        rows: the players.
        last: float64 over players, the last period played; NaN for none.
        present: int32, room for the players of a period.
        before: games × 2 × 2, rating and variance before the period, grown.
        after: the same after it.
        as_opponents: games × 2 × 4, the same as opponents see them in step 5, and in step 2.
    """
    for period in range(bounds.shape[0] - 1):
        start = bounds[period]
        end = bounds[period + 1]
        now = float(order[start])
        players = 0
        for i in range(start, end):
            ahead = min(i + AHEAD, end - 1)
            prefetch(last, x.first[ahead])
            prefetch(last, x.second[ahead])
            for player in (x.first[i], x.second[i]):
                if last[player] != now:
                    enter(p, rows, player, now, last[player])
                    last[player] = now
                    present[players] = player
                    players += 1
        go_over(p, x, start, end, rows)  # step 1
        settle_seen(p, rows, present, players)
        if trace:
            keep(x, start, end, rows, RATING, before, 0)
            keep(x, start, end, rows, SEEN_RATING, as_opponents, 2)
        go_over(p, x, start, end, rows)  # step 2
        for t in range(players):  # step 3
            prefetch(rows, present[min(t + AHEAD, players - 1)])
            player = present[t]
            z = Z(rows[player, INFORMATION], rows[player, SURPRISE])
            rows[player, RESET] = reset(p, rows[player, VARIANCE], z)
            show(rows, player, rows[player, RATING], rows[player, RESET])
            rows[player, INFORMATION] = 0.0
            rows[player, SURPRISE] = 0.0
        go_over(p, x, start, end, rows)  # step 4
        settle_seen(p, rows, present, players)
        if trace:
            keep(x, start, end, rows, SEEN_RATING, as_opponents, 0)
        go_over(p, x, start, end, rows)  # step 5
        settle_seen(p, rows, present, players)
        for t in range(players):
            prefetch(rows, present[min(t + AHEAD, players - 1)])
            player = present[t]
            rows[player, RATING] = rows[player, SEEN_RATING]
            rows[player, VARIANCE] = rows[player, SEEN_VARIANCE]
        if trace:
            keep(x, start, end, rows, RATING, after, 0)


@kernel
def keep(x: Any, start: int, end: int, rows: Any, column: int, kept: Any, at: int) -> None:
    """Copy a rating and its variance, which stand side by side in a row, for a period's games."""
    for i in range(start, end):
        for offset in range(2):
            kept[i, 0, at + offset] = rows[x.first[i], column + offset]
            kept[i, 1, at + offset] = rows[x.second[i], column + offset]
