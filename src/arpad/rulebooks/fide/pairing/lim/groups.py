"""A scoregroup of the Lim system: who floats out of it (2.3, 3), how the rest is paired (2.4, 3.6 to 5.2).

Articles 2.3, 3.1 and 4.4 come down to one rule: the scoregroup keeps as many pairings as it can have
(3.10.2). Whoever has no suitable opponent floats, and one more if the number is odd; each time it is the
first in the order of Article 3 who leaves that many pairings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.lim.players import DOWN, Direction, LimRules, Member, Reach, arranged, suits
from arpad.tournament.model import Colour

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
class PairedScoregroup:
    """A scoregroup that is paired.

    Args:
        pairs: in the order in which they were made; first who was to be paired, then the opponent found.
        floaters: who leaves it, in the order in which they were chosen.
    """

    pairs: tuple[tuple[Member, Member], ...]
    floaters: tuple[Member, ...]


class PairingTurn(NamedTuple):
    """Who is to be paired next.

    Args:
        chooser: the player.
        candidates: opponents in the order in which they are proposed.
        article: ``3.8`` for floaters, ``4`` for the others.
    """

    chooser: Member
    candidates: list[Member]
    article: str


class Preference(NamedTuple):
    """How somebody stands in the order of floaters; the smallest floats first.

    Args:
        disadvantage: by the type (3.9): −3 for d, −2 for c, −1 for b, 0 for a.
        floated: whether in the previous round (3.10).
        unequal: whether not of the colour that more are due (3.2.2).
        place: by the number (3.2.4).
    """

    disadvantage: int
    floated: bool
    unequal: bool
    place: int


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

    rules: LimRules
    reach: Reach
    residents: tuple[Member, ...]
    incoming: tuple[Floater, ...] = ()
    adjacent: tuple[Member, ...] = ()
    direction: Direction = DOWN

    @property
    def members(self) -> list[Member]:
        """Everybody in it: who floated into it, then the residents."""
        return [*(floater.member for floater in self.incoming), *self.residents]

    def paired(self) -> PairedScoregroup:
        """Return the pairs and the floaters."""
        members = self.members
        pairs = self.reach.pairs(members)
        floaters: list[Member] = []
        while len(members) > 2 * pairs:
            floater = self._next_floater(members, floaters, pairs)
            floaters.append(floater)
            members.remove(floater)
        return PairedScoregroup(tuple(self._scrutiny(members)), tuple(floaters))

    def floater_order(
        self, staying: Sequence[Member], chosen: Sequence[Member]
    ) -> list[tuple[Preference, Member]]:
        """Return who may float next, in the order of Article 3.

        Args:
            staying: who has not been chosen.
            chosen: floaters already.
        """
        order = arranged(staying, self.direction)
        many = self.many(staying)
        places = {member.number: place for place, member in enumerate(order)}

        def preference(member: Member) -> Preference:
            equalises = member.due == many and self.rules.near(member, order[-1])
            kind = self.kind(member, chosen)
            return Preference(-TYPES.index(kind), member.floated, not equalises, -places[member.number])

        return sorted(((preference(member), member) for member in staying), key=lambda pair: pair[0])

    def many(self, staying: Sequence[Member]) -> Colour | None:
        """Return the colour that more of these are due, if there is one."""
        due = [member.due for member in staying]
        lead = due.count("w") - due.count("b")
        return "w" if lead > 0 else "b" if lead < 0 else None

    def _next_floater(self, staying: Sequence[Member], chosen: Sequence[Member], pairs: int) -> Member:
        """Return the first in the order of Article 3 who leaves so many pairings."""
        for _, candidate in self.floater_order(staying, chosen):
            if self.reach.without(staying, candidate, pairs):
                return candidate
        raise AssertionError(f"no floater leaves {pairs} pairs")

    def kind(self, player: Member, chosen: Sequence[Member] = ()) -> str:
        """Return the type of floater that a player would be (3.9.1).

        Args:
            player: the player.
            chosen: floaters already; those who go first take an opponent each (3.3, 3.4).
        """
        ahead = [floater for floater in chosen if self._rank(floater) < self._rank(player)]
        compatible = self._opponents([*ahead, player]) > self._opponents(ahead)
        again = any(floater.member.number == player.number for floater in self.incoming)
        return ("b" if compatible else "a") if again else ("d" if compatible else "c")

    def _opponents(self, floaters: Sequence[Member]) -> int:
        """Return how many of these can have an opponent each in the adjacent scoregroup."""
        taken: dict[int, Member] = {}

        def place(floater: Member, seen: set[int]) -> bool:
            for opponent in self.adjacent:
                if opponent.number in seen or not self.rules.compatible(floater, opponent):
                    continue
                seen.add(opponent.number)
                if opponent.number not in taken or place(taken[opponent.number], seen):
                    taken[opponent.number] = floater
                    return True
            return False

        return sum(place(floater, set()) for floater in floaters)

    def _rank(self, member: Member) -> tuple[int, int]:
        return -self.direction * member.score, self.direction * member.number

    def turn(self, rest: Sequence[Member]) -> PairingTurn:
        """Return who is to be paired next: floaters first (3.6 to 3.8), then the halves (2.4, 4)."""
        here = {member.number for member in rest}
        floater = next((member for member in self._in_order() if member.number in here), None)
        order = arranged(rest, self.direction)
        if floater is not None:
            return PairingTurn(floater, [other for other in order if other.number != floater.number], "3.8")
        half = len(order) // 2
        return PairingTurn(order[0], [*order[half:], *reversed(order[1:half])], "4")

    def _scrutiny(self, members: Sequence[Member]) -> list[tuple[Member, Member]]:
        """Pair those who stay, one after the other, with exchanges (2.4, 3.6 to 3.8, 4, 5.2)."""
        rest = list(members)
        pairs = []
        while rest:
            chooser, candidates, _ = self.turn(rest)
            opponent = self._opponent(rest, chooser, candidates)
            pairs.append((chooser, opponent))
            rest.remove(chooser)
            rest.remove(opponent)
        return pairs

    def _opponent(self, rest: Sequence[Member], chooser: Member, candidates: Sequence[Member]) -> Member:
        """Return the first available opponent to whom the colours suit, or else the first available one."""
        first = None
        if self.rules.maxi:
            first = self.reach.first(rest, chooser, candidates)
        suited = [
            other
            for other in candidates
            if suits(chooser, other) and (first is None or self.rules.near(other, first))
        ]
        opponent = (
            self.reach.first(rest, chooser, suited) or first or self.reach.first(rest, chooser, candidates)
        )
        assert opponent is not None  # The scoregroup's members can be paired.
        return opponent

    def _in_order(self) -> list[Member]:
        """Return the incoming floaters as they are paired (3.6, 3.7)."""
        ahead = [floater.member for floater in self.incoming if floater.ahead]
        behind = [floater.member for floater in self.incoming if not floater.ahead]
        ahead.sort(key=self._rank)
        behind.sort(key=self._rank, reverse=True)
        return [*ahead, *behind]
