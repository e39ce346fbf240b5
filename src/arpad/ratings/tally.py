"""Counting who played, won, drew and lost, and when last."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.kernels import AHEAD, kernel, prefetch, specialise
from arpad.record import Games

WON, DRAWN, LOST, LAST = range(4)


@kernel
def tally_loop(first: Any, second: Any, score: Any, counts: Any) -> None:
    """Count wins, draws and losses of every player, and note the row of the last game."""
    games = first.shape[0]
    for i in range(games):
        j = min(i + AHEAD, games - 1)
        prefetch(counts, first[j])
        prefetch(counts, second[j])
        s = score[i]
        result = 0 if s > 0.5 else (1 if s == 0.5 else 2)
        a = first[i]
        b = second[i]
        counts[a, result] += 1
        counts[b, 2 - result] += 1
        counts[a, 3] = i
        counts[b, 3] = i


def tally(games: Games) -> NDArray[np.int32]:
    """Return int32, players × 4: games won, drawn, lost, and the row of the last game (−1 for none).

    A score above ½ counts as won, below as lost, whatever the record means by it.
    """
    counts = np.zeros((len(games.players), 4), dtype=np.int32)
    counts[:, LAST] = -1
    specialise(tally_loop, {}, 0.5 * len(games))(games.first, games.second, games.score, counts)
    return counts
