"""Messages of TrueSkill Through Time: games tell players' skills, skills of one period those of the next.

All in precisions and precision-means about the newcomer's mean. A message of a game to a player is (π, τ):
one over its variance, and that times its mean. What a point of a curve knows is the sum of what comes from
the past, from the future, and from its games; what a game is told is that sum without its own message.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from arpad.compiled.specialising import kernel
from arpad.ratings.contests.trueskill_chain import corrections


class Ttt(NamedTuple):
    """Parameters in points: σ², β², γ² per period, the draw margin between two, the advantage."""

    sigma2: float
    beta2: float
    gamma2: float
    margin: float
    h: float
    precision: float
    rounds: int


class MessageArrays(NamedTuple):
    """Arrays to fill: per point what comes from past, future and games; per entry its message."""

    past: Any
    future: Any
    games: Any
    message: Any


@kernel
def from_past(p: Any, points: Any, room: Any, t: int) -> None:
    """Let a point know what the point before it knows, a walk of variance γ² · gap later."""
    gap = points.gap[t]
    if gap == 0.0:
        room.past[t, 0] = 1.0 / p.sigma2
        room.past[t, 1] = 0.0
        return
    P = room.past[t - 1, 0] + room.games[t - 1, 0]
    shrink = 1.0 / (1.0 + p.gamma2 * gap * P)
    room.past[t, 0] = P * shrink
    room.past[t, 1] = (room.past[t - 1, 1] + room.games[t - 1, 1]) * shrink


@kernel
def from_future(p: Any, points: Any, room: Any, t: int) -> None:
    """Let a point know what the point after it knows from its games and its own future."""
    if t + 1 >= points.gap.shape[0] or points.gap[t + 1] == 0.0:
        room.future[t, 0] = 0.0
        room.future[t, 1] = 0.0
        return
    P = room.future[t + 1, 0] + room.games[t + 1, 0]
    shrink = 1.0 / (1.0 + p.gamma2 * points.gap[t + 1] * P)
    room.future[t, 0] = P * shrink
    room.future[t, 1] = (room.future[t + 1, 1] + room.games[t + 1, 1]) * shrink


@kernel
def play(p: Any, points: Any, room: Any, i: int, j: int, a: int, b: int) -> float:
    """Let a game between points i and j (entries a and b) tell both anew; return how far a mean moved.

    A game of weight w counts as w equal games, each told by the others.
    """
    w = points.weight[a]
    if w <= 0.0:
        return 0.0
    own = min(w, 1.0)
    Pi = room.past[i, 0] + room.future[i, 0] + room.games[i, 0]
    Ti = room.past[i, 1] + room.future[i, 1] + room.games[i, 1]
    Pj = room.past[j, 0] + room.future[j, 0] + room.games[j, 0]
    Tj = room.past[j, 1] + room.future[j, 1] + room.games[j, 1]
    vi = 1.0 / (Pi - own * room.message[a, 0])
    vj = 1.0 / (Pj - own * room.message[b, 0])
    mi = (Ti - own * room.message[a, 1]) * vi
    mj = (Tj - own * room.message[b, 1]) * vj
    c2 = vi + vj + 2.0 * p.beta2
    c = math.sqrt(c2)
    v, share = corrections(mi - mj + p.h * points.side[a], c, p.margin, points.score[a])
    information = share / c2
    ki = 1.0 - vi * information
    kj = 1.0 - vj * information
    new_i = information / ki
    new_j = information / kj
    tell_i = (mi * information + v / c) / ki
    tell_j = (mj * information - v / c) / kj
    room.games[i, 0] += w * (new_i - room.message[a, 0])
    room.games[i, 1] += w * (tell_i - room.message[a, 1])
    room.games[j, 0] += w * (new_j - room.message[b, 0])
    room.games[j, 1] += w * (tell_j - room.message[b, 1])
    room.message[a, 0] = new_i
    room.message[a, 1] = tell_i
    room.message[b, 0] = new_j
    room.message[b, 1] = tell_j
    now_i = room.past[i, 0] + room.future[i, 0] + room.games[i, 0]
    now_j = room.past[j, 0] + room.future[j, 0] + room.games[j, 0]
    shift_i = (room.past[i, 1] + room.future[i, 1] + room.games[i, 1]) / now_i - Ti / Pi
    shift_j = (room.past[j, 1] + room.future[j, 1] + room.games[j, 1]) / now_j - Tj / Pj
    spread_i = 1.0 / math.sqrt(now_i) - 1.0 / math.sqrt(Pi)
    spread_j = 1.0 / math.sqrt(now_j) - 1.0 / math.sqrt(Pj)
    farthest: float = max(abs(shift_i), abs(shift_j), abs(spread_i), abs(spread_j))
    return farthest


@kernel
def level(p: Any, points: Any, room: Any) -> float:
    """Shift what all games tell by one amount, so that their forces cancel out; return how far.

    Games see differences alone, so the level of all is what going from game to game finds last. Where nothing
    moves any more the two forces of every game are opposite, so those of the priors on the players' first
    points add up to nothing as well; how far a first point follows a shift is what its prior leaves to games.
    """
    away = 0.0
    follows = 0.0
    size = points.gap.shape[0]
    for t in range(size - 1, -1, -1):
        from_future(p, points, room, t)
        if points.gap[t] == 0.0:
            from_past(p, points, room, t)
            P = room.past[t, 0] + room.future[t, 0] + room.games[t, 0]
            away += (room.past[t, 1] + room.future[t, 1] + room.games[t, 1]) / P
            follows += 1.0 - room.past[t, 0] / P
    if follows <= 0.0:
        return 0.0
    shift = -away / follows
    for t in range(size):
        room.games[t, 1] += shift * room.games[t, 0]
        room.future[t, 1] += shift * room.future[t, 0]
        for k in range(points.entry[t], points.entry[t + 1]):
            room.message[k, 1] += shift * room.message[k, 0]
    farthest: float = abs(shift)
    return farthest


@kernel
def ttt_round(p: Any, points: Any, of: Any, at: Any, room: Any) -> float:
    """Go through all games forwards and backwards in time; return the longest move of a mean or deviation.

    Args:
        p: :class:`Ttt`.
        points: :class:`arpad.ratings.whole_history.player_periods.Points`.
        of: games × 2, the points; games in the order of the points' entries.
        at: games × 2, the entries.
        room: :class:`MessageArrays`, zeros before the first round.
    """
    games = of.shape[0]
    moved = 0.0
    for g in range(games):
        for s in range(2):
            if at[g, s] == points.entry[of[g, s]]:
                from_past(p, points, room, of[g, s])
        moved = max(moved, play(p, points, room, of[g, 0], of[g, 1], at[g, 0], at[g, 1]))
    for g in range(games - 1, -1, -1):
        for s in range(2):
            if at[g, s] == points.entry[of[g, s] + 1] - 1:
                from_future(p, points, room, of[g, s])
        moved = max(moved, play(p, points, room, of[g, 0], of[g, 1], at[g, 0], at[g, 1]))
    return max(moved, level(p, points, room))


@kernel
def pass_last_messages(p: Any, points: Any, room: Any) -> None:
    """Let all points know what the last round told."""
    for t in range(points.gap.shape[0]):
        from_past(p, points, room, t)
    for t in range(points.gap.shape[0] - 1, -1, -1):
        from_future(p, points, room, t)
