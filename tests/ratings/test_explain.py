"""Every part of an explanation adds up to the change, and says what the loops did."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.ratings.elo.system import Elo
from arpad.ratings.explain import explain, updates
from arpad.ratings.model import Schedule
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Labels, Players

NAMES = tuple("ABCDEFGH")


def record(games: int = 160) -> Games:
    """Return games over three seasons, with everything that Elo can use."""
    draw = np.random.default_rng(1960)  # the year in which US chess took Elo's system
    first = draw.integers(0, len(NAMES), games)
    second = (first + draw.integers(1, len(NAMES), games)) % len(NAMES)
    days = np.sort(draw.integers(0, 900, games))
    return Games(
        Players(
            NAMES,
            {
                "rating": np.array([1500.0, 1620, 1700, np.nan, 1480, np.nan, 1555, 1390]),
                "games": np.array([0.0, 25, 400, np.nan, 29, 0, 0, 12]),
                "birth_year": np.array([2002.0, 1980, np.nan, 2003, 2004, 1999, np.nan, 2005]),
                "peak": np.array([np.nan, 1700, np.nan, np.nan, 1600, np.nan, np.nan, np.nan]),
            },
        ),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], games),
        time=np.datetime64("2020-01-01") + days,
        weight=draw.choice([0.5, 1.0, 2.0], games),
        advantage=draw.integers(-1, 2, games).astype(np.int8),
        points_first=draw.integers(0, 7, games).astype(float),
        points_second=draw.integers(0, 7, games).astype(float),
        event=Labels((days // 300).astype(np.int32), ("one", "two", "three")),
    )


VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "normal": {"curve": "normal"},
    "linear": {"curve": "linear", "scale": 300.0},
    "advantage": {"advantage": 65.0},
    "goals": {"margin": "goals"},
    "sqrt": {"margin": "sqrt"},
    "log": {"margin": "log", "advantage": 65.0},
    "power": {"margin": "power", "advantage": 100.0},
    "K by rating": {"k": "32 if rating<1500; 16"},
    "K by peak and games": {"k": "10 if peak>=1650; 40 if games<30; 20"},
    "K by age": {"k": "40 if age<=18; 20"},
    "floor": {"floor": 1450.0},
    "rounding": {"rounding": 1.0},
    "seasons": {"carry": 0.6, "mean": 1505.0},
    "all at once": {
        "k": "10 if peak>=1650; 40 if games<30 and age<=18; 20",
        "margin": "log",
        "advantage": 65.0,
        "carry": 0.6,
        "mean": 1550.0,
        "floor": 1400.0,
        "rounding": 0.5,
    },
}
GIVEN = (("A", "two", 1600.0), ("C", "three", 1444.0), ("D", "one", 1300.0))
SCHEDULES: tuple[tuple[Schedule, str | None], ...] = (
    ("live", None),
    ("period", "1mo"),
    ("period", "event"),
    ("period", "1y"),
)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("schedule", "period"), SCHEDULES)
def test_the_parts_add_up_to_the_change(variant: str, schedule: Schedule, period: str | None) -> None:
    ratings = rate(
        record(), Elo(**VARIANTS[variant]), schedule=schedule, period=period, history=True, given=GIVEN
    )
    games = ratings.timeline.games
    for who, name in enumerate(NAMES):
        told = explain(ratings, name)
        assert math.fsum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)
        for part in told.parts:
            assert part.facts["after"] - part.facts["before"] == pytest.approx(part.value, abs=1e-9)
            if part.terms:
                assert math.fsum(game.value for game in part.parts) == pytest.approx(part.value, abs=1e-9)
        own = [
            (row, side) for row in range(len(games)) for side in (0, 1) if side_of(games, row, side) == who
        ]
        trace = ratings.traced()
        assert told.facts["before"] == pytest.approx(trace.before[own[0]][0], abs=1e-9)
        assert told.facts["after"] == pytest.approx(ratings.of(name).value, abs=1e-9)
        order = ratings.timeline.order if schedule == "period" else range(len(games))
        units = {order[row]: (trace.before[row, side, 0], trace.after[row, side, 0]) for row, side in own}
        met = list(units.values())
        changes = [part for part in told.parts if part.label == "change"]
        found = [(part.facts["before"], part.facts["after"]) for part in changes]
        assert np.array(found) == pytest.approx(np.array(met), abs=1e-9)


def side_of(games: Games, row: int, side: int) -> int:
    return int((games.first if side == 0 else games.second)[row])


def test_rounding_and_floor_are_steps_of_their_own() -> None:
    ratings = rate(record(), Elo(rounding=1.0), history=True)
    part = explain(ratings, "B").parts[0]
    assert not part.terms
    assert [step.label for step in part.steps] == [
        "sum of the changes",
        "rounded",
        "new rating",
    ]
    assert part.steps[1].formula == "to the nearest multiple of 1, halves away from zero"
    assert part.value == round(part.parts[0].value)


def test_a_floor_says_that_it_held_a_rating() -> None:
    lost = Games(Players(("A", "B")), np.array([0], np.int32), np.array([1], np.int32), np.array([0.0]))
    told = explain(rate(lost, Elo(k=20, floor=1495.0), history=True), "A")
    (held,) = (step for step in told.parts[0].steps if step.label == "held at the floor")
    assert held.value == -5.0  # and not −10


def test_a_new_season_says_how_a_rating_is_carried() -> None:
    seasons = replace(small(), event=Labels(np.array([0, 0, 1, 1, 1], dtype=np.int32), ("2023", "2024")))
    ratings = rate(seasons, Elo(carry=0.75, mean=1505.0), history=True)
    told = explain(ratings, "Ann")
    steps = [part.steps[0] for part in told.parts if part.label == "between seasons"]
    assert steps
    assert all(step.formula == "1505 + 0.75 · (R − 1505)" for step in steps)


def small(**columns: Any) -> Games:
    """Return four games of Ann, two of them in each of two events that overlap."""
    return Games(
        Players(("Ann", "Bob", "Cid"), {"rating": np.array([1600.0, 1500.0, np.nan])}),
        np.array([0, 1, 0, 2, 1], dtype=np.int32),
        np.array([1, 0, 2, 0, 2], dtype=np.int32),
        np.array([1.0, 1.0, 0.5, 0.0, 1.0]),
        time=np.array(
            ["2024-01-05", "2024-01-06", "2024-02-01", "2024-02-02", "2024-02-03"], "datetime64[D]"
        ),
        event=Labels(np.array([0, 1, 1, 0, 0], dtype=np.int32), ("Cup", "League")),
        **columns,
    )


@pytest.fixture
def live() -> Ratings:
    return rate(small(), Elo(k=32), history=True)


def test_a_game_as_a_person_writes_it(live: Ratings) -> None:
    told = explain(live, "Ann")
    game = told.parts[0].parts[0]
    assert game.facts == {
        "date": "2024-01-05",
        "event": "Cup",
        "opponent": "Bob",
        "opponent_rating": 1500.0,
        "expected": pytest.approx(0.6400649998),
        "score": 1.0,
    }
    assert [step.line() for step in game.steps] == [
        "difference: D = Ra − Rb = 1600.0000 − 1500.0000 = 100.0000 points",
        "expected score: 1 / (1 + 10^(−D / 400)) = 1 / (1 + 10^(−(100) / 400)) = 0.640065   [Elo 1978, ch. 8]",
        "K-factor: 32.00",
        "change: K · (S − E) = 32 · (1 − 0.6401) = 11.5179 points",
    ]


def test_the_change_of_a_game_names_weight_and_margin() -> None:
    games = small(
        weight=np.full(5, 2.0),
        points_first=np.array([3.0, 1, 1, 0, 2]),
        points_second=np.array([0.0, 0, 1, 1, 0]),
    )
    told = explain(rate(games, Elo(margin="goals"), history=True), "Ann")
    steps = {step.label: step for step in told.parts[0].parts[0].steps}
    assert steps["weight"].value == 2.0
    assert steps["margin of victory"].value == 1.75
    assert steps["change"].formula == "K · (S − E) · w · m"
    assert steps["change"].value == pytest.approx(20 * 2 * 1.75 * (1 - 1 / (1 + 10**-0.25)))


def test_the_last_games(live: Ratings) -> None:
    whole = explain(live, "Ann")
    last = explain(live, "Ann", last=2)
    assert last.parts == whole.parts[-2:]
    assert last.facts["before"] == whole.parts[1].facts["after"]
    assert last.value == pytest.approx(sum(part.value for part in whole.parts[-2:]), abs=1e-12)
    assert explain(live, "Ann", last=99).parts == whole.parts


def test_the_last_periods_without_what_lay_before_them() -> None:
    games = small()
    seasons = Games(
        **{**columns_of(games), "event": Labels(np.array([0, 0, 1, 1, 1], dtype=np.int32), ("Cup", "League"))}
    )
    ratings = rate(seasons, Elo(carry=0.5), schedule="period", history=True)
    assert [part.label for part in explain(ratings, "Ann").parts] == ["change", "between seasons", "change"]
    assert [part.label for part in explain(ratings, "Ann", last=1).parts] == ["change"]
    of_february = explain(ratings, "Ann", period="2024-02")
    assert [part.label for part in of_february.parts] == ["between seasons", "change"]
    assert of_february.value == pytest.approx(sum(part.value for part in of_february.parts), abs=1e-12)


def columns_of(games: Games) -> dict[str, Any]:
    return {"players": games.players, **games.columns()}


def test_one_period() -> None:
    ratings = rate(small(), Elo(), schedule="period", period="1mo", history=True)
    told = explain(ratings, "Ann", period="2024-02")
    assert len(told.parts) == 1
    assert told.parts[0].facts["period"] == "2024-02"
    assert [game.facts["opponent"] for game in told.parts[0].parts] == ["Cid", "Cid"]


def test_one_event_of_a_live_record_though_another_lies_between(live: Ratings) -> None:
    """The Cup's games alone add up to its value; before and after also hold the League's."""
    whole = explain(live, "Ann")
    cup = explain(live, "Ann", period="Cup")
    assert cup.parts == (whole.parts[0], whole.parts[3])
    assert cup.value == pytest.approx(sum(part.value for part in cup.parts), abs=1e-12)
    league = sum(part.value for part in whole.parts[1:3])
    assert cup.facts["after"] - cup.facts["before"] == pytest.approx(cup.value + league, abs=1e-9)
    assert f"{league:+.4f} elsewhere in between" in cup.steps[0].working


def test_the_dates_of_a_live_record(live: Ratings) -> None:
    whole = explain(live, "Ann")
    assert explain(live, "Ann", period="2024-01").parts == whole.parts[:2]
    assert explain(live, "Ann", period="2024").parts == whole.parts


def test_a_given_rating_stands_between_the_games() -> None:
    told = explain(rate(small(), Elo(), given=[("Ann", "League", 1400.0)]), "Ann")
    assert [part.label for part in told.parts] == ["change", "between seasons", "change", "change", "change"]
    assert told.parts[1].facts["after"] == 1400.0


def test_updates_go_on_from_one_to_the_next(live: Ratings) -> None:
    chain = updates(live, "Ann")
    assert [update.before.games for update in chain] == [0, 1, 2, 3]
    for one, other in pairwise(chain):
        assert other.before.value == pytest.approx(one.after.value, abs=1e-12)


def test_without_a_history_the_record_is_rated_once_more() -> None:
    assert explain(rate(small(), Elo(k=32)), "Ann") == explain(rate(small(), Elo(k=32), history=True), "Ann")


@pytest.mark.parametrize(
    ("player", "options", "problem"),
    [
        ("Zed", {}, "no player is called 'Zed'"),
        ("Ann", {"period": "2031"}, "Ann has no rated game in 2031"),
        ("Ann", {"last": 0}, "the last 0 games cannot be shown. Ask for at least 1."),
        ("Ann", {"last": -3}, "the last -3 games cannot be shown"),
    ],
)
def test_what_cannot_be_explained(live: Ratings, player: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        explain(live, player, **options)
    assert problem in str(caught.value)


def test_who_has_not_played() -> None:
    idle = rate(small().take(np.array([0])), Elo())
    with pytest.raises(BadInput, match="Cid has no rated game"):
        explain(idle, "Cid")
