"""Results of Go as an arbiter types them: ``B+3.5``, ``W+R`` (:mod:`arpad.core.go_results`), ``Jigo``."""

from __future__ import annotations

from fractions import Fraction

from arpad.core.go_results import go_result
from arpad.tournament.entry import Typed
from arpad.tournament.results import Result

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
    if "".join(text.split()).lower() in _DRAWN:
        return Result.DRAW, Result.DRAW, None
    won = go_result(text)
    if won is None:
        return None
    winner, loser = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS) if won.forfeit else (Result.WIN, Result.LOSS)
    results = (loser, winner) if won.black else (winner, loser)
    if won.margin is None:
        return (*results, None)
    return (*results, (Fraction(0), won.margin) if won.black else (won.margin, Fraction(0)))


def won(*, black: bool) -> str:
    """Return a game that was won without a margin as it is written down: ``B+``."""
    return "B+" if black else "W+"


def printed(white: Fraction, black: Fraction) -> str:
    """Return the points of a game as it is written down: ``B+3.5``."""
    margin = black - white
    return f"{'B' if margin > 0 else 'W'}+{float(abs(margin)):g}"
