"""Choosing few edges of many: those of least slack at each vertex, then those that the duals do not bear.

A matching that is optimal among some edges, with duals that are feasible for all edges, is optimal. So the
search works on the likeliest edges, and a pass over all of them finds what it has missed (Cook and Rohe,
1999, *Computing minimum-weight perfect matchings*, INFORMS Journal on Computing 11).
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.kernels import kernel
from arpad.tournament.matching.state import ORIGIN, PARENT, QUEUE, SEEN, STAMP, TOP, WORK, Tree
from arpad.tournament.matching.word_arithmetic import clear, copy, halve, less, plus, roughly, sign, slack

SCATTER = 40503
"""A multiplier that scatters the numbers of edges, so that of many equal ones not the first are chosen."""


SURE = 2.0**-48
"""A slack whose estimate is above this share of the largest number estimated is above zero: an estimate errs
by 2⁻⁵² of its number at the most."""


@kernel
def estimate(weight: Any, rough: Any) -> None:
    """Set ``rough`` to what the doubled weights are roughly."""
    for e in range(len(rough)):
        rough[e] = roughly(weight, e)


@kernel
def heaviest(T: Tree, tail: Any, head: Any, weight: Any, n: int) -> None:
    """Set each dual to half of the largest doubled weight at the vertex; 0 where there is no edge."""
    for v in range(n):
        clear(T.u, v)
        T.vertex[v, QUEUE] = 0
    for e in range(len(tail)):
        for v in (tail[e], head[e]):
            if T.vertex[v, QUEUE] == 0 or less(T.u, v, weight, e):
                copy(T.u, v, weight, e)
                T.vertex[v, QUEUE] = 1
    for v in range(n):
        halve(T.u, v)


@kernel
def choose(
    T: Tree,
    tail: Any,
    head: Any,
    weight: Any,
    rough: Any,
    violated: bool,
    chosen: Any,
    costs: Any,
    ties: Any,
) -> Any:
    """Choose for each vertex the edges of least slack, among all or only among those below zero.

    Args:
        T: the duals and blossoms.
        tail: one end of each edge.
        head: the other.
        weight: doubled weights.
        rough: float64, the same roughly (:func:`estimate`).
        violated: whether to choose only edges of slack below zero.
        chosen: takes the edges, vertices × k, −1 where there are fewer.
        costs: float64, vertices × (k + 1), to work in.
        ties: int64 of the same shape, to work in.

    Returns:
        How many edges have a slack below zero.
    """
    n, k = chosen.shape
    for v in range(n):
        for slot in range(k):
            chosen[v, slot] = -1
            costs[v, slot] = 1e308
            ties[v, slot] = 0
    below = 0
    around = -1
    stamp = 0
    if violated:
        add_up(T, n)
    duals = costs[:, k]
    largest = 0.0
    for v in range(n):
        duals[v] = roughly(T.u, v)
        largest = max(largest, abs(duals[v]))
    for e in range(len(tail)):
        largest = max(largest, abs(rough[e]))
    margin = largest * SURE
    for e in range(len(tail)):
        i = tail[e]
        j = head[e]
        cost = duals[i] + duals[j] - rough[e]
        if violated:
            if cost > margin:
                continue
            slack(T.register, WORK, T.u, i, j, weight, e)
            if sign(T.register, WORK) >= 0:
                continue
            if T.vertex[i, TOP] == T.vertex[j, TOP]:
                if i != around:
                    around = i
                    stamp = mark_around(T, i)
                common(T, j, stamp)
                if sign(T.register, WORK) >= 0:
                    continue
            below += 1
            cost = roughly(T.register, WORK)
        tie = (e * SCATTER) & 0xFFFF
        insert_edge(chosen, costs, ties, i, e, cost, tie)
        insert_edge(chosen, costs, ties, j, e, cost, tie)
    return below


@kernel
def insert_edge(chosen: Any, costs: Any, ties: Any, v: int, e: int, cost: float, tie: int) -> None:
    """Put an edge among those that are chosen for a vertex, the cheapest first, if it is cheap enough."""
    slot = chosen.shape[1] - 1
    if cost > costs[v, slot] or (cost == costs[v, slot] and tie >= ties[v, slot]):
        return
    while slot > 0 and (
        cost < costs[v, slot - 1] or (cost == costs[v, slot - 1] and tie < ties[v, slot - 1])
    ):
        costs[v, slot] = costs[v, slot - 1]
        ties[v, slot] = ties[v, slot - 1]
        chosen[v, slot] = chosen[v, slot - 1]
        slot -= 1
    costs[v, slot] = cost
    ties[v, slot] = tie
    chosen[v, slot] = e


@kernel
def add_up(T: Tree, n: int) -> None:
    """Prepare what :func:`common` asks for.

    ``T.key`` gets for each node the sum of the duals of the blossoms around it and its own, ORIGIN the next
    blossom around it whose dual is not zero. Both are free between searches.
    """
    for node in range(2 * n):
        T.node[node, SEEN] = 0
    T.count[STAMP] = 0
    for v in range(n):
        T.node[v, SEEN] = 1
        size = 0
        b = v
        while b >= 0 and (b == v or T.node[b, SEEN] == 0):
            T.stack[size] = b
            size += 1
            b = T.node[b, PARENT]
        while size > 0:
            size -= 1
            c = T.stack[size]
            T.node[c, SEEN] = 1
            b = T.node[c, PARENT]
            if b < 0:
                clear(T.key, c)
                T.node[c, ORIGIN] = -1
            else:
                copy(T.key, c, T.key, b)
                T.node[c, ORIGIN] = b if sign(T.z, b) != 0 else T.node[b, ORIGIN]
            if c >= n:
                plus(T.key, c, T.z, c)
    T.count[STAMP] = 1


@kernel
def mark_around(T: Tree, i: int) -> Any:
    """Mark the blossoms around a vertex."""
    T.count[STAMP] += 1
    stamp = T.count[STAMP]
    b = T.node[i, ORIGIN]
    while b >= 0:
        T.node[b, SEEN] = stamp
        b = T.node[b, ORIGIN]
    return stamp


@kernel
def common(T: Tree, j: int, stamp: int) -> None:
    """Add the duals of the blossoms that hold a vertex and are marked to ``register[WORK]``."""
    b = T.node[j, ORIGIN]
    while b >= 0 and T.node[b, SEEN] != stamp:
        b = T.node[b, ORIGIN]
    if b >= 0:
        plus(T.register, WORK, T.key, b)
