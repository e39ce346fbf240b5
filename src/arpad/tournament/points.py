"""What a result is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from arpad.core import BadInput, worded
from arpad.tournament.results import Result


@dataclass(frozen=True)
class Points:
    """A point system, as in the 162 record of FIDE's TRF26; all values exact.

    Args:
        win: for a game won, over the board or (if ``forfeit_win`` is None) by forfeit.
        draw: for a game drawn.
        loss: for a game lost over the board.
        pairing_bye: for the bye that the pairing gives; None for as much as a win (C.04.1, 3).
        forfeit_win: None for as much as a win.
        forfeit_loss: for staying away from a game.
        half_bye: None for as much as a draw.
        full_bye: None for as much as a win.
        zero_bye: for a round without a game and without leave.
        per_point: for each point of a game that has points of its own, which then count instead of its
            result: 1 where a game is a match of two (C.04.5); None if results count.
    """

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    pairing_bye: Fraction | None = None
    forfeit_win: Fraction | None = None
    forfeit_loss: Fraction = Fraction(0)
    half_bye: Fraction | None = None
    full_bye: Fraction | None = None
    zero_bye: Fraction = Fraction(0)
    per_point: Fraction | None = None

    @cached_property
    def table(self) -> Mapping[Result, Fraction]:
        """What every result is worth."""
        win, draw, loss = self.win, self.draw, self.loss

        def else_(value: Fraction | None, default: Fraction) -> Fraction:
            return default if value is None else value

        return {
            Result.WIN: win,
            Result.DRAW: draw,
            Result.LOSS: loss,
            Result.UNRATED_WIN: win,
            Result.UNRATED_DRAW: draw,
            Result.UNRATED_LOSS: loss,
            Result.FORFEIT_WIN: else_(self.forfeit_win, win),
            Result.FORFEIT_LOSS: self.forfeit_loss,
            Result.HALF_BYE: else_(self.half_bye, draw),
            Result.FULL_BYE: else_(self.full_bye, win),
            Result.PAIRING_BYE: else_(self.pairing_bye, win),
            Result.ZERO_BYE: self.zero_bye,
            Result.PENDING: Fraction(0),
        }

    def of(self, result: Result) -> Fraction:
        """Return what a result is worth."""
        return self.table[result]

    def gained(self, result: Result, points: Fraction | None) -> Fraction:
        """Return what a round brought: its result's worth, or that of its own points where those count."""
        if self.per_point is None or points is None:
            return self.table[result]
        return self.per_point * points

    @cached_property
    def denominator(self) -> int:
        """The least number that makes all values whole when multiplied by it: 2 for 1, ½, 0.

        Where a game's own points count, they are halves.
        """
        own = () if self.per_point is None else ((self.per_point / 2).denominator,)
        return lcm(*own, *(value.denominator for value in self.table.values()))

    @cached_property
    def whole(self) -> Mapping[Result, int]:
        """The values times ``denominator``, for engines that compare scores by the million."""
        return {result: int(value * self.denominator) for result, value in self.table.items()}


FIDE_POINTS = Points()
"""1, ½, 0; the pairing's bye as much as a win."""

FOOTBALL_POINTS = Points(Fraction(3), Fraction(1))
"""3, 1, 0."""


def check_scoring(points: Points) -> None:
    """Refuse points by which no tournament can be ranked.

    Whoever wins one game and loses another must not be behind who draws both, and no bye is worth more than a
    win: FIDE's verification checklist for programs of 2026 (questions 70 to 88).

    Raises:
        BadInput: a loss is worth as much as a win, or more than a draw; two draws are worth more than a win
            and a loss; or a bye is worth more than a win.
    """
    win, draw, loss = points.win, points.draw, points.loss
    problem = ""
    if loss >= win:
        problem = worded("a loss is worth as much as a win, or more")
    elif draw < loss:
        problem = worded("a draw is worth less than a loss")
    elif 2 * draw > win + loss:
        problem = worded("two draws are worth more than a win and a loss")
    elif any(points.of(bye) > win for bye in (Result.PAIRING_BYE, Result.FULL_BYE, Result.HALF_BYE)):
        problem = worded("a bye is worth more than a win")
    if problem:
        raise BadInput(
            problem,
            code="points.scoring",
            remedy=worded("Expected such as 1-½-0 or 3-1-0, and a bye of a win's points at the most."),
        )
