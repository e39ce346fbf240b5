"""The chart of how ratings are spread."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.office.charts.chart import Caption
from arpad.office.charts.distribution import MOST_BARS, RatingBar, bars_of, distribution


def test_ratings_are_counted_in_round_spans() -> None:
    found = bars_of(np.array([1010.0, 1099.9, 1100.0, 1350.0, 2450.0]))
    assert {one.high - one.low for one in found} == {100.0}
    assert found[0] == RatingBar(1000.0, 1100.0, 2)
    assert found[1] == RatingBar(1100.0, 1200.0, 1)
    assert (found[-1].low, found[-1].players) == (2400.0, 1)


@given(st.lists(st.floats(-3000, 5000), min_size=1, max_size=60))
def test_every_player_is_counted_once_where_the_rating_lies(ratings: list[float]) -> None:
    found = bars_of(np.array(ratings))
    assert len(found) <= MOST_BARS
    assert [one.high for one in found[:-1]] == pytest.approx([one.low for one in found[1:]])
    for one in found:
        inside = sum(one.low <= each < one.high for each in ratings)
        assert one.players == pytest.approx(
            inside, abs=sum(abs(each - one.low) < 1e-6 or abs(each - one.high) < 1e-6 for each in ratings)
        )
    assert sum(one.players for one in found) == len(ratings)


def test_equal_ratings_have_a_bar_and_nobody_none() -> None:
    assert [one.players for one in bars_of(np.full(7, 1500.0))] == [7]
    assert bars_of(np.array([])) == []


@pytest.mark.parametrize("narrow", [False, True])
def test_a_bar_is_as_high_as_its_players_are_many(narrow: bool) -> None:
    chart = distribution(
        [RatingBar(0, 100, 2), RatingBar(100, 200, 0), RatingBar(200, 300, 4)],
        Caption("c", "T", "W"),
        narrow=narrow,
    )
    bars = [
        (float(bottom) - float(top))
        for bottom, top in re.findall(r'class="bar" d="M[\d.]+ ([\d.]+)V([\d.]+)H', chart)
    ]
    assert len(bars) == 2, "none for nobody"
    assert bars[1] == pytest.approx(2 * bars[0], abs=0.2)
