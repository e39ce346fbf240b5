"""Whole-History Rating: goshrine's published numbers, a batch solution in one matrix, and extremes."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arpad.compiled import compiling
from arpad.compiled import specialising as kernels
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.whole_history import whr
from arpad.ratings.whole_history.whr import WholeHistoryRating
from arpad.ratings.whole_history.whr_loop import level
from arpad.record import Games, Players

Q = math.log(10) / 400


def record(rows: list[tuple[int, int, float, int]], names: tuple[str, ...]) -> Games:
    first, second, score, day = (np.array(column) for column in zip(*rows, strict=True))
    return Games(
        Players(list(names)),
        first.astype(np.int32),
        second.astype(np.int32),
        score.astype(np.float64),
        time=day,
    )


def duel(*games: tuple[float, int], **parameters: float) -> Ratings:
    """Shusaku with Black against Shusai: (score, day) per game."""
    rows = [(0, 1, score, day) for score, day in games]
    return rate(record(rows, ("shusaku", "shusai")), WholeHistoryRating(**parameters), history=True)


FIVE = ((1.0, 1), (0.0, 2), (0.0, 3), (0.0, 4), (0.0, 4))
THREE = FIVE[:3]
GOSHRINE = [
    # goshrine/whole_history_rating, README and test of today, and README of the first version: w2 = 300
    (FIVE, "shusaku", [-92, -94, -95, -96]),
    (FIVE, "shusai", [92, 94, 95, 96]),
    (THREE, "shusaku", [-43, -45, -45]),
    (THREE, "shusai", [43, 45, 45]),
]
HALF = [
    # whole-history-rating 3.7.1 starts from half a virtual win and half a virtual loss: prior = 1
    (THREE, "shusaku", [-50, -51, -52]),
    (THREE, "shusai", [50, 51, 52]),
]


def test_the_level_of_all_takes_one_step_of_newton() -> None:
    """Each first point has virtual games against 0, half won: the step is Σ (½ − E) / Σ E (1 − E)."""
    points = SimpleNamespace(start=np.array([0, 2, 3]))
    r = np.array([0.4, 0.9, -0.2])
    E = 1.0 / (1.0 + np.exp(-r[[0, 2]]))
    expected = r + (0.5 - E).sum() / (E * (1.0 - E)).sum()
    kernels.interpreted(level)(SimpleNamespace(prior=2.0), points, r)
    np.testing.assert_allclose(r, expected, rtol=1e-12)


def test_the_published_numbers_are_all_there() -> None:
    assert sum(len(row[2]) for row in GOSHRINE + HALF) == 20


@pytest.mark.parametrize(("games", "player", "curve"), GOSHRINE)
def test_goshrine(games: tuple[tuple[float, int], ...], player: str, curve: list[int]) -> None:
    history = duel(*games).history(player)["rating"]
    assert [round(value) for value in history] == curve


@pytest.mark.parametrize(("games", "player", "curve"), HALF)
def test_half_a_virtual_win(games: tuple[tuple[float, int], ...], player: str, curve: list[int]) -> None:
    history = duel(*games, prior=1).history(player)["rating"]
    assert [round(value) for value in history] == curve


def test_version_3_7_1_stops_before_the_end() -> None:
    """Its −102 −104 −105 −106 and 104 106 107 108 are not symmetric; the optimum lies midway."""
    theirs = np.array([(104 + 102) / 2, (106 + 104) / 2, (107 + 105) / 2, (108 + 106) / 2])
    ours = duel(*FIVE, prior=1).history("shusai")["rating"].to_numpy()
    np.testing.assert_allclose(ours, theirs, atol=0.5)


def test_goshrines_uncertainty() -> None:
    """It prints 71 71 71 72: a hundred times the variance in natural units, with 0.001 added to the Hessian."""
    ratings = duel(*FIVE)
    curve = ratings.history("shusaku")["rating"].to_numpy() * Q
    information = np.diag([2.0, 2.0, 2.0, 2.0]) * 0.0 + _walk(np.array([1, 2, 3, 4]), 300 * Q * Q)
    E = 1 / (1 + np.exp(-2 * curve))
    information += np.diag(E * (1 - E) * [1, 1, 1, 2])
    first = 1 / (1 + math.exp(-curve[0]))
    information[0, 0] += 2 * first * (1 - first)
    ours = np.diag(np.linalg.inv(information))
    np.testing.assert_allclose((ratings.history("shusaku")["deviation"].to_numpy() * Q) ** 2, ours, rtol=1e-5)
    theirs = np.diag(np.linalg.inv(information + 0.001 * np.eye(4)))
    assert [round(100 * v) for v in theirs] == [71, 71, 71, 72]


def test_its_expected_score() -> None:
    assert WholeHistoryRating().predict(Rating(100.0), Rating(200.0)).expected == pytest.approx(
        0.359935, abs=5e-7
    )


def _walk(days: NDArray[np.int64], w2: float) -> NDArray[np.float64]:
    """Return the information of a Wiener process seen on these days."""
    found = np.zeros((len(days), len(days)))
    for t in range(1, len(days)):
        tie = 1 / (w2 * (days[t] - days[t - 1]))
        found[t - 1 : t + 1, t - 1 : t + 1] += tie * np.array([[1, -1], [-1, 1]])
    return found


def slow(
    rows: list[tuple[int, int, float, int]], n: int, w2: float, prior: float
) -> dict[tuple[int, int], float]:
    """Find all curves at once: Newton's method on one dense Hessian of every player and day."""
    points = sorted({(p, day) for a, b, _, day in rows for p in (a, b)})
    index = {point: at for at, point in enumerate(points)}
    walk = np.zeros((len(points), len(points)))
    firsts = []
    for p in range(n):
        own = [at for at, (player, _) in enumerate(points) if player == p]
        if own:
            firsts.append(own[0])
            walk[np.ix_(own, own)] += _walk(np.array([points[at][1] for at in own]), w2 * Q * Q)
    r = np.zeros(len(points))
    for _ in range(100):
        g, H = -walk @ r, walk.copy()
        for at in firsts:
            E = 1 / (1 + math.exp(-r[at]))
            g[at] += prior * (0.5 - E)
            H[at, at] += prior * E * (1 - E)
        for a, b, s, day in rows:
            i, j = index[a, day], index[b, day]
            E = 1 / (1 + math.exp(r[j] - r[i]))
            g[i] += s - E
            g[j] -= s - E
            H[np.ix_([i, j], [i, j])] += E * (1 - E) * np.array([[1, -1], [-1, 1]])
        step = np.linalg.solve(H, g)
        r += step * min(1.0, 2.0 / max(1e-9, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-12:
            break
    return {point: r[at] / Q for point, at in index.items()}


ROWS = st.lists(
    st.tuples(
        st.integers(0, 3), st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 40)
    ).filter(lambda row: row[0] != row[1]),
    min_size=1,
    max_size=15,
)


@settings(max_examples=25, deadline=None)
@given(ROWS, st.sampled_from([1.0, 300.0, 20000.0]), st.sampled_from([1.0, 2.0]))
def test_all_curves_at_once(rows: list[tuple[int, int, float, int]], w2: float, prior: float) -> None:
    names = ("a", "b", "c", "d")
    system = WholeHistoryRating(w2=w2, prior=prior, precision=1e-11)
    ratings = rate(record(rows, names), system, history=True)
    assert ratings.state.convergence is not None
    assert ratings.state.convergence.reached
    expected = slow(rows, 4, w2, prior)
    history = ratings.history()
    assert history.height == len(expected)
    for name, day, value in zip(history["player"], history["time"], history["rating"], strict=True):
        assert value == pytest.approx(expected[names.index(name), day], abs=1e-5)


@settings(max_examples=25, deadline=None)
@given(ROWS, st.sampled_from([1.0, 300.0, 20000.0]), st.integers(0, 4))
def test_newtons_method_on_all_curves_finds_the_same(
    rows: list[tuple[int, int, float, int]], w2: float, start: int
) -> None:
    names = ("a", "b", "c", "d")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whr, "START", start)  # so many rounds over single players, then all at once
        ratings = rate(record(rows, names), WholeHistoryRating(w2=w2, precision=1e-11), history=True)
    assert ratings.state.convergence is not None
    assert ratings.state.convergence.reached
    expected = slow(rows, 4, w2, 2.0)
    for name, day, value in ratings.history().select("player", "time", "rating").iter_rows():
        assert value == pytest.approx(expected[names.index(name), day], abs=1e-5)


