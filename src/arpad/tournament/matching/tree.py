"""The alternating tree and its blossoms: the steps that change their shape.

Edmonds (1965), *Paths, trees, and flowers*; the bookkeeping follows Galil (1986), *Efficient algorithms for
finding maximum matching in graphs*, ACM Computing Surveys 18, with one tree at a time. A *node* is a vertex,
0 … n−1, or a blossom, n … 2n−1. An *outer* node (Galil's S) is at an even distance from the root, an *inner*
one (T) at an odd distance.
"""

from __future__ import annotations

from typing import Any

from arpad.record.kernels import kernel
from arpad.tournament.matching.state import (
    DELTA,
    FREE,
    INNER,
    ONE,
    OUTER,
    QUEUED,
    SPARE,
    STAMP,
    TOUCHED,
    Tree,
    put,
)
from arpad.tournament.matching.values import clear, copy, halve, minus, plus


@kernel
def meet(T: Tree, v: int) -> None:
    """Note that this search has met a vertex."""
    if T.met[v] == 0:
        T.met[v] = 1
        T.touched[T.count[TOUCHED]] = v
        T.count[TOUCHED] += 1


@kernel
def expect_zero(T: Tree, n: int, v: int) -> None:
    """Note when the dual of an outer vertex comes to zero."""
    copy(T.register, ONE, T.u, v)
    put(T, n + v)


@kernel
def label_outer(T: Tree, n: int, b: int, free: bool) -> None:
    """Take a free node into the tree as an outer one. ``free``: duals may fall below zero."""
    T.label[b] = OUTER
    v = T.first[b]
    while True:
        plus(T.u, v, T.register, DELTA)
        meet(T, v)
        T.queue[T.count[QUEUED]] = v
        T.count[QUEUED] += 1
        if not free:
            expect_zero(T, n, v)
        if v == T.last[b]:
            break
        v = T.follow[v]
    if b >= n:
        minus(T.z, b, T.register, DELTA)
        minus(T.z, b, T.register, DELTA)


@kernel
def label_inner(T: Tree, n: int, b: int, origin: int, entry: int) -> None:
    """Take a free node into the tree as an inner one, entered by the edge from ``origin`` to ``entry``."""
    T.label[b] = INNER
    T.origin[b] = origin
    T.entry[b] = entry
    v = T.first[b]
    while True:
        minus(T.u, v, T.register, DELTA)
        meet(T, v)
        if v == T.last[b]:
            break
        v = T.follow[v]
    if b >= n:
        plus(T.z, b, T.register, DELTA)
        plus(T.z, b, T.register, DELTA)
        expect_opening(T, n, b)


@kernel
def child_of(T: Tree, b: int, v: int) -> Any:
    """Return the node that a blossom is made of and that a vertex is in."""
    c = v
    while T.parent[c] != b:
        c = T.parent[c]
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
        if b < n or T.base[b] == v:
            continue
        goal = child_of(T, b, T.base[b])
        c = child_of(T, b, v)
        T.stack[size] = c
        T.stack[size + 1] = v
        size += 2
        # Not by the mate of v's own end: that may be matched to the outside already.
        onward = c != goal and T.mate[T.link_there[c]] == T.link_here[c]
        while c != goal:
            if onward:
                d = T.after[c]
                c = T.after[d]
                p = T.link_here[d]
                q = T.link_there[d]
            else:
                d = T.before[c]
                c = T.before[d]
                p = T.link_there[c]
                q = T.link_here[c]
            T.mate[p] = q
            T.mate[q] = p
            T.stack[size] = d
            T.stack[size + 1] = p
            T.stack[size + 2] = c
            T.stack[size + 3] = q
            size += 4
        T.base[b] = v


@kernel
def augment(T: Tree, n: int, v: int, partner: int) -> None:
    """Match an outer vertex anew, and all up to the root; ``partner`` −1 leaves it alone."""
    while True:
        b = T.top[v]
        up = T.mate[T.base[b]]
        rebase(T, n, b, v)
        T.mate[v] = partner
        if up < 0:
            return
        t = T.top[up]
        v = T.origin[t]
        partner = T.entry[t]
        rebase(T, n, t, partner)
        T.mate[partner] = v


@kernel
def meeting(T: Tree, v: int, w: int) -> Any:
    """Return the outer node in which the paths of two outer vertices to the root meet."""
    T.count[STAMP] += 1
    stamp = T.count[STAMP]
    a = T.top[v]
    b = T.top[w]
    while True:
        if a >= 0:
            if T.mark[a] == stamp:
                return a
            T.mark[a] = stamp
            up = T.mate[T.base[a]]
            a = T.top[T.origin[T.top[up]]] if up >= 0 else -1
        a, b = (b, a) if b >= 0 else (a, b)


