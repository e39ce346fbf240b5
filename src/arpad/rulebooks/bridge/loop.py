"""The loop over a season's sessions. What a session makes of its players is its part ``posterior``."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel


class Sessions(NamedTuple):
    """A record of contests as the loop takes it; a column that the record lacks has no rows.

    Args:
        seats: int64, sides + 1; contest c has the sides 2c and 2c + 1.
        member: int32 per seat, the player.
        place: int32 per side.
        share: float64 per seat.
        result: float64 per side.
        weight: float64 per contest.
    """

    seats: NDArray[np.int64]
    member: NDArray[np.int32]
    place: NDArray[np.int32]
    share: NDArray[np.float64]
    result: NDArray[np.float64]
    weight: NDArray[np.float64]


class SessionBuffers(NamedTuple):
    """Where the loop lays out a session: ratings, variances and signed shares, and what becomes of them."""

    R: NDArray[np.float64]
    s2: NDArray[np.float64]
    a: NDArray[np.float64]
    R_new: NDArray[np.float64]
    s2_new: NDArray[np.float64]

    @classmethod
    def of(cls, players: int) -> SessionBuffers:
        """Return room for the fullest session."""
        return cls(*(np.zeros(players) for _ in range(5)))


@kernel
def posterior(
    p: Any, R: Any, s2: Any, a: Any, n: int, S: float, won: float, w: float, R_new: Any, s2_new: Any
) -> None:
    """Stand for what a session makes of its players."""


@kernel
def sessions_loop(
    p: Any, x: Any, trace: bool, room: Any, rating: Any, variance: Any, before: Any, after: Any
) -> None:
    """Rate session by session, in place.

    Args:
        p: the system's numbers.
        x: the sessions.
        trace: whether to keep what every seat met and left.
        room: where a session's players are laid out.
        rating: float64 over players.
        variance: float64 over players.
        before: seats × 2, rating and variance before the session.
        after: the same after it.
    """
    R = room.R
    s2 = room.s2
    a = room.a
    for c in range(x.place.shape[0] // 2):
        start = x.seats[2 * c]
        middle = x.seats[2 * c + 1]
        n = x.seats[2 * c + 2] - start
        for i in range(n):
            player = x.member[start + i]
            R[i] = rating[player]
            s2[i] = variance[player]
            share = x.share[start + i] if x.share.shape[0] > 0 else 1.0
            a[i] = share if start + i < middle else -share
        S = x.result[2 * c] if x.result.shape[0] > 0 else math.nan
        behind = x.place[2 * c + 1] - x.place[2 * c]
        won = 1.0 if behind > 0 else (-1.0 if behind < 0 else 0.0)
        w = x.weight[c] if x.weight.shape[0] > 0 else 1.0
        if w > 0.0:
            posterior(p, R, s2, a, n, S, won, w, room.R_new, room.s2_new)
        for i in range(n):
            if trace:
                before[start + i, 0] = R[i]
                before[start + i, 1] = s2[i]
            if w > 0.0:
                rating[x.member[start + i]] = room.R_new[i]
                variance[x.member[start + i]] = room.s2_new[i]
            if trace:
                after[start + i, 0] = rating[x.member[start + i]]
                after[start + i, 1] = variance[x.member[start + i]]
