"""The first of the matchings of least cost, in an order: each vertex in turn gets the match of lowest rank.

All are kernels. A cost is only ever raised and an edge only ever taken away, which keeps potentials feasible;
blossoms that an edge touches are opened first, since they remember edges. So what was found before is
repaired, and not found anew.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.tournament.matching.dense.blossom import OUTER, augment, join, sign_of_slack
from arpad.tournament.matching.dense.graph import DenseGraph
from arpad.tournament.matching.dense.search import (
    dissolve,
    drop_slack,
    explore,
    forget,
    open_around,
    solve,
)


@kernel
def steer(graph: DenseGraph, u: int, rank: Any) -> None:
    """Match ``u`` to the vertex of the lowest rank that a matching of least cost can give it.

    Who calls must then take away ``u``'s edges of another rank, before anything else.
    """
    n = graph.n
    if graph.s[graph.top + u] != u:
        open_around(graph, u)
        solve(graph)
    if graph.s[graph.top + u] != u:  # the blossom has come back: let costs say it
        steer_by_cost(graph, u, rank)
        return
    now = graph.s[graph.mate + u]
    wanted = best_match(graph, u, rank, now, False)
    if wanted == now:
        return
    base = graph.s[graph.top + now]
    graph.s[graph.mate + u] = -1
    graph.s[graph.mate + base] = -1
    explore(graph, now, u, wanted)
    wanted = best_match(graph, u, rank, now, True)
    if wanted == now:
        graph.s[graph.mate + u] = now
        graph.s[graph.mate + base] = u
        return
    width = n + graph.room
    for b in range(graph.room):  # this edge and no other is to be the way out of the blossoms around it
        if graph.s[graph.top + n + b] >= 0 and graph.s[graph.inside + b * n + wanted] >= 0:
            graph.s[graph.near + b * width + u] = wanted
            graph.s[graph.far + b * width + u] = u
    outer = graph.s[graph.top + wanted]
    augment(graph, outer, u)
    join(graph, u, outer)


@kernel
def best_match(graph: DenseGraph, u: int, rank: Any, now: int, outer: bool) -> int:
    """Return the match of the lowest rank that a tight edge gives, if its rank is lower than that of ``now``.

    Args:
        graph: solved, or explored.
        u: whose match.
        rank: [n] of the matches.
        now: the match that there is.
        outer: whether only those count that have been found to be outer.
    """
    best = now
    for v in range(graph.n):
        if (
            graph.allowed[u * graph.n + v]
            and rank[v] < rank[best]
            and (not outer or graph.s[graph.label + graph.s[graph.top + v]] == OUTER)
            and sign_of_slack(graph, u, v) == 0
        ):
            best = v
    return best


@kernel
def steer_by_cost(graph: DenseGraph, u: int, rank: Any) -> None:
    """Do as :func:`steer`, by raising the costs of the worse ranks in the last word."""
    n, words = graph.n, graph.words
    lowest = rank[graph.s[graph.mate + u]]
    for v in range(n):
        if graph.allowed[u * n + v]:
            lowest = min(lowest, rank[v])
    dissolve(graph)
    for v in range(n):
        if graph.allowed[u * n + v]:
            more = rank[v] - lowest
            graph.cost[(u * n + v) * words + words - 1] += more
            graph.cost[(v * n + u) * words + words - 1] += more
    drop_slack(graph)
    solve(graph)


@kernel
def keep_rank(graph: DenseGraph, u: int, rank: Any) -> None:
    """Take away ``u``'s edges to vertices whose rank is not that of its match."""
    n = graph.n
    now = rank[graph.s[graph.mate + u]]
    dissolve(graph)
    for v in range(n):
        if rank[v] != now:
            graph.allowed[u * n + v] = 0
            graph.allowed[v * n + u] = 0
    drop_slack(graph)
    solve(graph)


@kernel
def fix(graph: DenseGraph, u: int) -> None:
    """Leave ``u`` and its match to each other alone."""
    n = graph.n
    v = graph.s[graph.mate + u]
    open_around(graph, u)
    open_around(graph, v)
    for x in range(n):
        if x != v:
            graph.allowed[u * n + x] = 0
            graph.allowed[x * n + u] = 0
        if x != u:
            graph.allowed[v * n + x] = 0
            graph.allowed[x * n + v] = 0
    forget(graph, u)
    forget(graph, v)
    solve(graph)


@kernel
def settle(graph: DenseGraph, players: Any, count: int, rank: Any) -> None:
    """Give each of some players in turn the match of the lowest rank, and fix it."""
    for i in range(count):
        u = players[i]
        steer(graph, u, rank)
        fix(graph, u)
