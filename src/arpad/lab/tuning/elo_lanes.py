"""Many settings of Elo in one pass over the games: each player has a lane for every setting.

The logistic curve needs no exponential of a difference where a player's strength is kept as
q = 10^(−R / scale):

    E = q_b / (q_b + q_a · 10^(−H / scale)),    q_a' = q_a · e^(−u),    q_b' = q_b · e^u,
    u = ln 10 / scale · K · w · (S − E)

with the advantage H in points. e^(u/4) and e^(−u/4) are one polynomial, squared twice, so that the loop over
the lanes has neither a branch nor a call and runs on the vector units of the processor. Nor is there a branch
on who won, which a processor would guess wrong. Of the squares of the probabilities of what happened (of a
draw, E · (1 − E)) the product is kept; its logarithm is taken when it becomes small, or the block ends.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.cache_lines import NUMBERS, rows_of_zeros
from arpad.compiled.specialising import kernel, prefetch, specialise
from arpad.core.waiting import shared
from arpad.lab.forecasts.judging import LEAST, GameBlocks
from arpad.ratings.elo.curves import LN10
from arpad.ratings.elo.system import Elo
from arpad.ratings.timeline import Timeline

Floats = NDArray[np.float64]

TOGETHER = 8
"""Games after which the products are looked at."""

SMALLEST = 1e-60
"""Below this the logarithm of a product is taken: (1e-15)² to the 8th power times it is a number still."""

MOST_MOVE = 2.0
"""The greatest |u|: of a quarter of it the polynomial is exact to the 12th digit."""

AT_ONCE = 32
"""Lanes of one run over the games, at most: four cache lines a player."""

AHEAD = 8

FREE = frozenset({"k", "advantage", "scale", "initial"})
"""The parameters that may differ from lane to lane."""


class Lanes(NamedTuple):
    """The settings, float64 per lane.

    Args:
        move: ln 10 / scale · K / 4.
        led: three times so many, 10^(−H / scale): what the advantage of the second side, of neither, of the
            first makes of the first side's q.
    """

    move: Floats
    led: Floats


class LaneGames(NamedTuple):
    """The games; a column that the record lacks has no rows.

    Args:
        first: int32.
        second: int32.
        score: float64, 0, ½ or 1.
        weight: float64.
        advantage: int8.
        counts: int8, 1 where the forecast is judged.
        begins: int64, the first game of every block, and the number of games.
    """

    first: NDArray[np.int32]
    second: NDArray[np.int32]
    score: Floats
    weight: Floats
    advantage: NDArray[np.int8]
    counts: NDArray[np.int8]
    begins: NDArray[np.int64]


class Strengths(NamedTuple):
    """The players' q in all lanes, and the same numbers by cache line.

    Args:
        q: float64, the lanes of one player after another's.
        lines: float64, (players · lanes / 8) × 8, the same memory.
    """

    q: Floats
    lines: Floats


class LaneBuffers(NamedTuple):
    """What the loop works with; float64 per lane.

    Args:
        product: the squares of the probabilities of what happened since the last logarithm, multiplied.
        expected: room for the expected scores of a game.
    """

    product: Floats
    expected: Floats


@kernel
def some_small(product: Any) -> bool:
    """Tell whether the logarithm of some product is to be taken."""
    small = 0
    for lane in range(product.shape[0]):
        small += 1 if product[lane] < SMALLEST else 0
    return small > 0


@kernel
def take_logarithms(product: Any, loss: Any, block: int) -> None:
    """Move what the products hold into the log loss of a block."""
    for lane in range(product.shape[0]):
        loss[block, lane] -= 0.5 * math.log(product[lane])
        product[lane] = 1.0


@kernel
def step_all(mine: Any, theirs: Any, S: float, w: float, move: Any, led: Any, expected: Any) -> None:
    """Rate one game in all lanes; without a branch, so that it runs on the vector units."""
    for lane in range(expected.shape[0]):
        x = theirs[lane]
        y = mine[lane]
        E = x / (x + y * led[lane])
        v = move[lane] * (w * (S - E))
        v2 = v * v
        even = 1.0 + v2 * (0.5 + v2 * (1 / 24 + v2 * (1 / 720 + v2 * (1 / 40320 + v2 * (1 / 3628800)))))
        odd = 1 / 6 + v2 * (1 / 120 + v2 * (1 / 5040 + v2 * (1 / 362880 + v2 * (1 / 39916800))))
        odd = v * (1.0 + v2 * odd)
        up = (even + odd) * (even + odd)
        down = (even - odd) * (even - odd)
        expected[lane] = E
        mine[lane] = y * (down * down)
        theirs[lane] = x * (up * up)


@kernel
def multiply_all(expected: Any, S: float, product: Any) -> None:
    """Multiply the squares of the probabilities of what happened into the products of all lanes."""
    decided = 1.0 if S * (1.0 - S) == 0.0 else 0.0
    for lane in range(expected.shape[0]):
        E = expected[lane]
        chance = max(S * E + (1.0 - S) * (1.0 - E), LEAST)
        both = max(E * (1.0 - E), LEAST)
        product[lane] *= decided * chance * chance + (1.0 - decided) * both


@kernel
def lanes_loop(lanes: Any, games: Any, strengths: Any, room: Any, loss: Any) -> None:
    """Rate game by game in all lanes, and sum up the log loss of the games that count.

    ``loss`` is blocks × lanes, 0 at first; the products are 1.
    """
    first = games.first
    second = games.second
    q = strengths.q
    n = first.shape[0]
    width = room.expected.shape[0]
    lines = width // strengths.lines.shape[1]
    for block in range(games.begins.shape[0] - 1):
        waiting = 0
        for i in range(games.begins[block], games.begins[block + 1]):
            later = min(i + AHEAD, n - 1)
            for line in range(lines):
                prefetch(strengths.lines, first[later] * lines + line)
                prefetch(strengths.lines, second[later] * lines + line)
            S = games.score[i]
            w = games.weight[i] if games.weight.shape[0] > 0 else 1.0
            side = games.advantage[i] + 1 if games.advantage.shape[0] > 0 else 1
            led = lanes.led[side * width : (side + 1) * width]
            mine = q[first[i] * width : (first[i] + 1) * width]
            theirs = q[second[i] * width : (second[i] + 1) * width]
            step_all(mine, theirs, S, w, lanes.move, led, room.expected)
            if games.counts[i] == 0:
                continue
            multiply_all(room.expected, S, room.product)
            waiting += 1
            if waiting == TOGETHER:
                waiting = 0
                if some_small(room.product):
                    take_logarithms(room.product, loss, block)
        take_logarithms(room.product, loss, block)


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
    S = games.score
    if not ((S == 0.0) | (S == 0.5) | (S == 1.0)).all():
        return False
    if "initial" in free and not np.isnan(games.players.number("rating")).all():
        return False
    weight = 1.0 if games.weight is None else float(games.weight.max(initial=1.0))
    k, scale = highest or (0.0, 1.0)
    return weight * k * LN10 / scale <= MOST_MOVE


def log_losses(timeline: Timeline, settings: Sequence[Elo], cut: GameBlocks) -> Floats:
    """Return the sums of the log loss of the games that count, float64, blocks × settings; see :func:`takes`.

    Args:
        timeline: the games in order.
        settings: Elo with each of the settings.
        cut: which games count, and how they are put together.
    """
    games = timeline.games
    columns = LaneGames(
        games.first,
        games.second,
        games.score,
        np.empty(0) if games.weight is None else games.weight,
        np.empty(0, dtype=np.int8) if games.advantage is None else games.advantage,
        cut.counts,
        cut.blocks,
    )
    rating = games.players.number("rating")
    share = -(-len(settings) // (os.cpu_count() or 1))
    size = min(AT_ONCE, -(-share // NUMBERS) * NUMBERS)
    parts = [settings[at : at + size] for at in range(0, len(settings), size)]
    loop = specialise(lanes_loop, {}, float(len(games)) * size)

    def some(part: Sequence[Elo]) -> Floats:
        # Whole cache lines: what is left over of the last one runs with the last setting.
        lanes = [*part, *[part[-1]] * (-len(part) % NUMBERS)]
        c = np.array([LN10 / lane.scale for lane in lanes])
        k = np.array([float(lane.k_rule.constant or 0.0) for lane in lanes])
        H = np.array([float(lane.advantage) for lane in lanes])
        q = rows_of_zeros(len(rating), len(lanes))
        q[:] = 1.0
        entered = np.flatnonzero(~np.isnan(rating))
        if len(entered):
            q[entered] = np.exp(-c * (rating[entered, None] - np.array([lane.initial for lane in lanes])))
        led = np.exp(np.array([[1.0], [0.0], [-1.0]]) * (c * H)).ravel()
        strengths = Strengths(q.reshape(-1), q.reshape(-1, NUMBERS))
        room = LaneBuffers(np.ones(len(lanes)), np.empty(len(lanes)))
        loss = np.zeros((len(cut.blocks) - 1, len(lanes)))
        loop(Lanes(c * k / 4.0, led), columns, strengths, room, loss)
        return loss[:, : len(part)]

    losses: Floats = np.concatenate(shared(some, parts), axis=1)
    return losses
