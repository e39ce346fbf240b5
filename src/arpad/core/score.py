"""The score of one side of a game: a number from 0 (lost) to 1 (won)."""

from __future__ import annotations

import math
from typing import TypeAlias

from arpad.core.errors import BadInput

Score: TypeAlias = float
"""The score of the first side, in [0, 1]; the second side has the rest."""

WIN: Score = 1.0
DRAW: Score = 0.5
LOSS: Score = 0.0

RESULTS: dict[str, Score] = {
    "1-0": WIN,
    "0-1": LOSS,
    "1/2-1/2": DRAW,
    "½-½": DRAW,
    "0.5-0.5": DRAW,
    "1:0": WIN,
    "0:1": LOSS,
    "½:½": DRAW,
    "½": DRAW,
    "1/2": DRAW,
    "w": WIN,
    "win": WIN,
    "won": WIN,
    "d": DRAW,
    "draw": DRAW,
    "drawn": DRAW,
    "tie": DRAW,
    "=": DRAW,
    "l": LOSS,
    "loss": LOSS,
    "lost": LOSS,
}
"""What a result column may say besides a number, in lower case and without blanks."""


def parse_score(text: str) -> Score:
    """Read a result as people write it: ``1-0``, ``½-½``, ``1/2``, ``win``, ``0.5``.

    Raises:
        BadInput: the text is no result, or a number outside [0, 1].
    """
    normal = text.strip().lower().replace(" ", "").replace("–", "-").replace("—", "-")
    known = RESULTS.get(normal)
    if known is not None:
        return known
    try:
        value = float(normal)
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= 1.0:
        raise BadInput(
            f"{text!r} is not a valid result",
            remedy="Expected 1-0, ½-½, 0-1, win, draw, loss or a score from 0 to 1.",
        )
    return value
