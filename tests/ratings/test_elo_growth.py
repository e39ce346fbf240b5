"""What online games add to Elo: factors by band, runs of wins, floors that rise, decay, divisions, pools.

The twin is written from the parameters' own sentences, with dictionaries, and shares no code with the library.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate, rate_by_pool
from arpad.record import Games, Labels, Players
from arpad.rulebooks.online.divisions import Divisions
from arpad.rulebooks.online.elo import OnlineElo
from arpad.rulebooks.online.inactivity import decayed
from arpad.rulebooks.online.rules import streak_after

LADDER: dict[str, Any] = {
    "k": "60 if games<5; 24",
    "gains": "1.25 if rating<1450; 0.9 if rating>=1600; 1",
    "losses": "0.5 if rating<1450; 1.2 if rating>=1600; 1",
    "streak": 3,
    "peak_floor": 40,
    "decay": 5,
    "decay_after": 10,
    "decay_every": 7,
    "decay_to": 1490,
}
NAMES = "ABCD"

Match = tuple[int, int, float, int]
MATCHES = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.integers(1, 3),
        st.sampled_from([0.0, 0.5, 1.0, 1.0]),
        st.sampled_from([0, 0, 1, 9, 17, 40]),
    ),
    min_size=1,
    max_size=40,
)


def record(matches: list[Match]) -> Games:
    first = np.array([m[0] for m in matches], dtype=np.int32)
    return Games(
        Players(list(NAMES)),
        first,
        ((first + np.array([m[1] for m in matches])) % 4).astype(np.int32),
        np.array([m[2] for m in matches]),
        time=np.datetime64("2026-01-01") + np.cumsum([m[3] for m in matches]).astype("timedelta64[D]"),
    )


def factor(rating: float, won: bool) -> float:
    if rating < 1450:
        return 1.25 if won else 0.5
    if rating >= 1600:
        return 0.9 if won else 1.2
    return 1.0


def by_hand(matches: list[Match]) -> dict[str, float]:
    ratings = dict.fromkeys(NAMES, 1500.0)
    peak = dict.fromkeys(NAMES, -1e9)
    games, wins = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    last: dict[str, int] = {}
    day = 0
    for a, step, score, wait in matches:
        day += wait
        pair = (NAMES[a], NAMES[(a + step) % 4])
        for name in pair:
            if name in last:
                weeks = max(0, day - last[name] - 10) // 7
                ratings[name] = max(min(1490, ratings[name]), ratings[name] - 5 * weeks)
            last[name] = day
        new = {}
        for own, other, s in ((pair[0], pair[1], score), (pair[1], pair[0], 1 - score)):
            surprise = s - 1 / (1 + 10 ** ((ratings[other] - ratings[own]) / 400))
            k = 60 if games[own] < 5 else 24
            wins[own] = wins[own] + 1 if s == 1 else 0
            bonus = 3 if wins[own] >= 3 else 0
            change = k * surprise * factor(ratings[own], surprise > 0) + bonus
            peak[own] = max(peak[own], ratings[own])
            floor = min(ratings[own], peak[own] - 40)
            new[own] = max(floor, ratings[own] + change)
        for name in pair:
            ratings[name] = new[name]
            peak[name] = max(peak[name], new[name])
            games[name] += 1
    return ratings


@settings(max_examples=30, deadline=None)
@given(MATCHES)
def test_a_slow_twin(matches: list[Match]) -> None:
    found = rate(record(matches), OnlineElo(**LADDER), history=True)
    expected = by_hand(matches)
    np.testing.assert_allclose(found.rating, [expected[name] for name in NAMES], atol=1e-9)
    name = NAMES[matches[0][0]]
    told = explain(found, name)
    assert told.facts["after"] == pytest.approx(expected[name], abs=1e-9)
    assert sum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(MATCHES)
def test_by_rating_period(matches: list[Match]) -> None:
    """Within one period: the sum of the games' changes, each by its own factor, then the floor."""
    system = OnlineElo(k=24, gains=LADDER["gains"], losses=LADDER["losses"], peak_floor=40)
    found = rate(record(matches), system, schedule="period", period="all")
    change = dict.fromkeys(NAMES, 0.0)
    for a, step, score, _ in matches:
        for own, s in ((NAMES[a], score), (NAMES[(a + step) % 4], 1 - score)):
            change[own] += 24 * (s - 0.5) * factor(1500, s > 0.5)
    np.testing.assert_allclose(found.rating, [max(1460, 1500 + change[name]) for name in NAMES], atol=1e-9)


