"""FIDE's initial ratings (B.02, 8.2), the conversion of March 2024 and inactivity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date

import pytest

from arpad.compiled.specialising import interpreted
from arpad.rulebooks.fide import Fide
from arpad.rulebooks.fide.editions import EDITIONS
from arpad.rulebooks.fide.initial import explain_initial, initial_rating, per_cent
from arpad.rulebooks.fide.without_games import converted, inactive

PUBLISHED = (1902, 1877, 1884, 2012, 1832)
"""A newcomer of 2024 with 3 points; FIDE published 1922 (ratings.fide.com, calculation of the list)."""

NEW, ARCHIVED = 2, 1
"""Places of the editions of 2024-03-01 and of 2022-01-01."""


def made(opponents: Sequence[float], score: float, edition: int = NEW) -> float:
    total, n = float(sum(opponents)), float(len(opponents))
    return float(interpreted(initial_rating)(Fide().numbers(), edition, total, n, score))


TABLE = [
    (PUBLISHED, 3.0, 1922),
    ((2000,) * 5, 3.0, 1993),
    ((2000,) * 5, 2.0, 1893),
    ((2000,) * 5, 2.5, 1943),
]
"""Opponents, score and rating, by the rules of 2024."""


def test_the_table_has_four_rows() -> None:
    assert len(TABLE) == 4


@pytest.mark.parametrize(("opponents", "score", "rating"), TABLE)
def test_initial_ratings_since_march_2024(opponents: Sequence[float], score: float, rating: int) -> None:
    assert made(opponents, score) == rating


def test_the_archived_edition_gives_one_point_less() -> None:
    assert made(PUBLISHED, 3.0, ARCHIVED) == 1921


def test_the_archived_edition_below_one_half_takes_the_table_and_above_20_each_half_point() -> None:
    assert made((2000,) * 5, 2.0, ARCHIVED) == 2000 - 72
    assert made((2000,) * 5, 2.5, ARCHIVED) == 2000
    assert made((2000,) * 5, 4.5, ARCHIVED) == 2080


def test_at_most_2200() -> None:
    assert made((2500,) * 9, 8.0) == 2200
    assert made((2500,) * 9, 8.0, ARCHIVED) == 2640


@pytest.mark.parametrize(
    ("score", "n", "share"), [(1.0, 8.0, 13), (3.0, 8.0, 38), (7.0, 9.0, 78), (2.0, 3.0, 67)]
)
def test_a_fractional_score_is_rounded_to_whole_per_cent_halves_up(
    score: float, n: float, share: int
) -> None:
    assert per_cent(score, n) == share


@pytest.mark.parametrize("edition", [NEW, ARCHIVED])
def test_the_explanation_ends_in_the_rating(edition: int) -> None:
    fide = Fide()
    told = explain_initial(fide.numbers(), EDITIONS[edition], edition, PUBLISHED, 3.0, None)
    assert told.steps[-1].value == made(PUBLISHED, 3.0, edition)
    assert told.value == 0.0
    again = explain_initial(fide.numbers(), EDITIONS[edition], edition, PUBLISHED, 3.0, 1390.0)
    assert again.value == told.steps[-1].value - 1390.0


def test_the_explanation_shows_the_phantom_draws() -> None:
    told = explain_initial(Fide().numbers(), EDITIONS[NEW], NEW, PUBLISHED, 3.0, None)
    text = "\n".join(told.lines())
    assert "(1902 + 1877 + 1884 + 2012 + 1832 + 2 · 1800) / 7 = 1872.43 points" in text
    assert "(3 + 1) / 7 = 0.57" in text
    assert "dp: p 0.57 = 50" in text


# --- the conversion of 2024-03-01, all ratings below 2000 ---


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (1000, 1400),
        (1400, 1640),
        (1500, 1700),
        (1700, 1820),
        (1900, 1940),
        (1999, 1999),
        (2000, 2000),
        (2500, 2500),
    ],
)
def test_the_conversion_of_march_2024(old: int, new: int) -> None:
    assert converted(float(old)) == new


# --- inactivity: a year without a rated game ---


@pytest.mark.parametrize(
    ("list_day", "last", "is_inactive"),
    [
        (date(2026, 1, 1), date(2025, 1, 1), False),
        (date(2026, 1, 1), date(2024, 12, 31), True),
        (date(2026, 1, 1), None, True),
        # There is no 29 February 2023.
        (date(2024, 2, 29), date(2023, 2, 28), False),
        (date(2024, 2, 29), date(2023, 2, 27), True),
        (date(2026, 10, 31), date(2025, 10, 31), False),
        (date(2026, 10, 31), date(2025, 10, 30), True),
    ],
)
def test_inactive_after_a_year(list_day: date, last: date | None, is_inactive: bool) -> None:
    assert inactive(list_day, last) is is_inactive


def test_editions_differ_in_what_initial_ratings_ask() -> None:
    assert [edition.phantoms for edition in EDITIONS] == [0, 0, 2, 2]
    assert [edition.lowest for edition in EDITIONS] == [1000, 1000, 1400, 1400]
    assert [math.isinf(edition.highest_initial) for edition in EDITIONS] == [True, True, False, False]
