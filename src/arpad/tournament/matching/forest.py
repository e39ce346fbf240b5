"""Matchings of as many vertices as possible: the search for an augmenting path, and what it leaves behind.

Edmonds (1965); blossoms are sets whose base is the root of a union–find tree (Gabow and Tarjan, 1985). There
are two ways to say who may meet whom: the edges that there are, or, where nearly all are, those that are not.
A search that fails leaves its tree where it is: no later one can use it (Edmonds), and what all that failed
leave is the decomposition of Gallai and Edmonds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from arpad.compiled.kernels import kernel

UNSEEN, EVEN, ODD, SHUT_EVEN, SHUT_ODD = range(5)
"""Labels: not in a tree; at an even or odd distance from the root; the same in a tree that failed."""

TAIL, MARK, GROUPS, ORDER, UNSEEN_FIRST = range(5)
"""Rows of ``count``: vertices queued, marks used, the first group, vertices met, the first one not met."""


MATE, LABEL, LINK, UP, MARKED, OTHER, QUEUE, REACHED, AFTER, BEFORE, MEMBER, LAST, FORTH, BACK = range(14)
"""What is known of a vertex: its mate, −1 for none; its label; from which vertex, or over which edge of a
blossom, the search came; union–find, towards the base of its blossom; marks, for forbidden partners and
for finding where two paths meet. QUEUE and REACHED hold lists: vertices at an even distance, and all that the
search has reached. By the base of a group (a blossom at an even distance): the group after and before it; the
next vertex of the same group, and the last one. FORTH and BACK: the vertices next to it among those not
reached yet."""


class Forest(NamedTuple):
    """The columns of a search.

    Args:
        cell: int64, vertices × what is known of each: ``MATE`` …
        count: see ``TAIL``.
    """

    cell: Any
    count: Any


@kernel
def base_of(F: Forest, v: int) -> Any:
    """Return the base of a vertex' blossom."""
    while F.cell[v, UP] != v:
        F.cell[v, UP] = F.cell[F.cell[v, UP], UP]
        v = F.cell[v, UP]
    return v


@kernel
def sprout(F: Forest, v: int) -> None:
    """Take a vertex into the tree at an even distance."""
    F.cell[v, LABEL] = EVEN
    F.cell[F.count[TAIL], QUEUE] = v
    F.count[TAIL] += 1
    F.cell[F.count[ORDER], REACHED] = v
    F.count[ORDER] += 1
    first = F.count[GROUPS]
    F.cell[v, AFTER] = first
    F.cell[v, BEFORE] = -1
    if first >= 0:
        F.cell[first, BEFORE] = v
    F.count[GROUPS] = v


@kernel
def reach_over(F: Forest, v: int, x: int) -> None:
    """Take a matched vertex x that v leads to, and its mate, into the tree."""
    F.cell[x, LABEL] = ODD
    F.cell[x, LINK] = v
    F.cell[F.count[ORDER], REACHED] = x
    F.count[ORDER] += 1
    sprout(F, F.cell[x, MATE])


@kernel
def join(F: Forest, x: int, b: int) -> None:
    """Make the blossom of base x part of that of base b."""
    F.cell[x, UP] = b
    F.cell[F.cell[b, LAST], MEMBER] = x
    F.cell[b, LAST] = F.cell[x, LAST]
    if F.cell[x, LABEL] != EVEN:
        return
    if F.cell[x, BEFORE] >= 0:
        F.cell[F.cell[x, BEFORE], AFTER] = F.cell[x, AFTER]
    else:
        F.count[GROUPS] = F.cell[x, AFTER]
    if F.cell[x, AFTER] >= 0:
        F.cell[F.cell[x, AFTER], BEFORE] = F.cell[x, BEFORE]


@kernel
def shrink_side(F: Forest, v: int, child: int, b: int) -> None:
    """Make the path from v up to base b part of its blossom."""
    while base_of(F, v) != b:
        F.cell[v, LINK] = child
        child = F.cell[v, MATE]
        if base_of(F, v) == v:
            join(F, v, b)
        if base_of(F, child) == child:
            join(F, child, b)
        if F.cell[child, LABEL] == ODD:
            F.cell[child, LABEL] = EVEN
            F.cell[F.count[TAIL], QUEUE] = child
            F.count[TAIL] += 1
        v = F.cell[child, LINK]


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
            if F.cell[a, OTHER] == stamp:
                break
            F.cell[a, OTHER] = stamp
            a = F.cell[F.cell[a, MATE], LINK] if F.cell[a, MATE] >= 0 else -1
        a, b = (b, a) if b >= 0 else (a, b)
    shrink_side(F, v, x, a)
    shrink_side(F, x, v, a)


@kernel
def flip(F: Forest, v: int, x: int) -> None:
    """Match an even vertex with an unmatched one, and all up to the root anew."""
    F.cell[x, LINK] = v
    while x >= 0:
        y = F.cell[x, LINK]
        following = F.cell[y, MATE]
        F.cell[x, MATE] = y
        F.cell[y, MATE] = x
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
        v = F.cell[k, REACHED]
        if keep:
            F.cell[v, LABEL] = SHUT_EVEN if F.cell[v, LABEL] == EVEN else SHUT_ODD
        else:
            F.cell[v, LABEL] = UNSEEN
            F.cell[v, UP] = v
            F.cell[v, LAST] = v


@kernel
def search_edges(F: Forest, start: Any, near: Any, root: int) -> Any:
    """Look for a path from an unmatched root; ``near`` lists each vertex' neighbours from ``start`` on."""
    plant(F, root)
    done = 0
    while done < F.count[TAIL]:
        v = F.cell[done, QUEUE]
        done += 1
        for k in range(start[v], start[v + 1]):
            x = near[k]
            if F.cell[x, LABEL] == UNSEEN:
                if F.cell[x, MATE] < 0:
                    flip(F, v, x)
                    clear_away(F, False)
                    return True
                reach_over(F, v, x)
            elif F.cell[x, LABEL] == EVEN and base_of(F, x) != base_of(F, v):
                shrink_ring(F, v, x)
    clear_away(F, True)
    return False


@kernel
def match_edges(F: Forest, start: Any, near: Any) -> Any:
    """Match as many as possible, greedily first; return how many stay alone."""
    n = len(F.cell)
    for v in range(n):
        if F.cell[v, MATE] < 0:
            partner = -1
            for k in range(start[v], start[v + 1]):
                x = near[k]
                if F.cell[x, MATE] < 0 and (
                    partner < 0 or start[x + 1] - start[x] < start[partner + 1] - start[partner]
                ):
                    partner = x
            if partner >= 0:
                F.cell[v, MATE] = partner
                F.cell[partner, MATE] = v
    alone = 0
    for v in range(n):
        if F.cell[v, MATE] < 0 and F.cell[v, LABEL] == UNSEEN and not search_edges(F, start, near, v):
            alone += 1
    return alone
