from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.office.charts.axes import date_ticks, number_ticks, rating_ticks
from arpad.office.charts.chart import NARROW, WIDE, Caption, overview, panel, spread
from arpad.office.charts.series import POINTS, RatingHistory, Series, history_of
from arpad.office.pages.formatting import number, shortened, width
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Players

SVG = "{http://www.w3.org/2000/svg}"
WORDS = Caption("key", "Ratings & <more>", "What is to be seen")


def days_of(*dates: date) -> list[float]:
    return [float((day - date(1970, 1, 1)).days) for day in dates]


def duel(n: int, time: Any = None) -> Games:
    rng = np.random.default_rng(7)
    first, second = np.zeros(n, dtype=np.int32), np.ones(n, dtype=np.int32)
    return Games(Players(("A", "B")), first, second, rng.integers(0, 2, n).astype(float), time=time)


def test_round_ratings_stand_on_the_axis() -> None:
    assert [label for _, label in rating_ticks(1430, 1770, 7)] == [
        "1450",
        "1500",
        "1550",
        "1600",
        "1650",
        "1700",
        "1750",
    ]
    assert [label for _, label in rating_ticks(-12, 9, 5)] == ["−10", "−5", "0", "5"]
    assert [label for _, label in rating_ticks(0.1, 0.52, 3)] == ["0.2", "0.4"]


def test_round_dates_stand_on_the_axis() -> None:
    low, high = days_of(date(1930, 7, 13), date(2022, 12, 18))
    assert [label for _, label in date_ticks(low, high, 8)] == ["1940", "1960", "1980", "2000", "2020"]
    low, high = days_of(date(2023, 11, 20), date(2024, 5, 2))
    assert [label for _, label in date_ticks(low, high, 6)] == [
        "Dec 2023",
        "Jan 2024",
        "Feb 2024",
        "Mar 2024",
        "Apr 2024",
        "May 2024",
    ]
    low, high = days_of(date(2024, 2, 27), date(2024, 3, 2))
    assert [label for _, label in date_ticks(low, high, 6)] == [
        "27 Feb 2024",
        "28 Feb",
        "29 Feb",
        "1 Mar",
        "2 Mar",
    ]


@given(
    st.dates(date(1100, 1, 1), date(9000, 1, 1)),
    st.integers(1, 300_000),
    st.integers(2, 12),
)
def test_dates_are_few_and_inside(start: date, span: int, most: int) -> None:
    low, high = days_of(start, start + timedelta(days=span))
    at = [tick for tick, _ in date_ticks(low, high, most)]
    assert at == sorted(at)
    assert all(low <= each <= high for each in at)
    assert len(at) <= most + 1


def test_periods_are_numbered_or_named() -> None:
    assert [label for _, label in number_ticks(0, 52, 6)] == ["0", "10", "20", "30", "40", "50"]
    assert [label for _, label in number_ticks(0, 2, 6, ("Spring", "Summer", "Autumn"))] == [
        "Spring",
        "Summer",
        "Autumn",
    ]


@given(st.lists(st.floats(0, 400), min_size=1, max_size=8))
def test_labels_never_overlap_nor_leave_the_chart(wanted: list[float]) -> None:
    placed = spread(wanted, 18, 10, 410)
    ordered = sorted(placed)
    assert all(later - label >= 18 - 1e-6 for label, later in pairwise(ordered))
    assert ordered[0] >= 10 - 1e-6
    assert ordered[-1] <= 410 + 1e-6
    assert [wanted[i] for i in sorted(range(len(wanted)), key=lambda i: placed[i])] == sorted(wanted)


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([300.0, 100.0, 200.0], 18, 10, 410) == [300.0, 100.0, 200.0]
    assert spread([100.0, 100.0], 20, 0, 400) == [90.0, 110.0]


def test_a_long_history_is_thinned_but_keeps_peak_and_last() -> None:
    ratings = rate(duel(5000), Elo(), history=True)
    (series,) = history_of(ratings, ["A"]).series
    whole = ratings.history("A")["rating"]
    assert series.whole == 5000
    assert 100 < len(series) <= POINTS
    assert series.rating.max() == series.rating[series.peak] == whole.max()
    assert series.rating[-1] == whole[-1]
    assert (np.diff(series.x) > 0).all()


