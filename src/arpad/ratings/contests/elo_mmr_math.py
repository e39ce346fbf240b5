"""Elo-MMR's first equation as kernels: which performance a place tells.

References:
    Ebtekar, A. and Liu, P. (2021), Elo-MMR: A rating system for massive multiplayer competitions. *WWW '21*;
    theorem 1 and its two specialisations.

A player's performance p is the zero of Q(p) = Σ l(p) over those ahead + Σ d(p) over those level, the player
among them, + Σ v(p) over those behind. Each of l, d and v falls with p, so Q does. *Compared* kernels give
l, d and v of one opponent with two derivatives each, as :func:`performances` interpolates between nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

from arpad.compiled.specialising import kernel
from arpad.ratings.contests.trueskill_math import above

SCALE = math.sqrt(3.0) / math.pi
"""The scale of a logistic distribution over its standard deviation."""

STEP = 0.075
"""How far apart the nodes of the grid are, in the least deviation of a performance: exact to 10⁻⁸ points."""

NODES = 4000
"""Nodes of the grid at most; ratings farther apart are solved one by one."""

ALONE = 64
"""Sides of a contest up to which every place is solved by itself."""


class EloMMRParameters(NamedTuple):
    """The parameters as the kernels take them.

    Args:
        rho: the rate of transfer over that of decay.
        beta2: variance of a performance in a contest of weight 1.
        gamma2: variance that a contest of weight 1 adds to the skill.
        drift2: variance that a rating period adds.
        limit2: the variance at which β and γ balance.
        gaussian: whether performances are normal, not logistic.
        split: whether a tie is half a win and half a loss, not the density of the paper.
    """

    rho: float
    beta2: float
    gamma2: float
    drift2: float
    limit2: float
    gaussian: bool
    split: bool


class Terms(NamedTuple):
    """l, d and v of one opponent, each with its first and second derivative."""

    l0: float
    l1: float
    l2: float
    d0: float
    d1: float
    d2: float
    v0: float
    v1: float
    v2: float


class MmrParts(TypedDict):
    """The kernels that make the system, by the names of the loop.

    Keys:
        compared: ``(p, x, mean, spread)``: l, d and v of a performance x against one opponent.
    """

    compared: Callable[[EloMMRParameters, float, float, float], Terms]


class ContestSides(NamedTuple):
    """The sides of one contest in the order of their places; float64 each, one entry a side.

    Args:
        mean: the rating before the contest.
        spread: δ, the deviation of the performance.
        place: the place.
        performance: what the contest tells; sides that tie have one.
        now, then: Q with its derivatives at two neighbouring nodes, sides × 3.
    """

    mean: Any
    spread: Any
    place: Any
    performance: Any
    now: Any
    then: Any


@kernel
def variance_of(p: EloMMRParameters, weight: float) -> float:
    """Return β² of a contest of some weight: at weight 1 that of the parameters, at 0 without bound."""
    return p.limit2 + (p.beta2 - p.limit2) / weight


@kernel
def logistic_compared(p: EloMMRParameters, x: float, mean: float, spread: float) -> Terms:
    """Compare a performance x with that of a logistic opponent: l = −F / s, v = (1 − F) / s, d = l + v."""
    s = spread * SCALE
    z = (x - mean) / s
    odds = math.exp(-abs(z))
    high = 1.0 / (1.0 + odds)
    low = odds * high
    F, rest = (high, low) if z >= 0.0 else (low, high)
    slope = -high * low / (s * s)
    bend = slope * (rest - F) / s
    half = 1.0 if p.split else 2.0
    return Terms(
        -F / s, slope, bend, 0.5 * half * (rest - F) / s, half * slope, half * bend, rest / s, slope, bend
    )


@kernel
def gaussian_compared(p: EloMMRParameters, x: float, mean: float, spread: float) -> Terms:
    """Compare a performance x with that of a normal opponent: v = φ / Φ, l = −φ / (1 − Φ), d = −z, over δ."""
    z = (x - mean) / spread
    v, w = above(z)
    u, uw = above(-z)
    first, second = 1.0 / (spread * spread), 1.0 / (spread * spread * spread)
    v1, v2 = -w * first, (2.0 * v * w - v + z * w) * second
    u1, u2 = -uw * first, (u - 2.0 * u * uw + z * uw) * second
    if p.split:
        d0, d1, d2 = 0.5 * (v - u) / spread, 0.5 * (v1 + u1), 0.5 * (v2 + u2)
    else:
        d0, d1, d2 = -z / spread, -first, 0.0
    return Terms(-u / spread, u1, u2, d0, d1, d2, v / spread, v1, v2)


@kernel
def compared(p: EloMMRParameters, x: float, mean: float, spread: float) -> Terms:
    """Stand for the comparison with one opponent."""
    return Terms(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def balance(p: EloMMRParameters, n: int, start: int, end: int, x: float, room: Any) -> tuple[float, float]:
    """Return Q and Q' at x for the sides from ``start`` to ``end``, who share a place."""
    value = 0.0
    slope = 0.0
    for j in range(n):
        t = compared(p, x, room.mean[j], room.spread[j])
        if j < start:
            value += t.l0
            slope += t.l1
        elif j < end:
            value += t.d0
            slope += t.d1
        else:
            value += t.v0
            slope += t.v1
    return value, slope


