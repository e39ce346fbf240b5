"""Slow and obvious references: all matchings by dynamic programming, and duals checked as Python's integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arpad.tournament.matching import Barrier, Solution

Edge = tuple[int, int]


def best_matching(
    n: int, weights: dict[Edge, int], *, perfect: bool = False, max_cardinality: bool = False
) -> tuple[int, int] | None:
    """Return size and weight of a best matching, over all subsets of vertices; None if there is none."""

    def rank(found: tuple[int, int]) -> tuple[int, ...]:
        return found if max_cardinality else found[1:]

    @cache
    def best(used: int) -> tuple[int, int] | None:
        if used == (1 << n) - 1:
            return 0, 0
        v = next(i for i in range(n) if not used >> i & 1)
        found = None if perfect else best(used | 1 << v)
        for x in range(v + 1, n):
            if not used >> x & 1 and (v, x) in weights:
                rest = best(used | 1 << v | 1 << x)
                if rest is not None:
                    candidate = rest[0] + 1, rest[1] + weights[v, x]
                    found = candidate if found is None or rank(candidate) > rank(found) else found
        return found

    return best(0)


def heaviest(edges: Sequence[Edge], weights: Sequence[int]) -> dict[Edge, int]:
    """Return the heaviest weight of each pair, the smaller vertex first."""
    found: dict[Edge, int] = {}
    for (i, j), weight in zip(edges, weights, strict=True):
        pair = min(i, j), max(i, j)
        found[pair] = max(found.get(pair, weight), weight)
    return found


def size_and_weight(mate: NDArray[np.int64], weights: dict[Edge, int]) -> tuple[int, int]:
    """Return size and weight of a matching, after checking that it is one."""
    pairs = [(v, int(x)) for v, x in enumerate(mate) if x > v]
    assert all(mate[mate[v]] == v for v in range(len(mate)) if mate[v] >= 0)
    return len(pairs), sum(weights[pair] for pair in pairs)


def assert_proved(n: int, edges: Sequence[Edge], solution: Solution, *, perfect: bool) -> None:
    """Check that the duals are feasible and worth as much as the matching: then none weighs more."""
    u, blossoms = solution.vertex_duals, [(set(b), z) for b, z in solution.blossoms]
    around: list[set[int]] = [set() for _ in range(n)]
    for which, (members, _) in enumerate(blossoms):
        for v in members:
            around[v].add(which)
    for (i, j), doubled in zip(edges, solution.doubled, strict=True):
        if doubled is not None and u[i] + u[j] < doubled:
            assert u[i] + u[j] + sum(blossoms[b][1] for b in around[i] & around[j]) >= doubled
    assert all(z > 0 and len(b) % 2 == 1 for b, z in blossoms)
    kept = [(e, d) for e, d in zip(edges, solution.doubled, strict=True) if d is not None]
    weights = heaviest([e for e, _ in kept], [d for _, d in kept])
    size, weight = size_and_weight(solution.mate, weights)
    assert weight == sum(u) + sum(z * (len(b) // 2) for b, z in blossoms)
    assert 2 * size == n if perfect else min(u, default=0) >= 0


def largest(vertices: Sequence[int], may_meet: Callable[[int, int], bool]) -> int:
    """Return how many pairs can be made of these vertices."""

    @cache
    def best(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        v, *others = rest
        found = best(tuple(others))
        for k, x in enumerate(others):
            if may_meet(v, x):
                found = max(found, 1 + best((*others[:k], *others[k + 1 :])))
        return found

    return best(tuple(vertices))


def assert_bars(
    barrier: Barrier | None, vertices: Sequence[int], may_meet: Callable[[int, int], bool], alone: int
) -> None:
    """Check that the groups are odd, apart, and cut off by the barrier, and that they leave so many alone."""
    if barrier is None:
        assert alone == 0
        return
    assert barrier.deficiency == alone > 0
    members = [v for group in barrier.groups for v in group]
    assert len({*members, *barrier.vertices}) == len(members) + len(barrier.vertices)
    for group in barrier.groups:
        assert len(group) % 2 == 1
        for v in group:
            met = {x for x in vertices if x != v and may_meet(v, x)}
            assert met <= {*group, *barrier.vertices}
