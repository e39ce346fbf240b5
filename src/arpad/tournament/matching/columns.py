"""The columns that a search works on, made of lists to be interpreted and of arrays to be compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.tournament.matching.state import SPARE, Graph, Tree

EVENTS = 3
"""Events per vertex: to be reached, a dual at zero, a blossom at zero."""


def graph(n: int, tail: Any, head: Any, weight: Any, lists: bool) -> Graph:
    """Return the edges with the index of those that meet at each vertex, in the order of the edges."""
    ends = np.concatenate((tail, head))
    order = np.argsort(ends, kind="stable")
    start = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(ends, minlength=n), out=start[1:])
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

    def whole(rows: int, what: int = 0) -> Any:
        return [what] * rows if lists else np.full(rows, what, np.int64)

    def counted(rows: int) -> Any:
        return list(range(rows)) if lists else np.arange(rows)

    events = EVENTS * n + edges
    count = whole(5)
    count[SPARE] = n
    spare = list(range(2 * n - 1, n - 1, -1)) if lists else np.arange(2 * n - 1, n - 1, -1)
    return Tree(
        u=values(n),
        z=values(2 * n),
        key=values(events),
        register=values(3),
        mate=whole(n, -1),
        base=counted(2 * n),
        top=counted(n),
        parent=whole(2 * n, -1),
        label=whole(2 * n),
        entry=whole(2 * n, -1),
        origin=whole(2 * n, -1),
        after=whole(2 * n, -1),
        before=whole(2 * n, -1),
        link_here=whole(2 * n, -1),
        link_there=whole(2 * n, -1),
        first=counted(2 * n),
        last=counted(2 * n),
        follow=whole(n, -1),
        spare=spare,
        queue=whole(n),
        touched=whole(n),
        met=whole(n),
        nearest=whole(n, -1),
        heap=whole(events),
        place=whole(events, -1),
        mark=whole(2 * n),
        stack=whole(8 * n + 8),
        count=count,
    )
