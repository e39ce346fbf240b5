"""What the games settle between players: rank sets, tiers, joint intervals, quasi-variances."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import arpad
from arpad.ratings import comparisons
from arpad.ratings.comparisons import Comparisons
from arpad.ratings.list_columns import Extras

SHIPS = np.array(
    [
        [0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0533, 0.0428, 0.0390, 0.0404],
        [0.0, 0.0428, 0.1824, 0.0384, 0.0412],
        [0.0, 0.0390, 0.0384, 0.1428, 0.0387],
        [0.0, 0.0404, 0.0412, 0.0387, 0.0941],
    ]
)
"""Covariances of the effects of five types of ship (McCullagh and Nelder 1989, pages 204-208), to four digits
as David Firth's page on his QV Calculator prints them."""


def of_covariance(covariance: np.ndarray, rating: np.ndarray | None = None) -> Comparisons:
    n = len(covariance)
    return Comparisons(np.zeros(n) if rating is None else rating, np.sqrt(np.diag(covariance)), covariance)


def test_quasi_variances_of_the_ships() -> None:
    # the documentation of the R package qvcalc 1.0.3 prints them for the same model, unrounded
    found = of_covariance(SHIPS).quasi_variances()
    np.testing.assert_allclose(found, [0.04039, 0.01270, 0.14081, 0.10491, 0.05390], rtol=0.006)
    np.testing.assert_allclose(np.sqrt(found), [0.2010, 0.1127, 0.3753, 0.3239, 0.2322], rtol=0.003)


def test_quasi_variances_do_not_depend_on_what_is_held() -> None:
    # Firth and de Menezes (2004), section 2: only variances of contrasts count
    rng = np.random.default_rng(1)
    shift = rng.normal(size=5)
    other = SHIPS + shift[:, None] * 0.01 + shift[None, :] * 0.01 + 1.0
    np.testing.assert_allclose(
        Comparisons(np.zeros(5), np.sqrt(np.diag(other)), other).quasi_variances(),
        of_covariance(SHIPS).quasi_variances(),
        rtol=1e-6,
    )


def test_three_quasi_variances_are_exact_and_may_be_negative() -> None:
    # v12 = 1, v13 = 1, v23 = 4: q = (v12 + v13 − v23) / 2 = −1 for the first, 2 for the others
    covariance = np.array([[0.0, 0.0, 0.0], [0.0, 1.0, -0.9], [0.0, -0.9, 1.0]])
    q = of_covariance(covariance).quasi_variances()
    assert q[0] + q[1] == pytest.approx(1.0, rel=1e-6)
    assert q[1] + q[2] == pytest.approx(3.8, rel=1e-6)
    assert q[0] == pytest.approx((1.0 + 1.0 - 3.8) / 2.0, rel=1e-6)


@pytest.mark.parametrize(
    ("players", "range_"),
    # Pearson and Hartley, Biometrika Tables for Statisticians, table 29: the studentized range, ν = ∞, 95 %
    [(2, 2.77), (3, 3.31), (5, 3.86), (10, 4.47), (20, 5.01)],
)
def test_the_joint_critical_value_is_that_of_tukeys_range(players: int, range_: float) -> None:
    found = Comparisons(np.zeros(players), np.ones(players))
    assert found.critical == pytest.approx(range_ / np.sqrt(2.0), abs=0.04)


def test_intervals_of_independent_ratings_are_sidaks() -> None:
    # 10 independent ratings: Φ⁻¹((1 + 0.95^(1/10)) / 2) = 2.7996
    assert Comparisons(np.zeros(10), np.ones(10)).critical_of_ratings == pytest.approx(2.80, abs=0.04)


