"""Contests of many sides through the common verbs: order of time, partners, tables, extremes, both systems."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arpad.core import ArpadError, NotProvided
from arpad.ratings.contests.trueskill import TrueSkill
from arpad.ratings.contests.weng_lin import MODELS, WengLin
from arpad.ratings.rate import rate
from arpad.ratings.system import RatingSystem
from arpad.ratings.win_counts import tally
from arpad.record import Contests, Games, Players

SYSTEMS: list[RatingSystem] = [TrueSkill(), *(WengLin(model=model) for model in MODELS)]
each = pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: getattr(s, "model", s.name))

TWO: Any = [
    [(["Ann", "Bob"], 1), (["Cho"], 2), (["Dan", "Eve"], 3)],
    [(["Cho"], 1), (["Ann"], 2), (["Eve"], 2)],
]


@each
def test_contests_are_rated_in_the_order_of_their_dates(system: RatingSystem) -> None:
    days = np.array(["2026-02-01", "2026-01-01"], dtype="datetime64[D]")
    shuffled = rate(Contests.from_sides(TWO, time=days), system)
    ordered = rate(Contests.from_sides(TWO[::-1], time=days[::-1].copy()), system)
    for name in ordered.players.names:
        assert shuffled.of(name).value == pytest.approx(ordered.of(name).value, abs=1e-12)


@each
def test_the_order_of_the_sides_does_not_matter(system: RatingSystem) -> None:
    """Sides without ties; who ties is compared in the order of the record by some models."""
    turned = rate(Contests.from_sides([TWO[0][::-1]]), system)
    straight = rate(Contests.from_sides([TWO[0]]), system)
    for name in straight.players.names:
        assert turned.of(name).value == pytest.approx(straight.of(name).value, abs=1e-10)


@each
def test_partners_in_one_name_are_two_players(system: RatingSystem) -> None:
    games = Games(
        Players(["Ann+Bob", "Cho+Dan"]), np.array([0], np.int32), np.array([1], np.int32), np.array([1.0])
    )
    found = rate(games, system)
    assert list(found.players.names) == ["Ann", "Bob", "Cho", "Dan"]
    assert found.of("Ann").value == found.of("Bob").value > 25.0 > found.of("Cho").value


@each
def test_history_and_table(system: RatingSystem) -> None:
    found = rate(Contests.from_sides(TWO), system, history=True)
    table = found.table()
    assert table["games"].sum() == 8
    assert (table["high"] - table["rating"]).to_list() == pytest.approx((1.96 * table["deviation"]).to_list())
    last = found.history("Ann")["rating"].to_list()
    assert len(last) == 2
    assert last[-1] == pytest.approx(found.of("Ann").value, abs=1e-12)


@each
def test_upsets_far_apart_stay_finite_among_many(system: RatingSystem) -> None:
    record = Contests.from_sides([[([f"p{k}"], place) for k, place in enumerate((4, 1, 3, 1, 2))]])
    known = {
        "rating": np.array([1e5, 0.0, 1e3, -1e5, 5.0]),
        "deviation": np.array([1.0, 1.0, 9.0, 0.0, 1e-6]),
    }
    players = record.players.with_attributes(known)
    found = rate(Contests(players, record.starts, record.place, record.seats, record.member), system)
    assert np.isfinite(found.rating).all()
    assert found.deviation is not None
    assert np.isfinite(found.deviation).all()
    assert (found.deviation > 0.0).all()


@each
def test_places_add_up(system: RatingSystem) -> None:
    from arpad.ratings.contests.system import ContestSystem

    assert isinstance(system, ContestSystem)
    new = system.newcomer()
    found = system.places([[new], [new, new], [new]])
    assert found.sum(axis=0) == pytest.approx(np.ones(3), abs=1e-9)
    assert found[1, 0] > found[0, 0] == pytest.approx(found[2, 0], abs=1e-9)


def test_wins_draws_and_losses() -> None:
    counts = tally(Contests.from_sides(TWO))
    assert counts[:, :3].tolist() == [[1, 0, 1], [1, 0, 0], [1, 0, 1], [0, 0, 1], [0, 0, 2]]


def test_a_player_on_two_sides_is_refused() -> None:
    with pytest.raises(ArpadError, match="Ann takes part twice in contest 1"):
        Contests.from_sides([[(["Ann"], 1), (["Bob", "Ann"], 2)]])


def test_given_ratings_are_refused() -> None:
    with pytest.raises(NotProvided, match="cannot give players"):
        rate(Contests.from_sides(TWO), TrueSkill(), given=[("Ann", "Cup", 30.0)])


def test_every_game_is_a_contest_of_two_sides() -> None:
    """Three games, a win, a loss and a draw: sides 0–1, 2–3 and 4–5."""
    games = Games(
        Players(["Ann", "Bob", "Cho"]), np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([1.0, 0.0, 0.5])
    )
    contests = Contests.of(games)
    assert contests.starts.tolist() == [0, 2, 4, 6]
    assert contests.place.tolist() == [1, 2, 2, 1, 1, 1]
    assert contests.member.tolist() == [0, 1, 1, 2, 2, 0]
