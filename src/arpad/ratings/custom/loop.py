"""The loop of a rating system of the user's: game by game, both sides by one function.

``update(game, p)`` and ``expected(game, p)`` are the user's. The former takes the context of the game and the
parameters, and returns the new rating, or the new rating and deviation, or these and the new volatility. The
latter is asked once for each game, of the first side, where ``update`` asks for ``game.expected``.
"""

from __future__ import annotations

import math
from typing import Any

from arpad.compiled.specialising import AHEAD, kernel, prefetch
from arpad.ratings.game_context import GameContext, seen_by


@kernel
def update(game: GameContext, p: Any) -> Any:
    """Stand for the user's function."""
    return game.rating


@kernel
def expected(game: GameContext, p: Any) -> float:
    """Stand for the user's expected score, where nobody asks for it."""
    return math.nan


@kernel
def keep(state: Any, player: int, returned: Any) -> None:
    """Stand for keeping what the function returned; one number where a rating is all."""
    state[player, 0] = returned


@kernel
def keep_two(state: Any, player: int, returned: Any) -> None:
    """Keep a rating and a deviation."""
    state[player, 0] = returned[0]
    state[player, 1] = returned[1]


@kernel
def keep_three(state: Any, player: int, returned: Any) -> None:
    """Keep a rating, a deviation and a volatility."""
    state[player, 0] = returned[0]
    state[player, 1] = returned[1]
    state[player, 2] = returned[2]


@kernel
def state_value(state: Any, player: int, column: int) -> float:
    """Return a number of a player's state; NaN where the system has no such column."""
    return float(state[player, column]) if column < state.shape[1] else math.nan


@kernel
def game_of_side(
    state: Any, columns: Any, memory: Any, row: int, side: int, player: int, other: int, share: float
) -> GameContext:
    """Return a game as one side meets it, whose expected score is ``share``."""
    return seen_by(
        row,
        side,
        player,
        state[player, 0],
        state_value(state, player, 1),
        state_value(state, player, 2),
        state[other, 0],
        state_value(state, other, 1),
        state_value(state, other, 2),
        share,
        columns,
        memory,
    )


@kernel
def count(memory: Any, columns: Any, row: int, player: int, before: float, after: float) -> None:
    """Count a game in what is remembered of a player."""
    if memory.games.shape[0] > 0:
        memory.games[player] += 1.0
        memory.peak[player] = max(memory.peak[player], before, after)
    if columns.day.shape[0] > 0:
        memory.last[player] = columns.day[row]


@kernel
def live_loop(p: Any, columns: Any, state: Any, memory: Any, before: Any, after: Any) -> None:
    """Rate game by game, in place.

    ``state`` is players × columns, rating first; ``before`` and ``after`` are games × 2 × columns, of no
    games where they are not kept.
    """
    first = columns.first
    second = columns.second
    games = first.shape[0]
    traced = before.shape[0] > 0
    for i in range(games):
        j = min(i + AHEAD, games - 1)
        prefetch(state, first[j])
        prefetch(state, second[j])
        a = first[i]
        b = second[i]
        if traced:
            for column in range(state.shape[1]):
                before[i, 0, column] = state[a, column]
                before[i, 1, column] = state[b, column]
        rating_a = state[a, 0]
        rating_b = state[b, 0]
        share = expected(game_of_side(state, columns, memory, i, 0, a, b, math.nan), p)
        update_a = update(game_of_side(state, columns, memory, i, 0, a, b, share), p)
        update_b = update(game_of_side(state, columns, memory, i, 1, b, a, 1.0 - share), p)
        keep(state, a, update_a)
        keep(state, b, update_b)
        count(memory, columns, i, a, rating_a, state[a, 0])
        count(memory, columns, i, b, rating_b, state[b, 0])
        if traced:
            for column in range(state.shape[1]):
                after[i, 0, column] = state[a, column]
                after[i, 1, column] = state[b, column]
