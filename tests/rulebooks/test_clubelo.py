"""ClubElo: what is published of it, and that the rest says that it is not."""

from __future__ import annotations

import math

import pytest

from arpad.ratings.model import Encounter, Rating
from arpad.rulebooks.football import ClubElo
from arpad.rulebooks.football.clubelo import adapted


@pytest.mark.parametrize(("lead", "times"), [(0, 1.0), (1, 1.0), (2, math.sqrt(2)), (4, 2.0), (9, 3.0)])
def test_exchanged_points_by_the_root_of_the_lead(lead: int, times: float) -> None:
    """old.clubelo.com: points × √(goal difference), draws × 1."""
    score = 1.0 if lead else 0.5
    found = ClubElo().update(Rating(1600), [Encounter(Rating(1500), score, margin=lead)], "live")
    expected = 1 / (1 + 10 ** (-100 / 400))
    assert found.explanation.value == pytest.approx(20 * times * (score - expected))


def test_home_advantage_follows_what_home_sides_win() -> None:
    """clubelo.com/System: HFA + 0.075 · Σ ΔElo of the home sides."""
    assert adapted(80.0, [4.0, -2.0, 6.0]) == pytest.approx(80.6)
    assert adapted(80.0, []) == 80.0


def test_home_advantage_counts() -> None:
    assert ClubElo(advantage=100).predict(Rating(1500), Rating(1600), 1).expected == 0.5


def test_it_is_said_to_be_unverified() -> None:
    assert ClubElo.status == "unverified"
    assert any("remembered" in note for note in ClubElo.notes)
