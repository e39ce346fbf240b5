"""Players as the Lim system (C.04.4.3) sees them: who may meet whom, the colour due, the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from arpad.rulebooks.fide.pairing.common.colours import other
from arpad.tournament.matching import Completion
from arpad.tournament.model import Colour

Direction = Literal[1, -1]
"""Down (1) from the top scoregroup, or up (−1) from the lowest. What the text says of one holds of the other,
with high and low exchanged."""

DOWN: Direction = 1
UP: Direction = -1


@dataclass(frozen=True)
class Member:
    """A player who is to be paired.

    Args:
        number: the pairing number (TPN); 1 is the highest.
        place: the pairing number counted among those only who have been paired before or are now.
        rating: 0 for none.
        score: in units of the state.
        colours: of the games played, in order: ``wbb``.
        opponents: whom they have played or are not to meet.
        floated: whether the previous round's opponent had another score.
        may_bye: whether the bye may be theirs (C.04.1, 4).
    """

    number: int
    place: int
    rating: int
    score: int
    colours: str
    opponents: frozenset[int]
    floated: bool = False
    may_bye: bool = True

    @property
    def difference(self) -> int:
        """Games with White less games with Black."""
        return self.colours.count("w") - self.colours.count("b")

    @property
    def due(self) -> Colour:
        """The colour that equalises, or else the one that alternates (5.1, 5.5, 5.6)."""
        if self.difference:
            return "b" if self.difference > 0 else "w"
        if not self.colours:
            return ""
        return "b" if self.colours[-1] == "w" else "w"

    def may_have(self, colour: Colour) -> bool:
        """Return whether a colour is within the limits: not three in a row, nor three more of it (5.1)."""
        lead = self.difference + (1 if colour == "w" else -1)
        return not self.colours.endswith(2 * colour) and abs(lead) < 3


@dataclass(frozen=True)
class LimRules:
    """What holds in the round that is paired.

    Args:
        last: whether it is the last: then limits of colour do not keep players of one score apart (6).
        maxi: whether it is a maxi-tournament, which exchanges for colour only within 100 rating points.
        initial: the colour drawn by lot (7.2).
    """

    last: bool = False
    maxi: bool = False
    initial: Colour = "w"

    def compatible(self, member: Member, opponent: Member) -> bool:
        """Return whether two may meet (2.1)."""
        if member.number == opponent.number or opponent.number in member.opponents:
            return False
        if self.last and member.score == opponent.score:
            return True
        return any(member.may_have(colour) and opponent.may_have(other(colour)) for colour in ("w", "b"))

    def near(self, member: Member, alternative: Member) -> bool:
        """Return whether a maxi-tournament allows the one instead of the other (3.2.3, 3.8, 5.7)."""
        return not self.maxi or abs(member.rating - alternative.rating) <= MAXI


MAXI = 100
"""Rating points within which a maxi-tournament exchanges players for colour."""


def suits(member: Member, opponent: Member) -> bool:
    """Return whether both can have the colour due to them."""
    return not member.due or member.due != opponent.due


def arranged(members: Sequence[Member], direction: Direction) -> list[Member]:
    """Return players in the order of a direction: the highest numbered, 1, first going down."""
    return sorted(members, key=lambda member: direction * member.number)


class Reach(Protocol):
    """What can still be paired."""

    def pairs(self, members: Sequence[Member]) -> int:
        """Return how many pairs these can make at the most."""
        ...

    def without(self, members: Sequence[Member], gone: Member, pairs: int) -> bool:
        """Return whether these can make so many pairs without one of them."""
        ...

    def first(self, members: Sequence[Member], member: Member, candidates: Sequence[Member]) -> Member | None:
        """Return the first candidate whom a player may meet so that all the rest of them can be paired."""
        ...


class CompletionReach:
    """A round's players, for :class:`Reach` by matching.

    Args:
        members: everybody.
        rules: the round's.
    """

    def __init__(self, members: Sequence[Member], rules: LimRules) -> None:
        self._at = {member.number: at for at, member in enumerate(members)}
        self._members = list(members)
        forbidden = [
            (a, b)
            for a, member in enumerate(members)
            for b in range(a + 1, len(members))
            if not rules.compatible(member, members[b])
        ]
        self._completion = Completion(len(members), forbidden, present=())
        self._here: frozenset[int] = frozenset()

    def _restrict(self, members: Sequence[Member]) -> None:
        here = frozenset(self._at[member.number] for member in members)
        self._completion.remove(*(self._here - here))
        self._completion.restore(*sorted(here - self._here))
        self._here = here

    def pairs(self, members: Sequence[Member]) -> int:
        """Return how many pairs these can make at the most."""
        self._restrict(members)
        return (len(members) - self._completion.alone()) // 2

    def without(self, members: Sequence[Member], gone: Member, pairs: int) -> bool:
        """Return whether these can make so many pairs without one of them."""
        self._restrict(members)
        alone = len(members) - 1 - 2 * pairs
        return alone >= 0 and self._completion.complete_without([self._at[gone.number]], alone=alone)

    def first(self, members: Sequence[Member], member: Member, candidates: Sequence[Member]) -> Member | None:
        """Return the first candidate whom a player may meet so that all the rest of them can be paired."""
        self._restrict(members)
        vertices = [self._at[candidate.number] for candidate in candidates]
        partner = self._completion.first_partner(self._at[member.number], vertices) if vertices else None
        return None if partner is None else self._members[partner]
