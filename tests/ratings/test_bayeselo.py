"""Bayesian Elo: posteriors of one game, and what every draw model promises.

The numbers are derived from the model of M. Ioffe's articles, whose own likelihoods are lost, by Gauss–Hermite with
128 nodes. The slow twin is adaptive quadrature instead: scipy's ``quad`` over D, with the likelihood spelled out
again.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.bayes.bayes_elo import BayesElo
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Players

A, B = Rating(1600.0, 100.0), Rating(1500.0, 100.0)
MODELS = ("none", "binomial", "fraction", "davidson", "rao-kupper", "max")
RESULTS = (1.0, 0.5, 0.0)

ROWS = [
    # draw model, score, its probability, A' and its deviation; B' = 3100 − A', the same deviation
    ("none", 1.0, 0.623241, 1619.0358, 97.0668),
    ("none", 0.0, 0.376759, 1568.5107, 96.7740),
    ("binomial", 1.0, 0.417145, 1634.0385, 94.8920),
    ("binomial", 0.5, 0.412193, 1588.6698, 94.2829),
    ("binomial", 0.0, 0.170663, 1544.1661, 94.1091),
]


def after(system: BayesElo, own: Rating, other: Rating, score: float) -> Rating:
    return system.update(own, [Encounter(other, score)], "live").after


@pytest.mark.parametrize(("draws", "score", "probability", "value", "deviation"), ROWS)
def test_the_published_posteriors(
    draws: str, score: float, probability: float, value: float, deviation: float
) -> None:
    system = BayesElo(draws=draws)
    prediction = system.predict(A, B)
    shares = {1.0: prediction.win, 0.5: prediction.draw, 0.0: prediction.loss}
    assert shares[score] == pytest.approx(probability, abs=5.1e-7)
    found = after(system, A, B, score)
    assert (found.value, found.deviation) == pytest.approx((value, deviation), abs=5.1e-5)
    other = after(system, B, A, 1.0 - score)
    assert (other.value, other.deviation) == pytest.approx((3100 - value, deviation), abs=5.1e-5)


def test_the_rows_are_all_there() -> None:
    assert len(ROWS) == 5


def test_elos_normal_curve_without_draws_has_a_closed_form() -> None:
    """R' = R + sA² / √(b² + sA² + sB²) · φ(z) / Φ(z), b = 200 · √2; printed 1619.228768."""
    total = math.sqrt(2 * 200**2 + 2 * 100**2)
    z = 100 / total
    phi = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    Phi = 0.5 * math.erfc(-z / math.sqrt(2))
    found = after(BayesElo(draws="none", curve="normal"), A, B, 1.0)
    assert found.value == pytest.approx(1600 + 1e4 / total * phi / Phi, abs=1e-9)
    assert found.value == pytest.approx(1619.228768, abs=5.1e-7)


@pytest.mark.parametrize("draws", MODELS)
@pytest.mark.parametrize(("one", "other"), [(A, B), (Rating(1500, 300), Rating(1700, 40))])
def test_no_result_is_expected_to_move_a_rating(draws: str, one: Rating, other: Rating) -> None:
    system = BayesElo(draws=draws)
    p = system.predict(one, other)
    assert p.draw is not None
    met = zip((p.win, p.draw, p.loss), RESULTS, strict=True)
    mean = math.fsum(share * after(system, one, other, score).value for share, score in met if share > 0)
    assert mean == pytest.approx(one.value, abs=1e-5 if draws != "max" else 1e-3)


@pytest.mark.parametrize(("draws", "factor"), [("binomial", 2.0), ("none", 1.0)])
@pytest.mark.parametrize(("s", "K"), [(29.47, 10), (41.68, 20), (58.94, 40)])
def test_for_small_deviations_it_is_elo_with_a_k(draws: str, factor: float, s: float, K: float) -> None:
    assert 2 * math.log(10) / 400 * s * s == pytest.approx(K, rel=1e-3)
    system, small = BayesElo(draws=draws), s / 100
    limit = factor * math.log(10) / 400 * small * small
    for score in (1.0, 0.0):
        found = after(system, Rating(1600, small), Rating(1500, small), score).value - 1600
        assert found == pytest.approx(limit * (score - 1 / (1 + 10**-0.25)), rel=1e-3)


@pytest.mark.parametrize(("score", "exact", "limit"), [(1.0, 1.6415, 1.6576), (0.5, -0.6335, -0.6450)])
def test_deviations_of_20_beside_the_limit(score: float, exact: float, limit: float) -> None:
    found = after(BayesElo(), Rating(1600, 20), Rating(1500, 20), score).value - 1600
    assert found == pytest.approx(exact, abs=5.1e-5)
    K = 2 * math.log(10) / 400 * 400
    assert pytest.approx(limit, abs=5.1e-5) == K * (score - 1 / (1 + 10**-0.25))


