"""Strengths against another way to find them, and the article's argument: the least certain games are played."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rulebooks.information.pairing import InformationPairing, strengths
from arpad.rulebooks.information.posterior import SCALE, posterior
from arpad.rulebooks.shogi.pairing import EloGap, fesa_k
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from rulebooks.pairing_events import event, matchings, met, played


def test_one_game_of_equals_by_hand() -> None:
    """Ratings 1500 ± 200 each, 1 beats 2: x = d / s solves x / (2 · (200 / s)²) = 1 − 1 / (1 + e^−x)."""
    tournament = Tournament(
        (Entrant(1, "a"), Entrant(2, "b")), (Round((Pairing(1, 2, Result.WIN, Result.LOSS),)),)
    )
    found = posterior(tournament, np.full(2, 1500.0), np.full(2, 200.0))
    low, high = 0.0, 5.0
    for _ in range(100):
        x = (low + high) / 2
        if x / (2 * (200 / SCALE) ** 2) < 1 - 1 / (1 + math.exp(-x)):
            low = x
        else:
            high = x
    assert found.strength == pytest.approx([1500 + low * SCALE / 2, 1500 - low * SCALE / 2], abs=1e-6)
    assert found.rank() == (1, 2)


@given(players=st.integers(2, 8), seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_the_strengths_are_the_likeliest(players: int, seed: int) -> None:
    rng = random.Random(seed)
    tournament = event(players, seed, "information")
    for _ in range(min(3, players // 2)):
        tournament = played(tournament, InformationPairing().pair(tournament).round, rng)
    mean = np.array([float(entrant.rating) for entrant in tournament.by_number.values()])
    found = posterior(tournament, mean, np.full(players, 120.0))

    def height(x: np.ndarray) -> float:
        total = float((((x - mean) / 120.0) ** 2).sum()) / 2
        for one in tournament.rounds:
            for game in one.pairings:
                if game.white_result.played:
                    score = {"1": 1.0, "=": 0.5, "0": 0.0}[game.white_result.value]
                    p = 1 / (1 + 10 ** ((x[game.black - 1] - x[game.white - 1]) / 400))
                    total -= score * math.log(p) + (1 - score) * math.log(1 - p)
        return total

    for row in range(players):  # a concave height has its top where it is level in every direction
        step = np.eye(players)[row]
        slope = (height(found.strength + step) - height(found.strength - step)) / 2
        assert abs(slope) < 1e-5  # what the third derivative leaves over two points of rating
        assert height(found.strength + step) > height(found.strength) < height(found.strength - step)


def test_the_order_of_the_games_does_not_matter() -> None:
    tournament = event(6, 1, "information")
    for _ in range(3):
        tournament = played(tournament, InformationPairing().pair(tournament).round, random.Random(2))
    turned = Tournament(tournament.entrants, tournament.rounds[::-1])
    assert strengths(turned).strength == pytest.approx(strengths(tournament).strength, abs=1e-6)


@given(players=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_no_round_takes_away_more_misjudgement(players: int, seed: int) -> None:
    rng = random.Random(seed)
    tournament = event(players, seed, "information")
    tournament = played(tournament, InformationPairing().pair(tournament).round, rng)
    found = strengths(tournament)
    if any(e.result is Result.FORFEIT_WIN for line in tournament.history.values() for e in line):
        return

    def error(a: int, b: int) -> float:
        i, j = a - 1, b - 1
        v = found.covariance[i, i] + found.covariance[j, j] - 2 * found.covariance[i, j]
        x = (found.strength[i] - found.strength[j]) / SCALE / math.sqrt(1 + math.pi / 8 * v / SCALE**2)
        p = 1 / (1 + math.exp(-x))
        return min(p, 1 - p)

    one = InformationPairing().pair(tournament).round
    mine = sum(error(game.white, game.black) for game in one.pairings)
    best = max(
        sum(error(a, b) for a, b in pairs)
        for pairs in matchings(list(range(1, players + 1)))
        if not any(met(tournament, a, b) for a, b in pairs)
    )
    assert mine >= best - 1e-6 * players  # compared in millionths


def test_fesa_k() -> None:
    ratings = [2240, 2239, 1920, 1560, 1280, 1040, 720, 719, 1]
    assert [fesa_k(rating) for rating in ratings] == [16, 20, 20, 24, 28, 32, 36, 40, 40]


@given(players=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_no_round_has_less_gaps(players: int, seed: int) -> None:
    rng = random.Random(seed)
    tournament = event(players, seed, "elo-gap")
    tournament = played(tournament, EloGap().pair(tournament).round, rng)
    estimate = [int(one) for one in EloGap().field(tournament).estimate]

    def cost(pairs: list[tuple[int, int]]) -> int:
        return sum((estimate[a - 1] - estimate[b - 1]) ** 2 for a, b in pairs)

    one = EloGap().pair(tournament).round
    assert cost([(game.white, game.black) for game in one.pairings]) == min(
        cost(pairs)
        for pairs in matchings(list(range(1, players + 1)))
        if not any(met(tournament, a, b) for a, b in pairs)
    )


def test_a_first_game_moves_an_estimate_about_as_fesa_does() -> None:
    """Two of 1500: K = 28 with FESA, so that the winner gains about 14; the posterior damps it a little."""
    tournament = Tournament((Entrant(1, "a", rating=1500), Entrant(2, "b", rating=1500)))
    tournament = tournament.with_round(Round((Pairing(1, 2, Result.WIN, Result.LOSS),)))
    gained = int(EloGap().field(tournament).estimate[0]) - 1500
    assert 11 <= gained <= 14
