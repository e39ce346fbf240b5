"""The alternating tree and its blossoms: the steps that change their shape.

Edmonds (1965), *Paths, trees, and flowers*; the bookkeeping follows Galil (1986), *Efficient algorithms for
finding maximum matching in graphs*, ACM Computing Surveys 18, with one tree at a time. A *node* is a vertex,
0 … n−1, or a blossom, n … 2n−1. An *outer* node (Galil's S) is at an even distance from the root, an *inner*
one (T) at an odd distance.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.kernels import kernel
from arpad.tournament.matching.state import (
    AFTER,
    BASE,
    BEFORE,
    DELTA,
    ENTRY,
    FIRST,
    FOLLOW,
    FREE,
    INNER,
    LABEL,
    LAST,
    LINK_HERE,
    LINK_THERE,
    MATE,
    NEAREST,
    ORIGIN,
    OUTER,
    PARENT,
    QUEUE,
    QUEUED,
    SEEN,
    SPARE,
    STAMP,
    TOP,
    TOUCH,
    TOUCHED,
    VISITED,
    WORK,
    Tree,
    put,
)
from arpad.tournament.matching.word_arithmetic import clear, copy, halve, minus, plus


@kernel
def meet(T: Tree, v: int) -> None:
    """Note that this search has met a vertex."""
    if T.vertex[v, VISITED] == 0:
        T.vertex[v, VISITED] = 1
        T.vertex[T.count[TOUCHED], TOUCH] = v
        T.count[TOUCHED] += 1


@kernel
def expect_zero(T: Tree, n: int, v: int) -> None:
    """Note when the dual of an outer vertex comes to zero."""
    copy(T.register, WORK, T.u, v)
    put(T, n + v)


@kernel
def label_outer(T: Tree, n: int, b: int, free: bool) -> None:
    """Take a free node into the tree as an outer one. ``free``: duals may fall below zero."""
    T.node[b, LABEL] = OUTER
    v = T.node[b, FIRST]
    while True:
        plus(T.u, v, T.register, DELTA)
        meet(T, v)
        T.vertex[T.count[QUEUED], QUEUE] = v
        T.count[QUEUED] += 1
        if not free:
            expect_zero(T, n, v)
        if v == T.node[b, LAST]:
            break
        v = T.vertex[v, FOLLOW]
    if b >= n:
        minus(T.z, b, T.register, DELTA)
        minus(T.z, b, T.register, DELTA)


@kernel
def label_inner(T: Tree, n: int, b: int, origin: int, entry: int) -> None:
    """Take a free node into the tree as an inner one, entered by the edge from ``origin`` to ``entry``."""
    T.node[b, LABEL] = INNER
    T.node[b, ORIGIN] = origin
    T.node[b, ENTRY] = entry
    v = T.node[b, FIRST]
    while True:
        minus(T.u, v, T.register, DELTA)
        meet(T, v)
        if v == T.node[b, LAST]:
            break
        v = T.vertex[v, FOLLOW]
    if b >= n:
        plus(T.z, b, T.register, DELTA)
        plus(T.z, b, T.register, DELTA)
        expect_opening(T, n, b)


@kernel
def child_of(T: Tree, b: int, v: int) -> Any:
    """Return the node that a blossom is made of and that a vertex is in."""
    c = v
    while T.node[c, PARENT] != b:
        c = T.node[c, PARENT]
    return c


@kernel
def rebase(T: Tree, n: int, b: int, v: int) -> None:
    """Match a node inside so that it is by the vertex ``v`` that it is matched to the outside.

    From v's part round the ring to the part that was matched to the outside, on the side where the number
    of edges is even, matched edges change with the others; then the same inside each part on the way.
    """
    size = 2
    T.stack[0] = b
    T.stack[1] = v
    while size > 0:
        size -= 2
        b = T.stack[size]
        v = T.stack[size + 1]
        if b < n or T.node[b, BASE] == v:
            continue
        goal = child_of(T, b, T.node[b, BASE])
        c = child_of(T, b, v)
        T.stack[size] = c
        T.stack[size + 1] = v
        size += 2
        # Not by the mate of v's own end: that may be matched to the outside already.
        onward = c != goal and T.vertex[T.node[c, LINK_THERE], MATE] == T.node[c, LINK_HERE]
        while c != goal:
            if onward:
                d = T.node[c, AFTER]
                c = T.node[d, AFTER]
                p = T.node[d, LINK_HERE]
                q = T.node[d, LINK_THERE]
            else:
                d = T.node[c, BEFORE]
                c = T.node[d, BEFORE]
                p = T.node[c, LINK_THERE]
                q = T.node[c, LINK_HERE]
            T.vertex[p, MATE] = q
            T.vertex[q, MATE] = p
            T.stack[size] = d
            T.stack[size + 1] = p
            T.stack[size + 2] = c
            T.stack[size + 3] = q
            size += 4
        T.node[b, BASE] = v


@kernel
def augment(T: Tree, n: int, v: int, partner: int) -> None:
    """Match an outer vertex anew, and all up to the root; ``partner`` −1 leaves it alone."""
    while True:
        b = T.vertex[v, TOP]
        up = T.vertex[T.node[b, BASE], MATE]
        rebase(T, n, b, v)
        T.vertex[v, MATE] = partner
        if up < 0:
            return
        t = T.vertex[up, TOP]
        v = T.node[t, ORIGIN]
        partner = T.node[t, ENTRY]
        rebase(T, n, t, partner)
        T.vertex[partner, MATE] = v


@kernel
def meeting(T: Tree, v: int, w: int) -> Any:
    """Return the outer node in which the paths of two outer vertices to the root meet."""
    T.count[STAMP] += 1
    stamp = T.count[STAMP]
    a = T.vertex[v, TOP]
    b = T.vertex[w, TOP]
    while True:
        if a >= 0:
            if T.node[a, SEEN] == stamp:
                return a
            T.node[a, SEEN] = stamp
            up = T.vertex[T.node[a, BASE], MATE]
            a = T.vertex[T.node[T.vertex[up, TOP], ORIGIN], TOP] if up >= 0 else -1
        a, b = (b, a) if b >= 0 else (a, b)


@kernel
def shrink(T: Tree, n: int, v: int, w: int, free: bool) -> None:
    """Make one outer node of all on the ring that an edge between two outer vertices closes."""
    lca = meeting(T, v, w)
    T.count[SPARE] -= 1
    b = T.spare[T.count[SPARE]]
    c = T.vertex[v, TOP]
    d = T.vertex[w, TOP]
    T.node[c, AFTER] = d
    T.node[d, BEFORE] = c
    T.node[c, LINK_HERE] = v
    T.node[c, LINK_THERE] = w
    while c != lca:
        up = T.vertex[T.node[c, BASE], MATE]
        t = T.vertex[up, TOP]
        T.node[t, AFTER] = c
        T.node[c, BEFORE] = t
        T.node[t, LINK_HERE] = up
        T.node[t, LINK_THERE] = T.node[c, BASE]
        c = T.vertex[T.node[t, ORIGIN], TOP]
        T.node[c, AFTER] = t
        T.node[t, BEFORE] = c
        T.node[c, LINK_HERE] = T.node[t, ORIGIN]
        T.node[c, LINK_THERE] = T.node[t, ENTRY]
    while d != lca:
        up = T.vertex[T.node[d, BASE], MATE]
        t = T.vertex[up, TOP]
        T.node[d, AFTER] = t
        T.node[t, BEFORE] = d
        T.node[d, LINK_HERE] = T.node[d, BASE]
        T.node[d, LINK_THERE] = up
        d = T.vertex[T.node[t, ORIGIN], TOP]
        T.node[t, AFTER] = d
        T.node[d, BEFORE] = t
        T.node[t, LINK_HERE] = T.node[t, ENTRY]
        T.node[t, LINK_THERE] = T.node[t, ORIGIN]
    T.node[b, BASE] = T.node[lca, BASE]
    T.node[b, PARENT] = -1
    T.node[b, LABEL] = OUTER
    clear(T.z, b)
    minus(T.z, b, T.register, DELTA)
    minus(T.z, b, T.register, DELTA)
    T.node[b, FIRST] = T.node[lca, FIRST]
    c = lca
    while True:
        absorb(T, n, b, c, free)
        T.node[c, PARENT] = b
        T.node[b, LAST] = T.node[c, LAST]
        c = T.node[c, AFTER]
        if c == lca:
            return
        T.vertex[T.node[b, LAST], FOLLOW] = T.node[c, FIRST]


@kernel
def absorb(T: Tree, n: int, b: int, c: int, free: bool) -> None:
    """Make a node part of an outer blossom: its own dual stands still from now on."""
    inner = T.node[c, LABEL] == INNER
    if c >= n:
        if inner:
            minus(T.z, c, T.register, DELTA)
            minus(T.z, c, T.register, DELTA)
        else:
            plus(T.z, c, T.register, DELTA)
            plus(T.z, c, T.register, DELTA)
    v = T.node[c, FIRST]
    while True:
        T.vertex[v, TOP] = b
        if inner:
            outer_from_inner(T, n, v, free)
        if v == T.node[c, LAST]:
            return
        v = T.vertex[v, FOLLOW]


@kernel
def outer_from_inner(T: Tree, n: int, v: int, free: bool) -> None:
    """Make an inner vertex an outer one."""
    plus(T.u, v, T.register, DELTA)
    plus(T.u, v, T.register, DELTA)
    T.vertex[T.count[QUEUED], QUEUE] = v
    T.count[QUEUED] += 1
    if not free:
        expect_zero(T, n, v)


@kernel
def open_inner(T: Tree, n: int, b: int, free: bool) -> None:
    """Undo an inner blossom of dual zero: its parts on the tree's path stay in the tree, others leave."""
    start = child_of(T, b, T.node[b, ENTRY])
    goal = child_of(T, b, T.node[b, BASE])
    c = start
    while True:
        T.node[c, LABEL] = FREE
        v = T.node[c, FIRST]
        while True:
            T.vertex[v, TOP] = c
            if v == T.node[c, LAST]:
                break
            v = T.vertex[v, FOLLOW]
        c = T.node[c, AFTER]
        if c == start:
            break
    onward = start != goal and T.vertex[T.node[start, LINK_HERE], MATE] == T.node[start, LINK_THERE]
    origin = T.node[b, ORIGIN]
    entry = T.node[b, ENTRY]
    c = start
    while True:
        T.node[c, LABEL] = INNER
        T.node[c, ORIGIN] = origin
        T.node[c, ENTRY] = entry
        if c == goal:
            break
        if onward:
            d = T.node[c, AFTER]
            c = T.node[d, AFTER]
            origin = T.node[d, LINK_HERE]
            entry = T.node[d, LINK_THERE]
        else:
            d = T.node[c, BEFORE]
            c = T.node[d, BEFORE]
            origin = T.node[c, LINK_THERE]
            entry = T.node[c, LINK_HERE]
        T.node[d, LABEL] = OUTER
    c = start
    while True:
        following = T.node[c, AFTER]
        T.node[c, PARENT] = -1
        place_part(T, n, c, free)
        c = following
        if c == start:
            break
    T.spare[T.count[SPARE]] = b
    T.count[SPARE] += 1


@kernel
def place_part(T: Tree, n: int, c: int, free: bool) -> None:
    """Bring the duals of a part of an opened inner blossom in line with its new label."""
    label = T.node[c, LABEL]
    v = T.node[c, FIRST]
    while True:
        if label == OUTER:
            outer_from_inner(T, n, v, free)
        elif label == FREE:
            plus(T.u, v, T.register, DELTA)
            T.vertex[v, NEAREST] = -1
        if v == T.node[c, LAST]:
            break
        v = T.vertex[v, FOLLOW]
    if c < n or label == FREE:
        return
    if label == OUTER:
        minus(T.z, c, T.register, DELTA)
        minus(T.z, c, T.register, DELTA)
    else:
        plus(T.z, c, T.register, DELTA)
        plus(T.z, c, T.register, DELTA)
        expect_opening(T, n, c)


@kernel
def expect_opening(T: Tree, n: int, b: int) -> None:
    """Note when the dual of an inner blossom comes to zero: at half of what is kept of it, an even number."""
    copy(T.register, WORK, T.z, b)
    halve(T.register, WORK)
    put(T, n + b)
