"""Margin-of-victory multipliers.

Sources: eloratings.net, "About" (goals); old.clubelo.com (sqrt); FiveThirtyEight's forecast.py of
fivethirtyeight/nfl-elo-game (log), and its NBA ratings as re-implementations have them (power).
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.ratings.elo.margins import MARGINS

VALUES = [
    # name, margin, difference with home advantage, multiplier
    ("none", 7, 300, 1.0),
    ("goals", 0, 0, 1.0),
    ("goals", 1, 0, 1.0),
    ("goals", 2, 500, 1.5),
    ("goals", 3, 0, 1.75),
    ("goals", 4, 0, 1.875),
    ("goals", 5, 0, 2.0),
    ("goals", -2, 0, 1.5),
    ("goals", 31, 0, 5.25),  # Australia 31–0 American Samoa: 1.75 + 28/8
    ("sqrt", 0, 0, 1.0),
    ("sqrt", 1, 0, 1.0),
    ("sqrt", 4, 0, 2.0),
    ("sqrt", -9, 0, 3.0),
    ("log", 48, 1503.947 - 1300 + 65, math.log(49) * 2.2 / 2.468947),  # RII 48–0 STP, 1920
    ("log", 0, -128.002, 5.377 / (20 * (0.5 - 0.3236958))),  # CHT 0–0 ARI, 1920: 1300.000 to 1305.377
    ("log", -10, 165, math.log(11) * 2.2 / 2.035),
    ("power", 10, 100, 0.960881),  # NBA: 1500 v 1500, home wins by 10
    ("power", -10, 100, 13**0.8 / 6.9),
    ("power", 0, 100, 3**0.8 / 7.5),
]


@pytest.mark.parametrize(("name", "margin", "difference", "multiplier"), VALUES)
def test_values(name: str, margin: float, difference: float, multiplier: float) -> None:
    assert MARGINS[name].multiplier(margin, difference) == pytest.approx(
        multiplier, abs=5e-7 if margin else 2e-4
    )


LEADS = st.integers(-80, 80).map(float)


@given(st.sampled_from(sorted(MARGINS)), LEADS, st.floats(-1e5, 1e5))
def test_both_sides_get_the_same_factor(name: str, margin: float, difference: float) -> None:
    factor = MARGINS[name].multiplier(margin, difference)
    assert factor == MARGINS[name].multiplier(-margin, -difference)
    assert 0.0 < factor < math.inf


@given(st.sampled_from(sorted(MARGINS)), st.integers(0, 80).map(float), st.floats(-1e5, 1e5))
def test_a_larger_lead_never_counts_less(name: str, lead: float, difference: float) -> None:
    winner = difference if lead else 0.0  # a draw has no winner whose strength would count
    multiplier = MARGINS[name].multiplier
    if lead:
        assert multiplier(lead + 1.0, winner) >= multiplier(lead, winner)
