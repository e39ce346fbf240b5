"""Results, the end of the tournament, and taking back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arpad.core import BadInput, worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.fields import BooleanField, LineField, ListField, WholeNumberField, field
from arpad.office.acts.rounds import LAST_ROUND
from arpad.office.events.fields import MOST_ENTRANTS, MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog


@dataclass(frozen=True)
class EnterResults(Act):
    """Enter or correct results."""

    NAME: ClassVar[str] = "result"
    TITLE: ClassVar[Worded] = worded("Enter or correct results.")
    GROUP: ClassVar[ActGroup] = ActGroup.RESULTS

    results: tuple[str, ...] = field(
        ListField(LineField(100), least=1),
        worded("The result of the board, or those of all boards in their order: 1-0, ½-½, +-."),
        positional=True,
        metavar="RESULT",
    )
    board: int | None = field(
        WholeNumberField(1, MOST_ENTRANTS),
        worded("The board of the result, if one result is given."),
        default=None,
    )
    game: int | None = field(
        WholeNumberField(1, 1000), worded("Of a match of teams: the board in the match."), default=None
    )
    round: int | None = field(WholeNumberField(1, MOST_ROUNDS), LAST_ROUND, default=None)
    correct: bool = field(
        BooleanField(),
        worded("Correct a result that was followed by another round, which keeps its pairing."),
        default=False,
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the results, each in the order in which the board is printed."""
        from arpad.office import desk
        from arpad.office.desk.asking import round_of

        tournament = log.tournament()
        at, _ = round_of(tournament, self.round)
        several = self.board is not None and len(self.results) > 1
        if self.game is not None or (several and tournament.players is not None):
            return self._of_match(log, at)
        if several:
            raise BadInput(
                "one board takes one result",
                code="result.one-board",
                remedy="Leave the board out to enter all boards.",
            )
        if self.board is None:
            return desk.enter_results(log, at, self.results, correction=self.correct)
        return desk.enter_result(log, at, self.board, self.results[0], correction=self.correct)

    def _of_match(self, log: EventLog, at: int) -> EventLog:
        """Return the log with results on the boards of a match of teams.

        Raises:
            BadInput: nobody has said which match, or a result cannot be entered.
        """
        from arpad.office import desk

        if self.board is None:
            raise BadInput(
                "the match is missing to which the board belongs",
                code="result.no-match",
                remedy="Give the board of the match.",
            )
        if self.game is None:
            return desk.enter_board_results(log, at, self.board, self.results, correction=self.correct)
        if len(self.results) > 1:
            raise BadInput(
                "one board of a match takes one result",
                code="result.one-board",
                remedy="Leave the board in the match out to enter all its boards.",
            )
        return desk.enter_board_result(
            log, at, self.board, self.game, self.results[0], correction=self.correct
        )


@dataclass(frozen=True)
class FinishTournament(Act):
    """Note that the tournament is over.

    Nothing but undo changes it then.
    """

    NAME: ClassVar[str] = "finish"
    TITLE: ClassVar[Worded] = worded("Note that the tournament is over.")
    GROUP: ClassVar[ActGroup] = ActGroup.RESULTS

    def change(self, log: EventLog) -> EventLog:
        """Return the log of a tournament that nothing but undo changes."""
        from arpad.office import desk

        return desk.finish(log)


@dataclass(frozen=True)
class UndoActs(Act):
    """Take back the last act, or more.

    The events stay in the log as undone.
    """

    NAME: ClassVar[str] = "undo"
    TITLE: ClassVar[Worded] = worded("Take back the last act, or more.")
    GROUP: ClassVar[ActGroup] = ActGroup.LOG

    to: str | None = field(
        LineField(40),
        worded("The number in the log, or the time (UTC), of the last act that stays."),
        default=None,
        metavar="SEQ|TIME",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with what was done since taken back; it stays in the log as undone."""
        from arpad.office import desk
        from arpad.office.log.history import moment

        if self.to is None:
            return desk.undo(log)
        return desk.undo(log, to=int(self.to) if self.to.strip().isdecimal() else moment(log, self.to))
