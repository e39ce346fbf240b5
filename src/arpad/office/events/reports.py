"""Events of players who report their results themselves: whether they may, and what each side reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from arpad.office.events.event import (
    BoardNumber,
    BothPoints,
    EntrantId,
    Event,
    GameResult,
    RoundNumber,
    word,
)
from arpad.office.events.fields import check_possible

OFF, SLIPS, EVERYWHERE = "off", "slips", "everywhere"
"""Where codes by which players report are shown: nowhere, on result slips, on the wall and the screen too."""


@dataclass(frozen=True)
class ReportingSet(Event):
    """Players may report their results, or may no longer.

    Args:
        codes: where the codes stand: ``off``, ``slips`` or ``everywhere``.
    """

    KIND: ClassVar[str] = "reporting"

    codes: Annotated[str, word(OFF, SLIPS, EVERYWHERE)]


@dataclass(frozen=True)
class ResultReported(Event):
    """One side of a board reports the result; it is not entered by this.

    Args:
        entrant: who reports, one of the two at the board.
        round: the last that is paired.
        board: from 1, without a result.
        white: what White's line would have.
        black: what Black's line would have.
        points: of White and Black, where the result is one of points.
    """

    KIND: ClassVar[str] = "report"

    entrant: EntrantId
    round: RoundNumber
    board: BoardNumber
    white: GameResult
    black: GameResult
    points: BothPoints | None = None

    def check(self) -> None:
        """Refuse results that are not possible together.

        Raises:
            BadInput: they are not.
        """
        check_possible(self.white, self.black, "White's result {} and Black's {}")

    @property
    def result(self) -> tuple[object, object, object]:
        """What is reported, whoever reports it."""
        return self.white, self.black, self.points
