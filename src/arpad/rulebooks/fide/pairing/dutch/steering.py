"""Steps on a solved net: start greedily, steer one player's match, fix it.

All are kernels. A cost is only ever raised and an edge only ever taken away, which keeps potentials feasible;
blossoms that an edge touches are opened first, since they remember edges.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.rulebooks.fide.pairing.dutch.blossom import OUTER, Net, augment, join, sign_of_slack
from arpad.rulebooks.fide.pairing.dutch.costs import Facts, fill_costs, free_of_cost
from arpad.rulebooks.fide.pairing.dutch.search import (
    dissolve,
    drop_slack,
    explore,
    forget,
    open_around,
    solve,
)


@kernel
def greedy(net: Net, low: int, high: int, first: int, last: int) -> None:
    """Match exposed vertices from ``low`` on with the first exposed one from ``first`` on, without cost."""
    for u in range(low, high):
        if net.s[net.mate + u] >= 0:
            continue
        for v in range(max(first, u + 1), last):
            if net.s[net.mate + v] < 0 and free_of_cost(net, u, v):
                net.s[net.mate + u] = v
                net.s[net.mate + v] = u
                break


@kernel
def start(net: Net, facts: Facts) -> None:
    """Match greedily, near to what the procedure wants first; costs are filled in, potentials are nil.

    Matched pairs that cost something are taken apart.
    """
    n = net.n
    for u in range(n):
        v = net.s[net.mate + u]
        if v >= 0 and (u < facts.bracket or not free_of_cost(net, u, v)):
            net.s[net.mate + u] = -1
            net.s[net.mate + v] = -1
    greedy(net, 0, facts.moved, facts.moved, facts.bracket)
    left = 0
    for u in range(facts.moved, facts.bracket):
        if net.s[net.mate + u] < 0:
            left += 1
    upper = facts.moved
    count = left // 2
    while upper < facts.bracket and count:
        if net.s[net.mate + upper] < 0:
            count -= 1
        upper += 1
    # Searches, too, are to pair the upper half with the lower one where they can.
    net.s[net.at + 4] = min(upper, n - 1)
    greedy(net, facts.moved, upper, upper, facts.bracket)
    greedy(net, facts.moved, facts.bracket, facts.moved, facts.bracket)
    greedy(net, facts.bracket, facts.near, facts.bracket, facts.near)
    greedy(net, facts.near, n, facts.near, n)


@kernel
def steer(net: Net, u: int, rank: Any) -> None:
    """Match ``u`` to the vertex of the lowest rank that a matching of least cost can give it.

    Who calls must then take away ``u``'s edges of another rank, before anything else.
    """
    n = net.n
    if net.s[net.top + u] != u:
        open_around(net, u)
        solve(net)
    if net.s[net.top + u] != u:  # the blossom has come back: let costs say it
        steer_by_cost(net, u, rank)
        return
    now = net.s[net.mate + u]
    wanted = best_match(net, u, rank, now, False)
    if wanted == now:
        return
    base = net.s[net.top + now]
    net.s[net.mate + u] = -1
    net.s[net.mate + base] = -1
    explore(net, now, u, wanted)
    wanted = best_match(net, u, rank, now, True)
    if wanted == now:
        net.s[net.mate + u] = now
        net.s[net.mate + base] = u
        return
    width = n + net.room
    for b in range(net.room):  # this edge and no other is to be the way out of the blossoms around it
        if net.s[net.top + n + b] >= 0 and net.s[net.inside + b * n + wanted] >= 0:
            net.s[net.near + b * width + u] = wanted
            net.s[net.far + b * width + u] = u
    outer = net.s[net.top + wanted]
    augment(net, outer, u)
    join(net, u, outer)


@kernel
def best_match(net: Net, u: int, rank: Any, now: int, outer: bool) -> int:
    """Return the match of the lowest rank that a tight edge gives, if its rank is lower than that of ``now``.

    Args:
        net: solved, or explored.
        u: whose match.
        rank: [n] of the matches.
        now: the match that there is.
        outer: whether only those count that have been found to be outer.
    """
    best = now
    for v in range(net.n):
        if (
            net.allowed[u * net.n + v]
            and rank[v] < rank[best]
            and (not outer or net.s[net.label + net.s[net.top + v]] == OUTER)
            and sign_of_slack(net, u, v) == 0
        ):
            best = v
    return best


@kernel
def steer_by_cost(net: Net, u: int, rank: Any) -> None:
    """Do as :func:`steer`, by raising the costs of the worse ranks in the last word."""
    n, words = net.n, net.words
    lowest = rank[net.s[net.mate + u]]
    for v in range(n):
        if net.allowed[u * n + v]:
            lowest = min(lowest, rank[v])
    dissolve(net)
    for v in range(n):
        if net.allowed[u * n + v]:
            more = rank[v] - lowest
            net.cost[(u * n + v) * words + words - 1] += more
            net.cost[(v * n + u) * words + words - 1] += more
    drop_slack(net)
    solve(net)


@kernel
def keep_rank(net: Net, u: int, rank: Any) -> None:
    """Take away ``u``'s edges to vertices whose rank is not that of its match."""
    n = net.n
    now = rank[net.s[net.mate + u]]
    dissolve(net)
    for v in range(n):
        if rank[v] != now:
            net.allowed[u * n + v] = 0
            net.allowed[v * n + u] = 0
    drop_slack(net)
    solve(net)


