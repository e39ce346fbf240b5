"""FIDE's performance ratings, norms and titles by rating (B.01 of 2024-01-01)."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.fide.norms import BY_RATING, NORMS, adjusted, norm, titles_by_rating
from arpad.rulebooks.fide.performance import performance

TABLE = Path(__file__).parents[1] / "fixtures" / "fide_8_1_1.csv"
NAN = math.nan


def spread(points: float, games: int) -> list[float]:
    """Return scores that add up to so many points."""
    return [min(1.0, max(0.0, points - game)) for game in range(games)]


LICHESS = [
    ((1500,), (1.0,), 2300),
    ((1500,), (0.0,), 700),
    ((1500, 1500), (1.0, 0.5), 1693),
    ((1500, 1500, 1500), (1.0, 0.5, 0.5), 1625),
]
"""Performances as scalachess tests them (EloTest.scala): opponents, scores, rating."""


def test_lichess_has_four_performances() -> None:
    assert len(LICHESS) == 4


@pytest.mark.parametrize(("opponents", "scores", "rating"), LICHESS)
def test_performances(opponents: Sequence[float], scores: Sequence[float], rating: int) -> None:
    assert performance(opponents, scores).rating == rating


def test_a_performance_is_told_with_a_score_in_whole_per_cent() -> None:
    steps = {step.label: step for step in performance((2000, 2100, 2200), (1.0, 0.5, 0.5)).steps}
    # 2 of 3 are 67 per cent, with two decimals as in the table; dp 125 (FIDE Rating Regulations, 8.1.1).
    assert (steps["p"].value, steps["p"].digits) == (0.67, 2)
    assert (steps["dp"].value, steps["Ra"].value, steps["Rp"].value) == (125, 2100, 2225)
    assert [steps[name].digits for name in ("Ra", "dp", "Rp")] == [0, 0, 0]


def test_the_average_is_rounded_with_a_half_up() -> None:
    assert performance((2000, 2001), (0.5, 0.5)).average == 2001
    assert performance((2000, 2000, 2001), (0.5, 0.5, 0.5)).average == 2000


def test_a_performance_needs_games() -> None:
    for opponents, scores in (((), ()), ((1500,), (1.0, 0.0))):
        with pytest.raises(BadInput, match="a performance needs games"):
            performance(opponents, scores)


@given(
    st.lists(st.tuples(st.integers(1400, 2850), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=30)
)
def test_a_performance_is_the_average_and_the_table(games: list[tuple[int, float]]) -> None:
    with TABLE.open() as file:
        table = {round(100 * float(row["p"])): int(row["dp"]) for row in csv.DictReader(file)}
    n, total, halves = len(games), sum(r for r, _ in games), sum(int(2 * s) for _, s in games)
    average = (2 * total + n) // (2 * n)
    share = (100 * halves + n) // (2 * n)
    found = performance([r for r, _ in games], [s for _, s in games])
    assert found.rating == average + table[share]
    assert found.steps[-1].value == found.rating


# --- norms ---


def test_seven_of_nine_against_2380_is_the_smallest_gm_norm() -> None:
    found = norm([2380.0] * 9, spread(7.0, 9), "GM")
    assert found.performance.rating == 2600
    assert found.is_norm
    assert norm([2380.0] * 9, spread(6.5, 9), "GM").failing == ("performance",)


def test_six_and_a_half_of_nine_against_2433_is_not_a_gm_norm() -> None:
    found = norm([2433.0] * 9, spread(6.5, 9), "gm")
    assert (found.performance.share, found.performance.difference) == (72, 166)
    assert found.performance.rating == 2599
    assert found.failing == ("performance",)


LIMITS = [
    ("GM", 2600, 2380, 2200, 2500, 2300),
    ("IM", 2450, 2230, 2050, 2400, 2200),
    ("WGM", 2400, 2180, 2000, 2300, 2100),
    ("WIM", 2250, 2030, 1850, 2200, 2000),
]
"""Title, performance, average, floor, rating for the title, least rating for a direct title."""


@pytest.mark.parametrize(("name", "rp", "average", "floor", "rating", "direct"), LIMITS)
def test_what_each_title_asks(name: str, rp: int, average: int, floor: int, rating: int, direct: int) -> None:
    title = NORMS[name]
    assert (title.performance, title.average, title.floor) == (rp, average, floor)
    assert (title.rating, title.direct) == (rating, direct)
    just = norm([float(average)] * 9, spread(7.0, 9), name)
    assert just.is_norm == (average + 220 >= rp)
    assert "average" in norm([average - 0.6] * 9, spread(9.0, 9), name).failing
    assert "average" not in norm([average - 0.5] * 9, spread(9.0, 9), name).failing


def test_only_the_lowest_opponent_is_raised_to_the_floor() -> None:
    assert adjusted([2100.0, 1900.0, 2500.0], NORMS["GM"]) == [2100.0, 2200.0, 2500.0]
    assert adjusted([2300.0, 2250.0], NORMS["GM"]) == [2300.0, 2250.0]


def test_an_unrated_opponent_counts_1400_and_the_lowest_is_raised() -> None:
    assert adjusted([NAN, NAN, 2500.0], NORMS["IM"]) == [2050.0, 1400.0, 2500.0]
    text = "\n".join(step.line() for step in norm([NAN, NAN, 2500.0], [1.0] * 3, "IM").conditions[2].steps)
    assert "lowest opponent: unrated raised to the floor = 2050 points" in text
    assert "unrated opponent: counts 1400 = 1400 points" in text


def test_eight_games_and_less_than_35_per_cent_fail() -> None:
    assert "games" in norm([2700.0] * 8, spread(8.0, 8), "GM").failing
    assert norm([2800.0] * 9, spread(3.0, 9), "GM").failing == ("score",)
    assert norm([2800.0] * 10, spread(3.5, 10), "GM").is_norm


def test_an_unknown_title_and_no_games() -> None:
    with pytest.raises(BadInput, match="FM asks for no norm but for a rating of 2300, once 30 games"):
        norm([2380.0], [1.0], "fm")
    with pytest.raises(BadInput, match="Choose from GM, IM, WGM, WIM"):
        norm([2400.0], [1.0], "FM")
    with pytest.raises(BadInput, match="no game was given"):
        norm([], [], "GM")


@pytest.mark.parametrize(
    ("rating", "games", "titles"),
    [
        (2300, 30, ("FM", "CM", "WFM", "WCM")),
        (2299, 30, ("CM", "WFM", "WCM")),
        (2100, 30, ("WFM", "WCM")),
        (2000, 30, ("WCM",)),
        (1999, 500, ()),
        (2350, 29, ()),
    ],
)
def test_titles_by_rating(rating: int, games: int, titles: tuple[str, ...]) -> None:
    assert titles_by_rating(rating, games) == titles
    assert len(BY_RATING) == 4
