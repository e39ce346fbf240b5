"""Choosing few edges of many: those of least slack at each vertex, then those that the duals do not bear.

A matching that is optimal among some edges, with duals that are feasible for all edges, is optimal. So the
search works on the likeliest edges, and a pass over all of them finds what it has missed (Cook and Rohe,
1999, *Computing minimum-weight perfect matchings*, INFORMS Journal on Computing 11).
"""

from __future__ import annotations

from typing import Any

from arpad.record.kernels import kernel
from arpad.tournament.matching.state import ONE, STAMP, Tree
from arpad.tournament.matching.values import clear, copy, halve, less, plus, roughly, sign, slack

SCATTER = 40503
"""A multiplier that scatters the numbers of edges, so that of many equal ones not the first are chosen."""


@kernel
def heaviest(T: Tree, tail: Any, head: Any, weight: Any, n: int) -> None:
    """Set each dual to half of the largest doubled weight at the vertex; 0 where there is no edge."""
    for v in range(n):
        clear(T.u, v)
        T.queue[v] = 0
    for e in range(len(tail)):
        for v in (tail[e], head[e]):
            if T.queue[v] == 0 or less(T.u, v, weight, e):
                copy(T.u, v, weight, e)
                T.queue[v] = 1
    for v in range(n):
        halve(T.u, v)


@kernel
def choose(
    T: Tree, tail: Any, head: Any, weight: Any, violated: bool, chosen: Any, costs: Any, ties: Any
) -> Any:
    """Choose for each vertex the edges of least slack, among all or only among those below zero.

    Args:
        T: the duals and blossoms.
        tail: one end of each edge.
        head: the other.
        weight: doubled weights.
        violated: whether to choose only edges of slack below zero.
        chosen: takes the edges, vertices × k, −1 where there are fewer.
        costs: float64 of the same shape, to work in.
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
    for e in range(len(tail)):
        i = tail[e]
        j = head[e]
        slack(T.register, ONE, T.u, i, j, weight, e)
        if violated:
            if sign(T.register, ONE) >= 0:
                continue
            if T.top[i] == T.top[j]:
                common(T, i, j)
                if sign(T.register, ONE) >= 0:
                    continue
            below += 1
        cost = roughly(T.register, ONE)
        tie = (e * SCATTER) & 0xFFFF
        for v in (i, j):
            slot = k - 1
            if cost > costs[v, slot] or (cost == costs[v, slot] and tie >= ties[v, slot]):
                continue
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
    return below


@kernel
def common(T: Tree, i: int, j: int) -> None:
    """Add the duals of the blossoms that hold both vertices to ``register[ONE]``."""
    T.count[STAMP] += 1
    stamp = T.count[STAMP]
    b = T.parent[i]
    while b >= 0:
        T.mark[b] = stamp
        b = T.parent[b]
    b = T.parent[j]
    while b >= 0:
        if T.mark[b] == stamp:
            plus(T.register, ONE, T.z, b)
        b = T.parent[b]