@kernel
def fix(net: Net, u: int) -> None:
    """Leave ``u`` and its match to each other alone."""
    n = net.n
    v = net.s[net.mate + u]
    open_around(net, u)
    open_around(net, v)
    for x in range(n):
        if x != v:
            net.allowed[u * n + x] = 0
            net.allowed[x * n + u] = 0
        if x != u:
            net.allowed[v * n + x] = 0
            net.allowed[x * n + v] = 0
    forget(net, u)
    forget(net, v)
    solve(net)


@kernel
def settle(net: Net, players: Any, count: int, rank: Any) -> None:
    """Give each of some players in turn the match of the lowest rank, and fix it."""
    for i in range(count):
        u = players[i]
        steer(net, u, rank)
        fix(net, u)


@kernel
def rest_of_exchange(net: Net, rest: Any, count: int, pairs: int, bracket: int, big: Any) -> None:
    """Raise costs so that least cost means: fewest exchanges, then the smallest sum of numbers (4.3.2).

    ``rest`` are the remainder's vertices in order; the first ``pairs`` are S1. ``big`` is one exchange's
    cost, in words. A player i of S1 (from 0) who is not the upper one of a pair costs 2·pairs − 1 − 2·i,
    one of S2 who is, an exchange and 2·i + 1 − 2·pairs: twice the change of the sum, together.
    """
    n, words = net.n, net.words
    dissolve(net)
    last = words - 1
    for i in range(count):
        u = rest[i]
        if i < pairs:
            for v in range(bracket, n):
                if net.allowed[u * n + v]:
                    net.cost[(u * n + v) * words + last] += 2 * pairs - 1 - 2 * i
                    net.cost[(v * n + u) * words + last] += 2 * pairs - 1 - 2 * i
        for j in range(i + 1, count):
            v = rest[j]
            if not net.allowed[u * n + v] or (i < pairs <= j):
                continue
            e, f = (u * n + v) * words, (v * n + u) * words
            more = 2 * pairs - 1 - 2 * j if i < pairs else 2 * i + 1 - 2 * pairs
            net.cost[e + last] += more
            net.cost[f + last] += more
            if i >= pairs:
                for k in range(words):
                    net.cost[e + k] += big[k]
                    net.cost[f + k] += big[k]
    drop_slack(net)
    solve(net)


@kernel
def keep_uppers(net: Net, rest: Any, count: int, upper: Any, bracket: int) -> None:
    """Take away all edges in the remainder but those from an upper player to a lower one that is not.

    ``upper`` is marked by vertices. What an upper player has outside the bracket goes too.
    """
    n = net.n
    dissolve(net)
    for i in range(count):
        u = rest[i]
        for j in range(i + 1, count):
            v = rest[j]
            if not upper[u] or upper[v]:
                net.allowed[u * n + v] = 0
                net.allowed[v * n + u] = 0
        if upper[u]:
            for v in range(bracket, n):
                net.allowed[u * n + v] = 0
                net.allowed[v * n + u] = 0
    drop_slack(net)
    solve(net)


SOLVE, BEGIN, STEER, SETTLE, EXCHANGE, UPPERS, START = range(7)
"""What :func:`work` can be asked to do."""


@kernel
def work(task: int, net: Net, facts: Facts, players: Any, count: int, rank: Any, pairs: int, big: Any) -> int:
    """Do one of the steps: a single door, so that everything is compiled once.

    Args:
        task: ``SOLVE``: match what is exposed. ``START``: greedily first. ``BEGIN``: fill in costs before
            that. ``STEER``: the first of ``players`` to the lowest rank, and keep it there. ``SETTLE``: each
            of them to the lowest rank in turn, and fix it. ``EXCHANGE``: see :func:`rest_of_exchange`.
            ``UPPERS``: see :func:`keep_uppers`.
        net: to work on.
        facts: of the bracket.
        players: vertices; ``count`` of them.
        rank: [n] by vertices.
        pairs: of the remainder.
        big: [words] the cost of an exchange.

    Returns:
        −1, or a vertex that cannot be matched.
    """
    if task == SOLVE:
        return solve(net)
    if task in (BEGIN, START):
        if task == BEGIN:
            fill_costs(net, facts)
        start(net, facts)
        return solve(net)
    if task == STEER:
        steer(net, players[0], rank)
        keep_rank(net, players[0], rank)
    elif task == SETTLE:
        settle(net, players, count, rank)
    elif task == EXCHANGE:
        rest_of_exchange(net, players, count, pairs, facts.bracket, big)
    else:
        keep_uppers(net, players, count, rank, facts.bracket)
    return -1
