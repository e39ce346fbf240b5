"""TrueSkill: published numbers, a slow twin by numerical integration, extremes, and the two loops.

Published numbers are those of Microsoft's calculator and of two libraries' test tables (sublee/trueskill
``trueskilltest.py``; Moserware ``TrueSkillCalculatorTests.cs``), which give three decimals for many sides. The
twin integrates the truncated normal on a grid and passes full Gaussian messages through explicit lists; it
shares no code with the library.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.contests.trueskill import TrueSkill
from arpad.ratings.contests.trueskill_math import above, within
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Contests, Games, Players

NEW = (25.0, 25.0 / 3.0)
Contest = Sequence[tuple[Sequence[str], int]]


def run(
    *contests: Contest, system: TrueSkill | None = None, history: bool = False, **columns: Any
) -> Ratings:
    return rate(Contests.from_sides(contests, **columns), system or TrueSkill(), history=history)


def sides(sizes: Sequence[int], places: Sequence[int]) -> Contest:
    names = iter(f"{n}" for n in range(sum(sizes)))
    return [([next(names) for _ in range(size)], place) for size, place in zip(sizes, places, strict=True)]


def result(ratings: Ratings) -> list[tuple[float, float]]:
    assert ratings.deviation is not None
    return list(zip(ratings.rating.tolist(), ratings.deviation.tolist(), strict=True))


PUBLISHED: list[tuple[str, list[int], list[int], dict[int, tuple[float, float]]]] = [
    # what, players a side, places, player -> (μ, σ)
    ("1v1", [1, 1], [1, 2], {0: (29.396, 7.171), 1: (20.604, 7.171)}),
    ("1v1 drawn", [1, 1], [1, 1], {0: (25.000, 6.458), 1: (25.000, 6.458)}),
    ("2v2", [2, 2], [1, 2], {0: (28.108, 7.774), 1: (28.108, 7.774), 2: (21.892, 7.774)}),
    ("4v4", [4, 4], [1, 2], {0: (27.198, 8.059), 4: (22.802, 8.059)}),
    ("1v2", [1, 2], [1, 2], {0: (33.730, 7.317), 1: (16.270, 7.317)}),
    ("1v3", [1, 3], [1, 2], {0: (36.337, 7.527), 1: (13.663, 7.527)}),
    ("1v7", [1, 7], [1, 2], {0: (40.582, 7.917), 1: (9.418, 7.917)}),
    ("3 free for all", [1] * 3, [1, 2, 3], {0: (31.675, 6.656), 1: (25.000, 6.208), 2: (18.325, 6.656)}),
    (
        "8 free for all",
        [1] * 8,
        list(range(1, 9)),
        {0: (36.771, 5.749), 1: (32.242, 5.133), 2: (29.074, 4.943), 3: (26.322, 4.874)},
    ),
    ("16 free for all", [1] * 16, list(range(1, 17)), {0: (40.539, 5.276)}),
]


def test_the_published_table_is_whole() -> None:
    assert len(PUBLISHED) == 10
    assert sum(len(row[3]) for row in PUBLISHED) == 23


@pytest.mark.parametrize(("what", "sizes", "places", "known"), PUBLISHED, ids=[row[0] for row in PUBLISHED])
def test_published_numbers(
    what: str, sizes: list[int], places: list[int], known: dict[int, tuple[float, float]]
) -> None:
    """To the third decimal, give or take one: the libraries stop their chains at a change of 1e-4."""
    found = result(run(sides(sizes, places)))
    for player, expected in known.items():
        assert found[player] == pytest.approx(expected, abs=1.1e-3, rel=0)


# What trueskill 0.4.5 prints of one against one, and where its last digits come from
LIBRARY = (29.39583201999924, 7.171475587326186, 20.60416798000076, 6.4575196623173081)


def closed_form(erfc: Callable[[float], float], x: float) -> tuple[float, float, float, float]:
    """Return winner, deviation, loser, deviation of a draw for newcomers; x = Φ⁻¹(.55) by that erfc."""
    s2, beta2 = (25 / 3) ** 2 + (25 / 300) ** 2, (25 / 6) ** 2
    c2 = 2 * s2 + 2 * beta2
    e = x * math.sqrt(2 * beta2 / c2)
    bell = math.exp(-e * e / 2) / math.sqrt(2 * math.pi)
    v = bell / (0.5 * erfc(e / math.sqrt(2)))
    w = v * (v - e)
    wt = 2 * e * bell / (0.5 * erfc(-e / math.sqrt(2)) - 0.5 * erfc(e / math.sqrt(2)))
    change = s2 / math.sqrt(c2) * v
    return 25 + change, math.sqrt(s2 * (1 - s2 / c2 * w)), 25 - change, math.sqrt(s2 * (1 - s2 / c2 * wt))


def rough_erfc(x: float) -> float:
    """Return Numerical Recipes' erfc, good to 1.2e-7, which the libraries use."""
    terms = (
        -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806,
        0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
    )  # fmt: skip
    t = 1 / (1 + abs(x) / 2)
    tail = t * math.exp(-x * x + sum(a * t**k for k, a in enumerate(terms)))
    return tail if x >= 0 else 2 - tail


