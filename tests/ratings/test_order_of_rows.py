"""What the source does not order, the data must: shuffled rows leave the ratings of a period system as they are.

Rows are shuffled over the whole file, which leaves the rows of a day in any order, and events that begin or end
on one day. Held constant: the days.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arpad.ratings.rate import rate
from arpad.ratings.timeline import Timeline
from arpad.ratings.whole_history.player_periods import Curves
from arpad.record import Games, Labels, Players
from arpad.record.periods import parse_period
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class

SETTINGS: dict[str, dict[str, Any]] = {
    "fifa-men": {"importance": 25},
    "fifa-women": {"importance": 4},
    "eloratings": {"importance": 60},
    "bradley-terry": {"prior": 350},
    "plackett-luce": {"prior": 350},
    "fide": {"initial": 1500},
    "fide-rapid": {"initial": 1500},
    "fide-blitz": {"initial": 1500},
    "dwz": {"initial": 1500},
}
CASES = [
    pytest.param(name, period, id=f"{name}-{period}")
    for name in SYSTEMS
    if "period" in system_class(name).schedules
    for period in ("event", "1mo", "1d")
]
TOLERANCE = {"bradley-terry": 1e-6, "plackett-luce": 1e-6, "bayes-elo": 1e-6}
"""In points; those find their ratings by iteration, and end it there."""


def record(players: int = 14, games: int = 120) -> Games:
    rng = np.random.default_rng(1960)
    first = rng.integers(0, players, games)
    second = (first + rng.integers(1, players, games)) % players
    goals = rng.integers(0, 5, (2, games)).astype(np.float64)
    day = np.sort(rng.integers(0, 30, games)) * 3  # four games a day
    # Events that run side by side, several of which begin and end on one day.
    event = (day // 30) * 4 + rng.integers(0, 4, games)
    return Games(
        Players(
            [f"player {at}" for at in range(players)],
            {"birth_year": np.where(rng.random(players) < 0.5, rng.integers(1990, 2014, players), np.nan)},
        ),
        first.astype(np.int32),
        second.astype(np.int32),
        0.5 + 0.5 * np.sign(goals[0] - goals[1]),
        time=np.datetime64(date(2024, 1, 2)) + day,
        advantage=rng.integers(-1, 2, games).astype(np.int8),
        points_first=goals[0],
        points_second=goals[1],
        event=Labels(event.astype(np.int32), tuple(f"event {at}" for at in range(int(event.max()) + 1))),
    )


def renumbered(games: Games, order: NDArray[np.int64]) -> Games:
    """Return a record whose players are numbered otherwise, as another first row would have it."""
    new = np.argsort(order).astype(np.int32)
    attributes = {name: column[order] for name, column in games.players.attributes.items()}
    players = Players([games.players.names[at] for at in order], attributes)
    return replace(games, players=players, first=new[games.first], second=new[games.second])


@pytest.mark.parametrize(("name", "period"), CASES)
def test_the_order_of_rows_does_not_matter(name: str, period: str) -> None:
    games = record()
    if name in ("nfl", "nba"):
        assert games.event is not None
        season = Labels(np.zeros(len(games), dtype=np.int32), ("2024",))
        games = replace(games, event=season)
    system = rating_system(name, SETTINGS.get(name, {}))
    found = rate(games, system, schedule="period", period=period)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        rows, players = rng.permutation(len(games)), rng.permutation(len(games.players))
        shuffled = renumbered(games.take(rows), players)
        again = rate(shuffled, system, schedule="period", period=period)
        for column, values in found.state.columns.items():
            np.testing.assert_allclose(
                again.state.columns[column], values[players], rtol=0, atol=TOLERANCE.get(name, 1e-9)
            )


def test_curves_have_games_in_one_order() -> None:
    """By period, then the players by games and name, then score, side and weight: by hand on 400 rows."""
    random = np.random.default_rng(3)
    first = random.integers(0, 6, 400)
    second = (first + random.integers(1, 6, 400)) % 6
    weight = random.choice([0.5, 1.0, 2.0], 400)
    games = Games(
        Players(["f", "e", "d", "c", "b", "a"]),
        first.astype(np.int32),
        second.astype(np.int32),
        random.choice([0.0, 0.5, 1.0], 400),
        time=np.datetime64("2026-01-01", "D") + np.sort(random.integers(0, 20, 400)),
        weight=weight,
        advantage=random.choice([-1, 0, 1], 400).astype(np.int8),
    )
    timeline = Timeline.of(games, "period", parse_period("1d"))
    curves = Curves.from_timeline(timeline, weight)
    played = np.bincount(np.append(first, second))
    place = sorted(range(6), key=lambda who: (-played[who], games.players.names[who]))
    assert [place.index(who) for who in range(6)] == curves.place.tolist()
    rows = timeline.games

    def told(row: int) -> tuple[float, ...]:
        sides = place.index(int(rows.first[row])), place.index(int(rows.second[row]))
        assert rows.advantage is not None
        side = float(rows.advantage[row])
        return (float(timeline.order[row]), *sides, float(rows.score[row]), side, float(weight[row]))

    assert [told(row) for row in curves.sequence] == sorted(map(told, range(400)))
    seats = [side for row in curves.sequence for side in told(row)[1:3]]
    by_player = sorted(range(800), key=lambda seat: seats[seat])
    at = curves.at[curves.sequence].ravel()
    assert [int(at[seat]) for seat in by_player] == list(range(800))


def test_curves_have_games_in_order_however_far_apart_periods_are() -> None:
    """Period and players in one number would need 2⁵² · 60² and overflow an int64."""
    random = np.random.default_rng(1)
    first = random.integers(0, 60, 200)
    second = (first + random.integers(1, 60, 200)) % 60
    time = random.permutation(np.linspace(0, 2**52, 200).astype(np.int64))
    players = Players([f"p{n}" for n in range(60)])
    games = Games(players, first.astype(np.int32), second.astype(np.int32), np.ones(200), time=time)
    timeline = Timeline.of(games, "period", parse_period("1"))
    sequence = Curves.from_timeline(timeline, None).sequence
    assert sorted(sequence.tolist()) == list(range(200))
    assert (np.diff(np.asarray(timeline.order)[sequence]) > 0).all()
