"""Matchings of maximum weight: against all matchings of small graphs, and by their proof in larger ones."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.compiled.kernels import interpreted
from arpad.core import BadInput
from arpad.tournament.matching import (
    NoPerfectMatching,
    least_cost_matching,
    lexicographic_total,
    lexicographic_weights,
    maximum_weight_matching,
    maximum_weight_solution,
    size,
    tight_pairs,
    weighted,
)
from tournament.matching.references import assert_proved, best_matching, heaviest, size_and_weight

WAYS: dict[str, dict[str, bool]] = {
    "any size": {},
    "perfect": {"perfect": True},
    "most edges": {"max_cardinality": True},
}
WIDTHS = [1, 2, 10, 1000, 2**63, 2**70, 2**130, 2**1100]


def graph(rng: random.Random, n: int, share: float) -> list[tuple[int, int]]:
    edges = [
        (i, j) if rng.random() < 0.5 else (j, i) for i in range(n) for j in range(i) if rng.random() < share
    ]
    rng.shuffle(edges)
    return edges


def assert_best(n: int, edges: list[tuple[int, int]], weights: list[int], **way: bool) -> None:
    pairs = heaviest(edges, weights)
    expected = best_matching(n, pairs, **way)
    if expected is None:
        with pytest.raises(NoPerfectMatching):
            maximum_weight_matching(n, edges, weights, **way)
        return
    solution = maximum_weight_solution(n, edges, weights, **way)
    size, weight = size_and_weight(solution.mate, pairs)
    assert weight == expected[1]
    if way.get("max_cardinality"):
        assert size == expected[0]
    assert_proved(n, edges, solution, perfect=way.get("perfect", False))
    assert maximum_weight_matching(n, edges, weights, **way).tolist() == solution.mate.tolist()


def machine_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go the way of large graphs, machine words and few edges first, without waiting for the compiler."""
    monkeypatch.setattr(size, "INTERPRETED_TO", -1)
    for module in (weighted, lexicographic_weights):
        monkeypatch.setattr(module, "compiled", interpreted)


@given(st.integers(0, 2**32), st.sampled_from(sorted(WAYS)))
def test_no_matching_of_a_small_graph_weighs_more(seed: int, way: str) -> None:
    rng = random.Random(seed)
    n = rng.randint(0, 10)
    edges = graph(rng, n, rng.random())
    top = rng.choice(WIDTHS)
    low = rng.choice([0, 1, -top])
    assert_best(n, edges, [rng.randint(low, top) for _ in edges], **WAYS[way])