def test_one_against_one_to_all_digits() -> None:
    won, drawn = result(run(sides([1, 1], [1, 2]))), result(run(sides([1, 1], [1, 1])))
    found = (*won[0], won[1][0], drawn[0][1])
    assert found == pytest.approx(closed_form(math.erfc, NormalDist().inv_cdf(0.55)), abs=1e-12, rel=0)
    assert found == pytest.approx(LIBRARY, abs=4e-6, rel=0)


def test_the_librarys_last_digits_come_from_a_rough_erfc() -> None:
    low, high = 0.0, 1.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (x, high) if 1 - 0.5 * rough_erfc(x / math.sqrt(2)) < 0.55 else (low, x)
    assert closed_form(rough_erfc, low) == pytest.approx(LIBRARY, abs=1e-11, rel=0)


def test_a_draw_probability_of_one_half() -> None:
    found = result(run(sides([1, 1], [1, 2]), system=TrueSkill(draw_probability=0.5)))
    assert found[0] == pytest.approx((30.267, 7.077), abs=5e-4, rel=0)


def test_the_draw_margin() -> None:
    """p = .10 and β = 4.166…: .740348 between two players, elote's known value, is one of a rough Φ⁻¹."""
    assert TrueSkill().margin(2.0) == pytest.approx(0.740348, abs=1.5e-4, rel=0)
    assert TrueSkill().margin(2.0) == pytest.approx(NormalDist().inv_cdf(0.55) * math.sqrt(2) * 25 / 6)
    (told,) = (
        TrueSkill()
        .update(Rating(25.0, 25 / 3), [Encounter(Rating(25.0, 25 / 3), 1.0)], "live")
        .explanation.parts
    )
    shown = next(step.value for step in told.steps if step.label == "draw margin")
    assert shown == pytest.approx(TrueSkill().margin(2.0), rel=1e-12)


def test_partial_play() -> None:
    """1 against (½, 1): 32.417/7.056, 21.291/8.033, 17.583/7.056 (``trueskilltest.py``)."""
    found = result(run(sides([1, 2], [1, 2]), share=np.array([1.0, 0.5, 1.0])))
    for one, expected in zip(found, [(32.417, 7.056), (21.291, 8.033), (17.583, 7.056)], strict=True):
        assert one == pytest.approx(expected, abs=5e-4, rel=0)


def test_chess_scale() -> None:
    """Moserware's test prints 1304.7820836 and its like; its tolerance is .085, and its tables of Φ are
    approximations. The closed form gives 5e-4 less; all four numbers lie within 6e-4.
    """
    system = TrueSkill(initial=1200, deviation=400, beta=200, tau=4, draw_probability=0.03)
    one, other = Rating(1301.0007, 42.9232), Rating(1188.7560, 42.5570)
    won = system.update(one, [Encounter(other, 1.0)], "live").after
    lost = system.update(other, [Encounter(one, 0.0)], "live").after
    assert (won.value, won.deviation) == pytest.approx((1304.7820836, 42.8435139), abs=6e-4, rel=0)
    assert (lost.value, lost.deviation) == pytest.approx((1185.0383099, 42.4856046), abs=6e-4, rel=0)