@pytest.mark.parametrize("w2", [1e-6, 1e-5])
def test_where_strengths_stand_all_but_still_a_search_ends_at_the_rounding_of_numbers(w2: float) -> None:
    """Ties as stiff as these are known to 1e-5 by the machine's numbers: no closer look is taken 2,000 times."""
    rows = [
        (a, b, float((a + day) % 2), day) for day in range(5) for a in range(4) for b in range(4) if a != b
    ]
    rows += [(0, 1, 1.0, day) for day in range(5)]
    ratings = rate(record(rows, ("a", "b", "c", "d")), WholeHistoryRating(w2=w2, precision=1e-9))
    assert ratings.state.convergence is not None
    assert ratings.state.convergence.rounds < 200
    assert ratings.state.convergence.residual < 1e-4
    expected = slow(rows, 4, w2, 2.0)
    for at, value in enumerate(ratings.rating):
        assert value == pytest.approx(expected[at, 4], abs=0.01)


@settings(max_examples=15, deadline=None)
@given(ROWS)
def test_the_forces_of_all_games_make_the_curve(rows: list[tuple[int, int, float, int]]) -> None:
    names = ("a", "b", "c", "d")
    system = WholeHistoryRating(precision=1e-12)
    ratings = rate(record(rows, names), system, history=True)
    for name in {names[p] for row in rows for p in row[:2]}:
        told = explain(ratings, name)
        assert told.value == pytest.approx(ratings.of(name).value, abs=1e-9)
        trace = ratings.traced()
        assert trace.pull is not None
        seats = ratings.timeline.record.appearances()
        mine = np.flatnonzero(seats.player == names.index(name))
        pulls = trace.pull.ravel()[mine]
        days = ratings.timeline.order[seats.row[mine]]
        for unit, day in zip(told.parts, np.unique(days), strict=True):
            later = [part.value for part in unit.parts if part.label == "later games"]
            if unit is not told.parts[0]:
                gap = float(day - days[days < day].max())
                assert math.fsum(later) == pytest.approx(300 * gap * pulls[days > day].sum(), abs=1e-6)
            assert math.fsum(part.value for part in unit.parts) == pytest.approx(unit.value, abs=1e-9)


