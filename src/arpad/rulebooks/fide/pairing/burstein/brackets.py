"""How a bracket is paired in Burstein's system (C.04.4.2, 2.3, 3.2 and 4).

The criteria are digits of one whole number, the cost of a matching of all who are not yet paired: of this
bracket, of the next (C7) and, so that they can be paired (C4), of the others. Below them stands the order of
pairings (4.3): the opponent's sequence number for each player in turn. As that order takes many digits, it is
settled for some players at a time, who then are taken out.

Mostly the others below the next bracket need not be in the matching: where the best without them leaves
nobody, or such as the others can be paired with, it is the best with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.burstein.players import BursteinField
from arpad.tournament.matching import Completion, maximum_weight_matching

AT_A_TIME = 24
"""For how many players the order is settled in one search."""


class BursteinBracket(NamedTuple):
    """A bracket that is paired; all are vertices of the field.

    Args:
        players: residents and incoming floaters in their ranking order: BSN 1, 2, 3 …
        pairs: the higher ranked first, by its rank.
        floaters: who goes on to the next bracket, in their ranking order.
    """

    players: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]


def paired(
    field: BursteinField, completion: Completion, bracket: Sequence[int], below: Sequence[int]
) -> BursteinBracket:
    """Pair a bracket.

    Args:
        field: everybody.
        completion: with all of these present, and all of these can be paired.
        bracket: residents and incoming floaters.
        below: everybody else who is not yet paired, by score.
    """
    ranked = sorted(bracket, key=field.rank)
    if completion.complete_without(below) and completion.complete_without(ranked):
        return _Search(field, ranked, (), ()).solved()
    count = 0
    while count < len(below) and field.players[below[count]].score == field.players[below[0]].score:
        count += 1
    near, rest = below[:count], below[count:]
    search = _Search(field, ranked, near, ())
    pairing = search.solved()
    gone = [v for v in (*ranked, *near) if v not in search.alone]
    if completion.complete_without(gone):
        return pairing
    return _Search(field, ranked, near, rest, whole=True).solved()


def paired_beside(
    field: BursteinField, bracket: Sequence[int], below: Sequence[int], couple: frozenset[int]
) -> BursteinBracket:
    """Pair a bracket in which some may meet only each other, whereas the next one is looked at as it is (C7).

    Args:
        field: everybody.
        bracket: residents and incoming floaters.
        below: everybody else who is not yet paired, by score; with the bracket they can all be paired.
        couple: who may meet only each other in this bracket.
    """
    count = 0
    while count < len(below) and field.players[below[count]].score == field.players[below[0]].score:
        count += 1
    ranked = sorted(bracket, key=field.rank)
    return _Search(field, ranked, below[:count], below[count:], whole=True, couple=couple).solved()


class _Search:
    """The search for one bracket's pairing."""

    def __init__(
        self,
        field: BursteinField,
        ranked: Sequence[int],
        near: Sequence[int],
        rest: Sequence[int],
        *,
        whole: bool = False,
        couple: frozenset[int] = frozenset(),
    ) -> None:
        self.field = field
        self.ranked, self.near, self.rest = ranked, near, rest
        self.whole = whole
        self.couple = couple
        self.alone: set[int] = set()
        """Whom the last search without ``rest`` left alone."""
        self.place = {v: i for i, v in enumerate(ranked, 1)}
        self.base = len(ranked) + 1
        self.here = set(ranked)
        self.following = set(near)
        self._price()

    def _price(self) -> None:
        """Set what leaving the bracket (C5, C6) and leaving the next one (C7) costs."""
        players = self.field.players
        both = [*self.ranked, *self.near]
        many = len(both) + 1
        unit = self.base ** min(AT_A_TIME, len(self.ranked))
        self.c8 = unit
        unit *= many
        scores = sorted({players[v].score for v in both})
        second = {}
        for score in scores:
            second[score] = unit
            unit *= many
        again = unit
        unit *= many
        first = {}
        for score in scores:
            first[score] = unit
            unit *= many
        floats = unit
        self.leaves = {v: floats + first[players[v].score] for v in self.ranked}
        self.leaves_again = {v: again + second[players[v].score] for v in both}

    def solved(self) -> BursteinBracket:
        """Return the first of the best pairings."""
        pairs: list[tuple[int, int]] = []
        floaters: list[int] = []
        open_ = list(self.ranked)
        while open_:
            turn = open_[:AT_A_TIME]
            mate = self._matched(open_, floaters, turn)
            for v in turn:
                if v not in open_:
                    continue
                open_.remove(v)
                if mate.get(v) in self.here and not self._meets_later_only(v, mate[v]):
                    pairs.append((v, mate[v]))
                    open_.remove(mate[v])
                else:
                    floaters.append(v)
        return BursteinBracket(tuple(self.ranked), tuple(pairs), tuple(floaters))

    def _matched(self, open_: Sequence[int], floaters: Sequence[int], turn: Sequence[int]) -> dict[int, int]:
        """Return the best matching in which those of ``turn`` get their first opponents.

        Args:
            open_: who of the bracket is still to be settled.
            floaters: who of it floats.
            turn: for whom to settle it now.
        """
        digit = {v: self.base ** (len(turn) - 1 - i) for i, v in enumerate(turn)}
        inside = set(open_)
        vertices = [*open_, *floaters, *self.near, *self.rest]
        edges = self.field.edges(vertices)
        kept, weights = [], []
        for edge in edges:
            a, b = vertices[edge[0]], vertices[edge[1]]
            if self._meets_later_only(a, b):
                # They float, both of them, and meet in the next bracket.
                cost = self.leaves[a] + self.leaves[b]
            elif a in self.here and b in self.here:
                if a not in inside or b not in inside:
                    continue
                order = digit.get(a, 0) * self.place[b] + digit.get(b, 0) * self.place[a]
                cost = self.c8 * self.field.missed(a, b) - order
            else:
                cost = self.leaves.get(a, 0) + self._cost_of_leaving(a, b) + self._cost_of_leaving(b, a)
            kept.append(edge)
            if not self.whole:
                cost -= sum(self.leaves.get(v, 0) + self.leaves_again[v] for v in (a, b))
            weights.append(-cost)
        mate = maximum_weight_matching(len(vertices), kept, weights, perfect=self.whole)
        self.alone = {vertices[i] for i, j in enumerate(mate.tolist()) if j < 0}
        return {vertices[i]: vertices[j] for i, j in enumerate(mate.tolist()) if j >= 0}

    def _meets_later_only(self, a: int, b: int) -> bool:
        """Return whether two of the bracket may meet in the next one only."""
        return bool(self.couple) and (a in self.couple) != (b in self.couple) and {a, b} <= self.here

    def _cost_of_leaving(self, a: int, b: int) -> int:
        """Return what it costs that one leaves the next bracket to meet the other, who is below it."""
        inside = b in self.here or b in self.following
        return 0 if inside else self.leaves_again.get(a, 0)
