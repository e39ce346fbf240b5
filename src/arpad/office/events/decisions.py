"""Events in which the arbiter decides about the whole tournament: who may meet, colours, points, plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.office.events.event import (
    Amount,
    Codec,
    EntrantId,
    EntrantIds,
    Event,
    NamedTexts,
    RoundNumber,
    Text,
    Texts,
    a_result,
    whole,
    word,
)
from arpad.office.events.fields import MOST_ENTRANTS, MOST_ROUNDS, refuse, wholes_of
from arpad.tournament.adjustments import KINDS
from arpad.tournament.results import Result


@dataclass(frozen=True)
class Forbidden(Event):
    """Some participants may not meet each other.

    Args:
        entrants: any two of these.
        first: the first round in which that holds.
        last: the last one.
    """

    KIND: ClassVar[str] = "forbid"

    entrants: EntrantIds
    first: RoundNumber = 1
    last: RoundNumber = MOST_ROUNDS

    def check(self) -> None:
        """Refuse fewer than two participants, and rounds that run backwards.

        Raises:
            BadInput: so it is.
        """
        if len(set(self.entrants)) != len(self.entrants) or len(self.entrants) < 2:
            refuse("entrants", list(self.entrants), "two or more different participants")
        if self.last < self.first:
            refuse("last", self.last, f"a round from {self.first} on")


@dataclass(frozen=True)
class Allowed(Event):
    """Two participants may meet again: what forbade it is lifted.

    Args:
        entrants: the two.
    """

    KIND: ClassVar[str] = "allow"

    entrants: EntrantIds

    def check(self) -> None:
        """Refuse anything but two participants.

        Raises:
            BadInput: there are more or fewer.
        """
        if len(set(self.entrants)) != 2 or len(self.entrants) != 2:
            refuse("entrants", list(self.entrants), "two different participants")


@dataclass(frozen=True)
class ColourDrawn(Event):
    """The colour of the first number in round 1 is drawn.

    Args:
        colour: ``w`` or ``b``.
    """

    KIND: ClassVar[str] = "colour"

    colour: Annotated[str, word("w", "b")]


@dataclass(frozen=True)
class BoardFixed(Event):
    """A participant always plays at one board, or no longer does.

    Args:
        entrant: the participant.
        board: where; 0 for wherever the pairing says.
    """

    KIND: ClassVar[str] = "fix"

    entrant: EntrantId
    board: Annotated[int, whole(0, MOST_ENTRANTS)]


@dataclass(frozen=True)
class PointsSet(Event):
    """Points are given or taken by hand, or a result brings something else than it is worth (TRF26, 299).

    Args:
        points: how many, below 0 for a penalty.
        entrants: whose; none for everybody.
        round: in which round; 0 for no round.
        result: the result that brings ``points``; none for a bonus or penalty beside the results.
        game_points: of teams.
        reason: why.
    """

    KIND: ClassVar[str] = "points"

    points: Amount | None = None
    entrants: EntrantIds = ()
    round: Annotated[int, whole(0, MOST_ROUNDS)] = 0
    result: Annotated[Result, a_result(sorted(KINDS, key=lambda one: one.value))] | None = None
    game_points: Amount | None = None
    reason: Text = ""

    def check(self) -> None:
        """Refuse an event that sets nothing.

        Raises:
            BadInput: it does not.
        """
        if self.points is None and self.game_points is None:
            refuse("points", None, "the points, or the game points")


def _range(key: str, value: Any) -> tuple[int, int]:
    found = wholes_of(key, value, MOST_ENTRANTS)
    if len(found) != 2 or found[0] > found[1]:
        refuse(key, value, "the first and the last pairing number")
    return found[0], found[1]


@dataclass(frozen=True)
class Accelerated(Event):
    """Points count for the pairing only (TRF26, 250).

    Args:
        points: how many.
        first: the first round in which they count.
        last: the last one.
        numbers: the first and the last pairing number that get them.
        game_points: of teams.
    """

    KIND: ClassVar[str] = "accelerate"

    points: Amount
    first: RoundNumber
    last: RoundNumber
    numbers: Annotated[tuple[int, int], Codec(_range, list)]
    game_points: Amount | None = None


@dataclass(frozen=True)
class RoundsPlanned(Event):
    """Another number of rounds is planned.

    Args:
        rounds: how many; 0 if nobody has said.
    """

    KIND: ClassVar[str] = "rounds"

    rounds: Annotated[int, whole(0, MOST_ROUNDS)]


@dataclass(frozen=True)
class TiebreaksSet(Event):
    """Other tie-breaks decide.

    Args:
        tiebreaks: their codes in order; none for those that the system commonly uses.
    """

    KIND: ClassVar[str] = "tiebreaks"

    tiebreaks: Texts


HALL = ("hall_note", "hall_clock", "hall_screens")
"""The details for the screens of the hall: an announcement, the clock of the round, what each shows."""


@dataclass(frozen=True)
class DetailsSet(Event):
    """What is only printed is corrected: title, place, dates, arbiters.

    Args:
        details: by its name; what is empty is taken out. ``name`` is the title.
    """

    KIND: ClassVar[str] = "details"

    details: NamedTexts

    @property
    def of_hall(self) -> bool:
        """Whether it sets what the screens of the hall show and nothing else, which changes no result."""
        return set(self.details) <= set(HALL)
