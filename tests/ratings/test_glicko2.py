"""Glicko-2: the paper's example, a slow twin, periods without games, and results that nobody expects.

The twin is written from the steps of Glickman's Example of the Glicko-2 system (glicko2.pdf; 2013, 2022) with
dictionaries, v and Δ as they stand, and the volatility by bisection of the paper's f; it shares no code with the
library. What Glicko and Glicko-2 both promise is tested in test_glicko.py. Held constant: as there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.glicko.glicko2 import Glicko2, Glicko2Numbers, bracketed, volatility_after
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Players

Row = tuple[int, int, float, int]
"""First player, second player, score of the first, period."""


def record(rows: Sequence[Row], players: int, **attributes: Sequence[float]) -> Games:
    given = {name: np.array(column, dtype=float) for name, column in attributes.items()}
    return Games(
        Players([f"player {number}" for number in range(players)]).with_attributes(given),
        np.array([row[0] for row in rows], dtype=np.int32),
        np.array([row[1] for row in rows], dtype=np.int32),
        np.array([row[2] for row in rows], dtype=float),
        time=np.array([row[3] for row in rows], dtype=np.int64),
    )


def known(r: float, RD: float, sigma: float = 0.06, elapsed: float | None = None) -> Rating:
    return Rating(r, deviation=RD, volatility=sigma, elapsed=elapsed)


# The paper's example

PLAYER = known(1500, 200)
OPPONENTS = [
    Encounter(known(1400, 30), 1.0),
    Encounter(known(1550, 100), 0.0),
    Encounter(known(1700, 300), 0.0),
]
UPDATE = Glicko2(tau=0.5).update(PLAYER, OPPONENTS, "period")
STEPS = {step.label: float(step.value) for step in UPDATE.explanation.steps}


def test_the_papers_example_in_full_precision() -> None:
    """Glickman, Example of the Glicko-2 system: recomputed without rounding; skillratings and riix agree."""
    assert UPDATE.after.value == pytest.approx(1464.0506705390892, abs=1e-9, rel=0)
    assert UPDATE.after.deviation == pytest.approx(151.51652412430434, abs=1e-9, rel=0)
    assert UPDATE.after.volatility == pytest.approx(0.059995984400677826, abs=1e-13, rel=0)


@pytest.mark.parametrize(
    ("label", "exact", "within"),
    [
        ("φ", 1.1513, 5e-5),
        ("v", 1.77898, 5e-6),
        ("Δ", -0.48393, 5e-6),
        ("new volatility σ'", 0.0599960, 5e-8),
        ("φ*", 1.152855, 1e-6),
        ("φ'", 0.872199, 5e-7),
    ],
)
def test_the_papers_intermediate_values(label: str, exact: float, within: float) -> None:
    """Glickman, Example of the Glicko-2 system, steps 2 to 7: recomputed without rounding."""
    assert STEPS[label] == pytest.approx(exact, abs=within, rel=0)


@pytest.mark.parametrize(
    ("label", "printed", "off"),
    [("v", 1.7785, 0.0005), ("Δ", -0.4834, 0.0006), ("new volatility σ'", 0.05999, 6.1e-6)],
)
def test_what_the_paper_prints_comes_from_rounded_numbers(label: str, printed: float, off: float) -> None:
    assert STEPS[label] == pytest.approx(printed, abs=off, rel=0)


def test_the_papers_printed_result_comes_from_rounded_numbers() -> None:
    """Printed 1464.06 and 151.52, unrounded 1464.0507 and 151.5165."""
    assert UPDATE.after.value == pytest.approx(1464.06, abs=0.01, rel=0)
    assert UPDATE.after.deviation == pytest.approx(151.52, abs=0.005, rel=0)


def test_the_new_mu() -> None:
    assert (UPDATE.after.value - 1500) / 173.7178 == pytest.approx(-0.206941, abs=5e-7, rel=0)


def test_a_period_of_all_four() -> None:
    """The opponents after the same period by R's PlayerRatings 1.1-0, whose search is loose."""
    games = record(
        [(0, 1, 1.0, 1), (0, 2, 0.0, 1), (3, 0, 1.0, 1)],
        4,
        rating=(1500, 1400, 1550, 1700),
        deviation=(200, 30, 100, 300),
    )
    state = rate(games, Glicko2(tau=0.5), schedule="period", period="1").state.columns
    expected = [1464.0506705, 1398.143558, 1570.394741, 1784.421790]
    np.testing.assert_allclose(state["rating"], expected, rtol=0, atol=1e-5)
    expected = [151.5165241, 31.67021327, 97.70916796, 251.56556453]
    np.testing.assert_allclose(state["deviation"], expected, rtol=0, atol=1e-5)
    expected = [0.0599959844, 0.0599990908, 0.0599993976, 0.0599989747]
    np.testing.assert_allclose(state["volatility"], expected, rtol=0, atol=1e-7)


