"""The best round on a ladder, exactly: the perfect matching of the least cost, rung by rung."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.tournament.matching import (
    NoPerfectMatching,
    least_cost_matching,
    maximum_weight_matching,
    tight_pairs,
)
from arpad.tournament.weighted.field import Bools, Ints
from arpad.tournament.weighted.rungs import Costs

WHOLE = 60
"""Players up to whom all pairs are looked at at once, without compiled code."""

ROOM = 53
"""Bits of a round's sum, all rungs in one number, up to which large fields are matched among few pairs."""


@dataclass(frozen=True)
class BestRound:
    """The best round.

    Args:
        pairs: rows of the field, the smaller first, in the order of the smaller.
        bye: whose bye it is, None if nobody's.
        cost: the sums, rung by rung.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: tuple[int, ...]


def best(costs: Costs[Any], fixed: Iterable[tuple[int, int]] = ()) -> BestRound | None:
    """Return the best round, or None if there is none.

    Args:
        costs: what the ladder makes of the field.
        fixed: pairs that must be in it; the bye is a pair with the row after the last.
    """
    i, j = costs.i, costs.j
    free = np.ones(len(i), dtype=bool)
    for a, b in fixed:
        low, high = min(a, b), max(a, b)
        this = (i == low) & (j == high)
        free &= this | ~((i == low) | (i == high) | (j == low) | (j == high))
    chosen = _rungs(costs, free)
    if chosen is None:
        return None
    pairs = [(int(i[row]), int(j[row])) for row in chosen]
    bye = next((a for a, b in pairs if b == costs.players), None)
    total = tuple(int(level) for level in costs.levels[chosen].sum(axis=0))
    return BestRound(tuple(pair for pair in pairs if pair[1] != costs.players), bye, total)


def _rungs(costs: Costs[Any], free: Bools) -> Ints | None:
    """Return the pairs of the best round among those that are free.

    As long as the highest rungs are about the bye alone, the bye is settled first: the best that leaves the
    others a round.
    """
    first = 0
    byes = costs.j == costs.players
    while first < costs.levels.shape[1] - 1 and not costs.levels[~byes, first].any():
        first += 1
    groups = [free]
    if first and costs.players % 2:
        keys = costs.levels[:, :first]
        distinct = np.unique(keys[byes & free], axis=0)
        groups = [free & (~byes | (keys == key).all(axis=1)) for key in distinct]
    for group in groups:
        mate = _matching(costs, group, first)
        if mate is not None:
            return np.flatnonzero(group & (mate[costs.i] == costs.j))
    return None


def _matching(costs: Costs[Any], group: Bools, first: int) -> Ints | None:
    n, i, j, levels = costs.vertices, costs.i, costs.j, costs.levels[:, first:]
    if not group.all():
        i, j, levels = i[group], j[group], levels.T[:, group].T
    if n == 0:
        return np.empty(0, dtype=np.int64)
    try:
        if n > WHOLE:
            return _large(n, i, j, levels, costs.order)
        return maximum_weight_matching(n, np.column_stack((i, j)), -levels, perfect=True)
    except NoPerfectMatching:
        return None


def _large(n: int, i: Ints, j: Ints, levels: Ints, order: Ints) -> Ints:
    """Return everybody's mate, of a large field.

    Where the rungs do not go into one number, those that do come first: only the pairs that their duals leave
    tight can be in the best round, and the sums of the other rungs over these are less.

    Raises:
        NoPerfectMatching: there is none.
    """
    settled = 0
    while True:
        cost, fit = _combined_cost(n, i, j, levels)
        if fit == levels.shape[1]:
            return least_cost_matching(n, i, j, cost, order)
        if fit <= settled:
            return maximum_weight_matching(n, np.column_stack((i, j)), -levels, perfect=True)
        settled = fit
        tight = tight_pairs(n, i, j, cost, order)
        i, j, levels = i[tight], j[tight], levels[tight]


def _combined_cost(n: int, i: Ints, j: Ints, levels: Ints) -> tuple[Ints, int]:
    """Return the first rungs as one number for each pair, as many as have room, and how many these are.

    One unit of a rung is worth more than any sum of those below it: no matching has more than half of what
    the dearest pair of everybody costs.
    """
    cost, room, fit = np.zeros(len(i), dtype=np.int64), 1, 0
    for level in levels.T:
        dearest = np.zeros(n, dtype=np.int64)
        np.maximum.at(dearest, i, level)
        np.maximum.at(dearest, j, level)
        # The matching counts on as much for each pair as for the dearest of all in the highest rung.
        span = int(dearest.sum() // 2 if fit else dearest.max(initial=0) * (n // 2)) + 1
        if (room * span).bit_length() > ROOM:
            break
        cost, room, fit = cost * span + level, room * span, fit + 1
    return cost, fit
