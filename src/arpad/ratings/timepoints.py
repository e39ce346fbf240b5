"""A record as curves over time: a point for every player and rating period in which he played.

Points lie player by player in order of time, and the games seen from each point (its *entries*) one after the
other, so that a loop over the curves of a few thousand players runs straight through memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline


class Points(NamedTuple):
    """Arrays as kernels take them.

    Args:
        start: int64, players + 1: the first point of every player.
        gap: float64 per point: rating periods since the player's point before; 0 at the first.
        entry: int64, points + 1: the first entry of every point.
        opponent: int32 per entry: the opponent's point.
        partner: int32 per entry: the same game as the opponent's entry.
        score: float64 per entry, the own score.
        side: float64 per entry, +1 with the advantage, −1 against it.
        weight: float64 per entry.
    """

    start: NDArray[np.int64]
    gap: NDArray[np.float64]
    entry: NDArray[np.int64]
    opponent: NDArray[np.int32]
    partner: NDArray[np.int32]
    score: NDArray[np.float64]
    side: NDArray[np.float64]
    weight: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Curves:
    """Points, and which of them the games belong to.

    Args:
        points: the arrays.
        of: int64, games × 2: the point of either side.
        at: int64, games × 2: the entry of either side.
    """

    points: Points
    of: NDArray[np.int64]
    at: NDArray[np.int64]

    @classmethod
    def from_timeline(cls, timeline: Timeline, weight: NDArray[np.float64] | None) -> Curves:
        """Return the curves of a record cut into rating periods."""
        games = timeline.games
        n, rows = len(games.players), len(games)
        period = np.asarray(timeline.order, dtype=np.int64)
        low = int(period.min()) if rows else 0
        span = int(period.max()) - low + 1 if rows else 1
        who = np.stack((games.first, games.second), axis=1).ravel().astype(np.int64)
        key = who * span + np.repeat(period - low, 2)
        points, of = np.unique(key, return_inverse=True)
        owner, when = points // span, points % span
        start = np.searchsorted(owner, np.arange(n + 1)).astype(np.int64)
        gap = np.zeros(len(points))
        gap[1:] = np.diff(when)
        gap[start[:-1][start[:-1] < len(points)]] = 0.0
        order = np.argsort(of, kind="stable")
        entry = np.concatenate(([0], np.cumsum(np.bincount(of, minlength=len(points))))).astype(np.int64)
        at = np.empty(2 * rows, dtype=np.int64)
        at[order] = np.arange(2 * rows)
        other = np.arange(2 * rows) ^ 1  # seats 2g and 2g + 1 belong to game g
        score = np.stack((games.score, 1.0 - games.score), axis=1).ravel()
        side: Any = np.zeros(rows) if games.advantage is None else games.advantage.astype(np.float64)
        sides = np.stack((side, -side), axis=1).ravel()
        w = np.ones(rows) if weight is None else weight
        found = Points(
            start,
            gap,
            entry,
            of[other[order]].astype(np.int32),
            at[other[order]].astype(np.int32),
            score[order],
            sides[order],
            np.repeat(w, 2)[order],
        )
        return cls(found, of.reshape(rows, 2), at.reshape(rows, 2))

    def last(self, players: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return who played, and the last point of those who did."""
        played = np.diff(self.points.start) > 0
        return played, self.points.start[1:][played] - 1
