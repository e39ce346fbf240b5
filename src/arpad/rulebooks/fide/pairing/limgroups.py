"""A scoregroup of the Lim system: who floats out of it (2.3, 3), how the rest is paired (2.4, 3.6 to 5.2).

Articles 2.3, 3.1 and 4.4 come down to one rule: the scoregroup keeps as many pairings as it can have
(3.10.2). Whoever has no suitable opponent floats, and one more if the number is odd; each time it is the
first in the order of Article 3 who leaves that many pairings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arpad.core import Step
from arpad.rulebooks.fide.pairing.limplayers import DOWN, Direction, Member, Reach, Rules, arranged, suits

ARTICLE = "C.04.4.3"
TYPES = "abcd"
"""Of floaters, from the greatest disadvantage to the least (3.9.1)."""


@dataclass(frozen=True)
class Floater:
    """Who comes into a scoregroup.

    Args:
        member: the player.
        ahead: whether from the side where the direction begins; the median has others too (3.6.3).
    """

    member: Member
    ahead: bool = True


@dataclass(frozen=True)
class Group:
    """A scoregroup that is paired.

    Args:
        pairs: in the order in which they were made.
        floaters: who leaves it.
        steps: why.
    """

    pairs: tuple[tuple[Member, Member], ...]
    floaters: tuple[Member, ...]
    steps: tuple[Step, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Scoregroup:
    """A scoregroup that is to be paired.

    Args:
        rules: the round's.
        reach: what can still be paired.
        residents: who has its score.
        incoming: who floated into it.
        adjacent: the residents of the scoregroup to which its floaters go.
        direction: in which it is paired.
    """

    rules: Rules
    reach: Reach
    residents: tuple[Member, ...]
    incoming: tuple[Floater, ...] = ()
    adjacent: tuple[Member, ...] = ()
    direction: Direction = DOWN

    def paired(self) -> Group:
        """Return the pairs and the floaters."""
        members = [*(one.member for one in self.incoming), *self.residents]
        pairs = self.reach.pairs(members)
        steps: list[Step] = []
        floaters: list[Member] = []
        while len(members) > 2 * pairs:
            one, kind = self._next_floater(members, floaters, pairs)
            floaters.append(one)
            members.remove(one)
            steps.append(Step("floater", f"{one.number}, type {kind}", source=f"{ARTICLE}, 3"))
        made = self._scrutiny(members, steps)
        return Group(tuple(made), tuple(floaters), tuple(steps))

    def _next_floater(
        self, staying: Sequence[Member], chosen: Sequence[Member], pairs: int
    ) -> tuple[Member, str]:
        """Return the first in the order of Article 3 who leaves so many pairings, and the type of floater."""
        order = arranged(staying, self.direction)
        due = [one.due for one in staying]
        lead = due.count("w") - due.count("b")
        many = "w" if lead > 0 else "b" if lead < 0 else None
        kinds = {one.number: self.kind(one, chosen) for one in staying}
        places = {one.number: place for place, one in enumerate(order)}

        def preference(one: Member) -> tuple[int, bool, bool, int]:
            equalises = one.due == many and self.rules.near(one, order[-1])
            return -TYPES.index(kinds[one.number]), one.floated, not equalises, -places[one.number]

        for one in sorted(staying, key=preference):
            if self.reach.without(staying, one, pairs):
                return one, kinds[one.number]
        raise AssertionError(f"no floater leaves {pairs} pairs")

    def kind(self, one: Member, chosen: Sequence[Member] = ()) -> str:
        """Return the type of floater that a player would be (3.9.1).

        Args:
            one: the player.
            chosen: floaters already; those who go first take an opponent each (3.3, 3.4).
        """
        ahead = [floater for floater in chosen if self._rank(floater) < self._rank(one)]
        compatible = self._opponents([*ahead, one]) > self._opponents(ahead)
        again = any(floater.member.number == one.number for floater in self.incoming)
        return ("b" if compatible else "a") if again else ("d" if compatible else "c")

    def _opponents(self, floaters: Sequence[Member]) -> int:
        """Return how many of these can have an opponent each in the adjacent scoregroup."""
        taken: dict[int, Member] = {}

        def place(one: Member, seen: set[int]) -> bool:
            for opponent in self.adjacent:
                if opponent.number in seen or not self.rules.compatible(one, opponent):
                    continue
                seen.add(opponent.number)
                if opponent.number not in taken or place(taken[opponent.number], seen):
                    taken[opponent.number] = one
                    return True
            return False

        return sum(place(one, set()) for one in floaters)

    def _rank(self, one: Member) -> tuple[int, int]:
        return -self.direction * one.score, self.direction * one.number

    def _scrutiny(self, members: Sequence[Member], steps: list[Step]) -> list[tuple[Member, Member]]:
        """Pair floaters first (3.6 to 3.8), then the halves with exchanges (2.4, 4, 5.2)."""
        rest = list(members)
        made = []
        floating = [one for one in self._in_order() if one in rest]
        while rest:
            floater = next((one for one in floating if one in rest), None)
            order = arranged(rest, self.direction)
            if floater is not None:
                one, source = floater, "3.8"
                candidates = [other for other in order if other.number != one.number]
            else:
                one, source = order[0], "4"
                half = len(order) // 2
                candidates = [*order[half:], *reversed(order[1:half])]
            opponent = self._opponent(rest, one, candidates)
            if opponent is not candidates[0]:
                source += ", exchange"
            made.append((one, opponent))
            steps.append(Step("pair", f"{one.number}–{opponent.number}", source=f"{ARTICLE}, {source}"))
            rest.remove(one)
            rest.remove(opponent)
        return made

    def _opponent(self, rest: Sequence[Member], one: Member, candidates: Sequence[Member]) -> Member:
        """Return the first available opponent to whom the colours suit, or else the first available one."""
        first = None
        if self.rules.maxi:
            first = self.reach.first(rest, one, candidates)
        suited = [
            other
            for other in candidates
            if suits(one, other) and (first is None or self.rules.near(other, first))
        ]
        found = self.reach.first(rest, one, suited) or first or self.reach.first(rest, one, candidates)
        assert found is not None  # The scoregroup's members can be paired.
        return found

    def _in_order(self) -> list[Member]:
        """Return the incoming floaters as they are paired (3.6, 3.7)."""
        ahead = [one.member for one in self.incoming if one.ahead]
        behind = [one.member for one in self.incoming if not one.ahead]
        ahead.sort(key=self._rank)
        behind.sort(key=self._rank, reverse=True)
        return [*ahead, *behind]
