"""Searches on a graph: match what is exposed at the least cost, see who else could be, open blossoms."""

from __future__ import annotations

from arpad.compiled.specialising import kernel
from arpad.tournament.matching.dense.blossom import (
    INNER,
    NONE,
    OUTER,
    closer,
    enqueue,
    expand,
    near_end,
    offer,
    place,
    reach,
    release,
    sign_of_slack,
)
from arpad.tournament.matching.dense.graph import DenseGraph


@kernel
def plant(graph: DenseGraph, root: int) -> None:
    """Begin a search at an exposed vertex."""
    for x in range(graph.n + graph.room):
        graph.s[graph.label + x] = NONE
        graph.s[graph.close + x] = -1
    graph.s[graph.at] = 0
    graph.s[graph.at + 1] = 0
    graph.s[graph.at + 5] += 1
    start = graph.s[graph.top + root]
    graph.s[graph.label + start] = OUTER
    graph.s[graph.parent + start] = -1
    enqueue(graph, start)


@kernel
def grow(graph: DenseGraph, aside: int, wanted: int) -> bool:
    """Follow all tight edges from the outer vertices in the queue; return whether the matching has grown.

    Args:
        graph: during a search.
        aside: a vertex not to be reached, −1 for none.
        wanted: a vertex at which to stop when it has become outer, −1 for none.
    """
    n = graph.n
    offset = graph.s[graph.at + 4]
    while graph.s[graph.at] < graph.s[graph.at + 1]:
        u = graph.s[graph.queue + graph.s[graph.at]]
        graph.s[graph.at] += 1
        graph.s[graph.at + 6] += 1
        mine = graph.s[graph.top + u]
        for i in range(n):
            v = i + offset
            if v >= n:
                v -= n
            if not graph.allowed[u * n + v]:
                continue
            x = graph.s[graph.top + v]
            if x in (mine, aside) or graph.s[graph.label + x] == INNER:
                continue
            if sign_of_slack(graph, u, v) == 0:
                if reach(graph, u, v):
                    return True
                if wanted >= 0 and graph.s[graph.label + graph.s[graph.top + wanted]] == OUTER:
                    return False
                mine = graph.s[graph.top + u]
            elif aside < 0:
                offer(graph, u, x)
    return False


@kernel
def is_empty(graph: DenseGraph, b: int) -> bool:
    """Return whether a blossom's potential is nil."""
    for k in range(graph.words):  # noqa: SIM110 (generators do not compile)
        if graph.s[graph.lab + b * graph.words + k] != 0:
            return False
    return True


@kernel
def explore(graph: DenseGraph, root: int, aside: int, wanted: int) -> None:
    """Label whatever could be exposed instead of ``root`` at the same cost as outer, without ``aside``.

    All others must be matched. It stops early when ``wanted`` is outer.
    """
    n, nx = graph.n, graph.n + graph.room
    plant(graph, root)
    again = True
    while again:
        grow(graph, aside, wanted)
        if wanted >= 0 and graph.s[graph.label + graph.s[graph.top + wanted]] == OUTER:
            return
        again = False
        for b in range(n, nx):
            if graph.s[graph.top + b] == b and graph.s[graph.label + b] == INNER and is_empty(graph, b):
                expand(graph, b)
                again = True
        if again:  # what has come out of a blossom may be next to vertices that have looked already
            for x in range(nx):
                if (
                    graph.s[graph.top + x] != x
                    or graph.s[graph.label + x] == INNER
                    or graph.s[graph.close + x] < 0
                ):
                    continue
                u = graph.s[graph.close + x]
                if graph.s[graph.top + u] != x:
                    v = near_end(graph, x, u)
                    if sign_of_slack(graph, u, v) == 0:
                        reach(graph, u, v)


@kernel
def watch(graph: DenseGraph, place: int) -> None:
    """Note whether a potential has left the range in which sums of several cannot overflow a word."""
    limit = graph.s[graph.at + 7]
    if limit > 0 and not -limit <= graph.s[place] <= limit:
        graph.s[graph.at + 7] = -1


@kernel
def search(graph: DenseGraph, root: int) -> bool:
    """Match an exposed vertex, at the least cost; return whether that can be done.

    It is given up when a potential leaves the range (:func:`watch`).
    """
    n, nx, words = graph.n, graph.n + graph.room, graph.words
    plant(graph, root)
    while True:
        if grow(graph, -1, -1):
            return True
        has_delta = False
        for x in range(nx):
            if graph.s[graph.top + x] != x:
                continue
            if graph.s[graph.label + x] == INNER:
                if x >= n:
                    has_delta = least(graph, has_delta, -1, x, 2)
            elif graph.s[graph.close + x] >= 0 and graph.s[graph.top + graph.s[graph.close + x]] != x:
                u = graph.s[graph.close + x]
                v = near_end(graph, x, u)
                has_delta = least(graph, has_delta, u, v, 1 if graph.s[graph.label + x] == NONE else 2)
        if not has_delta:
            return False
        for u in range(n):
            label = graph.s[graph.label + graph.s[graph.top + u]]
            if label == OUTER:
                for k in range(words):
                    graph.s[graph.lab + u * words + k] -= graph.s[graph.delta + k]
                    watch(graph, graph.lab + u * words + k)
            elif label == INNER:
                for k in range(words):
                    graph.s[graph.lab + u * words + k] += graph.s[graph.delta + k]
                    watch(graph, graph.lab + u * words + k)
        for b in range(n, nx):
            if graph.s[graph.top + b] == b:
                if graph.s[graph.label + b] == OUTER:
                    for k in range(words):
                        graph.s[graph.lab + b * words + k] += 2 * graph.s[graph.delta + k]
                        watch(graph, graph.lab + b * words + k)
                elif graph.s[graph.label + b] == INNER:
                    for k in range(words):
                        graph.s[graph.lab + b * words + k] -= 2 * graph.s[graph.delta + k]
        if graph.s[graph.at + 7] < 0:
            return False
        graph.s[graph.at + 0] = 0
        graph.s[graph.at + 1] = 0
        for x in range(nx):
            if (
                graph.s[graph.top + x] != x
                or graph.s[graph.label + x] == INNER
                or graph.s[graph.close + x] < 0
            ):
                continue
            u = graph.s[graph.close + x]
            if graph.s[graph.top + u] != x:
                v = near_end(graph, x, u)
                if sign_of_slack(graph, u, v) == 0 and reach(graph, u, v):
                    return True
        for b in range(n, nx):
            if graph.s[graph.top + b] == b and graph.s[graph.label + b] == INNER and is_empty(graph, b):
                expand(graph, b)


