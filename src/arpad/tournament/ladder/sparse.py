"""Large fields: the matching of the least cost found among few pairs, and proved among all.

Everybody's likeliest partners are taken to begin with: those of the least reduced cost, by prices that are
nearly the best for a fractional matching. The duals of a matching among them prove it among all pairs, but
for those whose cost is below what the duals ask; these are taken in as well, until there are none (Cook and
Rohe, 1999, *Computing minimum-weight perfect matchings*, INFORMS Journal on Computing 11). Floating point
only chooses; whatever proves is whole numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.tournament.ladder.field import Ints
from arpad.tournament.matching import (
    NoPerfectMatching,
    Solution,
    maximum_cardinality_matching,
    maximum_weight_solution,
)

FIRST = 10
"""How many partners everybody starts with."""

NEXT = 3
"""How many come in for each at a time."""

SMOOTHING = 16
"""Steps towards the prices: more make the start better and take longer."""

ALONG = 3
"""How many neighbours in the order of the field are partners from the start, so that all can be paired."""


def sparse_matching(n: int, i: Ints, j: Ints, cost: Ints, order: Ints) -> Ints:
    """Return everybody's mate in the perfect matching of the least cost.

    Args:
        n: how many vertices, an even number.
        i: one end of each pair, the smaller.
        j: the other.
        cost: of each pair; the sum over any matching has less than 54 bits.
        order: the vertices in an order in which neighbours are likely to match.

    Raises:
        NoPerfectMatching: there is none.
    """
    return np.asarray(_proved(n, i, j, cost, order)[0].mate, dtype=np.int64)


def tight_pairs(n: int, i: Ints, j: Ints, cost: Ints, order: Ints) -> Ints:
    """Return the pairs, by their rows, among which all perfect matchings of the least cost are.

    Those which the duals of one of them leave no slack (complementary slackness).

    Raises:
        NoPerfectMatching: there is none.
    """
    return np.nonzero(_proved(n, i, j, cost, order)[1] == 0)[0]


def _proved(n: int, i: Ints, j: Ints, cost: Ints, order: Ints) -> tuple[Solution, Ints]:
    """Return the matching of the least cost with its duals, and the slack of all pairs."""
    table = np.full((n, n), -1, dtype=np.int64)
    table[i, j] = table[j, i] = np.arange(len(i))
    taken = np.zeros(len(i), dtype=bool)
    likeliest, price = _likeliest(table, cost)
    taken[likeliest] = True
    # Whatever is taken off all pairs of somebody, the best matching stays: near the prices a search is short.
    cost = _priced(n, i, j, cost, price)
    for step in range(1, ALONG + 1):
        near = table[order[:-step], order[step:]]
        taken[near[near >= 0]] = True
    while True:
        rows = np.nonzero(taken)[0]
        try:
            found = maximum_weight_solution(n, np.column_stack((i[rows], j[rows])), -cost[rows], perfect=True)
        except NoPerfectMatching:
            if len(rows) == len(i):
                raise
            taken |= _completing(n, i, j, taken)
            continue
        slack = _slack(found, i, j, cost, rows)
        missing = np.nonzero(slack < 0)[0]
        if not len(missing):
            return found, slack
        cost = _priced(n, i, j, cost, _prices(found))
        below = slack[missing]
        gaps = np.full((n, n), np.inf)
        gaps[i[missing], j[missing]] = gaps[j[missing], i[missing]] = below
        taken[_least(gaps, table, NEXT)] = True


def _priced(n: int, i: Ints, j: Ints, cost: Ints, price: Ints) -> Ints:
    """Return the costs less the prices of both; the costs, if their sums would not have room."""
    reduced = cost - price[i] - price[j]
    most, least = int(reduced.max(initial=0)), int(reduced.min(initial=0))
    return reduced - least if ((most - least) * n).bit_length() <= 53 else cost


def _prices(found: Solution) -> Ints:
    """Return the prices that a matching's duals stand for, those of blossoms shared out to their members."""
    duals = np.array(found.vertex_duals, dtype=np.float64)
    for members, dual in found.blossoms:
        duals[list(members)] += dual / 2
    return np.asarray(np.rint(duals / -2), dtype=np.int64)


