"""Systems of the user's: a curve, a K rule, a margin and a whole update, as plain functions of Python.

Expected ratings are calculated here, by loops of their own over the same games, from the formula that a test
states. Held constant: sides of one player.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.compiled.specialising import always_compiled
from arpad.core import BadInput, Explanation
from arpad.ratings.elo.curves import curve_by
from arpad.ratings.game_context import GameContext
from arpad.ratings.model import Rating
from arpad.ratings.rate import rate
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Labels, Players

STEEPNESS = 1.5


def hyperbolic(difference: float, scale: float) -> float:
    """A curve that no built-in one is: ½ + ½ · tanh."""
    return 0.5 + 0.5 * math.tanh(STEEPNESS * difference / scale)


def experience(game: GameContext) -> float:
    """K falls from 40 to 20 with the games played, and is halved in the second league (event 1)."""
    early = 40.0 - 2.0 * min(game.games, 10.0)
    return early / 2.0 if game.event == 1 else early


def lead(margin: float, difference: float) -> float:
    """A point for every goal."""
    return max(abs(margin), 1.0)


def expected_by_deviation(game: GameContext, p: Any) -> float:
    spread = math.sqrt(game.deviation**2 + game.opponent_deviation**2 + p.scale**2)
    return 0.5 + 0.5 * math.erf((game.rating - game.opponent) / (math.sqrt(2.0) * spread))


def with_deviation(game: GameContext, p: Any) -> tuple[float, float]:
    """A made-up filter: the surprise moves a rating by its deviation, which every game shrinks."""
    surprise = game.score - expected_by_deviation(game, p)
    gain = game.deviation * p.gain
    return game.rating + gain * surprise, max(game.deviation * p.shrink, 30.0)


def simple_expected(game: GameContext, p: Any) -> float:
    return float(1.0 / (1.0 + math.exp((game.opponent - game.rating) / p.scale)))


def simple(game: GameContext, p: Any) -> float:
    change: float = p.k * (game.score - game.expected)
    return game.rating + change


Simple = arpad.custom_system(
    "simple", update=simple, expected=simple_expected, parameters={"k": 24.0, "scale": 170.0}
)
Filter = arpad.custom_system(
    "filter",
    update=with_deviation,
    expected=expected_by_deviation,
    parameters={"scale": 200.0, "gain": 0.2, "shrink": 0.95},
    deviation=300.0,
)


@pytest.fixture(scope="module")
def games() -> Games:
    random = np.random.default_rng(5)
    count, players = 600, 20
    first = random.integers(0, players, count).astype(np.int32)
    second = ((first + random.integers(1, players, count)) % players).astype(np.int32)
    time = np.datetime64("2024-01-01") + np.sort(random.integers(0, 300, count)).astype("timedelta64[D]")
    return Games(
        Players([f"player {i:02d}" for i in range(players)]),
        first,
        second,
        random.choice(np.array([0.0, 0.5, 1.0]), count),
        time=time,
        event=Labels(random.integers(0, 2, count).astype(np.int32), ["first league", "second league"]),
        points_first=random.integers(0, 5, count).astype(np.float64),
        points_second=random.integers(0, 5, count).astype(np.float64),
    )


SYSTEMS: dict[str, RatingSystem] = {
    "curve": arpad.Elo(curve=hyperbolic),
    "k": arpad.Elo(k=experience),
    "margin": arpad.Elo(margin=lead),
    "all": arpad.Elo(curve=hyperbolic, k=experience, margin=lead, advantage=30),
    "lambdas": arpad.Elo(
        curve=lambda d, s: 1 / (1 + 10 ** (-d / s)), k=lambda game: 40 if game.rest > 9 else 20
    ),
    "update": Simple(),
    "deviation": Filter(gain=0.3),
}


def test_elo_by_functions_is_the_formula(games: Games) -> None:
    found = rate(games, SYSTEMS["all"])
    ratings, played = np.full(20, 1500.0), np.zeros(20)
    assert games.event is not None
    assert games.points_first is not None
    assert games.points_second is not None
    for i, (a, b) in enumerate(zip(games.first, games.second, strict=True)):
        expected = 0.5 + 0.5 * math.tanh(1.5 * (ratings[a] - ratings[b]) / 400.0)
        league = 0.5 if games.event.codes[i] == 1 else 1.0
        factor = max(abs(games.points_first[i] - games.points_second[i]), 1.0) * league
        change = factor * (games.score[i] - expected)
        ratings[a] += (40.0 - 2.0 * min(played[a], 10.0)) * change
        ratings[b] -= (40.0 - 2.0 * min(played[b], 10.0)) * change
        played[a] += 1
        played[b] += 1
    np.testing.assert_allclose(found.rating, ratings, rtol=0, atol=1e-8)


def test_in_a_rating_period_every_game_has_its_own_k(games: Games) -> None:
    found = rate(games, arpad.Elo(k=experience), period="all")
    assert games.event is not None
    halved = np.where(games.event.codes == 1, 20.0, 40.0) * (games.score - 0.5)
    ratings = np.full(20, 1500.0)
    np.add.at(ratings, games.first, halved)
    np.add.at(ratings, games.second, -halved)
    np.testing.assert_allclose(found.rating, ratings, rtol=0, atol=1e-9)


def test_a_whole_update_is_the_formula(games: Games) -> None:
    found = rate(games, Simple(k=32.0))
    ratings = np.full(20, 1500.0)
    for a, b, score in zip(games.first, games.second, games.score, strict=True):
        expected = 1.0 / (1.0 + math.exp((ratings[b] - ratings[a]) / 170.0))
        ratings[a] += 32.0 * (score - expected)
        ratings[b] -= 32.0 * (score - expected)
    np.testing.assert_allclose(found.rating, ratings, rtol=0, atol=1e-8)


@pytest.mark.parametrize(
    "name",
    ["all", "update", *(pytest.param(name, marks=pytest.mark.slow) for name in ("lambdas", "deviation"))],
)
def test_compiled_and_interpreted_give_the_same_bits(games: Games, name: str) -> None:
    plain = rate(games, SYSTEMS[name])
    with always_compiled():
        fast = rate(games, SYSTEMS[name])
    for column, values in plain.state.columns.items():
        np.testing.assert_array_equal(fast.state.columns[column], values)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_steps_add_up(games: Games, name: str) -> None:
    for schedule in SYSTEMS[name].schedules:
        ratings = rate(games, SYSTEMS[name], schedule=schedule, history=True)
        told = arpad.explain(ratings, "player 03")
        assert told.facts["after"] == pytest.approx(ratings.of("player 03").value, abs=1e-9)
        changes = [step.value for game in _games(told) for step in game.steps if step.label == "change"]
        assert math.fsum(map(float, changes)) == pytest.approx(told.value, abs=1e-9)


def _games(told: Explanation) -> list[Explanation]:
    return [game for unit in told.parts for game in unit.parts]


def test_an_explanation_shows_what_the_functions_name(games: Games) -> None:
    told = _games(arpad.explain(rate(games, SYSTEMS["all"]), "player 03", last=1))[0]
    steps = {step.label: step for step in told.steps}
    assert steps["early"].value == 20.0
    assert steps["early"].formula == "40.0 - 2.0 * min(game.games, 10.0)"
    assert steps["K-factor"].formula == "early / 2.0 if game.event == 1 else early"
    assert steps["expected score"].formula == "0.5 + 0.5 * math.tanh(STEEPNESS * difference / scale)"
    told = _games(arpad.explain(rate(games, Filter()), "player 03", last=1))[0]
    steps = {step.label: step for step in told.steps}
    assert float(steps["gain"].value) * float(steps["surprise"].value) == pytest.approx(told.value)


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_goes_on_from_its_own_list(games: Games, name: str) -> None:
    whole = rate(games, SYSTEMS[name])
    before = rate(games.take(np.arange(250)), SYSTEMS[name])
    after = rate(games.take(np.arange(250, 600)), SYSTEMS[name], after=before)
    for player in games.players.names:
        assert after.of(player).value == pytest.approx(whole.of(player).value, abs=1e-9)


def test_the_other_side_sees_the_same_game_reversed(games: Games) -> None:
    """The promise of every system: to swap the sides swaps the results."""
    swapped = Games(games.players, games.second, games.first, 1.0 - games.score, time=games.time)
    for system in (Filter(), Simple(), arpad.Elo(curve=hyperbolic)):
        one = rate(Games(games.players, games.first, games.second, games.score, time=games.time), system)
        np.testing.assert_allclose(rate(swapped, system).rating, one.rating, rtol=0, atol=1e-9)


def test_a_system_is_shown_under_its_name(games: Games) -> None:
    assert repr(Simple(k=32.0)) == "Simple(k=32.0)"


def test_a_prediction_is_the_users() -> None:
    prediction = Simple().predict(Rating(1670.0), Rating(1500.0))
    assert prediction.expected == pytest.approx(1.0 / (1.0 + math.exp(-1.0)))


def test_a_context_knows_age_and_days() -> None:
    players = Players(["Ann", "Bob"], {"birth_year": np.array([2010.0, np.nan])})
    day = np.array(["2026-05-01", "2026-05-11"], dtype="datetime64[D]")
    games = Games(players, np.zeros(2, np.int32), np.ones(2, np.int32), np.ones(2), time=day)

    def k(game: GameContext) -> float:
        young = 40.0 if game.age <= 18 else 20.0
        return young + (game.rest if game.rest > 0.0 else 0.0)

    for _ in range(2):
        ratings = rate(games, arpad.Elo(k=k, curve=lambda d, s: 0.5), history=True)
        assert ratings.of("Ann").value == 1500.0 + 20.0 + 25.0
        assert ratings.of("Bob").value == 1500.0 - 10.0 - 15.0
        last = _games(arpad.explain(ratings, "Ann", last=1))[0]
        assert last.value == 25.0
        assert date(2026, 5, 11).isoformat() == last.facts["date"]


FUNCTIONS: dict[str, Any] = {"no argument": lambda: 20.0, "one argument": lambda d: 0.5}


def helper(x: float) -> float:
    return 2.0 * x


def test_a_function_may_call_others_and_know_values_from_outside(games: Games) -> None:
    inner = 7.0

    def settle(x: float) -> float:  # has the name of a part of Elo's loop, and is not taken for it
        return helper(x) + inner

    def k(game: GameContext) -> float:
        return settle(3.0)

    plain = rate(games, arpad.Elo(k=k))
    with always_compiled():
        fast = rate(games, arpad.Elo(k=k))
    np.testing.assert_array_equal(plain.rating, fast.rating)
    np.testing.assert_allclose(plain.rating, rate(games, arpad.Elo(k=13.0)).rating, rtol=0, atol=1e-9)


@pytest.mark.slow
def test_functions_of_one_source_that_know_other_values_are_not_mistaken(games: Games) -> None:
    """Machine code is kept by what a function does and by the values that it knows, not by its name."""

    def made(value: float) -> Callable[[GameContext], float]:
        return lambda game: value

    for value in (10.0, 30.0):
        with always_compiled():
            found = rate(games, arpad.Elo(k=made(value)))
        np.testing.assert_array_equal(found.rating, rate(games, arpad.Elo(k=made(value))).rating)
        np.testing.assert_allclose(found.rating, rate(games, arpad.Elo(k=value)).rating, rtol=0, atol=1e-9)


def test_what_numba_refuses_runs_as_plain_python(games: Games) -> None:
    def k(game: GameContext) -> float:
        return float({"a": 20.0}["a" if game.score >= 0.0 else "b"]) if isinstance(game, tuple) else 0.0

    def with_a_class(game: GameContext) -> float:
        return next(iter({object(): 20.0}.values()))

    with always_compiled(), pytest.warns(RuntimeWarning, match="with_a_class cannot be compiled"):
        found = rate(games, arpad.Elo(k=with_a_class))
    np.testing.assert_array_equal(found.rating, rate(games, arpad.Elo()).rating)
    assert rate(games, arpad.Elo(k=k)).rating[0] == found.rating[0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: arpad.Elo(curve=lambda d, s: 0.6),
            "expects 0.6 and 0.6 of the two sides at a difference of 0",
        ),
        (lambda: arpad.Elo(curve=lambda d, s: 0.5 + d / s), "not 0 to 1"),
        (lambda: arpad.Elo(curve=lambda d, s: 0.5 - 0.01 * math.tanh(d)), "falls"),
        (lambda: arpad.Elo(curve=lambda d, s: 0.5 if d == 0.0 else 10.0 ** (d * s)), "OverflowError"),
        (lambda: arpad.Elo(curve=FUNCTIONS["one argument"]), "is called with difference, scale"),
        (lambda: arpad.Elo(k=FUNCTIONS["no argument"]), "is called with game"),
        (lambda: arpad.Elo(k=max), "must be a plain Python function"),
        (lambda: arpad.Elo(scale=FUNCTIONS["no argument"]), "scale cannot be"),
        (
            lambda: arpad.custom_system("x", update=FUNCTIONS["one argument"], expected=simple_expected),
            "is called with game, p",
        ),
        (
            lambda: arpad.custom_system(
                "x", update=simple, expected=simple_expected, parameters={"rate": 1.0}
            ),
            "cannot be called 'rate'",
        ),
        (
            lambda: arpad.custom_system("x", update=simple, expected=simple_expected, volatility=0.06),
            "a volatility and no deviation",
        ),
    ],
)
def test_a_function_that_cannot_be_is_refused_at_once(make: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make()


@pytest.mark.parametrize(
    ("k", "message"),
    [
        (lambda game: math.nan, "a rating that is not finite"),
        (lambda game: 1.0 / (game.games - 3.0), "ZeroDivisionError"),
        (lambda game: game.colour, "AttributeError"),
    ],
)
def test_a_function_that_fails_is_named(games: Games, k: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        rate(games, arpad.Elo(k=k))


def test_an_expected_score_that_is_none_is_refused() -> None:
    system = arpad.custom_system("x", update=simple, expected=lambda game, p: 2.0)(initial=1500.0)
    with pytest.raises(BadInput, match="expects a score of 2"):
        system.predict(Rating(1500.0), Rating(1500.0))


@pytest.mark.parametrize("period", [None, "1mo"])
def test_a_k_rule_in_words_and_as_a_function_see_the_same_game(games: Games, period: str | None) -> None:
    """K by the games played and the peak (Elo 1978, 1.7), told in words and by a function of the context."""

    def rule(game: GameContext) -> float:
        if game.games < 20:
            return 40.0
        return 20.0 if game.peak < 1560 else 10.0

    told = rate(games, arpad.Elo(k="40 if games<20; 20 if peak<1560; 10"), period=period)
    function = rate(games, arpad.Elo(k=rule), period=period)
    np.testing.assert_allclose(function.rating, told.rating, rtol=0, atol=1e-9)
    assert float(np.ptp(told.rating)) > 50


@pytest.mark.parametrize(
    ("expected", "difference"), [(0.25, -190.848501888), (0.5, 0.0), (0.75, 190.848501888)]
)
def test_a_curve_of_the_users_is_read_backwards_on_both_sides(expected: float, difference: float) -> None:
    """400 · log10(E / (1 − E)): the logistic curve's own inverse (Elo 1978, 8.7)."""
    own = curve_by(lambda d, s: 1.0 / (1.0 + 10.0 ** (-d / s)))
    assert own.difference(expected, 400.0) == pytest.approx(difference, abs=1e-6)
