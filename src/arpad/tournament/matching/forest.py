"""Matchings of as many vertices as possible: the search for an augmenting path, and what it leaves behind.

Edmonds (1965); blossoms are sets whose base is the root of a union–find tree (Gabow and Tarjan, 1985). There
are two ways to say who may meet whom: the edges that there are, or, where nearly all are, those that are not.
A search that fails leaves its tree where it is: no later one can use it (Edmonds), and what all that failed
leave is the decomposition of Gallai and Edmonds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from arpad.record.kernels import kernel

UNSEEN, EVEN, ODD, SHUT_EVEN, SHUT_ODD = range(5)
"""Labels: not in a tree; at an even or odd distance from the root; the same in a tree that failed."""

TAIL, MARK, GROUPS, ORDER, UNSEEN_FIRST = range(5)
"""Rows of ``count``: vertices queued, marks used, the first group, vertices met, the first one not met."""


class Forest(NamedTuple):
    """The columns of a search, all int64, by vertex.

    Args:
        mate: −1 where there is none.
        label: see ``UNSEEN``.
        link: from which vertex, or over which edge of a blossom, the search came.
        up: union–find: towards the base of the vertex' blossom.
        mark: for finding where two paths meet, and for forbidden partners.
        other: the same for a second vertex' forbidden partners.
        queue: vertices at an even distance.
        order: vertices met.
        after: the next group (blossom at an even distance), by its base; −1 at the end.
        before: the group before.
        member: the next vertex of the same group.
        last: the last vertex of a group, by its base.
        forth: the next vertex not met yet.
        back: the one before it.
        count: see ``TAIL``.
    """

    mate: Any
    label: Any
    link: Any
    up: Any
    mark: Any
    other: Any
    queue: Any
    order: Any
    after: Any
    before: Any
    member: Any
    last: Any
    forth: Any
    back: Any
    count: Any


@kernel
def base_of(F: Forest, v: int) -> Any:
    """Return the base of a vertex' blossom."""
    while F.up[v] != v:
        F.up[v] = F.up[F.up[v]]
        v = F.up[v]
    return v


@kernel
def sprout(F: Forest, v: int) -> None:
    """Take a vertex into the tree at an even distance."""
    F.label[v] = EVEN
    F.queue[F.count[TAIL]] = v
    F.count[TAIL] += 1
    F.order[F.count[ORDER]] = v
    F.count[ORDER] += 1
    first = F.count[GROUPS]
    F.after[v] = first
    F.before[v] = -1
    if first >= 0:
        F.before[first] = v
    F.count[GROUPS] = v


@kernel
def reach_over(F: Forest, v: int, x: int) -> None:
    """Take a matched vertex x that v leads to, and its mate, into the tree."""
    F.label[x] = ODD
    F.link[x] = v
    F.order[F.count[ORDER]] = x
    F.count[ORDER] += 1
    sprout(F, F.mate[x])


@kernel
def join(F: Forest, x: int, b: int) -> None:
    """Make the blossom of base x part of that of base b."""
    F.up[x] = b
    F.member[F.last[b]] = x
    F.last[b] = F.last[x]
    if F.label[x] != EVEN:
        return
    if F.before[x] >= 0:
        F.after[F.before[x]] = F.after[x]
    else:
        F.count[GROUPS] = F.after[x]
    if F.after[x] >= 0:
        F.before[F.after[x]] = F.before[x]


@kernel
def shrink_side(F: Forest, v: int, child: int, b: int) -> None:
    """Make the path from v up to base b part of its blossom."""
    while base_of(F, v) != b:
        F.link[v] = child
        child = F.mate[v]
        if base_of(F, v) == v:
            join(F, v, b)
        if base_of(F, child) == child:
            join(F, child, b)
        if F.label[child] == ODD:
            F.label[child] = EVEN
            F.queue[F.count[TAIL]] = child
            F.count[TAIL] += 1
        v = F.link[child]


@kernel
def shrink_ring(F: Forest, v: int, x: int) -> None:
    """Make one blossom of the ring that an edge between two even vertices closes."""
    F.count[MARK] += 1
    stamp = F.count[MARK]
    a = v
    b = x
    while True:
        if a >= 0:
            a = base_of(F, a)
            if F.other[a] == stamp:
                break
            F.other[a] = stamp
            a = F.link[F.mate[a]] if F.mate[a] >= 0 else -1
        a, b = (b, a) if b >= 0 else (a, b)
    shrink_side(F, v, x, a)
    shrink_side(F, x, v, a)


@kernel
def flip(F: Forest, v: int, x: int) -> None:
    """Match an even vertex with an unmatched one, and all up to the root anew."""
    F.link[x] = v
    while x >= 0:
        y = F.link[x]
        following = F.mate[y]
        F.mate[x] = y
        F.mate[y] = x
        x = following


@kernel
def plant(F: Forest, root: int) -> None:
    """Begin a tree."""
    F.count[TAIL] = 0
    F.count[ORDER] = 0
    F.count[GROUPS] = -1
    sprout(F, root)


@kernel
def clear_away(F: Forest, keep: bool) -> None:
    """Forget the tree, or keep it as one that failed."""
    for k in range(F.count[ORDER]):
        v = F.order[k]
        if keep:
            F.label[v] = SHUT_EVEN if F.label[v] == EVEN else SHUT_ODD
        else:
            F.label[v] = UNSEEN
            F.up[v] = v
            F.last[v] = v


@kernel
def search_edges(F: Forest, start: Any, near: Any, root: int) -> Any:
    """Look for a path from an unmatched root; ``near`` lists each vertex' neighbours from ``start`` on."""
    plant(F, root)
    done = 0
    while done < F.count[TAIL]:
        v = F.queue[done]
        done += 1
        for k in range(start[v], start[v + 1]):
            x = near[k]
            if F.label[x] == UNSEEN:
                if F.mate[x] < 0:
                    flip(F, v, x)
                    clear_away(F, False)
                    return True
                reach_over(F, v, x)
            elif F.label[x] == EVEN and base_of(F, x) != base_of(F, v):
                shrink_ring(F, v, x)
    clear_away(F, True)
    return False


@kernel
def match_edges(F: Forest, start: Any, near: Any) -> Any:
    """Match as many as possible, greedily first; return how many stay alone."""
    n = len(F.mate)
    for v in range(n):
        if F.mate[v] < 0:
            partner = -1
            for k in range(start[v], start[v + 1]):
                x = near[k]
                if F.mate[x] < 0 and (
                    partner < 0 or start[x + 1] - start[x] < start[partner + 1] - start[partner]
                ):
                    partner = x
            if partner >= 0:
                F.mate[v] = partner
                F.mate[partner] = v
    alone = 0
    for v in range(n):
        if F.mate[v] < 0 and F.label[v] == UNSEEN and not search_edges(F, start, near, v):
            alone += 1
    return alone
