"""One game between ratings that are kept elsewhere: what the record of that game gives, for every system."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.core import BadInput
from arpad.ratings import rate as rating
from arpad.ratings.system import RatingSystem
from arpad.record import Contests, Games, Players
from arpad.record.record import Labels
from arpad.rulebooks.known_systems import SYSTEMS
from arpad.rulebooks.rating_catalogue import rating_system

WHOLE = ("bradley-terry", "plackett-luce", "whr", "ttt", "wof")
"""The systems that rate a whole history at once."""

SETTINGS: dict[str, dict[str, str | float]] = {
    "fide": {"initial": 1500},
    "fide-rapid": {"initial": 1500},
    "fide-blitz": {"initial": 1500},
    "dwz": {"initial": 1500},
    "fifa-men": {"importance": 25},
    "fifa-women": {"importance": 4},
    "eloratings": {"importance": 40},
    "bridge": {"sigma1": 8, "deviation": 100},
}
"""What some systems need to rate newcomers, or matches of which nothing says how important they are."""

POINTS = ("fifa-women", "eloratings", "nfl", "nba", "bridge", "clubelo")
"""The systems that ask for the points of a game."""

SEASONS = ("nfl", "nba")

RATED = [name for name in SYSTEMS if name not in WHOLE]
LIVE = [name for name in RATED if "live" in rating_system(name, SETTINGS.get(name, {})).schedules]
PERIODS = [name for name in RATED if name not in LIVE]


def system_of(name: str) -> RatingSystem:
    return rating_system(name, SETTINGS.get(name, {}))


def facts_of(name: str, points: tuple[float, float] = (3.0, 1.0), season: str = "2024") -> dict[str, Any]:
    facts: dict[str, Any] = {"on": date(2024, 2, 20)} if name == "decay" else {}
    if name in POINTS:
        facts["points"] = points
    if name == "bridge":  # per cent: both sides make 100
        facts["points"] = (50 + points[0] - points[1], 50 + points[1] - points[0])
    if name in SEASONS:
        facts["event"] = season
    return facts


def same(got: arpad.Rating, expected: arpad.Rating) -> None:
    """Compare what two ratings say, bit for bit."""
    for field in ("value", "deviation", "volatility"):
        mine, other = getattr(got, field), getattr(expected, field)
        assert (mine is None) == (other is None), field
        assert mine is None or float(mine).hex() == float(other).hex(), field
    assert got.games == expected.games


def record_of(games: list[dict[str, Any]], players: Players) -> Games:
    """Return a record of games as rate_game takes them."""

    def column(name: str, kind: str = "f8") -> Any:
        given = [game.get(name) for game in games]
        return None if given[0] is None else np.array(given, dtype=kind)

    points: list[Any] = [game.get("points") for game in games]
    event = None
    if games[0].get("event") is not None:
        words = list(dict.fromkeys(game["event"] for game in games))
        event = Labels(np.array([words.index(game["event"]) for game in games], dtype=np.int32), words)
    return Games(
        players,
        np.array([game["first"] for game in games], dtype=np.int32),
        np.array([game["second"] for game in games], dtype=np.int32),
        np.array([game["score"] for game in games], dtype=np.float64),
        time=column("on", "datetime64[D]" if isinstance(games[0].get("on"), date) else "i8"),
        weight=column("weight"),
        advantage=column("advantage", "i1"),
        event=event,
        points_first=None if points[0] is None else np.array([one[0] for one in points], dtype=np.float64),
        points_second=None if points[0] is None else np.array([one[1] for one in points], dtype=np.float64),
    )


@pytest.mark.parametrize("schedule", ["live", "period"])
@pytest.mark.parametrize("score", [1.0, 0.5, 0.0])
@pytest.mark.parametrize("name", RATED)
def test_a_game_of_newcomers_is_the_record_of_that_game(name: str, score: float, schedule: Any) -> None:
    system = system_of(name)
    if schedule not in system.schedules:
        schedule = system.schedules[0]
    points = {1.0: (3.0, 1.0), 0.5: (2.0, 2.0), 0.0: (1.0, 3.0)}[score]
    if score == 0.5 and not system.drawable:
        score = 1.0
    facts = facts_of(name, points)
    games = record_of([{"first": 0, "second": 1, "score": score, **facts}], Players(["Ann", "Bob"]))
    whole = arpad.rate(games, system, schedule=schedule)
    got = arpad.rate_game(system, None, None, score, schedule=schedule, **facts)
    for rating_, player in zip(got, ("Ann", "Bob"), strict=True):
        same(rating_, whole.of(player))


def drawn(name: str, games: int, players: int, **more: Any) -> list[dict[str, Any]]:
    """Games in the order of time, a few days or weeks apart."""
    lots = np.random.default_rng(8)
    day = date(2024, 2, 20)
    found = []
    for _ in range(games):
        first, second = lots.permutation(players)[:2].tolist()
        score = float(lots.choice([0.0, 1.0] if name in SEASONS else [0.0, 0.5, 1.0]))
        points = {1.0: (24.0, 17.0), 0.5: (10.0, 10.0), 0.0: (3.0, 20.0)}[score]
        season = "2024" if day < date(2024, 12, 1) else "2025"
        day += timedelta(days=int(lots.choice([1, 4, 30])))
        game = {"first": first, "second": second, "score": score, **facts_of(name, points, season), "on": day}
        found.append({**game, **more})
    return found


def one_by_one(system: RatingSystem, games: list[dict[str, Any]], players: int, **how: Any) -> list[Any]:
    ratings: list[Any] = [None] * players
    for game in games:
        facts = {key: value for key, value in game.items() if key not in ("first", "second", "score")}
        pair = (game["first"], game["second"])
        after = arpad.rate_game(system, ratings[pair[0]], ratings[pair[1]], game["score"], **facts, **how)
        for who, rating_ in zip(pair, after, strict=True):
            ratings[who] = rating_
    return ratings


@pytest.mark.parametrize(
    ("name", "dated"),
    [*((name, True) for name in LIVE), *((name, False) for name in LIVE if name != "decay")],
)
def test_a_chain_of_games_is_the_record_rated_live(name: str, dated: bool) -> None:
    system = system_of(name)
    games = drawn(name, 20, 5, weight=1.5, advantage=1) if name != "bridge" else drawn(name, 20, 5)
    if not dated:
        games = [{key: value for key, value in game.items() if key != "on"} for game in games]
    names = [f"P{at}" for at in range(5)]
    whole = arpad.rate(record_of(games, Players(names)), system, schedule="live")
    got = one_by_one(system, games, 5)
    for player, rating_ in zip(names, got, strict=True):
        same(rating_, whole.of(player))


@pytest.mark.parametrize("name", PERIODS)
def test_a_chain_of_games_is_the_record_with_a_period_for_each(name: str) -> None:
    system = system_of(name)
    games = drawn(name, 20, 5)
    for at, game in enumerate(games):
        if system.default_period == "event":
            game["event"] = f"event {at}"
        else:  # months in which nobody plays twice, and several in which nobody plays
            game["on"] = date(2000 + at, 1 + at % 7, 3)
    names = [f"P{at}" for at in range(5)]
    whole = arpad.rate(record_of(games, Players(names)), system)
    got = one_by_one(system, games, 5)
    for player, rating_ in zip(names, got, strict=True):
        same(rating_, whole.of(player))


@pytest.mark.parametrize("name", RATED)
def test_the_order_of_the_sides_is_only_an_order(name: str) -> None:
    system = system_of(name)
    own = replace(system.newcomer(), value=system.newcomer().value + 7.25)
    other = replace(system.newcomer(), value=system.newcomer().value + 3.5)
    facts = facts_of(name)
    turned = facts_of(name, (1.0, 3.0))
    a, b = arpad.rate_game(system, own, other, 1, **facts)
    d, c = arpad.rate_game(system, other, own, 0, **turned)
    for one, turned_ in ((a, c), (b, d)):
        assert one.value == pytest.approx(turned_.value, abs=1e-9)
        assert one.deviation == pytest.approx(turned_.deviation, abs=1e-9)
    assert a != b


# Published examples.


def test_elo_of_equal_players() -> None:
    # K = 20 and an expected score of ½: ten points.
    first, second = arpad.rate_game("elo", 1500, 1500, 1, k=20)
    assert (first.value, second.value) == (1510.0, 1490.0)


def test_elo_by_the_example_of_fides_handbook() -> None:
    # A difference of 100 points: E = 1 / (1 + 10^(100/400)) = .35994 of the lower; a win at K = 20 gives 12.80.
    first, second = arpad.rate_game("elo", 1500, 1600, 1, k=20)
    assert first.value == pytest.approx(1512.8013, abs=1e-4)
    assert second.value == pytest.approx(1587.1987, abs=1e-4)


def test_trueskill_by_the_example_of_its_authors() -> None:
    # Two newcomers of 25 ± 25/3 and no draws expected (p = .1): the documentation of the library trueskill has
    # 29.396 ± 7.171 and 20.604 ± 7.171 after a win.
    first, second = arpad.rate_game("trueskill", None, (25, 25 / 3), 1)
    assert (round(first.value, 3), round(first.deviation or 0, 3)) == (29.396, 7.171)
    assert (round(second.value, 3), round(second.deviation or 0, 3)) == (20.604, 7.171)


def test_glicko_by_the_terms_of_glickmans_example() -> None:
    # Glickman's example, its first game alone: 1500 ± 200 beats 1400 ± 30. With q = ln 10 / 400, g = .9955 and
    # E = .639 of the paper: d² = 1 / (q² g² E (1 − E)), r' = r + q / (1/RD² + 1/d²) · g · (1 − E).
    q, g, expected = math.log(10) / 400, 0.9955, 0.6394677
    d2 = 1 / (q * q * g * g * expected * (1 - expected))
    precision = 1 / 200**2 + 1 / d2
    first, _ = arpad.rate_game("glicko", (1500, 200), (1400, 30), 1)
    assert first.value == pytest.approx(1500 + q / precision * g * (1 - expected), abs=0.02)
    assert first.deviation == pytest.approx(math.sqrt(1 / precision), abs=0.01)


def test_glicko2_by_the_terms_of_glickmans_example() -> None:
    # The first game of the example of "Example of the Glicko-2 system" (2022) alone, as a rating period: its
    # μ = 0, φ = 1.1513, σ = .06, g = .9955, E = .639; steps 3 to 8 with σ' = σ to five digits.
    phi, sigma, g, expected = 200 / 173.7178, 0.06, 0.9955, 0.6394677
    v = 1 / (g * g * expected * (1 - expected))
    star = phi * phi + sigma * sigma
    after = 1 / (1 / star + 1 / v)
    first, _ = arpad.rate_game("glicko2", (1500, 200, 0.06), (1400, 30, 0.06), 1, schedule="period", tau=0.5)
    assert first.value == pytest.approx(1500 + 173.7178 * after * g * (1 - expected), abs=0.02)
    assert first.deviation == pytest.approx(173.7178 * math.sqrt(after), abs=0.01)
    assert first.volatility == pytest.approx(0.06, abs=1e-5)


def test_glicko2_takes_a_game_as_the_record_of_ratings_that_enter() -> None:
    names = ["Ann", "Bob"]
    given = {
        "rating": np.array([1500.0, 1400.0]),
        "deviation": np.array([200.0, 30.0]),
        "volatility": np.array([0.06, 0.06]),
    }
    games = record_of([{"first": 0, "second": 1, "score": 1.0}], Players(names, given))
    for schedule in ("live", "period"):
        whole = arpad.rate(games, "glicko2", schedule=schedule, tau=0.5)
        got = arpad.rate_game(
            "glicko2",
            (1500, 200, 0.06),
            (1400, 30, 0.06),
            1,
            schedule=schedule,
            tau=0.5,
        )
        for rating_, player in zip(got, names, strict=True):
            same(rating_, whole.of(player))


# What is said of the players and of the game.


def test_a_deviation_grows_by_the_periods_that_a_player_rested() -> None:
    system = arpad.Glicko2()
    rested = arpad.Rating(1500, 60, 0.06, elapsed=12.5)
    ready = arpad.Rating(1500, 60, 0.06)
    grown, _ = arpad.rate_game(system, rested, (1500, 50, 0.06), 1)
    same_as, _ = arpad.rate_game(system, system.aged(ready, 12.5), (1500, 50, 0.06), 1)
    assert grown.value == pytest.approx(same_as.value, abs=1e-9)
    assert grown.deviation == pytest.approx(same_as.deviation, abs=1e-9)
    assert grown.deviation != arpad.rate_game(system, ready, (1500, 50, 0.06), 1)[0].deviation
    assert grown.elapsed == 0.0


def test_days_between_games_are_the_rest() -> None:
    first, second = arpad.rate_game("glicko2", None, None, 1, on="2026-01-01")
    by_days, _ = arpad.rate_game("glicko2", first, second, 0, on=date(2026, 7, 1))
    months = 181 / 30.436875
    rested = [
        replace(one, elapsed=months, memory={"variance": one.memory["variance"]}) for one in (first, second)
    ]
    by_rest, _ = arpad.rate_game("glicko2", rested[0], rested[1], 0)
    assert by_days.value == pytest.approx(by_rest.value, abs=1e-9)
    assert by_days.deviation == pytest.approx(by_rest.deviation, abs=1e-9)
    assert by_days.memory["last_played"] == "2026-07-01"


def test_moments_and_zones() -> None:
    from datetime import UTC, timezone

    plain, _ = arpad.rate_game("glicko2", None, None, 1, on=datetime(2026, 1, 1, 12, 30))
    other, _ = arpad.rate_game("glicko2", None, None, 1, on=datetime(2026, 1, 1, 12, 30, tzinfo=UTC))
    east, _ = arpad.rate_game(
        "glicko2", None, None, 1, on=datetime(2026, 1, 1, 21, 30, tzinfo=timezone(timedelta(hours=9)))
    )
    assert plain.memory["last_played"] == "2026-01-01T12:30:00"
    assert other.memory == east.memory == plain.memory


def test_a_k_factor_that_asks_for_games_and_age() -> None:
    rule = "40 if games<30; 10"
    young = arpad.Rating(1500, games=3)
    old = arpad.Rating(1500, games=31)
    first, second = arpad.rate_game("elo", young, old, 1, k=rule)
    assert (first.value, second.value) == (1520.0, 1495.0)
    assert (first.games, second.games) == (4, 32)


def test_home_weight_and_points() -> None:
    home, _ = arpad.rate_game(arpad.Elo(k=20, advantage=100), 1500, 1600, 1, advantage=1)
    assert home.value == 1510.0
    double, _ = arpad.rate_game("elo", 1500, 1500, 1, k=20, weight=2)
    assert double.value == 1520.0
    near, _ = arpad.rate_game("elo", 1500, 1500, 1, k=20, margin="goals", points=(1, 0))
    far, _ = arpad.rate_game("elo", 1500, 1500, 1, k=20, margin="goals", points=(4, 0))
    assert near.value < far.value


def test_a_game_of_weight_0_is_not_rated() -> None:
    before = arpad.Rating(1500, 60, 0.06, games=4)
    assert arpad.rate_game("glicko2", before, None, 1, weight=0) == (before, arpad.Glicko2().newcomer())


def test_ratings_of_a_record_go_on() -> None:
    games = arpad.Games.from_arrays(["Ann", "Bob"], ["Bob", "Cas"], [1.0, 0.5])
    ratings = arpad.rate(games, "glicko2", schedule="live")
    first, _ = arpad.rate_game(ratings.system, ratings.of("Ann"), ratings.of("Cas"), 1)
    more = ratings.update(arpad.Games.from_arrays(["Ann"], ["Cas"], [1.0]))
    assert first.value == pytest.approx(more.of("Ann").value, abs=1e-9)
    assert first.games == more.of("Ann").games == 2


def test_a_rating_can_be_kept_as_plain_data() -> None:
    games = drawn("elo-mmr", 12, 3)
    system = arpad.EloMmr()
    ratings: list[Any] = [None] * 3
    for game in games:
        pair = (game["first"], game["second"])
        after = arpad.rate_game(system, ratings[pair[0]], ratings[pair[1]], game["score"], on=game["on"])
        for who, one in zip(pair, after, strict=True):
            kept: dict[str, Any] = {
                "value": one.value,
                "deviation": one.deviation,
                "games": one.games,
                "memory": dict(one.memory),
            }
            ratings[who] = arpad.Rating(**kept)
    for got, expected in zip(ratings, one_by_one(system, games, 3), strict=True):
        same(got, expected)


# Contests.


def test_a_contest_is_the_record_of_that_contest() -> None:
    sides = [(["Ann", "Bob"], 2), (["Cas"], 1), (["Dan", "Eva"], 2)]
    for name in ("trueskill", "weng-lin"):
        whole = arpad.rate(Contests.from_sides([sides]), name)
        got = arpad.rate_contest(name, [[None, None], [None], [None, None]], places=[2, 1, 2])
        assert [len(side) for side in got] == [2, 1, 2]
        for (players, _), side in zip(sides, got, strict=True):
            for player, rating_ in zip(players, side, strict=True):
                same(rating_, whole.of(player))


@pytest.mark.parametrize("name", ["trueskill", "weng-lin", "elo-mmr"])
def test_a_chain_of_contests_is_the_record(name: str) -> None:
    lots = np.random.default_rng(4)
    names = [f"P{at}" for at in range(6)]
    ratings: dict[str, Any] = dict.fromkeys(names)
    contests = []
    for _ in range(10):
        order = lots.permutation(6)[:4].tolist()
        size = 1 if name == "elo-mmr" else 2
        cut = [order[at : at + size] for at in range(0, 4, size)]
        places = [int(place) for place in lots.integers(1, 4, len(cut))]
        sides = [[names[who] for who in side] for side in cut]
        contests.append(list(zip(sides, places, strict=True)))
        after = arpad.rate_contest(name, [[ratings[who] for who in side] for side in sides], places)
        for side, rated in zip(sides, after, strict=True):
            ratings.update(zip(side, rated, strict=True))
    whole = arpad.rate(Contests.from_sides(contests), name)
    for player in whole.players.names:
        same(ratings[player], whole.of(player))


def test_the_order_of_the_sides_of_a_contest_is_only_an_order() -> None:
    a, b, c = (25.0, 8.0), (27.0, 6.0), (22.0, 3.0)
    first = arpad.rate_contest("trueskill", [[a], [b], [c]], places=[3, 1, 2])
    turned = arpad.rate_contest("trueskill", [[c], [a], [b]], places=[2, 3, 1])
    for at, there in ((0, 1), (1, 2), (2, 0)):
        same(first[at][0], turned[there][0])


def test_shares_and_results_count() -> None:
    whole = arpad.rate_contest("trueskill", [[None, None], [None]], [1, 2])
    half = arpad.rate_contest("trueskill", [[None, None], [None]], [1, 2], shares=[[1, 0.25], [1]])
    assert (half[0][1].deviation or 0) > (whole[0][1].deviation or 0)
    won = arpad.rate_contest(
        "bridge", [[None, None], [None, None]], [1, 2], results=[52.0, 48.0], sigma1=8, deviation=100
    )
    assert won[0][0].value > won[1][0].value


def test_a_contest_of_two_players_is_a_game() -> None:
    got = arpad.rate_contest("elo", [[1500], [1600]], [2, 2], k=20)
    first, second = arpad.rate_game("elo", 1500, 1600, 0.5, k=20)
    assert [[one.value for one in side] for side in got] == [[first.value], [second.value]]


# Refusals.


@pytest.mark.parametrize("name", WHOLE)
def test_a_system_of_a_whole_history_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        arpad.rate_game(name, None, None, 1)
    assert caught.value.code == "rate-game.system"
    assert "arpad.rate(games" in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "options", "code"),
    [
        (("elo", 1500, 1500, 2), {}, "games.score"),
        (("elo", 1500, 1500, "1-0"), {}, "games.score"),
        (("elo", 1500, 1500, math.nan), {}, "games.score"),
        (("elo", "Ann", 1500, 1), {}, "rate-game.rating"),
        (("elo", math.nan, 1500, 1), {}, "rate-game.rating"),
        (("elo", arpad.Rating(math.inf), 1500, 1), {}, "rate-game.rating"),
        (("elo", (1500, 200), 1500, 1), {}, "rate-game.rating"),
        (("glicko2", (1500, 200, 0.06, 4), None, 1), {}, "rate-game.rating"),
        (("glicko2", (1500, -3), None, 1), {}, "rate-game.input"),
        (("glicko2", arpad.Rating(1500, 50, 0.06, elapsed=-1), None, 1), {}, "rate-game.input"),
        (("elo", 1500, 1500, 1), {"weight": -1}, "rate-game.input"),
        (("elo", 1500, 1500, 1), {"advantage": 35}, "rate-game.advantage"),
        (("elo", 1500, 1500, 1), {"points": 3}, "rate-game.points"),
        (("nba", 1500, 1500, 1), {"event": "2026"}, "rate-game.points"),
        (("decay", 1500, 1500, 1), {}, "rate-game.time"),
        (("nba", 1500, 1500, 1), {"points": (90, 80)}, "rate-game.season"),
        (("glicko2", None, None, 1), {"on": "yesterday"}, "rate-game.time"),
        (("glicko2", None, None, 1), {"schedule": "weekly"}, "rate-game.input"),
        (("fide", None, 1500, 1), {}, "rate-game.input"),
        (("fifa-men", 1500, 1500, 1), {}, "rate-game.input"),
        (("elo", 1500, 1500, 1), {"q": 3}, "rate-game.system"),
        (("elp", 1500, 1500, 1), {}, "rate-game.system"),
        (("skill-points", 1500, 1500, 1), {}, "rate-game.system"),
        ((3, 1500, 1500, 1), {}, "rating-system.unknown"),
    ],
)
def test_what_is_refused(arguments: Any, options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadInput) as caught:
        arpad.rate_game(*arguments, **options)
    assert caught.value.code == code
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("arguments", "options", "code"),
    [
        (("trueskill", [[None]], [1]), {}, "rate-game.sides"),
        (("trueskill", [[None], []], [1, 2]), {}, "rate-game.sides"),
        (("trueskill", [None, None], [1, 2]), {}, "rate-game.sides"),
        (("trueskill", [(25, 8.3), (25, 8.3)], [1, 2]), {}, "rate-game.sides"),
        (("trueskill", [[None], [None]], [1]), {}, "rate-game.places"),
        (("trueskill", [[None], [None]], [0, 1]), {}, "rate-game.places"),
        (("trueskill", [[None], [None]], [1.5, 1]), {}, "rate-game.places"),
        (("trueskill", [[None], [None]], [1, 2]), {"shares": [[1], [2]]}, "rate-game.sides"),
        (("trueskill", [[None], [None]], [1, 2]), {"shares": [1, 1]}, "rate-game.sides"),
        (("trueskill", [[None], [None]], [1, 2]), {"results": [1.0]}, "rate-game.sides"),
        (("trueskill", [[None], ["Ann"]], [1, 2]), {}, "rate-game.rating"),
        (("elo", [[1500], [1500], [1500]], [1, 2, 3]), {}, "rate-game.system"),
        (("elo-mmr", [[None, None], [None]], [1, 2]), {}, "rate-game.system"),
        (("plackett-luce", [[None], [None]], [1, 2]), {}, "rate-game.system"),
    ],
)
def test_which_contests_are_refused(arguments: Any, options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadInput) as caught:
        arpad.rate_contest(*arguments, **options)
    assert caught.value.code == code


def test_games_come_in_the_order_of_time() -> None:
    first, second = arpad.rate_game("glicko2", None, None, 1, on="2026-03-01")
    with pytest.raises(BadInput) as caught:
        arpad.rate_game("glicko2", first, second, 1, on="2026-02-28")
    assert caught.value.code == "rate-game.time"
    with pytest.raises(BadInput) as caught:
        arpad.rate_game("glicko2", first, second, 1, on=7)
    assert caught.value.code == "rate-game.time"


def test_neither_polars_nor_numba_is_imported_for_a_game() -> None:
    code = (
        "import sys, arpad\n"
        "arpad.rate_game('glicko2', None, (1500, 200, .06), 1)\n"
        "arpad.rate_contest('trueskill', [[None], [None], [None]], places=[1, 2, 2])\n"
        "assert not {'polars', 'numba', 'scipy'} & set(sys.modules), sorted(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rate_takes_elo_where_no_system_is_named() -> None:
    games = arpad.Games.from_arrays(["Ann", "Bob"], ["Bob", "Cas"], [1.0, 0.5])
    assert arpad.rate(games).system == arpad.Elo()
    assert rating.rate(games, arpad.Elo()).rating.tolist() == arpad.rate(games).rating.tolist()
