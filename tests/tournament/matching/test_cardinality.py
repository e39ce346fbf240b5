"""Matchings of as many as possible, who stands in the way, and completion, against all matchings."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.tournament.matching import (
    Completion,
    barrier,
    maximum_cardinality_matching,
    size,
)
from tournament.matching.references import assert_bars, largest, size_and_weight


@given(st.integers(0, 2**32))
def test_no_matching_is_larger(seed: int) -> None:
    rng = random.Random(seed)
    n, share = rng.randint(0, 12), rng.random()
    edges = [pair for pair in combinations(range(n), 2) if rng.random() < share]
    allowed = set(edges)
    rng.shuffle(edges)

    def may_meet(a: int, b: int) -> bool:
        return (min(a, b), max(a, b)) in allowed

    mate = maximum_cardinality_matching(n, edges)
    size, _ = size_and_weight(mate, dict.fromkeys(edges, 1))
    assert size == largest(range(n), may_meet)
    assert_bars(barrier(n, edges), range(n), may_meet, n - 2 * size)


def play(rng: random.Random) -> None:
    """Ask a field and change it, at random."""
    n, share = rng.randint(0, 10), rng.random()
    allowed = {pair for pair in combinations(range(n), 2) if rng.random() < share}
    field = Completion(n, [pair for pair in combinations(range(n), 2) if pair not in allowed])
    present = set(range(n))

    def may_meet(a: int, b: int) -> bool:
        return (min(a, b), max(a, b)) in allowed

    def alone(vertices: set[int]) -> int:
        return len(vertices) - 2 * largest(sorted(vertices), may_meet)

    for _ in range(12):
        step = rng.randint(0, 6)
        if step == 0:
            assert field.alone() == alone(present)
            assert field.complete(alone=1) == (alone(present) <= 1)
        elif step == 1:
            size, _ = size_and_weight(field.mates(), dict.fromkeys(allowed, 1))
            assert len(present) - 2 * size == alone(present)
        elif step == 2:
            assert_bars(field.barrier(), sorted(present), may_meet, alone(present))
        elif step == 3 and n > 1:
            a, b = sorted(rng.sample(range(n), 2))
            (field.forbid if may_meet(a, b) else field.allow)(a, b)
            allowed ^= {(a, b)}
        elif step == 4 and len(present) > 2:
            away = rng.sample(sorted(present), 2)
            spare = rng.randint(0, 1)
            assert field.complete_without(away, alone=spare) == (alone(present - set(away)) <= spare)
        elif step == 5 and len(present) > 1:
            v, *others = rng.sample(sorted(present), rng.randint(2, len(present)))
            spare = rng.randint(0, 1)
            expected = [may_meet(v, x) and alone(present - {v, x}) <= spare for x in others]
            assert field.partners(v, others, alone=spare).tolist() == expected
            first = next((x for x, good in zip(others, expected, strict=True) if good), None)
            assert field.first_partner(v, others, alone=spare) == first
        elif step == 6 and n:
            v = rng.randrange(n)
            (field.remove if v in present else field.restore)(v)
            present ^= {v}


@given(st.integers(0, 2**32))
def test_a_field_knows_at_any_time_whether_it_can_be_paired(seed: int) -> None:
    play(random.Random(seed))


@pytest.mark.slow
def test_compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "INTERPRETED_TO", -1)
    for seed in range(300):
        play(random.Random(seed))
        test_no_matching_is_larger.hypothesis.inner_test(seed)  # type: ignore[attr-defined]


def test_three_who_have_all_met_each_other_and_need_the_same_colour() -> None:
    # 0, 1, 2 may only meet 3; 3 may meet anybody.
    field = Completion(6, [*combinations(range(3), 2), *((a, b) for a in range(3) for b in (4, 5))])
    found = field.barrier()
    assert found is not None
    assert found.vertices == (3,)
    assert found.groups == ((0,), (1,), (2,))
    assert found.deficiency == 2
    field.allow(0, 4)
    field.allow(1, 5)
    assert field.complete()
    assert field.barrier() is None
    assert not field.complete_without([3, 4])


def test_a_field_grows_room_for_what_is_forbidden() -> None:
    field = Completion(20)
    for x in range(1, 19):
        field.forbid(0, x)
        field.forbid(x, 0)
    assert field.complete()
    assert field.mates()[0] == 19
    field.forbid(0, 19)
    assert field.alone() == 2
    assert not any(field.may_meet(0, x) for x in range(20))


def test_only_those_present_are_paired() -> None:
    field = Completion(5, [(0, 1)], present=[0, 1, 4])
    assert field.alone() == 1
    field.remove(4)
    assert field.alone() == 2
    field.restore(3, 4)
    assert field.complete()
    assert field.mates()[2] == -1


@pytest.mark.parametrize("pair", [(0, 0), (0, 3), (-1, 2)])
def test_what_is_no_pair_is_refused(pair: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match="forbidden pair"):
        Completion(3, [pair])
    with pytest.raises(BadInput, match="forbidden pair"):
        Completion(3).forbid(*pair)


def test_long_paths_and_nested_blossoms() -> None:
    # A chain of triangles, each joined to the next by an edge: one vertex of each pairs across.
    n = 3 * 20
    edges = [(3 * k + a, 3 * k + b) for k in range(20) for a, b in combinations(range(3), 2)]
    edges += [(3 * k + 2, 3 * k + 3) for k in range(19)]
    mate = maximum_cardinality_matching(n, np.array(edges))
    assert (mate >= 0).all()
