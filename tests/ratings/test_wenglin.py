"""Weng and Lin's five models: published numbers, a slow twin per model, margins, extremes.

The published numbers are those of openskill 6.2.0 and skillratings 0.28.2 for their defaults; the paper
prints no single update. The twin sums Ω and Δ over all pairs or stages with plain exponentials, from the
paper's algorithms; it shares no code with the library.
"""

from __future__ import annotations

import math
from itertools import pairwise, permutations
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.ratings.contests.weng_lin import MODELS, WengLin
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Contests, Games, Players


def run(places: list[int], system: WengLin, sizes: list[int] | None = None, **columns: Any) -> Ratings:
    names = iter(f"{n:04d}" for n in range(10_000))
    chosen = sizes or [1] * len(places)
    contest = [([next(names) for _ in range(n)], q) for n, q in zip(chosen, places, strict=True)]
    return rate(Contests.from_sides([contest], **columns), system)


def result(ratings: Ratings) -> list[tuple[float, float]]:
    assert ratings.deviation is not None
    return list(zip(ratings.rating.tolist(), ratings.deviation.tolist(), strict=True))


BY_ALL_BUT_THURSTONE = (27.635389493140497, 8.06590141354368)
ONE_AGAINST_ONE = {
    "plackett-luce": BY_ALL_BUT_THURSTONE,
    "bradley-terry-full": BY_ALL_BUT_THURSTONE,
    "bradley-terry-part": BY_ALL_BUT_THURSTONE,
    "thurstone-mosteller-full": (29.23097152411328, 7.631294290553771),
    "thurstone-mosteller-part": (27.10910704699667, 8.249324720553215),
}
"""The winner of two newcomers by openskill 6.2.0's defaults."""


def test_every_model_has_a_published_number() -> None:
    assert set(ONE_AGAINST_ONE) == set(MODELS)
    assert len(ONE_AGAINST_ONE) == 5


@pytest.mark.parametrize("model", MODELS)
def test_one_against_one(model: str) -> None:
    won, lost = result(run([1, 2], WengLin(model=model)))
    assert won == pytest.approx(ONE_AGAINST_ONE[model], abs=1e-11, rel=0)
    assert won[0] + lost[0] == pytest.approx(50.0, abs=1e-12)


def test_without_dynamics_as_skillratings() -> None:
    won, _ = result(run([1, 2], WengLin(model="bradley-terry-full", tau=0)))
    assert won == pytest.approx((27.63523138347365, 8.065506316323548), abs=1e-11, rel=0)


def test_four_for_all_as_openskills_manual() -> None:
    found = result(run([1, 2, 3, 4], WengLin(tau=0)))
    printed = [(27.795, 8.263), (26.553, 8.179), (24.689, 8.084), (20.963, 8.084)]
    assert [(round(m, 3), round(s, 3)) for m, s in found] == printed


def test_a_thousand_for_all_hardly_teach_plackett_luce() -> None:
    """openskill's numbers, measured: first 25.235, last 23.471, and a deviation above the first."""
    found = result(run(list(range(1, 1001)), WengLin()))
    assert (round(found[0][0], 3), round(found[0][1], 4)) == (25.235, 8.3337)
    assert round(found[-1][0], 3) == 23.471


# A slow twin


def gaussian(x: float) -> tuple[float, float]:
    return NormalDist().pdf(x), 0.5 * math.erfc(-x / math.sqrt(2.0))


def thurstone(x: float, e: float, score: float) -> tuple[float, float]:
    if score == 0.5:
        if x < 0:  # in the lower tail Φ keeps its digits
            v, w = thurstone(-x, e, score)
            return -v, w
        (pa, ca), (pb, cb) = gaussian(e - x), gaussian(-e - x)
        v = (pb - pa) / (ca - cb)
        return v, v * v + ((e - x) * pa - (-e - x) * pb) / (ca - cb)
    sign = 1 if score == 1 else -1
    pdf, cdf = gaussian(sign * x - e)
    return sign * pdf / cdf, pdf / cdf * (pdf / cdf + sign * x - e)