def test_games_of_one_moment_leave_the_last_and_the_peak() -> None:
    time = np.repeat(np.array(["2024-01-01", "2024-06-01"], dtype="datetime64[D]"), 50)
    ratings = rate(duel(100, time), Elo(), history=True)
    (series,) = history_of(ratings, ["A"]).series
    whole = ratings.history("A")["rating"].to_list()
    assert set(series.rating) == {whole[49], whole[99], max(whole)}


def test_a_long_absence_cuts_the_line() -> None:
    months = np.array(
        ["2010-01", "2010-06", "2010-12", "2015-01", "2015-03", "2019-12"], dtype="datetime64[M]"
    )
    ratings = rate(duel(6, months.astype("datetime64[D]")), Elo(), history=True)
    (series,) = history_of(ratings, ["A"]).series
    assert series.stretch.tolist() == [0, 0, 0, 1, 1, 2]
    root = ET.fromstring(overview(RatingHistory((series,), "date"), WIDE, WORDS))
    assert len([e for e in root.iter(f"{SVG}circle") if e.get("class") == "dot"]) == 1
    lines = [e for e in root.iter(f"{SVG}path") if e.get("class") == "line" and "L" in str(e.get("d"))]
    assert len(lines) == 2


def test_the_peak_is_one_of_an_established_rating() -> None:
    class Careful(Elo):
        provisional_games = 4

    score = np.array([1, 1, 1, 0, 0, 0, 1, 0, 0, 0.0])
    games = Games(Players(("A", "B")), np.zeros(10, dtype=np.int32), np.ones(10, dtype=np.int32), score)
    (series,) = history_of(rate(games, Careful(), history=True), ["A"]).series
    assert series.provisional.tolist() == [True] * 3 + [False] * 7
    assert series.rating.argmax() == 2
    assert series.peak == 3
    root = ET.fromstring(overview(RatingHistory((series,), "game"), WIDE, WORDS))
    assert [e.get("class") for e in root.iter(f"{SVG}path")].count("line p") == 1


def test_a_chart_without_history_is_rated_once_more(odd: Games) -> None:
    history = history_of(rate(odd, Elo()), [odd.players.names[0]])
    assert history.kind == "game"
    assert history.series[0].x.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("sheet", [WIDE, NARROW])
def test_everything_lies_on_the_sheet(sheet: object, elo: Ratings, glicko: Ratings) -> None:
    assert sheet in (WIDE, NARROW)
    here = WIDE if sheet is WIDE else NARROW
    for ratings in (elo, glicko):
        history = history_of(ratings, ratings.table()["player"].head(8).to_list())
        root = ET.fromstring(overview(history, here, WORDS))
        for text in root.iter(f"{SVG}text"):
            x, y, size = float(str(text.get("x"))), float(str(text.get("y"))), width("".join(text.itertext()))
            length = size * here.font
            left = x - {"end": length, "middle": length / 2}.get(str(text.get("text-anchor")), 0)
            assert left >= -3
            assert left + length <= here.width + 3
            assert here.font / 2 <= y <= here.height


def below(svg: str) -> list[tuple[float, float, str]]:
    """Return the labels of the axis of time: their middles, their baselines, their words."""
    (grid,) = [group for group in ET.fromstring(svg).iter(f"{SVG}g") if group.get("class") == "grid"]
    return [
        (float(str(e.get("x"))), float(str(e.get("y"))), "".join(e.itertext()))
        for e in grid.iter(f"{SVG}text")
        if e.get("text-anchor") == "middle"
    ]


def climbing(last: int, kind: str = "game", names: tuple[str, ...] = ()) -> RatingHistory:
    """Return the history of a player whose rating goes up by a point at 0, 1, … up to the last."""
    x = np.arange(last + 1, dtype=float)
    played = np.zeros(last + 1, dtype=int)
    labels = tuple(f"{at:.0f}" for at in x)
    series = Series("A", x, 1500 + x, None, played > 0, played, labels, last, last + 1)
    return RatingHistory((series,), kind, names=names)


