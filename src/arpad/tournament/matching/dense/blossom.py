"""Perfect matchings of least cost, kept optimal while costs rise and edges go: trees and blossoms.

Edmonds' blossom algorithm in its primal-dual form (J. Edmonds, *Maximum matching and a polyhedron with 0,1
vertices*, 1965; dense, O(n³), after H. Gabow, 1976), grown from one exposed vertex at a time, so that any
feasible potentials can be its start. Costs are vectors of ``words`` whole numbers that are compared word by
word, the first first, and added word by word: such an order is all that the algorithm needs, and so a vector
of criteria needs no wide arithmetic. Compiled, a word is an int64; interpreted, one word of any length does.

Vertices are 0 … n−1, blossoms n … n+room−1, −1 stands for none. An edge's slack is the sum of the potentials
of its ends and twice its cost; it is never negative, and nil for a matched edge. Inside a blossom, whose
potential is never negative, edges are not looked at. All arrays are flat, so that lists serve as well.
"""

from __future__ import annotations

from arpad.compiled.specialising import kernel
from arpad.tournament.matching.dense.graph import DenseGraph

NONE, OUTER, INNER = -1, 0, 1
"""Labels of the top-level blossoms (vertices among them) during a search."""


@kernel
def sign_of_slack(graph: DenseGraph, u: int, v: int) -> int:
    """Return 0 if an edge is tight, else the sign of its slack."""
    words = graph.words
    i, j, e = u * words, v * words, (u * graph.n + v) * words
    for k in range(words):
        value = graph.s[graph.lab + i + k] + graph.s[graph.lab + j + k] + 2 * graph.cost[e + k]
        if value != 0:
            return 1 if value > 0 else -1
    return 0


@kernel
def closer(graph: DenseGraph, u: int, v: int, x: int, y: int) -> bool:
    """Return whether edge uv has less slack than edge xy."""
    words = graph.words
    i, j, e = u * words, v * words, (u * graph.n + v) * words
    p, q, f = x * words, y * words, (x * graph.n + y) * words
    for k in range(words):
        slack_uv = graph.s[graph.lab + i + k] + graph.s[graph.lab + j + k] + 2 * graph.cost[e + k]
        slack_xy = graph.s[graph.lab + p + k] + graph.s[graph.lab + q + k] + 2 * graph.cost[f + k]
        if slack_uv != slack_xy:
            return bool(slack_uv < slack_xy)
    return False


@kernel
def near_end(graph: DenseGraph, x: int, y: int) -> int:
    """Return the end in ``x`` of the best edge between two blossoms or vertices; −1 if there is none."""
    n = graph.n
    if x >= n:
        return int(graph.s[graph.near + (x - n) * (n + graph.room) + y])
    if y >= n:
        return int(graph.s[graph.far + (y - n) * (n + graph.room) + x])
    return x if graph.allowed[x * n + y] else -1


@kernel
def enqueue(graph: DenseGraph, x: int) -> None:
    """Queue the vertices of a blossom."""
    n = graph.n
    graph.s[graph.stack + 0] = x
    height = 1
    while height:
        height -= 1
        x = graph.s[graph.stack + height]
        if x < n:
            graph.s[graph.queue + graph.s[graph.at + 1]] = x
            graph.s[graph.at + 1] += 1
        else:
            for i in range(graph.s[graph.children + x - n]):
                graph.s[graph.stack + height] = graph.s[graph.child + (x - n) * n + i]
                height += 1


@kernel
def place(graph: DenseGraph, x: int, b: int) -> None:
    """Set the outermost blossom of everything in ``x``."""
    n = graph.n
    graph.s[graph.stack + 0] = x
    height = 1
    while height:
        height -= 1
        x = graph.s[graph.stack + height]
        graph.s[graph.top + x] = b
        if x >= n:
            for i in range(graph.s[graph.children + x - n]):
                graph.s[graph.stack + height] = graph.s[graph.child + (x - n) * n + i]
                height += 1


@kernel
def offer(graph: DenseGraph, u: int, x: int) -> None:
    """Let the outer vertex ``u`` be the one nearest to ``x`` if it is."""
    now = graph.s[graph.close + x]
    if now < 0:
        graph.s[graph.close + x] = u
        return
    mine, theirs = x, x
    if x >= graph.n:
        mine, theirs = near_end(graph, x, u), near_end(graph, x, now)
    if closer(graph, u, mine, now, theirs):
        graph.s[graph.close + x] = u