@kernel
def solved(p: EloMMRParameters, n: int, start: int, end: int, room: Any) -> float:
    """Return the zero of Q by Newton's method within a bracket, for the sides that share a place."""
    low = math.inf
    high = -math.inf
    widest = 0.0
    for j in range(n):
        low = min(low, room.mean[j])
        high = max(high, room.mean[j])
        widest = max(widest, room.spread[j])
    reach = widest
    while balance(p, n, start, end, low - reach, room)[0] < 0.0 and reach < 1e6 * widest:
        reach = 2.0 * reach
    low = low - reach
    reach = widest
    while balance(p, n, start, end, high + reach, room)[0] > 0.0 and reach < 1e6 * widest:
        reach = 2.0 * reach
    high = high + reach
    x: float = min(max(room.mean[start], low), high)
    for _ in range(200):
        value, slope = balance(p, n, start, end, x, room)
        if value > 0.0:
            low = x
        else:
            high = x
        after = x - value / slope if slope < 0.0 else 0.5 * (low + high)
        if not low <= after <= high:
            after = 0.5 * (low + high)
        if abs(after - x) <= 1e-13 * (widest + abs(x)):
            return after
        x = after
    return x


@kernel
def node(p: EloMMRParameters, n: int, x: float, room: Any, into: Any) -> None:
    """Put Q, Q' and Q'' at x for every place into ``into``, at the first of its sides.

    One pass from the last place up sums v over those behind, and l over those not ahead; the l of those
    ahead is that of all less the latter.
    """
    q0 = 0.0
    q1 = 0.0
    q2 = 0.0
    l0 = 0.0
    l1 = 0.0
    l2 = 0.0
    end = n
    while end > 0:
        start = end
        d0 = q0
        d1 = q1
        d2 = q2
        while start > 0 and (start == end or room.place[start - 1] == room.place[start]):
            start -= 1
            t = compared(p, x, room.mean[start], room.spread[start])
            d0 += t.d0
            d1 += t.d1
            d2 += t.d2
            q0 += t.v0
            q1 += t.v1
            q2 += t.v2
            l0 += t.l0
            l1 += t.l1
            l2 += t.l2
        into[start, 0] = d0 - l0
        into[start, 1] = d1 - l1
        into[start, 2] = d2 - l2
        end = start
    for j in range(n):
        into[j, 0] += l0
        into[j, 1] += l1
        into[j, 2] += l2


@kernel
def between(room: Any, k: int, h: float) -> float:
    """Return where the quintic with the values and derivatives at two nodes is 0, in steps from the lower."""
    f0 = room.then[k, 0]
    f1 = room.then[k, 1] * h
    f2 = 0.5 * room.then[k, 2] * h * h
    g0 = room.now[k, 0] - f0 - f1 - f2
    g1 = room.now[k, 1] * h - f1 - 2.0 * f2
    g2 = room.now[k, 2] * h * h - 2.0 * f2
    f3 = 10.0 * g0 - 4.0 * g1 + 0.5 * g2
    f4 = -15.0 * g0 + 7.0 * g1 - g2
    f5 = 6.0 * g0 - 3.0 * g1 + 0.5 * g2
    low = 0.0
    high = 1.0
    t = 0.5
    for _ in range(60):
        value = f0 + t * (f1 + t * (f2 + t * (f3 + t * (f4 + t * f5))))
        slope = f1 + t * (2.0 * f2 + t * (3.0 * f3 + t * (4.0 * f4 + t * 5.0 * f5)))
        if value > 0.0:
            low = t
        else:
            high = t
        after = t - value / slope if slope < 0.0 else 0.5 * (low + high)
        if not low <= after <= high:
            after = 0.5 * (low + high)
        if abs(after - t) <= 1e-15:
            return after
        t = after
    return t


@kernel
def one_by_one(p: EloMMRParameters, n: int, room: Any) -> None:
    """Find every place's performance by itself."""
    start = 0
    while start < n:
        end = start
        while end < n and room.place[end] == room.place[start]:
            end += 1
        performance = solved(p, n, start, end, room)
        for j in range(start, end):
            room.performance[j] = performance
        start = end


@kernel
def performances(p: EloMMRParameters, n: int, room: Any) -> None:
    """Find every place's performance; n of many places cost what n · nodes comparisons do, not n².

    Q of a better place is the greater one everywhere, so its zero is further up: one way down a grid, from
    the zero of the first place to that of the last, passes all of them.
    """
    if n <= ALONE:
        one_by_one(p, n, room)
        return
    least = math.inf
    for j in range(n):
        least = min(least, room.spread[j])
    last = n - 1
    while last > 0 and room.place[last - 1] == room.place[last]:
        last -= 1
    first = 1
    while first < n and room.place[first] == room.place[0]:
        first += 1
    x = solved(p, n, 0, first, room)
    low = solved(p, n, last, n, room)
    h = STEP * least
    if (x - low) / h > NODES:
        one_by_one(p, n, room)
        return
    for j in range(first):
        room.performance[j] = x
    for j in range(last, n):
        room.performance[j] = low
    start = first
    node(p, n, x, room, room.now)
    while start < last:
        x = x - h
        node(p, n, x, room, room.then)
        while start < last and room.then[start, 0] >= 0.0:
            performance = x + h * between(room, start, h)
            end = start
            while end < n and room.place[end] == room.place[start]:
                room.performance[end] = performance
                end += 1
            start = end
        for j in range(start, n):
            for k in range(3):
                room.now[j, k] = room.then[j, k]