# A slow twin


def integrals(low: float, high: float) -> tuple[float, float, float]:
    """Return ∫ φ, ∫ zφ and ∫ (z² − 1)φ between two bounds on a fine grid, all over φ at the bound nearest to 0."""
    nearest = min(max(0.0, low), high)
    reach = 40.0 / (1.0 + abs(nearest))  # beyond it lies nothing of the mass that is left
    z = np.linspace(max(low, nearest - reach), min(high, nearest + reach), 20_001)
    weight = np.exp(0.5 * (nearest - z) * (nearest + z)) * (z[1] - z[0])
    weight[[0, -1]] *= 0.5
    return float(weight.sum()), float((z * weight).sum()), float(((z * z - 1.0) * weight).sum())


def cut(low: float, high: float) -> tuple[float, float]:
    """Return the mean of a standard normal between two bounds, and by how much its variance is less than 1.

    Where the bounds cut off little, both come from what they cut off: a difference from 0 and 1 would have
    no digits left.
    """
    kept = 0.5 * (math.erfc(low / math.sqrt(2)) - math.erfc(high / math.sqrt(2)))
    if kept < 0.5:
        mass, first, second = integrals(low, high)
        mean = first / mass
        return mean, mean * mean - second / mass
    mean, less = 0.0, 0.0
    for ends in ((-math.inf, low), (high, math.inf)):
        if math.isfinite(ends[0]) or math.isfinite(ends[1]):
            nearest = min(max(0.0, ends[0]), ends[1])
            height = math.exp(-0.5 * nearest * nearest) / math.sqrt(2 * math.pi)
            _, first, second = integrals(*ends)
            mean -= height * first / kept
            less += height * second / kept
    return mean, less + mean * mean


def twin(teams: list[list[tuple[float, float]]], places: list[int], p: float = 0.1) -> list[Any]:
    """Return the ratings after one contest, teams in the order of their places."""
    beta2, tau2 = (25 / 6) ** 2, (25 / 300) ** 2
    z = next(x / 1e6 for x in range(8_000_000) if 0.5 * math.erfc(-x / 1e6 / math.sqrt(2)) >= (p + 1) / 2)
    t = [(sum(m for m, _ in team), sum(s * s + tau2 + beta2 for _, s in team)) for team in teams]
    links = range(len(teams) - 1)
    up = dict.fromkeys(
        links, (0.0, 0.0)
    )  # to side k, from the comparison with k + 1: precision, precision · mean
    down = dict.fromkeys(links, (0.0, 0.0))  # to side k + 1, from the same

    def cavity(k: int, messages: list[tuple[float, float]]) -> tuple[float, float]:
        precision = 1 / t[k][1] + sum(one[0] for one in messages)
        return (t[k][0] / t[k][1] + sum(one[1] for one in messages)) / precision, 1 / precision

    for _ in range(1 if len(teams) == 2 else 25):
        for k in [*links, *reversed(links)]:
            a = cavity(k, [down[k - 1]] if k else [])
            b = cavity(k + 1, [up[k + 1]] if k + 1 in up else [])
            margin = z * math.sqrt(len(teams[k]) + len(teams[k + 1])) * math.sqrt(beta2)
            m, s2 = a[0] - b[0], a[1] + b[1]
            bounds = (-margin, margin) if places[k] == places[k + 1] else (margin, math.inf)
            s = math.sqrt(s2)
            v, w = cut((bounds[0] - m) / s, (bounds[1] - m) / s)
            # a game that tells nothing (w = 0) has a message of precision 0, so that none is divided by it
            precision = w / (s2 * (1 - w))
            weighed = v / (s * (1 - w)) + m * precision
            up[k] = (
                precision / (1 + precision * b[1]),
                (weighed + precision * b[0]) / (1 + precision * b[1]),
            )
            down[k] = (
                precision / (1 + precision * a[1]),
                (precision * a[0] - weighed) / (1 + precision * a[1]),
            )
    found = []
    for k, team in enumerate(teams):
        after, rest = cavity(k, [*([up[k]] if k in up else []), *([down[k - 1]] if k else [])])
        for m, s in team:
            s2 = s * s + tau2
            found.append(
                (
                    m + s2 / t[k][1] * (after - t[k][0]),
                    math.sqrt(s2 - (s2 / t[k][1]) ** 2 * (t[k][1] - rest)),
                )
            )
    return found


