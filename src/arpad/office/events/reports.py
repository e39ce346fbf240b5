"""Events of players who report their results themselves: whether they may, and what each side reports.

Reports wait beside the board until its result is entered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from arpad.core import BadInput, worded
from arpad.office.events.concern import Concern
from arpad.office.events.event import Event
from arpad.office.events.fields import check_possible
from arpad.office.events.side_report import EVERYWHERE, OFF, SLIPS, SideReport
from arpad.office.events.state import State
from arpad.office.events.stored_event import word
from arpad.office.events.wording import name_of
from arpad.rulebooks.pairing_catalogue import written_result
from arpad.tournament.model import Pairing


@dataclass(frozen=True)
class ReportingSet(Event):
    """Players may report their results, or may no longer.

    Args:
        codes: where the codes stand: ``off``, ``slips`` or ``everywhere``.
    """

    KIND: ClassVar[str] = "reporting"

    codes: Annotated[str, word(OFF, SLIPS, EVERYWHERE)]

    def apply(self, state: State) -> None:
        """Note whether players may report."""
        state.reporting = self.codes

    def concern(self, state: State) -> Concern:
        return Concern(worded("reports of players were allowed or ended"), [("reporting",)])

    def describe(self, state: State) -> str:
        return worded("codes for reports of players: {codes}", codes=self.codes)


@dataclass(frozen=True)
class ResultReported(SideReport, Event):
    """One side of a board reports the result; its fields are those of the report."""

    KIND: ClassVar[str] = "report"

    def check(self) -> None:
        """Refuse results that are not possible together.

        Raises:
            BadInput: they are not.
        """
        check_possible(self.white, self.black, "White's result {} and Black's {}")

    def apply(self, state: State) -> None:
        """Keep what one side reports, in the place of what it reported before."""
        round_ = state.round_of(self.round)
        if self.board > len(round_.pairings):
            raise BadInput(f"round {self.round} has no board {self.board}", code="board.unknown")
        game = round_.pairings[self.board - 1]
        if self.entrant not in (game.white, game.black):
            raise BadInput(
                f"the entrant {self.entrant} does not play at board {self.board} of round {self.round}",
                code="reported.not-at-board",
            )
        if not game.pending:
            raise BadInput(
                f"board {self.board} of round {self.round} has a result", code="reported.result-stands"
            )
        place = self.round, self.board
        state.reports[place] = {**state.reports.get(place, {}), self.entrant: self}

    def concern(self, state: State) -> Concern:
        part = ("round", self.round)
        return Concern(
            worded(
                "{name} reported the result of board {board} in round {round}",
                name=name_of(state, self.entrant),
                board=self.board,
                round=self.round,
            ),
            [(*part, "report", self.board)],
            [(*part, "seats", self.board), (*part, "result", self.board), ("reporting",)],
        )

    def describe(self, state: State) -> str:
        game = state.round_of(self.round).pairings[self.board - 1]
        report = Pairing(game.white, game.black, self.white, self.black, self.points)
        return worded(
            "{name} reports round {at}, board {board}: {result}",
            name=name_of(state, self.entrant),
            at=self.round,
            board=self.board,
            result=written_result(state.plan.system, report),
        )
