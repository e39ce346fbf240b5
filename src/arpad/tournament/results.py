"""What a round brought one participant: a game's result, a forfeit or a bye."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING


class Result(Enum):
    """What stands in one participant's line for a round; the values are the letters of FIDE's TRF.

    A double forfeit is a loss by forfeit on both sides. ``PENDING`` is a game that is paired and not yet
    played; files leave it blank.
    """

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF_BYE = "H"
    FULL_BYE = "F"
    PAIRING_BYE = "U"
    ZERO_BYE = "Z"
    PENDING = "*"

    # A member is one object, and lines of thousands of rounds are looked up by it: the hash of its name,
    # which is an Enum's own, costs a call in Python each time.
    if not TYPE_CHECKING:
        __hash__ = object.__hash__

    @property
    def played(self) -> bool:
        """Whether a game was played: its colour counts, and so does the meeting (C.04.2, 3.4)."""
        return self in _PLAYED

    @property
    def bye(self) -> bool:
        """Whether there was no opponent."""
        return self in _BYES

    @property
    def forfeit(self) -> bool:
        """Whether a paired game was decided by somebody's absence."""
        return self in (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)

    @property
    def requested(self) -> bool:
        """Whether it is a bye that somebody asked for, or was given for staying away."""
        return self in (Result.HALF_BYE, Result.FULL_BYE, Result.ZERO_BYE)

    def opposite(self) -> Result:
        """Return what the opponent's line has, as long as the two agree.

        Raises:
            KeyError: a bye has no opponent.
        """
        return _OPPOSITE[self]


_PLAYED = frozenset(
    {
        Result.WIN,
        Result.DRAW,
        Result.LOSS,
        Result.UNRATED_WIN,
        Result.UNRATED_DRAW,
        Result.UNRATED_LOSS,
    }
)
_BYES = frozenset({Result.HALF_BYE, Result.FULL_BYE, Result.PAIRING_BYE, Result.ZERO_BYE})
_OPPOSITE = {
    Result.WIN: Result.LOSS,
    Result.DRAW: Result.DRAW,
    Result.LOSS: Result.WIN,
    Result.UNRATED_WIN: Result.UNRATED_LOSS,
    Result.UNRATED_DRAW: Result.UNRATED_DRAW,
    Result.UNRATED_LOSS: Result.UNRATED_WIN,
    Result.FORFEIT_WIN: Result.FORFEIT_LOSS,
    Result.FORFEIT_LOSS: Result.FORFEIT_WIN,
    Result.PENDING: Result.PENDING,
}


def possible(white: Result, black: Result) -> bool:
    """Whether two results can be those of one board.

    Opposite ones can; so can two losses, or a loss and a draw, where an arbiter punishes (FIDE's Laws, 11.7
    and 12.9); never two wins, a forfeit beside a game that was played, or a result beside none or a bye.
    """
    if {white, black} & _BYES:
        return False
    if white.opposite() is black:
        return True
    both = {white, black}
    if white.forfeit and black.forfeit:
        return both == {Result.FORFEIT_LOSS}
    if not (white.played and black.played):
        return False
    return (
        both <= {Result.LOSS, Result.DRAW} or both <= {Result.UNRATED_LOSS, Result.UNRATED_DRAW}
    ) and both not in ({Result.DRAW}, {Result.UNRATED_DRAW})