player = st.tuples(st.floats(10.0, 40.0), st.floats(1.0, 9.0))


STRONG, WEAK = [(40.0, 1.0)] * 3, [(10.0, 1.0)] * 3


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.lists(player, min_size=1, max_size=3), min_size=2, max_size=4),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
@example([STRONG, WEAK], [False] * 4)  # a win that tells nothing
@example([WEAK, STRONG], [False] * 4)
@example([STRONG, WEAK], [True] * 4)
@example([STRONG, [(40.0, 9.0)], WEAK, [(10.0, 9.0)]], [False, True, False, True])
@example([WEAK, STRONG, WEAK, STRONG], [False] * 4)
def test_the_twin_agrees(teams: list[list[tuple[float, float]]], ties: list[bool]) -> None:
    places = [1]
    for tie in ties[: len(teams) - 1]:
        places.append(places[-1] if tie else places[-1] + 1)
    contest = Contests.from_sides([sides([len(team) for team in teams], places)])
    flat = [one for team in teams for one in team]
    given_ = {"rating": np.array([m for m, _ in flat]), "deviation": np.array([s for _, s in flat])}
    known = Contests(
        contest.players.with_attributes(given_), contest.starts, contest.place, contest.seats, contest.member
    )
    found = result(rate(known, TrueSkill(ties="neighbours")))
    for one, expected in zip(found, twin(teams, places), strict=True):
        assert one == pytest.approx(expected, abs=2e-5, rel=0)


def dense_twin(teams: list[list[tuple[float, float]]], places: list[int], p: float = 0.1) -> list[Any]:
    """Return the ratings after one contest whose tied sides lie around a level, by another algorithm.

    Expectation propagation with one Gaussian over all performances and levels together, kept as a full
    matrix: a level has a variance of 1e8, and each comparison is one site on a difference.
    """
    beta2, tau2 = (25 / 6) ** 2, (25 / 300) ** 2
    z = NormalDist().inv_cdf((p + 1) / 2) * math.sqrt(beta2)
    t = [(sum(m for m, _ in team), sum(s * s + tau2 + beta2 for _, s in team)) for team in teams]
    groups = [[k for k in range(len(teams)) if places[k] == place] for place in sorted(set(places))]
    means, variances = [m for m, _ in t], [v for _, v in t]
    node, size = [], []
    sites: list[tuple[int, int, float, float]] = []
    for group in groups:
        size.append(sum(len(teams[k]) for k in group) / len(group))
        if len(group) == 1:
            node.append(group[0])
            continue
        node.append(len(means))
        means.append(25.0)
        variances.append(1e8)
        for k in group:
            h = z * math.sqrt(len(teams[k]))
            sites.append((k, node[-1], -h, h))
    for k in range(len(groups) - 1):
        sites.append((node[k], node[k + 1], z * math.sqrt(size[k] + size[k + 1]), math.inf))
    mean, matrix = np.array(means), np.diag(variances)
    told = np.zeros((len(sites), 2))  # precision, precision · mean of each site
    for _ in range(300):
        for at, (a, b, low, high) in enumerate(sites):
            reach = matrix[:, a] - matrix[:, b]
            variance, m = reach[a] - reach[b], mean[a] - mean[b]
            rest = 1 / variance - told[at, 0]
            cavity, s2 = (m / variance - told[at, 1]) / rest, 1 / rest
            v, w = cut((low - cavity) / math.sqrt(s2), (high - cavity) / math.sqrt(s2))
            new = np.array([w / (s2 * (1 - w)), 0.0])
            new[1] = v / (math.sqrt(s2) * (1 - w)) + cavity * new[0]
            more, weighed = new - told[at]
            told[at] = new
            mean = mean + reach * (weighed - more * m) / (1 + more * variance)
            matrix = matrix - np.outer(reach, reach) * more / (1 + more * variance)
    found = []
    for k, team in enumerate(teams):
        for m, s in team:
            s2 = s * s + tau2
            left = s2 - (s2 / t[k][1]) ** 2 * (t[k][1] - matrix[k, k])
            found.append((m + s2 / t[k][1] * (mean[k] - t[k][0]), math.sqrt(left)))
    return found


