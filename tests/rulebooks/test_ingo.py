"""Ingo against published calculations, and against a slow second telling."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.ratings.explain import updates
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.rulebooks.germany import Ingo
from arpad.rulebooks.germany.ingo import performance

# skillratings: own rating, age, opponent, score, new rating.
PUBLISHED = [
    (130, 40, 160, 1.0, 129.0476),
    (160, 40, 130, 0.0, 160.9524),
    (130, 40, 160, 0.0, 133.8095),
    (160, 40, 130, 1.0, 156.1905),
    (230, 7, 109, 0.5, 219.0),
    (109, 78, 230, 0.5, 114.7619),
]


@pytest.mark.parametrize(("own", "age", "opponent", "score", "published"), PUBLISHED)
def test_published_pairs(own: float, age: float, opponent: float, score: float, published: float) -> None:
    player = Rating(own, attributes={"age": float(age)})
    found = Ingo().update(player, [Encounter(Rating(opponent), score)], "period")
    assert found.after.value == pytest.approx(published, abs=6e-5)
    assert found.explanation.terms


def test_recomputed_tournament() -> None:
    assert performance(120.0, 3.0, 5.0) == pytest.approx(110.0)
    games = [Encounter(Rating(120.0), score) for score in (1.0, 1.0, 1.0, 0.0, 0.0)]
    found = Ingo().update(Rating(130, attributes={"age": 18.0}), games, "period")
    assert found.after.value == pytest.approx(123.333, abs=5e-4)


def test_the_better_player_has_the_lower_rating() -> None:
    assert Ingo().predict(Rating(100), Rating(120)).expected == pytest.approx(0.7)
    assert Ingo().predict(Rating(100), Rating(200)).expected == 1.0
    games = record(1)
    table = rate(games, Ingo()).table()
    ratings = table["rating"].to_list()
    assert ratings == sorted(ratings)
    assert table["rank"].to_list()[0] == 1


def record(seed: int, games: int = 80, players: int = 10, events: int = 5) -> Games:
    draw = np.random.default_rng(seed)
    first = draw.integers(0, players, games)
    second = (first + draw.integers(1, players, games)) % players
    attributes = {
        "rating": np.where(draw.random(players) < 0.3, np.nan, draw.normal(150.0, 50.0, players)),
        "age": np.where(draw.random(players) < 0.3, np.nan, draw.integers(8, 70, players)),
    }
    return Games(
        Players([f"P{i}" for i in range(players)], attributes),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], games),
        event=Labels(np.sort(draw.integers(0, events, games)).astype(np.int32), tuple("ABCDE")),
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_the_slow_telling_agrees(seed: int) -> None:
    games = record(seed)
    rating = [200.0 if math.isnan(r) else float(r) for r in games.players.number("rating")]
    ages = games.players.number("age")
    assert games.event is not None
    for code in range(5):
        rows = np.flatnonzero(games.event.codes == code)
        new = list(rating)
        for who, old in enumerate(rating):
            faced = [(int(games.second[i]), float(games.score[i])) for i in rows if games.first[i] == who]
            faced += [
                (int(games.first[i]), 1 - float(games.score[i])) for i in rows if games.second[i] == who
            ]
            if faced:
                n = len(faced)
                perf = sum(rating[b] for b, _ in faced) / n - (100 * sum(s for _, s in faced) / n - 50)
                dev = 10 if ages[who] <= 20 else 15 if ages[who] <= 25 else 20
                new[who] = (old * dev + perf * n) / (dev + n)
        rating = new
    np.testing.assert_allclose(rate(games, Ingo()).rating, rating, rtol=0, atol=1e-9)


def test_the_explanation_is_the_loop() -> None:
    ratings = rate(record(2), Ingo(), history=True)
    for name in ratings.players.names:
        told = updates(ratings, name)
        assert all(update.explanation.terms for update in told)
        assert told[-1].after.value == pytest.approx(ratings.of(name).value, abs=1e-9)


def test_extremes_stay_finite() -> None:
    for own, theirs in ((1e5, -1e5), (-1e5, 1e5)):
        found = Ingo().update(Rating(own), [Encounter(Rating(theirs), 1.0)], "period")
        assert math.isfinite(found.after.value)
        assert Ingo().predict(Rating(own), Rating(theirs)).expected in (0.0, 1.0)
