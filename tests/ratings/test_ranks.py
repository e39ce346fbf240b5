"""How sure a rank is: of two players, and the chances of places."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.core import NotProvided
from arpad.ratings.comparisons import better
from arpad.ratings.contests.place_probabilities import gumbel_places, normal_places


def test_better_is_the_normal_distribution_of_the_lead() -> None:
    assert better(1600, 30, 1550, 40) == pytest.approx(NormalDist(50, 50).cdf(100), abs=1e-12)
    assert better(1500, 0, 1500, 0) == 0.5
    assert better(1501, 0, 1500, 0) == 1.0


def test_a_list_has_them() -> None:
    games = arpad.read_games(pl.DataFrame({"white": ["A"] * 9, "black": ["B"] * 9, "result": ["1-0"] * 9}))
    ratings = arpad.rate(games, arpad.Glicko())
    assert ratings.rank_intervals().rows() == [("A", 1, 1, 1), ("B", 2, 2, 2)]
    assert ratings.better("A", "B") > 0.99
    with pytest.raises(NotProvided, match="no deviations"):
        arpad.rate(games, arpad.Elo()).rank_intervals()


def test_first_of_eight() -> None:
    # openskill says .238, skillratings .200 and .397, a simulation of the model .799
    mean = np.array([35.0] + [25.0] * 7)
    places = normal_places(mean, np.full(8, np.hypot(1.0, 25 / 6)))
    assert places[0, 0] == pytest.approx(0.799, abs=0.001)
    np.testing.assert_allclose(places.sum(axis=0), 1.0, atol=1e-9)
    np.testing.assert_allclose(places.sum(axis=1), 1.0, atol=1e-9)


def test_three_of_a_simulation() -> None:
    # openskill says .572 .333 .095; a simulation .753 .210 .038
    first = normal_places(np.array([30.0, 25.0, 20.0]), np.full(3, np.hypot(2.0, 25 / 6)))[:, 0]
    np.testing.assert_allclose(first, [0.753, 0.210, 0.038], atol=0.001)


def test_plackett_and_luce_give_first_places_by_strength() -> None:
    places = gumbel_places(np.log(np.array([3.0, 1.0, 2.0])))
    np.testing.assert_allclose(places[:, 0], [1 / 2, 1 / 6, 1 / 3], atol=1e-9)
    # second: P(j first) · strength / (rest)
    assert places[0, 1] == pytest.approx((1 / 6) * (3 / 5) + (1 / 3) * (3 / 4), abs=1e-9)
