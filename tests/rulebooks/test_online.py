"""Presets of online games: skill points, placement, tiers, decay.

The presets' numbers are ours; the cases are small enough to be checked by hand.
"""

from __future__ import annotations

import math

import pytest

from arpad.core import BadInput
from arpad.ratings.system import Encounter, Rating
from arpad.rulebooks.online.placement import DIVISIONS, placement, resting, seeded, tiered
from arpad.rulebooks.online.skillpoints import Play, best_of_items, skill_list, skill_points

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
    found = placement().update(Rating(1500, games=games), [Encounter(Rating(1500), 1.0)], "live")
    assert found.explanation.value == change


@pytest.mark.parametrize(("rating", "won", "lost"), [(1000, 14.4, -9.6), (1500, 12, -12), (2000, 9.6, -14.4)])
def test_tiers_pay_and_cost_differently(rating: float, won: float, lost: float) -> None:
    for score, change in ((1.0, won), (0.0, lost)):
        found = tiered().update(Rating(rating, games=50), [Encounter(Rating(rating), score)], "live")
        assert found.explanation.value == pytest.approx(change)
        (game,) = found.explanation.parts
        assert game.value == pytest.approx(change)


def test_rest_costs_points_at_the_top_only() -> None:
    system = resting()
    assert (system.decay, system.decay_after, system.decay_every, system.decay_to) == (25, 14, 7, 1800)


def test_seeding_by_linear_performance() -> None:
    """Rc + 400 · (W − L) / N: 3 won, 1 lost, 1 drawn against 1500 on average: 1500 + 400 · 2 / 5."""
    assert seeded([1400, 1450, 1500, 1550, 1600], [1, 1, 1, 0, 0.5]) == 1660
    with pytest.raises(BadInput):
        seeded([], [])


def test_divisions() -> None:
    assert DIVISIONS.along([1195, 1205, 1175, 1165]) == ["Bronze", "Silver", "Silver", "Bronze"]