@kernel
def find_close(graph: DenseGraph, x: int) -> None:
    """Find the outer vertex nearest to ``x``."""
    graph.s[graph.close + x] = -1
    for u in range(graph.n):
        if (
            graph.s[graph.top + u] != x
            and graph.s[graph.label + graph.s[graph.top + u]] == OUTER
            and near_end(graph, x, u) >= 0
        ):
            offer(graph, u, x)


@kernel
def position(graph: DenseGraph, b: int, x: int) -> int:
    """Return where the child ``x`` stands on a blossom's cycle, turned so that it is an even place."""
    n = graph.n
    base, count = (b - n) * n, graph.s[graph.children + b - n]
    at = 0
    while graph.s[graph.child + base + at] != x:
        at += 1
    if at % 2 == 0:
        return at
    low, high = base + 1, base + count - 1
    while low < high:
        graph.s[graph.child + low], graph.s[graph.child + high] = (
            graph.s[graph.child + high],
            graph.s[graph.child + low],
        )
        low += 1
        high -= 1
    return int(count - at)


@kernel
def join(graph: DenseGraph, x: int, y: int) -> None:
    """Match ``x`` by its best edge to ``y``, and its inside accordingly; ``y``'s side is left alone."""
    n = graph.n
    graph.s[graph.spare + 0], graph.s[graph.spare + 1] = x, y
    height = 1
    while height:
        height -= 1
        x, y = graph.s[graph.spare + 2 * height], graph.s[graph.spare + 2 * height + 1]
        graph.s[graph.mate + x] = near_end(graph, y, x)
        if x < n:
            continue
        base, count = (x - n) * n, graph.s[graph.children + x - n]
        inner = graph.s[graph.inside + base + near_end(graph, x, y)]
        where = position(graph, x, inner)
        for i in range(where):
            graph.s[graph.spare + 2 * height] = graph.s[graph.child + base + i]
            graph.s[graph.spare + 2 * height + 1] = graph.s[graph.child + base + (i ^ 1)]
            height += 1
        graph.s[graph.spare + 2 * height], graph.s[graph.spare + 2 * height + 1] = inner, y
        height += 1
        for i in range(count):
            graph.s[graph.stack + i] = graph.s[graph.child + base + (i + where) % count]
        for i in range(count):
            graph.s[graph.child + base + i] = graph.s[graph.stack + i]


@kernel
def augment(graph: DenseGraph, x: int, y: int) -> None:
    """Match ``x`` to ``y`` and change over the edges on the way from ``x`` to the root."""
    while True:
        other = graph.s[graph.mate + x]
        after = graph.s[graph.top + other] if other >= 0 else -1
        join(graph, x, y)
        if after < 0:
            return
        up = graph.s[graph.top + graph.s[graph.parent + after]]
        join(graph, after, up)
        x, y = up, after