def test_swapping_the_sides_swaps_the_result() -> None:
    rows = [(0, 1, 1.0, 1), (1, 2, 0.5, 3), (0, 2, 1.0, 9)]
    names = ("a", "b", "c")
    one = rate(record(rows, names), WholeHistoryRating(precision=1e-10))
    two = rate(record([(b, a, 1 - s, t) for a, b, s, t in rows], names), WholeHistoryRating(precision=1e-10))
    np.testing.assert_allclose(one.rating, two.rating, atol=1e-6)


def test_an_advantage_is_points_for_the_one_who_has_it() -> None:
    rows = [(0, 1, 1.0, 1), (0, 1, 0.0, 2)]
    games = record(rows, ("a", "b"))
    games = Games(
        games.players, games.first, games.second, games.score, time=games.time, advantage=np.ones(2, np.int8)
    )
    assert rate(games, WholeHistoryRating(advantage=100)).of("a").value < 0


@pytest.mark.parametrize("gap", [1e3, 1e5])
def test_nothing_overflows(gap: float) -> None:
    system = WholeHistoryRating()
    assert 0.0 <= system.predict(Rating(-gap), Rating(gap)).expected <= 1.0
    update = system.update(Rating(-gap, deviation=1.0), [Encounter(Rating(gap), 1.0)], "period")
    assert math.isfinite(update.after.value)
    many = rate(
        record([(0, 1, 1.0, day) for day in range(300)], ("a", "b")), WholeHistoryRating(advantage=-gap)
    )
    assert np.isfinite(many.rating).all()


def test_the_compiled_loop_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    rows = [(a, (a + d) % 6, s, t) for a, d, s, t in zip(
        rng.integers(0, 6, 80), rng.integers(1, 6, 80), rng.integers(0, 3, 80) / 2, np.sort(rng.integers(0, 50, 80)),
        strict=True,
    )]  # fmt: skip
    games = record(rows, tuple("abcdef"))
    plain = rate(games, WholeHistoryRating())
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(games, WholeHistoryRating())
    np.testing.assert_allclose(fast.rating, plain.rating, rtol=0, atol=1e-9)
    np.testing.assert_allclose(fast.deviation, plain.deviation, rtol=1e-12)  # type: ignore[arg-type]


def test_a_long_search_is_compiled_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(0, 1, 0.0, 0), (3, 2, 1.0, 0), (3, 4, 0.5, 33_761), (0, 4, 0.0, 34_170), (0, 2, 0.5, 34_200)]
    games = replace(record(rows, tuple("abcde")), weight=np.array([2.0, 5.0, 3.0, 1.0, 4.0]))
    system = WholeHistoryRating(w2=1e4)
    asked: list[bool] = []
    compiled = compiling.compiled

    def seen(*arguments: object) -> object:
        asked.append(True)
        return compiled(*arguments)

    monkeypatch.setattr(compiling, "compiled", seen)
    monkeypatch.setattr(kernels, "COMPILE_FROM", math.inf)
    plain = rate(games, system)
    assert not asked
    assert plain.state.convergence is not None
    assert plain.state.convergence.rounds > 60
    assert plain.state.convergence.reached  # which player by player took ten thousand rounds
    monkeypatch.setattr(kernels, "COMPILE_FROM", 1.1 * 200.0 * len(games))
    np.testing.assert_allclose(rate(games, system).rating, plain.rating, rtol=0, atol=0.01)
    assert asked


def test_the_prior_that_an_explanation_names_pulls_as_the_virtual_games_do() -> None:
    """A win and a loss against 0, each of weight w / 2, pull with w · (E − ½) · ln 10 / 400; at 0, by the slope."""
    q = math.log(10) / 400
    system = WholeHistoryRating(prior=3.0)
    assert system.reach(400.0, 0.0) == pytest.approx(400.0 / (3.0 * (10 / 11 - 0.5) * q))
    assert system.reach(-400.0, 0.0) == pytest.approx(system.reach(400.0, 0.0))
    assert system.reach(0.0, 0.0) == pytest.approx(4.0 / (3.0 * q * q))
    assert system.reach(1e-3, 0.0) == pytest.approx(system.reach(0.0, 0.0), rel=1e-6)
