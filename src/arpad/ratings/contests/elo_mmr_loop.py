"""The loop of Elo-MMR over contests, and what a player's belief is: a Gaussian and the performances so far.

References:
    Ebtekar, A. and Liu, P. (2021), Elo-MMR: A rating system for massive multiplayer competitions. *WWW '21*;
    algorithms 1 (the loop), 2 (:func:`diffused`) and 3 (:func:`learnt`).

A belief is the product of a Gaussian factor, with centre p0 and weight w0, and of a logistic one for each
past performance, with its p, weight w and variance β². The weights add up to 1 / σ²; the rating μ is where
the product is greatest. A player's performances lie in a stretch of one pool, the oldest first. The oldest
joins the Gaussian when the stretch is full, as the paper's section on history compression has it, and when it
weighs no more than rounding.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.ratings.contests.elo_mmr_math import SCALE, EloMMRParameters, performances, variance_of
from arpad.ratings.state import Floats

MU, VARIANCE, CENTRE, WEIGHT, KEPT, NEXT, WHEN = range(7)
"""The columns of a player's row; ``WHEN`` is where the last contest lay in time, NaN before the first."""

AT, SHARE, SPREAD = range(3)
"""The columns of a performance in the pool: p, w and β²."""

NEGLIGIBLE = 1e-17
"""The share of a player's whole weight below which a performance joins the Gaussian: a million points away it
moves a rating by 10⁻¹¹. What a player remembers is so bounded, and with it the time of a contest."""

FORGOTTEN = 1e-30
"""The share of its weight below which a performance is dropped: all of it has gone into the Gaussian."""


class EloMMRColumns(NamedTuple):
    """The columns of contests of single players as kernels take them.

    Args:
        starts: int64, contests + 1.
        order: int64 per side, the sides of each contest in the order of their places.
        place: int32 per side.
        member: int32 per side.
        weight: float64 per contest, or empty.
        position: float64 per contest, where it lies in time in rating periods, or empty.
        base: int64, players + 1: each player's stretch of the pool.
    """

    starts: NDArray[np.int64]
    order: NDArray[np.int64]
    place: NDArray[np.int32]
    member: NDArray[np.int32]
    weight: Floats
    position: Floats
    base: NDArray[np.int64]


class EloMMRRunOptions(NamedTuple):
    """Which columns a run needs."""

    weights: bool
    times: bool
    trace: bool


@kernel
def diffused(p: EloMMRParameters, rows: Any, pool: Any, base: Any, player: int, gained: float) -> None:
    """Let the skill drift by a variance of ``gained``: algorithm 2, which leaves the rating where it is."""
    if gained <= 0.0:
        return
    kappa = 1.0 / (1.0 + gained / rows[player, VARIANCE])
    transfer = kappa**p.rho
    start = base[player]
    total = rows[player, WEIGHT]
    kept = int(rows[player, KEPT])
    for k in range(start, start + kept):
        total += pool[k, SHARE]
        pool[k, SHARE] = pool[k, SHARE] * kappa * transfer
    stayed = transfer * rows[player, WEIGHT]
    moved = (1.0 - transfer) * total
    if stayed + moved > 0.0:
        rows[player, CENTRE] = (stayed * rows[player, CENTRE] + moved * rows[player, MU]) / (stayed + moved)
    rows[player, WEIGHT] = kappa * (stayed + moved)
    rows[player, VARIANCE] = rows[player, VARIANCE] + gained
    if kappa * transfer < FORGOTTEN:
        rows[player, KEPT] = 0.0
        rows[player, NEXT] = 0.0


@kernel
def absorbed(rows: Any, player: int, at: float, weight: float) -> None:
    """Let the Gaussian factor take in another one."""
    total = rows[player, WEIGHT] + weight
    if total > 0.0:
        rows[player, CENTRE] = (rows[player, WEIGHT] * rows[player, CENTRE] + weight * at) / total
    rows[player, WEIGHT] = total


@kernel
def make_room(rows: Any, pool: Any, base: Any, player: int) -> int:
    """Let the oldest performances join the Gaussian, one for want of room, and all that weigh nothing.

    Returns:
        how many performances are left, which is the place of the next one; the oldest comes first.
    """
    start = base[player]
    kept = int(rows[player, KEPT])
    gone = 1 if kept == base[player + 1] - start else 0
    while gone < kept and pool[start + gone, SHARE] * rows[player, VARIANCE] < NEGLIGIBLE:
        gone += 1
    for k in range(start, start + gone):
        absorbed(rows, player, pool[k, AT], pool[k, SHARE])
    if gone > 0:
        for k in range(start, start + kept - gone):
            for column in range(SPREAD + 1):
                pool[k, column] = pool[k + gone, column]
    rows[player, KEPT] = float(kept - gone)
    return kept - gone


