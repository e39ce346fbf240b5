"""The search for a matching of maximum weight: trees grown from one unmatched vertex after another.

The primal-dual method of Edmonds (1965), *Maximum matching and a polyhedron with 0,1-vertices*, as Galil
(1986) tells it and Galil, Micali and Gabow (1986), *An O(EV log V) algorithm for finding a maximal weighted
matching in general graphs*, SIAM Journal on Computing 15, keep its events in a heap. Other than there, one
tree grows at a time: its duals move, those of all others stand still. Along its edges u has one parity, so
that with doubled weights every step is a whole number.

With u for the vertices, z for the blossoms and w for twice the weights, these hold throughout:
u[i] + u[j] + Σ z over the blossoms that hold both ≥ w[ij], with equality for matched edges and those of
blossoms' rings; z ≥ 0. At the end no vertex is alone, or u ≥ 0 and u = 0 for all that are alone.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.kernels import kernel
from arpad.tournament.matching.state import (
    BASE,
    BEST,
    DELTA,
    FIRST,
    FOLLOW,
    FREE,
    HEAPED,
    INNER,
    LABEL,
    LAST,
    MATE,
    NEAREST,
    OUTER,
    PARENT,
    QUEUE,
    QUEUED,
    TOP,
    TOUCH,
    TOUCHED,
    VISITED,
    WORK,
    Graph,
    Tree,
    put,
    take,
)
from arpad.tournament.matching.tree import (
    augment,
    label_inner,
    label_outer,
    meet,
    open_inner,
    rebase,
    shrink,
)
from arpad.tournament.matching.word_arithmetic import (
    clear,
    copy,
    difference,
    halve,
    less,
    minus,
    plus,
    sign,
    slack,
)


@kernel
def grow(T: Tree, n: int, edge_from: int, x: int, free: bool) -> Any:
    """Take the free vertex x, reached by a tight edge, into the tree; return whether it matched the root."""
    b = T.vertex[x, TOP]
    up = T.vertex[T.node[b, BASE], MATE]
    if up < 0:
        rebase(T, n, b, x)
        T.vertex[x, MATE] = edge_from
        augment(T, n, edge_from, x)
        return True
    label_inner(T, n, b, edge_from, x)
    label_outer(T, n, T.vertex[up, TOP], free)
    return False


@kernel
def look(T: Tree, G: Graph, n: int, v: int, free: bool) -> Any:
    """Look at the edges of an outer vertex; return whether one led to an augmentation."""
    for k in range(G.start[v], G.start[v + 1]):
        e = G.around[k]
        x = G.head[e] if G.tail[e] == v else G.tail[e]
        b = T.vertex[x, TOP]
        if b == T.vertex[v, TOP] or T.node[b, LABEL] == INNER:
            continue
        slack(T.register, WORK, T.u, v, x, G.weight, e)
        if T.node[b, LABEL] == FREE:
            if not less(T.register, DELTA, T.register, WORK):
                if grow(T, n, v, x, free):
                    return True
            elif T.vertex[x, NEAREST] < 0 or less(T.register, WORK, T.key, x):
                T.vertex[x, NEAREST] = e
                reach(T, x)
        else:
            halve(T.register, WORK)
            if not less(T.register, DELTA, T.register, WORK):
                shrink(T, n, v, x, free)
            else:
                put(T, 3 * n + e)
    return False


@kernel
def reach(T: Tree, x: int) -> None:
    """Note when the tree reaches a free vertex."""
    meet(T, x)
    put(T, x)


@kernel
def approach(T: Tree, G: Graph, n: int, x: int) -> None:
    """Find the edge by which the tree would reach a vertex that has just left it."""
    for k in range(G.start[x], G.start[x + 1]):
        e = G.around[k]
        v = G.head[e] if G.tail[e] == x else G.tail[e]
        if T.node[T.vertex[v, TOP], LABEL] == OUTER:
            slack(T.register, WORK, T.u, v, x, G.weight, e)
            if T.vertex[x, NEAREST] < 0 or less(T.register, WORK, T.key, x):
                T.vertex[x, NEAREST] = e
                reach(T, x)


@kernel
def happen(T: Tree, G: Graph, n: int, event: int, free: bool) -> Any:
    """Do what falls due; return whether the root's search is over."""
    copy(T.register, DELTA, T.key, event)
    if event < n:
        e = T.vertex[event, NEAREST]
        if e < 0 or T.node[T.vertex[event, TOP], LABEL] != FREE:
            return False
        v = G.head[e] if G.tail[e] == event else G.tail[e]
        return grow(T, n, v, event, free)
    if event < 2 * n:
        augment(T, n, event - n, -1)
        return True
    if event < 3 * n:
        b = event - n
        if T.vertex[T.node[b, FIRST], TOP] == b and T.node[b, LABEL] == INNER:
            v = T.node[b, FIRST]
            last = T.node[b, LAST]
            open_inner(T, n, b, free)
            while True:
                if T.node[T.vertex[v, TOP], LABEL] == FREE:
                    approach(T, G, n, v)
                if v == last:
                    break
                v = T.vertex[v, FOLLOW]
        return False
    e = event - 3 * n
    if T.vertex[G.tail[e], TOP] != T.vertex[G.head[e], TOP]:
        shrink(T, n, G.tail[e], G.head[e], free)
    return False


