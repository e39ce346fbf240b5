"""Arrays over players (what a system says after a record) and over games (how it came to say so)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class State:
    """What a system knows of every player.

    Args:
        columns: per name (``rating``, ``deviation``, ``volatility``) float64 over players; a deviation is
            the one after the player's last rating period.
    """

    columns: dict[str, Floats]


@dataclass(frozen=True)
class Trace:
    """What every game met and left, for histories and explanations.

    Args:
        before: games × 2 sides × state columns, as the game met them: a deviation has already grown for the
            time since the last update.
        after: the same after the game (live) or after its rating period.
    """

    before: Floats
    after: Floats

    @classmethod
    def empty(cls, games: int, columns: int) -> Trace:
        """Return room for a trace; of no games if nothing is to be kept."""
        return cls(np.empty((games, 2, columns)), np.empty((games, 2, columns)))