@pytest.mark.slow
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(5)
    draws = zip(
        random.integers(0, 4, 200),
        random.integers(1, 4, 200),
        random.choice([0.0, 0.5, 1.0], 200),
        random.integers(0, 15, 200),
        strict=True,
    )
    games = record([(int(a), int(b), float(c), int(d)) for a, b, c, d in draws])
    plain = rate(games, OnlineElo(**LADDER))
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    np.testing.assert_allclose(rate(games, OnlineElo(**LADDER)).rating, plain.rating, rtol=0, atol=1e-9)


def test_the_neutral_settings_are_plain_elo() -> None:
    games = record([(0, 1, 1.0, 3), (1, 1, 0.5, 40), (2, 1, 0.0, 1), (0, 1, 1.0, 100)])
    same = OnlineElo(gains="1", losses=1.0, decay=0, peak_floor=1e6)
    assert rate(games, same).rating.tolist() == rate(games, OnlineElo()).rating.tolist()


def test_runs_of_wins() -> None:
    """Four wins in a row against equals: 10, 10, then 10 + 3 twice; opponents keep their rating here."""
    system = OnlineElo(k=20, streak=3)
    state, gains = Rating(1500), []
    for _ in range(4):
        found = system.update(state, [Encounter(Rating(state.value), 1.0)], "live")
        gains.append(found.explanation.value)
        state = found.after
    assert gains == pytest.approx([10, 10, 13, 13])
    assert [streak_after(2, s) for s in (1.0, 0.5, 0.0)] == [3, 0, -1]
    with pytest.raises(BadInput, match="which rating periods do not know"):
        rate(record([(0, 1, 1.0, 1)]), system, schedule="period")


@pytest.mark.parametrize(
    ("idle", "rating"), [(0, 1700), (90, 1700), (119, 1700), (120, 1675), (181, 1625), (5000, 1500)]
)
def test_decay(idle: float, rating: float) -> None:
    """25 points for every 30 days after 90 without a game, down to 1500."""
    assert decayed(1700.0, idle, 25.0, 90.0, 30.0, 1500.0) == rating
    assert decayed(1450.0, idle, 25.0, 90.0, 30.0, 1500.0) == 1450


def test_a_list_as_of_a_day_shows_the_decay() -> None:
    games = record([(0, 1, 1.0, 0)])
    ratings = rate(games, OnlineElo(k=400, decay=25))
    assert ratings.rating[0] == 1700
    ratings = rate(games, OnlineElo(k=400, decay=25), as_of=date(2026, 5, 1))
    assert ratings.rating[:2] == pytest.approx([1675, 1300])
    assert rate(games, OnlineElo(k=400), as_of=date(2026, 5, 1)).rating[0] == 1700


def test_a_list_made_as_of_a_day_is_decayed_and_the_explanation_says_so() -> None:
    games = record([(0, 1, 1.0, 0)])
    system = OnlineElo(k=400, decay=25)
    ratings = rate(games, system, as_of=date(2026, 5, 1), history=True)
    assert ratings.rating[:2] == pytest.approx([1675, 1300])
    table = dict(ratings.table().select("player", "rating").iter_rows())
    assert table["A"] == 1675
    told = explain(ratings, "A")
    assert [(part.label, part.value) for part in told.parts] == [("change", 200.0), ("at rest", -25.0)]
    assert told.value == pytest.approx(175.0)
    assert [part.label for part in explain(ratings, "B").parts] == ["change"]
    later = rate(record([(0, 1, 1.0, 0), (0, 1, 1.0, 200)]), system, as_of=date(2026, 5, 1))
    assert later.rating[:2] == pytest.approx([1675, 1300])


def test_decay_needs_a_time() -> None:
    one = np.array([0], dtype=np.int32)
    with pytest.raises(BadInput, match="the record has no dates"):
        rate(Games(Players(["A", "B"]), one, one + 1, np.array([1.0])), OnlineElo(decay=5))


def test_what_happens_at_rest_is_said() -> None:
    games = record([(0, 1, 1.0, 0), (0, 1, 1.0, 200)])
    told = explain(rate(games, OnlineElo(k=400, decay=25), history=True), "A")
    assert [(part.label, round(part.value, 2)) for part in told.parts][1] == ("at rest", -75.0)