def twin(
    model: str, teams: list[list[tuple[float, float]]], places: list[int], order: list[int]
) -> list[tuple[float, float]]:
    tau2, beta2, epsilon, kappa = (25 / 300) ** 2, (25 / 6) ** 2, 0.1, 0.0001
    mean = [sum(m for m, _ in team) for team in teams]
    var = [sum(s * s + tau2 for _, s in team) for team in teams]
    found = []
    for i, team in enumerate(teams):
        omega = delta = 0.0
        if model == "plackett-luce":
            c = math.sqrt(sum(v + beta2 for v in var))
            for q in range(len(teams)):
                if places[q] > places[i]:
                    continue
                left = sum(math.exp(mean[s] / c) for s in range(len(teams)) if places[s] >= places[q])
                f, ties = math.exp(mean[i] / c) / left, places.count(places[q])
                omega += ((1 if q == i else 0) - f) / ties * var[i] / c
                delta += f * (1 - f) / ties * var[i] / c**2 * math.sqrt(var[i]) / c
        else:
            at = order.index(i)
            near = [order[k] for k in (at - 1, at + 1) if 0 <= k < len(order)]
            for q in near if model.endswith("part") else [q for q in range(len(teams)) if q != i]:
                c = math.sqrt(var[i] + var[q] + 2 * beta2) * (2 if model == "thurstone-mosteller-part" else 1)
                score = 0.5 if places[i] == places[q] else float(places[i] < places[q])
                if model.startswith("thurstone"):
                    v, w = thurstone((mean[i] - mean[q]) / c, epsilon / c, score)
                else:
                    p = 1 / (1 + math.exp((mean[q] - mean[i]) / c))
                    v, w = score - p, p * (1 - p)
                omega += var[i] / c * v
                delta += var[i] / c**2 * w * math.sqrt(var[i]) / c
        for m, s in team:
            s2 = s * s + tau2
            found.append((m + s2 / var[i] * omega, math.sqrt(s2 * max(1 - s2 / var[i] * delta, kappa))))
    return found


player = st.tuples(st.floats(10.0, 40.0), st.floats(1.0, 9.0))
team = st.lists(player, min_size=1, max_size=3)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(MODELS), st.lists(st.tuples(team, st.integers(1, 3)), min_size=2, max_size=5))
def test_the_twin_agrees(model: str, contest: list[tuple[list[tuple[float, float]], int]]) -> None:
    teams, places = [t for t, _ in contest], [q for _, q in contest]
    flat = [one for t in teams for one in t]
    names = iter(range(100))
    record = Contests.from_sides([[([str(next(names)) for _ in t], q) for t, q in contest]])
    known = {"rating": np.array([m for m, _ in flat]), "deviation": np.array([s for _, s in flat])}
    players = record.players.with_attributes(known)
    entered = Contests(players, record.starts, record.place, record.seats, record.member)
    found = result(rate(entered, WengLin(model=model)))
    # Sides that tie have no order: the means over all orders, of ratings and of variances.
    orders = [
        order
        for order in permutations(range(len(teams)))
        if all(places[a] <= places[b] for a, b in pairwise(order))
    ]
    twins = np.array([twin(model, teams, places, list(order)) for order in orders])
    for at, one in enumerate(found):
        mean, deviation = twins[:, at, 0].mean(), math.sqrt((twins[:, at, 1] ** 2).mean())
        assert one == pytest.approx((mean, deviation), abs=1e-7, rel=0)


