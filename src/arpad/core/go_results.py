"""Results of Go as they are written down: ``B+3.5``, ``W+R``.

The notation is that of game records in SGF (A. Hollosi, SGF FF[4], 1999, property RE): the winner's colour, a
plus sign, and the margin, ``R`` (resignation), ``T`` (time) or ``F`` (forfeit).
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from arpad.core.errors import BadInput

LARGEST = Fraction(361)
"""The most points that a game can be won by: all of a board of 19 by 19, komi aside."""

_WON = re.compile(
    r"([bw])\+(?:(\d{1,3}(?:[.,]\d{1,2})?)|(r(?:esign)?)|(t(?:ime)?)|(f(?:orfeit)?))?", re.IGNORECASE
)


class GoResult(NamedTuple):
    """A game of Go that was won.

    Args:
        black: whether Black won it.
        margin: by how many points; None where it was won by resignation, on time or by forfeit, or where the
            text does not say how.
        forfeit: whether it was won without play.
    """

    black: bool
    margin: Fraction | None
    forfeit: bool


def go_result(text: str) -> GoResult | None:
    """Read ``B+3.5``, ``W+R``, ``B+Resign``, ``B+T``, ``B+F`` or ``B+``; None if it is not written so.

    Raises:
        BadInput: nobody wins by that margin.
    """
    won = _WON.fullmatch("".join(text.split()))
    if won is None:
        return None
    margin = None
    if won[2] is not None:
        margin = Fraction(won[2].replace(",", "."))
        if not 0 < margin <= LARGEST or (4 * margin).denominator != 1:
            raise BadInput(
                f"{text!r} is not a valid result: nobody wins by {won[2]} points",
                remedy=f"Write a margin of half points up to {LARGEST}, such as B+3.5.",
                code="result.not-valid",
            )
    return GoResult(won[1].lower() == "b", margin, won[5] is not None)
