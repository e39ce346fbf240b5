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
    bars = bars_of(np.array([1010.0, 1099.9, 1100.0, 1350.0, 2450.0]))
    assert {bar.high - bar.low for bar in bars} == {100.0}
    assert bars[0] == RatingBar(1000.0, 1100.0, 2)
    assert bars[1] == RatingBar(1100.0, 1200.0, 1)
    assert (bars[-1].low, bars[-1].players) == (2400.0, 1)


@given(st.lists(st.floats(-3000, 5000), min_size=1, max_size=60))
def test_every_player_is_counted_once_where_the_rating_lies(ratings: list[float]) -> None:
    bars = bars_of(np.array(ratings))
    assert len(bars) <= MOST_BARS
    assert [bar.high for bar in bars[:-1]] == pytest.approx([bar.low for bar in bars[1:]])
    for bar in bars:
        inside = sum(bar.low <= each < bar.high for each in ratings)
        assert bar.players == pytest.approx(
            inside, abs=sum(abs(each - bar.low) < 1e-6 or abs(each - bar.high) < 1e-6 for each in ratings)
        )
    assert sum(bar.players for bar in bars) == len(ratings)


def test_equal_ratings_have_a_bar_and_nobody_none() -> None:
    assert [bar.players for bar in bars_of(np.full(7, 1500.0))] == [7]
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