def test_beyond_simulation_the_bound_is_bonferronis(monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = Comparisons(np.zeros(12), np.ones(12))
    each, joint = simulated.critical_of_each, simulated.critical
    monkeypatch.setattr(comparisons, "SIMULATED", 2)
    bound = Comparisons(np.zeros(12), np.ones(12))
    # 66 pairs: Φ⁻¹(1 − 0.025 / 66) = 3.3671; 11 pairs: 2.8376
    assert bound.critical == pytest.approx(3.367, abs=0.002)
    assert bound.critical_of_each == pytest.approx(np.full(12, 2.838), abs=0.002)
    assert joint < bound.critical
    assert (each < bound.critical_of_each).all()


def test_two_by_hand() -> None:
    # 1.96 · √(30² + 40²) = 98: a lead of 99 is settled, one of 97 is not
    apart = Comparisons(np.array([1599.0, 1500.0]), np.array([30.0, 40.0]))
    level = Comparisons(np.array([1595.0, 1500.0]), np.array([30.0, 40.0]))
    assert [each.tolist() for each in apart.rank_sets()] == [[1, 2], [1, 2]]
    assert [each.tolist() for each in level.rank_sets()] == [[1, 1], [2, 2]]
    assert apart.tiers().tolist() == [1, 2]
    assert level.tiers().tolist() == [1, 1]


def test_correlated_ratings_are_told_apart_where_independent_ones_are_not() -> None:
    rating, deviation = np.array([1550.0, 1500.0, 1000.0]), np.full(3, 40.0)
    together = np.full((3, 3), 1500.0) + np.diag(np.full(3, 100.0))
    # the difference of the first two has the deviation √(2 · 100) = 14.1, not 56.6
    assert Comparisons(rating, deviation).rank_sets()[1][0] == 2
    assert Comparisons(rating, deviation, together).rank_sets()[1][0] == 1


def test_tiers_begin_with_who_is_settled_below_the_first() -> None:
    found = Comparisons(np.array([1500.0, 1000.0, 1490.0, 990.0, 1400.0]), np.full(5, 10.0))
    assert found.tiers().tolist() == [1, 3, 1, 3, 2]


@given(st.lists(st.tuples(st.floats(-5000, 5000), st.floats(0, 400)), min_size=1, max_size=12))
# A deviation whose square is 0.
@example([(0.0, 0.0), (0.0, 4.55e-165)])
def test_sets_hold_the_rank_and_joint_ones_hold_the_others(players: list[tuple[float, float]]) -> None:
    rating, deviation = (np.array(column) for column in zip(*players, strict=True))
    found = Comparisons(rating, deviation)
    best, worst = found.rank_sets()
    wide_best, wide_worst = found.rank_sets(joint=True)
    assert (best <= np.array([1 + (rating > own).sum() for own in rating])).all()
    assert (worst >= np.array([(rating >= own).sum() for own in rating])).all()
    assert (wide_best <= best).all()
    assert (wide_worst >= worst).all()
    tiers = found.tiers()
    order = np.argsort(-rating, kind="stable")
    assert (np.diff(tiers[order]) >= 0).all()
    assert (np.diff(tiers[order]) <= 1).all()


def test_rank_sets_hold_the_true_ranks_as_often_as_they_say() -> None:
    # 15 players of close strengths, the true ranks known; each by itself at least 95 %, all together too
    rng = np.random.default_rng(3)
    truth = np.sort(rng.normal(0.0, 60.0, 15))[::-1]
    deviation = rng.uniform(15.0, 35.0, 15)
    limits = Comparisons(truth, deviation)
    held, together, boards = 0, 0, 300
    for _ in range(boards):
        one = Comparisons(truth + deviation * rng.normal(size=15), deviation)
        object.__setattr__(one, "critical", limits.critical)  # the same for every board: simulated once
        object.__setattr__(one, "critical_of_each", limits.critical_of_each)
        best, worst = one.rank_sets()
        held += int(((best <= np.arange(1, 16)) & (np.arange(1, 16) <= worst)).sum())
        best, worst = one.rank_sets(joint=True)
        together += bool(((best <= np.arange(1, 16)) & (np.arange(1, 16) <= worst)).all())
    assert held / (15 * boards) > 0.95
    assert together / boards > 0.93


def votes() -> pl.DataFrame:
    rows = [("A", "B", "1-0")] * 60 + [("A", "B", "0-1")] * 20 + [("B", "C", "1-0")] * 42
    rows += [("B", "C", "0-1")] * 40 + [("C", "D", "1-0")] * 90 + [("C", "D", "0-1")] * 10
    return pl.DataFrame(rows, schema=["white", "black", "result"], orient="row")


def test_a_list_has_them() -> None:
    ratings = arpad.rate(arpad.read_games(votes()), arpad.BradleyTerry(variance="sandwich"))
    table = ratings.table(extras=Extras(joint=True))
    assert table["player"].to_list() == ["A", "B", "C", "D"]
    assert table["tier"].to_list() == [1, 2, 2, 3]
    assert list(zip(table["best"], table["worst"], strict=True)) == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert (table["joint_high"] - table["rating"] > table["high"] - table["rating"]).all()
    own = ratings.comparisons(np.arange(4)).covariance
    assert own is not None
    q = dict(zip(table["player"], table["quasi_deviation"], strict=True))
    a, b = (ratings.players.index(name) for name in "AB")
    exact = own[a, a] + own[b, b] - 2.0 * own[a, b]
    assert q["A"] ** 2 + q["B"] ** 2 == pytest.approx(exact, rel=0.2)
    assert ratings.rank_intervals(joint=True).columns == ["player", "rank", "best", "worst"]
