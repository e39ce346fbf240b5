"""What a system expects of many games at once is what it expects of each."""

from __future__ import annotations

import numpy as np
import pytest

import arpad
from arpad.compiled.specialising import always_compiled
from arpad.ratings.model import Rating

SYSTEMS: dict[str, dict[str, str | float | None]] = {
    "trueskill": {"draw_probability": 0.2},
    "weng-lin": {},
    "weng-lin, Thurstone": {"model": "thurstone-mosteller-full"},
    "elo-mmr": {},
    "elo-mmr, Gaussian": {"model": "gaussian"},
    "ttt": {"advantage": 1.5, "draw_probability": 0.3},
    "whr": {"advantage": 40.0},
    "bayes-elo": {"draws": "davidson", "advantage": 30.0},
    "bayes-elo, normal": {"draws": "none", "curve": "normal"},
    "glicko2": {"advantage": 30.0},
    "elo": {"advantage": 60.0},
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_many_games_are_predicted_as_one_is(name: str) -> None:
    system = arpad.rating_system(name.partition(",")[0], SYSTEMS[name])
    check(system)


@pytest.mark.slow
def test_bayes_elo_compiled() -> None:
    with always_compiled():
        check(arpad.rating_system("bayes-elo", {"draws": "rao-kupper"}))


def check(system: arpad.RatingSystem) -> None:
    random = np.random.default_rng(8)
    new = system.newcomer()
    unit = new.deviation or 200.0
    rows = np.zeros((2, 12, len(system.columns)))
    rows[:, :, 0] = new.value + 3.0 * unit * random.normal(size=(2, 12))
    if "deviation" in system.columns:
        rows[:, :, 1] = unit * random.uniform(0.1, 1.0, (2, 12))
    if "volatility" in system.columns:
        rows[:, :, 2] = 0.06
    advantage = random.choice(np.array([-1, 0, 1], dtype=np.int8), 12)
    many = system.outcomes(rows[0], rows[1], advantage, None)
    assert many is not None
    expected, draw = many
    for at in range(12):
        sides = [Rating.of(dict(zip(system.columns, map(float, side[at]), strict=True))) for side in rows]
        told = system.predict(sides[0], sides[1], int(advantage[at]))
        assert expected[at] == pytest.approx(told.expected, abs=1e-12)
        if told.draw is None:
            assert draw is None
        else:
            assert draw is not None
            assert draw[at] == pytest.approx(told.draw, abs=1e-12)
