"""elo-gap against the description of OpenShogiPairings' rating mode: its widths, its examples, its solver."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rulebooks.pairing_catalogue import read_result
from arpad.rulebooks.shogi.pairing import EloGap, fesa_k, float_repeated, same_club
from arpad.tournament import Bye, Entrant, Pairing, Result, Round, Tournament
from rulebooks.pairing_events import event, matchings, met, played

SCALE = 400 / math.log(10)


def after(*rounds: str, ratings: tuple[int, ...] = (), clubs: str = "") -> Tournament:
    """Return a tournament after rounds such as ``1-2 1, 3-4 =``."""
    entrants = tuple(
        Entrant(n, f"p{n}", rating=r, club=clubs[n - 1] if clubs else "") for n, r in enumerate(ratings, 1)
    )
    past = []
    for words in rounds:
        games = []
        for word in words.split(", "):
            (one, other), result = (int(n) for n in word[:-2].split("-")), Result(word[-1])
            games.append(Pairing(one, other, result, result.opposite()))
        free = set(range(1, len(ratings) + 1)) - {n for game in games for n in (game.white, game.black)}
        past.append(Round(tuple(games), tuple(Bye(n) for n in sorted(free))))
    return Tournament(entrants, tuple(past))


def estimates(tournament: Tournament) -> list[float]:
    return [float(one) for one in EloGap().field(tournament).posterior.strength]


def test_fesa_k_and_the_widths_that_follow() -> None:
    """The description's table, §2.1: widths for multipliers ½, 1, 2 and 4, from K = 16 to K = 40."""
    assert [fesa_k(r) for r in (2240, 2239, 1920, 1919, 1560, 1559, 1280, 1279, 1040, 1039, 720, 719)] == [
        *(16, 20, 20, 24, 24, 28, 28, 32, 32, 36, 36, 40)
    ]
    for multiplier, *printed in ((0.5, 37, 59), (1, 53, 83), (2, 75, 118), (4, 106, 167)):
        one = after(ratings=(2300, 700))
        deviation = EloGap(multiplier=multiplier).field(one).posterior.deviation
        exact = [math.sqrt(multiplier * k * SCALE) for k in (16, 40)]
        assert deviation.tolist() == pytest.approx(exact)
        # Printed is 13.2 · √K, the factor rounded: 106 for 105.4.
        assert [round(one / math.sqrt(SCALE) * 13.2) for one in exact] == printed


def test_examples_of_the_description() -> None:
    # §2.4: 1100 beats 1600 and moves by about 30; somebody unrated moves by 175 on an even game, by 700 on an upset.
    moved = estimates(after("1-2 1", ratings=(1100, 1600)))[0] - 1100
    assert moved == pytest.approx(30, abs=1.5)
    even = after("1-2 1", ratings=(0, 600))
    assert estimates(even)[0] - 600 == pytest.approx(175, abs=25)
    upset = estimates(after("1-2 1", ratings=(0, 1600)))[0]
    assert 1100 < upset < 600 + 705
    # A draw of equals leaves both where they were; who has not played stays.
    assert estimates(after("1-2 =", ratings=(1500, 1500, 1800))) == pytest.approx(
        [1500, 1500, 1800], abs=1e-6
    )
    # Each further win against the same strength brings less.
    wins = [after(*(f"1-{n} 1" for n in range(2, 2 + k)), ratings=(1500,) * 5) for k in range(4)]
    found = [estimates(one)[0] for one in wins]
    gains = [later - earlier for earlier, later in pairwise(found)]
    assert gains[0] > gains[1] > gains[2] > 0


def ascent(tournament: Tournament) -> list[float]:
    """The description's solver, §3: sweeps of one Newton step for each player."""
    rated = [entrant.rating for entrant in tournament.entrants]
    mean = [float(rating or 600) for rating in rated]
    precision = [1 / (fesa_k(r) * SCALE) if r else 1 / 350**2 for r in rated]
    worth = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
    theta = list(mean)
    for _ in range(400):
        for i in range(len(theta)):
            gradient, curve = -(theta[i] - mean[i]) * precision[i], -precision[i]
            for entry in tournament.history[i + 1]:
                if entry.result in worth:
                    expected = 1 / (1 + math.exp(-(theta[i] - theta[entry.opponent - 1]) / SCALE))
                    gradient += (worth[entry.result] - expected) / SCALE
                    curve -= expected * (1 - expected) / SCALE**2
            theta[i] -= gradient / curve
    return theta


@given(players=st.integers(4, 9), seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_the_estimates_are_those_of_the_described_solver(players: int, seed: int) -> None:
    rng, system = random.Random(seed), EloGap()
    tournament = event(players, seed, "elo-gap")
    for _ in range(3 if players > 4 else 2):
        tournament = played(tournament, system.pair(tournament).round, rng)
    assert estimates(tournament) == pytest.approx(ascent(tournament), abs=0.01)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_no_round_has_less_squared_gaps(seed: int) -> None:
    rng, system = random.Random(seed), EloGap()
    tournament = event(6, seed, "elo-gap")
    for _ in range(3):
        theta = [round(one) for one in estimates(tournament)]
        one = system.pair(tournament).round
        sums = [
            sum((theta[a - 1] - theta[b - 1]) ** 2 for a, b in pairs)
            for pairs in matchings([1, 2, 3, 4, 5, 6])
            if not any(met(tournament, a, b) for a, b in pairs)
        ]
        assert sum((theta[g.white - 1] - theta[g.black - 1]) ** 2 for g in one.pairings) == min(sums)
        tournament = played(tournament, one, rng)


def test_mixed_keeps_a_swiss_rules_above_the_gap() -> None:
    # In round 1 1, 3 and 5 won and 7 had the bye; in round 2 2 and 4 floated up to 7 and 5, and 6 had the bye.
    one = after(
        "1-2 1, 3-4 1, 5-6 1",
        "1-3 1, 7-2 1, 5-4 1",
        ratings=(1500,) * 7,
        clubs="aabbccd",
    )
    field = EloGap(mode="mixed").field(one)
    up, down = field.floated
    assert (up.tolist(), down.tolist()) == ([0, 2, 0, 2, 0, 0, 0], [0, 0, 0, 0, 2, 0, 2])
    # In round 3 2 floats up to 3 again, 5 down to 3 again, which costs 720 ÷ 1 each; 5 and 2 both would.
    i, j = np.array([1, 4, 4, 0]), np.array([2, 2, 1, 4])  # rows: 2-3, 5-3, 5-2, 1-5
    assert float_repeated(field, i, j).tolist() == [720, 720, 1440, 0]
    assert same_club(field, np.array([0, 0, 4]), np.array([1, 2, 5])).tolist() == [1, 0, 1]
    rungs = [rung.name for rung in EloGap(mode="mixed").ladder(field).rungs]
    assert rungs == ["bye", "points apart", "floats repeated", "same club", "rating gap", "lot"]
    assert EloGap(mode="mixed").pair(one).round.byes[0].number in (2, 4)  # who have nothing
    (bye,) = (rung for rung in EloGap(mode="mixed").ladder(field).rungs if rung.name == "bye")
    assert bye.bye is not None
    assert bye.bye(field).tolist() == [16, 0, 4, 0, 16, 4, 16]  # half-points above the lowest score, squared


def test_black_is_named_first_in_results_in_points_too() -> None:
    """Sente, who moves first, is called Black."""
    assert read_result("elo-gap", "1-0") == (Result.LOSS, Result.WIN, None)
    assert read_result("elo-gap", "2-1", goals=True) == (Result.LOSS, Result.WIN, (Fraction(1), Fraction(2)))