def test_numbers_of_games_stand_below_their_marks() -> None:
    """The plot begins at 48 and ends 176 before the right edge of 960; it ends 32 above the lower edge of 460."""
    across = {str(games): 48 + games / 50 * (960 - 176 - 48) for games in range(0, 51, 5)}
    svg = overview(climbing(50), WIDE, WORDS)
    labels = below(svg)
    assert {words: x for x, _, words in labels} == pytest.approx(across, abs=0.05)
    # letters of 13 below a gap of 7
    assert {y for _, y, _ in labels} == {460 - 32 + 7 + 13}
    marks = [str(e.get("d")) for e in ET.fromstring(svg).iter(f"{SVG}path") if str(e.get("d")).endswith("v5")]
    assert marks == [f"M{x:.1f} 428.0v5" for x in across.values()]


def test_names_of_events_are_shortened_and_do_not_run_into_each_other() -> None:
    names = ("The Very Long Name of an Open Championship", "B", "C", "Another Championship of Great Length")
    labels = below(overview(climbing(3, "number", names), WIDE, WORDS))
    ends = [(x - width(words) * 13 / 2, x + width(words) * 13 / 2) for x, _, words in labels]
    assert [words for _, _, words in labels if len(words) == 1] == ["B", "C"]
    assert all(
        words == name or words.endswith("…") for (_, _, words), name in zip(labels, names, strict=True)
    )
    # A third of the plot is the most that a label may take, and none begins before the sheet.
    assert all(right - left <= (960 - 176 - 48) / 3 for left, right in ends)
    assert ends[0][0] == pytest.approx(0.0, abs=0.1)
    assert all(later[0] - earlier[1] >= 0.6 * 13 - 0.1 for earlier, later in pairwise(ends))


def test_a_label_without_room_is_left_out() -> None:
    names = tuple(f"Open Championship no. {number}" for number in range(9))
    shown = {words: x for x, _, words in below(overview(climbing(8, "number", names), WIDE, WORDS))}
    half = width(names[0]) * 13 / 2
    taken = 0.0
    for at, name in enumerate(names):
        # The marks are 92 apart; the first label is moved to the right, onto the sheet.
        middle = max(48 + at * 92, half)
        assert (name in shown) == (at == 0 or middle - half > taken + 0.6 * 13)
        if name in shown:
            assert shown[name] == pytest.approx(middle, abs=0.05)
            taken = middle + half
    assert len(shown) == 4


def test_one_player_alone_has_his_band(glicko: Ratings) -> None:
    both = history_of(glicko, ["Brazil", "Italy"])
    alone = RatingHistory(both.series[:1], both.kind)
    assert 'class="band"' in overview(alone, WIDE, WORDS)
    assert 'class="band"' not in overview(both, WIDE, WORDS)
    assert 'class="band"' in panel(both, 1, WORDS)


def test_a_single_point_is_a_chart() -> None:
    series = Series(
        "A", *(np.array([1500.0]),) * 2, None, np.array([False]), np.array([0]), ("game 1",), 0, 1
    )
    ET.fromstring(overview(RatingHistory((series,), "game"), WIDE, WORDS))


def test_a_chart_shows_no_more_than_can_be_told_apart(elo: Ratings) -> None:
    history = history_of(elo, elo.table()["player"].head(9).to_list())
    with pytest.raises(ValueError, match="1 to 8 players"):
        overview(history, WIDE, WORDS)


def test_its_title_and_description_are_named(elo: Ratings) -> None:
    root = ET.fromstring(overview(history_of(elo, ["Brazil"]), WIDE, WORDS))
    assert root.get("aria-labelledby") == "key-title key-desc"
    assert [(e.get("id"), e.text) for e in list(root)[:2]] == [
        ("key-title", "Ratings & <more>"),
        ("key-desc", "What is to be seen"),
    ]


def test_numbers_as_people_print_them() -> None:
    assert number(1742.6) == "1743"
    assert number(-0.04, 1) == "0.0"
    assert number(-3.5, 1) == "−3.5"
    assert number(12345.6) == "12,346"
    assert shortened("Netherlands", 20) == "Netherlands"
    assert shortened("李世乭李世乭李世乭", 5) == "李世乭李…"
