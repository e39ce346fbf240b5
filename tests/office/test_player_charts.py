"""The charts of a player: rating periods as boxes, events along the axis, the map of opponents, the small line."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.office.charts.candles import Candle, Unit, candles, candles_of, unit_of
from arpad.office.charts.chart import WIDE, Caption, overview
from arpad.office.charts.marks import Mark
from arpad.office.charts.opponents import MapOpponent, opponents_map
from arpad.office.charts.series import of_one_player
from arpad.office.charts.spark import span_of, spark

CAPTION = Caption("c", "T", "W")


def day(text: str) -> float:
    return float((date.fromisoformat(text) - date(1970, 1, 1)).days)


def test_a_period_has_open_high_low_and_close() -> None:
    """Typed by hand: a rating opens with what it was before the first game of the period."""
    days = np.array([day("2026-01-05"), day("2026-01-31"), day("2026-03-01") + 0.9])
    before, after = np.array([1500.0, 1520.0, 1490.0]), np.array([1520.0, 1490.0, 1490.0])
    assert candles_of(days, before, after, "month") == [
        Candle("2026-01", day("2026-01-01"), day("2026-02-01"), 1500.0, 1520.0, 1490.0, 1490.0, 2),
        Candle("2026-03", day("2026-03-01"), day("2026-04-01"), 1490.0, 1490.0, 1490.0, 1490.0, 1),
    ]
    quarter = Candle("2026-Q1", day("2026-01-01"), day("2026-04-01"), 1500.0, 1520.0, 1490.0, 1490.0, 3)
    assert candles_of(days, before, after, "quarter") == [quarter]
    assert candles_of(days, before, after, "year")[0].label == "2026"


@pytest.mark.parametrize(
    ("last", "unit"),
    [
        ("2020-01-31", "month"),
        ("2022-12-31", "month"),  # 36 months
        ("2023-01-01", "quarter"),
        ("2028-12-31", "quarter"),  # 36 quarters
        ("2029-01-01", "year"),
        ("9999-12-31", "year"),
    ],
)
def test_the_unit_is_the_shortest_of_which_there_is_room_for_all(last: str, unit: Unit) -> None:
    assert unit_of(np.array([day("2020-01-01"), day(last)])) == unit


@given(
    st.lists(st.tuples(st.floats(0, 20_000), st.floats(500, 2500)), min_size=1, max_size=40),
    st.sampled_from(["month", "quarter", "year"]),
)
def test_a_period_goes_on_where_the_one_before_it_closed(
    games: list[tuple[float, float]], unit: Unit
) -> None:
    days, after = (np.array(column) for column in zip(*sorted(games), strict=True))
    before = np.concatenate(([1500.0], after[:-1]))
    periods = candles_of(days, before, after, unit)
    assert sum(candle.games for candle in periods) == len(games)
    assert (periods[0].open, periods[-1].close) == (1500.0, after[-1])
    assert [candle.open for candle in periods[1:]] == [candle.close for candle in periods[:-1]]
    for candle in periods:
        assert candle.low <= min(candle.open, candle.close) <= max(candle.open, candle.close) <= candle.high
    assert all(earlier.end <= later.start for earlier, later in pairwise(periods))


@pytest.mark.parametrize("narrow", [False, True])
def test_a_box_is_hollow_where_the_rating_rose_and_a_period_without_games_has_none(narrow: bool) -> None:
    days = np.array([day("2026-01-05"), day("2026-02-05"), day("2026-05-05")])
    periods = candles_of(days, np.array([1500.0, 1530, 1510]), np.array([1530.0, 1510, 1510]), "month")
    chart = candles(periods, CAPTION, narrow=narrow)
    assert re.findall(r'class="(rise|fall)"', chart) == ["rise", "fall", "rise"]
    edges = [float(x) for x in re.findall(r'class="(?:rise|fall)" d="M([\d.]+) ', chart)]
    assert edges[2] - edges[1] == pytest.approx(3 * (edges[1] - edges[0]), rel=0.1), (
        "March and April are free"
    )


def test_the_last_year_of_the_calendar_has_its_box() -> None:
    days = np.array([day("9999-12-31")])
    assert candles_of(days, np.array([1500.0]), np.array([1510.0]), "year")[0].label == "9999"


def test_events_stand_where_they_were() -> None:
    days = np.array([day("2026-01-01"), day("2026-01-11")])
    history = of_one_player(
        "Ann", days, np.array([1500.0, 1510.0]), None, np.zeros(2, dtype=bool), ("a", "b")
    )
    marks = [
        Mark(day("2026-01-06"), "season", "Summer"),
        Mark(day("2026-01-01"), "list", "2026-01"),
        Mark(day("2026-01-11"), "tournament", "<Open>", "11 January 2026"),
        Mark(day("2026-02-11"), "season", "Later"),
    ]
    chart = overview(history, WIDE, CAPTION, marks)
    left, right = WIDE.left, WIDE.width - WIDE.right
    assert f'class="season" d="M{(left + right) / 2:.1f} ' in chart, "in the middle of the ten days"
    assert f'class="list" d="M{left:.1f} ' in chart
    assert re.search(rf'class="event" cx="{right:.1f}".*?&lt;Open&gt;.*?11 January 2026', chart)
    assert "Summer" in chart
    assert "Later" not in chart, "after what is shown"
    assert 'class="marks"' not in overview(history, WIDE, CAPTION), "charts without events are as they were"


def test_names_of_seasons_run_into_no_other() -> None:
    days = np.array([0.0, 1000.0])
    history = of_one_player(
        "Ann", days, np.array([1500.0, 1510.0]), None, np.zeros(2, dtype=bool), ("a", "b")
    )
    marks = [Mark(500.0 + n, "season", f"Season {n}") for n in range(5)]
    chart = overview(history, WIDE, CAPTION, marks)
    assert chart.count('class="season"') == 5
    assert chart.count('class="season-name"') == 1


def test_an_opponent_lies_where_rating_difference_and_score_say() -> None:
    opponents = [MapOpponent("Bo", 100.0, 1.0, 4, "4 of 4"), MapOpponent("<Cy>", -100.0, 0.0, 1, "0 of 1")]
    chart = opponents_map(opponents, [(-108.0, 0.65), (108.0, 0.35)], CAPTION)
    dots = {
        name: (float(x), float(y), float(r))
        for x, y, r, name in re.findall(
            r'<circle class="opponent" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"><title>\u2068(.*?)\u2069',
            chart,
        )
    }
    assert dots["Bo"][0] > dots["&lt;Cy&gt;"][0], "stronger opponents are on the right"
    assert dots["Bo"][1] < dots["&lt;Cy&gt;"][1], "who scored more against them is higher up"
    assert dots["Bo"][2] > dots["&lt;Cy&gt;"][2], "more games, a larger dot"
    assert chart.count('class="label"') == 2
    assert chart.count('class="expected"') == 1


def test_names_on_the_map_run_into_nothing() -> None:
    opponents = [MapOpponent(f"Opponent {n}", 10.0 + n / 10, 0.5, 3, "") for n in range(20)]
    chart = opponents_map(opponents, [], CAPTION)
    assert chart.count('class="opponent"') == 20
    assert chart.count('class="label"') <= 2, "one on either side of the heap"


def test_a_small_line_rises_and_has_a_gap_for_who_was_not_on_a_list() -> None:
    """60 by 16 pixels with 2 free at each end: four ratings are 56 / 3 apart, and the span is 12 high."""
    assert 'd="M2 14L20.7 2M58 8"' in spark([1500.0, 1520.0, None, 1510.0], 20.0, "told")
    assert 'aria-label="&lt;told&gt;"' in spark([1.0, 2.0], 1.0, "<told>")
    assert 'd="M2 8L58 8"' in spark([1500.0, 1500.0], 0.0, "level")
    assert spark([None, 1500.0], 10.0, "new") == ""
    assert span_of([[1500.0, None, 1530.0], [], [1200.0, 1190.0]]) == 30.0
    assert span_of([]) == 0.0
