"""The perfect matching of the least cost in a large graph: found among few pairs, and proved among all.

Everybody's likeliest partners are taken to begin with: those of the least reduced cost, by prices that are
nearly the best for a fractional matching. The duals of a matching among them prove it among all pairs, but
for those whose cost is below what the duals ask; these are taken in as well, until there are none (Cook and
Rohe, 1999, *Computing minimum-weight perfect matchings*, INFORMS Journal on Computing 11). Floating point
only chooses; whatever proves is whole numbers.

No table of vertices × vertices is made: every step is one pass over the pairs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.compiling import compiled
from arpad.compiled.kernels import interpreted, kernel
from arpad.tournament.matching.cardinality import matched
from arpad.tournament.matching.pricing import add_up, common, mark_around
from arpad.tournament.matching.size import is_small
from arpad.tournament.matching.state import TOP, WORK, Tree
from arpad.tournament.matching.weighted import Impossible, mates, search_matching

Ints = NDArray[np.int64]

FIRST = 10
"""How many partners everybody starts with."""

NEXT = 3
"""How many come in for each at a time."""

SMOOTHING = 16
"""Steps towards the prices: more make the start better and take longer."""

ALONG = 3
"""How many neighbours in the order of the vertices are partners from the start, so that all can be paired."""


class Proof(NamedTuple):
    """A perfect matching of the least cost, with the pairs that its duals leave tight.

    Args:
        mate: int64, for each vertex the one that it is matched with.
        tight: of each pair, whether its slack is 0: so it is for every pair of any perfect matching of the
            least cost. Empty if it was not asked for.
    """

    mate: Ints
    tight: NDArray[np.bool_]


def proved(n: int, i: Ints, j: Ints, cost: Ints, order: Ints, *, tight: bool = False) -> Proof:
    """Return the perfect matching of the least cost, proved among all pairs.

    Args:
        n: how many vertices there are, an even number.
        i: one end of each pair; the passes are fast if pairs of the same ``i`` follow one another.
        j: the other end. No pair is there twice.
        cost: of each pair; the sum over any matching has less than 54 bits.
        order: all vertices, in an order in which neighbours are likely to match.
        tight: whether to say which pairs are tight.

    Raises:
        Impossible: there is no perfect matching.
    """
    loop = interpreted if is_small(n) else compiled
    price = np.zeros(n)
    loop(smooth)(i, j, cost, price, np.empty(n), SMOOTHING)
    chosen, value = np.empty((n, FIRST), np.int64), np.empty((n, FIRST))
    loop(choose_likeliest)(i, j, cost, price, chosen, value)
    taken = np.zeros(len(i), dtype=bool)
    taken[chosen[chosen >= 0]] = True
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    loop(mark_neighbours)(i, j, place, ALONG, taken)
    # Whatever is taken off all pairs of somebody, the best matching stays: near the prices a search is short.
    cost = _priced(n, i, j, cost, np.rint(price).astype(np.int64))
    nothing = np.empty(0, dtype=np.bool_)
    chosen, least = np.empty((n, NEXT), np.int64), np.empty((n, NEXT), np.int64)
    while True:
        rows = np.flatnonzero(taken)
        pairs = np.column_stack((i[rows], j[rows]))
        try:
            T, _, doubled, width = search_matching(n, pairs, -cost[rows], perfect=True, max_cardinality=False)
        except Impossible:
            taken |= _completing(n, i, j)
            continue
        assert width == 1, "the sum over a matching has less than 54 bits"
        # The matching may add a number to all weights, as all perfect matchings have as many pairs.
        shift = int(doubled[0]) + 2 * int(cost[rows[0]])
        if not loop(price_out)(T, i, j, cost, shift, nothing, chosen, least):
            is_tight = np.empty(len(i) if tight else 0, dtype=np.bool_)
            if tight:
                loop(price_out)(T, i, j, cost, shift, is_tight, chosen, least)
            return Proof(mates(T), is_tight)
        # The prices that the duals stand for, those of blossoms shared out to their members.
        price = np.asarray(T.u) + np.asarray(T.key[:n]) / 2
        cost = _priced(n, i, j, cost, np.rint(price / -2).astype(np.int64))
        taken[chosen[chosen >= 0]] = True


def _priced(n: int, i: Ints, j: Ints, cost: Ints, price: Ints) -> Ints:
    """Return the costs less the prices of both; the costs, if their sums would not have room."""
    reduced = cost - price[i]
    reduced -= price[j]
    most, least = int(reduced.max(initial=0)), int(reduced.min(initial=0))
    if ((most - least) * n).bit_length() > 53:
        return cost
    reduced -= least
    return reduced


def _completing(n: int, i: Ints, j: Ints) -> NDArray[np.bool_]:
    """Return the pairs of a perfect matching among all.

    Raises:
        Impossible: there is none.
    """
    mate = matched(n, np.column_stack((i, j)))
    if (mate < 0).any():
        raise Impossible
    in_matching: NDArray[np.bool_] = mate[i] == j
    return in_matching


@kernel
def smooth(i: Any, j: Any, cost: Any, price: Any, least: Any, steps: int) -> None:
    """Set prices that are nearly the best of those that leave no pair a cost below 0.

    Each begins at half of what the vertex' cheapest pair costs, and goes half of the way to the least that
    its partners' prices leave of a pair's cost, time after time. A vertex without a partner has the price 0.

    Args:
        i: one end of each pair.
        j: the other.
        cost: of each pair.
        price: float64, takes the prices.
        least: float64 of the same length, to work in.
        steps: how many times.
    """
    n = len(price)
    for _ in range(steps + 1):
        for v in range(n):
            least[v] = 1e308
        for e in range(len(i)):
            a = i[e]
            b = j[e]
            least[a] = min(least[a], cost[e] - price[b])
            least[b] = min(least[b], cost[e] - price[a])
        for v in range(n):
            if least[v] < 1e308:
                price[v] = 0.5 * (price[v] + least[v])


@kernel
def insert(chosen: Any, value: Any, v: int, e: int, worth: Any) -> None:
    """Put a pair among the chosen ones of a vertex, the least first, if it is less than the last of them.

    Of equal ones the first stay, on every machine: which pairs are looked at may decide between two rounds
    that are equally good.
    """
    slot = chosen.shape[1] - 1
    if chosen[v, slot] >= 0 and worth >= value[v, slot]:
        return
    while slot > 0 and (chosen[v, slot - 1] < 0 or worth < value[v, slot - 1]):
        chosen[v, slot] = chosen[v, slot - 1]
        value[v, slot] = value[v, slot - 1]
        slot -= 1
    chosen[v, slot] = e
    value[v, slot] = worth


@kernel
def clear_choice(chosen: Any) -> None:
    """Choose nothing."""
    for v in range(chosen.shape[0]):
        for slot in range(chosen.shape[1]):
            chosen[v, slot] = -1


@kernel
def choose_likeliest(i: Any, j: Any, cost: Any, price: Any, chosen: Any, value: Any) -> None:
    """Choose for each vertex the pairs whose cost less both prices is least.

    Args:
        i: one end of each pair.
        j: the other.
        cost: of each pair.
        price: float64, of each vertex.
        chosen: takes the pairs, vertices × k, −1 where there are fewer.
        value: float64 of the same shape, to work in.
    """
    clear_choice(chosen)
    for e in range(len(i)):
        a = i[e]
        b = j[e]
        insert(chosen, value, a, e, cost[e] - price[b] - price[a])
        insert(chosen, value, b, e, cost[e] - price[a] - price[b])


@kernel
def mark_neighbours(i: Any, j: Any, place: Any, along: int, taken: Any) -> None:
    """Mark the pairs whose ends are at most so many places apart."""
    for e in range(len(i)):
        if abs(place[i[e]] - place[j[e]]) <= along:
            taken[e] = True


@kernel
def price_out(T: Tree, i: Any, j: Any, cost: Any, shift: int, tight: Any, chosen: Any, least: Any) -> Any:
    """Choose for each vertex the pairs that the duals do not bear: whose slack is below 0.

    A pair's slack is the sum of the duals of its ends and of the blossoms that hold both, less its doubled
    weight.

    Args:
        T: the duals and blossoms.
        i: one end of each pair.
        j: the other.
        cost: of each pair; ``shift`` less twice that is its doubled weight.
        shift: the doubled weight of a pair without cost.
        tight: takes whether the slack of each pair is 0; or empty, if nobody asks.
        chosen: takes the pairs of the least slack below 0, vertices × k, −1 where there are fewer.
        least: int64 of the same shape, to work in.

    Returns:
        How many pairs have a slack below 0.
    """
    add_up(T, len(chosen))
    clear_choice(chosen)
    below = 0
    around = -1
    stamp = 0
    for e in range(len(i)):
        a = i[e]
        b = j[e]
        left = T.u[a] + T.u[b] + 2 * cost[e] - shift
        if left <= 0 and T.vertex[a, TOP] == T.vertex[b, TOP]:
            if a != around:
                around = a
                stamp = mark_around(T, a)
            T.register[WORK] = left
            common(T, b, stamp)
            left = T.register[WORK]
        if len(tight) > 0:
            tight[e] = left == 0
        if left < 0:
            below += 1
            insert(chosen, least, a, e, left)
            insert(chosen, least, b, e, left)
    return below
