"""Rating periods shared among the cores of a machine, with the same bits as on one.

Every player belongs to one core. In a rating period a core adds up what the games say of its own players, in
the order of the games, so that each sum is the sum that :func:`arpad.ratings.glicko.loop.period_loop` finds.
What it has to know of the others is the rating and the damping that they entered the period with, which
nobody changes. Cores meet once a period: between two meetings a core weighs the games of one period and
enters its players into the next.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from itertools import pairwise
from threading import Barrier, BrokenBarrierError, current_thread, main_thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.cache_lines import rows_of_zeros
from arpad.compiled.specialising import AHEAD, is_compiled, kernel, prefetch, prefetch_shared, specialise
from arpad.core.waiting import shared
from arpad.ratings.glicko.loop import (
    DAMPING,
    INFORMATION,
    RATING,
    SURPRISE,
    GlickoParts,
    GlickoRunOptions,
    close,
    enter_period,
    evidence,
)
from arpad.ratings.state import Floats
from arpad.ratings.timeline import RecordColumns

GAMES = 20_000
"""Games of a rating period, on average, from which it pays that cores meet in each."""

ROOM = 2_000_000
"""Games of a rating period beyond which its sides would take much memory."""

PLAYERS = 250_000
"""Players beyond whose rows the cores wait for memory, which more of them do not make faster."""

MOST_CORES = 8
"""Cores beyond which looking through the games, which each core does, is most of its work."""

TOGETHER = 6
"""2⁶ players whose rows follow one another belong to the same core: no two cores write to one cache line."""

LOW = 0xFFFFFFFF


class CoreShare(NamedTuple):
    """What a core keeps of the rating period that it works on.

    Args:
        side: int64, a player of the core's and, in the lower half, the opponent; in the order of the games.
        score: float64 over sides, the player's score.
        weight: float64 over sides, how much the game counts; none where games are not weighted.
        lead: float64 over sides, the player's advantage in points; none where nobody has one.
        plays: uint8 over players, 1 for those of the core's who are about to enter.
        players: int32, those players.
        side_count: int64, how many sides there are.
    """

    side: NDArray[np.int64]
    score: Floats
    weight: Floats
    lead: Floats
    plays: NDArray[np.uint8]
    players: NDArray[np.int32]
    side_count: NDArray[np.int64]


def share_of(players: int, games: int, uses: GlickoRunOptions) -> CoreShare:
    """Return room for a core's share of rating periods of at most so many games."""
    sides = 2 * games + 1  # a side is written down before it is known whether the player is the core's
    return CoreShare(
        np.empty(sides, dtype=np.int64),
        np.empty(sides),
        np.empty(sides if uses.weights else 0),
        np.empty(sides if uses.advantages else 0),
        np.zeros(players, dtype=np.uint8),
        np.empty(players + 1, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )


# What a record need not have stands here for nothing, so that shares of records without it are found and
# weighed without asking for it.


@kernel
def note_weight(columns: Any, game: int, share: Any, at: int) -> None:
    """Stand for writing down how much a game counts."""


@kernel
def note_lead(p: Any, columns: Any, game: int, sign: float, share: Any, at: int) -> None:
    """Stand for writing down the player's advantage; ``sign`` is 1 of the first player, −1 of the second."""


@kernel
def weight_of(share: Any, at: int) -> float:
    """Stand for how much the game of a side counts."""
    return 1.0


@kernel
def lead_of(share: Any, at: int) -> float:
    """Stand for the advantage of a side's player."""
    return 0.0


@kernel
def note_listed_weight(columns: Any, game: int, share: Any, at: int) -> None:
    """Write down how much a game counts."""
    share.weight[at] = columns.weight[game]


@kernel
def note_listed_lead(p: Any, columns: Any, game: int, sign: float, share: Any, at: int) -> None:
    """Write down the player's advantage."""
    share.lead[at] = sign * p.advantage * columns.advantage[game]


@kernel
def noted_weight(share: Any, at: int) -> float:
    """Return how much the game of a side counts."""
    return float(share.weight[at])


@kernel
def noted_lead(share: Any, at: int) -> float:
    """Return the advantage of a side's player."""
    return float(share.lead[at])


@kernel
def find_sides(p: Any, columns: Any, start: int, end: int, cores: int, core: int, share: Any) -> None:
    """Write down in which games of a rating period a core's players play."""
    side = share.side
    noted = share.score
    count = 0
    for i in range(start, end):
        a = int(columns.first[i])
        b = int(columns.second[i])
        score = columns.score[i]
        # Written in any case, and kept or written over: no branch asks whose player it is, which would be
        # foreseen wrongly every other time.
        side[count] = a << 32 | b
        noted[count] = score
        note_weight(columns, i, share, count)
        note_lead(p, columns, i, 1.0, share, count)
        count += (a >> TOGETHER) & (cores - 1) == core
        side[count] = b << 32 | a
        noted[count] = 1.0 - score
        note_weight(columns, i, share, count)
        note_lead(p, columns, i, -1.0, share, count)
        count += (b >> TOGETHER) & (cores - 1) == core
    share.side_count[0] = count


@kernel
def enter_players(p: Any, now: float, cores: int, core: int, share: Any, entered: Any, rows: Any) -> None:
    """Enter those of a core's players who play into a rating period, as ``entered`` tells the other cores."""
    plays = share.plays
    players = share.players
    for k in range(share.side_count[0]):
        plays[share.side[k] >> 32] = 1
    last = rows.shape[0]
    count = 0
    for block in range(core << TOGETHER, last, cores << TOGETHER):
        for player in range(block, min(block + (1 << TOGETHER), last)):
            players[count] = player
            count += plays[player]
            plays[player] = 0
    for j in range(count):
        ahead = players[min(j + AHEAD, count - 1)]
        prefetch(rows, ahead)
        prefetch(entered, ahead)
        player = players[j]
        enter_period(p, rows, player, now)
        entered[player, 0] = rows[player, RATING]
        entered[player, 1] = rows[player, DAMPING]


@kernel
def weigh_sides(share: Any, entered: Any, rows: Any) -> None:
    """Add up what the games of a rating period say of a core's players."""
    side = share.side
    count = share.side_count[0]
    for k in range(count):
        ahead = side[min(k + AHEAD, count - 1)]
        prefetch_shared(entered, ahead & LOW)
        prefetch(rows, ahead >> 32)
        player = side[k] >> 32
        opponent = side[k] & LOW
        _, information, surprise = evidence(
            rows[player, RATING],
            entered[opponent, 0],
            entered[opponent, 1],
            lead_of(share, k),
            share.score[k],
            weight_of(share, k),
        )
        rows[player, INFORMATION] += information
        rows[player, SURPRISE] += surprise


@kernel
def settle_players(p: Any, cores: int, core: int, rows: Any) -> None:
    """Settle what the last rating period of each of a core's players has given."""
    last = rows.shape[0]
    for block in range(core << TOGETHER, last, cores << TOGETHER):
        for player in range(block, min(block + (1 << TOGETHER), last)):
            close(p, rows, player)


def cores_for(bounds: NDArray[np.int64], players: int, work: float) -> int:
    """Return how many cores are to share rating periods: a power of 2; 1 where sharing would gain nothing.

    A thread beside the main thread shares with none: whoever began it has work for the other cores, too.

    Args:
        bounds: where the games of each period begin, and where those of the last one end.
        players: how many there are.
        work: how many game updates there are, weighted by their cost against Elo's.
    """
    games = np.diff(bounds)
    if not is_compiled(work) or current_thread() is not main_thread() or not len(games):
        return 1
    if games.mean() < GAMES or games.max() > ROOM or players > PLAYERS:
        return 1
    return 1 << (min(MOST_CORES, os.cpu_count() or 1, len(_allowed())).bit_length() - 1)


def _allowed() -> list[int]:
    """Return the cores that this process may use, where the system tells; else as many as could be used."""
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else list(range(MOST_CORES))


def _stay_apart(core: int, cores: int) -> None:
    """Keep this thread on a core of its own.

    Linux wakes a thread near the one that wakes it: after a meeting two would share a core for a while.
    """
    allowed = _allowed()
    if sys.platform == "linux" and cores <= len(allowed):
        with suppress(OSError):
            os.sched_setaffinity(0, {allowed[core]})


def rate_shared(
    parts: GlickoParts,
    work: float,
    cores: int,
    p: Any,
    columns: RecordColumns,
    uses: GlickoRunOptions,
    order: NDArray[np.int64],
    bounds: NDArray[np.int64],
    rows: Floats,
) -> None:
    """Rate period by period, in place, each core its own players.

    Args:
        parts: the kernels that make the system.
        work: how many game updates there are, weighted by their cost against Elo's.
        cores: how many, a power of 2.
        p: the system's parameters, as the parts take them.
        columns: of the games.
        uses: neither a trace nor forecasts nor sums.
        order: the number of every game's period.
        bounds: where the games of each period begin, and where those of the last one end.
        rows: of the players.
    """
    noting: dict[str, object] = {}
    noted: dict[str, object] = {}
    if uses.weights:
        noting["note_weight"], noted["weight_of"] = note_listed_weight, noted_weight
    if uses.advantages:
        noting["note_lead"], noted["lead_of"] = note_listed_lead, noted_lead
    find = specialise(find_sides, noting, work)
    enter, settle = (specialise(loop, parts, work) for loop in (enter_players, settle_players))
    weigh = specialise(weigh_sides, {**parts, **noted}, work)
    most = int(np.diff(bounds).max())
    entered = [rows_of_zeros(len(rows), 2) for _ in range(2)]  # of two periods: a core may be one ahead
    meeting = Barrier(cores)

    def rate(core: int) -> None:
        try:
            _stay_apart(core, cores)
            share = share_of(len(rows), most, uses)
            for period, (start, end) in enumerate(pairwise(bounds.tolist())):
                period_entered = entered[period % 2]
                find(p, columns, start, end, cores, core, share)
                enter(p, float(order[start]), cores, core, share, period_entered, rows)
                meeting.wait()
                weigh(share, period_entered, rows)
            settle(p, cores, core, rows)
        except BrokenBarrierError:
            return  # another core has failed, and raises why
        except BaseException:
            meeting.abort()
            raise

    try:
        shared(rate, range(cores))
    except BaseException:
        meeting.abort()  # nobody waits for a core that has not begun, or goes on after an interrupt
        raise
