"""The dense engine: against all matchings there are, and by its own potentials on a large graph."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from arpad.compiled.compiling import compiled
from arpad.core import BadInput
from arpad.tournament.matching.dense.first_optimal import fix, settle, steer
from arpad.tournament.matching.dense.graph import DenseGraph, check_potentials, make_graph, mates_of
from arpad.tournament.matching.dense.search import dissolve, drop_slack, solve

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


def drawn(lots: random.Random) -> DenseGraph:
    """Draw a graph with costs of two words."""
    n = lots.choice((2, 4, 6, 8))
    dense, most = lots.choice((0.4, 0.7, 1.0)), lots.choice((1, 2, 9))
    return drawn_as(lots, n, dense, most)


def drawn_as(lots: random.Random, n: int, dense: float, most: int) -> DenseGraph:
    """Draw a graph of so many vertices, with a share of all edges, and a first word of the costs up to ``most``."""
    graph = make_graph(n, 2, [0] * (n * n), False)
    for u in range(n):
        for v in range(u):
            there = int(lots.random() < dense)
            first, second = lots.randrange(most + 1), 100 * lots.randrange(3)  # room for ranks
            for e in (u * n + v, v * n + u):
                graph.allowed[e] = there
                graph.cost[2 * e], graph.cost[2 * e + 1] = first, second
    return graph


def price(graph: DenseGraph, pairs: Matching) -> tuple[int, ...]:
    """Return what a matching costs."""
    return tuple(sum(graph.cost[2 * (u * graph.n + v) + k] for u, v in pairs) for k in (0, 1))


def pairs_of(graph: DenseGraph) -> Matching:
    """Return the matching that a graph has."""
    mates = mates_of(graph)
    assert all(mates[mates[u]] == u and graph.allowed[u * graph.n + mates[u]] for u in range(graph.n))
    return tuple((u, v) for u, v in enumerate(mates) if u < v)


def test_least_cost_also_after_changes() -> None:
    lots = random.Random(1)
    for _ in range(400):
        graph = drawn(lots)
        for _ in range(3):
            prices = [price(graph, one) for one in matchings(graph.n, graph.allowed)]
            assert (solve(graph) < 0) == bool(prices)
            if not prices:
                break
            assert price(graph, pairs_of(graph)) == min(prices)
            dissolve(graph)
            u, v = lots.sample(range(graph.n), 2)
            for e in (u * graph.n + v, v * graph.n + u):
                graph.cost[2 * e + 1] += 200
            u, v = lots.sample(range(graph.n), 2)
            graph.allowed[u * graph.n + v] = graph.allowed[v * graph.n + u] = 0
            drop_slack(graph)


def test_first_of_the_best_in_lexicographic_order() -> None:
    """Everybody in turn gets the best match that a matching of least cost can give them."""
    lots = random.Random(2)
    for _ in range(700):
        graph = drawn(lots)
        best = list(matchings(graph.n, graph.allowed))
        if solve(graph) >= 0:
            continue
        least = min(price(graph, one) for one in best)
        best = [one for one in best if price(graph, one) == least]
        rank = list(range(graph.n))
        lots.shuffle(rank)
        order = lots.sample(range(graph.n), graph.n)
        for u in order:
            mate = {pair: pair[1 - pair.index(u)] for one in best for pair in one if u in pair}
            wanted = min(mate.values(), key=lambda v: rank[v])
            steer(graph, u, rank)
            fix(graph, u)
            assert mates_of(graph)[u] == wanted
            best = [one for one in best if tuple(sorted((u, wanted))) in one]
        assert pairs_of(graph) in best


@pytest.mark.parametrize(
    ("n", "dense", "most", "seed"),
    [(10, 0.4, 1, 621), (12, 0.3, 0, 992), (10, 0.6, 0, 150), (14, 0.25, 0, 513)],
)
def test_the_first_match_is_found_behind_a_blossom_that_opens(
    n: int, dense: float, most: int, seed: int
) -> None:
    """A vertex within an inner blossom whose potential is nil is reached after the blossom has been opened."""
    graph = drawn_as(random.Random(seed), n, dense, most)
    every = list(matchings(n, graph.allowed))
    least = min(price(graph, one) for one in every)
    assert solve(graph) < 0
    for u in range(n):
        steer(graph, u, list(range(n)))
        fix(graph, u)
    mates = {one: [dict([*one, *((v, u) for u, v in one)])[u] for u in range(n)] for one in every}
    first = min((one for one in every if price(graph, one) == least), key=lambda one: mates[one])
    assert pairs_of(graph) == first


def large(n: int, seed: int, most: int, words: int = 2) -> DenseGraph:
    """Draw a graph for compiled loops: nine of ten edges, costs from 0 to ``most`` in each word."""
    rng = np.random.default_rng(seed)
    there = np.triu(rng.random((n, n)) < 0.9, 1)
    costs = np.triu(rng.integers(0, most + 1, (words, n, n)), 1)
    graph = make_graph(n, words, (there | there.T).astype(np.uint8).ravel(), True)
    graph.cost[:] = np.moveaxis(costs + costs.transpose(0, 2, 1), 0, -1).ravel()
    return graph


def sign(vectors: Any) -> Any:
    """Return −1, 0 or 1 for each vector of words, the first axis: the sign of the first that is not 0."""
    found = np.sign(vectors[0])
    for word in vectors[1:]:
        found = np.where(found == 0, np.sign(word), found)
    return found


def assert_certified(graph: DenseGraph) -> None:
    """Check by the potentials that no matching costs less: Edmonds (1965), complementary slackness.

    With the potentials of all blossoms that hold both ends no edge has a slack below 0, and every matched edge
    has none; no blossom's potential is below 0, and one of 2k + 1 vertices has k matched edges. So twice the
    cost of any matching is at least what the potentials add up to, and that of this one is that.
    """
    n, words, s = graph.n, graph.words, graph.s
    mates = np.array(mates_of(graph))
    assert (mates[mates] == np.arange(n)).all()
    potential = s[graph.lab : graph.lab + (n + graph.room) * words].reshape(-1, words).T
    slack = 2 * np.moveaxis(graph.cost.reshape(n, n, words), -1, 0)
    slack = slack + potential[:, :n, None] + potential[:, None, :n]
    for b in range(graph.room):
        if s[graph.top + n + b] < 0:
            continue
        inside = np.flatnonzero(s[graph.inside + b * n : graph.inside + (b + 1) * n] >= 0)
        assert sign(potential[:, n + b]) >= 0
        assert len(inside) % 2 == 1
        assert np.isin(mates[inside], inside).sum() == len(inside) - 1
        slack[np.ix_(np.arange(words), inside, inside)] += potential[:, n + b, None, None]
    allowed = graph.allowed.reshape(n, n) != 0
    assert (sign(slack)[allowed] >= 0).all()
    matched = (np.arange(n), mates)
    assert allowed[matched].all()
    assert not slack[:, *matched].any()


@pytest.mark.parametrize(
    ("n", "most"),
    [
        (60, 1),
        (300, 2),
        (1000, 1),
        pytest.param(1000, 40, marks=pytest.mark.slow),
        pytest.param(1000, 2**50, marks=pytest.mark.slow),
    ],
)
def test_potentials_prove_a_large_matching(n: int, most: int) -> None:
    """Also after repairs: some vertices are given their first match, which takes edges from the graph."""
    graph = large(n, most % 97, most)
    assert compiled(solve)(graph) < 0
    assert_certified(graph)
    players = np.arange(0, n, n // 12)
    compiled(settle)(graph, players, len(players), np.arange(n))
    assert_certified(graph)
    check_potentials(graph)


@pytest.mark.parametrize("dear", [1 << 40, 1 << 58])
def test_numbers_that_a_word_cannot_hold_are_refused(dear: int) -> None:
    """The only way to match the ends of a path costs ``dear`` at every second edge: potentials add that up."""
    n = 64
    graph = make_graph(n, 1, np.zeros(n * n, np.uint8), True)
    for u in range(n - 1):
        for e in (u * n + u + 1, (u + 1) * n + u):
            graph.allowed[e], graph.cost[e] = 1, 0 if u % 2 else dear
    for u in range(1, n - 1):
        graph.s[graph.mate + u] = u + 1 if u % 2 else u - 1
    left = compiled(solve)(graph)
    if dear == 1 << 40:
        check_potentials(graph)
        assert left < 0
        assert_certified(graph)
        return
    with pytest.raises(BadInput, match="do not fit into machine words"):
        check_potentials(graph)