@pytest.mark.parametrize(
    "places", [[1, 1, 2], [1, 2, 2], [1, 1, 1], [1, 2, 2, 3], [1, 1, 2, 2], [1, 1, 2, 2, 2, 3]]
)
def test_the_dense_twin_agrees_about_levels(places: list[int]) -> None:
    lots = np.random.default_rng(len(places))
    teams = [
        [(float(lots.normal(25, 6)), float(lots.uniform(1, 8))) for _ in range(lots.integers(1, 3))]
        for _ in places
    ]
    flat = [one for team in teams for one in team]
    contest = Contests.from_sides([sides([len(team) for team in teams], places)])
    given_ = {"rating": np.array([m for m, _ in flat]), "deviation": np.array([s for _, s in flat])}
    known = replace(contest, players=contest.players.with_attributes(given_))
    for one, expected in zip(result(rate(known, TrueSkill())), dense_twin(teams, places), strict=True):
        assert one == pytest.approx(expected, abs=2e-5, rel=0)


def test_equal_sides_that_tie_come_out_equal() -> None:
    """The paper's chain tells only the second of two winners that the third was beaten."""
    contest = sides([1] * 5, [1, 1, 2, 3, 4])
    level = result(run(contest))
    assert level[0] == pytest.approx(level[1], abs=1e-9, rel=0)
    chain = result(run(contest, system=TrueSkill(ties="neighbours")))
    assert [round(one[0], 4) for one in chain[:2]] == [30.5501, 30.5618]
    assert level[1][0] > level[2][0]


def test_sides_that_all_tie_stay_and_become_surer() -> None:
    found = result(run(sides([1, 1, 1], [1, 1, 1])))
    assert [one[0] for one in found] == pytest.approx([25.0] * 3, abs=1e-9)
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    chain = result(run(sides([1, 1, 1], [1, 1, 1]), system=TrueSkill(ties="neighbours")))
    assert chain[1][1] < chain[0][1]  # who stands between the others
    assert found[0][1] == pytest.approx(chain[0][1], abs=0.02)


# The truncated normal


@pytest.mark.parametrize("x", [-1e300, -1e5, -1000.0, -40.0, -6.0, -5.999999, -1.0, 0.0, 5.0, 40.0, 1e300])
def test_a_win_is_finite_and_in_bounds(x: float) -> None:
    v, w = above(x)
    assert math.isfinite(v)
    assert v >= 0.0
    assert 0.0 <= w <= 1.0


def test_a_win_against_scipys_scaled_error_function() -> None:
    from scipy.special import erfcx

    for x in np.concatenate([np.linspace(-40, 7, 1000), -np.logspace(1, 5, 30)]):
        expected = math.sqrt(2 / math.pi) / erfcx(-x / math.sqrt(2))
        assert above(float(x))[0] == pytest.approx(expected, rel=1e-13)


