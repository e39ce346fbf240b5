"""Weng and Lin's five models as kernels: what a contest tells each side, Ω and Δ, for one common update.

References:
    Weng, R. C. and Lin, C.-J. (2011), A Bayesian approximation method for online ranking. *JMLR* 12, 267–300;
    algorithms 1 to 4: Bradley–Terry and Thurstone–Mosteller, each with full or partial pair, Plackett–Luce.

The kernels give Ω / σ² and Δ / σ², where σ² is the side's variance: the *push* and *pull* of
:mod:`arpad.ratings.contests.loop`. A pair's kernel stands for ``pair`` in :func:`judge_full`,
:func:`judge_part` and :func:`duel`; Plackett and Luce's model has stages instead of pairs.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from arpad.compiled.specialising import kernel
from arpad.ratings.contests.trueskill_math import above, within

DEVIATION, SIDES, NONE = 0.0, 1.0, 2.0
"""What γ is: σ / c, 1 / sides, or 1."""


class WengLinParameters(NamedTuple):
    """The parameters as the kernels take them; ``spread`` multiplies c²."""

    beta2: float
    tau2: float
    kappa: float
    epsilon: float
    margin: float
    gamma: float
    spread: float


@kernel
def damped(p: WengLinParameters, variance: float, share: float, n: int) -> float:
    """Return γ, by which Δ is multiplied so that no variance shrinks too fast; ``share`` is 1 / c."""
    if p.gamma == DEVIATION:
        return math.sqrt(variance) * share
    return 1.0 / n if p.gamma == SIDES else 1.0


@kernel
def stretched(p: WengLinParameters, lead: float) -> float:
    """Return 1 + margin · ln(1 + lead), what a pair's Ω is multiplied by; 1 where nobody led. Ours."""
    if p.margin > 0.0 and 0.0 < lead < math.inf:
        return 1.0 + p.margin * math.log1p(lead)
    return 1.0


@kernel
def sigmoid(x: float) -> tuple[float, float]:
    """Return 1 / (1 + e^(−x)) and the rest, each with all its digits; nothing overflows.

    It does not ask which is the greater: who leads is a coin, and a branch foreseen wrongly costs as much as
    half the game.
    """
    odds = math.exp(min(-x, 700.0))
    expected = 1.0 / (1.0 + odds)
    return expected, odds * expected


@kernel
def bradley_terry(
    p: WengLinParameters,
    mean: float,
    variance: float,
    other: float,
    other_variance: float,
    score: float,
    n: int,
) -> tuple[float, float, float, float, float]:
    """Return push and pull of both, and p_iq: Ω = σ² / c · (s − p), Δ = γ · σ² / c² · p · (1 − p)."""
    c2 = p.spread * (variance + other_variance + 2.0 * p.beta2)
    share = 1.0 / math.sqrt(c2)  # a division is the dearest step of a game: one serves all
    expected, rest = sigmoid((mean - other) * share)
    # score − expected, so written that it keeps its digits where the expected side won
    surprise = score * rest - (1.0 - score) * expected
    push = surprise * share
    information = expected * rest * (share * share)
    return (
        push,
        damped(p, variance, share, n) * information,
        -push,
        damped(p, other_variance, share, n) * information,
        expected,
    )


@kernel
def thurstone_mosteller(
    p: WengLinParameters,
    mean: float,
    variance: float,
    other: float,
    other_variance: float,
    score: float,
    n: int,
) -> tuple[float, float, float, float, float]:
    """Return push and pull of both, and Φ(x): Ω = σ² / c · V(x, ε / c), Δ = γ · σ² / c² · W(x, ε / c)."""
    c2 = p.spread * (variance + other_variance + 2.0 * p.beta2)
    share = 1.0 / math.sqrt(c2)
    x = (mean - other) * share
    margin = p.epsilon * share
    if score == 0.5:
        v, w = within(x, margin)
    elif score > 0.5:
        v, w = above(x - margin)
    else:
        v, w = above(-x - margin)
        v = -v
    expected = 0.5 * math.erfc(-x / 1.4142135623730951)
    push = v * share
    information = w * (share * share)
    return (
        push,
        damped(p, variance, share, n) * information,
        -push,
        damped(p, other_variance, share, n) * information,
        expected,
    )


@kernel
def pair(
    p: WengLinParameters,
    mean: float,
    variance: float,
    other: float,
    other_variance: float,
    score: float,
    n: int,
) -> tuple[float, float, float, float, float]:
    """Stand for the model of a pair."""
    return 0.0, 0.0, 0.0, 0.0, 0.5


