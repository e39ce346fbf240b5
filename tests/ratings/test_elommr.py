"""Elo-MMR: another implementation's numbers, the paper's theorems, a slow twin, and large contests."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import norm

from arpad.compiled.specialising import always_compiled, interpreted
from arpad.core import BadInput, NotProvided
from arpad.ratings.contests import elo_mmr_loop as loop
from arpad.ratings.contests import elo_mmr_math as elommrmath
from arpad.ratings.contests.elo_mmr import EloMmr, evidence
from arpad.ratings.contests.elo_mmr_belief import Belief, BeliefColumns, Beliefs
from arpad.ratings.contests.elo_mmr_math import SCALE, one_by_one, performances
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Contests, Games, Players

# Another implementation: elommr 1.2.1 (PyPI, MIT; a port of the authors' own), weight limit .2, σ limit 80,
# newcomers 1500 ± 350, not bounded in history. Five contests, places from left to right, with their weights.
FIVE = [("A BC D E", 1.0), ("E A C", 0.5), ("B ADE C", 1.0), ("D A", 2.0), ("C E D B A", 1.0)]
DEVIATIONS = [
    91.92790264838814,
    111.33874326595652,
    104.80177469732398,
    94.78852858057525,
    104.80177469732398,
]
PEER = {
    (
        "sum",
        0.0,
    ): "1494.5406125232846 1573.918427397958 1480.2015104642276 1506.4654908946563 1497.3185762780602",
    (
        "sum",
        1.0,
    ): "1492.9050211650706 1573.312889062719 1480.3177902119508 1507.9245386879709 1495.6890208487246",
    ("sum", 3.5): "1489.0501556784802 1572.110786420995 1480.22402437044 1510.7929729351015 1492.70803597266",
    (
        "split",
        0.0,
    ): "1421.9915927191907 1585.7152527130588 1463.8407097041757 1522.7664178391278 1526.0674188985033",
    (
        "split",
        1.0,
    ): "1423.7294230802447 1585.7311692891196 1456.9502479279276 1524.9124444725833 1520.135928268716",
    (
        "split",
        3.5,
    ): "1425.875784539611 1586.1287730780627 1445.0640457024806 1529.2722694528322 1508.7614804214875",
}


def contests_of(rows: list[tuple[str, float]], **columns: Any) -> Contests:
    """Read contests as above: groups of players who tie, each player a letter."""
    found = []
    for row, _ in rows:
        place, sides = 1, []
        for group in row.split():
            sides += [([player], place) for player in group]
            place += len(group)
        found.append(sides)
    return Contests.from_sides(found, weight=np.array([weight for _, weight in rows]), **columns)


@pytest.mark.parametrize(("ties", "rho"), PEER)
def test_another_implementations_numbers(ties: str, rho: float) -> None:
    system = EloMmr(weight_limit=0.2, sigma_limit=80, rho=rho, ties=ties)
    found = rate(contests_of(FIVE), system)
    assert found.deviation is not None
    assert [found.of(player).value for player in "ABCDE"] == pytest.approx(
        [float(word) for word in PEER[ties, rho].split()], abs=1e-8
    )
    assert [found.of(player).deviation for player in "ABCDE"] == pytest.approx(DEVIATIONS, abs=1e-9)


rhos = st.just(0.0) | st.floats(1e-3, 8.0)
drifts = st.just(0.0) | st.floats(1e-3, 200.0)

# A slow twin, from the paper's equations (theorem 1, algorithms 1 to 3) with a general root finder


def density_terms(kind: str, x: float, mean: float, spread: float) -> tuple[float, float, float]:
    """Return l, d and v: the derivatives of ln(1 − F), ln f and ln F."""
    if kind == "gaussian":
        z = (x - mean) / spread
        log = norm.logpdf(z)
        return -math.exp(log - norm.logsf(z)) / spread, -z / spread, math.exp(log - norm.logcdf(z)) / spread
    t = math.tanh((x - mean) / (2 * SCALE * spread))
    return -(1 + t) / 2 / (SCALE * spread), -t / (SCALE * spread), (1 - t) / 2 / (SCALE * spread)


class Twin:
    """Players as lists of factors, contests as lists of (player, place)."""

    def __init__(self, system: EloMmr) -> None:
        self.system = system
        self.players: dict[str, dict[str, Any]] = {}

    def contest(self, sides: list[tuple[str, int]]) -> None:
        s = self.system
        gaussian = s.model == "gaussian"
        for name, _ in sides:
            one = self.players.setdefault(
                name, {"mu": s.initial, "sigma": s.deviation, "p": [s.initial], "w": [s.deviation**-2]}
            )
            kappa = 1 / (1 + s.gamma**2 / one["sigma"] ** 2)
            to_gauss = kappa**s.rho * one["w"][0]
            to_logistic = (1 - kappa**s.rho) * sum(one["w"])
            one["p"][0] = (to_gauss * one["p"][0] + to_logistic * one["mu"]) / (to_gauss + to_logistic)
            one["w"][0] = kappa * (to_gauss + to_logistic)
            one["w"][1:] = [w * kappa ** (1 + s.rho) for w in one["w"][1:]]
            one["sigma"] /= math.sqrt(kappa)
        known = [(self.players[n]["mu"], math.hypot(self.players[n]["sigma"], s.beta), k) for n, k in sides]
        found = []
        for _, place in sides:

            def balance(x: float, place: int = place) -> float:
                total = 0.0
                for mean, spread, theirs in known:
                    low, even, high = density_terms(s.model, x, mean, spread)
                    if s.ties == "split":
                        even = (low + high) / 2
                    total += low if theirs < place else (even if theirs == place else high)
                return total

            found.append(brentq(balance, -20_000, 20_000, xtol=1e-11, rtol=1e-15))
        for (name, _), p in zip(sides, found, strict=True):
            one = self.players[name]
            one["p"].append(p)
            one["w"].append(s.beta**-2)
            one["sigma"] = math.sqrt(1 / sum(one["w"]))

            def slope(x: float, one: dict[str, Any] = one) -> float:
                total = one["w"][0] * (x - one["p"][0])
                for p_k, w_k in zip(one["p"][1:], one["w"][1:], strict=True):
                    if gaussian:
                        total += w_k * (x - p_k)
                    else:
                        b = SCALE * s.beta
                        total += w_k * s.beta**2 / b * math.tanh((x - p_k) / (2 * b))
                return float(total)

            one["mu"] = brentq(slope, -20_000, 20_000, xtol=1e-11, rtol=1e-15)


standing = st.lists(
    st.tuples(st.sampled_from("ABCDEFGH"), st.integers(1, 4)),
    min_size=2,
    max_size=6,
    unique_by=lambda x: x[0],
)
either = pytest.mark.parametrize("model", ["logistic", "gaussian"])


@either
@settings(max_examples=12)
@given(
    rows=st.lists(standing, min_size=1, max_size=6),
    rho=st.sampled_from([0.0, 0.3, 1.0, 4.0]),
    gamma=st.floats(0.0, 90.0),
    beta=st.floats(60.0, 400.0),
    ties=st.sampled_from(["sum", "split"]),
)
def test_the_twin_agrees(
    model: str, rows: list[list[tuple[str, int]]], rho: float, gamma: float, beta: float, ties: str
) -> None:
    system = EloMmr(model=model, rho=rho, gamma=gamma if gamma > 1e-3 else 0.0, beta=beta, ties=ties)
    twin = Twin(system)
    for row in rows:
        twin.contest(row)
    found = rate(Contests.from_sides([[([who], place) for who, place in row] for row in rows]), system)
    for name, one in twin.players.items():
        assert found.of(name).value == pytest.approx(one["mu"], abs=1e-7)
        assert found.of(name).deviation == pytest.approx(one["sigma"], abs=1e-9)


# The grid


def room_of(mean: Any, deviation: Any, place: Any) -> Any:
    room = evidence(len(mean))
    order = np.argsort(place, kind="stable")
    for column, values in ((room.mean, mean), (room.spread, deviation), (room.place, place)):
        column[:] = np.asarray(values, dtype=float)[order]
    return room


@either
@pytest.mark.parametrize("ties", ["sum", "split"])
@pytest.mark.parametrize("spread", [0.0, 150.0, 900.0])
def test_the_grid_finds_what_each_place_alone_does(model: str, ties: str, spread: float) -> None:
    random = np.random.default_rng(3)
    n = 90
    system = EloMmr(model=model, ties=ties)
    columns = (1500 + spread * random.normal(size=n), random.uniform(205, 410, n), random.integers(1, 60, n))
    plugged = tuple(sorted(system.parts().items()))
    one, other = room_of(*columns), room_of(*columns)
    interpreted(performances, plugged)(system.numbers(), n, one)
    interpreted(one_by_one, plugged)(system.numbers(), n, other)
    assert n > elommrmath.ALONE
    np.testing.assert_allclose(one.performance, other.performance, rtol=0, atol=2e-8)
    assert (np.diff(one.performance) <= 1e-9).all()


def test_ratings_too_far_apart_for_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    columns = (np.where(np.arange(70) < 35, 0.0, 1e6), np.full(70, 220.0), random.permutation(70))
    system = EloMmr()
    room = room_of(*columns)
    interpreted(performances, tuple(sorted(system.parts().items())))(system.numbers(), 70, room)
    assert np.isfinite(room.performance).all()
    assert (np.diff(room.performance) <= 1e-6).all()


# What the paper proves


@settings(max_examples=25)
@given(rhos, drifts, drifts)
def test_pseudodiffusion_has_the_six_properties(rho: float, one: float, other: float) -> None:
    """§4.1: the rating stays, σ² grows by γ², two in a row are one, and none is none."""
    system = EloMmr(rho=rho)
    belief = rate(contests_of(FIVE), system).of("D")
    assert isinstance(belief, Belief)
    together = replace(system, drift=math.hypot(one, other)).aged(belief, 1.0)
    first = replace(system, drift=one).aged(belief, 1.0)
    both = replace(system, drift=other).aged(first, 1.0)
    assert isinstance(both, Belief)
    assert isinstance(together, Belief)
    assert both.value == together.value == belief.value
    assert both.deviation == pytest.approx(math.hypot(belief.deviation or 0.0, one, other))
    assert both.centre == pytest.approx(together.centre, abs=1e-6)
    assert both.weight == pytest.approx(together.weight)
    for (p, w, _), (p2, w2, _) in zip(both.performances, together.performances, strict=True):
        assert (p, w) == pytest.approx((p2, w2))
    if one == other == 0.0:
        assert both == belief


def test_a_great_drift_leaves_one_gaussian() -> None:
    """§4.1, zero uncertainty: against a drift much greater than σ, what was played is forgotten.

    Of 10⁹ points in all, κ = σ² / (σ² + 10¹⁸) < 10⁻¹³; a performance keeps κ^(1 + ρ) of its weight.
    """
    belief = EloMmr(drift=1e6, rho=2.0).aged(rate(contests_of(FIVE), EloMmr()).of("D"), 1e6)
    assert isinstance(belief, Belief)
    assert belief.performances == ()
    assert belief.centre == pytest.approx(belief.value, abs=1e-6)


def test_an_update_by_several_contests_is_told_one_after_the_other() -> None:
    system = EloMmr()
    sides = tuple((Rating(value, deviation=90.0),) for value in (1500.0, 1620.0, 1400.0))
    met = [Meeting(sides, (1, 2, 3)), Meeting(sides, (3, 1, 2))]
    own = Rating(1500.0, deviation=120.0)
    first = system.update(own, met[:1], "live")
    both = system.update(own, met, "live")
    second = system.update(first.after, met[1:], "live")
    assert both.after.value == pytest.approx(second.after.value, abs=1e-9)
    assert own.value < second.after.value < first.after.value
    for update, contests in ((first, 1), (both, 2)):
        told = update.explanation
        assert told.value == pytest.approx(update.after.value - own.value, abs=1e-9)
        assert [step.label for step in told.steps].count("performance") == contests
    assert both.explanation.parts == first.explanation.parts + second.explanation.parts


def test_what_comes_after_everything_was_forgotten_is_all_that_is_remembered() -> None:
    days = np.array([0, 1, 2, 3, 1_000_000])
    found = rate(contests_of(FIVE, time=days), EloMmr(drift=1e6, rho=2.0))
    for name in "ABCDE":
        belief = found.of(name)
        assert isinstance(belief, Belief)
        ((at, weight, variance),) = belief.performances
        assert math.isfinite(at)
        assert weight > 0.0
        assert variance > 0.0


@either
@given(rows=st.lists(standing, min_size=1, max_size=5), rho=rhos, history=st.integers(1, 3))
@settings(max_examples=10)
def test_the_weights_add_up_to_the_certainty(
    model: str, rows: list[list[tuple[str, int]]], rho: float, history: int
) -> None:
    """Equation (7), also where performances leave the history."""
    system = EloMmr(model=model, rho=rho, history=history)
    found = rate(Contests.from_sides([[([who], place) for who, place in row] for row in rows]), system)
    for name in found.players.names:
        belief = found.of(name)
        assert isinstance(belief, Belief)
        assert len(belief.performances) <= (history if model == "logistic" else 0)
        total = (belief.weight or 0.0) + sum(w for _, w, _ in belief.performances)
        assert total == pytest.approx((belief.deviation or 0.0) ** -2)


@either
@settings(max_examples=8)
@given(row=standing, who=st.integers(0, 5), rho=rhos, ties=st.sampled_from(["sum", "split"]))
def test_a_better_place_never_costs(
    model: str, row: list[tuple[str, int]], who: int, rho: float, ties: str
) -> None:
    """Theorem 3: neither at once nor after the same later contests."""
    who %= len(row)
    system = EloMmr(model=model, rho=rho, ties=ties)
    found = []
    for place in range(5):
        changed = [*row[:who], (row[who][0], place), *row[who + 1 :]]
        first = [([name], at) for name, at in changed]
        later = [([name], 1 + k) for k, (name, _) in enumerate(row)]
        found.append(
            [
                rate(Contests.from_sides(rows), system).of(row[who][0]).value
                for rows in ([first], [first, later])
            ]
        )
    for better, worse in pairwise(found):
        assert better[0] >= worse[0] - 1e-9
        assert better[1] >= worse[1] - 1e-9


def test_one_contest_cannot_move_a_rating_far() -> None:
    """Theorem 4: the logistic change is bounded whatever the surprise; the Gaussian is not."""
    own = Rating(1500.0, deviation=80.0)
    changes = {
        model: [
            EloMmr(model=model)
            .update(own, [Encounter(Rating(value, deviation=80.0), 1.0)], "live")
            .after.value
            for value in (8e3, 16e3, 32e3, 64e3)
        ]
        for model in ("logistic", "gaussian")
    }
    bound = 1500 + math.pi / (200 * math.sqrt(3)) * (80**2 + 35**2)
    assert changes["logistic"][-1] - changes["logistic"][0] < 1e-3
    assert changes["logistic"][-1] == pytest.approx(bound, rel=1e-6)
    assert changes["gaussian"][-1] - changes["gaussian"][-2] > 500


def test_momentum() -> None:
    """§5.2: with a small ρ further surprises of the same kind move a rating more, with a large one they do not."""
    steady = [[(["A"], 1 + k % 2), (["B"], 2 - k % 2)] for k in range(40)]
    found = {}
    for rho in (0.0, 1e6):
        ratings = rate(Contests.from_sides(steady), EloMmr(rho=rho))
        at, opponent = ratings.of("A"), Rating(4000.0, deviation=80.0)
        changes = []
        for _ in range(3):
            update = EloMmr(rho=rho).update(at, [Encounter(opponent, 1.0)], "live")
            changes.append(update.explanation.value)
            at = update.after
        found[rho] = changes
    assert found[0.0][0] < found[0.0][1] < found[0.0][2]
    assert found[1e6][2] <= found[1e6][0] * (1 + 1e-9)


# Records


def field(n: int, contests: int, seed: int = 5) -> Contests:
    """Return contests of all players, ranked by skill and luck, some tied."""
    random = np.random.default_rng(seed)
    skill = random.normal(1500, 350, n)
    place = np.concatenate(
        [np.argsort(np.argsort(-(skill + random.normal(0, 200, n)))) // 2 * 2 + 1 for _ in range(contests)]
    )
    seats = np.arange(n * contests + 1)
    member = np.tile(np.arange(n, dtype=np.int32), contests)
    players = Players([f"p{k}" for k in range(n)])
    return Contests(players, np.arange(contests + 1) * n, place.astype(np.int32), seats, member)


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings_", [{}, {"model": "gaussian"}, {"rho": 0.0, "history": 2, "ties": "split"}]
)
def test_interpreted_and_compiled_agree(settings_: dict[str, Any]) -> None:
    record, system = field(70, 4), EloMmr(**settings_)
    plain = rate(record, system, history=True)
    with always_compiled():
        fast = rate(record, system, history=True)
    np.testing.assert_allclose(fast.rating, plain.rating, rtol=0, atol=1e-8)
    np.testing.assert_allclose(fast.traced().before, plain.traced().before, rtol=0, atol=1e-8)


@pytest.mark.slow
@either
def test_a_contest_of_twenty_thousand(model: str) -> None:
    found = rate(field(20_000, 2), EloMmr(model=model))
    assert np.isfinite(found.rating).all()
    assert found.rating.max() > 2300
    assert found.rating.min() < 700


@either
def test_explanations_add_up_in_contests_large_and_small(model: str) -> None:
    record = field(40, 3)
    ratings = rate(record, EloMmr(model=model), history=True)
    for player in ("p0", "p7"):
        told = explain(ratings, player)
        for unit in told.parts:
            assert math.fsum(part.value for part in unit.parts) == pytest.approx(unit.value, abs=1e-9)
            assert len(unit.parts) <= 3
        assert 1500 + told.value == pytest.approx(ratings.of(player).value, abs=1e-7)
    small = rate(contests_of(FIVE), EloMmr(model=model, drift=20), history=True)
    for player in "ABCDE":
        told = explain(small, player)
        assert told.facts["after"] == pytest.approx(small.of(player).value, abs=1e-8)
        names = [part.facts["opponent"] for unit in told.parts for part in unit.parts]
        assert player not in names
        assert len(names) == sum(len(row.replace(" ", "")) - 1 for row, _ in FIVE if player in row)


def test_an_even_result_moves_nobody() -> None:
    new = EloMmr().newcomer()
    update = EloMmr().update(new, [Encounter(new, 0.5)], "live")
    assert update.after.value == 1500.0
    assert update.explanation.parts[0].value == 0.0
    ahead_and_behind = Meeting(((new,), (new,), (new,)), (2, 1, 3))
    told = EloMmr().update(new, [ahead_and_behind], "live").explanation
    assert [part.value for part in told.parts] == pytest.approx([-told.parts[1].value, told.parts[1].value])
    assert 10 < told.parts[1].value < 300


@pytest.mark.parametrize("model", ["logistic", "gaussian"])
def test_where_surprises_cancel_out_the_parts_are_the_limit_of_those_nearby(model: str) -> None:
    system = EloMmr(model=model)
    new = system.newcomer()

    def parts(apart: float) -> list[float]:
        other = replace(new, value=new.value + apart)
        met = Meeting(((new,), (new,), (other,)), (2, 1, 3))
        return [part.value for part in system.update(new, [met], "live").explanation.parts]

    assert parts(0.0) == pytest.approx(parts(0.01), rel=1e-3)


def test_drift_by_time() -> None:
    days = np.array(["2026-01-15", "2026-03-15", "2026-12-15"], dtype="datetime64[D]")
    record = contests_of([("A B", 1.0), ("A B", 1.0), ("B C", 1.0)], time=days)
    still, moving = (rate(record, EloMmr(drift=drift), history=True) for drift in (0.0, 40.0))
    assert (moving.of("A").deviation or 0) > (still.of("A").deviation or 0)
    trace = moving.traced()
    grown = math.hypot(trace.after[0, 1], 40 * math.sqrt(2))
    assert trace.before[2, 1] == pytest.approx(grown, rel=0.02)  # months of 28 to 31 days
    told = explain(moving, "A")
    assert told.facts["after"] == pytest.approx(moving.of("A").value, abs=1e-8)
    then = rate(record, EloMmr(drift=40.0), as_of=days[2].astype(object))
    assert then.deviation is not None
    assert then.deviation[0] > (moving.of("A").deviation or 0)


def test_what_changes_nothing() -> None:
    alone = Contests.from_sides([[(["A"], 1), (["B"], 2)]], weight=np.array([0.0]))
    found = rate(alone, EloMmr(), history=True)
    assert (found.of("A").value, found.of("A").deviation) == (1500.0, 350.0)
    with pytest.raises(BadInput, match="A has no rated game"):
        explain(found, "A")
    new = EloMmr().newcomer()
    assert EloMmr().update(new, [Meeting(((new,),), (1,))], "live").explanation.value == 0.0


def test_extremes_stay_finite() -> None:
    record = Contests.from_sides([[([f"p{k}"], place) for k, place in enumerate((4, 1, 3, 1, 2))]])
    known = {
        "rating": np.array([1e5, 0.0, 1e3, -1e5, 5.0]),
        "deviation": np.array([1.0, 1.0, 9e5, 1e-3, 1e-5]),
    }
    players = record.players.with_attributes(known)
    for settings_ in ({}, {"model": "gaussian"}, {"rho": 0.0}, {"rho": 1e6}, {"beta": 1e-6}, {"gamma": 0.0}):
        found = rate(
            Contests(players, record.starts, record.place, record.seats, record.member),
            EloMmr(**settings_),
        )
        assert np.isfinite(found.rating).all(), settings_
        assert found.deviation is not None
        assert (found.deviation > 0.0).all()


# Settings, predictions, refusals


def test_the_authors_own_parameters() -> None:
    """weight .2, σ limit 80: β² = 6 · 80², γ² = .2 · 80²; and 80 is where σ stays."""
    p = EloMmr(weight_limit=0.2, sigma_limit=80).numbers()
    assert (p.beta2, p.gamma2, p.limit2) == pytest.approx((38_400.0, 1_280.0, 6_400.0))
    with pytest.raises(BadInput, match="go together"):
        EloMmr(weight_limit=0.2)


def test_the_state_remembers() -> None:
    ratings = rate(contests_of(FIVE), EloMmr())
    assert isinstance(ratings.state, Beliefs)
    belief = ratings.of("A")
    assert isinstance(belief, Belief)
    assert len(belief.performances) == 5
    games = Games(Players(["A", "B"]), np.zeros(3, np.int32), np.ones(3, np.int32), np.array([1.0, 0.5, 0.0]))
    known = rate(games, EloMmr(history=2)).of("A")
    assert isinstance(known, Belief)
    assert [b for _, _, b in known.performances] == pytest.approx([40_000.0] * 2)


@either
def test_the_chance_of_two(model: str) -> None:
    system = EloMmr(model=model)
    one, other = Rating(1700.0, deviation=60.0), Rating(1500.0, deviation=120.0)
    spread = math.sqrt(60**2 + 120**2 + 2 * 200**2 + 2 * 35**2)
    expected = norm.cdf(200 / spread) if model == "gaussian" else 1 / (1 + math.exp(-200 / spread / SCALE))
    assert system.predict(one, other).expected == pytest.approx(expected, abs=1e-12)
    assert system.predict(other, one).expected == pytest.approx(1 - expected, abs=1e-12)
    assert 0.0 <= system.predict(Rating(0.0), Rating(1e7)).expected <= 1.0
    places = system.places([[one], [other], [other]])
    assert places.sum(axis=0) == pytest.approx(np.ones(3), abs=1e-9)
    assert places[0, 0] > places[1, 0]


@pytest.mark.parametrize(
    "record",
    [
        Contests.from_sides([[(["A", "B"], 1), (["C"], 2)]]),
        Games(Players(["A+B", "C"]), np.zeros(1, np.int32), np.ones(1, np.int32), np.ones(1)),
    ],
)
def test_sides_of_several_are_refused(record: Any) -> None:
    with pytest.raises(NotProvided, match="single players"):
        rate(record, EloMmr())
    new = EloMmr().newcomer()
    with pytest.raises(NotProvided, match="single players"):
        EloMmr().update(new, [Meeting(((new, new), (new,)), (1, 2))], "live")
    with pytest.raises(NotProvided, match="single players"):
        EloMmr().places([[new, new], [new]])


def test_what_cannot_enter_is_refused() -> None:
    record = contests_of(FIVE[:1])
    for known, why in (
        ({"deviation": np.zeros(5)}, "A cannot enter"),
        ({"rating": np.full(5, np.inf)}, "A: rating inf is out of range"),
    ):
        players = record.players.with_attributes(known)
        given_ = Contests(players, record.starts, record.place, record.seats, record.member)
        with pytest.raises(BadInput, match=why):
            rate(given_, EloMmr())
    with pytest.raises(BadInput, match="nothing to learn"):
        EloMmr().update(Rating(1500.0, 0.0), [Encounter(Rating(1400.0, 50.0), 1.0)], "live")
    with pytest.raises(NotProvided, match="cannot give players"):
        rate(record, EloMmr(), given=[("A", "Cup", 30.0)])


def test_games_of_two_are_contests_of_two() -> None:
    games = Games(
        Players(["a", "b", "c"]),
        np.array([0, 1, 2], np.int32),
        np.array([1, 2, 0], np.int32),
        np.array([1.0, 0.5, 0.0]),
    )
    contests = Contests.from_sides(
        [[(["a"], 1), (["b"], 2)], [(["b"], 1), (["c"], 1)], [(["c"], 2), (["a"], 1)]]
    )
    one, other = (rate(record, EloMmr(), history=True) for record in (games, contests))
    assert isinstance(one, Ratings)
    np.testing.assert_allclose(one.rating, other.rating, rtol=0, atol=1e-10)
    assert one.traced().before.shape == (3, 2, 2)


def test_what_a_player_remembers_is_bounded() -> None:
    """After 600 contests of one pair only those that still weigh are kept, so that each takes no longer."""
    rng = np.random.default_rng(7)
    places = [(1, 2) if win else (2, 1) for win in rng.random(600) < 0.6]
    record = Contests.from_sides([[(["A"], a), (["B"], b)] for a, b in places])
    kept = len(str(rate(record, EloMmr()).state.memory["performances"][0]).split())
    assert 50 < kept < 200
    early = rate(record.take(np.arange(40)), EloMmr())
    assert len(str(early.state.memory["performances"][0]).split()) == 40


def test_a_list_keeps_what_weighs_and_adds_the_rest_to_the_gaussian() -> None:
    """Two Gaussians, 3 parts at 1000 and 1 part at 2000, are one of 4 parts at their mean, 1250."""
    rows = np.zeros((3, 7))
    rows[0, [loop.VARIANCE, loop.CENTRE, loop.WEIGHT, loop.KEPT, loop.NEXT]] = 100.0, 1000.0, 3e-20, 2, 2
    rows[2, [loop.VARIANCE, loop.CENTRE, loop.KEPT, loop.NEXT]] = (
        100.0,
        1500.0,
        1,
        1,
    )  # nothing weighs anything
    pool = np.array([[2000.0, 1e-20, 50.0], [1500.0, 0.01, 50.0], [1600.0, 0.0, 50.0]])
    told = BeliefColumns(rows, pool, np.array([0, 2, 2, 3]))
    assert told["centre"].tolist() == pytest.approx([1250.0, 0.0, 1500.0], abs=1e-9)
    assert told["centre_weight"].tolist() == pytest.approx([4e-20, 0.0, 0.0], rel=1e-12, abs=0.0)
    assert told["performances"].tolist() == ["1500.0:0.01:50.0", None, None]