def test_a_draw_against_quadrature() -> None:
    node, weight = np.polynomial.legendre.leggauss(400)
    for t in [0.0, 0.01, 0.3, 1.0, 2.5, 5.9, 6.1, 12.0, 30.0, 1000.0]:
        for h in [1e-12, 1e-5, 0.0199, 0.0201, 0.1, 1.0, 5.0]:
            low, high = t - h, min(t + h, t - h + 60 / max(t - h, 1.0))
            u = (high - low) / 2 * node + (high + low) / 2
            bell = weight * np.exp(-0.5 * (u - max(low, 0)) * (u + max(low, 0)))
            mean = float((bell * (u - low)).sum() / bell.sum())
            var = float((bell * (u - low - mean) ** 2).sum() / bell.sum())
            v, w = within(-t, h)
            assert v == pytest.approx(mean + low, rel=1e-12, abs=1e-12)
            assert w == pytest.approx(1 - var, abs=1e-12)
            assert within(t, h) == (-v, w)


# Extremes


@pytest.mark.parametrize("lead", [1000.0, 1e5])
@pytest.mark.parametrize("score", [1.0, 0.5])
@pytest.mark.parametrize("p", [0.0, 0.1])
def test_an_upset_stays_finite(lead: float, score: float, p: float) -> None:
    system = TrueSkill(draw_probability=p)
    after = system.update(Rating(0.0, 1.0), [Encounter(Rating(lead, 1.0), score)], "live").after
    assert 0.0 < after.value < lead
    assert after.deviation is not None
    assert 0.0 < after.deviation < 1.01


@pytest.mark.slow
def test_a_free_for_all_of_thousands() -> None:
    """trueskill 0.4.5 fails at 300 players; this one has 20,000. Without a draw margin nobody leaves the bell."""
    n = 20_000
    ratings = run([([str(i)], i) for i in range(1, n + 1)], system=TrueSkill(draw_probability=0.0))
    assert ratings.deviation is not None
    assert np.isfinite(ratings.rating).all()
    assert np.isfinite(ratings.deviation).all()
    assert (np.diff(ratings.rating) < 0).all()
    assert ratings.rating.mean() == pytest.approx(25.0, abs=1e-6)
    # the best of n performances N(25, σ² + τ² + β²) lies near 4 deviations above; skill is σ² / (σ² + β²) of it
    assert 25.0 + 3.0 * 7.45 < ratings.rating[0] < 25.0 + 5.0 * 7.45


# Prediction


def test_win_draw_and_loss() -> None:
    new = TrueSkill().newcomer()
    found = TrueSkill().predict(new, new)
    assert found.win == pytest.approx(found.loss, abs=1e-15)
    assert found.draw is not None
    assert found.win + found.draw + found.loss == pytest.approx(1.0, abs=1e-15)
    win, loss = (
        next(
            step.working for step in TrueSkill().predict(Rating(27.0, 1.0), new).steps if step.label == label
        )
        for label in ("win", "loss")
    )
    assert win.startswith("Φ((2.0000 − ")
    assert loss.startswith("Φ((-2.0000 − ")
    sure = TrueSkill(tau=0).predict(Rating(25, 0.0), Rating(25, 0.0))
    assert sure.draw == pytest.approx(0.1, abs=1e-12)  # what draw_probability means


def test_places_where_peers_are_wrong() -> None:
    """One at 35 against seven at 25, σ = 1, β = 25/6: .799 (Monte Carlo; openskill .238, skillratings .200)."""
    found = TrueSkill(tau=0).places([[Rating(35, 1.0)], *[[Rating(25, 1.0)]] * 7])
    assert found[0, 0] == pytest.approx(0.799, abs=1e-3)
    assert found.sum(axis=0) == pytest.approx(np.ones(8), abs=1e-9)
    assert found.sum(axis=1) == pytest.approx(np.ones(8), abs=1e-9)


# Explanation, loops, symmetry


def test_the_middle_is_pushed_from_both_sides() -> None:
    """The second of three equals stays where he is, and by what: the first's message and the third's."""
    told = explain(run(sides([1, 1, 1], [1, 2, 3]), history=True), "1").parts[0]
    lost, won = (part.value for part in told.parts)
    assert lost < -1.0
    assert won == pytest.approx(-lost, abs=1e-9)
    assert told.value == pytest.approx(0.0, abs=1e-9)


