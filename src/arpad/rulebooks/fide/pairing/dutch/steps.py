"""Steps of the procedure on a graph: a greedy start, exchanges, upper and lower players; and one door.

All are kernels; what they keep is said in :mod:`arpad.tournament.matching.dense.first_optimal`.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.rulebooks.fide.pairing.dutch.costs import Facts, fill_costs, free_of_cost
from arpad.tournament.matching.dense.first_optimal import keep_rank, settle, steer
from arpad.tournament.matching.dense.graph import DenseGraph
from arpad.tournament.matching.dense.search import dissolve, drop_slack, solve


@kernel
def greedy(graph: DenseGraph, low: int, high: int, first: int, last: int) -> None:
    """Match exposed vertices from ``low`` on with the first exposed one from ``first`` on, without cost."""
    for u in range(low, high):
        if graph.s[graph.mate + u] >= 0:
            continue
        for v in range(max(first, u + 1), last):
            if graph.s[graph.mate + v] < 0 and free_of_cost(graph, u, v):
                graph.s[graph.mate + u] = v
                graph.s[graph.mate + v] = u
                break


@kernel
def start(graph: DenseGraph, facts: Facts) -> None:
    """Match greedily, near to what the procedure wants first; costs are filled in, potentials are nil.

    Matched pairs that cost something are taken apart.
    """
    n = graph.n
    for u in range(n):
        v = graph.s[graph.mate + u]
        if v >= 0 and (u < facts.bracket or not free_of_cost(graph, u, v)):
            graph.s[graph.mate + u] = -1
            graph.s[graph.mate + v] = -1
    greedy(graph, 0, facts.moved, facts.moved, facts.bracket)
    left = 0
    for u in range(facts.moved, facts.bracket):
        if graph.s[graph.mate + u] < 0:
            left += 1
    upper = facts.moved
    count = left // 2
    while upper < facts.bracket and count:
        if graph.s[graph.mate + upper] < 0:
            count -= 1
        upper += 1
    # Searches, too, are to pair the upper half with the lower one where they can.
    graph.s[graph.at + 4] = min(upper, n - 1)
    greedy(graph, facts.moved, upper, upper, facts.bracket)
    greedy(graph, facts.moved, facts.bracket, facts.moved, facts.bracket)
    greedy(graph, facts.bracket, facts.near, facts.bracket, facts.near)
    greedy(graph, facts.near, n, facts.near, n)


@kernel
def rest_of_exchange(graph: DenseGraph, rest: Any, count: int, pairs: int, bracket: int, big: Any) -> None:
    """Raise costs so that least cost means: fewest exchanges, then the smallest sum of numbers (4.3.2).

    ``rest`` are the remainder's vertices in order; the first ``pairs`` are S1. ``big`` is one exchange's
    cost, in words. A player i of S1 (from 0) who is not the upper one of a pair costs 2·pairs − 1 − 2·i,
    one of S2 who is, an exchange and 2·i + 1 − 2·pairs: twice the change of the sum, together.
    """
    n, words = graph.n, graph.words
    dissolve(graph)
    last = words - 1
    for i in range(count):
        u = rest[i]
        if i < pairs:
            for v in range(bracket, n):
                if graph.allowed[u * n + v]:
                    graph.cost[(u * n + v) * words + last] += 2 * pairs - 1 - 2 * i
                    graph.cost[(v * n + u) * words + last] += 2 * pairs - 1 - 2 * i
        for j in range(i + 1, count):
            v = rest[j]
            if not graph.allowed[u * n + v] or (i < pairs <= j):
                continue
            e, f = (u * n + v) * words, (v * n + u) * words
            more = 2 * pairs - 1 - 2 * j if i < pairs else 2 * i + 1 - 2 * pairs
            graph.cost[e + last] += more
            graph.cost[f + last] += more
            if i >= pairs:
                for k in range(words):
                    graph.cost[e + k] += big[k]
                    graph.cost[f + k] += big[k]
    drop_slack(graph)
    solve(graph)


@kernel
def keep_uppers(graph: DenseGraph, rest: Any, count: int, upper: Any, bracket: int) -> None:
    """Take away all edges in the remainder but those from an upper player to a lower one that is not.

    ``upper`` is marked by vertices. What an upper player has outside the bracket goes too.
    """
    n = graph.n
    dissolve(graph)
    for i in range(count):
        u = rest[i]
        for j in range(i + 1, count):
            v = rest[j]
            if not upper[u] or upper[v]:
                graph.allowed[u * n + v] = 0
                graph.allowed[v * n + u] = 0
        if upper[u]:
            for v in range(bracket, n):
                graph.allowed[u * n + v] = 0
                graph.allowed[v * n + u] = 0
    drop_slack(graph)
    solve(graph)


SOLVE, BEGIN, STEER, SETTLE, EXCHANGE, UPPERS, START = range(7)
"""What :func:`work` can be asked to do."""


@kernel
def work(
    task: int, graph: DenseGraph, facts: Facts, players: Any, count: int, rank: Any, pairs: int, big: Any
) -> int:
    """Do one of the steps: a single door, so that everything is compiled once.

    Args:
        task: ``SOLVE``: match what is exposed. ``START``: greedily first. ``BEGIN``: fill in costs before
            that. ``STEER``: the first of ``players`` to the lowest rank, and keep it there. ``SETTLE``: each
            of them to the lowest rank in turn, and fix it. ``EXCHANGE``: see :func:`rest_of_exchange`.
            ``UPPERS``: see :func:`keep_uppers`.
        graph: to work on.
        facts: of the bracket.
        players: vertices; ``count`` of them.
        rank: [n] by vertices.
        pairs: of the remainder.
        big: [words] the cost of an exchange.

    Returns:
        −1, or a vertex that cannot be matched.
    """
    if task == SOLVE:
        return solve(graph)
    if task in (BEGIN, START):
        if task == BEGIN:
            fill_costs(graph, facts)
        start(graph, facts)
        return solve(graph)
    if task == STEER:
        steer(graph, players[0], rank)
        keep_rank(graph, players[0], rank)
    elif task == SETTLE:
        settle(graph, players, count, rank)
    elif task == EXCHANGE:
        rest_of_exchange(graph, players, count, pairs, facts.bracket, big)
    else:
        keep_uppers(graph, players, count, rank, facts.bracket)
    return -1
