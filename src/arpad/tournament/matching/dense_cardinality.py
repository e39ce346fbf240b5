"""Matchings where nearly everybody may meet everybody: the search goes by those pairs that are forbidden.

A vertex' look at the others costs a step for each that it newly reaches and one for each that it may not
meet, so a search costs as many steps as there are vertices and forbidden pairs at the most; hardly one comes
that far. Vertices take part while ``present``.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.kernels import kernel
from arpad.tournament.matching.forest import (
    AFTER,
    BACK,
    FORTH,
    GROUPS,
    LABEL,
    LAST,
    MARK,
    MARKED,
    MATE,
    MEMBER,
    OTHER,
    QUEUE,
    TAIL,
    UNSEEN,
    UNSEEN_FIRST,
    UP,
    Forest,
    base_of,
    clear_away,
    flip,
    plant,
    reach_over,
    shrink_ring,
)


@kernel
def mark_forbidden(F: Forest, forbidden: Any, degree: Any, v: int) -> Any:
    """Mark a vertex and all that it may not meet in ``F.mark``; return the mark."""
    F.count[MARK] += 1
    stamp = F.count[MARK]
    F.cell[v, MARKED] = stamp
    for k in range(degree[v]):
        F.cell[forbidden[v, k], MARKED] = stamp
    return stamp


@kernel
def drop(F: Forest, v: int) -> None:
    """Take a vertex out of the list of those not met."""
    a = F.cell[v, BACK]
    b = F.cell[v, FORTH]
    if a >= 0:
        F.cell[a, FORTH] = b
    else:
        F.count[UNSEEN_FIRST] = b
    if b >= 0:
        F.cell[b, BACK] = a


@kernel
def look_around(F: Forest, forbidden: Any, degree: Any, v: int) -> Any:
    """Look at all that an even vertex may meet; return whether a path was found."""
    stamp = mark_forbidden(F, forbidden, degree, v)
    x = F.count[UNSEEN_FIRST]
    while x >= 0:
        if F.cell[x, MARKED] != stamp:
            if F.cell[x, MATE] < 0:
                flip(F, v, x)
                return True
            y = F.cell[x, MATE]
            drop(F, x)
            drop(F, y)
            following = F.cell[x, FORTH]
            reach_over(F, v, x)
            # Both have left the list, so x may still point at y.
            x = F.cell[y, FORTH] if following == y else following
        else:
            x = F.cell[x, FORTH]
    g = F.count[GROUPS]
    while g >= 0:
        own = base_of(F, v)
        x = g
        neighbour = -1
        while g != own:
            if F.cell[x, MARKED] != stamp:
                neighbour = x
                break
            if x == F.cell[g, LAST]:
                break
            x = F.cell[x, MEMBER]
        if neighbour >= 0:
            shrink_ring(F, v, neighbour)
            stamp = mark_forbidden(F, forbidden, degree, v)
            g = F.count[GROUPS]
        else:
            g = F.cell[g, AFTER]
    return False


@kernel
def search_nearly(F: Forest, forbidden: Any, degree: Any, present: Any, root: int) -> Any:
    """Look for a path from an unmatched root."""
    last = -1
    F.count[UNSEEN_FIRST] = -1
    for v in range(len(F.cell)):
        if present[v] and v != root and F.cell[v, LABEL] == UNSEEN:
            F.cell[v, BACK] = last
            F.cell[v, FORTH] = -1
            if last >= 0:
                F.cell[last, FORTH] = v
            else:
                F.count[UNSEEN_FIRST] = v
            last = v
    plant(F, root)
    done = 0
    while done < F.count[TAIL]:
        v = F.cell[done, QUEUE]
        done += 1
        if look_around(F, forbidden, degree, v):
            clear_away(F, False)
            return True
    clear_away(F, True)
    return False


@kernel
def match_quickly(F: Forest, forbidden: Any, degree: Any, present: Any, root: int) -> Any:
    """Match an unmatched vertex with another one, or with a matched one whose mate takes the other one."""
    n = len(F.cell)
    stamp = mark_forbidden(F, forbidden, degree, root)
    lone = -1
    for x in range(n):
        if present[x] and F.cell[x, MATE] < 0 and x != root and F.cell[x, LABEL] == UNSEEN:
            if F.cell[x, MARKED] != stamp:
                F.cell[x, MATE] = root
                F.cell[root, MATE] = x
                return True
            lone = x
    if lone < 0:
        return False
    F.count[MARK] += 1
    second = F.count[MARK]
    for k in range(degree[lone]):
        F.cell[forbidden[lone, k], OTHER] = second
    for x in range(n):
        y = F.cell[x, MATE]
        if (
            y >= 0
            and F.cell[x, LABEL] == UNSEEN
            and F.cell[x, MARKED] != stamp
            and F.cell[y, OTHER] != second
        ):
            F.cell[x, MATE] = root
            F.cell[root, MATE] = x
            F.cell[y, MATE] = lone
            F.cell[lone, MATE] = y
            return True
    return False


@kernel
def match_nearly(F: Forest, forbidden: Any, degree: Any, present: Any, stop: int) -> Any:
    """Match as many as possible; return how many stay alone, or ``stop`` as soon as so many must."""
    alone = 0
    for v in range(len(F.cell)):
        if present[v] and F.cell[v, MATE] < 0 and F.cell[v, LABEL] == UNSEEN:
            if match_quickly(F, forbidden, degree, present, v):
                continue
            if not search_nearly(F, forbidden, degree, present, v):
                alone += 1
                if alone >= stop:
                    break
    return alone


@kernel
def reopen(F: Forest) -> None:
    """Forget the trees that failed."""
    for v in range(len(F.cell)):
        F.cell[v, LABEL] = UNSEEN
        F.cell[v, UP] = v
        F.cell[v, LAST] = v


@kernel
def part(F: Forest, v: int) -> None:
    """Part a vertex from its mate."""
    if F.cell[v, MATE] >= 0:
        F.cell[F.cell[v, MATE], MATE] = -1
        F.cell[v, MATE] = -1


@kernel
def try_pairs(F: Forest, forbidden: Any, degree: Any, present: Any, pairs: Any, keep: Any, stop: int) -> Any:
    """Take vertices away, match the others, and, unless told to keep it so, bring them back.

    Args:
        F: the search's columns, a largest matching of those present.
        forbidden: vertices × room: whom each may not meet.
        degree: how many those are.
        present: 1 for the vertices that take part.
        pairs: vertices to take away, all present and different.
        keep: 1 to leave them away.
        stop: from how many alone on the answer is no.

    Returns:
        How many stay alone, at most ``stop``.
    """
    for k in range(len(pairs)):
        part(F, pairs[k])
        present[pairs[k]] = 0
    alone = match_nearly(F, forbidden, degree, present, stop)
    if alone:
        reopen(F)
    if not keep:
        for k in range(len(pairs)):
            present[pairs[k]] = 1
    return alone


@kernel
def try_each(
    F: Forest,
    forbidden: Any,
    degree: Any,
    present: Any,
    v: int,
    others: Any,
    stop: int,
    answers: Any,
    first: int,
) -> Any:
    """Take v and one of the others away, match the rest and bring them back, one other after the other.

    Args:
        F: the search's columns.
        forbidden: vertices × room: whom each may not meet.
        degree: how many those are.
        present: 1 for the vertices that take part.
        v: a vertex that is present.
        others: vertices that are present.
        stop: from how many alone on the answer is no.
        answers: takes 1 for each other with which the rest can be matched and whom v may meet.
        first: 1 to stop at the first of them.

    Returns:
        Where that one stands among the others, −1 if there is none.
    """
    position = -1
    for k in range(len(others)):
        x = others[k]
        answers[k] = 0
        if x == v or mark_forbidden(F, forbidden, degree, v) == F.cell[x, MARKED]:
            continue
        part(F, v)
        part(F, x)
        present[v] = 0
        present[x] = 0
        alone = match_nearly(F, forbidden, degree, present, stop)
        if alone:
            reopen(F)
        present[v] = 1
        present[x] = 1
        if alone < stop:
            answers[k] = 1
            if position < 0:
                position = k
            if first:
                break
    return position
