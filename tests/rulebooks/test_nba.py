"""FiveThirtyEight's NBA ratings: every published game of ten seasons, and what others make of the formula.

Source: fixtures/nba_README.md.
"""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.rulebooks.fivethirtyeight import Nba

FIXTURE = Path(__file__).parents[1] / "fixtures" / "nba_elo_2005_2014.csv.gz"


class Published(NamedTuple):
    home: NDArray[np.float64]
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    probability: NDArray[np.float64]
    points: NDArray[np.float64]


@pytest.fixture(scope="module")
def published() -> Published:
    with gzip.open(FIXTURE, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    def columns(*names: str) -> NDArray[np.float64]:
        return np.array([[float(row[name]) for name in names] for row in rows])

    return Published(
        1.0 - columns("neutral")[:, 0],
        columns("elo1_pre", "elo2_pre"),
        columns("elo1_post", "elo2_post"),
        columns("elo_prob1")[:, 0],
        columns("score1", "score2"),
    )


def one_step(published: Published) -> Games:
    """Every game among two players of its own, with the ratings published before it."""
    n = len(published.home)
    numbers = np.arange(2 * n, dtype=np.int32)
    return Games(
        Players([f"{i}" for i in numbers], {"rating": published.before.ravel()}),
        numbers[::2].copy(),
        numbers[1::2].copy(),
        (published.points[:, 0] > published.points[:, 1]).astype(float),
        advantage=published.home.astype(np.int8),
        points_first=published.points[:, 0].copy(),
        points_second=published.points[:, 1].copy(),
        event=Labels(np.zeros(n, dtype=np.int32), ("2014",)),
    )


def test_every_probability(published: Published) -> None:
    assert len(published.home) == 12_903
    system = Nba()
    for i, (one, other) in enumerate(published.before):
        expected = (
            system.predict(Rating(one), Rating(other), int(published.home[i])).expected
            if i % 9 == 0
            else None
        )
        if expected is not None:
            assert abs(expected - published.probability[i]) <= 4e-16


def test_every_rating_after_its_game(published: Published) -> None:
    ratings = rate(one_step(published), Nba()).rating.reshape(-1, 2)
    assert np.abs(ratings - published.after).max() < 1.6e-4


def test_even_teams_and_a_lead_of_ten_at_home() -> None:
    """FiveThirtyEight's formula as re-implementations have it, recomputed: p .640065, multiplier .960881, +6.9171."""
    found = Nba().update(Rating(1500), [Encounter(Rating(1500), 1.0, 1, margin=10)], "live")
    (game,) = found.explanation.parts
    steps = {step.label: step.value for step in game.steps}
    assert steps["expected score"] == pytest.approx(0.640065, abs=5e-7)
    assert steps["margin of victory"] == pytest.approx(0.960881, abs=5e-7)
    assert found.explanation.value == pytest.approx(6.9171, abs=5e-5)


COPIES: dict[str, Callable[[float, float, float], float]] = {
    "absolute": lambda lead, difference, home: abs(difference + home),
    "home side left out": lambda lead, difference, home: math.copysign(1.0, lead) * difference,
}
"""What copies of the formula put for the winner's rating less the loser's, home included."""


@pytest.mark.parametrize("name", COPIES)
def test_copies_that_the_published_ratings_contradict(published: Published, name: str) -> None:
    lead = published.points[:, 0] - published.points[:, 1]
    home = 100.0 * published.home
    difference = published.before[:, 0] - published.before[:, 1]
    won = lead > 0
    expected = 1 / (1 + 10 ** (-(difference + home) / 400))
    seen = np.array([COPIES[name](*row) for row in zip(lead, difference, home, strict=True)])
    change = 20 * (np.abs(lead) + 3) ** 0.8 / (7.5 + 0.006 * seen) * (won - expected)
    wrong = np.abs(published.before[:, 0] + change - published.after[:, 0]) > 0.01
    assert wrong.mean() > 0.3


def test_a_new_season_and_a_new_franchise() -> None:
    """A quarter of the way back to 1505; Charlotte entered in 2004 at 1300."""
    assert Nba().newcomer().value == 1300
    first = np.array([0, 0], dtype=np.int32)
    games = Games(
        Players(["A", "B"], {"rating": np.array([1605.0, 1405.0])}),
        first,
        first + 1,
        np.array([1.0, 1.0]),
        points_first=np.array([101.0, 101.0]),
        points_second=np.array([100.0, 100.0]),
        event=Labels(np.array([0, 1], dtype=np.int32), ("2013", "2014")),
    )
    trace = rate(games, Nba(), history=True).traced()
    assert trace.before[1, :, 0] == pytest.approx(0.75 * trace.after[0, :, 0] + 0.25 * 1505)
