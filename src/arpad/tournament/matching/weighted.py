"""Matchings of maximum weight: which way to calculate, and the proof that comes with the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.compiling import compiled
from arpad.compiled.kernels import interpreted
from arpad.core import BadInput
from arpad.tournament.matching import arrays, lexicographic_weights
from arpad.tournament.matching.limbs import WIDE
from arpad.tournament.matching.pricing import choose, estimate, heaviest
from arpad.tournament.matching.search import begin, melt, mend, solve, tighten
from arpad.tournament.matching.size import is_small
from arpad.tournament.matching.state import FIRST, FOLLOW, LAST, MATE, SPARE, Tree

Mates = NDArray[np.int64]


@dataclass(frozen=True)
class Solution:
    """A matching of maximum weight, with the duals that prove it.

    Args:
        mate: int64, for each vertex the one that it is matched with, −1 for none.
        doubled: twice the weight of each edge as one number, in which the levels are put together, or None
            for an edge that was left out, as its weight is not above zero.
        vertex_duals: one number per vertex.
        blossoms: sets of an odd number of vertices, each with its dual above zero.

    For every edge, the duals of its ends and of the blossoms that hold both are together at least its
    doubled weight, and exactly that if it is matched; a blossom of 2k + 1 vertices has k matched edges. So no
    other matching (of all vertices, if duals are below zero or that of an unmatched vertex is not zero)
    weighs more.
    """

    mate: Mates
    doubled: list[int | None]
    vertex_duals: list[int]
    blossoms: list[tuple[tuple[int, ...], int]]


def checked_edges(n: int, edges: Any) -> NDArray[np.int64]:
    """Return edges as int64, edges × 2.

    Raises:
        BadInput: if they are not pairs of different vertices below n.
    """
    pairs = np.asarray(edges)
    if pairs.size == 0:
        pairs = np.empty((0, 2), np.int64)
    if n < 0 or pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise BadInput("Edges are pairs of vertices, numbered from 0", remedy="Give an array of edges × 2")
    pairs = pairs.astype(np.int64)
    if len(pairs) and (pairs.min() < 0 or pairs.max() >= n):
        raise BadInput(f"An edge ends at a vertex that is not among 0 … {n - 1}")
    if (pairs[:, 0] == pairs[:, 1]).any():
        raise BadInput("An edge joins a vertex to itself")
    return pairs


def mates(T: Tree) -> Mates:
    """Return the mates that a search has found."""
    mate: Mates = np.asarray(T.vertex)[: len(T.u), MATE].copy()
    return mate


class Impossible(Exception):
    """Not all vertices can be matched."""


def search_matching(
    n: int, edges: NDArray[np.int64], weights: Any, *, perfect: bool, max_cardinality: bool
) -> tuple[Tree, list[int] | NDArray[np.int64], Any, int]:
    """Search for the matching; see :func:`arpad.tournament.matching.maximum_weight_matching`.

    Returns:
        The search's columns at its end; which edges took part; their doubled weights; limbs per value.

    Raises:
        Impossible: if it should be perfect and cannot.
    """
    numbers, plan, total = lexicographic_weights.combine(
        weights, n, len(edges), shifted=perfect, bonus=max_cardinality and not perfect
    )
    if is_small(n):
        doubled = lexicographic_weights.as_numbers(numbers, plan)
        kept = [e for e, weight in enumerate(doubled) if perfect or weight > 0]
        weight = [doubled[e] for e in kept]
        part = edges[kept]
        T = arrays.tree(n, len(kept), 1, True)
        G = arrays.graph(n, part[:, 0], part[:, 1], weight, True)
        interpreted(begin)(T, G, n)
        interpreted(tighten)(T, G, n, perfect)
        if interpreted(solve)(T, G, n, perfect) >= 0:
            raise Impossible
        return T, kept, weight, 1
    column = lexicographic_weights.as_column(numbers, plan, total)
    values, width = column
    rows = np.arange(len(edges))
    if not perfect:
        above = values > 0 if width == 1 else (values[:, 0] >= 0) & values.any(axis=1)
        if not above.all():
            rows = np.flatnonzero(above)
            values, edges = values[rows], edges[rows]
    T = _compiled_search(n, edges, values, width, perfect)
    return T, rows, values, width


FEW = 24
"""Edges per vertex up to which all take part from the start."""
TO_BEGIN, TO_ADD = 16, 6
"""Edges per vertex that are chosen at the start, and added after each search."""
LARGEST = 1 << 57
"""Dual, or its first limb, from which a new search starts from duals of its own: see
``lexicographic_weights.ROOM``."""


def _compiled_search(n: int, edges: NDArray[np.int64], values: Any, width: int, perfect: bool) -> Tree:
    """Search on the likeliest edges, add those that its duals do not bear, and search again."""
    parts = WIDE if width > 1 else ()
    tail, head = np.ascontiguousarray(edges[:, 0]), np.ascontiguousarray(edges[:, 1])
    begins, tightens, solves = (compiled(loop, parts) for loop in (begin, tighten, solve))
    if len(edges) <= FEW * n:
        T, G = arrays.tree(n, len(edges), width, False), arrays.graph(n, tail, head, values, False)
        begins(T, G, n)
        tightens(T, G, n, perfect)
        if solves(T, G, n, perfect) >= 0:
            raise Impossible
        return T
    chooses, melts, mends = (compiled(loop, parts) for loop in (choose, melt, mend))
    T = arrays.tree(n, 0, width, False)
    compiled(heaviest, parts)(T, tail, head, values, n)
    if not perfect:
        np.maximum(T.u, 0, out=T.u)
    rough = np.empty(len(edges))
    compiled(estimate, parts)(values, rough)
    taking = np.zeros(len(edges), bool)
    _take(chooses, T, tail, head, values, rough, False, TO_BEGIN, taking)
    cold = True
    completed = False
    while True:
        rows = np.flatnonzero(taking)
        before = T
        T = arrays.tree(n, len(rows), width, False)
        G = arrays.graph(n, tail[rows], head[rows], values[rows], False)
        if not cold:
            melts(before, n)
            T.u[:] = before.u
            T.vertex[:n, MATE] = before.vertex[:n, MATE]
            mends(T, G, n)
            cold = bool(np.abs(T.u if width == 1 else T.u[:, 0]).max() > LARGEST)
        if cold:
            T.vertex[:, MATE] = -1
            begins(T, G, n)
        tightens(T, G, n, perfect)
        if solves(T, G, n, perfect) >= 0:
            if completed:
                raise Impossible
            taking |= _completing(n, edges)
            cold = completed = True
            continue
        cold = False
        if not _take(chooses, T, tail, head, values, rough, True, TO_ADD, taking):
            return T


def _take(
    chooses: Any,
    T: Tree,
    tail: Any,
    head: Any,
    values: Any,
    rough: Any,
    violated: bool,
    k: int,
    taking: NDArray[np.bool_],
) -> int:
    """Mark the edges that are to take part in the next search; return how many should."""
    n = len(T.u)
    chosen = np.empty((n, k), np.int64)
    below = chooses(
        T, tail, head, values, rough, violated, chosen, np.empty((n, k + 1)), np.empty_like(chosen)
    )
    taking[chosen[chosen >= 0]] = True
    return int(below)


def _completing(n: int, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the edges of a matching of all vertices.

    Raises:
        Impossible: if there is none.
    """
    from arpad.tournament.matching.cardinality import matched

    mate = matched(n, edges)
    if (mate < 0).any():
        raise Impossible
    in_matching: NDArray[np.bool_] = mate[edges[:, 0]] == edges[:, 1]
    return in_matching


