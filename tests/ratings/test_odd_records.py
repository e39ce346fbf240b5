"""Records and parameters at the edge: no games, events that overlap, values that cannot be meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.core import BadInput
from arpad.office import publish, publish_history
from arpad.ratings.model import Encounter, Rating
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class

OVERLAPPING = """date,white,black,result,event
2024-01-01,Ann,Bob,1-0,X
2024-01-02,Ann,Bob,1-0,Y
2024-01-03,Ann,Bob,1-0,X
"""


@pytest.fixture
def overlapping(tmp_path: Path) -> arpad.Games:
    path = tmp_path / "leagues.csv"
    path.write_text(OVERLAPPING, encoding="utf-8")
    return arpad.read_games(path)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_day_before_the_first_game_has_an_empty_list(name: str, overlapping: arpad.Games) -> None:
    ratings = arpad.rate(overlapping, rating_system(name), as_of=date(2000, 1, 1))
    assert ratings.table().height == 0


@pytest.mark.parametrize("name", ["elo", "glicko", "glicko2"])
def test_an_empty_list_is_published(name: str, tmp_path: Path) -> None:
    none = arpad.read_games(pl.DataFrame({"white": [], "black": [], "result": []}, schema_overrides={}))
    ratings = arpad.rate(none, rating_system(name), history=True)
    publish(ratings, tmp_path / "list.html")
    publish_history(ratings, tmp_path / "history.csv")
    assert (tmp_path / "list.html").stat().st_size > 1000


def test_an_event_is_rated_as_a_whole_when_it_ends(overlapping: arpad.Games) -> None:
    ratings = arpad.rate(overlapping, arpad.Elo(k=20), schedule="period", period="event", history=True)
    went = ratings.history("Ann")
    assert went["period"].to_list() == ["Y", "X"]
    # Y: a win at .5 expected; X: two at 1 / (1 + 10^(-20/400)) = .5287506
    assert went["rating"].to_list() == pytest.approx([1510.0, 1510.0 + 40 * (1 - 0.5287506)], abs=1e-5)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rounding": 1e-320}, "too close to 0"),
        ({"initial": 1e300}, "Expected from -1000000 to 1000000"),
        ({"initial": None}, "needs a value"),
        ({"initial": "1500"}, "must be a number"),
        ({"advantage": [1]}, "cannot be"),
    ],
)
def test_parameters_that_cannot_be_meant(settings: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        arpad.Elo(**settings)  # type: ignore[arg-type]


def test_a_bound_that_is_no_value_is_named_so() -> None:
    with pytest.raises(BadInput) as refused:
        rating_system("trueskill", {"draw_probability": "1"})
    assert refused.value.remedy == "Expected from 0 to below 1."


def test_a_newcomers_deviation_is_needed() -> None:
    with pytest.raises(BadInput, match="deviation needs a value"):
        arpad.Glicko(deviation=None)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="Expected from 0 to 1000000"):
        arpad.Glicko(deviation=1e308, max_deviation=1e308)


WITH_DEVIATIONS = [name for name in SYSTEMS if "deviation" in system_class(name).columns]


@pytest.mark.parametrize("name", WITH_DEVIATIONS)
def test_deviations_whose_squares_are_no_numbers(name: str, overlapping: arpad.Games) -> None:
    system = rating_system(name)
    known = {"rating": np.array([1500.0, 1500.0]), "deviation": np.array([1e200, 50.0])}
    games = replace(overlapping, players=overlapping.players.with_attributes(known))
    with pytest.raises(BadInput, match="Ann: deviation 1e\\+200 is out of range"):
        arpad.rate(games, system)
    for own, other in ((1e200, 1e200), (1e200, 50.0), (50.0, 1e200)):
        expected = system.predict(Rating(1500.0, own), Rating(1400.0, other)).expected
        assert 0.4 <= expected <= 1.0
    with pytest.raises(BadInput, match="deviation 1e\\+200 is out of range"):
        arpad.what_if(system, Rating(1500.0, 50.0), [Encounter(Rating(1400.0, 1e200), 1.0)])


@pytest.mark.parametrize("own", [Rating(1500, 50, 0.0), Rating(1500, 50, -0.1), Rating(1500, -1, 0.06)])
def test_a_what_if_wants_a_deviation_and_a_volatility_that_can_be(own: Rating) -> None:
    with pytest.raises(BadInput, match=r"(deviation|volatility) .*out of range|must be"):
        arpad.what_if(arpad.Glicko2(), own, [Encounter(Rating(1613, 50, 0.06), 1.0)])
