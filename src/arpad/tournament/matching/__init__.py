"""Matchings in general graphs: of maximum weight, exactly, and of as many vertices as possible.

- :func:`maximum_weight_matching`: whole-number weights of any width, as Python's integers or as a ladder of
  levels, the most important first. :func:`maximum_weight_solution` returns the duals as well, which prove the
  result, and :func:`lexicographic_total` says what a matching is worth level by level.
- :func:`maximum_cardinality_matching`, and :func:`barrier`: who stands in the way of a larger one.
- :class:`Completion`: the same question, asked thousands of times of a field in which nearly everybody may
  meet everybody, as pairs are fixed and forbidden.

Vertices are numbered from 0. Everything is deterministic: the same input gives the same matching on every
machine, interpreted (up to 60 vertices, without numba) and compiled alike in weight; among matchings of the
same weight it is the order of vertices and edges that decides which is found, not a rule. Whoever needs a
particular one of them says so in the weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.tournament.matching.cardinality import Barrier, barrier_of, matched, search_cardinality
from arpad.tournament.matching.column_generation import Ints, Proof, proved
from arpad.tournament.matching.completion import Completion
from arpad.tournament.matching.weighted import (
    Impossible,
    Solution,
    checked_edges,
    mates,
    search_matching,
    solution,
)

__all__ = [
    "Barrier",
    "Completion",
    "NoPerfectMatching",
    "Solution",
    "barrier",
    "least_cost_matching",
    "lexicographic_total",
    "maximum_cardinality_matching",
    "maximum_weight_matching",
    "maximum_weight_solution",
    "tight_pairs",
]


class NoPerfectMatching(BadInput):
    """Not all vertices can be matched.

    Args:
        barrier: why.
    """

    def __init__(self, barrier: Barrier) -> None:
        self.barrier = barrier
        super().__init__(f"Not all can be matched: {barrier.deficiency} stay alone in any matching")


def maximum_weight_matching(
    n: int, edges: Any, weights: Any, *, perfect: bool = False, max_cardinality: bool = False
) -> NDArray[np.int64]:
    """Return a matching of maximum weight.

    Edmonds' primal–dual method (Galil 1986; Galil, Micali and Gabow 1986) in exact whole numbers. Up to 54
    bits of total weight one machine word per number is used, beyond as many as needed. Large graphs are
    searched on their likeliest edges and proved on all.

    Args:
        n: how many vertices there are.
        edges: array-like of edges × 2. Parallel edges are allowed, and the heaviest counts.
        weights: whole numbers of any sign: an int64 array, one per edge; an int64 array of edges × levels,
            the most important level first, where matchings are compared by their totals level by level; or
            a sequence of Python's integers of any width. No bounds need be kept: a ladder's levels are given
            the bits that their totals take.
        perfect: match all vertices.
        max_cardinality: among the matchings with the most edges.

    Returns:
        int64, for each vertex its mate, −1 for none. Without either option an edge whose weight is not above
        zero is never used.

    Raises:
        NoPerfectMatching: if it should be perfect and cannot be.
        BadInput: if edges or weights are not as said.
    """
    pairs = checked_edges(n, edges)
    try:
        T, *_ = search_matching(n, pairs, weights, perfect=perfect, max_cardinality=max_cardinality)
    except Impossible:
        raise _reason(n, pairs) from None
    return mates(T)


def maximum_weight_solution(
    n: int, edges: Any, weights: Any, *, perfect: bool = False, max_cardinality: bool = False
) -> Solution:
    """Return a matching of maximum weight with its proof; see :func:`maximum_weight_matching`."""
    pairs = checked_edges(n, edges)
    try:
        return solution(n, pairs, weights, perfect=perfect, max_cardinality=max_cardinality)
    except Impossible:
        raise _reason(n, pairs) from None


def least_cost_matching(n: int, i: Ints, j: Ints, cost: Ints, order: Ints) -> Ints:
    """Return the mate of each vertex in a perfect matching of the least cost, in a large and dense graph.

    See :mod:`arpad.tournament.matching.column_generation`.

    Args:
        n: how many vertices there are, an even number.
        i: one end of each pair. No pair is there twice; pairs of the same ``i`` follow one another.
        j: the other end.
        cost: of each pair; the sum over any matching has less than 54 bits.
        order: all vertices, in an order in which neighbours are likely to match.

    Raises:
        NoPerfectMatching: there is none.
    """
    return _proved(n, i, j, cost, order).mate


def tight_pairs(n: int, i: Ints, j: Ints, cost: Ints, order: Ints) -> Ints:
    """Return the pairs, by their rows, among which all perfect matchings of the least cost are.

    Those which the duals of one of them leave no slack (complementary slackness). The arguments and the error
    are those of :func:`least_cost_matching`.
    """
    return np.flatnonzero(_proved(n, i, j, cost, order, tight=True).tight)


def lexicographic_total(edges: Any, levels: Any, mate: NDArray[np.int64]) -> tuple[int, ...]:
    """Return the total of each level over the edges of a matching.

    Args:
        edges: array-like of edges × 2, without parallel ones.
        levels: int64, edges × levels.
        mate: for each vertex its mate, −1 for none.
    """
    pairs, rows = np.asarray(edges, np.int64).reshape(-1, 2), np.asarray(levels)
    used = rows.reshape(len(pairs), -1)[mate[pairs[:, 0]] == pairs[:, 1]]
    return tuple(sum(level) for level in used.T.tolist())


def maximum_cardinality_matching(n: int, edges: Any) -> NDArray[np.int64]:
    """Return a matching of as many vertices as possible: int64, for each its mate, −1 for none.

    Edmonds (1965), after a greedy start.

    Args:
        n: how many vertices there are.
        edges: array-like of edges × 2.

    Raises:
        BadInput: if edges are not pairs of different vertices below n.
    """
    return matched(n, checked_edges(n, edges))


def barrier(n: int, edges: Any) -> Barrier | None:
    """Return why not all vertices can be matched (Tutte and Berge's witness); None if they can."""
    F = search_cardinality(n, checked_edges(n, edges))
    witness = barrier_of(F)
    return witness if witness.groups else None


def _proved(n: int, i: Ints, j: Ints, cost: Ints, order: Ints, *, tight: bool = False) -> Proof:
    try:
        return proved(n, i, j, cost, order, tight=tight)
    except Impossible:
        raise _reason(n, np.column_stack((i, j))) from None


def _reason(n: int, pairs: NDArray[np.int64]) -> NoPerfectMatching:
    return NoPerfectMatching(barrier_of(search_cardinality(n, pairs)))
