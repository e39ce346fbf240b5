"""The rounds: paired, made known, taken back, set by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arpad.core import worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.fields import ListField, PairsField, ParticipantField, WholeNumberField, field
from arpad.office.events.fields import MOST_ENTRANTS, MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog

LAST_ROUND = worded("The round; the last if none is given.")


@dataclass(frozen=True)
class PairRound(Act):
    """Pair the next round.

    All results of the last round must be in. Before the first, FIDE's Swiss systems number the participants
    by their ratings, equal ratings in the order of entry.
    """

    NAME: ClassVar[str] = "pair"
    TITLE: ClassVar[Worded] = worded("Pair the next round.")
    GROUP: ClassVar[ActGroup] = ActGroup.ROUNDS

    def change(self, log: EventLog) -> EventLog:
        """Return the log with one more round, paired by the system."""
        from arpad.office import desk

        return desk.pair(log)


@dataclass(frozen=True)
class PairByHand(Act):
    """Pair the next round by hand."""

    NAME: ClassVar[str] = "pair-by-hand"
    TITLE: ClassVar[Worded] = worded("Pair the next round by hand.")
    GROUP: ClassVar[ActGroup] = ActGroup.ROUNDS

    boards: tuple[tuple[str, str], ...] = field(
        PairsField(), worded("White and Black of every board, a line a board: Ann - Bob."), positional=True
    )
    byes: tuple[str, ...] = field(
        ListField(ParticipantField()),
        worded("The participants who get the bye."),
        default=(),
        option="bye",
        metavar="WHO",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with one more round, paired as said."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        boards = [
            (number_of(tournament, white), number_of(tournament, black)) for white, black in self.boards
        ]
        return desk.pair_by_hand(log, boards, byes=[number_of(tournament, each) for each in self.byes])


@dataclass(frozen=True)
class PublishRound(Act):
    """Note that a round's pairing is made known.

    The players know the pairing then; whoever changes it is warned.
    """

    NAME: ClassVar[str] = "publish"
    TITLE: ClassVar[Worded] = worded("Note that a round's pairing is made known.")
    GROUP: ClassVar[ActGroup] = ActGroup.ROUNDS

    round: int | None = field(WholeNumberField(1, MOST_ROUNDS), LAST_ROUND, default=None)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the note."""
        from arpad.office import desk

        return desk.publish(log, self.round)


@dataclass(frozen=True)
class UnpairRound(Act):
    """Take the last round back.

    The results of the round are taken back too; everything else stays as it is.
    """

    NAME: ClassVar[str] = "unpair"
    TITLE: ClassVar[Worded] = worded("Take the last round back.")
    GROUP: ClassVar[ActGroup] = ActGroup.ROUNDS

    def change(self, log: EventLog) -> EventLog:
        """Return the log without the last round and its results; everything else stays as it is."""
        from arpad.office import desk

        return desk.unpair(log)


@dataclass(frozen=True)
class SetBoard(Act):
    """Set a board by hand.

    Whoever is displaced takes the place that is left. What departs from the rules is done and said; the
    boards stay marked as set by hand.
    """

    NAME: ClassVar[str] = "board"
    TITLE: ClassVar[Worded] = worded("Set a board by hand.")
    GROUP: ClassVar[ActGroup] = ActGroup.ROUNDS

    board: int = field(
        WholeNumberField(1, MOST_ENTRANTS),
        worded("The board; the next number after the last is a new board."),
        positional=True,
        metavar="N",
    )
    white: str = field(ParticipantField(), worded("Who has White, by number or name."), metavar="A")
    black: str = field(ParticipantField(), worded("Who has Black, by number or name."), metavar="B")
    round: int | None = field(WholeNumberField(1, MOST_ROUNDS), LAST_ROUND, default=None)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the board; whoever is displaced takes the place that is left."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        white, black = number_of(tournament, self.white), number_of(tournament, self.black)
        return desk.set_board(log, self.board, white, black, at=self.round)