def test_factors_may_ask_for_the_rating_only() -> None:
    with pytest.raises(BadInput, match="may ask for the rating only"):
        OnlineElo(gains="2 if games<10; 1")


LEAGUE = Divisions.parse("Bronze; Silver 1200; Gold 1500; Grand Master 2000", buffer=50)


@pytest.mark.parametrize(
    ("rating", "name"),
    [(-5, "Bronze"), (1199.9, "Bronze"), (1200, "Silver"), (1500, "Gold"), (2400, "Grand Master")],
)
def test_divisions(rating: float, name: str) -> None:
    assert LEAGUE.of(rating) == name


def test_a_buffer_keeps_a_player_up() -> None:
    went = [1190, 1210, 1160, 1149, 1199, 1520, 1451, 1449, 1100]
    assert LEAGUE.along(went) == [
        *("Bronze", "Silver", "Silver", "Bronze", "Bronze", "Gold", "Gold", "Silver", "Bronze"),
    ]
    assert LEAGUE.of(1460, before="Gold") == "Gold"
    assert LEAGUE.of(1460, before="Grand Master") == "Gold"


@pytest.mark.parametrize("text", ["", "Bronze; Silver", "A; B 2; C 1", "A; B 1; C 1", "A; B nan"])
def test_what_divisions_are_not(text: str) -> None:
    with pytest.raises(BadInput):
        Divisions.parse(text)


def pools(times: list[str], names: list[str], players: int = 2) -> Games:
    first = np.zeros(len(times), dtype=np.int32)
    labels = tuple(dict.fromkeys(names))
    return Games(
        Players([chr(65 + i) for i in range(players)]),
        first,
        first + 1,
        np.ones(len(times)),
        time=np.array(times, dtype="datetime64[D]"),
        pool=Labels(np.array([labels.index(name) for name in names], dtype=np.int32), labels),
    )


SCHEDULES: list[tuple[dict[str, Any], Callable[[Any], float]]] = [
    ({}, lambda rapid: rapid.traced().after[0, 0, 0]),
    ({"schedule": "period", "period": "1mo"}, lambda rapid: rapid.traced().after[0, 0, 0]),
]


@pytest.mark.parametrize(("options", "brought"), SCHEDULES)
def test_a_new_pool_takes_its_entry_from_another(options: Any, brought: Any) -> None:
    """The rating of the rapid game in January is brought into blitz in February, not that of March."""
    games = pools(["2026-01-10", "2026-02-01", "2026-03-01"], ["rapid", "blitz", "rapid"])
    found = rate_by_pool(games, OnlineElo(), entry_from={"blitz": "rapid"}, history=True, **options)
    assert list(found) == ["blitz", "rapid"]
    assert found["blitz"].traced().before[0, 0, 0] == brought(found["rapid"]) == 1510
    assert rate_by_pool(games, OnlineElo(), **options)["blitz"].rating.tolist() == [1510, 1490]


def test_who_has_not_played_there_before_is_a_newcomer() -> None:
    games = pools(["2026-01-10", "2026-01-10"], ["blitz", "rapid"])
    found = rate_by_pool(games, OnlineElo(), entry_from={"blitz": "rapid"}, history=True)
    assert found["blitz"].traced().before[0].ravel().tolist() == [1500, 1500]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"blitz": "bullet"}, "has no pool 'bullet'"),
        ({"blitz": "rapid", "rapid": "blitz"}, "in a circle"),
        ({"blitz": "blitz"}, "in a circle"),
    ],
)
def test_pools_that_cannot_be_rated_in_turn(entry: dict[str, str], problem: str) -> None:
    games = pools(["2026-01-10", "2026-02-01"], ["rapid", "blitz"])
    with pytest.raises(BadInput, match=problem):
        rate_by_pool(games, OnlineElo(), entry_from=entry)


@pytest.mark.parametrize("gap", [1e3, 1e5])
def test_extremes_stay_finite(gap: float) -> None:
    one = np.array([0], dtype=np.int32)
    players = Players(["A", "B"], {"rating": np.array([1500.0, 1500.0 + gap])})
    games = Games(
        players, one, one + 1, np.array([1.0]), time=np.array(["2026-01-01"], dtype="datetime64[D]")
    )
    assert np.isfinite(rate(games, OnlineElo(**LADDER)).rating).all()
