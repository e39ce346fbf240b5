"""Newton's method on one player's whole curve at a time (Coulom 2008, section 3 and appendix B).

In natural units, about the prior's player of strength 0. Minus the Hessian of a player's log-posterior is
tridiagonal, so a step costs as many operations as the curve has points.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from arpad.compiled.specialising import AHEAD, kernel, prefetch

FAR = 3.0
"""The longest step, in natural units: from afar Newton's method may overshoot a logistic curve."""


class Whr(NamedTuple):
    """Parameters in natural units.

    Args:
        w2: the variance of a strength's walk, per rating period.
        prior: virtual games, half of them won, against a player of strength 0 in the first period.
        h: what the advantage is worth.
        precision: the gradient below which the curves count as found.
        rounds: how often to go over all players at most.
    """

    w2: float
    prior: float
    h: float
    precision: float
    rounds: int


@kernel
def win(x: float) -> float:
    """Return 1 / (1 + e^−x): Bradley and Terry's model, equation 1.

    No branch asks who is the stronger: it would be foreseen wrongly every other time.
    """
    return 1.0 / (1.0 + math.exp(min(-x, 700.0)))


@kernel
def slope(p: Any, points: Any, ties: Any, r: Any, player: int, g: Any, m: Any, back: bool) -> float:
    """Fill gradient g and diagonal m of minus the Hessian of a player's curve; return max |g|.

    Appendix B.1 (games) and B.2 (Wiener prior); the virtual games stand at the first point. With ``back`` the
    player before this one comes next, whose opponents are then asked for ahead of time.
    """
    begin, end = points.start[player], points.start[player + 1]
    last = points.opponent.shape[0] - 1
    here = points.entry[end]
    hop = points.entry[begin] - AHEAD - here if back else 0
    worst = 0.0
    for t in range(begin, end):
        own = r[t]
        first = 0.0
        second = 0.0
        for k in range(points.entry[t], points.entry[t + 1]):
            ahead = k + AHEAD
            if ahead >= here:
                ahead = max(0, min(ahead + hop, last))
            prefetch(r, points.opponent[ahead])
            E = win(own - r[points.opponent[k]] + p.h * points.side[k])
            w = points.weight[k]
            first += w * (points.score[k] - E)
            second += w * E * (1.0 - E)
        if t == begin:
            E = win(own)
            first += p.prior * (0.5 - E)
            second += p.prior * E * (1.0 - E)
        else:
            tie = ties[t]
            first -= (own - r[t - 1]) * tie
            second += tie
        if t + 1 < end:
            tie = ties[t + 1]
            first -= (own - r[t + 1]) * tie
            second += tie
        g[t] = first
        m[t] = second
        worst = max(worst, abs(first))
    return worst


@kernel
def step_of_curve(ties: Any, begin: int, end: int, g: Any, m: Any) -> float:
    """Turn the gradient of a curve into its Newton step (appendix B.3, LU by hand); return the longest of it.

    Of the diagonal ``m`` are left the pivots.
    """
    for t in range(begin + 1, end):
        tie = ties[t]
        share = tie / m[t - 1]
        m[t] -= share * tie
        g[t] += share * g[t - 1]
    g[end - 1] /= m[end - 1]
    longest = abs(g[end - 1])
    for t in range(end - 2, begin - 1, -1):
        tie = ties[t + 1]
        g[t] = (g[t] + tie * g[t + 1]) / m[t]
        longest = max(longest, abs(g[t]))
    return float(longest)


@kernel
def newton(p: Any, points: Any, ties: Any, r: Any, player: int, g: Any, m: Any, back: bool) -> float:
    """Move a player's curve by one Newton step; return max |gradient| before."""
    begin, end = points.start[player], points.start[player + 1]
    if begin == end:
        return 0.0
    worst = slope(p, points, ties, r, player, g, m, back)
    longest = step_of_curve(ties, begin, end, g, m)
    shrink = 1.0 if longest <= FAR else FAR / longest
    for t in range(begin, end):
        r[t] += shrink * g[t]
    return worst


@kernel
def level(p: Any, points: Any, r: Any) -> None:
    """Shift all curves by one Newton step together: only the virtual games feel it.

    Games see differences alone, so the level of all is what going from player to player finds last.
    """
    first = 0.0
    second = 0.0
    players = points.start.shape[0] - 1
    for player in range(players):
        t = points.start[player]
        if t < points.start[player + 1]:
            E = win(r[t])
            first += p.prior * (0.5 - E)
            second += p.prior * E * (1.0 - E)
    if second <= 0.0:
        return
    shift = max(-FAR, min(FAR, first / second))
    for t in range(r.shape[0]):
        r[t] += shift


@kernel
def whr_round(p: Any, points: Any, ties: Any, r: Any, g: Any, m: Any, back: bool) -> float:
    """Go over all players once, changing the curves ``r`` in place; return the largest gradient met.

    Args:
        p: :class:`Whr`.
        points: :class:`arpad.ratings.whole_history.player_periods.Points`.
        ties: per point 1 / (w² · gap), the precision with which it follows the point before.
        r: per point the curve.
        g: room, per point.
        m: room, per point.
        back: from the last player to the first.
    """
    players = points.start.shape[0] - 1
    worst = 0.0
    for i in range(players):
        worst = max(worst, newton(p, points, ties, r, players - 1 - i if back else i, g, m, back))
    level(p, points, r)
    return worst