def test_a_side_is_as_uncertain_as_its_players_together() -> None:
    """Variances of skills that are independent add up: two of 25/3 are one of √2 · 25/3."""
    record = Contests.from_sides([[(["Ann"], 1), (["Bob", "Cas"], 2)]])
    (part,) = explain(rate(record, TrueSkill(), history=True), "Ann").parts[0].parts
    assert part.facts["opponent_rating"] == 50.0
    assert part.facts["opponent_deviation"] == pytest.approx(25 / 3 * math.sqrt(2))


def random_contests(seed: int, count: int) -> Contests:
    rng = np.random.default_rng(seed)
    contests = []
    for _ in range(count):
        sizes = rng.integers(1, 4, size=rng.integers(2, 5))
        who = rng.permutation(14)[: sizes.sum()]
        cut = np.split(who, np.cumsum(sizes)[:-1])
        places = rng.integers(1, 4, size=len(sizes))
        contests.append([([f"p{w}" for w in team], int(q)) for team, q in zip(cut, places, strict=True)])
    record = Contests.from_sides(contests)
    return Contests(
        record.players, record.starts, record.place, record.seats, record.member,
        share=rng.uniform(0.2, 1.0, len(record.member)), weight=rng.uniform(0.0, 2.0, count),
    )  # fmt: skip


def test_explanations_add_up() -> None:
    ratings = rate(random_contests(3, 25), TrueSkill(), history=True)
    for name in ratings.players.names:
        told = explain(ratings, name)
        assert told.facts["after"] == pytest.approx(ratings.of(name).value, abs=1e-9)
        for unit in told.parts:
            assert math.fsum(part.value for part in unit.parts) == pytest.approx(unit.value, abs=1e-9)


def test_games_are_contests_of_two() -> None:
    rng = np.random.default_rng(5)
    first, step = rng.integers(0, 6, 60), rng.integers(1, 6, 60)
    score = rng.choice([0.0, 0.5, 1.0], 60)
    games = Games(
        Players([f"p{i}" for i in range(6)]),
        first.astype(np.int32),
        ((first + step) % 6).astype(np.int32),
        score,
    )
    one, other = rate(games, TrueSkill()), rate(Contests.of(games), TrueSkill())
    for name in one.players.names:
        a, b = one.of(name), other.of(name)
        assert (a.value, a.deviation) == pytest.approx((b.value, b.deviation), abs=1e-10)


def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    contests = random_contests(7, 30)
    plain = result(rate(contests, TrueSkill()))
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = result(rate(contests, TrueSkill()))
    np.testing.assert_allclose(np.array(fast), np.array(plain), rtol=1e-11)


def test_a_weight_counts_as_so_many_messages() -> None:
    """A contest of weight 0 is none; one of a greater weight moves a rating further, and never too far."""
    contest = sides([1, 1], [1, 2])
    means = [result(run(contest, weight=np.array([w])))[0] for w in (0.0, 0.5, 1.0, 4.0)]
    assert means[0] == pytest.approx((25.0, 25 / 3), abs=1e-12)
    assert means[2] == pytest.approx(LIBRARY[:2], abs=4e-6)
    assert [m for m, _ in means] == sorted(m for m, _ in means)
    assert [s for _, s in means] == sorted((s for _, s in means), reverse=True)


def test_the_own_seat_counts_in_a_meeting() -> None:
    new = TrueSkill().newcomer()
    meeting = Meeting(((new,), (new, new)), (2, 1), 1, 1)
    after = TrueSkill().update(new, [meeting], "live").after
    assert after.value == pytest.approx(result(run(sides([2, 1], [1, 2])))[0][0], abs=1e-10)


def test_a_deviation_that_is_negative_is_refused() -> None:
    record = Contests.from_sides([sides([1, 1], [1, 2])])
    players = record.players.with_attributes({"deviation": np.array([1.0, -1.0])})
    bad = Contests(players, record.starts, record.place, record.seats, record.member)
    with pytest.raises(BadInput, match="deviation -1 is out of range"):
        rate(bad, TrueSkill())
