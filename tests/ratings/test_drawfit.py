"""Win, draw and loss from every rating system, and the share of draws fitted to a record."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arpad
from arpad.ratings import draw_fit
from arpad.ratings.contests.trueskill import TrueSkill
from arpad.ratings.contests.weng_lin import WengLin
from arpad.ratings.draw_fit import (
    EACH,
    HIGH,
    DrawSample,
    SidePairs,
    between_equals,
    davidson_share,
    likeliest_nu,
    thinned,
)
from arpad.ratings.draws import davidson
from arpad.ratings.elo.system import Elo
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Contests, Games, Players
from arpad.record.samples import football_world_cups
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system

NEEDED: dict[str, dict[str, Any]] = {
    "fide": {"initial": 1500},
    "fide-rapid": {"initial": 1500},
    "fide-blitz": {"initial": 1500},
    "fifa-men": {"importance": 25},
    "fifa-women": {"importance": 4},
    "eloratings": {"importance": 60},
    "dwz": {"initial": 1500},
    "aga": {"initial": 2.5},
    "bradley-terry": {"prior": 350},
}


@cache
def world_cups() -> Games:
    return arpad.read_games(football_world_cups())


@cache
def rated(name: str) -> Ratings:
    return rate(world_cups(), rating_system(name, NEEDED.get(name, {})))


# The share


@given(E=st.floats(1e-9, 1 - 1e-9), nu=st.floats(0.0, 1e3))
def test_the_closed_form_is_davidsons_share(E: float, nu: float) -> None:
    win, draw, loss = davidson(E, nu)
    assert davidson_share(E, nu) == pytest.approx(draw, rel=1e-6, abs=1e-13)
    assert draw == pytest.approx(nu * math.sqrt(win * loss), rel=1e-6, abs=1e-13)


@pytest.mark.parametrize("share", [0.0, 0.25, 1 / 3, 0.5, 0.9])
def test_the_share_between_equals(share: float) -> None:
    """P(draw) = ν / (2 + ν) at E = ½ (Davidson 1970: ν = 1 gives a third each)."""
    assert davidson_share(0.5, between_equals(share)) == pytest.approx(share, abs=1e-15)
    assert between_equals(1 / 3) == pytest.approx(1.0)


# The fit


@given(st.lists(st.floats(0.001, 0.999), min_size=1, max_size=12), st.floats(-5.0, 5.0))
def test_the_fit_expects_as_many_draws_as_there_were(expected: list[float], log_nu: float) -> None:
    """Weights make any number of draws of one game: those that ν brings must bring ν back."""
    draws = math.fsum(davidson(E, math.exp(log_nu))[1] for E in expected)
    E = np.array([*expected, 0.0])
    drawn = np.arange(len(E)) == len(expected)
    found = likeliest_nu(DrawSample(E, drawn, np.where(drawn, draws, 1.0)))
    assert math.log(found) == pytest.approx(log_nu, abs=1e-6)


def test_it_is_davidsons_likelihood_equation() -> None:
    """With strengths held, ln L = Σ ln P has its slope by ln ν where the draws are those expected."""
    strength, drawn = np.array([0.3, 1.0, 2.5, 0.8]), np.array([True, False, True, False])

    def probabilities(nu: float) -> Any:
        total = strength + 1 / strength + nu
        return np.array([strength, np.full(4, nu), 1 / strength]) / total

    def likelihood(nu: float) -> float:
        win, draw, _ = probabilities(nu)
        return float(np.log(np.where(drawn, draw, win)).sum())

    low, high = 1e-3, 1e3
    for _ in range(200):
        third = math.log(high / low) / 3
        one, other = low * math.exp(third), high / math.exp(third)
        low, high = (one, high) if likelihood(one) < likelihood(other) else (low, other)
    win, draw, _ = probabilities(low)
    assert draw.sum() == pytest.approx(2.0, abs=1e-6)
    assert likeliest_nu(DrawSample(win + 0.5 * draw, drawn, np.ones(4))) == pytest.approx(low, rel=1e-6)


def test_a_fit_by_hand() -> None:
    """Games between equals have the closed form d = draws / games, ν = 2d / (1 − d)."""
    drawn = np.array([False, True, True, False, False, False, False, True, False, False])
    found = likeliest_nu(DrawSample(np.full(10, 0.5), drawn, np.ones(10)))
    assert found == pytest.approx(2 * 0.3 / 0.7, rel=1e-9)


def test_a_known_share_is_found_again_in_a_long_record() -> None:
    random = np.random.default_rng(7)
    strength = random.normal(1500, 200, 60)
    first, second = random.integers(0, 60, (2, 120_000))
    second = np.where(first == second, (second + 1) % 60, second)
    u, nu = random.random(120_000), 0.7
    score = np.empty(120_000)
    for i in range(len(score)):
        E = 1 / (1 + 10 ** ((strength[second[i]] - strength[first[i]]) / 400))
        win, draw, _ = davidson(E, nu)
        score[i] = 1.0 if u[i] < win else (0.5 if u[i] < win + draw else 0.0)
    players = Players([f"p{k}" for k in range(60)]).with_attributes({"rating": strength})
    games = Games(players, first.astype(np.int32), second.astype(np.int32), score)
    found = rate(games, Elo(k=1e-9)).draws
    assert found.games == 120_000 > 3 * EACH
    assert found.drawn == int((score == 0.5).sum())
    # the deviation of ν by chance alone is about 1 %
    assert found.nu == pytest.approx(nu, rel=0.03)


def test_thinning_changes_little(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rate(world_cups(), Elo()).draws
    monkeypatch.setattr("arpad.ratings.draw_fit.EACH", 60)
    thinned = rate(world_cups(), Elo()).draws
    assert thinned.nu != whole.nu
    assert thinned.nu == pytest.approx(whole.nu, rel=0.02)


def test_a_thinned_record_keeps_the_share_of_each_advantage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred games, a quarter with an advantage, twenty: five of these, and every fifth by the lead."""
    monkeypatch.setattr("arpad.ratings.draw_fit.EACH", 20)
    lead = np.random.default_rng(1).permutation(100)
    none = np.zeros(100, dtype=np.int64)
    games = SidePairs(
        none, none, (lead % 4 == 0).astype(np.int64), none.astype(np.int8), lead.astype(np.float64)
    )
    kept = thinned(np.arange(100), games)
    assert lead[kept][lead[kept] % 4 == 0].tolist() == [8, 28, 48, 68, 88]
    assert len(kept) == 20
    plain = thinned(np.arange(100), games._replace(advantage=none))
    assert lead[plain].tolist() == [
        2,
        7,
        12,
        17,
        22,
        27,
        32,
        37,
        42,
        47,
        52,
        57,
        62,
        67,
        72,
        77,
        82,
        87,
        92,
        97,
    ]


