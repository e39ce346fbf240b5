"""What one side of a board reports itself, and where the codes stand by which players report."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.office.events.stored_event import BoardNumber, BothPoints, EntrantId, GameResult, RoundNumber

OFF, SLIPS, EVERYWHERE = "off", "slips", "everywhere"
"""Where codes by which players report are shown: nowhere, on result slips, on the wall and the screen too."""


@dataclass(frozen=True)
class SideReport:
    """The result of a board as one of its two sides reports it; it is not entered by this.

    Args:
        entrant: who reports, one of the two at the board.
        round: the last that is paired.
        board: from 1, without a result.
        white: what White's line would have.
        black: what Black's line would have.
        points: of White and Black, where the result is one of points.
    """

    entrant: EntrantId
    round: RoundNumber
    board: BoardNumber
    white: GameResult
    black: GameResult
    points: BothPoints | None = None

    @property
    def result(self) -> tuple[object, object, object]:
        """What is reported, whoever reports it."""
        return self.white, self.black, self.points