@kernel
def gradient_left(p: Any, points: Any, ties: Any, r: Any, g: Any, m: Any) -> float:
    """Return the largest gradient of all curves as they are."""
    worst = 0.0
    for player in range(points.start.shape[0] - 1):
        worst = max(worst, slope(p, points, ties, r, player, g, m, False))
    return worst


# Newton's method on all curves at once: minus the Hessian of all is not tridiagonal, since games tie the
# players together, and is only ever multiplied by a vector.


@kernel
def bends_loop(p: Any, points: Any, r: Any, bend: Any) -> None:
    """Fill per entry w · E · (1 − E): how much a game bends the log-posterior."""
    last = points.opponent.shape[0] - 1
    for t in range(points.entry.shape[0] - 1):
        own = r[t]
        for k in range(points.entry[t], points.entry[t + 1]):
            prefetch(r, points.opponent[min(k + AHEAD, last)])
            E = win(own - r[points.opponent[k]] + p.h * points.side[k])
            bend[k] = points.weight[k] * E * (1.0 - E)


@kernel
def hessian_loop(points: Any, ties: Any, m: Any, bend: Any, v: Any, out: Any) -> float:
    """Fill ``out`` with minus the Hessian of all curves times ``v``; return the product of both.

    Args:
        points: the games as curves.
        ties: per point, the precision with which it follows the point before.
        m: the diagonal of minus the Hessian.
        bend: per entry, from :func:`bends_loop`.
        v: per point, the vector.
        out: per point, the answer.
    """
    last = points.opponent.shape[0] - 1
    product = 0.0
    for player in range(points.start.shape[0] - 1):
        begin, end = points.start[player], points.start[player + 1]
        for t in range(begin, end):
            sum_ = m[t] * v[t]
            for k in range(points.entry[t], points.entry[t + 1]):
                prefetch(v, points.opponent[min(k + AHEAD, last)])
                sum_ -= bend[k] * v[points.opponent[k]]
            if t > begin:
                sum_ -= ties[t] * v[t - 1]
            if t + 1 < end:
                sum_ -= ties[t + 1] * v[t + 1]
            out[t] = sum_
            product += sum_ * v[t]
    return product


@kernel
def pivots_loop(points: Any, ties: Any, m: Any, pivot: Any) -> None:
    """Fill ``pivot`` with 1 / the pivots of every curve's own matrix, whose diagonal is ``m``."""
    for player in range(points.start.shape[0] - 1):
        begin, end = points.start[player], points.start[player + 1]
        for t in range(begin, end):
            share = 0.0 if t == begin else ties[t] * ties[t] * pivot[t - 1]
            pivot[t] = 1.0 / (m[t] - share)


@kernel
def rest_loop(
    points: Any, ties: Any, pivot: Any, length: float, bent: Any, rest: Any, y: Any, sums: Any
) -> None:
    """Take ``length`` times ``bent`` from ``rest``, and step every curve along as if the others stood still.

    Args:
        points: the games as curves.
        ties: per point, the precision with which it follows the point before.
        pivot: from :func:`pivots_loop`.
        length: of the step that conjugate gradients take.
        bent: minus the Hessian times their direction.
        rest: what is left of the right side, in place.
        y: the steps of all curves.
        sums: two numbers, in place: the squares of ``rest``, and the product of ``rest`` and ``y``.
    """
    largest = 0.0
    product = 0.0
    for player in range(points.start.shape[0] - 1):
        begin, end = points.start[player], points.start[player + 1]
        before = 0.0
        for t in range(begin, end):
            left = rest[t] - length * bent[t]
            rest[t] = left
            largest = max(largest, abs(left))
            before = left if t == begin else left + ties[t] * pivot[t - 1] * before
            y[t] = before
        after = 0.0
        for t in range(end - 1, begin - 1, -1):
            after = (y[t] + (ties[t + 1] * after if t + 1 < end else 0.0)) * pivot[t]
            y[t] = after
            product += rest[t] * after
    sums[0] = largest
    sums[1] = product


@kernel
def variances_loop(p: Any, points: Any, ties: Any, r: Any, g: Any, m: Any, v: Any) -> None:
    """Fill v with the variance of every point: the diagonal of the inverse, player by player (section 3.3).

    From the pivots of elimination forwards and backwards: 1 / (forwards + backwards − the diagonal).
    """
    players = points.start.shape[0] - 1
    for player in range(players):
        begin, end = points.start[player], points.start[player + 1]
        slope(p, points, ties, r, player, g, m, False)
        for t in range(begin, end):
            g[t] = m[t]
            if t > begin:
                tie = ties[t]
                g[t] -= tie * tie / g[t - 1]
        back = 0.0
        for t in range(end - 1, begin - 1, -1):
            pivot = m[t] - back
            v[t] = 1.0 / (g[t] - back)
            if t > begin:
                tie = ties[t]
                back = tie * tie / pivot
