"""How a bracket is paired in Dubov's system (C.04.4.1, 3.2.3 to 3.2.6, 4.3 and 4.4).

White seekers (G1) against Black seekers (G2). Whoever is shifted from one to the other is paired, in the end,
with somebody who was due the same colour. So the shifts are a matching with the fewest pairs inside a group
(that is C7), in which the players to be shifted are the earliest of those pairs, one of each, in the order of
4.3: their places are bits of one whole number. The transposition (4.4) is then the first bipartite matching.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.tournament.matching import maximum_weight_matching


class Groups(NamedTuple):
    """The two groups of a bracket, and how they became equal.

    Args:
        g1: White seekers in the order of 4.3.2; in a bracket of players who have yet to play, its first half.
        g2: the others, in that order.
        first: who was shifted by 3.2.4.1, in the order of 4.3.3: from G1 if it is not larger, else from G2.
        second: who was shifted by 3.2.4.2, from the other one.
        s1: G1 after the shifts, in the order of 3.2.5.
        t2: the transposition of G2 (3.2.6): who meets each of S1.
    """

    g1: tuple[int, ...]
    g2: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    s1: tuple[int, ...]
    t2: tuple[int, ...]


def from_the_middle(n: int) -> list[int]:
    """Return positions in the order of 4.3.3: the middle, then the higher of the two beside it, and so on."""
    return sorted(range(n), key=lambda i: (abs(2 * i - (n - 1)), i))


def grouped(field: DubovField, bracket: Sequence[int]) -> Groups:
    """Pair a bracket.

    Args:
        field: everybody.
        bracket: residents and upfloaters; all of them can be paired among themselves.
    """
    seekers = field.seekers

    def by_aro(v: int) -> tuple[int, int]:
        return seekers[v].aro, seekers[v].number

    def by_number(v: int) -> int:
        return seekers[v].number

    if all(seekers[v].fresh for v in bracket):
        ranked = sorted(bracket, key=by_number)
        g1, g2 = ranked[: len(ranked) // 2], ranked[len(ranked) // 2 :]
    else:
        g1 = sorted((v for v in bracket if seekers[v].due == "w"), key=by_aro)
        g2 = sorted((v for v in bracket if seekers[v].due == "b"), key=by_number)
    small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
    first, second = _shifts(field, small, large)
    moved = {*first, *second}
    s1 = sorted([v for v in g1 if v not in moved] + [v for v in g2 if v in moved], key=by_aro)
    other = sorted([v for v in g2 if v not in moved] + [v for v in g1 if v in moved], key=by_number)
    t2 = first_transposition(field, s1, other)
    return Groups(tuple(g1), tuple(g2), first, second, tuple(s1), t2)


def _shifts(
    field: DubovField, small: Sequence[int], large: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who is shifted from the smaller group (3.2.4.1) and who from the larger one (3.2.4.2)."""
    places = {v: i for i, v in enumerate([*(small[i] for i in from_the_middle(len(small)))])}
    beyond = {v: i for i, v in enumerate([*(large[i] for i in from_the_middle(len(large)))])}
    if len(small) == len(large) and _matched(field, small, large) is not None:
        return (), ()
    vertices = [*small, *large]
    edges = field.edges(vertices)
    bits = len(vertices)
    weights = []
    for i, j in edges:
        a, b = vertices[i], vertices[j]
        weight = 0
        if (a in places) == (b in places):
            place = min(places[a], places[b]) if a in places else len(small) + min(beyond[a], beyond[b])
            weight = (1 << (bits - 1 - place)) - (1 << (bits + 1))
        weights.append(weight)
    mate = maximum_weight_matching(len(vertices), edges, weights, perfect=True)
    first, second = set(), set()
    for i, j in enumerate(mate.tolist()):
        a, b = vertices[i], vertices[j]
        if i < j and a in places and b in places:
            first.add(min(a, b, key=places.__getitem__))
        elif i < j and a in beyond and b in beyond:
            second.add(min(a, b, key=beyond.__getitem__))
    return tuple(sorted(first, key=places.__getitem__)), tuple(sorted(second, key=beyond.__getitem__))


def _matched(field: DubovField, rows: Sequence[int], columns: Sequence[int]) -> list[int] | None:
    """Return for each row a column whom it may meet, all different; None if there is no such matching."""
    near = [[j for j, b in enumerate(columns) if field.may_meet(a, b)] for a in rows]
    mate, owner = [-1] * len(rows), [-1] * len(columns)
    for i in range(len(rows)):
        free = next((j for j in near[i] if owner[j] < 0), None)
        if free is not None:
            mate[i], owner[free] = free, i
        elif not _augment(near, mate, owner, i, set()):
            return None
    return mate


def _augment(
    near: Sequence[Sequence[int]], mate: list[int], owner: list[int], start: int, shut: set[int]
) -> bool:
    """Find the row ``start`` a column, others giving way; columns in ``shut`` stay with their rows."""
    came: dict[int, int] = dict.fromkeys(shut, -1)
    queue = [start]
    for row in queue:
        for column in near[row]:
            if column in came:
                continue
            came[column] = row
            if owner[column] < 0:
                _hand_on(mate, owner, came, start, column)
                return True
            queue.append(owner[column])
    return False


def _hand_on(mate: list[int], owner: list[int], came: dict[int, int], start: int, column: int) -> None:
    """Give a free column to the row that came to it, that row's own to the row before, and so on."""
    while True:
        row = came[column]
        before, mate[row], owner[column] = mate[row], column, row
        if row == start:
            return
        column = before


def first_transposition(field: DubovField, s1: Sequence[int], g2: Sequence[int]) -> tuple[int, ...]:
    """Return the first transposition of G2 that is legal (3.2.6): who meets each of S1.

    Args:
        field: everybody.
        s1: in the order of 3.2.5.
        g2: as many, by their pairing numbers; all can be paired with S1.
    """
    mate = _matched(field, s1, g2)
    if mate is None:
        raise AssertionError("the shifts left groups that cannot be paired")
    near = [[j for j, b in enumerate(g2) if field.may_meet(a, b)] for a in s1]
    owner = [-1] * len(g2)
    for i, j in enumerate(mate):
        owner[j] = i
    fixed: set[int] = set()
    for i in range(len(s1)):
        for j in near[i]:
            if j in fixed:
                continue
            if j == mate[i]:
                break
            # Give j to i, and let who had it look for another column: i's old one is free.
            loser, old = owner[j], mate[i]
            mate[i], owner[j], mate[loser], owner[old] = j, i, -1, -1
            if _augment(near, mate, owner, loser, fixed | {j}):
                break
            mate[i], owner[j], mate[loser], owner[old] = old, loser, j, i
        fixed.add(mate[i])
    return tuple(g2[j] for j in mate)