@kernel
def shrink(graph: DenseGraph, x: int, y: int) -> None:
    """Make a blossom of the cycle that an edge between two outer ones closes."""
    n, nx = graph.n, graph.n + graph.room
    graph.s[graph.at + 2] += 1
    mark = graph.s[graph.at + 2]
    u, v = x, y
    while True:  # the lowest common ancestor, from both sides in turn
        if u >= 0:
            if graph.s[graph.seen + u] == mark:
                break
            graph.s[graph.seen + u] = mark
            up = graph.s[graph.mate + u]
            u = graph.s[graph.top + graph.s[graph.parent + graph.s[graph.top + up]]] if up >= 0 else -1
        u, v = v, u
    lca = u
    b = n
    while graph.s[graph.top + b] >= 0:
        b += 1
    graph.s[graph.at + 3] += 1
    base = (b - n) * n
    for k in range(graph.words):
        graph.s[graph.lab + b * graph.words + k] = 0
    graph.s[graph.label + b] = OUTER
    graph.s[graph.mate + b] = graph.s[graph.mate + lca]
    graph.s[graph.parent + b] = graph.s[graph.parent + lca]
    graph.s[graph.child + base] = lca
    count = 1
    for side in range(2):
        z = x if side == 0 else y
        while z != lca:
            graph.s[graph.child + base + count] = z
            z = graph.s[graph.top + graph.s[graph.mate + z]]
            graph.s[graph.child + base + count + 1] = z
            count += 2
            enqueue(graph, z)
            z = graph.s[graph.top + graph.s[graph.parent + z]]
        if side == 0:
            low, high = base + 1, base + count - 1
            while low < high:
                graph.s[graph.child + low], graph.s[graph.child + high] = (
                    graph.s[graph.child + high],
                    graph.s[graph.child + low],
                )
                low += 1
                high -= 1
    graph.s[graph.children + b - n] = count
    place(graph, b, b)
    row = (b - n) * nx
    for z in range(nx):
        graph.s[graph.near + row + z] = -1
        graph.s[graph.far + row + z] = -1
    for i in range(count):
        c = graph.s[graph.child + base + i]
        for z in range(nx):
            if z >= n and (graph.s[graph.top + z] < 0 or z == b):
                continue
            p = near_end(graph, c, z)
            if p < 0:
                continue
            q = near_end(graph, z, c)
            if graph.s[graph.near + row + z] < 0 or closer(
                graph, p, q, graph.s[graph.near + row + z], graph.s[graph.far + row + z]
            ):
                graph.s[graph.near + row + z] = p
                graph.s[graph.far + row + z] = q
        if c < n:
            graph.s[graph.inside + base + c] = c
        else:
            for z in range(n):
                if graph.s[graph.inside + (c - n) * n + z] >= 0:
                    graph.s[graph.inside + base + z] = c
    for z in range(n, nx):
        if graph.s[graph.top + z] >= 0 and z != b:
            graph.s[graph.near + (z - n) * nx + b] = graph.s[graph.far + row + z]
            graph.s[graph.far + (z - n) * nx + b] = graph.s[graph.near + row + z]
    find_close(graph, b)


@kernel
def release(graph: DenseGraph, b: int) -> None:
    """Take a blossom out of use."""
    graph.s[graph.top + b] = -1
    graph.s[graph.label + b] = NONE
    graph.s[graph.close + b] = -1
    graph.s[graph.at + 3] -= 1
    for z in range(graph.n):
        graph.s[graph.inside + (b - graph.n) * graph.n + z] = -1


@kernel
def expand(graph: DenseGraph, b: int) -> None:
    """Open an inner blossom whose potential has come to nil, during a search."""
    n = graph.n
    base, count = (b - n) * n, graph.s[graph.children + b - n]
    for i in range(count):
        place(graph, graph.s[graph.child + base + i], graph.s[graph.child + base + i])
    entry = graph.s[graph.inside + base + near_end(graph, b, graph.s[graph.parent + b])]
    where = position(graph, b, entry)
    for i in range(0, where, 2):
        inner, outer = graph.s[graph.child + base + i], graph.s[graph.child + base + i + 1]
        graph.s[graph.parent + inner] = near_end(graph, outer, inner)
        graph.s[graph.label + inner] = INNER
        graph.s[graph.label + outer] = OUTER
        graph.s[graph.close + inner] = -1
        find_close(graph, outer)
        enqueue(graph, outer)
    graph.s[graph.label + entry] = INNER
    graph.s[graph.close + entry] = -1
    graph.s[graph.parent + entry] = graph.s[graph.parent + b]
    for i in range(where + 1, count):
        graph.s[graph.label + graph.s[graph.child + base + i]] = NONE
        find_close(graph, graph.s[graph.child + base + i])
    release(graph, b)


@kernel
def reach(graph: DenseGraph, u: int, v: int) -> bool:
    """Follow a tight edge from an outer vertex; return whether the matching has grown."""
    x, y = graph.s[graph.top + u], graph.s[graph.top + v]
    if graph.s[graph.label + y] == NONE:
        if graph.s[graph.mate + y] < 0:
            augment(graph, x, y)
            join(graph, y, x)
            return True
        graph.s[graph.parent + y] = u
        graph.s[graph.label + y] = INNER
        z = graph.s[graph.top + graph.s[graph.mate + y]]
        graph.s[graph.close + y] = -1
        graph.s[graph.close + z] = -1
        graph.s[graph.label + z] = OUTER
        enqueue(graph, z)
    elif graph.s[graph.label + y] == OUTER:
        shrink(graph, x, y)
    return False
