"""Whether the games can order the players: groups that never met, too few games, a lopsided schedule.

These are questions about the schedule and the width of intervals, which chance hardly answers wrongly; each
has a limit instead of a test.

References:
    The rank sets are those of :mod:`arpad.ratings.comparisons`. The efficiency of a schedule is its
    A-efficiency (Kiefer 1974, *Ann. Stat.* 2, 849-879): the mean variance of a difference under an even
    schedule of as many games, over that of this one, where every game tells as much.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arpad.core import Figure, joined, worded, worded_count
from arpad.lab.audit.board import FittedGroup, Floats
from arpad.lab.audit.verdict import AuditVerdict
from arpad.record import Games

OPEN = 0.2
"""From which part of the list on, left open for a player's rank, on average, the games are too few."""

EFFICIENT = 0.5
"""From which efficiency on, falling, a schedule is lopsided: half of the games would do."""

NAMED = 3
"""How many players a sentence names."""


def check_groups(games: Games, groups: Sequence[NDArray[np.int64]]) -> AuditVerdict:
    """Tell whether the players fall into groups that never met."""
    title = worded("groups that never met")
    numbers = {"groups": len(groups), "players": [len(group) for group in groups]}
    if len(groups) <= 1:
        return AuditVerdict("groups", title, fault=False, numbers=numbers)
    names = games.players.names
    parts = [
        worded_count(
            "{count} player, such as {name}",
            "{count} players, such as {name}",
            len(group),
            name=names[group[0]],
        )
        for group in groups[:NAMED]
    ]
    if len(groups) > NAMED:
        parts.append(worded("and {count} more", count=len(groups) - NAMED))
    return AuditVerdict(
        "groups",
        title,
        fault=True,
        problem=worded(
            "The players fall into {groups} groups that never met: {parts}. No ratings compare players of "
            "two groups. All that follows is about the first group.",
            groups=len(groups),
            parts=joined(parts, "; "),
        ),
        remedy=worded("Let players of different groups meet, or publish a list for each group."),
        numbers=numbers,
    )


def check_few_games(board: FittedGroup) -> AuditVerdict:
    """Tell whether the games leave too much of the order open."""
    title = worded("too few games")
    n = board.players
    comparisons = board.comparisons
    best, worst = comparisons.rank_sets(joint=True)
    spans = worst - best
    part = float(spans.mean()) / max(1, n - 1)
    places = Figure(f"{float(spans.mean()) + 1:.{0 if spans.mean() >= 9 else 1}f}")
    firsts = [board.names.names[k] for k in np.flatnonzero(best == 1).tolist()]
    numbers = {
        "open": part,
        "limit": OPEN,
        "mean_span": float(spans.mean()),
        "leaders": firsts,
        "tiers": int(comparisons.tiers().max(initial=1)),
        "critical": comparisons.critical,
    }
    if part < OPEN:
        return AuditVerdict("few-games", title, fault=False, numbers=numbers)
    times = (part / OPEN) ** 2
    return AuditVerdict(
        "few-games",
        title,
        fault=True,
        problem=worded(
            "The games leave too much of the order open: a player's rank lies somewhere among {places} of "
            "{players} places, on average (95 %, all players together).",
            places=places,
            players=n,
        ),
        remedy=worded(
            "About {times} times as many games would leave {part} % of the list open. Until then publish the "
            "ranks that are open, for all players together.",
            times=Figure(f"{max(1.1, times):.2g}"),
            part=f"{100 * OPEN:.0f}",
        ),
        numbers=numbers,
    )


def check_schedule(board: FittedGroup) -> AuditVerdict:
    """Tell whether some players met so rarely that many games are spent in vain."""
    title = worded("lopsided schedule")
    n, games = board.players, len(board.games)
    counts = board.per_player(np.ones(games), np.ones(games))
    efficiency = _efficiency(board)
    rare = np.argsort(counts, kind="stable")[:NAMED]
    numbers = {
        "efficiency": efficiency,
        "limit": EFFICIENT,
        "fewest": {board.names.names[k]: int(counts[k]) for k in rare.tolist()},
        "median": float(np.median(counts)),
        "most": int(counts.max()),
    }
    if efficiency >= EFFICIENT or n < 3:
        return AuditVerdict("schedule", title, fault=False, numbers=numbers)
    named = [
        worded_count(
            "{name} ({count} game)", "{name} ({count} games)", int(counts[k]), name=board.names.names[k]
        )
        for k in rare.tolist()
    ]
    return AuditVerdict(
        "schedule",
        title,
        fault=True,
        problem=worded(
            "The schedule is lopsided: {part} % of the games, spread evenly, would compare the players as "
            "well. The fewest games have {players}; the largest number is {most}.",
            part=f"{100 * efficiency:.0f}",
            players=joined(named),
            most=Figure(f"{int(counts.max()):,}"),
        ),
        remedy=worded("Let players with few games meet next, and those who never met each other."),
        numbers=numbers,
    )


def _efficiency(board: FittedGroup) -> float:
    """Return the A-efficiency: (n − 1)² / (2 · games) is the trace for an even schedule."""
    n, games = board.players, len(board.games)
    L: Floats = board.laplacian(np.ones(games))
    values = np.linalg.eigvalsh(L)[1:]
    if not len(values):
        return 1.0
    return float((n - 1) ** 2 / (2.0 * games) / (1.0 / np.maximum(values, 1e-12)).sum())
