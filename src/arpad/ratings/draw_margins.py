"""Many games of normal performances with a draw margin: a side wins by more than it, or neither does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from arpad.ratings.state import Floats


def outcomes_by_margin(lead: Floats, spread: Floats, margin: float) -> tuple[Floats, Floats]:
    """Return the expected score of the first sides and the probability of a draw, float64 per game.

    Args:
        lead: the difference of the mean performances.
        spread: the standard deviation of the difference of two performances.
        margin: the draw margin ε; win is Φ((lead − ε) / spread), loss Φ((−lead − ε) / spread).
    """
    from scipy.special import ndtr

    win, loss = ndtr((lead - margin) / spread), ndtr((-lead - margin) / spread)
    draw: Floats = np.maximum(0.0, 1.0 - win - loss)
    return win + 0.5 * draw, draw