@kernel
def duel(
    p: WengLinParameters,
    mean: float,
    variance: float,
    other: float,
    other_variance: float,
    score: float,
    lead: float,
) -> tuple[float, float, float, float]:
    """Return push and pull of both players of one game; ``lead`` is the first's."""
    s = 0.5 * ((score > 0.5) + (score >= 0.5))
    push, pull, push_other, pull_other, _ = pair(p, mean, variance, other, other_variance, s, 2)
    if p.margin > 0.0 and s != 0.5:
        factor = stretched(p, lead if s > 0.5 else -lead)
        push = push * factor
        push_other = push_other * factor
    return push, pull, push_other, pull_other


@kernel
def meet(p: WengLinParameters, n: int, i: int, q: int, share: float, room: Any) -> None:
    """Add a share of what the pair of sides i and q, i not placed behind q, tells both."""
    score = 0.5 if room.place[i] == room.place[q] else 1.0
    push, pull, push_q, pull_q, _ = pair(
        p, room.mean[i], room.variance[i], room.mean[q], room.variance[q], score, n
    )
    if score != 0.5:
        factor = stretched(p, room.result[i] - room.result[q])
        push = push * factor
        push_q = push_q * factor
    room.push[i] += share * push
    room.pull[i] += share * pull
    room.push[q] += share * push_q
    room.pull[q] += share * pull_q


@kernel
def judge_full(p: WengLinParameters, n: int, room: Any) -> None:
    """Compare every side with every other (algorithms 1 and 3)."""
    for i in range(n):
        room.push[i] = 0.0
        room.pull[i] = 0.0
    for i in range(n):
        for q in range(i + 1, n):
            meet(p, n, i, q, 1.0, room)


@kernel
def judge_part(p: WengLinParameters, n: int, room: Any) -> None:
    """Compare every side with its neighbours in the order of the places (algorithms 2 and 4).

    Sides that tie have no order: each of them has its neighbours by chance, in the mean over all orders. Of k
    that tie two are neighbours in 2 / k of the orders, and one of them is next to one of m that tie at the
    next place in 1 / (k · m). The paper does not say which order is meant.
    """
    for i in range(n):
        room.push[i] = 0.0
        room.pull[i] = 0.0
    start = 0
    while start < n:
        end = end_of_place(n, start, room)
        after = end_of_place(n, end, room) if end < n else n
        for i in range(start, end):
            for q in range(i + 1, end):
                meet(p, n, i, q, 2.0 / (end - start), room)
            for q in range(end, after):
                meet(p, n, i, q, 1.0 / ((end - start) * (after - end)), room)
        start = end


@kernel
def end_of_place(n: int, start: int, room: Any) -> int:
    """Return the first side behind those that share a place, of which ``start`` is the first."""
    end = start + 1
    while end < n and room.place[end] == room.place[start]:
        end += 1
    return end


@kernel
def summed(a: float, b: float) -> float:
    """Return ln(e^a + e^b)."""
    if a < b:
        a, b = b, a
    return a if b == -math.inf else a + math.log1p(math.exp(b - a))


@kernel
def common_c(p: WengLinParameters, n: int, room: Any) -> float:
    """Return c = √(Σ (σ² + β²)) over the sides."""
    total = 0.0
    for i in range(n):
        total += room.variance[i] + p.beta2
    return math.sqrt(total)


@kernel
def prepare_stages(p: WengLinParameters, n: int, room: Any) -> float:
    """Find, for each stage, the strength left and how many tie for it; return c.

    A stage is that at which side q is chosen from those not placed before it. ``room.above_mean`` takes
    ln Σ e^(μ / c) over these, ``room.v`` how many share q's place, ``room.w`` the factor of its lead over
    the best of the next place, ``room.below_mean`` how many sides are left.
    """
    c = common_c(p, n, room)
    end = n
    strength = -math.inf
    while end > 0:
        start = end - 1
        while start > 0 and room.place[start - 1] == room.place[start]:
            start -= 1
        best = -math.inf
        for q in range(start, end):
            strength = summed(strength, room.mean[q] / c)
        if end < n:
            k = end
            while k < n and room.place[k] == room.place[end]:
                best = max(best, room.result[k])
                k += 1
        for q in range(start, end):
            room.above_mean[q] = strength
            room.v[q] = float(end - start)
            room.w[q] = stretched(p, room.result[q] - best) if end < n else 1.0
            room.below_mean[q] = float(n - start)
        end = start
    return c