@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("few", [24, 0], ids=["all edges", "few edges first"])
def test_in_machine_words_too(way: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    machine_words(monkeypatch)
    monkeypatch.setattr(weighted, "FEW", few)
    monkeypatch.setattr(weighted, "TO_BEGIN", 1)
    monkeypatch.setattr(weighted, "TO_ADD", 1)
    for seed in range(60):
        rng = random.Random(seed)
        n = rng.randint(1, 9)
        edges = graph(rng, n, rng.random())
        top = rng.choice(WIDTHS)
        low = rng.choice([0, 1, -top])
        assert_best(n, edges, [rng.randint(low, top) for _ in edges], **WAYS[way])


@pytest.mark.parametrize("bits", [40, 65, 129, 1030])
@pytest.mark.parametrize("way", sorted(WAYS))
def test_the_proof_holds_in_a_larger_graph(way: str, bits: int) -> None:
    rng = random.Random(bits)
    edges = graph(rng, 40, 0.5)
    weights = [rng.getrandbits(bits) - rng.getrandbits(bits - 1) for _ in edges]
    solution = maximum_weight_solution(40, edges, weights, **WAYS[way])
    assert_proved(40, edges, solution, perfect=way == "perfect")


def test_the_proof_holds_among_ties() -> None:
    rng = random.Random(3)
    for n in (30, 41):
        edges = graph(rng, n, 0.3)
        for top in (1, 2, 5):
            weights = [rng.randint(1, top) for _ in edges]
            assert_proved(n, edges, maximum_weight_solution(n, edges, weights), perfect=False)


@given(st.integers(0, 2**32), st.sampled_from(sorted(WAYS)))
def test_a_ladder_is_compared_level_by_level(seed: int, way: str) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    edges = np.stack(np.triu_indices(n - n % 2, 1), axis=1)
    levels = rng.integers(-3, 4, (len(edges), int(rng.integers(1, 5)))) * 10 ** int(rng.integers(0, 12))
    # One number per edge in which no carry can occur: the ladder as the reference reads it.
    base = 2 * n * int(np.abs(levels).max()) + 1
    numbers = [sum(x * base**k for k, x in enumerate(reversed(row))) for row in levels.tolist()]
    one = maximum_weight_matching(n - n % 2, edges, levels, **WAYS[way])
    two = maximum_weight_matching(n - n % 2, edges, numbers, **WAYS[way])
    assert lexicographic_total(edges, levels, one) == lexicographic_total(edges, levels, two)


def test_a_ladder_of_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    edges = np.stack(np.triu_indices(12, 1), axis=1)
    levels = rng.integers(-4, 4, (len(edges), 25))
    expected = lexicographic_total(edges, levels, maximum_weight_matching(12, edges, levels, perfect=True))
    numbers = maximum_weight_solution(12, edges, levels, perfect=True).doubled
    machine_words(monkeypatch)
    solution = maximum_weight_solution(12, edges, levels, perfect=True)
    assert solution.doubled == numbers
    assert max(x for x in numbers if x is not None).bit_length() > 120
    assert lexicographic_total(edges, levels, solution.mate) == expected


def test_levels_that_span_int64() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (0, 3)]
    levels = np.array([[2**62, 0], [-(2**62), 1], [2**62, 5], [2**61, 7]])
    assert maximum_weight_matching(4, edges, levels).tolist() == [1, 0, 3, 2]


def test_parallel_edges_count_by_the_heaviest() -> None:
    assert_best(3, [(0, 1), (1, 0), (1, 2), (0, 1)], [1, 7, 5, 2])


@pytest.mark.parametrize("way", sorted(WAYS))
def test_nothing_to_match(way: str) -> None:
    assert maximum_weight_matching(0, [], [], **WAYS[way]).tolist() == []
    if way != "perfect":
        assert maximum_weight_matching(2, [], [], **WAYS[way]).tolist() == [-1, -1]


def test_a_lone_vertex_cannot_be_matched() -> None:
    with pytest.raises(NoPerfectMatching, match="1 stay alone") as caught:
        maximum_weight_matching(3, [(0, 1), (1, 2)], [4, 4], perfect=True)
    assert caught.value.barrier.groups == ((0,), (2,))
    assert caught.value.barrier.vertices == (1,)


def test_an_edge_below_zero_is_used_only_if_it_must_be() -> None:
    edges, weights = [(0, 1), (2, 3)], [-5, 0]
    assert maximum_weight_matching(4, edges, weights).tolist() == [-1] * 4
    assert maximum_weight_matching(4, edges, weights, max_cardinality=True).tolist() == [1, 0, 3, 2]


def test_the_same_input_gives_the_same_matching() -> None:
    edges = np.stack(np.triu_indices(20, 1), axis=1)
    found = {tuple(maximum_weight_matching(20, edges, np.ones(len(edges), np.int64))) for _ in range(3)}
    assert len(found) == 1