def _likeliest(table: Ints, cost: Ints) -> tuple[Ints, Ints]:
    """Return everybody's pairs of the least reduced cost, and the prices by which it is reduced."""
    some = table >= 0
    whole = np.where(some, cost[table], 0).astype(np.float64)
    whole[~some] = np.inf
    # Nobody's price may be endless, though he may have no partner at all.
    price = np.where(some.any(axis=1), whole.min(axis=1), 0.0) / 2.0
    for _ in range(SMOOTHING):
        least = (whole - price).min(axis=1)
        price = np.where(np.isfinite(least), 0.5 * (price + least), price)
    whole -= price
    whole -= price[:, None]
    return _least(whole, table, FIRST), np.rint(price).astype(np.int64)


def _least(value: NDArray[np.float64], table: Ints, count: int) -> Ints:
    """Return the pairs of the least value at each vertex; of equal ones the first.

    NumPy's own choice among equals depends on the processor, and which pairs are looked at may decide
    between two rounds that are equally good.
    """
    count = min(count, len(value) - 1)
    last = np.partition(value, count - 1, axis=1)[:, count - 1 : count]
    below, equal = value < last, value == last
    room = count - np.count_nonzero(below, axis=1)[:, None]
    near = below | (equal & (np.cumsum(equal, axis=1) <= room))
    return np.unique(table[near & np.isfinite(value)])


def _completing(n: int, i: Ints, j: Ints, taken: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pairs of a perfect matching among all; if there is none, all pairs."""
    mate = maximum_cardinality_matching(n, np.column_stack((i, j)))
    if (mate < 0).any():
        return ~taken
    return np.asarray(mate[i] == j)


def _slack(found: Solution, i: Ints, j: Ints, cost: Ints, rows: Ints) -> Ints:
    """Return by how much the duals are above what each pair asks; they do not bear those below 0.

    Whether it is below 0, 0 or above is exact.
    """
    duals = np.array(found.vertex_duals, dtype=np.int64)
    # The matching may add a number to all weights, as all perfect matchings have as many pairs.
    doubled = found.doubled[0]
    assert doubled is not None
    shift = int(doubled) + 2 * int(cost[rows[0]])
    slack = duals[i] + duals[j] + 2 * cost - shift
    open_ = np.nonzero(slack <= 0)[0]
    # What the duals of blossoms give to a pair, blossom in blossom: only pairs within an outermost one.
    outer = np.full(len(duals), -1)
    within: list[list[tuple[tuple[int, ...], int]]] = []
    for members, dual in sorted(found.blossoms, key=lambda one: -len(one[0])):
        if outer[members[0]] < 0:
            outer[list(members)] = len(within)
            within.append([])
        within[outer[members[0]]].append((members, dual))
    below = slack[open_]
    home = np.where(outer[i[open_]] == outer[j[open_]], outer[i[open_]], -1)
    for at, nested in enumerate(within):
        here = np.nonzero(home == at)[0]
        if len(here):
            below[here] += _given(nested, len(duals), i[open_[here]], j[open_[here]], below[here])
    slack[open_] = below
    return np.asarray(slack)


def _given(
    nested: list[tuple[tuple[int, ...], int]], n: int, i: Ints, j: Ints, slack: NDArray[Any]
) -> NDArray[np.int64]:
    """Return the sums of the duals of those blossoms, one in another, that hold both ends of each pair.

    They need not be exact where they are far from making up for the slack.
    """
    place = np.zeros(n, dtype=np.int64)
    place[list(nested[0][0])] = np.arange(len(nested[0][0]))  # the first one holds all others
    inside = np.zeros((len(nested[0][0]), len(nested)))
    for column, (members, _) in enumerate(nested):
        inside[place[list(members)], column] = 1.0
    weights = np.array([dual for _, dual in nested], dtype=np.int64)
    a, b = place[i], place[j]
    rough = ((inside * weights) @ inside.T)[a, b]
    total = np.rint(rough).astype(np.int64)
    doubt = np.nonzero(np.abs(rough + slack) <= float(weights.sum()) * 1e-12 + 1.0)[0]
    total[doubt] = (inside[a[doubt]] * inside[b[doubt]]).astype(np.int64) @ weights
    return np.asarray(total)
