"""Presets of online games: skill points, placement, tiers, decay.

The presets' numbers are ours; the cases are small enough to be checked by hand.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.rulebooks.online.placement import DIVISIONS, Placement, Tiers, seeded
from arpad.rulebooks.online.skill_points import Play, best_of_items, skill_list, skill_points
from arpad.rulebooks.rating_catalogue import rating_system, system_class

PLAYS = [
    Play("Ann", "Aria", 90.0),
    Play("Ann", "Aria", 120.0),
    Play("Ann", "Bolero", 100.0),
    Play("Ann", "Canon", 80.5),
    Play("Bob", "Aria", 220.0),
    Play("Cid", "Dirge", 10.0),
]


def test_skill_points_are_the_sum_of_the_best_items() -> None:
    items = best_of_items(PLAYS)["Ann"]
    assert items == {"Aria": 120, "Bolero": 100, "Canon": 80.5}
    told = skill_points("Ann", items, best=2)
    assert told.value == 220
    assert [(part.facts["item"], part.value) for part in told.parts] == [("Aria", 120), ("Bolero", 100)]
    assert math.fsum(part.value for part in told.parts) == told.value
    assert skill_points("Ann", items).value == 300.5


def test_the_list_shares_ranks() -> None:
    assert skill_list(PLAYS, best=2) == [(1, "Ann", 220), (1, "Bob", 220), (3, "Cid", 10)]
    assert skill_list([]) == []


def test_another_play_never_costs_points() -> None:
    before = {player: total for _, player, total in skill_list(PLAYS)}
    after = {player: total for _, player, total in skill_list([*PLAYS, Play("Ann", "Aria", 0.0)])}
    assert after == before


@pytest.mark.parametrize("points", [-1.0, math.nan, math.inf])
def test_what_points_are_not(points: float) -> None:
    with pytest.raises(BadInput):
        best_of_items([Play("Ann", "Aria", points)])
    with pytest.raises(BadInput):
        skill_points("Ann", {}, best=0)


@pytest.mark.parametrize(("games", "change"), [(0, 30), (9, 30), (10, 12), (500, 12)])
def test_placement_games_move_a_rating_fast(games: int, change: float) -> None:
    found = Placement().update(Rating(1500, games=games), [Encounter(Rating(1500), 1.0)], "live")
    assert found.explanation.value == change


@pytest.mark.parametrize(("rating", "won", "lost"), [(1000, 14.4, -9.6), (1500, 12, -12), (2000, 9.6, -14.4)])
def test_tiers_pay_and_cost_differently(rating: float, won: float, lost: float) -> None:
    for score, change in ((1.0, won), (0.0, lost)):
        found = Tiers().update(Rating(rating, games=50), [Encounter(Rating(rating), score)], "live")
        assert found.explanation.value == pytest.approx(change)
        (game,) = found.explanation.parts
        assert game.value == pytest.approx(change)


NAMES = "ABCD"
STARTS = (1000.0, 1190.0, 1500.0, 2010.0)

Match = tuple[int, int, float, int]
MATCHES = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.integers(1, 3),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.sampled_from([0, 1, 14, 21, 60]),
    ),
    min_size=1,
    max_size=50,
)


def played(matches: list[Match]) -> Games:
    first = np.array([m[0] for m in matches], dtype=np.int32)
    return Games(
        Players(list(NAMES), {"rating": np.array(STARTS)}),
        first,
        ((first + np.array([m[1] for m in matches])) % 4).astype(np.int32),
        np.array([m[2] for m in matches]),
        time=np.datetime64("2026-01-01") + np.cumsum([m[3] for m in matches]).astype("timedelta64[D]"),
    )


def by_hand(name: str, matches: list[Match], together: bool) -> list[float]:
    """The presets' sentences, with lists: live, or all games as one rating period, what rest costs before them."""
    ratings, games = list(STARTS), [0] * 4
    seen: dict[int, int] = {}
    sums = [0.0] * 4
    days = [sum(wait for *_, wait in matches[: n + 1]) for n in range(len(matches))]

    def rest(at: int) -> None:
        for who in (matches[at][0], (matches[at][0] + matches[at][1]) % 4):
            if name == "decay" and who in seen and ratings[who] > 1800:
                weeks = max(0, days[at] - seen[who] - 14) // 7
                ratings[who] = max(1800.0, ratings[who] - 25 * weeks)
            seen[who] = days[at]

    for at in range(len(matches)):
        if together:
            rest(at)
    for at, (a, step, score, _) in enumerate(matches):
        pair = (a, (a + step) % 4)
        if not together:
            rest(at)
        changes = []
        for own, other, s in ((*pair, score), (*pair[::-1], 1 - score)):
            surprise = s - 1 / (1 + 10 ** ((ratings[other] - ratings[own]) / 400))
            factor = 1.0
            if name != "placement" and ratings[own] < 1200:
                factor = 1.2 if surprise > 0 else 0.8
            elif name != "placement" and ratings[own] >= 2000:
                factor = 0.8 if surprise > 0 else 1.2
            changes.append((60 if games[own] < 10 else 24) * surprise * factor)
        for who, change in zip(pair, changes, strict=True):
            if together:
                sums[who] += change
            else:
                ratings[who] += change
                games[who] += 1
    return [rating + change for rating, change in zip(ratings, sums, strict=True)]


