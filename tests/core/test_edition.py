"""The edition in force is a value, chosen by a date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput, Edition, in_force

OLD, MIDDLE, NEW = (
    Edition(date(2022, 1, 1), "of 2022"),
    Edition(date(2024, 3, 1), "of March 2024"),
    Edition(date(2025, 10, 1), "of October 2025"),
)


@pytest.mark.parametrize(
    ("on", "edition"),
    [
        (date(2022, 1, 1), OLD),
        (date(2024, 2, 29), OLD),
        (date(2024, 3, 1), MIDDLE),
        (date(2025, 9, 30), MIDDLE),
        (date(2025, 10, 1), NEW),
        (date(2100, 1, 1), NEW),
    ],
)
@pytest.mark.parametrize("order", [(OLD, MIDDLE, NEW), (NEW, OLD, MIDDLE)])
def test_last_that_is_in_force(on: date, edition: Edition, order: tuple[Edition, ...]) -> None:
    assert in_force(order, on) is edition


def test_before_the_first() -> None:
    with pytest.raises(BadInput) as caught:
        in_force([MIDDLE, OLD], date(2021, 12, 31))
    assert str(caught.value) == (
        "no edition is in force on 2021-12-31. The earliest known one is of 2022 (in force since 2022-01-01)."
    )


def test_an_edition_may_carry_numbers() -> None:
    @dataclass(frozen=True, order=True)
    class Capped(Edition):
        cap: float = 400.0

    found: Capped = in_force([Capped(date(2024, 1, 1), "a", 735.0)], date(2024, 1, 2))
    assert found.cap == 735.0


@given(st.lists(st.dates(), min_size=1, unique=True), st.dates())
def test_no_later_one_was_in_force(days: list[date], on: date) -> None:
    editions = [Edition(day, str(day)) for day in days]
    if min(days) > on:
        with pytest.raises(BadInput):
            in_force(editions, on)
    else:
        assert in_force(editions, on).since == max(day for day in days if day <= on)
