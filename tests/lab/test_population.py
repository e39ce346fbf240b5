"""Simulated populations do what their model says, and systems are judged against the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

import arpad
from arpad.core import BadInput, NotProvided
from arpad.lab.population import Population, drawn, simulate
from arpad.lab.population.files import games_table, players_table
from arpad.lab.population.judging import judged, points_of


def test_the_same_seed_draws_the_same_life() -> None:
    one, two, other = (drawn(Population(players=40, years=2), seed) for seed in (3, 3, 4))
    assert one.games.digest == two.games.digest
    assert one.games.digest != other.games.digest
    assert (one.strengths == two.strengths).all()


def test_a_closed_population_stays_as_it_is() -> None:
    life = drawn(Population(players=60, years=3, quit=0.0, games=24))
    assert len(life.entered) == 60
    assert (life.left == life.months).all()
    games = np.bincount(life.games.first, minlength=60) + np.bincount(life.games.second, minlength=60)
    assert games.mean() == pytest.approx(72, rel=0.03)  # 24 a year, less who is left over in a round
    for side in (life.games.first, life.games.second):
        for player in range(60):
            strength = life.strengths[:, 0 if side is life.games.first else 1][side == player]
            assert (strength == strength[0]).all()


def test_results_are_those_of_the_strengths() -> None:
    life = drawn(Population(players=400, years=5, mixing=400.0, draws=0.25))
    difference = life.strengths[:, 0] - life.strengths[:, 1]
    expected = 1.0 / (1.0 + 10.0 ** (-difference / 400.0))
    for low, high in ((-400, -200), (-50, 50), (200, 400)):
        some = (difference > low) & (difference < high)
        error = 3.0 * 0.5 / math.sqrt(some.sum())
        assert life.games.score[some].mean() == pytest.approx(expected[some].mean(), abs=error)
        drawn_share = (life.games.score[some] == 0.5).mean()
        assert drawn_share == pytest.approx((expected * (1 - expected))[some].mean(), abs=error)


def test_equals_meet_where_nothing_mixes_them() -> None:
    near, far = (
        np.abs(np.diff(drawn(Population(players=200, years=1, mixing=mixing)).strengths, axis=1)).mean()
        for mixing in (0.0, 2000.0)
    )
    assert near < 20.0
    # Of independent normal strengths the mean difference is 2/√π standard deviations.
    assert far == pytest.approx(200.0 * 2.0 / math.sqrt(math.pi), rel=0.1)


def test_as_many_quit_as_are_told_and_losers_more_often() -> None:
    life = drawn(Population(players=2000, years=5, quit=0.2, games=12))
    founders = life.left[:2000] < life.months
    assert founders.mean() == pytest.approx(1 - 0.8 ** (59 / 12), abs=0.04)
    harsh = drawn(Population(players=2000, years=5, quit=0.2, games=12, losers=20.0, mixing=400.0))
    strength = np.full(2000, np.nan)
    for side in (0, 1):
        who = (harsh.games.first, harsh.games.second)[side]
        strength[who[who < 2000]] = harsh.strengths[who < 2000, side]
    gone = harsh.left[:2000] < harsh.months
    assert np.nanmean(strength[gone]) < np.nanmean(strength[~gone]) - 50.0


def test_players_grow_improve_and_decline() -> None:
    life = drawn(Population(players=500, years=10, growth=0.1, improve=100.0, decline=10.0, quit=0.05))
    there = [((life.entered <= month) & (life.left > month)).sum() for month in (0, 119)]
    assert there[1] / there[0] == pytest.approx(1.1 ** (119 / 12), rel=0.03)
    new = np.flatnonzero(life.entered > 0)
    age = life.games.players.number("birth_year")
    gained = []
    for player in new:
        mine = np.flatnonzero((life.games.first == player) | (life.games.second == player))
        young = age[player] > 1975
        if young and len(mine) > 1 and life.month[mine[-1]] - life.month[mine[0]] >= 72:
            truth = [
                life.strengths[row, 0 if life.games.first[row] == player else 1] for row in mine[[0, -1]]
            ]
            gained.append(truth[1] - truth[0])
    assert len(gained) > 20
    # 100 · (1 − e^(−t/3)) of 6 to 9 years
    assert 100 * (1 - math.exp(-2)) - 15 < np.mean(gained) < 100 * (1 - math.exp(-3)) + 1


@pytest.mark.parametrize(
    ("system", "points"),
    [
        ("elo", 1.0),
        (arpad.Elo(scale=800.0), 2.0),
        ("glicko", 1.0),
        ("kbaduk", 2.0),
        # Φ(d / (√2 · β)) = .75 with β = 25/6: d = .67449 · √2 · 4.1667 = 3.9745, where Elo has 190.85
        (arpad.TrueSkill(draw_probability=0.0, tau=0.0), 3.9745 / 190.849),
    ],
)
def test_points_of_a_system(system: str | arpad.RatingSystem, points: float) -> None:
    from arpad.rulebooks.rating import as_system

    assert points_of(as_system(system)) == pytest.approx(points, rel=1e-3)


def test_ratings_that_are_the_truth_have_no_error() -> None:
    life = drawn(Population(players=50, years=2, quit=0.0, games=60))
    truth = np.full(50, np.nan)
    truth[life.games.first] = life.strengths[:, 0]
    from dataclasses import replace

    known = life.games.players.with_attributes({"rating": 1500.0 + truth})
    rated = replace(life, games=replace(life.games, players=known))
    found = judged(rated, arpad.Elo(k=0.0), warm_up=0)
    assert found.error == pytest.approx(0.0, abs=1e-9)
    assert found.inflation == pytest.approx(0.0, abs=1e-9)
    assert found.games == 0.0
    # Elo without a K leaves everybody at 1500: the error is the spread of the strengths, beside its mean.
    nothing = judged(life, arpad.Elo(k=0.0), warm_up=0)
    assert nothing.error == pytest.approx(np.std(truth), rel=0.05)
    assert math.isnan(nothing.games)


def test_a_closed_population_has_no_inflation() -> None:
    found = simulate(players=40, years=6, quit=0.0, runs=3, warm_up=3, systems="elo")
    rise = found.systems[0].figures["inflation"]
    assert rise.low <= 0.0 <= rise.high
    assert abs(rise.mean) < 0.5
    assert "neither inflates nor deflates measurably" in found.memo[0]


def test_points_for_losing_inflate() -> None:
    # Korean Baduk creates 0.8 points of its own scale with every game: 40 players of 30 games a year share
    # 600 · 0.8, 12 a year each, and two of its points are one of strength.
    found = simulate(players=40, years=6, quit=0.0, runs=3, warm_up=3, systems="kbaduk")
    rise = found.systems[0].figures["inflation"]
    assert rise.low <= 6.0 <= rise.high
    assert rise.mean == pytest.approx(6.0, abs=0.5)
    assert "kbaduk inflates" in found.memo[0]


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(BadInput, match=r"quit is 2; it must be from 0 to 0\.9"):
        Population(quit=2.0)
    with pytest.raises(BadInput, match="would play about"):
        Population(players=100_000, years=200)
    with pytest.raises(BadInput, match="has no number 'size'"):
        simulate(size=3)
    with pytest.raises(BadInput, match="nothing is left to judge of 3 years after 5"):
        simulate(players=10, years=3, runs=1)
    with pytest.raises(NotProvided, match="rates the whole history at once"):
        simulate(players=10, years=2, warm_up=0, runs=1, systems="bradley-terry")


def test_the_files_have_the_truth() -> None:
    life = drawn(Population(players=12, years=2, quit=0.3))
    games, players = games_table(life), players_table(life)
    assert len(games) == len(life.games)
    last: dict[str, float] = {}
    for row in games.iter_rows(named=True):
        last |= {row["first"]: row["first_strength"], row["second"]: row["second_strength"]}
    assert dict(zip(players["player"], players["strength"], strict=True)) == last
    assert players.filter(players["left"].is_null()).height <= 12