@pytest.mark.parametrize("name", ["placement", "tiers", "decay"])
@pytest.mark.parametrize("schedule", ["live", "period"])
@settings(max_examples=40, deadline=None)
@given(matches=MATCHES)
def test_a_slow_twin(name: str, schedule: Schedule, matches: list[Match]) -> None:
    found = rate(
        played(matches),
        rating_system(name),
        schedule=schedule,
        period="all" if schedule == "period" else None,
    )
    expected = by_hand(name, matches, schedule == "period")
    np.testing.assert_allclose(found.rating, expected, atol=1e-9)


def test_rest_costs_points_at_the_top_only() -> None:
    """21 days at rest: one week beyond two, 25 points; 100 days: twelve whole weeks, but not below 1800."""
    last = {"A": 1900.0, "B": 1850.0, "C": 1700.0, "D": 2000.0}
    games = Games(
        Players(list(last), {"rating": np.array(list(last.values()))}),
        np.array([0, 2], dtype=np.int32),
        np.array([1, 3], dtype=np.int32),
        np.array([0.5, 0.5]),
        time=np.array(["2026-01-01", "2026-01-01"], dtype="datetime64[D]"),
    )
    system = rating_system("decay", {"k": "0"})
    for day, expected in (("15", [1900, 1850, 1700, 2000]), ("22", [1875, 1825, 1700, 1975])):
        found = rate(games, system, as_of=np.datetime64(f"2026-01-{day}").item())
        assert found.rating.tolist() == expected
    late = rate(games, system, as_of=np.datetime64("2026-04-11").item())
    assert late.rating.tolist() == [1800, 1800, 1700, 1800]


@settings(max_examples=25, deadline=None)
@given(matches=MATCHES)
def test_rest_within_a_rating_period_is_explained(matches: list[Match]) -> None:
    """What rest within the first period costs was missing: the explanation began below the rating given."""
    found = rate(played(matches), rating_system("decay"), schedule="period", period="all", history=True)
    for who in {matches[0][0], (matches[0][0] + matches[0][1]) % 4}:
        told = explain(found, NAMES[who])
        assert told.facts["before"] == STARTS[who]
        assert told.facts["after"] == pytest.approx(found.rating[who], abs=1e-9)
        assert math.fsum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)
        assert told.facts["before"] + told.value == pytest.approx(found.rating[who], abs=1e-9)


@pytest.mark.parametrize("name", ["placement", "tiers", "decay"])
def test_presets_claim_no_source(name: str) -> None:
    system: Any = system_class(name)
    assert system.status == "unverified"
    assert system.source.startswith("practice")
    assert any("arpad's choice" in note for note in system.notes)


def test_seeding_by_linear_performance() -> None:
    """Rc + 400 · (W − L) / N: 3 won, 1 lost, 1 drawn against 1500 on average: 1500 + 400 · 2 / 5."""
    assert seeded([1400, 1450, 1500, 1550, 1600], [1, 1, 1, 0, 0.5]) == 1660
    with pytest.raises(BadInput):
        seeded([], [])


def test_divisions() -> None:
    assert DIVISIONS.along([1195, 1205, 1175, 1165]) == ["Bronze", "Silver", "Silver", "Bronze"]