@pytest.mark.parametrize(
    ("edges", "weights", "problem"),
    [
        ([(0, 0)], [1], "to itself"),
        ([(0, 3)], [1], "not among 0 … 2"),
        ([(0, 1)], [1, 2], "2 weights for 1 edges"),
        ([(0, 1)], [1.5], "not a whole number"),
        ([(0, 1)], np.array([1.5]), "float64"),
        ([(0, 1, 2)], [1], "pairs of vertices"),
    ],
)
def test_what_is_no_graph_is_refused(edges: Any, weights: Any, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        maximum_weight_matching(3, edges, weights)


def test_a_small_graph_does_not_load_numba() -> None:
    script = (
        "import sys\n"
        "from itertools import combinations\n"
        "from arpad.tournament.matching import Completion, maximum_weight_matching\n"
        "edges = list(combinations(range(60), 2))\n"
        "maximum_weight_matching(60, edges, [(i * j) ** 30 for i, j in edges], perfect=True)\n"
        "Completion(60, edges[::7]).complete()\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False"]


@pytest.mark.slow
@pytest.mark.parametrize("levels", [1, 8])
@pytest.mark.parametrize("way", sorted(WAYS))
def test_compiled_and_interpreted_agree(way: str, levels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(levels)
    edges = np.stack(np.triu_indices(90, 1), axis=1)
    for top in (2, 1000):
        weights = rng.integers(0, top, (len(edges), levels))
        fast = maximum_weight_solution(90, edges, weights, **WAYS[way])
        monkeypatch.setattr(weighted, "FEW", 1000)
        whole = maximum_weight_solution(90, edges, weights, **WAYS[way])
        monkeypatch.setattr(size, "INTERPRETED_TO", 90)
        plain = maximum_weight_solution(90, edges, weights, **WAYS[way])
        monkeypatch.undo()
        assert whole.mate.tolist() == plain.mate.tolist()
        assert whole.vertex_duals == plain.vertex_duals
        assert whole.blossoms == plain.blossoms
        for solution in (fast, plain):
            assert_proved(90, edges.tolist(), solution, perfect=way == "perfect")
        totals = {lexicographic_total(edges, weights, solution.mate) for solution in (fast, whole, plain)}
        assert len(totals) == 1


def large_field(n: int, seed: int) -> tuple[Any, Any, Any]:
    """Draw a field as a round has it: score groups, some who have met; edges, levels and an order."""
    rng = np.random.default_rng(seed)
    score = np.sort(rng.binomial(9, 0.5, n))[::-1]
    colour = rng.integers(0, 2, n)
    i, j = np.triu_indices(n, 1)
    free = rng.random(len(i)) < 0.99
    i, j = i[free], j[free]
    levels = np.column_stack((1000 * (score[i] - score[j]) ** 2, colour[i] == colour[j], (i - j) ** 2))
    return np.column_stack((i, j)), levels.astype(np.int64), np.arange(n)


@pytest.mark.parametrize(
    ("n", "levels"),
    [
        (300, 3),
        *(
            pytest.param(n, k, marks=pytest.mark.slow)
            for n, k in ((300, 1), (300, 2), (1000, 1), (1000, 2), (1000, 3))
        ),
    ],
)
def test_a_large_matching_is_proved_by_its_duals(n: int, levels: int) -> None:
    """Perfect, of costs level by level: two levels take one machine word, three more than one."""
    edges, costs, _ = large_field(n, n + levels)
    solution = maximum_weight_solution(n, edges, -costs[:, -levels:], perfect=True)
    assert_proved(n, list(map(tuple, edges.tolist())), solution, perfect=True)


@pytest.mark.parametrize("n", [300, 1000])
def test_the_least_cost_among_few_pairs_is_the_proved_one(n: int) -> None:
    """And every pair of a matching of the least cost is tight by the duals (complementary slackness)."""
    edges, levels, order = large_field(n, n)
    cost = levels[:, 0] * 10**6 + levels[:, 2]
    i, j = edges.T.copy()
    whole = maximum_weight_solution(n, edges, -cost, perfect=True)
    assert_proved(n, list(map(tuple, edges.tolist())), whole, perfect=True)
    mate = least_cost_matching(n, i, j, cost, order)
    assert (mate[mate] == np.arange(n)).all()
    assert cost[mate[i] == j].sum() == cost[whole.mate[i] == j].sum()
    tight = set(tight_pairs(n, i, j, cost, order).tolist())
    for one in (mate, whole.mate):
        assert set(np.flatnonzero(one[i] == j).tolist()) <= tight
