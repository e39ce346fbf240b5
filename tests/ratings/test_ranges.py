"""Every number that is given has a range, and within the ranges finite numbers give finite ratings.

What the axis of the corner test holds constant: six players, eleven games of three seasons, one record.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.core import ArpadError, BadInput
from arpad.ratings.parameters import Parameter, parameters_of
from arpad.ratings.ranges import OF_GAMES, OF_PLAYERS, check_finite
from arpad.ratings.rate import rate
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Players
from arpad.record.record import Labels
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class

NEEDED: Mapping[str, dict[str, float]] = {
    "fifa-men": {"importance": 25.0},
    "fifa-women": {"importance": 3.0},
    "eloratings": {"importance": 25.0},
    **{name: {"initial": 1500.0} for name in ("fide", "fide-rapid", "fide-blitz")},
}


def bounded(name: str) -> list[Parameter]:
    return [
        known
        for known in parameters_of(system_class(name))
        if not known.choices and not isinstance(known.default, str | bool)
    ]


def record(
    rating: tuple[float, float] = (1500.0, 1500.0),
    deviation: tuple[float, float] | None = None,
    **columns: Any,
) -> Games:
    """Return a record of six players, known and unknown in turns, with every result."""
    n = 11
    first = np.array([0, 1, 2, 3, 4, 5, 0, 1, 2, 0, 0], np.int32)
    second = np.array([1, 2, 3, 4, 5, 0, 3, 4, 5, 1, 2], np.int32)
    score = np.array([1, 0, 0.5, 1, 1, 0, 0.5, 1, 0, 1, 1.0])
    attributes = {"rating": np.array([rating[0], rating[1], math.nan] * 2)}
    if deviation is not None:
        attributes["deviation"] = np.array([deviation[0], deviation[1], math.nan] * 2)
    days = np.array([0, 0, 1, 3, 365, 366, 368, 395, 730, 730, 731], "timedelta64[D]")
    given: dict[str, Any] = {name: np.full(n, value) for name, value in columns.items()}
    points: dict[str, Any] = {"points_first": 20.0 * score + 3.0, "points_second": 23.0 - 20.0 * score}
    event = Labels(np.array([0] * 4 + [1] * 4 + [2] * 3, np.int32), ("A", "B", "C"))
    return Games(
        Players(list("abcdef"), attributes),
        first,
        second,
        score,
        time=np.datetime64("2024-03-01") + days,
        event=event,
        **{**points, **given},
    )


def ratings_are_finite(system: RatingSystem, games: Games) -> None:
    for schedule in system.schedules:
        period = "event" if schedule == "period" else None
        table = rate(games, system, schedule=schedule, period=period).table()
        for column in (name for name in system.columns if name in table.columns):
            values = table[column].to_numpy()
            assert np.isfinite(values).all(), (schedule, column, values)


def corners(name: str) -> Iterator[dict[str, Any]]:
    """Yield settings with one parameter at an end of its range, the others as they are by default."""
    for known in bounded(name):
        for value in {known.low, known.high}:
            yield {**NEEDED.get(name, {}), known.name: value}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_parameter_has_a_range_that_holds_its_default(name: str) -> None:
    for known in bounded(name):
        assert -1e12 <= known.low < known.high <= 1e12, known
        assert known.default is None or known.low <= known.default <= known.high, known


@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_beyond_a_range_is_taken(name: str) -> None:
    for known in bounded(name):
        for value in (
            math.nextafter(known.low, -math.inf),
            math.nextafter(known.high, math.inf),
            1e308,
            math.inf,
        ):
            with pytest.raises(BadInput, match=rf"{known.name}\b"):
                rating_system(name, {**NEEDED.get(name, {}), known.name: value})


@pytest.mark.parametrize("name", SYSTEMS)
def test_ratings_are_finite_at_the_ends_of_every_parameter(name: str) -> None:
    games = record()
    for settings in corners(name):
        try:
            system = rating_system(name, settings)
        except BadInput:  # two parameters that do not go together
            continue
        try:
            ratings_are_finite(system, games)
        except ArpadError:  # the rules have no answer, and say so
            continue
        except Exception as problem:  # say which
            raise AssertionError(f"{name} {settings}: {type(problem).__name__}: {problem}") from problem


@pytest.mark.parametrize("name", SYSTEMS)
def test_ratings_are_finite_at_the_ends_of_everything_given(name: str) -> None:
    low, high = OF_PLAYERS["rating"]
    system = rating_system(name, NEEDED.get(name, {}))
    ratings_are_finite(system, record())
    ratings = [(low, high), (high, low), (high, high), (low, low)]
    deviations: list[tuple[float, float] | None] = [None, (0.0, 1e6), (1e6, 0.0), (1e-15, 1e6)]
    columns: list[dict[str, Any]] = [{}]
    columns += [{key: end} for key in ("weight", "handicap") for end in OF_GAMES[key]]
    columns += [{"weight": 1e-15}, {"points_first": 1e9, "points_second": -1e9}, {"points_first": -1e9}]
    for rating, deviation, more in [
        *product(ratings, deviations, [{}]),
        *product([(1500.0, 1500.0), ratings[0]], [None], columns),
    ]:
        try:
            ratings_are_finite(system, record(rating, deviation, **more))
        except ArpadError:
            continue
        except Exception as problem:
            case = f"{name} {rating} {deviation} {more}"
            raise AssertionError(f"{case}: {type(problem).__name__}: {problem}") from problem


@pytest.mark.parametrize(("name", "value"), [("rating", 1e7), ("deviation", -1.0), ("games", 1e10), ("birth_year", 0.0), ("volatility", 11.0), ("rating", 1e-300), ("rating", math.inf)])  # fmt: skip
def test_what_is_known_of_a_player_has_a_range(name: str, value: float) -> None:
    games = record()
    known = {name: np.array([value] + [math.nan] * 5)}
    games = arpad.Games(games.players.with_attributes(known), games.first, games.second, games.score)
    with pytest.raises(BadInput, match=rf"^a: {name} .* (is out of range|is too close to 0)"):
        rate(games, arpad.Elo())


@pytest.mark.parametrize(("name", "value"), [("weight", 1e30), ("weight", -1.0), ("points_first", 1e300), ("handicap", math.inf)])  # fmt: skip
def test_what_is_known_of_a_game_has_a_range(name: str, value: float) -> None:
    more: dict[str, Any] = {name: value}
    with pytest.raises(BadInput, match=rf"^a – b: {name} .* is out of range"):
        rate(record(**more), arpad.Elo())


@pytest.mark.parametrize("score", [math.nan, -0.5, 2.0, math.inf])
def test_a_score_lies_between_0_and_1(score: float) -> None:
    scores = np.array([1.0, score])
    sides = np.zeros(2, np.int32), np.ones(2, np.int32)
    with pytest.raises(BadInput, match=rf"Ann – Bob: score {score:g} is out of range.*from 0 to 1"):
        rate(Games(Players(["Ann", "Bob"]), *sides, scores), arpad.Elo())


def test_nobody_plays_alone() -> None:
    sides = np.array([0, 1], np.int32), np.ones(2, np.int32)
    with pytest.raises(BadInput, match="Bob – Bob: both sides of the game are one player"):
        rate(Games(Players(["Ann", "Bob"]), *sides, np.ones(2)), arpad.Elo())


def test_a_rating_of_functions_that_is_not_finite_is_named() -> None:
    check_finite("mine", ["Ann", "Bob"], np.array([1500.0, 1400.0]))
    check_finite("mine", ["Ann", "Bob"], np.array([[1500.0, 90.0], [1400.0, 80.0]]))
    for ratings in (np.array([1500.0, np.inf]), np.array([[1500.0, 90.0], [1400.0, np.nan]])):
        with pytest.raises(BadInput, match="the functions of mine give Bob a rating that is not finite"):
            check_finite("mine", ["Ann", "Bob"], ratings)
