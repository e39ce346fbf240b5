"""Rating list by list: running the loop over a record, and keeping what it decided."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.cache_lines import rows_of_zeros
from arpad.compiled.specialising import specialise
from arpad.ratings.elo.family import remembered
from arpad.ratings.elo.loop import Memory, PeriodPlayers
from arpad.ratings.state import Floats, Trace
from arpad.ratings.timeline import RecordColumns, Timeline
from arpad.record import Games
from arpad.rulebooks.fide.list_loop import RATING, Decisions, HelpedGames, Plan, PooledGames, list_loop
from arpad.rulebooks.fide.pooled import INITIAL_GAMES, OPENED, Pooled, chained, pooled_before, written
from arpad.rulebooks.fide.rating_change import FideNumbers

WORK = 2.5
"""What a game costs here against one of Elo."""


@dataclass(frozen=True, kw_only=True)
class ListTrace(Trace):
    """What every game met and left, and what the lists decided.

    Args:
        decisions: on every game and player.
        rated: int64 over games, the period of the plan in which each was rated.
        numbers: the number of each of the plan's periods on the calendar.
        editions: int8 over these periods, the edition in force at their end.
        entered: float64 over players, the rating that each entered with; NaN for unrated.
        pooled: the games that were pooled before the record, whose links follow those of its games.
    """

    decisions: Decisions
    rated: NDArray[np.int64]
    numbers: NDArray[np.int64]
    editions: NDArray[np.int8]
    entered: Floats
    pooled: tuple[Pooled, ...]


def rate_lists(
    p: FideNumbers,
    timeline: Timeline,
    columns: RecordColumns,
    planned: tuple[Plan, NDArray[np.int64]],
    entered: Floats,
    *,
    trace: bool,
) -> tuple[Floats, dict[str, NDArray[Any]], ListTrace | None]:
    """Run the loop over a record.

    Args:
        p: the numbers of the rating system.
        timeline: the record in rating periods.
        columns: its columns, with the calendar years.
        planned: which games count when, as :func:`arpad.rulebooks.fide.planning.plan_of` returns it.
        entered: float64 over players, the ratings that they enter with; NaN for unrated.
        trace: whether to keep what every game met and left, and what the lists decided.

    Returns:
        the ratings, what going on from them needs by the names of its columns, and the trace.
    """
    games = timeline.games
    plan, numbers = planned
    n = len(games)
    pooled = pooled_before(games.players, timeline.days is not None)
    early = tuple(game for mine in pooled for game in mine or ())
    links = 2 * (n + len(early))
    pool = PooledGames(
        np.full(len(entered), -1, dtype=np.int64),
        np.full(len(entered), -1, dtype=np.int64),
        np.full(links, -1, dtype=np.int64),
        np.full(len(entered), -1, dtype=np.int64),
    )
    chained(pool, pooled, n)
    in_force = np.empty((n + len(early), 2))
    in_force[n:, 1] = [game.opponent for game in early]
    after = np.empty((n if trace else 0, 2))
    score = np.concatenate([columns.score, [game.score for game in early]])
    plan = plan._replace(
        month=np.concatenate([plan.month, np.array([game.month for game in early], dtype=np.int64)]),
        event=np.concatenate([plan.event, np.full(len(early), OPENED, dtype=np.int64)]),
    )
    rows = rows_of_zeros(len(entered), 4)
    rows[:, RATING] = entered
    present, best = PeriodPlayers.room(len(entered)), HelpedGames.room(plan.entries)
    # A list makes one thing of a player at most, and the conversion one more.
    decisions = Decisions.room(links, 2 * n + len(entered)) if trace else Decisions.room(0, 0)
    memory = _memory(games)
    loop = specialise(list_loop, {}, WORK * n)
    loop(
        p, columns._replace(score=score), plan, rows, memory, pool, present, best, in_force, after, decisions
    )
    rating = rows[:, RATING].copy()
    state_values = remembered(memory.games, memory.peak, memory.birth_year)
    state_values[INITIAL_GAMES.name] = written(timeline, pool, rating, in_force, score, plan.month)
    if not trace:
        return rating, state_values, None
    if n:
        # The last game of each player leaves what there is in the end, its tournament rated.
        last = np.full(len(rating), -1, dtype=np.int64)
        np.maximum.at(last, games.first, np.arange(n))
        np.maximum.at(last, games.second, np.arange(n))
        for side, players in enumerate((games.first, games.second)):
            theirs = np.flatnonzero(last[players] == np.arange(n))
            after[theirs, side] = rating[players[theirs]]
    kept = ListTrace(
        in_force[:n].reshape(n, 2, 1),
        after.reshape(n, 2, 1),
        decisions=decisions.filled(),
        rated=plan.rated,
        numbers=numbers,
        editions=plan.edition,
        entered=entered,
        pooled=early,
    )
    return rating, state_values, kept


def _memory(games: Games) -> Memory:
    players = games.players
    peak = players.number("peak")
    return Memory(
        players.number("games", 0.0).copy(),
        np.where(np.isnan(peak), -math.inf, peak),
        players.number("birth_year"),
        np.empty(0, dtype=np.int32),
    )
