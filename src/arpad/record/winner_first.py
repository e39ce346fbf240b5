"""Records in which the winner stands first: the order of the sides tells the result.

Result services and histories of knock-out events list the winner and then the loser. Of such a record neither
an advantage of the first side can be fitted nor forecasts be judged from the first side: who stands first has
won.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from arpad.core import worded_count
from arpad.core.wording import Worded
from arpad.record.games import Games

DECISIVE = 20
"""Decisive games from which on their winners tell whether the winner stands first."""

WINNERS = 0.95
"""The share of decisive games won by the first side from which on the winner stands first: no home advantage
comes near it."""


class WinnerFirst(NamedTuple):
    """How often the first side won.

    Args:
        won: games that the first side won.
        decisive: games that are not drawn.
    """

    won: int
    decisive: int

    @property
    def note(self) -> Worded:
        """What a reader of forecasts is told."""
        return worded_count(
            "The first side won {won} of {count} decisive game: the order of the sides tells the result. So "
            "no advantage of the first side is counted, and calibration is judged by the favourite.",
            "The first side won {won} of {count} decisive games: the order of the sides tells the result. So "
            "no advantage of the first side is counted, and calibration is judged by the favourite.",
            self.decisive,
            won=self.won,
        )


def winner_first(games: Games) -> WinnerFirst | None:
    """Return how often the first side won where that shows that the winner stands first; else None."""
    decisive = int(np.count_nonzero(games.score != 0.5))
    won = int(np.count_nonzero(games.score > 0.5))
    if decisive < DECISIVE or won < WINNERS * decisive:
        return None
    return WinnerFirst(won, decisive)


def without_order(games: Games) -> Games:
    """Return the games without who has White or plays at home, where the order tells the result."""
    if games.advantage is None or winner_first(games) is None:
        return games
    return replace(games, advantage=None)
