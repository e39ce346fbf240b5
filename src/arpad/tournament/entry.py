"""Results as people type them: ``1-0``, ``½-½``, ``3:1``, ``+-``."""

from __future__ import annotations

import re
from fractions import Fraction

from arpad.core import BadInput
from arpad.tournament.results import Result

FORFEITS = {
    "+-": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "-+": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    "--": (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
}
SCORES = {
    ("1", "0"): (Result.WIN, Result.LOSS),
    ("0", "1"): (Result.LOSS, Result.WIN),
    ("½", "½"): (Result.DRAW, Result.DRAW),
    ("1/2", "1/2"): (Result.DRAW, Result.DRAW),
    ("0.5", "0.5"): (Result.DRAW, Result.DRAW),
    (".5", ".5"): (Result.DRAW, Result.DRAW),
}
POINTS = re.compile(r"(\d+(?:\.\d+)?)\s*[-:–]\s*(\d+(?:\.\d+)?)")
PAIR = re.compile(r"(1/2|½|0?\.5|[01])\s*[-:–]\s*(1/2|½|0?\.5|[01])")

Typed = tuple[Result, Result, tuple[Fraction, Fraction] | None]


def typed_result(text: str, *, by_points: bool = False) -> Typed:
    """Read a result as the first named and the second have it.

    Args:
        text: ``1-0``, ``0-1``, ``½-½``, ``+-``, ``-+``, ``--``, or the points of both: goals, sets.
        by_points: ``1-0`` too is a result in points.

    Returns:
        What the first and the second named get, and their points if the text gives points.

    Raises:
        BadInput: it is no result.
    """
    word = text.strip().lower()
    bare = word.replace(" ", "")
    if bare in FORFEITS:
        return (*FORFEITS[bare], None)
    pair = PAIR.fullmatch(word)
    if pair is not None and not by_points:
        found = SCORES.get((pair[1], pair[2]))
        if found is not None:
            return (*found, None)
    points = POINTS.fullmatch(word)
    if points is None:
        raise BadInput(
            f"{text!r} is not a valid result",
            remedy="Enter 1-0, ½-½, 0-1, the points of both, or +-, -+, -- for forfeits.",
        )
    first, second = Fraction(points[1]), Fraction(points[2])
    if first == second:
        return Result.DRAW, Result.DRAW, (first, second)
    won = (Result.WIN, Result.LOSS) if first > second else (Result.LOSS, Result.WIN)
    return (*won, (first, second))
