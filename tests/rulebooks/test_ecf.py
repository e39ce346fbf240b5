"""ECF: what is certain of it, and the old grades."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.ratings.model import Encounter, Rating
from arpad.rulebooks.england import Ecf
from arpad.rulebooks.england.grading import from_grade, game_points, grade


@pytest.mark.parametrize(("old", "rating"), [(0, 700), (100, 1450), (120, 1600), (200, 2200)])
def test_conversion_of_a_grade(old: float, rating: float) -> None:
    assert from_grade(old) == rating


def test_elote_agrees_within_the_limit() -> None:
    """elote: 100 beats 120; the new grades average 100 + 70 and 120 − 30 with what they were: 135, 85."""
    assert game_points(100, 120, 1.0) == 170
    assert game_points(120, 100, 0.0) == 50
    assert (100 + 170) / 2 == 135
    assert (120 + 50) / 2 == 85


def test_the_federations_limit_is_40_and_not_elotes_50() -> None:
    assert game_points(100, 160, 1.0) == 190
    assert game_points(100, 160, 1.0, limit=50.0) == 200
    assert game_points(100, 40, 0.0) == 10


def test_a_season_is_the_average_of_its_games() -> None:
    assert grade(100, [(120, 1.0), (90, 0.5), (200, 0.0)]) == pytest.approx((170 + 90 + 90) / 3)
    assert grade(100, []) == 100


@given(
    st.floats(500, 2800),
    st.lists(st.tuples(st.floats(500, 2800), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=9),
)
def test_it_is_elo_by_the_month(own: float, games: list[tuple[float, float]]) -> None:
    change = 32 * sum(score - 1 / (1 + 10 ** ((theirs - own) / 400)) for theirs, score in games)
    encounters = [Encounter(Rating(theirs), score) for theirs, score in games]
    found = Ecf(k=32).update(Rating(own), encounters, "period")
    assert found.after.value == pytest.approx(own + change, abs=1e-9)
    assert math.fsum(part.value for part in found.explanation.parts) == pytest.approx(change, abs=1e-9)


def test_it_says_that_k_is_not_known() -> None:
    assert Ecf.status == "unverified"
    assert any("values of K" in note for note in Ecf.notes)