# the slow twin


def shares(draws: str, E: float) -> tuple[float, float, float]:
    """Give win, draw and loss at the default parameters; Davidson and Rao–Kupper by bisection for the strength."""
    if draws in ("none", "binomial", "fraction", "max"):
        drawn = {"none": 0.0, "binomial": 2 * E * (1 - E), "fraction": E * (1 - E), "max": 2 * min(E, 1 - E)}
        return E - drawn[draws] / 2, drawn[draws], 1 - E - drawn[draws] / 2

    def of(x: float) -> tuple[float, float, float]:
        if draws == "davidson":
            return x * x / (x * x + x + 1), x / (x * x + x + 1), 1 / (x * x + x + 1)
        return x / (x + 2), 1 - x / (x + 2) - 1 / (1 + 2 * x), 1 / (1 + 2 * x)

    low, high = -30.0, 30.0
    for _ in range(80):
        middle = (low + high) / 2
        win, draw, _ = of(math.exp(middle))
        low, high = (middle, high) if win + draw / 2 < E else (low, middle)
    return of(math.exp(low))


def slow(draws: str, one: Rating, other: Rating, score: float) -> tuple[float, float]:
    from scipy.integrate import quad

    s, t = one.deviation or 0.0, other.deviation or 0.0
    D0, S = one.value - other.value, math.hypot(s, t)
    at = {1.0: 0, 0.5: 1, 0.0: 2}[score]

    def moment(power: int, about: float) -> float:
        def integrand(D: float) -> float:
            L = shares(draws, 1 / (1 + 10 ** (-D / 400)))[at]
            return (D - about) ** power * L * math.exp(-0.5 * ((D - D0) / S) ** 2)

        ends = sorted({D0 - 9 * S, D0 + 9 * S, *((0.0,) if abs(D0) < 9 * S else ())})
        pieces = pairwise(ends)
        return math.fsum(quad(integrand, a, b, epsabs=0, epsrel=1e-9, limit=200)[0] for a, b in pieces)

    total = moment(0, 0.0)
    mean = D0 + moment(1, D0) / total
    variance = moment(2, mean) / total
    share = s * s / S**2
    return one.value + share * (mean - D0), math.sqrt(s * s - s * s * share + share * share * variance)


@pytest.mark.parametrize("draws", MODELS)
@settings(max_examples=6, deadline=None)
@given(
    gap=st.floats(-500, 500),
    one=st.floats(20, 250),
    other=st.floats(20, 250),
    score=st.sampled_from(RESULTS),
)
def test_a_game_by_adaptive_quadrature(
    draws: str, gap: float, one: float, other: float, score: float
) -> None:
    if draws == "none" and score == 0.5:
        score = 1.0
    if draws == "max" and (0.5 - score) * gap > 0 and abs(gap) > 5 * math.hypot(one, other):
        return  # the twin sees nothing there: the weaker side never wins
    mine, theirs = Rating(1500 + gap, one), Rating(1500, other)
    found = after(BayesElo(draws=draws), mine, theirs, score)
    assert (found.value, found.deviation) == pytest.approx(slow(draws, mine, theirs, score), abs=1e-4)


def games(n: int = 24, seed: int = 3) -> Games:
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 6, n)
    second = (first + rng.integers(1, 6, n)) % 6
    return Games(
        Players([f"p{i}" for i in range(6)]),
        first.astype(np.int32),
        second.astype(np.int32),
        rng.choice(RESULTS, n),
        advantage=rng.integers(-1, 2, n).astype(np.int8),
        weight=rng.choice([1.0, 2.0], n),
    )


@pytest.mark.parametrize("draws", MODELS)
def test_a_record_is_its_games_one_after_the_other(draws: str) -> None:
    system, record = BayesElo(draws=draws, advantage=30), games()
    state = {i: Rating(1500, 200.0) for i in range(6)}
    assert record.advantage is not None
    assert record.weight is not None
    for i in range(len(record)):
        a, b, h, w = (int(c[i]) for c in (record.first, record.second, record.advantage, record.weight))
        score = float(record.score[i])
        one = system.update(state[a], [Encounter(state[b], score, h, w)], "live").after
        other = system.update(state[b], [Encounter(state[a], 1 - score, -h, w)], "live").after
        state[a], state[b] = one, other
    ratings = rate(record, system)
    for i in range(6):
        found = ratings.of(f"p{i}")
        assert (found.value, found.deviation) == pytest.approx(
            (state[i].value, state[i].deviation), rel=1e-10
        )
    told = explain(ratings, "p0")
    assert 1500 + math.fsum(part.value for part in told.parts) == pytest.approx(
        ratings.of("p0").value, abs=1e-9
    )


