"""World Football Elo Ratings: the site's factors, and a match that its readers calculate."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.elo.margins import goals
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.rulebooks.football import EloRatings
from arpad.rulebooks.football.importance import ELORATINGS

FACTORS = ((0, 1.0), (1, 1.0), (2, 1.5), (3, 1.75), (4, 1.875), (5, 2.0), (7, 2.25), (10, 2.625))
"""eloratings.net, "About": 1, 1.5, 1.75, and from 4 on 1.75 + (N − 3) / 8."""


def test_brazil_v_croatia() -> None:
    """Brazil 2113 (home) 3–1 Croatia 1787, World Cup: We .920726, K · G 90, change 7.1347, by the formula."""
    game = Encounter(Rating(1787), 1.0, advantage=1, margin=2)
    assert EloRatings(importance=60).update(Rating(2113), [game], "live").after.value == 2120
    system = EloRatings(importance=60, rounding=0)
    game = Encounter(Rating(1787), 1.0, advantage=1, margin=2)
    found = system.update(Rating(2113), [game], "live")
    assert found.explanation.value == pytest.approx(7.1347, abs=5e-5)
    assert system.predict(Rating(2113), Rating(1787), 1).expected == pytest.approx(0.920726, abs=5e-7)
    (told,) = found.explanation.parts
    assert told.value == pytest.approx(found.explanation.value, abs=1e-9)


@pytest.mark.parametrize(("lead", "factor"), FACTORS)
def test_goal_factors(lead: int, factor: float) -> None:
    assert len(FACTORS) == 8
    assert goals(lead, 0.0) == factor


def test_the_five_classes() -> None:
    assert sorted({one.importance for one in ELORATINGS.values()}) == [20, 30, 40, 50, 60]
    assert not any(one.knock_out for one in ELORATINGS.values())


CLASSES = {"world cup": 60, "continental finals": 50, "qualifier": 40, "tournament": 30, "friendly": 20}
"""eloratings.net, "About"."""

MATCH = st.tuples(
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 6),
    st.integers(0, 6),
    st.sampled_from(list(CLASSES)),
    st.sampled_from([1, 0]),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(MATCH, min_size=1, max_size=25), st.booleans())
def test_a_slow_twin(matches: list[tuple[int, int, int, int, str, int]], whole: bool) -> None:
    k = CLASSES
    ratings = [1500.0] * 4
    for a, step, for_a, for_b, stage, home in matches:
        b = (a + step) % 4
        we = 1 / (10 ** (-(ratings[a] - ratings[b] + 100 * home) / 400) + 1)
        lead = abs(for_a - for_b)
        g = 1 if lead < 2 else 1.5 if lead == 2 else 1.75 + (lead - 3) / 8
        w = 1 if for_a > for_b else 0.5 if for_a == for_b else 0
        exchange = k[stage] * g * (w - we)
        if whole:
            exchange = math.copysign(math.floor(abs(exchange) + 0.5), exchange)
        ratings[a] += exchange
        ratings[b] -= exchange
    first = np.array([m[0] for m in matches], dtype=np.int32)
    points = np.array([[m[2], m[3]] for m in matches], dtype=float)
    games = Games(
        Players(list("ABCD")),
        first,
        ((first + np.array([m[1] for m in matches])) % 4).astype(np.int32),
        (np.sign(points[:, 0] - points[:, 1]) + 1) / 2,
        advantage=np.array([m[5] for m in matches], dtype=np.int8),
        points_first=points[:, 0],
        points_second=points[:, 1],
        stage=Labels(np.array([list(k).index(m[4]) for m in matches], dtype=np.int32), tuple(k)),
    )
    found = rate(games, EloRatings(rounding=float(whole)), history=True)
    np.testing.assert_allclose(found.rating, ratings, atol=1e-9)
    assert explain(found, "ABCD"[matches[0][0]]).facts["after"] == pytest.approx(
        ratings[matches[0][0]], abs=1e-9
    )


def test_it_needs_to_know_the_match() -> None:
    one = np.array([0], dtype=np.int32)
    goal = np.array([1.0])
    games = Games(Players(["A", "B"]), one, one + 1, goal, points_first=goal, points_second=goal - 1)
    with pytest.raises(BadInput, match="eloratings needs the importance of every match"):
        rate(games, EloRatings())
    assert rate(games, EloRatings(importance=20)).rating.tolist() == [1510, 1490]
