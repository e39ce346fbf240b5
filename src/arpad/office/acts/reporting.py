"""Results that players report, and what the arbiter decides of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arpad.core import worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.fields import ChoiceField, LineField, ParticipantField, WholeNumberField, field
from arpad.office.acts.rounds import LAST_ROUND
from arpad.office.events.fields import MOST_ENTRANTS, MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog

BOARD = WholeNumberField(1, MOST_ENTRANTS)


@dataclass(frozen=True)
class SetReporting(Act):
    """Say whether players may report their results."""

    NAME: ClassVar[str] = "reporting"
    TITLE: ClassVar[Worded] = worded("Say whether players may report their results.")
    GROUP: ClassVar[ActGroup] = ActGroup.RESULTS

    codes: str = field(
        ChoiceField(
            ("off", "slips", "everywhere"),
            (
                worded("nowhere: players do not report"),
                worded("on the result slips"),
                worded("on slips, pairings and screens"),
            ),
        ),
        worded("Where the codes stand by which players report."),
        positional=True,
        metavar="off|slips|everywhere",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the note."""
        from arpad.office import desk

        return desk.set_reporting(log, self.codes)


@dataclass(frozen=True)
class ReportResult(Act):
    """Note the result that a player reports.

    If the other side reports the same, it becomes the result.
    """

    NAME: ClassVar[str] = "report"
    TITLE: ClassVar[Worded] = worded("Note the result that a player reports.")
    GROUP: ClassVar[ActGroup] = ActGroup.RESULTS

    participant: str = field(
        ParticipantField(),
        worded("The player who reports, by number or name."),
        positional=True,
        metavar="WHO",
    )
    result: str = field(
        LineField(100),
        worded("The result, in the order in which the board is printed."),
        positional=True,
        metavar="RESULT",
    )
    board: int = field(BOARD, worded("The board."))
    round: int | None = field(WholeNumberField(1, MOST_ROUNDS), LAST_ROUND, default=None)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the report, and with the result if the other side reports the same."""
        from arpad.office import desk
        from arpad.office.desk.asking import round_of
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        at, _ = round_of(tournament, self.round)
        return desk.report_result(log, at, self.board, number_of(tournament, self.participant), self.result)


@dataclass(frozen=True)
class AcceptReport(Act):
    """Enter the result that one side of a board reports."""

    NAME: ClassVar[str] = "accept"
    TITLE: ClassVar[Worded] = worded("Enter the result that one side of a board reports.")
    GROUP: ClassVar[ActGroup] = ActGroup.RESULTS

    participant: str = field(
        ParticipantField(),
        worded("The side whose report is right, by number or name."),
        positional=True,
        metavar="WHO",
    )
    board: int = field(BOARD, worded("The board."))
    round: int | None = field(WholeNumberField(1, MOST_ROUNDS), LAST_ROUND, default=None)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the reported result."""
        from arpad.office import desk
        from arpad.office.desk.asking import round_of
        from arpad.tournament.participants import number_of

        tournament = log.tournament()
        at, _ = round_of(tournament, self.round)
        return desk.accept_report(log, at, self.board, number_of(tournament, self.participant))
