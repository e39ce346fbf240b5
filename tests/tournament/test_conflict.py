"""The conflict behind a refusal cannot be made smaller, by trying every set on small fields."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.tournament.conflict import conflict_text, smallest_conflict
from arpad.tournament.matching import barrier

Edges = frozenset[tuple[int, int]]


def meets(edges: Edges, a: int, b: int) -> bool:
    return (min(a, b), max(a, b)) in edges


def all_paired(n: int, edges: Edges, wanted: Collection[int]) -> bool:
    """Whether some can be paired all at once, with each other or anybody else: every way is tried."""

    @cache
    def rest(free: frozenset[int], left: frozenset[int]) -> bool:
        if not left:
            return True
        one = min(left)
        return any(
            rest(free - {one, other}, left - {one, other})
            for other in free
            if other != one and meets(edges, one, other)
        )

    return rest(frozenset(range(n)), frozenset(wanted))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges, bool]:
    """How many vertices (even), who may meet, and whether the last is the bye."""
    n = 2 * draw(st.integers(1, 5))
    chance = draw(st.integers(1, 6))
    edges = frozenset((a, b) for a in range(n) for b in range(a + 1, n) if draw(st.integers(0, 9)) < chance)
    return n, edges, draw(st.booleans())


@settings(max_examples=150)
@given(graphs())
def test_a_conflict_is_a_proof_and_no_smaller_one(case: tuple[int, Edges, bool]) -> None:
    n, edges, with_bye = case
    bye = n - 1 if with_bye else None
    wall = barrier(n, np.array(sorted(edges), np.int64).reshape(-1, 2))
    players = [v for v in range(n) if v != bye]
    if wall is None:
        assert all_paired(n, edges, players)
        return
    found = smallest_conflict(wall, lambda a, b: meets(edges, a, b), bye)
    members = found.members
    assert members
    assert bye not in members
    assert not all_paired(n, edges, members)
    for one in members:
        assert all_paired(n, edges, [other for other in members if other != one])
    # What is said of it is so: the groups are odd, and have only themselves and the others.
    assert len(found.others) == len(found.groups) - 1
    group_of = {v: group for group in found.groups for v in group}
    for group in found.groups:
        assert len(group) % 2
    for a, group in group_of.items():
        for b in range(n):
            if meets(edges, a, b):
                assert b in group or b in found.others


@pytest.mark.parametrize(
    ("edges", "text"),
    [
        ([(1, 2), (2, 3), (1, 3)], "there is nobody for 0 to meet (0: met 1, 2 and 3)"),
        ([(0, 3), (1, 3), (2, 3)], "0 and 1 have only 3 to meet (0: met 1 and 2; 1: met 0 and 2)"),
        (
            [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)],
            "0, 1 and 2 have only each other to meet, and are an odd number (0: met 3, 4 and 5; "
            "1: met 3, 4 and 5; 2: met 3, 4 and 5)",
        ),
        (
            [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 6), (3, 6), (6, 7)],
            "each of the groups 7; 0, 1 and 2 is odd and needs somebody else, and there is only 6",
        ),
    ],
)
def test_in_words(edges: list[tuple[int, int]], text: str) -> None:
    n = max(max(pair) for pair in edges) + 1
    n += n % 2
    known = frozenset(edges)
    wall = barrier(n, np.array(edges))
    assert wall is not None
    found = smallest_conflict(wall, lambda a, b: meets(known, a, b))
    told = conflict_text(found, range(n), str, lambda a, b: "" if meets(known, a, b) else "met")
    assert told.partition(" (0: met 3, 4, 5")[0] == text