@kernel
def pulled(rows: Any, pool: Any, base: Any, player: int, x: float) -> tuple[float, float]:
    """Return L'(x), the pull of all factors away from x, and its slope."""
    value = rows[player, WEIGHT] * (x - rows[player, CENTRE])
    slope = rows[player, WEIGHT]
    start = base[player]
    for k in range(start, start + int(rows[player, KEPT])):
        scale = SCALE * math.sqrt(pool[k, SPREAD])
        height = pool[k, SHARE] * pool[k, SPREAD] / scale
        t = math.tanh((x - pool[k, AT]) / (2.0 * scale))
        value += height * t
        slope += height * (1.0 - t * t) / (2.0 * scale)
    return value, slope


@kernel
def likeliest(rows: Any, pool: Any, base: Any, player: int) -> float:
    """Return the zero of L', the rating: Newton's method between the least and the greatest centre."""
    low = rows[player, CENTRE]
    high = low
    start = base[player]
    for k in range(start, start + int(rows[player, KEPT])):
        low = min(low, pool[k, AT])
        high = max(high, pool[k, AT])
    x: float = min(max(rows[player, MU], low), high)
    for _ in range(200):
        value, slope = pulled(rows, pool, base, player, x)
        if value < 0.0:
            low = x
        else:
            high = x
        after: float = x - value / slope if slope > 0.0 else 0.5 * (low + high)
        if not low <= after <= high:
            after = 0.5 * (low + high)
        if abs(after - x) <= 1e-14 * (1.0 + abs(x)):
            return after
        x = after
    return x


@kernel
def learnt(
    p: EloMMRParameters, rows: Any, pool: Any, base: Any, player: int, performance: float, beta2: float
) -> None:
    """Take in a performance, and find the rating anew: the second half of algorithm 3."""
    weight = 1.0 / beta2
    if p.gaussian:
        absorbed(rows, player, performance, weight)
    else:
        at = base[player] + make_room(rows, pool, base, player)
        pool[at, AT] = performance
        pool[at, SHARE] = weight
        pool[at, SPREAD] = beta2
        rows[player, KEPT] = rows[player, KEPT] + 1.0
        rows[player, NEXT] = rows[player, KEPT] % (base[player + 1] - base[player])
    rows[player, MU] = likeliest(rows, pool, base, player)
    rows[player, VARIANCE] = 1.0 / (1.0 / rows[player, VARIANCE] + weight)


@kernel
def contests_loop(
    p: EloMMRParameters, columns: Any, uses: Any, room: Any, rows: Any, pool: Any, before: Any, after: Any
) -> None:
    """Rate contests, in place; the trace is by side, with variances for deviations."""
    base = columns.base
    for contest in range(columns.starts.shape[0] - 1):
        start = columns.starts[contest]
        n = columns.starts[contest + 1] - start
        weight = columns.weight[contest] if uses.weights else 1.0
        counts = weight > 0.0
        beta2 = variance_of(p, weight) if counts else p.beta2
        for k in range(n):
            side = columns.order[start + k]
            player = columns.member[side]
            if uses.times:
                now = columns.position[contest]
                if rows[player, WHEN] < now:
                    diffused(p, rows, pool, base, player, p.drift2 * (now - rows[player, WHEN]))
                rows[player, WHEN] = now
            if uses.trace:
                before[side, 0] = rows[player, MU]
                before[side, 1] = rows[player, VARIANCE]
            if counts:
                diffused(p, rows, pool, base, player, weight * p.gamma2)
            room.mean[k] = rows[player, MU]
            room.spread[k] = math.sqrt(rows[player, VARIANCE] + beta2)
            room.place[k] = columns.place[side]
        if counts:
            performances(p, n, room)
        for k in range(n):
            side = columns.order[start + k]
            player = columns.member[side]
            if counts:
                learnt(p, rows, pool, base, player, room.performance[k], beta2)
            if uses.trace:
                after[side, 0] = rows[player, MU]
                after[side, 1] = rows[player, VARIANCE]