def test_a_record_without_draws_has_none() -> None:
    games = Games(Players(["a", "b"]), np.zeros(2, np.int32), np.ones(2, np.int32), np.array([1.0, 0.0]))
    told = rate(games, Elo()).predict("a", "b")
    assert told.draw == 0.0
    assert told.win == told.expected
    assert told.steps[-2].working == "the record has none"


def test_a_record_of_draws_has_as_many_as_can_be() -> None:
    games = Games(Players(["a", "b"]), np.zeros(2, np.int32), np.ones(2, np.int32), np.full(2, 0.5))
    ratings = rate(games, Elo())
    assert ratings.draws.nu == pytest.approx(HIGH)
    assert ratings.predict("a", "b").draw == pytest.approx(1.0, abs=1e-8)


def test_an_empty_record_has_none() -> None:
    nobody = np.empty(0, np.int32)
    games = Games(Players(["a", "b"]), nobody, nobody, np.empty(0))
    assert rate(games, Elo()).predict("a", "b").draw == 0.0
    assert rate(Contests.of(games), WengLin()).predict("a", "b").draw == 0.0


def test_ties_of_contests_count_by_pairs() -> None:
    """Two of four pairs of sides tie, all of newcomers who stay equal: half drawn, so ν = 2."""
    contests = Contests.from_sides(
        [
            [(["a"], 1), (["b"], 1)],
            [(["c"], 1), (["d", "e"], 1)],
            [(["f"], 1), (["g"], 2)],
            [(["h"], 2), (["i"], 1)],
        ]
    )
    ratings = rate(contests, WengLin(tau=1e-9))
    assert (ratings.draws.games, ratings.draws.drawn) == (4, 2)
    assert 0.0 < ratings.predict("a", "b").draw < 1.0  # type: ignore[operator]
    crowd = rate(Contests.from_sides([[([f"p{k}"], 1 + k // 2) for k in range(700)]]), WengLin())
    assert crowd.draws.games == 200_000  # a sample of 244,650 pairs, of which 350 tie
    assert 150 < crowd.draws.drawn < 450


def test_a_continuous_result_is_never_drawn() -> None:
    assert rated("bridge").draws.possible is False
    assert rated("bridge").predict("Brazil", "Italy").draw == 0.0


# Every system


@pytest.mark.parametrize("name", SYSTEMS)
@settings(max_examples=20)
@given(
    who=st.tuples(st.integers(0, 70), st.integers(0, 70)),
    at=st.tuples(st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(0.0, 1.0)),
    advantage=st.sampled_from([-1, 0, 1]),
)
def test_every_system_gives_win_draw_and_loss(
    name: str, who: tuple[int, int], at: tuple[float, float, float], advantage: int
) -> None:
    ratings = rated(name)
    value = ratings.rating[np.isfinite(ratings.rating)]
    low, high = float(value.min()), float(value.max())
    one, other, more = (low + (high - low) * share for share in at)
    first, second = (ratings.at(k % len(ratings.players)) for k in who)
    first, second = replace(first, value=one), replace(second, value=other)
    told = ratings.predict(first, second, advantage)
    turned = ratings.predict(second, first, -advantage)
    assert told.draw is not None
    assert turned.draw is not None
    assert min(told.win, told.draw, told.loss) >= 0.0
    assert told.win + told.draw + told.loss == pytest.approx(1.0, abs=1e-12)
    assert told.win + 0.5 * told.draw == pytest.approx(told.expected, abs=1e-12)
    assert (turned.win, turned.draw, turned.loss) == pytest.approx((told.loss, told.draw, told.win), abs=1e-9)
    shown = [step.value for step in told.steps if step.label == "expected score"]
    assert shown[-1:] == pytest.approx([told.expected][: len(shown)], abs=1e-12)
    stronger, weaker = (max, min) if not ratings.system.lower_is_better else (min, max)
    up = ratings.predict(replace(first, value=stronger(one, more)), second, advantage)
    down = ratings.predict(replace(first, value=weaker(one, more)), second, advantage)
    assert up.expected >= down.expected - 1e-12
    assert up.win >= down.win - 1e-12
    assert up.loss <= down.loss + 1e-12


def test_a_system_that_knows_draws_keeps_its_own() -> None:
    ratings = rate(world_cups(), TrueSkill(draw_probability=0.02))
    own = ratings.system.predict(ratings.of("Brazil"), ratings.of("Italy"))
    assert ratings.predict("Brazil", "Italy") == own
    assert "draws" not in vars(ratings)  # nothing was fitted


@pytest.mark.parametrize("system", [Elo(), Glicko()])
def test_the_share_drawn_of_the_record_comes_out(system: Any) -> None:
    """As many draws are expected in the record as there were."""
    games = world_cups()
    ratings = rate(games, system)
    told = [
        ratings.predict(ratings.at(int(a)), ratings.at(int(b))).draw
        for a, b in zip(games.first, games.second, strict=True)
    ]
    assert sum(told) == pytest.approx(ratings.draws.drawn, rel=1e-9)  # type: ignore[arg-type]


def test_each_two_sides_of_all_contests_are_drawn_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 400 contests of two and 400 of three sides, a quarter of the pairs of sides are of the former."""
    monkeypatch.setattr(draw_fit, "PAIRS", 1500)
    sizes = [2, 3] * 400
    contests = Contests.from_sides([[([f"p{side}"], side + 1) for side in range(size)] for size in sizes])
    first, second = draw_fit._sides(contests)
    assert len(first) == len(second) == 1500
    contest = np.searchsorted(contests.starts, first, side="right") - 1
    assert (contest == np.searchsorted(contests.starts, second, side="right") - 1).all()
    assert (first != second).all()
    # One standard deviation of the share is 1.1 %.
    assert (contest % 2 == 0).mean() == pytest.approx(0.25, abs=0.033)
