"""Movements of duplicate bridge, and the WBF's victory points."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.bridge.movements import Seat, howell, mitchell
from arpad.rulebooks.bridge.victorypoints import R, scale, victory_points


def boards_of(rounds: list[list[Seat]], pair: int, line: str) -> list[int]:
    return [seat.boards for seats in rounds for seat in seats if getattr(seat, line) == pair]


@given(st.integers(2, 40), st.booleans())
def test_a_mitchell(tables: int, relay: bool) -> None:
    rounds = mitchell(tables, relay)
    skipping = tables % 2 == 0 and not relay
    assert len(rounds) == tables - skipping
    met = [(seat.north_south, seat.east_west) for seats in rounds for seat in seats]
    assert len(set(met)) == len(met) == tables * len(rounds)
    for pair in range(1, tables + 1):
        for line in ("north_south", "east_west"):
            boards = boards_of(rounds, pair, line)
            assert len(set(boards)) == len(boards) == len(rounds)
    for seats in rounds:
        sharing = len(seats) - len({seat.boards for seat in seats})
        assert sharing == (1 if tables % 2 == 0 and relay else 0)


@pytest.mark.parametrize("pairs", range(3, 27))
def test_a_howell(pairs: int) -> None:
    rounds = howell(pairs)
    n = pairs + pairs % 2
    assert len(rounds) == n - 1
    met = [frozenset(seat[1:3]) for seats in rounds for seat in seats]
    assert len(set(met)) == len(met) == pairs * (pairs - 1) // 2
    for pair in range(1, pairs + 1):
        boards = [seat.boards for seats in rounds for seat in seats if pair in seat[1:3]]
        assert len(set(boards)) == len(boards) == pairs - 1
    sharing = [len(seats) - len({seat.boards for seat in seats}) for seats in rounds]
    assert max(sharing) == (0 if n > 6 else {4: 1, 6: 2}[n] if pairs == n else max(sharing))
    if pairs == n:
        assert all(seats[0].north_south == n for seats in rounds)


def test_what_has_no_movement() -> None:
    for wrong in (0, 2, 33):
        with pytest.raises(BadInput):
            howell(wrong)
    with pytest.raises(BadInput):
        mitchell(1)


def test_the_wbfs_scale_for_sixteen_boards() -> None:
    """The first values of the printed continuous table."""
    printed = "10.00 10.31 10.61 10.91 11.20 11.48 11.76 12.03 12.29 12.55 12.80"
    assert [f"{float(value):.2f}" for value in scale(16)[:11]] == printed.split()
    assert victory_points(60, 16) == (Fraction(20), Fraction(0))
    assert victory_points(-10, 16) == (Fraction(72, 10), Fraction(128, 10))
    assert victory_points(999, 16) == (Fraction(20), Fraction(0))


@given(st.integers(1, 128))
def test_every_imp_brings_no_more_than_the_one_before_but_for_rounding(boards: int) -> None:
    table = scale(boards)
    steps = [b - a for a, b in pairwise(table)]
    assert all(a + Fraction(1, 100) >= b >= 0 for a, b in pairwise(steps[:-1]))
    assert table[0] == 10
    assert table[-1] == 20
    for margin, value in enumerate(table[:-1]):
        exact = 10 + 10 * (1 - R ** (margin / (15 * sqrt(boards)))) / (1 - R)
        assert abs(float(value) - exact) <= 0.005 + 1e-9
    with pytest.raises(BadInput):
        scale(0)