@kernel
def shrink(T: Tree, n: int, v: int, w: int, free: bool) -> None:
    """Make one outer node of all on the ring that an edge between two outer vertices closes."""
    lca = meeting(T, v, w)
    T.count[SPARE] -= 1
    b = T.spare[T.count[SPARE]]
    c = T.top[v]
    d = T.top[w]
    T.after[c] = d
    T.before[d] = c
    T.link_here[c] = v
    T.link_there[c] = w
    while c != lca:
        up = T.mate[T.base[c]]
        t = T.top[up]
        T.after[t] = c
        T.before[c] = t
        T.link_here[t] = up
        T.link_there[t] = T.base[c]
        c = T.top[T.origin[t]]
        T.after[c] = t
        T.before[t] = c
        T.link_here[c] = T.origin[t]
        T.link_there[c] = T.entry[t]
    while d != lca:
        up = T.mate[T.base[d]]
        t = T.top[up]
        T.after[d] = t
        T.before[t] = d
        T.link_here[d] = T.base[d]
        T.link_there[d] = up
        d = T.top[T.origin[t]]
        T.after[t] = d
        T.before[d] = t
        T.link_here[t] = T.entry[t]
        T.link_there[t] = T.origin[t]
    T.base[b] = T.base[lca]
    T.parent[b] = -1
    T.label[b] = OUTER
    clear(T.z, b)
    minus(T.z, b, T.register, DELTA)
    minus(T.z, b, T.register, DELTA)
    T.first[b] = T.first[lca]
    c = lca
    while True:
        absorb(T, n, b, c, free)
        T.parent[c] = b
        T.last[b] = T.last[c]
        c = T.after[c]
        if c == lca:
            return
        T.follow[T.last[b]] = T.first[c]


@kernel
def absorb(T: Tree, n: int, b: int, c: int, free: bool) -> None:
    """Make a node part of an outer blossom: its own dual stands still from now on."""
    inner = T.label[c] == INNER
    if c >= n:
        if inner:
            minus(T.z, c, T.register, DELTA)
            minus(T.z, c, T.register, DELTA)
        else:
            plus(T.z, c, T.register, DELTA)
            plus(T.z, c, T.register, DELTA)
    v = T.first[c]
    while True:
        T.top[v] = b
        if inner:
            outer_from_inner(T, n, v, free)
        if v == T.last[c]:
            return
        v = T.follow[v]


@kernel
def outer_from_inner(T: Tree, n: int, v: int, free: bool) -> None:
    """Make an inner vertex an outer one."""
    plus(T.u, v, T.register, DELTA)
    plus(T.u, v, T.register, DELTA)
    T.queue[T.count[QUEUED]] = v
    T.count[QUEUED] += 1
    if not free:
        expect_zero(T, n, v)


@kernel
def open_inner(T: Tree, n: int, b: int, free: bool) -> None:
    """Undo an inner blossom of dual zero: its parts on the tree's path stay in the tree, others leave."""
    start = child_of(T, b, T.entry[b])
    goal = child_of(T, b, T.base[b])
    c = start
    while True:
        T.label[c] = FREE
        v = T.first[c]
        while True:
            T.top[v] = c
            if v == T.last[c]:
                break
            v = T.follow[v]
        c = T.after[c]
        if c == start:
            break
    onward = start != goal and T.mate[T.link_here[start]] == T.link_there[start]
    origin = T.origin[b]
    entry = T.entry[b]
    c = start
    while True:
        T.label[c] = INNER
        T.origin[c] = origin
        T.entry[c] = entry
        if c == goal:
            break
        if onward:
            d = T.after[c]
            c = T.after[d]
            origin = T.link_here[d]
            entry = T.link_there[d]
        else:
            d = T.before[c]
            c = T.before[d]
            origin = T.link_there[c]
            entry = T.link_here[c]
        T.label[d] = OUTER
    c = start
    while True:
        following = T.after[c]
        T.parent[c] = -1
        place_part(T, n, c, free)
        c = following
        if c == start:
            break
    T.spare[T.count[SPARE]] = b
    T.count[SPARE] += 1


@kernel
def place_part(T: Tree, n: int, c: int, free: bool) -> None:
    """Bring the duals of a part of an opened inner blossom in line with its new label."""
    label = T.label[c]
    v = T.first[c]
    while True:
        if label == OUTER:
            outer_from_inner(T, n, v, free)
        elif label == FREE:
            plus(T.u, v, T.register, DELTA)
            T.nearest[v] = -1
        if v == T.last[c]:
            break
        v = T.follow[v]
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
    copy(T.register, ONE, T.z, b)
    halve(T.register, ONE)
    put(T, n + b)
