"""Many settings of Elo in one pass over the games: each player has a lane for every setting.

The logistic curve needs no exponential of a difference where a player's strength is kept as
q = 10^(−R / scale):

    E = q_b / (q_b + q_a · 10^(−H / scale)),    q_a' = q_a · e^(−u),    q_b' = q_b · e^u,
    u = ln 10 / scale · K · w · (S − E)

with the advantage H in points. e^u and e^(−u) are one polynomial, as |u| is small, so that the loop over the
lanes has neither a branch nor a call and runs on the vector units of the processor. Of the probabilities of
what happened the product is kept, and its logarithm taken every :data:`TOGETHER` games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, prefetch, specialise
from arpad.core.waiting import shared
from arpad.lab.forecasts.judging import LEAST
from arpad.ratings.elo.curves import LN10
from arpad.ratings.elo.system import Elo
from arpad.ratings.timeline import Timeline

Floats = NDArray[np.float64]

TOGETHER = 16
"""Games whose probabilities are multiplied before the logarithm is taken: 1e-15 to that power is a number."""

SMALL = 0.125
"""Up to this |u| the polynomials are exact to the last digits; of a larger one a part is squared up."""

MOST_MOVE = 5.0
"""The greatest |u| that is squared up."""

AT_ONCE = 32
"""Lanes of one run over the games: four cache lines a player."""

AHEAD = 8

FREE = frozenset({"k", "advantage", "scale", "initial"})
"""The parameters that may differ from lane to lane."""


class Lanes(NamedTuple):
    """The settings, float64 per lane.

    Args:
        move: ln 10 / scale · K.
        led: 3 × lanes, 10^(−H / scale): what the advantage of the second side, of neither, of the first makes
            of the first side's q.
    """

    move: Floats
    led: Floats


class GameColumns(NamedTuple):
    """The games; a column that the record lacks has no rows.

    Args:
        first: int32.
        second: int32.
        score: float64, 0, ½ or 1.
        weight: float64.
        advantage: int8.
        counts: int8, 1 where the forecast is judged.
    """

    first: NDArray[np.int32]
    second: NDArray[np.int32]
    score: Floats
    weight: Floats
    advantage: NDArray[np.int8]
    counts: NDArray[np.int8]


@kernel
def take_logarithms(products: Any, drawn: bool, loss: Any) -> None:
    """Move what the products hold into the log loss."""
    for lane in range(loss.shape[0]):
        loss[lane] -= math.log(products[0, lane])
        products[0, lane] = 1.0
    if drawn:
        for lane in range(loss.shape[0]):
            loss[lane] -= 0.5 * math.log(products[1, lane])
            products[1, lane] = 1.0


@kernel
def lanes_loop(
    lanes: Any,
    games: Any,
    doublings: int,
    q: Any,
    expected: Any,
    up: Any,
    down: Any,
    products: Any,
    loss: Any,
) -> None:
    """Rate game by game in all lanes, and sum up the log loss of the games that count.

    ``q`` is players × lanes, ``products`` 2 × lanes of ones, for the decided games and the drawn ones; the
    others have an entry per lane, 0 in ``loss``. The moves have been halved ``doublings`` times.
    """
    first = games.first
    second = games.second
    n = first.shape[0]
    width = q.shape[1]
    waiting = 0
    drawn = False
    for i in range(n):
        later = min(i + AHEAD, n - 1)
        prefetch(q, first[later])
        prefetch(q, second[later])
        a = first[i]
        b = second[i]
        S = games.score[i]
        w = games.weight[i] if games.weight.shape[0] > 0 else 1.0
        side = games.advantage[i] + 1 if games.advantage.shape[0] > 0 else 1
        # Loops over lanes without a branch become vector instructions.
        for lane in range(width):
            x = q[b, lane]
            E = x / (x + q[a, lane] * lanes.led[side, lane])
            v = lanes.move[lane] * w * (S - E)
            v2 = v * v
            even = 1.0 + v2 * (0.5 + v2 * (1 / 24 + v2 * (1 / 720 + v2 * (1 / 40320))))
            odd = v * (1.0 + v2 * (1 / 6 + v2 * (1 / 120 + v2 * (1 / 5040 + v2 * (1 / 362880)))))
            expected[lane] = E
            up[lane] = even + odd
            down[lane] = even - odd
        for _ in range(doublings):
            for lane in range(width):
                up[lane] *= up[lane]
                down[lane] *= down[lane]
        for lane in range(width):
            q[a, lane] *= down[lane]
            q[b, lane] *= up[lane]
        if games.counts[i] == 0:
            continue
        if S == 1.0:
            for lane in range(width):
                products[0, lane] *= max(expected[lane], LEAST)
        elif S == 0.0:
            for lane in range(width):
                lost = 1.0 - expected[lane]
                products[0, lane] *= max(lost, LEAST)
        else:
            for lane in range(width):
                both = expected[lane] * (1.0 - expected[lane])
                products[1, lane] *= max(both, LEAST)
        drawn = drawn or S == 0.5
        waiting += 1
        if waiting == TOGETHER:
            take_logarithms(products, drawn, loss)
            waiting = 0
            drawn = False
    take_logarithms(products, True, loss)


def takes(system: Any, free: Sequence[str], timeline: Timeline, highest: Sequence[float] = ()) -> bool:
    """Tell whether the lanes calculate what a system does, whatever the values of the free parameters.

    Args:
        system: the rating system.
        free: the names of those.
        timeline: the games, with the schedule.
        highest: K and scale that make the largest move, where they are known: (k, scale).
    """
    if type(system) is not Elo or not set(free) <= FREE or timeline.schedule != "live":
        return False
    if callable(system.k) or (system.k_rule.constant is None and "k" not in free):
        return False
    plain = system.curve == "logistic" and system.margin == "none" and system.floor is None
    if not plain or system.rounding or system.is_carried or timeline.given:
        return False
    games = timeline.games
    if not np.isin(games.score, (0.0, 0.5, 1.0)).all():
        return False
    if "initial" in free and not np.isnan(games.players.number("rating")).all():
        return False
    weight = 1.0 if games.weight is None else float(games.weight.max(initial=1.0))
    k, scale = highest or (0.0, 1.0)
    return weight * k * LN10 / scale <= MOST_MOVE


def log_losses(timeline: Timeline, settings: Sequence[Elo], counts: NDArray[np.bool_]) -> Floats:
    """Return the mean log loss of the games that count, float64 per setting; see :func:`takes`.

    Args:
        timeline: the games in order.
        settings: Elo with each of the settings.
        counts: which games count.
    """
    games = timeline.games
    columns = GameColumns(
        games.first,
        games.second,
        games.score,
        np.empty(0) if games.weight is None else games.weight,
        np.empty(0, dtype=np.int8) if games.advantage is None else games.advantage,
        counts.astype(np.int8),
    )
    rating = games.players.number("rating")
    weight = 1.0 if games.weight is None else float(games.weight.max(initial=1.0))
    parts = [settings[at : at + AT_ONCE] for at in range(0, len(settings), AT_ONCE)]
    loop = specialise(lanes_loop, {}, float(len(games)) * min(len(settings), AT_ONCE))

    def some(part: Sequence[Elo]) -> Floats:
        c = np.array([LN10 / one.scale for one in part])
        k = np.array([float(one.k_rule.constant or 0.0) for one in part])
        H = np.array([float(one.advantage) for one in part])
        above = np.where(
            np.isnan(rating)[:, None], 0.0, rating[:, None] - np.array([one.initial for one in part])
        )
        q = np.exp(-c * above)
        largest = weight * float(np.abs(c * k).max(initial=0.0))
        doublings = max(0, math.ceil(math.log2(max(largest, SMALL) / SMALL)))
        lanes = Lanes(c * k / 2.0**doublings, np.exp(np.array([[1.0], [0.0], [-1.0]]) * (c * H)))
        room = np.empty((3, len(part)))
        products, loss = np.ones((2, len(part))), np.zeros(len(part))
        loop(lanes, columns, doublings, q, room[0], room[1], room[2], products, loss)
        return loss

    mean: Floats = np.concatenate(shared(some, parts)) / max(1, int(counts.sum()))
    return mean
