"""Going on from a list: a record rated in two parts gives what the whole gives."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arpad
from arpad.office import publish
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Labels, Players
from arpad.rulebooks.catalogue import SYSTEMS, rating_system, system_class


@dataclass(frozen=True)
class Case:
    """A system with a schedule and settings, and what the record must be like for it.

    Args:
        system: its name.
        schedule: ``live`` or ``period``.
        settings: its parameters.
        period: the rating period; the system's own if not given.
        rated: the share of players whose ratings are given; 0 for a record without any.
        scale: mean and spread of these.
        goals: whether the record has points, which decide the results.
        start: the first month.
        months: the months with which events begin.
    """

    system: str
    schedule: str
    settings: dict[str, Any] = field(default_factory=dict)
    period: str | None = None
    rated: float = 0.7
    scale: tuple[float, float] = (1700.0, 200.0)
    goals: bool = False
    start: str = "2024-07"
    months: tuple[int, ...] = tuple(range(18))

    def __str__(self) -> str:
        told = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.system}-{self.schedule}-{self.period or 'own'}-{self.start}-{told}"


def schedules(name: str, *settings: dict[str, Any], **more: Any) -> list[Case]:
    return [
        Case(name, schedule, each, **more) for schedule in system_class(name).schedules for each in settings
    ]


STONES = (-5.0, 4.0)
GO_ON = [
    *schedules("elo", {}, {"k": "40 if games<10; 20 if peak<1750; 15 if age<18; 10"}, {"rounding": 1}),
    *schedules("elo", {"carry": 0.7}, {"peak_floor": 30, "gains": "1.2 if rating<1700; 1"}),
    Case("elo", "live", {"streak": 3, "streak_from": 2}),
    *schedules("elo", {"margin": "log", "curve": "normal"}, goals=True),
    *schedules("glicko", {}, {"c": 20, "min_deviation": 40}),
    *schedules("glicko", {}, period="event"),
    *schedules("glicko", {}, period="1w"),
    *schedules("glicko2", {}, {"tau": 1.2}),
    *schedules("glicko2", {}, period="event"),
    *schedules("glicko-boost", {}),
    *schedules("glicko-boost", {}, period="event"),
    *schedules("stephenson", {}, {"bval": 2.0, "gamma": 20}),
    *schedules("stephenson", {}, period="event"),
    *schedules("trueskill", {}, {"tau": 1.0}, rated=0),
    *schedules("weng-lin", {}, rated=0),
    *schedules("elo-mmr", {}, {"drift": 20.0}, {"history": 4.0, "rho": 0.3}, {"model": "gaussian"}),
    *schedules("bayes-elo", {}, {"draws": "fraction"}),
    Case("fide", "period"),
    Case("fide", "period", start="2023-05"),
    Case("fide-rapid", "period", rated=0.5),
    *schedules("fide", {"initial": 1500}, {"initial": 1500, "k": 20}),
    *schedules("fide-rapid", {"initial": 1500}),
    *schedules("fide-blitz", {"initial": 1500}),
    *schedules("uschess", {}, {"dual": True}),
    *schedules("dwz", {}, {"initial": 1500}),
    *schedules("ingo", {}, scale=(150.0, 40.0)),
    *schedules("ecf", {}),
    *schedules("exam", {}),
    *schedules("kbaduk", {}, {"expectation": "table"}),
    *schedules("egf", {}),
    *schedules("aga", {}, scale=STONES),
    *schedules("bridge", {}, goals=True),
    *schedules("fifa-men", {"importance": 25}),
    *schedules("fifa-women", {"importance": 60}, goals=True),
    *schedules("eloratings", {"importance": 60}, goals=True),
    *schedules("clubelo", {}, goals=True),
    *schedules("nfl", {}, goals=True, months=(0, 7, 12)),
    *schedules("nba", {}, goals=True, months=(0, 7, 12)),
    *schedules("lichess", {}),
    *schedules("placement", {}),
    *schedules("tiers", {}),
    *schedules("decay", {"decay_to": 1500}),
]
CANNOT = ("bradley-terry", "plackett-luce", "whr", "ttt", "wof")
"""They rate all games at once."""


def test_every_system_is_tried() -> None:
    games_of_two = [name for name in SYSTEMS if issubclass(system_class(name), RatingSystem)]
    assert {case.system for case in GO_ON} | set(CANNOT) == set(games_of_two)


def record(case: Case, rng: np.random.Generator) -> Games:
    """Return a random record in order of time: events by the month, gaps, newcomers, players who leave."""
    players, games = 16, 300
    month = np.sort(rng.choice(np.delete(np.arange(18), [5, 6, 11]), games))
    day = rng.integers(0, 25, games)
    time = (np.datetime64(case.start) + month).astype("datetime64[D]") + day
    order = np.lexsort((rng.random(games), time))
    month, time = month[order], time[order]
    lowest = np.minimum(month // 3, 5)  # one after the other leaves, one after the other comes
    first = lowest + rng.integers(0, 10, games)
    second = lowest + (first - lowest + rng.integers(1, 10, games)) % 10
    score = rng.choice([0.0, 0.5, 1.0], games)
    points: dict[str, Any] = {}
    if case.goals:
        one, other = rng.integers(0, 5, games), rng.integers(0, 5, games)
        score = 0.5 + 0.5 * np.sign(one - other)
        points = {"points_first": one.astype(np.float64), "points_second": other.astype(np.float64)}
    names, codes = np.unique(np.searchsorted(case.months, month, side="right") - 1, return_inverse=True)
    attributes: dict[str, NDArray[Any]] = {
        "birth_year": np.where(rng.random(players) < 0.6, 2000.0 + rng.integers(0, 12, players), np.nan)
    }
    if case.rated:
        mean, spread = case.scale
        rating = np.round(rng.normal(mean, spread, players))
        attributes["rating"] = np.where(rng.random(players) < case.rated, rating, np.nan)
        if case.start < "2024-03":  # what is given of a newcomer is converted if the record holds the day
            attributes["rating"][10:] = np.nan
    return Games(
        Players([f"Player {i}" for i in range(players)], attributes),
        first.astype(np.int32),
        second.astype(np.int32),
        score,
        time=time,
        advantage=rng.choice([-1, 0, 1], games).astype(np.int8),
        event=Labels(codes.astype(np.int32), [f"Event {name}" for name in names]),
        **points,
    )


def part(games: Games, rows: NDArray[Any]) -> Games:
    """Return some games as a file of their own would give them: among those who play in them."""
    taken = games.take(rows)
    there = np.unique(np.concatenate([taken.first, taken.second]))
    attributes = {name: column[there] for name, column in games.players.attributes.items()}
    event = taken.event
    assert event is not None
    names, codes = np.unique(event.codes, return_inverse=True)
    return replace(
        taken,
        players=Players([games.players.names[i] for i in there], attributes),
        first=np.searchsorted(there, taken.first).astype(np.int32),
        second=np.searchsorted(there, taken.second).astype(np.int32),
        event=Labels(codes.astype(np.int32), [event.names[name] for name in names]),
    )


def cut_at(games: Games, case: Case, rng: np.random.Generator) -> int:
    """Return where the second part begins: anywhere if live, else at the beginning of a rating period."""
    if case.schedule == "live" and case.period != "event":
        return int(rng.integers(1, len(games)))
    time = games.time
    assert time is not None
    days = time.astype("datetime64[D]").astype(np.int64)
    number = (days + 3) // 7 if case.period == "1w" else time.astype("datetime64[M]").astype(np.int64)
    starts = np.flatnonzero(np.diff(number)) + 1
    return int(rng.choice(starts))


def shuffled_within_days(games: Games, rng: np.random.Generator) -> Games:
    assert games.time is not None
    return games.take(np.lexsort((rng.random(len(games)), games.time)))


def rated(games: Games, case: Case, **options: Any) -> Ratings:
    system = rating_system(case.system, case.settings)
    return arpad.rate(games, system, schedule=case.schedule, period=case.period, **options)  # type: ignore[arg-type]


def assert_same(whole: Ratings, parts: Ratings) -> None:
    """Hold the lists against each other: who is on them, and every number of theirs."""
    one, other = (each.state_table().sort("player") for each in (whole, parts))
    assert one.columns == other.columns
    assert one["player"].to_list() == other["player"].to_list()
    for name in one.columns:
        if one[name].dtype.is_float():
            np.testing.assert_allclose(
                other[name].to_numpy(), one[name].to_numpy(), rtol=1e-9, atol=1e-9, err_msg=name
            )
        elif name != "performances":
            assert other[name].to_list() == one[name].to_list(), name


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", GO_ON, ids=str)
def test_two_parts_equal_the_whole(case: Case, seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    games = record(case, rng)
    cut = cut_at(games, case, rng)
    whole = rated(games, case)
    before, after = part(games, np.arange(cut)), part(games, np.arange(cut, len(games)))
    if case.schedule == "period":
        before, after = shuffled_within_days(before, rng), shuffled_within_days(after, rng)
    listed = rated(before, case)
    assert_same(whole, rated(after, case, after=listed))
    file = tmp_path / f"list.{('csv', 'json', 'parquet')[seed % 3]}"
    publish(listed, file)
    read = replace(after, players=arpad.read_players(file, after.players))
    assert_same(whole, rated(read, case))
