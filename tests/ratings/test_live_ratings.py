"""Ratings that take games one by one: what a run over all games gives, bit for bit."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.compiled.specialising import always_compiled
from arpad.core import BadInput
from arpad.ratings import live as liveratings
from arpad.ratings.live import LiveRatings
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Players
from arpad.rulebooks.rating_catalogue import rating_system

PLAYERS = 9

SYSTEMS = [
    rating_system("elo"),
    rating_system("elo", k="40 if games<6; 20 if peak<1540; 10", advantage=30.0, floor=1450.0),
    rating_system("online", streak=3.0),
    rating_system("glicko", advantage=25.0),
    rating_system("glicko2"),
    rating_system("lichess"),
    rating_system("kbaduk"),
    rating_system("placement"),
]


def drawn(games: int, *, dated: str | None, seed: int = 3) -> Games:
    """Games in the order of time, of players of whom some are newcomers to the second half."""
    lots = np.random.default_rng(seed)
    first = lots.integers(0, PLAYERS, games).astype(np.int32)
    second = ((first + lots.integers(1, PLAYERS, games)) % PLAYERS).astype(np.int32)
    half = games // 2
    first[:half] %= 5
    second[:half] = (first[:half] + 1 + second[:half] % 4) % 5
    days = np.cumsum(lots.choice([0, 1, 12, 50], games))
    time: Any = None
    if dated == "days":
        time = np.datetime64("2024-01-01") + days
    elif dated == "moments":
        time = np.datetime64("2024-01-01T10:00:00") + days * 20_000
    elif dated == "numbers":
        time = days.astype(np.int64)
    return Games(
        Players([f"P{at}" for at in range(PLAYERS)]),
        first,
        second,
        lots.choice([0.0, 0.5, 1.0], games),
        advantage=lots.integers(-1, 2, games).astype(np.int8),
        weight=lots.choice([0.0, 1.0, 0.5, 2.0], games, p=[0.1, 0.5, 0.2, 0.2]),
        time=time,
    )


def add(live: LiveRatings[Ratings], games: Games) -> None:
    names = games.players.names
    for row in range(len(games)):
        time: Any = None if games.time is None else games.time[row].item()
        assert games.advantage is not None
        assert games.weight is not None
        live.add(
            names[games.first[row]],
            names[games.second[row]],
            float(games.score[row]),
            time=time,
            advantage=int(games.advantage[row]),
            weight=float(games.weight[row]),
        )


def same(one: Ratings, other: Ratings, names: list[str]) -> None:
    for name in names:
        mine, expected = one.of(name), other.of(name)
        assert mine == expected
        assert mine.value.hex() == expected.value.hex()


@pytest.mark.parametrize("dated", [None, "days", "moments", "numbers"])
@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
def test_live_ratings_are_those_of_all_games(system: RatingSystem, dated: str | None) -> None:
    games = drawn(60, dated=dated)
    whole = rate(games, system, schedule="live")
    before = rate(games.take(np.arange(25)), system, schedule="live")
    live = before.live()
    add(live, games.take(np.arange(25, 60)))
    names = [name for name in games.players.names if whole.of(name).games]
    for name in names:
        assert live.of(name) == whole.of(name)
        assert live.of(name).value.hex() == whole.of(name).value.hex()
    same(live.ratings(), whole, names)
    same(before.update(games.take(np.arange(25, 60))), whole, names)
    assert live.ratings().table().equals(before.update(games.take(np.arange(25, 60))).table())
    assert before.of("P0") != live.of("P0")


@pytest.mark.parametrize("system", SYSTEMS[:5], ids=repr)
def test_live_ratings_go_on_from_live_ratings(system: RatingSystem) -> None:
    games = drawn(60, dated="days")
    live = rate(games.take(np.arange(20)), system, schedule="live").live()
    add(live, games.take(np.arange(20, 40)))
    again = live.ratings().live()
    add(again, games.take(np.arange(40, 60)))
    whole = rate(games, system, schedule="live")
    same(again.ratings(), whole, [name for name in games.players.names if whole.of(name).games])


@pytest.mark.parametrize("dated", [None, "days", "numbers"])
@pytest.mark.parametrize("name", ["elo", "glicko2"])
def test_live_ratings_begin_with_nobody(name: str, dated: str | None) -> None:
    games = drawn(40, dated=dated)
    none = np.empty(0, dtype=np.int32)
    nobody = Games(Players([]), none, none, np.empty(0))
    live = rate(nobody, rating_system(name), schedule="live").live()
    assert len(live) == 0
    add(live, games)
    whole = rate(games, rating_system(name), schedule="live")
    same(live.ratings(), whole, [name for name in games.players.names if whole.of(name).games])


@pytest.mark.parametrize("name", ["elo", "glicko2"])
def test_after_many_games_the_loop_is_the_compiled_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system = rating_system(name)
    games = drawn(60, dated="days")
    with always_compiled():
        whole = rate(games, system, schedule="live")
        before = rate(games.take(np.arange(30)), system, schedule="live")
    monkeypatch.setattr(liveratings, "is_compiled", lambda work: work > 0)
    live = before.live()
    add(live, games.take(np.arange(30, 60)))
    same(live.ratings(), whole, [name for name in games.players.names if whole.of(name).games])


def test_what_is_given_of_players_who_have_not_played_counts() -> None:
    players = Players(["Ann", "Bob", "Cas"], {"rating": np.array([np.nan, np.nan, 1800.0])})
    one = Games(players, np.array([0], np.int32), np.array([1], np.int32), np.array([1.0]))
    two = Games(players, np.array([0, 2], np.int32), np.array([1, 0], np.int32), np.array([1.0, 0.5]))
    more = arpad.Games.from_arrays(["Cas"], ["Ann"], [0.5])
    whole = arpad.rate(two, "elo")
    live = arpad.rate(one, "elo").live()
    live.add("Cas", "Ann", 0.5)
    assert live.of("Cas") == whole.of("Cas")
    assert live.ratings().of("Cas") == whole.of("Cas")
    assert arpad.rate(one, "elo").update(more).of("Cas") == whole.of("Cas")


def test_what_live_ratings_say() -> None:
    ratings = arpad.rate(arpad.Games.from_arrays(["Ann", "Bob"], ["Bob", "Cas"], [1.0, 0.5]), "elo", k=20)
    live = ratings.live()
    assert repr(live) == "<LiveRatings: elo, 3 players, 2 games>"
    assert live.ratings() is ratings
    live.add("Ann", "Dan", 1)
    assert repr(live) == "<LiveRatings: elo, 4 players, 3 games>"
    assert live.of("Dan").value == pytest.approx(1500 - 20 / (1 + 10 ** (10 / 400)), abs=1e-9)
    assert live.predict("Ann", "Dan").expected == live.ratings().predict("Ann", "Dan").expected
    assert ratings.of("Ann").games == 1
    with pytest.raises(BadInput, match="Did you mean Dan"):
        live.of("Dane")


@pytest.mark.parametrize(
    ("system", "how", "code"),
    [
        ("glicko2", {}, "live.schedule"),
        ("elo", {"as_of": "2024-06-01"}, "live.schedule"),
        ("elo", {"margin": "goals"}, "live.system"),
        ("trueskill", {}, "live.system"),
        ("stephenson", {"schedule": "live"}, "live.system"),
        ("whr", {}, "live.schedule"),
    ],
)
def test_systems_without_a_live_form_are_refused(system: str, how: dict[str, Any], code: str) -> None:
    table: dict[str, list[Any]] = {
        "first": ["Ann", "Bob"],
        "second": ["Bob", "Cas"],
        "score": [1, 0],
        "points_first": [3, 0],
        "points_second": [1, 2],
        "date": ["2024-01-01", "2024-01-02"],
    }
    with pytest.raises(BadInput) as caught:
        arpad.rate(arpad.Games.from_frame(table), system, **how).live()
    assert caught.value.code == code
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("arguments", "options", "code"),
    [
        (("Ann", "Ann", 1), {"time": "2024-02-01"}, "games.itself"),
        (("Ann", 7, 1), {"time": "2024-02-01"}, "live.player"),
        (("Ann", "Bob", 3), {"time": "2024-02-01"}, "games.score"),
        (("Ann", "Bob", 1), {"time": "2024-02-01", "weight": -1}, "rate-game.input"),
        (("Ann", "Bob", 1), {"time": "2024-02-01", "weight": "much"}, "rate-game.input"),
        (("Ann", "Bob", 1), {"time": "2024-02-01", "advantage": 35}, "rate-game.advantage"),
        (("Ann", "Bob", 1), {}, "live.time"),
        (("Ann", "Bob", 1), {"time": "2023-12-31"}, "live.time"),
        (("Ann", "Bob", 1), {"time": 7}, "live.time"),
        (("Ann", "Bob", 1), {"time": "soon"}, "live.time"),
    ],
)
def test_a_game_that_is_refused_changes_nothing(arguments: Any, options: dict[str, Any], code: str) -> None:
    time = [date(2024, 1, 1), date(2024, 1, 2)]
    games = arpad.Games.from_arrays(["Ann", "Bob"], ["Bob", "Cas"], [1.0, 0.5], time=time)
    live = arpad.rate(games, "glicko2", schedule="live").live()
    with pytest.raises(BadInput) as caught:
        live.add(*arguments, **options)
    assert caught.value.code == code
    assert repr(live) == "<LiveRatings: glicko2, 3 players, 2 games>"
    live.add("Dan", "Ann", 1, time="2024-01-02")
    assert len(live) == 4


def test_a_record_without_times_takes_no_times() -> None:
    live = arpad.rate(arpad.Games.from_arrays(["Ann"], ["Bob"], [1.0]), "elo").live()
    with pytest.raises(BadInput) as caught:
        live.add("Ann", "Bob", 1, time="2024-01-01")
    assert caught.value.code == "live.time"
