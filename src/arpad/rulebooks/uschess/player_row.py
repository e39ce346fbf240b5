"""What the loop over events knows of a player of US Chess, and which formula holds for the player."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.ratings.events.loop import OWN
from arpad.rulebooks.uschess.formulas import SPECIAL_UP_TO

PEAK, WINS, DRAWS, LOSSES, EVENTS, FLOOR, ESTIMATE = range(OWN, OWN + 7)
"""The system's own columns of a row. ``ESTIMATE`` is what opponents meet in the first pass: the rating before
the event or, of an unrated player, the first estimate; ``AS_OPPONENT`` is what they meet in the second."""

SOURCE = "Glickman & Doan"


class UsChessNumbers(NamedTuple):
    """The parameters as the kernels take them."""

    dual: bool
    match: bool
    floors: bool
    initial: float
    thresholds: NDArray[np.float64]


@kernel
def previous_kind(wins: float, draws: float, losses: float, N: float) -> int:
    """Return +1 if all previous games were won, −1 if all were lost, 0 else."""
    if N == 0.0 or draws > 0.0 or (wins > 0.0 and losses > 0.0):
        return 0
    return 1 if wins > 0.0 else -1


@kernel
def by_special(N: float, kind: int) -> bool:
    """Tell whether the special formula holds."""
    return N <= SPECIAL_UP_TO or kind != 0
