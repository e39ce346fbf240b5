"""Points that were set by hand: bonuses, penalties, and results that bring something else (TRF26, 299)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from arpad.core import BadInput
from arpad.tournament.results import Result

_SAME = {
    Result.UNRATED_WIN: Result.WIN,
    Result.UNRATED_DRAW: Result.DRAW,
    Result.UNRATED_LOSS: Result.LOSS,
}
KINDS = frozenset(
    {Result.WIN, Result.DRAW, Result.LOSS, Result.FULL_BYE, Result.HALF_BYE, Result.ZERO_BYE}
    | {Result.FORFEIT_WIN, Result.FORFEIT_LOSS}
)
"""Results that may bring something else."""


@dataclass(frozen=True)
class Adjustment:
    """Points that somebody is given, or that a result brings instead of what it is worth.

    Args:
        points: how many, below 0 for a penalty; of teams match points. None if only game points are set.
        numbers: whose; empty for everybody.
        round: in which round; 0 for all, and then a bonus or penalty counts once, from the beginning.
        result: a participant who has it in that round gets ``points`` for it, instead of what it is worth;
            games shorter than a move are among those won, drawn and lost. None for a bonus or penalty
            beside the results.
        game_points: of teams; None if only match points are set.
        reason: why.
    """

    points: Fraction | None
    numbers: tuple[int, ...] = ()
    round: int = 0
    result: Result | None = None
    game_points: Fraction | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        """Refuse a result that has no record of its own."""
        if self.result is not None and self.result not in KINDS:
            kinds = " ".join(sorted(kind.value for kind in KINDS))
            raise BadInput(
                f"no points can be set for the result {self.result.value!r}", remedy=f"Set {kinds}."
            )

    def value(self, games: bool) -> Fraction | None:
        """Return the points, or game points."""
        return self.game_points if games else self.points

    def concerns(self, number: int) -> bool:
        """Whether it is about a participant."""
        return not self.numbers or number in self.numbers


def brought(
    adjustments: Iterable[Adjustment],
    number: int,
    at: int,
    result: Result,
    worth: Fraction,
    *,
    games: bool = False,
) -> Fraction:
    """Return what a result brought; of several adjustments the last holds.

    Args:
        adjustments: all.
        number: whose result.
        at: in which round.
        result: the result.
        worth: what it brings if nothing else was set.
        games: whether game points are asked for.
    """
    kind = _SAME.get(result, result)
    for adjustment in adjustments:
        value = adjustment.value(games)
        if (
            adjustment.result is kind
            and value is not None
            and adjustment.round in (0, at)
            and adjustment.concerns(number)
        ):
            worth = value
    return worth


def extra(
    adjustments: Iterable[Adjustment], number: int, first: int, last: int, *, games: bool = False
) -> Fraction:
    """Return the bonuses less the penalties of some rounds, both included; round 0 has those of no round."""
    return sum(
        (
            adjustment.value(games) or Fraction(0)
            for adjustment in adjustments
            if adjustment.result is None and first <= adjustment.round <= last and adjustment.concerns(number)
        ),
        Fraction(0),
    )
