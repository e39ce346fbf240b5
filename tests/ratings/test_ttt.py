"""TrueSkill Through Time: the published runs, dense expectation propagation, and extremes."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr

from arpad.compiled import specialising as kernels
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.ratings.whole_history.player_periods import Curves
from arpad.ratings.whole_history.ttt import TrueSkillThroughTime
from arpad.ratings.whole_history.ttt_loop import MessageArrays, level
from arpad.record import Games, Players

PHI = NormalDist()
Row = tuple[int, int, float, int]


def record(rows: list[Row], names: str) -> Games:
    first, second, score, day = (np.array(column) for column in zip(*rows, strict=True))
    return Games(
        Players(list(names)),
        first.astype(np.int32),
        second.astype(np.int32),
        score.astype(np.float64),
        time=day,
    )


CYCLE: list[Row] = [(0, 1, 1.0, 1), (2, 0, 1.0, 2), (1, 2, 1.0, 3)]


def test_one_shift_of_all_points_balances_the_forces() -> None:
    """Two points of one player, one of another: once they are shifted, nothing is left to shift."""
    p = SimpleNamespace(sigma2=36.0, gamma2=0.01)
    points = SimpleNamespace(gap=np.array([0.0, 3.0, 0.0]), entry=np.zeros(4, dtype=np.int64))
    games = np.array([[0.2, 0.5], [0.3, 0.9], [0.1, -0.2]])
    room = MessageArrays(np.zeros((3, 2)), np.zeros((3, 2)), games, np.zeros((0, 2)))
    shifted = kernels.interpreted(level)
    assert shifted(p, points, room) > 0.1
    assert shifted(p, points, room) == pytest.approx(0.0, abs=1e-12)


def test_a_cycle_in_one_period() -> None:
    """runtest.py: 25.000 / 5.419; with μ 0, σ 6, β 1, γ .05 the deviations 2.395."""
    at_once = [(a, b, s, 1) for a, b, s, _ in CYCLE]
    ratings = rate(record(at_once, "abc"), TrueSkillThroughTime(draw_probability=0))
    np.testing.assert_allclose(ratings.rating, 25.0, atol=1e-3)
    np.testing.assert_allclose(ratings.deviation, 5.419, atol=5e-4)  # type: ignore[arg-type]
    small = TrueSkillThroughTime(initial=0, deviation=6, beta=1, gamma=0.05, draw_probability=0)
    np.testing.assert_allclose(rate(record(at_once, "abc"), small).deviation, 2.395, atol=5e-4)  # type: ignore[arg-type]


def test_a_cycle_in_three_periods() -> None:
    """runtest.py, without times: every player walks one period from game to game, whoever played between."""
    system = TrueSkillThroughTime(draw_probability=0, precision=1e-10)
    ratings = rate(record(CYCLE, "abc"), system)
    curves = Curves.from_timeline(ratings.timeline, None)
    points = curves.points._replace(gap=np.minimum(curves.points.gap, 1.0))
    curves = replace(curves, points=points)
    room = MessageArrays(np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 2)))
    assert system.search(curves, room, 0.0).reached
    P, T = (room.past + room.future + room.games).T
    curve = np.stack((25 + T / P, 1 / np.sqrt(P)), axis=1)
    published = {0: (25.0002673, 5.41938162), 2: (24.999465, 5.419425831), 3: (25.00053219, 5.41969679)}
    for point, numbers in published.items():
        np.testing.assert_allclose(curve[point], numbers, rtol=0, atol=1e-5)


def dense(rows: list[Row], system: TrueSkillThroughTime) -> dict[tuple[int, int], tuple[float, float]]:
    """Propagate expectations with one dense covariance matrix over all points, game by game."""
    points = sorted({(p, day) for a, b, _, day in rows for p in (a, b)})
    index = {point: at for at, point in enumerate(points)}
    prior = np.array([
        [
            0.0 if p != q else system.deviation**2 + system.gamma**2 * (min(s, t) - min(d for o, d in points if o == p))
            for q, t in points
        ]
        for p, s in points
    ])  # fmt: skip
    inverse = np.linalg.inv(prior)
    messages = np.zeros((len(rows), 2, 2))
    V, m = prior, np.zeros(len(points))
    for _ in range(400):
        old = messages.copy()
        for g, (a, b, s, day) in enumerate(rows):
            total, shift = inverse.copy(), np.zeros(len(points))
            for h, (c, d, _, when) in enumerate(rows):
                for side, player in enumerate((c, d)):
                    at = index[player, when]
                    total[at, at] += messages[h, side, 0]
                    shift[at] += messages[h, side, 1]
            V = np.linalg.inv(total)
            m = V @ shift
            i, j = index[a, day], index[b, day]
            vi, vj = (1 / (1 / V[k, k] - messages[g, side, 0]) for side, k in enumerate((i, j)))
            mi, mj = (
                v * (m[k] / V[k, k] - messages[g, side, 1]) for side, (k, v) in enumerate(((i, vi), (j, vj)))
            )
            c2 = vi + vj + 2 * system.beta**2
            low, high = {
                1.0: (system.margin, 1e3),
                0.0: (-1e3, -system.margin),
                0.5: (-system.margin, system.margin),
            }[s]
            x, y = (low - mi + mj) / math.sqrt(c2), (high - mi + mj) / math.sqrt(c2)
            mass = PHI.cdf(y) - PHI.cdf(x)
            v = (PHI.pdf(x) - PHI.pdf(y)) / mass
            w = v * v + (y * PHI.pdf(y) - x * PHI.pdf(x)) / mass
            for side, (mean, var, sign) in enumerate(((mi, vi, 1), (mj, vj, -1))):
                new_mean, new_var = mean + sign * var * v / math.sqrt(c2), var * (1 - var * w / c2)
                messages[g, side] = 1 / new_var - 1 / var, new_mean / new_var - mean / var
        if np.abs(messages - old).max() < 1e-12:
            break
    return {point: (system.initial + m[at], math.sqrt(V[at, at])) for point, at in index.items()}


ROWS = st.lists(
    st.tuples(
        st.integers(0, 2), st.integers(0, 2), st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 30)
    ).filter(lambda row: row[0] != row[1]),
    min_size=1,
    max_size=5,
)


@settings(max_examples=15, deadline=None)
@given(ROWS, st.sampled_from([0.05, 1.0]))
def test_dense_expectation_propagation(rows: list[Row], gamma: float) -> None:
    system = TrueSkillThroughTime(gamma=gamma, precision=1e-10)
    history = rate(record(rows, "abc"), system, history=True).history()
    expected = dense(sorted(rows, key=lambda row: row[3]), system)
    assert history.height == len(expected)
    for name, day, mu, sigma in zip(
        history["player"], history["time"], history["rating"], history["deviation"], strict=True
    ):
        assert (mu, sigma) == pytest.approx(expected["abc".index(name), day], abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(ROWS)
def test_the_forces_of_the_games_make_the_curve(rows: list[Row]) -> None:
    ratings = rate(record(rows, "abc"), TrueSkillThroughTime(), history=True)
    trace = ratings.traced()
    assert trace.pull is not None
    for who in {p for row in rows for p in row[:2]}:
        told = explain(ratings, "abc"[who])
        assert 25.0 + told.value == pytest.approx(ratings.of("abc"[who]).value, abs=1e-9)
        mine = ratings.timeline.record.appearances().player == who
        first = told.parts[0]
        assert first.value == pytest.approx((25 / 3) ** 2 * trace.pull.ravel()[mine].sum(), abs=1e-9)
        for unit in told.parts:
            assert math.fsum(part.value for part in unit.parts) == pytest.approx(unit.value, abs=1e-9)


def test_a_weight_is_so_many_games() -> None:
    rows: list[Row] = [(0, 1, 1.0, 1)] * 3 + [(1, 2, 0.5, 2)]
    once = record([rows[0], rows[3]], "abc")
    weighted = Games(
        once.players, once.first, once.second, once.score, time=once.time, weight=np.array([3.0, 1.0])
    )
    system = TrueSkillThroughTime(precision=1e-11)
    np.testing.assert_allclose(
        rate(weighted, system).rating, rate(record(rows, "abc"), system).rating, atol=1e-8
    )


def by_quadrature(
    own: Rating, met: list[tuple[Encounter, float]], system: TrueSkillThroughTime, gap: float
) -> tuple[float, float]:
    """Propagate expectations for one player, with the moments of every game added up on a grid.

    Args:
        own: the rating before.
        met: games, each with the deviation of the opponent.
        system: the parameters.
        gap: rating periods since the rating before.
    """
    variance = (own.deviation or 0.0) ** 2 + system.gamma**2 * gap
    messages = np.zeros((len(met), 2))
    for _ in range(200):
        old = messages.copy()
        for k, (game, deviation) in enumerate(met):
            rest = 1 / variance + messages[:, 0].sum() - messages[k, 0]
            shift = own.value / variance + messages[:, 1].sum() - messages[k, 1]
            x = shift / rest + np.linspace(-12, 12, 4001) / math.sqrt(rest)
            c = math.sqrt(deviation**2 + 2 * system.beta**2)
            lead = x - game.opponent.value + system.advantage * game.advantage
            win, loss = ndtr((lead - system.margin) / c), ndtr((-lead - system.margin) / c)
            chance = {1.0: win, 0.0: loss, 0.5: 1 - win - loss}[game.score]
            mass = chance * np.exp(-0.5 * rest * (x - shift / rest) ** 2)
            mean = (mass * x).sum() / mass.sum()
            narrow = (mass * (x - mean) ** 2).sum() / mass.sum()
            messages[k] = 1 / narrow - rest, mean / narrow - shift
        if np.abs(messages - old).max() < 1e-13:
            break
    total = 1 / variance + messages[:, 0].sum()
    return (own.value / variance + messages[:, 1].sum()) / total, 1 / math.sqrt(total)


@pytest.mark.parametrize("elapsed", [None, 40.0])
@pytest.mark.parametrize("scores", [(1.0,), (1.0, 1.0, 0.0), (0.0, 0.5, 1.0, 1.0), (0.5, 0.5)])
def test_an_update_weighs_all_games_of_the_period_together(
    scores: tuple[float, ...], elapsed: float | None
) -> None:
    system = TrueSkillThroughTime(advantage=1.5, gamma=0.3)
    own = Rating(27.0, deviation=2.5, games=3, peak=27.5, elapsed=elapsed)
    opponents = [
        Rating(22.0, deviation=1.0),
        Rating(29.0, deviation=6.0),
        Rating(25.5),
        Rating(31.0, deviation=0.5),
    ]
    games = [
        Encounter(opponent, score, advantage=side)
        for opponent, score, side in zip(opponents, scores, (1, -1, 0, 1), strict=False)
    ]
    # An opponent without a deviation is as uncertain as a newcomer.
    met = [(game, game.opponent.deviation or system.deviation) for game in games]
    value, deviation = by_quadrature(own, met, system, elapsed or 0.0)
    update = system.update(own, games, "period")
    assert update.after.value == pytest.approx(value, abs=1e-8)
    assert update.after.deviation == pytest.approx(deviation, abs=1e-8)
    assert update.after.games == 3 + len(games)
    assert update.after.peak == max(27.5, update.after.value)
    assert update.explanation.value == pytest.approx(value - 27.0, abs=1e-8)
    assert math.fsum(part.value for part in update.explanation.parts) == pytest.approx(value - 27.0, abs=1e-8)


def test_nothing_overflows_nor_divides_by_zero() -> None:
    """TrueSkillThroughTime 1.1.0 raises ZeroDivisionError on the first of these."""
    system = TrueSkillThroughTime()
    for gap, sigma in ((1e3, 1.0), (1e5, 1.0), (1e5, 1e-5)):
        for score in (0.0, 0.5, 1.0):
            game = Encounter(Rating(25.0 + gap, deviation=sigma), score)
            update = system.update(Rating(25.0, deviation=sigma), [game, game], "period")
            assert math.isfinite(update.after.value)
            assert math.isfinite(update.after.deviation or math.nan)
        assert 0.0 <= system.predict(Rating(25.0), Rating(25.0 + gap)).win <= 1.0
    lopsided = [(0, 1, 1.0, day) for day in range(200)] + [(1, 0, 1.0, 200)]
    assert np.isfinite(rate(record(lopsided, "ab"), TrueSkillThroughTime(advantage=-500)).rating).all()


def test_the_compiled_loop_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    first, step = rng.integers(0, 6, 60), rng.integers(1, 6, 60)
    rows = list(
        zip(
            first,
            (first + step) % 6,
            rng.integers(0, 3, 60) / 2,
            np.sort(rng.integers(0, 50, 60)),
            strict=True,
        )
    )
    plain = rate(record(rows, "abcdef"), TrueSkillThroughTime())
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(record(rows, "abcdef"), TrueSkillThroughTime())
    np.testing.assert_allclose(fast.rating, plain.rating, rtol=1e-12)


def test_the_level_of_all_is_found_soon() -> None:
    """Many games each and one new player late: going from game to game alone takes 220 rounds to look settled."""
    rng = np.random.default_rng(7)
    rows: list[Row] = [(0, 1, 1.0, 1)]
    for day in range(2, 200):
        first = int(rng.integers(0, 4))
        rows.append((first, (first + int(rng.integers(1, 4))) % 4, float(rng.integers(0, 3)) / 2, day))
    games = record([*rows, (4, 0, 1.0, 200)], "abcde")
    coarse = rate(games, TrueSkillThroughTime())
    fine = rate(games, TrueSkillThroughTime(precision=1e-11))
    assert coarse.state.convergence is not None
    assert coarse.state.convergence.rounds <= 10
    np.testing.assert_allclose(coarse.rating, fine.rating, rtol=0, atol=2e-4)
    np.testing.assert_allclose(coarse.deviation, fine.deviation, rtol=0, atol=2e-4)  # type: ignore[arg-type]
