"""Numbers of several machine words, against Python's own whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from arpad.tournament.matching.limbs import BITS, WIDE

DO: dict[str, Callable[..., Any]] = dict(WIDE)
LIMBS = 3
NUMBERS = st.integers(-(2**170), 2**170) | st.sampled_from([0, 1, -1, 2**BITS, -(2**BITS), 2 ** (2 * BITS)])


def column(*numbers: int) -> NDArray[np.int64]:
    """Return numbers as rows of limbs, the most significant first; all but that one are not negative."""
    return np.array(
        [
            [
                number >> BITS * (LIMBS - 1),
                *(number >> BITS * at & 2**BITS - 1 for at in range(LIMBS - 2, -1, -1)),
            ]
            for number in numbers
        ],
        dtype=np.int64,
    )


def whole(limbs: NDArray[np.int64]) -> int:
    return sum(limb << BITS * at for at, limb in enumerate(limbs.tolist()[::-1]))


@given(NUMBERS)
def test_a_sign(number: int) -> None:
    assert DO["sign"](column(number), 0) == (number > 0) - (number < 0)


@given(NUMBERS, NUMBERS)
def test_two_numbers(one: int, other: int) -> None:
    a, b = column(one, 7), column(7, other)
    assert bool(DO["less"](a, 0, b, 1)) == (one < other)
    for name, expected in (("plus", one + other), ("minus", one - other)):
        into = a.copy()
        DO[name](into, 0, b, 1)
        assert whole(into[0]) == expected
        assert (into[0, 1:] >= 0).all()
        assert (into[0, 1:] < 2**BITS).all()
        assert whole(into[1]) == 7
    copied = a.copy()
    DO["copy"](copied, 1, b, 1)
    assert [whole(row) for row in copied] == [one, other]
    DO["clear"](copied, 0)
    assert [whole(row) for row in copied] == [0, other]


@given(NUMBERS, NUMBERS, NUMBERS)
def test_three_numbers(one: int, other: int, third: int) -> None:
    a, u, w = column(5), column(one, other), column(third)
    DO["slack"](a, 0, u, 0, 1, w, 0)
    assert whole(a[0]) == one + other - third
    DO["difference"](a, 0, w, 0, u, 1)
    assert whole(a[0]) == third - other
    doubled = column(2 * one)
    DO["halve"](doubled, 0)
    assert whole(doubled[0]) == one


@given(NUMBERS)
def test_a_number_as_a_fraction_of_its_largest_word(number: int) -> None:
    exact = number / 2 ** (BITS * (LIMBS - 1))
    assert abs(DO["roughly"](column(number), 0) - exact) <= 1e-12 * max(1.0, abs(exact))
