"""The columns that a search works on, made of lists to be interpreted and of arrays to be compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.tournament.matching.state import BASE, FIRST, LABEL, LAST, SEEN, SPARE, TOP, VISITED, Graph, Tree

EVENTS = 3
"""Events per vertex: to be reached, a dual at zero, a blossom at zero."""


def by_vertex(n: int, tail: Any, head: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ends of edges vertex by vertex, in the order of the edges, tails first.

    Returns:
        Where each vertex' ends start, n + 1 rows; and the ends: e for the tail of edge e, and e plus the
        number of edges for its head.
    """
    ends = np.concatenate((tail, head))
    start = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(ends, minlength=n), out=start[1:])
    # Numbers of 16 bits are sorted by counting, several times as fast for a million edges.
    return start, np.argsort(ends.astype(np.min_scalar_type(max(n - 1, 0))), kind="stable")


def graph(n: int, tail: Any, head: Any, weight: Any, lists: bool) -> Graph:
    """Return the edges with the index of those that meet at each vertex, in the order of the edges."""
    start, order = by_vertex(n, tail, head)
    around = order % max(len(tail), 1)
    if lists:
        return Graph(tail.tolist(), head.tolist(), start.tolist(), around.tolist(), weight)
    return Graph(tail.astype(np.int64), head.astype(np.int64), start, around, weight)


def tree(n: int, edges: int, width: int, lists: bool) -> Tree:
    """Return the columns of a search before it begins: no blossoms, nobody matched."""

    def values(rows: int) -> Any:
        if lists:
            return [0] * rows
        return np.zeros(rows if width == 1 else (rows, width), np.int64)

    def shown(table: Any) -> Any:
        return memoryview(table) if lists else table

    events = EVENTS * n + edges
    vertex = np.full((n + 1, 7), -1, np.int64)
    vertex[:, TOP] = np.arange(n + 1)
    vertex[:, VISITED] = 0
    node = np.full((2 * n + 1, 12), -1, np.int64)
    node[:, [BASE, FIRST, LAST]] = np.arange(2 * n + 1)[:, None]
    node[:, [LABEL, SEEN]] = 0
    count = np.zeros(5, np.int64)
    count[SPARE] = n
    return Tree(
        u=values(n),
        z=values(2 * n),
        key=values(events),
        register=values(3),
        vertex=shown(vertex),
        node=shown(node),
        spare=shown(np.append(np.arange(2 * n - 1, n - 1, -1), -1)),
        heap=shown(np.zeros(events + 1, np.int64)),
        place=shown(np.full(events + 1, -1)),
        stack=shown(np.zeros(8 * n + 8, np.int64)),
        count=shown(count),
    )
