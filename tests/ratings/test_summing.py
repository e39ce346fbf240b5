"""A rating period by parts is the period: by sums of its games, and player by player."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arpad.core import ArpadError
from arpad.ratings.continuation import standing
from arpad.ratings.rate import rate, timeline_of
from arpad.ratings.summing import Summing, is_summing
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Players
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system

PLAYERS = 30
NAMES = [f"p{i}" for i in range(PLAYERS)]
SETTINGS: dict[str, dict[str, str | float | None]] = {
    "elo": {"k": "40 if games<30; 20 if peak<1700; 10", "rounding": 1},
    "clubelo": {"margin": "none"},
    "nfl": {"margin": "none", "carry": 1.0},
    "nba": {"margin": "none", "carry": 1.0},
}
BY_PERIOD = [name for name, listed in SYSTEMS.items() if "period" in listed.schedules]
BY_SUMS = ["elo", "glicko", "glicko2", "stephenson", "ecf", "kbaduk", "online", "placement", "tiers"]
INDEPENDENT = {*BY_SUMS, "clubelo", "nfl", "nba", "decay", "fide", "fide-rapid", "fide-blitz", "egf"}


def games(count: int = 900, day: str = "2026-03-01") -> Games:
    random = np.random.default_rng(7)
    first = random.integers(0, PLAYERS, count)
    second = (first + random.integers(1, PLAYERS, count)) % PLAYERS
    known = {
        "rating": 1500.0 + 200.0 * random.standard_normal(PLAYERS),
        "games": random.integers(0, 60, PLAYERS).astype(float),
        "birth_year": random.integers(1950, 2015, PLAYERS).astype(float),
    }
    return Games(
        Players(NAMES, known),
        first.astype(np.int32),
        second.astype(np.int32),
        random.choice([0.0, 0.5, 1.0], count),
        time=np.datetime64(day) + np.sort(random.integers(0, 31, count)).astype("timedelta64[D]"),
        weight=random.choice([0.5, 1.0, 2.0], count),
        advantage=random.integers(-1, 2, count).astype(np.int8),
    )


def made(name: str) -> RatingSystem:
    return rating_system(name, SETTINGS.get(name, {}))


def after_a_period(record: Games, system: RatingSystem) -> Games:
    """Return the record with players as a list of the month before has left them."""
    assert record.time is not None
    before = replace(record, time=record.time - np.timedelta64(31, "D"))
    earlier = rate(before, system, schedule="period", period="1mo")
    listed = standing(earlier)
    order = [listed.names.index(name) for name in NAMES]
    known = {name: column[order] for name, column in listed.attributes.items()}
    return replace(record, players=Players(NAMES, known, continued=True))


@pytest.mark.parametrize("name", BY_SUMS)
def test_the_sums_of_parts_make_the_period(name: str) -> None:
    system = made(name)
    assert is_summing(system)
    assert isinstance(system, Summing)
    record = after_a_period(games(), system)
    whole = rate(record, system, schedule="period", period="1mo")

    def timeline(rows: np.ndarray[tuple[int], np.dtype[np.int64]]):  # type: ignore[no-untyped-def]
        return timeline_of(record.take(rows), system, schedule="period", period="1mo")

    everything = np.arange(len(record))
    shares = [system.period_sums(timeline(everything[part::3]))[0] for part in range(3)]
    opened = np.full(PLAYERS, np.datetime64("2026-03-01"))
    number = int(whole.timeline.order[0])
    found = system.settled(timeline(everything[:0]), number, sum(shares), opened)  # type: ignore[arg-type]
    for column, values in whole.state.columns.items():
        np.testing.assert_allclose(found.columns[column], values, rtol=0, atol=1e-9)
    for column, values in whole.state.memory.items():
        np.testing.assert_allclose(found.memory[column], values, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", BY_PERIOD)
def test_who_is_independent_is_rated_alike_without_the_games_of_others(name: str) -> None:
    system = made(name)
    record = games()
    try:
        whole = rate(record, system, schedule="period", period="1mo")
        apart = []
        for part in range(3):
            rows = np.flatnonzero((record.first % 3 == part) | (record.second % 3 == part))
            ratings = rate(record.take(rows), system, schedule="period", period="1mo").rating
            apart.append(np.where(np.arange(PLAYERS) % 3 == part, ratings, 0.0))
        same = bool(np.allclose(sum(apart), whole.rating, rtol=0, atol=1e-9))
    except ArpadError:
        same = False
    assert system.independent is (name in INDEPENDENT)
    assert same or not system.independent


def test_what_has_a_loop_of_its_own_is_not_summed_by_that_of_its_family() -> None:
    others = {name for name in BY_PERIOD if not is_summing(made(name))}
    assert {"fide", "egf", "ingo", "glicko-boost", "decay", "uschess"} <= others
    assert not others & set(BY_SUMS)


def test_the_order_of_games_within_a_period_keeps_a_system_from_sums() -> None:
    assert not is_summing(rating_system("decay"))
    assert not is_summing(rating_system("elo", {"carry": 0.75}))


@pytest.mark.parametrize("name", ["elo", "clubelo", "nfl", "nba", "placement", "kbaduk"])
def test_a_player_of_hundreds_of_games_a_period_lets_no_order_of_rows_show(name: str) -> None:
    """Such a player's next rating depends on the last one with a factor far above 1, period after period."""
    random = np.random.default_rng(11)
    count, players = 20_000, 200
    first = np.where(random.random(count) < 0.4, 0, random.integers(0, players, count))
    second = (first + random.integers(1, players, count)) % players
    points = random.integers(0, 6, (count, 2)).astype(float)
    record = Games(
        Players([f"p{i}" for i in range(players)]),
        first.astype(np.int32),
        second.astype(np.int32),
        np.sign(points[:, 0] - points[:, 1]) / 2.0 + 0.5,
        time=np.datetime64("2020-01-01") + random.integers(0, 730, count).astype("timedelta64[D]"),
        points_first=points[:, 0],
        points_second=points[:, 1],
    )
    system = rating_system(name, {"carry": 1.0} if name in ("nfl", "nba") else {})
    wanted = rate(record, system, schedule="period", period="1mo")
    for order in (np.arange(count)[::-1], random.permutation(count)):
        found = rate(record.take(order), system, schedule="period", period="1mo")
        assert np.array_equal(found.rating, wanted.rating)
