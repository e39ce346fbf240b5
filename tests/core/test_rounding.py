"""Halves away from zero, as rulebooks round; a half missed only in binary is a half."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import round_half_away


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (0.5, 1.0),
        (-0.5, -1.0),
        (1.5, 2.0),
        (2.5, 3.0),
        (-2.5, -3.0),
        (2.4999999999999996, 3.0),  # 10 · (1 − .75) and the like, one bit short
        (-2.4999999999999996, -3.0),
        (2.49, 2.0),
        (2.4999, 2.0),
        (-2.4999, -2.0),
        (6.6357, 7.0),  # the Dutch exam of mathematics, question 15
        (0.0, 0.0),
        (-0.3, 0.0),
        (1e15 + 0.5, 1e15 + 1.0),
    ],
)
def test_to_whole_numbers(value: float, rounded: float) -> None:
    assert round_half_away(value) == rounded


def test_a_sum_of_decimals_that_is_a_half_by_hand() -> None:
    # ratings.fide.com, calculation of 2813 with K 10: 0 + 0 + .04 + .07 − .36 = −.25, times 10
    assert 10 * (0 + 0 + 0.04 + 0.07 - 0.36) != -2.5
    assert round_half_away(10 * (0 + 0 + 0.04 + 0.07 - 0.36)) == -3.0


def test_nothing_is_plus_zero() -> None:
    assert str(round_half_away(-0.2)) == "0.0"


@pytest.mark.parametrize(
    ("value", "unit", "rounded"), [(0.25, 0.1, 0.3), (-0.25, 0.1, -0.3), (7.4, 5.0, 5.0), (-7.5, 5.0, -10.0)]
)
def test_to_multiples(value: float, unit: float, rounded: float) -> None:
    assert round_half_away(value, unit) == pytest.approx(rounded, abs=1e-12)


@given(st.decimals(-10_000, 10_000, places=3))
def test_as_a_decimal_rounds(value: Decimal) -> None:
    assert round_half_away(float(value)) == float(value.quantize(Decimal(1), ROUND_HALF_UP))


@given(st.floats(-1e9, 1e9))
def test_odd(value: float) -> None:
    assert round_half_away(-value) == -round_half_away(value)