def solution(
    n: int, edges: NDArray[np.int64], weights: Any, *, perfect: bool, max_cardinality: bool
) -> Solution:
    """Search, and return the matching with its proof."""
    T, kept, values, width = search_matching(
        n, edges, weights, perfect=perfect, max_cardinality=max_cardinality
    )
    number = lexicographic_weights.from_limbs if width > 1 else int
    listed = values if isinstance(values, list) else values.tolist()
    doubled: list[int | None] = [None] * len(edges)
    if width == 1 and len(kept) == len(edges):
        doubled = listed
    else:
        for e, value in zip(kept, listed, strict=True):
            doubled[int(e)] = number(value)
    u, z, node, vertex = (
        column if isinstance(column, list) else column.tolist() for column in (T.u, T.z, T.node, T.vertex)
    )
    spare = {int(b) for b in T.spare[: int(T.count[SPARE])]}
    blossoms = []
    for b in set(range(n, 2 * n)) - spare:
        if not number(z[b]):
            continue
        v = node[b][FIRST]
        members = [v]
        while v != node[b][LAST]:
            v = vertex[v][FOLLOW]
            members.append(v)
        blossoms.append((tuple(members), number(z[b])))
    return Solution(mates(T), doubled, [number(x) for x in u], sorted(blossoms))