@kernel
def judge_stages(p: WengLinParameters, n: int, room: Any) -> None:
    """Choose the sides one after the other (algorithm 4).

    With f the share of side i in the strength left at stage q, over all stages not behind i,
    Ω = σ² / c · (1 / ties − Σ f / ties) and Δ = γ · σ² / c² · Σ f · (1 − f) / ties. The sums over stages are
    kept as logarithms from the first place on, so that a contest of n sides costs n, and nothing overflows.
    """
    c = prepare_stages(p, n, room)
    first = -math.inf  # ln Σ factor / (ties · strength left)
    plain = -math.inf  # ln Σ 1 / (ties · strength left)
    second = -math.inf  # ln Σ 1 / (ties · strength left²)
    start = 0
    while start < n:
        end = start + 1
        while end < n and room.place[end] == room.place[start]:
            end += 1
        last = end == n and end - start == 1
        for q in range(start, end):
            if not last:
                ties = math.log(room.v[q])
                first = summed(first, math.log(room.w[q]) - room.above_mean[q] - ties)
                plain = summed(plain, -room.above_mean[q] - ties)
                second = summed(second, -2.0 * room.above_mean[q] - ties)
        for i in range(start, end):
            own = room.mean[i] / c
            won = 0.0 if last else room.w[i] / room.v[i]
            room.push[i] = (won - math.exp(own + first)) / c
            information = math.exp(own + plain) - math.exp(2.0 * own + second)
            room.pull[i] = damped(p, room.variance[i], 1.0 / c, n) * max(0.0, information) / (c * c)
        start = end


@kernel
def left_at(node: int, room: Any, group: float, gone: float) -> float:
    """Return ln of the strength that is left when a share ``gone`` of the sides that tie has been chosen.

    Args:
        node: one of the sides that tie.
        room: prepared by :func:`prepare_stages`.
        group: ln of the strength of those that tie.
        gone: from 0 to below 1.
    """
    total: float = room.above_mean[node]
    return total + math.log1p(-gone * math.exp(group - total)) if gone > 0.0 else total


@kernel
def judge_shared(p: WengLinParameters, n: int, room: Any) -> None:
    """Choose the sides one after the other; sides that tie share the mean of their changes.

    k sides that tie are chosen one after the other in an unknown order. At the stage after l of them, each is
    still there with a share a = 1 − l / k, and the strength left is S − (l / k) · S_ties: Efron's
    approximation to the mean over all orders, which it is where the sides are equal (Efron 1977, *JASA* 72,
    557–565, eq. 5.1, there of Cox's likelihood, which has Plackett and Luce's form).
    """
    c = prepare_stages(p, n, room)
    first = -math.inf  # ln Σ factor / strength left
    plain = -math.inf  # ln Σ 1 / strength left
    second = -math.inf  # ln Σ 1 / strength left²
    start = 0
    while start < n:
        end = end_of_place(n, start, room)
        ties = end - start
        group = -math.inf
        factor = 0.0
        for q in range(start, end):
            group = summed(group, room.mean[q] / c)
            factor += room.w[q] / ties
        own_first = first
        own_plain = plain
        own_second = second
        last = end == n and ties == 1
        if not last:
            for chosen in range(ties):
                left = left_at(start, room, group, chosen / ties)
                there = math.log(1.0 - chosen / ties)
                own_first = summed(own_first, math.log(factor) + there - left)
                own_plain = summed(own_plain, there - left)
                own_second = summed(own_second, 2.0 * (there - left))
                first = summed(first, math.log(factor) - left)
                plain = summed(plain, -left)
                second = summed(second, -2.0 * left)
        for i in range(start, end):
            own = room.mean[i] / c
            won = 0.0 if last else factor
            room.push[i] = (won - math.exp(own + own_first)) / c
            information = math.exp(own + own_plain) - math.exp(2.0 * own + own_second)
            room.pull[i] = damped(p, room.variance[i], 1.0 / c, n) * max(0.0, information) / (c * c)
        start = end


@kernel
def moved(
    p: WengLinParameters, mean: float, variance: float, push: float, pull: float, weight: float
) -> tuple[float, float]:
    """Return μ + σ² · push and σ² · max(1 − σ² · pull, κ), push and pull times the weight."""
    return (
        mean + weight * variance * push,
        variance * max(1.0 - weight * variance * pull, p.kappa),
    )