@pytest.mark.parametrize("draws", MODELS)
@pytest.mark.parametrize(("D0", "S2"), [(0.0, 1e4), (137.0, 2.5e5), (-900.0, 0.0)])
def test_win_draw_and_loss_are_all_there_is_and_change_places_with_the_sides(
    draws: str, D0: float, S2: float
) -> None:
    there, back = BayesElo(draws=draws).probabilities(D0, S2), BayesElo(draws=draws).probabilities(-D0, S2)
    assert math.fsum(there) == pytest.approx(1.0, abs=1e-12)
    assert there == pytest.approx(back[::-1], abs=1e-12)


def test_a_game_that_says_nothing_is_told_so() -> None:
    """Between two known exactly the difference stays as it was."""
    own, game = Rating(1600.0, 0.0), Encounter(Rating(1500.0, 0.0), 1.0)
    (told,) = BayesElo().update(own, [game], "live").explanation.parts
    values = {step.label: step.value for step in told.steps}
    assert values["D after the result, less D0"] == values["change"] == told.value == 0.0
    assert values["deviation of D after it"] == 0.0
    assert values["new deviation"] == 0.0


@pytest.mark.parametrize("draws", MODELS)
def test_what_an_explanation_expects_is_what_was_predicted(draws: str) -> None:
    system = BayesElo(draws=draws)
    (told,) = system.update(A, [Encounter(B, 1.0)], "live").explanation.parts
    assert told.steps[0].label == "expected score"
    assert told.steps[0].value == pytest.approx(system.predict(A, B).expected, abs=1e-12)


def test_ratings_add_up_where_deviations_are_equal() -> None:
    for score in RESULTS:
        both = after(BayesElo(), A, B, score).value + after(BayesElo(), B, A, 1 - score).value
        assert both == pytest.approx(3100, abs=1e-9)


