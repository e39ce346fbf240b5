"""Every system explains itself: what the explanation's steps add up to is what the loop computed."""

from __future__ import annotations

import math

import numpy as np
import pytest

import arpad
from arpad.core import Explanation
from arpad.ratings.explain import explain
from arpad.ratings.rate import rate
from arpad.ratings.system import RatingSystem
from arpad.record.samples import football_world_cups
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class
from printed_steps import miscounted

SETTINGS: dict[str, list[dict[str, str | float]]] = {
    "elo": [
        {},
        {"curve": "normal", "advantage": 60, "margin": "log", "carry": 0.75, "mean": 1505},
        {"curve": "linear", "k": "40 if games<30; 20 if peak<1700; 10", "rounding": 1, "floor": 1400},
        {"margin": "power", "k": 12.5, "scale": 600},
    ],
    "online": [
        {"gains": "1.2 if rating<1600; 1", "losses": "0.5 if rating<1450; 1", "peak_floor": 80, "decay": 1},
    ],
    "elo-mmr": [{}, {"model": "gaussian", "drift": 20}, {"rho": 0, "ties": "split", "history": 3}],
    "bradley-terry": [{"prior": 350}, {"prior": 200, "ties": "davidson"}],
    "fide": [{"initial": 1500}, {"initial": 2450, "k": 20}],
    "fide-rapid": [{"initial": 2450}],
    "fide-blitz": [{"initial": 1500}],
    "fifa-men": [{"importance": 25}],
    "fifa-women": [{"importance": 4}],
    "eloratings": [{"importance": 60}, {"importance": 20, "margin": "none"}],
    "kbaduk": [{"expectation": "formula"}, {"expectation": "table"}],
    "uschess": [{}, {"dual": "yes", "initial": 2300}],
    "dwz": [{"initial": 1500}, {"initial": 1200, "curve": "logistic"}],
    "aga": [{"initial": 2.5}],
    "tiers": [{}, {"initial": 1190}, {"initial": 2010}],
    "decay": [{"initial": 2010}],
}
CASES = [
    pytest.param(name, schedule, settings, id=f"{name}-{schedule}-{number}")
    for name in SYSTEMS
    for schedule in system_class(name).schedules
    for number, settings in enumerate(SETTINGS.get(name, [{}]))
]


@pytest.fixture(scope="module")
def games() -> arpad.Games:
    return arpad.read_games(football_world_cups())


@pytest.mark.parametrize(("name", "schedule", "settings"), CASES)
def test_an_explanations_steps_add_up_to_the_change(
    games: arpad.Games, name: str, schedule: str, settings: dict[str, str | float]
) -> None:
    system: RatingSystem = rating_system(name, settings)
    period = "event" if schedule == "period" else None
    ratings = rate(games, system, schedule=schedule, period=period, history=True)  # type: ignore[arg-type]
    for player in ("Brazil", "South Korea"):
        told = explain(ratings, player)
        assert list(miscounted(told)) == [], player
        entered = told.facts["before"]
        total = math.fsum(leaf for unit in told.parts for leaf in _added(unit))
        assert entered + total == pytest.approx(ratings.of(player).value, abs=1e-9), player
        assert told.value == pytest.approx(total, abs=1e-9), player
        went = ratings.history(player)["rating"].to_numpy()
        shown = [unit.facts["after"] for unit in told.parts if unit.label == "change"]
        np.testing.assert_allclose(shown, went, rtol=0, atol=1e-9, err_msg=player)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_knows_an_even_result(name: str) -> None:
    assert math.isfinite(rating_system(name, SETTINGS.get(name, [{}])[0]).par)


def _added(unit: Explanation) -> list[float]:
    """Return what a unit adds up from: its games, and what rounding or a floor then made of their sum."""
    parts = [part.value for part in unit.parts]
    for part in unit.parts:
        steps = [step.value for step in part.steps if step.label in {"change", "step 2"}]
        assert steps == [part.value]
    if unit.terms:
        return parts or [unit.value]
    return [*parts, unit.value - math.fsum(parts)]