def test_live_the_game_itself_adds_nothing_to_the_deviation() -> None:
    system = Glicko2()
    live = system.update(PLAYER, OPPONENTS[:1], "live")
    steps = {step.label for step in live.explanation.steps}
    assert "φ*" not in steps
    period = system.update(PLAYER, OPPONENTS[:1], "period")
    assert live.after.deviation is not None
    assert period.after.deviation is not None
    assert live.after.deviation < period.after.deviation
    assert live.after.volatility == period.after.volatility


# Time


def test_idle_periods_add_the_volatility_each() -> None:
    """Two periods sat out: φ² + 2σ² before the games of the third, which adds σ'² itself."""
    third = Glicko2().update(known(1500, 100, elapsed=3), OPPONENTS, "period")
    by_hand = Glicko2().update(
        known(1500, math.hypot(100, math.sqrt(2) * 0.06 * 173.7178)), OPPONENTS, "period"
    )
    assert third.after.value == pytest.approx(by_hand.after.value, abs=1e-10)
    assert third.after.deviation == pytest.approx(by_hand.after.deviation, abs=1e-10)


def test_ageing_is_step_6_once_a_period() -> None:
    aged = Glicko2().aged(known(1500, 100), 4)
    assert aged.deviation == pytest.approx(math.sqrt(100**2 + 4 * (0.06 * 173.7178) ** 2), rel=1e-14)
    assert (aged.value, aged.volatility) == (1500, 0.06)


def test_live_deviations_grow_by_fractions_of_a_period() -> None:
    games = record([(0, 1, 1.0, 1), (0, 1, 0.0, 4)], 2)
    ratings = rate(games, Glicko2(deviation=120), schedule="live", period="2", history=True)
    assert ratings.trace is not None
    _, RD, sigma = ratings.trace.after[0, 0]
    grown = math.sqrt(RD**2 + 1.5 * (sigma * 173.7178) ** 2)
    assert ratings.trace.before[1, 0, 1] == pytest.approx(grown, rel=1e-14)


# The slow twin

SCALE = 173.7178


def slow_volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Step 5, by bisection: f falls through 0 once between a − 10τ and a + 10τ for ordinary results."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    low, high = a - 10 * tau, a + 10 * tau
    assert f(low) > 0 > f(high)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp(low / 2)


def slow_glicko2(rows: Sequence[Row], system: Glicko2, live: bool) -> dict[int, tuple[float, float, float]]:
    state: dict[int, tuple[float, float, float]] = {}
    last: dict[int, int] = {}
    periods = [[row for row in rows if row[3] == period] for period in sorted({row[3] for row in rows})]
    ceiling = system.max_deviation / SCALE

    def g(phi: float) -> float:
        return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)

    for unit in [[row] for row in rows] if live else periods:
        now = unit[0][3]
        met = {}
        for player in {side for row in unit for side in row[:2]}:
            new = ((system.initial - 1500) / SCALE, system.deviation / SCALE, system.volatility)
            mu, phi, sigma = state.get(player, new)
            t = now - last[player] if player in last else 0
            idle = t if live else max(0, t - 1)
            met[player] = (mu, min(ceiling, math.sqrt(phi**2 + idle * sigma**2)), sigma)
        for player, (mu, phi, sigma) in met.items():
            inverse_v = total = 0.0
            for first, second, score, _ in unit:
                if player in (first, second):
                    mu_j, phi_j, _ = met[second if player == first else first]
                    s = score if player == first else 1 - score
                    E = 1 / (1 + math.exp(-g(phi_j) * (mu - mu_j)))
                    inverse_v += g(phi_j) ** 2 * E * (1 - E)
                    total += g(phi_j) * (s - E)
            v = 1 / inverse_v
            sigma_after = slow_volatility(phi, sigma, v, v * total, system.tau)
            star = phi if live else math.sqrt(phi**2 + sigma_after**2)
            after = 1 / math.sqrt(1 / star**2 + 1 / v)
            state[player] = (mu + after**2 * total, min(ceiling, after), sigma_after)
            last[player] = now
    return {p: (SCALE * mu + 1500, SCALE * phi, sigma) for p, (mu, phi, sigma) in state.items()}