@kernel
def least(graph: DenseGraph, has_delta: bool, u: int, v: int, share: int) -> bool:
    """Lower the step to an edge's slack (or, without ``u``, a blossom's potential) divided by ``share``."""
    words = graph.words
    smaller = not has_delta
    for k in range(words):
        value = graph.s[graph.lab + v * words + k]
        if u >= 0:
            value += graph.s[graph.lab + u * words + k] + 2 * graph.cost[(u * graph.n + v) * words + k]
        if share == 2:
            value = value // 2
        if smaller:
            graph.s[graph.delta + k] = value
        elif value < graph.s[graph.delta + k]:
            smaller = True
            graph.s[graph.delta + k] = value
        elif value > graph.s[graph.delta + k]:
            return True
    return True


@kernel
def open_up(graph: DenseGraph, b: int) -> None:
    """Open an outermost blossom: its potential goes to its vertices."""
    n, words = graph.n, graph.words
    if not is_empty(graph, b):
        graph.s[graph.at] = 0
        graph.s[graph.at + 1] = 0
        enqueue(graph, b)
        for i in range(graph.s[graph.at + 1]):
            u = graph.s[graph.queue + i]
            for k in range(words):
                graph.s[graph.lab + u * words + k] += graph.s[graph.lab + b * words + k] // 2
                watch(graph, graph.lab + u * words + k)
    base, count = (b - n) * n, graph.s[graph.children + b - n]
    for i in range(count):
        place(graph, graph.s[graph.child + base + i], graph.s[graph.child + base + i])
    release(graph, b)


@kernel
def dissolve(graph: DenseGraph) -> None:
    """Open all blossoms, and take edges that are slack then out of the matching."""
    n, nx = graph.n, graph.n + graph.room
    while graph.s[graph.at + 3]:
        for b in range(n, nx):
            if graph.s[graph.top + b] == b:
                open_up(graph, b)
    drop_slack(graph)


@kernel
def expose(graph: DenseGraph, v: int) -> None:
    """Take away the match of a vertex, and of the blossoms around it: it must be their base."""
    graph.s[graph.mate + v] = -1
    for b in range(graph.room):
        if graph.s[graph.top + graph.n + b] >= 0 and graph.s[graph.inside + b * graph.n + v] >= 0:
            graph.s[graph.mate + graph.n + b] = -1


@kernel
def open_around(graph: DenseGraph, u: int) -> None:
    """Open the blossoms around a vertex; their edges outwards that are slack then leave the matching."""
    while graph.s[graph.top + u] != u:
        b = graph.s[graph.top + u]
        q = graph.s[graph.mate + b]
        open_up(graph, b)
        if q >= 0:
            # Of two matched vertices in different blossoms each is the other's mate.
            p = graph.s[graph.mate + q]
            if sign_of_slack(graph, p, q) != 0:
                expose(graph, p)
                expose(graph, q)


@kernel
def forget(graph: DenseGraph, u: int) -> None:
    """Look for the best edges between all blossoms and a vertex again: it is in none, and has lost edges."""
    n, nx = graph.n, graph.n + graph.room
    for b in range(graph.room):
        if graph.s[graph.top + n + b] < 0:
            continue
        best = -1
        for v in range(n):
            if (
                graph.allowed[v * n + u]
                and graph.s[graph.inside + b * n + v] >= 0
                and (best < 0 or closer(graph, v, u, best, u))
            ):
                best = v
        graph.s[graph.near + b * nx + u] = best
        graph.s[graph.far + b * nx + u] = u if best >= 0 else -1


@kernel
def drop_slack(graph: DenseGraph) -> None:
    """Take edges that are not tight out of the matching; there must be no blossoms."""
    for u in range(graph.n):
        v = graph.s[graph.mate + u]
        if v >= 0 and (not graph.allowed[u * graph.n + v] or sign_of_slack(graph, u, v) != 0):
            graph.s[graph.mate + u] = -1
            graph.s[graph.mate + v] = -1


@kernel
def solve(graph: DenseGraph) -> int:
    """Match every exposed vertex; return −1, or the first that cannot be matched."""
    for u in range(graph.n):
        if graph.s[graph.mate + graph.s[graph.top + u]] < 0 and not search(graph, u):
            return u
    return -1
