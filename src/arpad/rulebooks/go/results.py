"""Results of Go as they are written down: ``B+3.5``, ``W+R``, ``Jigo``.

The notation is that of game records in SGF (A. Hollosi, SGF FF[4], 1999, property RE): the winner's colour, a
plus sign, and the margin, ``R`` (resignation), ``T`` (time) or ``F`` (forfeit); ``0`` or ``Draw`` for a draw,
which the Japanese call jigo.
"""

from __future__ import annotations

import re
from fractions import Fraction

from arpad.core import BadInput
from arpad.tournament.entry import Typed
from arpad.tournament.results import Result

LARGEST = Fraction(361)
"""The most points that a game can be won by: all of a board of 19 by 19, komi aside."""

_WON = re.compile(
    r"([bw])\+(?:(\d{1,3}(?:[.,]\d{1,2})?)|(r(?:esign)?)|(t(?:ime)?)|(f(?:orfeit)?))?", re.IGNORECASE
)
_DRAWN = ("jigo", "draw")


WORDS = "B+3.5, W+R, Jigo"
"""What may be typed beside what all games have, for refusals."""


def read(text: str) -> Typed | None:
    """Read a result of Go.

    Args:
        text: ``B+3.5``, ``W+R``, ``B+T``, ``B+F``, ``B+``, ``Jigo``.

    Returns:
        White's result, Black's, and the points of both, of which the winner has the margin, where the text
        gives one; None if it is not written so.

    Raises:
        BadInput: nobody wins by that margin.
    """
    word = "".join(text.split())
    if word.lower() in _DRAWN:
        return Result.DRAW, Result.DRAW, None
    won = _WON.fullmatch(word)
    if won is None:
        return None
    black = won[1].lower() == "b"
    winner, loser = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS) if won[5] else (Result.WIN, Result.LOSS)
    results = (loser, winner) if black else (winner, loser)
    if won[2] is None:
        return (*results, None)
    margin = Fraction(won[2].replace(",", "."))
    if not 0 < margin <= LARGEST or (4 * margin).denominator != 1:
        raise BadInput(
            f"{text!r} is not a valid result: nobody wins by {won[2]} points",
            remedy=f"Write a margin of half points up to {LARGEST}, such as B+3.5.",
            code="result.not-valid",
        )
    return (*results, (Fraction(0), margin) if black else (margin, Fraction(0)))


def printed(white: Fraction, black: Fraction) -> str:
    """Return the points of a game as it is written down: ``B+3.5``."""
    margin = black - white
    return f"{'B' if margin > 0 else 'W'}+{float(abs(margin)):g}"