# Margins


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("start", [(25.0, 25.0), (15.0, 35.0), (35.0, 15.0)])
def test_a_greater_lead_never_lowers_the_winner(model: str, start: tuple[float, float]) -> None:
    """openskill 6.2.0 with margins: no effect between equals, and an underdog who wins high *falls*."""
    system = WengLin(model=model, margin=1.0)
    winner, loser = (Rating(value, 8.0) for value in start)
    after = [
        system.update(winner, [Encounter(loser, 1.0, margin=lead)], "live").after.value
        for lead in (0.0, 1.0, 2.0, 10.0, 100.0)
    ]
    assert all(low < high for low, high in pairwise(after))
    without = WengLin(model=model).update(winner, [Encounter(loser, 1.0, margin=100.0)], "live").after.value
    assert after[0] == pytest.approx(without, abs=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_a_greater_lead_counts_among_many(model: str) -> None:
    system = WengLin(model=model, margin=0.5)
    results = [np.array([lead + 10.0, 10.0, 4.0, 4.0]) for lead in (1.0, 5.0, 50.0)]
    after = [result(run([1, 2, 3, 3], system, result=one))[0][0] for one in results]
    assert after == sorted(after)
    assert after[0] < after[2]


@pytest.mark.parametrize("model", MODELS)
def test_a_result_that_is_missing_stretches_nothing(model: str) -> None:
    system = WengLin(model=model, margin=0.5)
    gaps = np.array([7.0, np.nan, np.nan, np.nan])
    assert result(run([1, 2, 2, 3], system, result=gaps)) == result(run([1, 2, 2, 3], WengLin(model=model)))


# Extremes


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_ratings_far_apart_stay_finite(model: str, score: float) -> None:
    """A gap of 1e5 overflows in openskill (Plackett–Luce, Bradley–Terry)."""
    system = WengLin(model=model)
    after = system.update(Rating(1e5, 1.0), [Encounter(Rating(0.0, 1.0), score)], "live").after
    assert math.isfinite(after.value)
    assert after.value <= 1e5 + 1.0
    assert after.deviation is not None
    assert 0.0 < after.deviation < 1.01
    meeting = Meeting(((Rating(1e5, 1.0),), (Rating(0.0, 1.0),), (Rating(-1e5, 9.0),)), (3, 1, 2))
    assert math.isfinite(system.update(Rating(1e5, 1.0), [meeting], "live").after.value)


# Prediction


def test_predictions() -> None:
    one, other = Rating(30.0, 3.0), Rating(25.0, 4.0)
    c = math.sqrt(9 + 16 + 2 * (25 / 6) ** 2)
    assert WengLin(tau=0).predict(one, other).expected == pytest.approx(1 / (1 + math.exp(-5 / c)), abs=1e-12)
    found = WengLin(tau=0, model="thurstone-mosteller-full").predict(one, other)
    assert found.win == pytest.approx(NormalDist().cdf((5 - 0.1) / c), abs=1e-12)
    assert found.loss == pytest.approx(NormalDist().cdf((-5 - 0.1) / c), abs=1e-12)


def test_the_score_that_an_explanation_expects_of_two_is_normal() -> None:
    """E = Φ((μ − μ') / c) with c² = σ² + σ'² + 2β² (Weng and Lin 2011, equation 48)."""
    system = WengLin(tau=0, model="thurstone-mosteller-full")
    own, other = Rating(28.0, 6.0), Rating(22.0, 7.0)
    (told,) = system.update(own, [Encounter(other, 1.0)], "live").explanation.parts
    c = math.sqrt(6.0**2 + 7.0**2 + 2 * system.beta**2)
    assert told.facts["expected"] == pytest.approx(NormalDist().cdf(6.0 / c), abs=1e-12)


def test_places_where_openskill_is_wrong() -> None:
    """One at 35 against seven at 25, σ = 1: .799 by Monte Carlo of openskill's own model; it says .238.

    And (30, 25, 20; σ = 2): .753 / .210 / .038, where it says .572 / .333 / .095.
    """
    found = WengLin(tau=0).places([[Rating(35, 1.0)], *[[Rating(25, 1.0)]] * 7])
    assert found[0, 0] == pytest.approx(0.799, abs=1e-3)
    three = WengLin(tau=0).places([[Rating(30, 2.0)], [Rating(25, 2.0)], [Rating(20, 2.0)]])
    assert three[:, 0] == pytest.approx([0.753, 0.210, 0.038], abs=1.5e-3)


# Explanation and loops


def random_contests(seed: int, count: int) -> Contests:
    rng = np.random.default_rng(seed)
    contests = []
    for _ in range(count):
        sizes = rng.integers(1, 3, size=rng.integers(2, 6))
        cut = np.split(rng.permutation(14)[: sizes.sum()], np.cumsum(sizes)[:-1])
        places = rng.integers(1, 5, size=len(sizes))
        contests.append([([f"p{w}" for w in t], int(q)) for t, q in zip(cut, places, strict=True)])
    record = Contests.from_sides(contests)
    return Contests(
        record.players, record.starts, record.place, record.seats, record.member,
        share=rng.uniform(0.2, 1.0, len(record.member)), weight=rng.uniform(0.0, 2.0, count),
        result=-record.place.astype(np.float64) * rng.uniform(1.0, 5.0),
    )  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
def test_explanations_add_up(model: str) -> None:
    ratings = rate(random_contests(3, 20), WengLin(model=model, margin=0.3), history=True)
    for name in ratings.players.names:
        told = explain(ratings, name)
        assert told.facts["after"] == pytest.approx(ratings.of(name).value, abs=1e-9)
        for unit in told.parts:
            assert math.fsum(part.value for part in unit.parts) == pytest.approx(unit.value, abs=1e-9)


@pytest.mark.parametrize("model", MODELS)
def test_games_are_contests_of_two(model: str) -> None:
    rng = np.random.default_rng(5)
    first, step = rng.integers(0, 6, 60), rng.integers(1, 6, 60)
    goals = rng.integers(0, 5, (2, 60)).astype(float)
    games = Games(
        Players([f"p{i}" for i in range(6)]),
        first.astype(np.int32),
        ((first + step) % 6).astype(np.int32),
        0.5 + 0.5 * np.sign(goals[0] - goals[1]),
        points_first=goals[0],
        points_second=goals[1],
    )
    system = WengLin(model=model, margin=0.4)
    one, other = rate(games, system), rate(Contests.of(games), system)
    for name in one.players.names:
        a, b = one.of(name), other.of(name)
        assert (a.value, a.deviation) == pytest.approx((b.value, b.deviation), abs=1e-10)


def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    contests, system = random_contests(7, 30), WengLin(margin=0.3)
    plain = result(rate(contests, system))
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    np.testing.assert_allclose(np.array(result(rate(contests, system))), np.array(plain), rtol=1e-12)


def test_gamma() -> None:
    """A smaller γ shrinks the deviation less; μ does not depend on it."""
    found = {g: result(run([1, 2], WengLin(gamma=g)))[0] for g in ("deviation", "sides", "none")}
    assert len({round(m, 12) for m, _ in found.values()}) == 1
    assert found["none"][1] < found["deviation"][1] < 25 / 3
    assert found["none"][1] < found["sides"][1] < 25 / 3


@pytest.mark.parametrize("model", MODELS)
def test_a_draw_has_no_margin_whatever_the_points(model: str) -> None:
    """A game that counts as drawn, won by points against a handicap."""
    system = WengLin(model=model, margin=0.5)
    one, other = Rating(25.0, 6.0), Rating(20.0, 4.0)
    level, ahead, behind = (
        system.update(one, [Encounter(other, 0.5, margin=margin)], "live").after
        for margin in (0.0, 7.0, -7.0)
    )
    assert ahead == behind == level
    first, second = np.array([0, 1], dtype=np.int32), np.array([1, 2], dtype=np.int32)
    drawn = [
        Games(
            Players(["A", "B", "C"]),
            first,
            second,
            np.array([1.0, 0.5]),
            points_first=np.array([2.0, points]),
            points_second=np.array([1.0, 3.0]),
        )
        for points in (3.0, 0.0)
    ]
    level_points, fewer_points = (rate(games, system).rating.tolist() for games in drawn)
    assert level_points == fewer_points


@pytest.mark.parametrize("model", MODELS)
def test_the_margin_of_a_single_game_counts(model: str) -> None:
    """A record of one game: Ω is multiplied by 1 + margin · ln(1 + lead)."""
    players, sides = Players(["A", "B"]), (np.array([0], np.int32), np.array([1], np.int32))
    goals = np.array([4.0]), np.array([1.0])
    game = Games(players, *sides, np.array([1.0]), points_first=goals[0], points_second=goals[1])
    gained = [rate(game, WengLin(model=model, margin=margin)).rating[0] - 25.0 for margin in (0.0, 0.5)]
    assert gained[1] / gained[0] == pytest.approx(1.0 + 0.5 * math.log(4.0), rel=1e-9)
