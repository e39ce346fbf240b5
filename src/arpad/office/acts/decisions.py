"""Decisions about the tournament as a whole: who may meet, colours, boards, points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from arpad.core import worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.fields import (
    BooleanField,
    ChoiceField,
    LineField,
    ParticipantField,
    PointsField,
    RangeField,
    WholeNumberField,
    field,
    participant_field,
)
from arpad.office.events.fields import MOST_ENTRANTS, MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog

ROUND = WholeNumberField(1, MOST_ROUNDS)


@dataclass(frozen=True)
class ForbidPairing(Act):
    """Keep two participants apart.

    Pairings from now on keep the two apart.
    """

    NAME: ClassVar[str] = "forbid"
    TITLE: ClassVar[Worded] = worded("Keep two participants apart.")
    GROUP: ClassVar[ActGroup] = ActGroup.DECISIONS

    participant: str = participant_field("A")
    other: str = field(
        ParticipantField(), worded("The other participant, by number or name."), positional=True, metavar="B"
    )
    first: int | None = field(
        ROUND,
        worded("The first round in which it holds; the next if none is given."),
        default=None,
        metavar="R",
    )
    last: int | None = field(
        ROUND,
        worded("The last round in which it holds; the last of all if none is given."),
        default=None,
        metavar="R",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which pairings from now on keep the two apart."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        a, b = number_of(tournament, self.participant), number_of(tournament, self.other)
        return desk.forbid(log, a, b, first=self.first, last=self.last or MOST_ROUNDS)


@dataclass(frozen=True)
class AllowPairing(Act):
    """Let two participants meet again."""

    NAME: ClassVar[str] = "allow"
    TITLE: ClassVar[Worded] = worded("Let two participants meet again.")
    GROUP: ClassVar[ActGroup] = ActGroup.DECISIONS

    participant: str = participant_field("A")
    other: str = field(
        ParticipantField(), worded("The other participant, by number or name."), positional=True, metavar="B"
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which nothing keeps the two apart."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        return desk.allow(log, number_of(tournament, self.participant), number_of(tournament, self.other))


@dataclass(frozen=True)
class SetDrawnColour(Act):
    """Set the colour that was drawn.

    It is set before round 1 is paired.
    """

    NAME: ClassVar[str] = "colour"
    TITLE: ClassVar[Worded] = worded("Set the colour that was drawn.")
    GROUP: ClassVar[ActGroup] = ActGroup.DECISIONS

    colour: str = field(
        ChoiceField(("white", "black"), (worded("White"), worded("Black"))),
        worded("The colour of number 1 in round 1."),
        positional=True,
        metavar="white|black",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the colour that was drawn."""
        from arpad.office import desk

        return desk.draw_colour(log, self.colour)


@dataclass(frozen=True)
class FixBoard(Act):
    """Keep a board for a participant.

    The participant plays at the board in every round to come; 0 lifts it.
    """

    NAME: ClassVar[str] = "fix"
    TITLE: ClassVar[Worded] = worded("Keep a board for a participant.")
    GROUP: ClassVar[ActGroup] = ActGroup.DECISIONS

    participant: str = participant_field()
    board: int = field(
        WholeNumberField(0, MOST_ENTRANTS),
        worded("The board in every round to come; 0 lifts it."),
        positional=True,
        metavar="BOARD",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which the participant plays at the board in every round to come."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        return desk.fix_board(log, number_of(log.tournament(), self.participant), self.board)


@dataclass(frozen=True)
class ChangePoints(Act):
    """Deduct points by hand, or add a bonus."""

    NAME: ClassVar[str] = "penalty"
    TITLE: ClassVar[Worded] = worded("Deduct points by hand, or add a bonus.")
    GROUP: ClassVar[ActGroup] = ActGroup.DECISIONS

    participant: str = participant_field()
    points: Fraction = field(
        PointsField(), worded("The points: 1, ½, 1.5."), positional=True, metavar="POINTS"
    )
    bonus: bool = field(BooleanField(), worded("Add the points instead of deducting them."), default=False)
    round: int | None = field(
        WholeNumberField(0, MOST_ROUNDS),
        worded("The round to which the points belong; the last if none is given, 0 for none."),
        default=None,
    )
    reason: str = field(LineField(), worded("The reason."), default="", metavar="TEXT")

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the penalty or the bonus."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        points = self.points if self.bonus else -self.points
        number = number_of(log.tournament(), self.participant)
        return desk.set_points(log, number, points, at=self.round, reason=self.reason)


@dataclass(frozen=True)
class AccelerateNumbers(Act):
    """Count points for the pairing only.

    The points count for the pairing, not in the standings. Baku's acceleration is a setting of the system
    instead.
    """

    NAME: ClassVar[str] = "accelerate"
    TITLE: ClassVar[Worded] = worded("Count points for the pairing only.")
    GROUP: ClassVar[ActGroup] = ActGroup.DECISIONS

    points: Fraction = field(
        PointsField(), worded("The points: 1, ½, 1.5."), positional=True, metavar="POINTS"
    )
    first: int = field(ROUND, worded("The first round in which the points count."), metavar="R")
    last: int = field(ROUND, worded("The last round in which the points count."), metavar="R")
    numbers: tuple[int, int] = field(
        RangeField(1, MOST_ENTRANTS),
        worded("The first and the last pairing number that get the points."),
        metavar="A B",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log in which some numbers have virtual points."""
        from arpad.office import desk

        return desk.accelerate(log, self.points, first=self.first, last=self.last, numbers=self.numbers)