@pytest.mark.parametrize("draws", ["binomial"])
def test_machine_code_is_the_same(draws: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, system = games(), BayesElo(draws=draws)
    plain = rate(record, system)
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(record, system)
    for name in ("rating", "deviation"):
        np.testing.assert_allclose(fast.state.columns[name], plain.state.columns[name], rtol=1e-12, atol=0)


@pytest.mark.parametrize("draws", MODELS)
@pytest.mark.parametrize("curve", ["logistic", "normal"])
@pytest.mark.parametrize(("gap", "s"), [(1000.0, 1.0), (1e5, 1e-6), (1e5, 0.0), (1e5, 350.0), (1e5, 1e5)])
def test_extremes_stay_finite(draws: str, curve: str, gap: float, s: float) -> None:
    system = BayesElo(draws=draws, curve=curve)
    one, other = Rating(1500, s), Rating(1500 + gap, s)
    for score in (*RESULTS, 0.3):
        found = after(system, one, other, score)
        assert math.isfinite(found.value)
        assert 0.0 <= (found.deviation or 0.0) <= s * (1 + 1e-12)
    assert 0.0 <= system.predict(one, other).expected <= 1.0


def test_a_threshold_below_one_is_refused() -> None:
    """Rao and Kupper (1967): at θ = 1 there are no draws, and below it their probability would be negative."""
    assert BayesElo(draws="rao-kupper", theta=1.0).theta == 1.0
    with pytest.raises(BadInput, match="theta"):
        BayesElo(draws="rao-kupper", theta=0.99)


def test_an_upset_ever_so_great_moves_as_far_as_the_tail_says() -> None:
    """Far below, E ≈ 10^(D / 400): a normal density moves by S² · ln 10 / 400 · the power of E lost with."""
    for draws, power in (("none", 1), ("binomial", 2), ("fraction", 1), ("davidson", 2), ("rao-kupper", 1)):
        for gap in (1e5, 1e6, 1e8):
            found = after(BayesElo(draws=draws), Rating(1500 + gap, 200), Rating(1500, 200), 0.0)
            expected = -power * math.log(10) / 400 * 200**2
            assert found.value - 1500 - gap == pytest.approx(expected, abs=1e-3 if gap == 1e8 else 1e-5)
            assert found.deviation == pytest.approx(200, rel=1e-6)


def test_an_upset_on_the_normal_curve_far_below_where_erfc_ends() -> None:
    """The closed form of the probit model, φ / Φ by its continued fraction at z = −10⁵ / √(b² + S²)."""
    total = math.sqrt(2 * 200**2 + 2 * 300**2)
    z = 1e5 / total
    ratio = z + 1 / (z + 2 / (z + 3 / z))
    found = after(BayesElo(draws="none", curve="normal"), Rating(1500, 300), Rating(101500, 300), 1.0)
    assert found.value == pytest.approx(1500 + 300**2 / total * ratio, rel=1e-9)


def fine(draws: str, one: Rating, other: Rating, score: float) -> tuple[float, float, float]:
    """Give E[D | result], the new rating and P(result) by trapezoids of at most a point."""
    s, t = one.deviation or 0.0, other.deviation or 0.0
    D0, S = one.value - other.value, math.hypot(s, t)
    D = np.linspace(D0 - 11 * S, D0 + 11 * S, 200_001)
    E, rest = 1 / (1 + 10 ** (-D / 400)), 1 / (1 + 10 ** (D / 400))
    by = {"none": (E, 0 * E, rest), "binomial": (E * E, 2 * E * rest, rest * rest)}
    by["fraction"] = (E - E * rest / 2, E * rest, rest - E * rest / 2)
    t_ = ((E - 0.5) + np.sqrt((E - 0.5) ** 2 + 4 * E * rest)) / (2 * rest)
    by["davidson"] = (t_ * t_ / (t_ * t_ + t_ + 1), t_ / (t_ * t_ + t_ + 1), 1 / (t_ * t_ + t_ + 1))
    density = np.exp(-0.5 * ((D - D0) / S) ** 2)
    L = density * by[draws][{1.0: 0, 0.5: 1, 0.0: 2}[score]]
    mean = float((L * (D - D0)).sum() / L.sum())
    return mean, one.value + s * s / S**2 * mean, float(L.sum() / density.sum())


@pytest.mark.parametrize("draws", ["none", "binomial", "fraction", "davidson"])
@pytest.mark.parametrize("s", [30.0, 350.0, 1000.0, 3000.0])
def test_wide_deviations_agree_with_a_fine_grid(draws: str, s: float) -> None:
    system = BayesElo(draws=draws)
    for gap in (0.0, 400.0, -1500.0):
        one, other = Rating(1500 + gap, s), Rating(1500, 0.7 * s)
        p = system.predict(one, other)
        for score, share in ((1.0, p.win), (0.5, p.draw), (0.0, p.loss)):
            if draws == "none" and score == 0.5:
                continue
            _, value, chance = fine(draws, one, other, score)
            assert after(system, one, other, score).value == pytest.approx(value, abs=1e-6)
            assert share == pytest.approx(chance, abs=1e-10)


def test_with_the_most_draws_an_upset_says_that_the_difference_is_above_0() -> None:
    found = after(BayesElo(draws="max"), Rating(1500, 200), Rating(101500, 200), 1.0)
    assert found.value == pytest.approx(51500, abs=2)
    assert found.deviation == pytest.approx(200 / math.sqrt(2), abs=0.01)


def test_a_draw_without_draws_is_half_a_win_and_half_a_loss() -> None:
    system = BayesElo(draws="none")
    even = after(system, Rating(1500, 100), Rating(1500, 100), 0.5)
    assert even.value == pytest.approx(1500, abs=1e-9)
    assert even.deviation is not None
    assert even.deviation < 100
    assert after(system, A, B, 0.5).value < 1600
    ghost = system.update(A, [replace(Encounter(B, 1.0), weight=0.0)], "live").after
    assert (ghost.value, ghost.deviation) == (1600, 100)


def test_the_command_line(tmp_path: Path) -> None:
    from arpad.cli import main

    (tmp_path / "g.csv").write_text("first,second,result\nAnn,Bob,1-0\n")
    (tmp_path / "p.csv").write_text("player,rating,deviation\nAnn,1600,100\nBob,1500,100\n")
    words: list[Any] = ["rate", tmp_path / "g.csv", "--players", tmp_path / "p.csv", "--json"]
    done = CliRunner().invoke(main, [*map(str, words), "--system", "bayes-elo", "--set", "draws=none"])
    found = {row["player"]: row["rating"] for row in json.loads(done.output)["players"]}
    assert found["Ann"] == pytest.approx(1619.0358, abs=5.1e-5)
    assert found["Bob"] == pytest.approx(1480.9642, abs=5.1e-5)


@pytest.mark.parametrize("draws", MODELS)
def test_a_win_that_was_certain_moves_nobody(draws: str) -> None:
    """Wherever a float's range ends: the chance of a win is 1 on both sides of it."""
    system = BayesElo(draws=draws)
    for gap in (20_000, 59_000, 59_800, 60_000, 60_200, 61_000, 130_000):
        found = system.update(Rating(float(gap), 300.0), [Encounter(Rating(0.0, 300.0), 1.0)], "live")
        assert abs(found.after.value - gap) < 1e-6