@st.composite
def games_of(draw: st.DrawFn) -> list[Row]:
    rows: list[Row] = []
    now = 1
    for _ in range(draw(st.integers(1, 12))):
        first = draw(st.integers(0, 4))
        second = (first + draw(st.integers(1, 4))) % 5
        score = draw(st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1))
        now += draw(st.sampled_from([0, 0, 1, 3, 40]))
        rows.append((first, second, score, now))
    return rows


@settings(deadline=None, max_examples=30)
@given(rows=games_of(), live=st.booleans(), tau=st.sampled_from([0.3, 0.5, 1.2]))
def test_a_slow_twin_agrees(rows: list[Row], live: bool, tau: float) -> None:
    system = Glicko2(tau=tau)
    ratings = rate(record(rows, 5), system, schedule="live" if live else "period", period="1")
    found = np.stack(list(ratings.state.columns.values()), axis=1)
    for player, expected in slow_glicko2(rows, system, live).items():
        np.testing.assert_allclose(found[player], expected, rtol=1e-9)


# The volatility


def numbers(tau: float) -> Glicko2Numbers:
    return Glicko2(tau=tau).numbers("period")


@settings(deadline=None, max_examples=150)
@given(
    phi=st.floats(0.05, 2.9),
    sigma=st.floats(0.02, 0.2),
    v=st.floats(0.1, 50),
    z=st.floats(-4, 4),
    tau=st.floats(0.2, 1.2),
)
def test_the_volatility_is_the_root_of_the_papers_f(
    phi: float, sigma: float, v: float, z: float, tau: float
) -> None:
    delta = z * math.sqrt(v + phi**2)
    found, iterations = volatility_after(numbers(tau), phi * phi, sigma, 1 / v, delta / v)
    assert found == pytest.approx(slow_volatility(phi, sigma, v, delta, tau), rel=1e-9)
    assert iterations <= 30


@settings(deadline=None, max_examples=50)
@given(
    phi=st.floats(0.05, 2.9),
    sigma=st.floats(0.02, 0.2),
    v=st.floats(0.1, 50),
    z=st.floats(-4, 4),
    tau=st.floats(0.2, 1.2),
)
def test_the_papers_own_bracket_holds_the_root_too(
    phi: float, sigma: float, v: float, z: float, tau: float
) -> None:
    """Where Chebyshev's method leaves the bracket, the Illinois algorithm is alone; it is quick everywhere."""
    delta = z * math.sqrt(v + phi**2)
    found, iterations = bracketed(numbers(tau), phi * phi, sigma, 1 / v, delta / v)
    assert found == pytest.approx(slow_volatility(phi, sigma, v, delta, tau), rel=1e-9)
    assert iterations <= 12


def test_a_volatility_rises_with_surprises_and_falls_without() -> None:
    surprised, _ = volatility_after(numbers(0.5), 0.5, 0.06, 0.5, 3.0)
    confirmed, _ = volatility_after(numbers(0.5), 0.5, 0.06, 0.5, 0.1)
    assert confirmed < 0.06 < surprised


def test_a_period_that_tells_nothing_leaves_the_volatility() -> None:
    assert volatility_after(numbers(0.5), 0.5, 0.06, 0.0, 0.0) == (0.06, 0)


@pytest.mark.parametrize("information", [0.0, 1e-320, 1e-200, 1e-60, 1e-20, 1e-8])
@pytest.mark.parametrize("surprise", [-50.0, -1.0, -1e-9, 1e-200, 1.0, 50.0])
@pytest.mark.parametrize("tau", [0.001, 0.5, 10.0])
def test_a_volatility_is_found_for_results_that_nobody_expects(
    information: float, surprise: float, tau: float
) -> None:
    found, iterations = volatility_after(numbers(tau), 0.3, 0.06, information, surprise)
    assert 0.059 <= found <= 10.0
    assert iterations < 100


def test_the_ceiling_of_the_volatility() -> None:
    system = Glicko2(tau=1.2, max_volatility=0.0605)
    upset = [Encounter(known(2300, 50), 1.0)] * 5
    assert system.update(known(1500, 50), upset, "period").after.volatility == 0.0605


@pytest.mark.parametrize("setting", [{"volatility": 0.0}, {"tau": 0.0}, {"max_volatility": -1.0}])
def test_what_cannot_be_is_refused(setting: dict[str, float]) -> None:
    with pytest.raises(BadInput, match=next(iter(setting))):
        Glicko2(**setting)


def test_a_given_volatility_must_be_positive() -> None:
    with pytest.raises(BadInput, match="player 1 cannot enter"):
        rate(record([(0, 1, 1.0, 1)], 2, volatility=(0.06, 0.0)), Glicko2(), period="1")