@kernel
def search(T: Tree, G: Graph, n: int, root: int, free: bool) -> Any:
    """Grow a tree from an unmatched vertex until it is matched or may stay alone; False if neither is."""
    clear(T.register, DELTA)
    T.count[QUEUED] = 0
    T.count[HEAPED] = 0
    T.count[TOUCHED] = 0
    label_outer(T, n, T.vertex[root, TOP], free)
    settled = False
    while not settled:
        if T.count[QUEUED] > 0:
            T.count[QUEUED] -= 1
            settled = look(T, G, n, T.vertex[T.count[QUEUED], QUEUE], free)
        elif T.count[HEAPED] > 0:
            settled = happen(T, G, n, take(T), free)
        else:
            break
    fell(T, n)
    return settled


@kernel
def fell(T: Tree, n: int) -> None:
    """Take the tree down and write the duals as they are."""
    for k in range(T.count[TOUCHED]):
        v = T.vertex[k, TOUCH]
        T.vertex[v, VISITED] = 0
        T.vertex[v, NEAREST] = -1
        label = T.node[T.vertex[v, TOP], LABEL]
        if label == OUTER:
            minus(T.u, v, T.register, DELTA)
        elif label == INNER:
            plus(T.u, v, T.register, DELTA)
    for k in range(T.count[TOUCHED]):
        b = T.vertex[T.vertex[k, TOUCH], TOP]
        if b >= n and T.node[b, LABEL] == OUTER:
            plus(T.z, b, T.register, DELTA)
            plus(T.z, b, T.register, DELTA)
        elif b >= n and T.node[b, LABEL] == INNER:
            minus(T.z, b, T.register, DELTA)
            minus(T.z, b, T.register, DELTA)
        T.node[b, LABEL] = FREE
    for k in range(T.count[HEAPED]):
        T.place[T.heap[k]] = -1
    T.count[HEAPED] = 0


@kernel
def solve(T: Tree, G: Graph, n: int, free: bool) -> Any:
    """Match all that should be; return the first vertex that cannot be though all must, or −1.

    With ``free``, duals may be negative and all must be matched; else u ≥ 0 and who is alone has u = 0.
    """
    for v in range(n):
        if T.vertex[v, MATE] < 0 and (free or sign(T.u, v) > 0) and not search(T, G, n, v, free):
            return v
    return -1


@kernel
def begin(T: Tree, G: Graph, n: int) -> None:
    """Set the duals to half of the largest of each vertex' doubled weights: feasible, and far from tight."""
    for v in range(n):
        clear(T.u, v)
        for k in range(G.start[v], G.start[v + 1]):
            if k == G.start[v] or less(T.u, v, G.weight, G.around[k]):
                copy(T.u, v, G.weight, G.around[k])
        halve(T.u, v)


@kernel
def tighten(T: Tree, G: Graph, n: int, free: bool) -> None:
    """Lower the duals of unmatched vertices as far as they go, and match along the edges that get tight."""
    for v in range(n):
        if T.vertex[v, MATE] >= 0 or G.start[v] == G.start[v + 1]:
            continue
        clear(T.register, BEST)
        partner = -1
        has_best = not free
        for k in range(G.start[v], G.start[v + 1]):
            e = G.around[k]
            x = G.head[e] if G.tail[e] == v else G.tail[e]
            difference(T.register, WORK, G.weight, e, T.u, x)
            if not has_best or less(T.register, BEST, T.register, WORK):
                copy(T.register, BEST, T.register, WORK)
                partner = x if T.vertex[x, MATE] < 0 else -1
                has_best = True
            elif partner < 0 and T.vertex[x, MATE] < 0 and not less(T.register, WORK, T.register, BEST):
                partner = x
        copy(T.u, v, T.register, BEST)
        if partner >= 0:
            T.vertex[v, MATE] = partner
            T.vertex[partner, MATE] = v


@kernel
def melt(T: Tree, n: int) -> None:
    """Undo all blossoms, and raise the duals of their vertices so that every edge stays feasible."""
    for v in range(n):
        b = T.node[v, PARENT]
        while b >= 0:
            copy(T.register, WORK, T.z, b)
            halve(T.register, WORK)
            plus(T.u, v, T.register, WORK)
            b = T.node[b, PARENT]


@kernel
def mend(T: Tree, G: Graph, n: int) -> None:
    """Raise duals until every edge is feasible, and part those pairs whose edge is not tight.

    There are no blossoms; ``T.queue`` says which edge matches a vertex.
    """
    for v in range(n):
        T.vertex[v, QUEUE] = -1
    for e in range(len(G.tail)):
        i = G.tail[e]
        j = G.head[e]
        slack(T.register, WORK, T.u, i, j, G.weight, e)
        if sign(T.register, WORK) < 0:
            raised = i if T.vertex[i, MATE] < 0 else j
            minus(T.u, raised, T.register, WORK)
    for e in range(len(G.tail)):
        i = G.tail[e]
        j = G.head[e]
        if T.vertex[i, MATE] == j:
            slack(T.register, WORK, T.u, i, j, G.weight, e)
            if sign(T.register, WORK) == 0:
                T.vertex[i, QUEUE] = e
                T.vertex[j, QUEUE] = e
    for v in range(n):
        if T.vertex[v, QUEUE] < 0:
            T.vertex[v, MATE] = -1
