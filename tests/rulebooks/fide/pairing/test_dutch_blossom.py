"""The kernel of matchings against all matchings there are, on random graphs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from arpad.rulebooks.fide.pairing.dutch.blossom import Net
from arpad.rulebooks.fide.pairing.dutch.net import make_net, mates_of
from arpad.rulebooks.fide.pairing.dutch.search import dissolve, drop_slack, solve
from arpad.rulebooks.fide.pairing.dutch.steering import fix, steer

Matching = tuple[tuple[int, int], ...]


def matchings(n: int, allowed: list[int], used: frozenset[int] = frozenset()) -> Iterator[Matching]:
    """Yield all perfect matchings."""
    free = [u for u in range(n) if u not in used]
    if not free:
        yield ()
        return
    u = free[0]
    for v in free[1:]:
        if allowed[u * n + v]:
            for rest in matchings(n, allowed, used | {u, v}):
                yield ((u, v), *rest)


def drawn(lots: random.Random) -> Net:
    """Draw a graph with costs of two words."""
    n = lots.choice((2, 4, 6, 8))
    dense, most = lots.choice((0.4, 0.7, 1.0)), lots.choice((1, 2, 9))
    net = make_net(n, 2, [0] * (n * n), False)
    for u in range(n):
        for v in range(u):
            there = int(lots.random() < dense)
            first, second = lots.randrange(most + 1), 100 * lots.randrange(3)  # room for ranks
            for e in (u * n + v, v * n + u):
                net.allowed[e] = there
                net.cost[2 * e], net.cost[2 * e + 1] = first, second
    return net


def price(net: Net, pairs: Matching) -> tuple[int, ...]:
    """Return what a matching costs."""
    return tuple(sum(net.cost[2 * (u * net.n + v) + k] for u, v in pairs) for k in (0, 1))


def pairs_of(net: Net) -> Matching:
    """Return the matching that a net has."""
    mates = mates_of(net)
    assert all(mates[mates[u]] == u and net.allowed[u * net.n + mates[u]] for u in range(net.n))
    return tuple((u, v) for u, v in enumerate(mates) if u < v)


def test_least_cost_also_after_changes() -> None:
    lots = random.Random(1)
    for _ in range(400):
        net = drawn(lots)
        for _ in range(3):
            prices = [price(net, one) for one in matchings(net.n, net.allowed)]
            assert (solve(net) < 0) == bool(prices)
            if not prices:
                break
            assert price(net, pairs_of(net)) == min(prices)
            dissolve(net)
            u, v = lots.sample(range(net.n), 2)
            for e in (u * net.n + v, v * net.n + u):
                net.cost[2 * e + 1] += 200
            u, v = lots.sample(range(net.n), 2)
            net.allowed[u * net.n + v] = net.allowed[v * net.n + u] = 0
            drop_slack(net)


def test_first_of_the_best_in_lexicographic_order() -> None:
    """Everybody in turn gets the best match that a matching of least cost can give them."""
    lots = random.Random(2)
    for _ in range(700):
        net = drawn(lots)
        best = list(matchings(net.n, net.allowed))
        if solve(net) >= 0:
            continue
        least = min(price(net, one) for one in best)
        best = [one for one in best if price(net, one) == least]
        rank = list(range(net.n))
        lots.shuffle(rank)
        order = lots.sample(range(net.n), net.n)
        for u in order:
            mate = {pair: pair[1 - pair.index(u)] for one in best for pair in one if u in pair}
            wanted = min(mate.values(), key=lambda v: rank[v])
            steer(net, u, rank)
            fix(net, u)
            assert mates_of(net)[u] == wanted
            best = [one for one in best if tuple(sorted((u, wanted))) in one]
        assert pairs_of(net) in best
