"""Plackett and Luce's strengths: closed forms, bradley-terry for two, and scipy on the plain likelihood."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from arpad.core import NotProvided
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.ratings.whole_history.plackett_luce import PlackettLuce
from arpad.record import Contests, Games, Players

POINTS = 400.0 / math.log(10.0)


def races(*orders: list[tuple[str, int]], **columns: Any) -> Contests:
    return Contests.from_sides([[([who], place) for who, place in order] for order in orders], **columns)


def placed(*names: str) -> list[tuple[str, int]]:
    return [(name, at + 1) for at, name in enumerate(names)]


def of(found: Ratings) -> dict[str, float]:
    return {name: found.of(name).value for name in found.players.names}


def twin(contests: list[list[tuple[int, int]]], weights: list[float], n: int, prior: float) -> Any:
    """Return minus the logarithm of the posterior as a function of the ratings less 1500, term by term."""

    def unlikely(points: Any) -> float:
        theta = [float(v) / POINTS for v in points]
        told = 0.0
        for contest, weight in zip(contests, weights, strict=True):
            worst = max(place for _, place in contest)
            for place in {place for _, place in contest}:
                tied = [who for who, p in contest if p == place]
                left = math.log(math.fsum(math.exp(theta[who]) for who, p in contest if p >= place))
                draws = len(tied) - (place == worst)
                told += weight * draws * (math.fsum(theta[who] for who in tied) / len(tied) - left)
        return -told + (0.5 * math.fsum(float(v) ** 2 for v in points) / prior**2 if prior else 0.0)

    return unlikely


def test_two_wins_of_three_are_the_logarithm_of_two() -> None:
    games = races(placed("A", "B"), placed("A", "B"), placed("B", "A"))
    found = rate(games, PlackettLuce(prior=0))
    assert found.of("A").value - found.of("B").value == pytest.approx(POINTS * math.log(2.0), abs=1e-9)
    assert found.of("A").value + found.of("B").value == pytest.approx(3000.0, abs=1e-9)
    # the information of a difference is 3 · 2/9, and a rating is half of it either way
    assert found.of("A").deviation == pytest.approx(0.5 * POINTS / math.sqrt(2.0 / 3.0), abs=1e-6)
    assert found.state.convergence is not None
    assert found.state.convergence.reached


def test_where_only_winners_are_told_all_take_as_many_draws_as_expected() -> None:
    """The two behind the winner share the last place, and so the one draw that is left: half each."""
    wins = {"A": 3, "B": 2, "C": 1}
    orders = [
        [(name, 1 if name == winner else 2) for name in wins] for winner in wins for _ in range(wins[winner])
    ]
    found = of(rate(races(*orders), PlackettLuce(prior=0)))
    strength = {name: math.exp((value - 1500.0) / POINTS) for name, value in found.items()}
    all_of_them = math.fsum(strength.values())
    for name, own in wins.items():
        taken = own + 0.5 * (6 - own)
        expected = 6 * strength[name] / all_of_them
        for winner, number in wins.items():
            if name != winner:
                expected += number * strength[name] / (all_of_them - strength[winner])
        assert taken == pytest.approx(expected, abs=1e-9)


def test_all_orders_of_the_rest_give_the_shares_of_first_places() -> None:
    """Orders weighted by what Plackett and Luce say of strengths 5 : 3 : 2 : 1 give back these strengths."""
    strength = {"A": 5.0, "B": 3.0, "C": 2.0, "D": 1.0}
    orders = list(permutations(strength))
    weight = []
    for order in orders:
        left, chance = sum(strength.values()), 1.0
        for name in order:
            chance *= strength[name] / left
            left -= strength[name]
        weight.append(100.0 * chance)
    record = races(*[placed(*order) for order in orders], weight=np.array(weight))
    found = rate(record, PlackettLuce(prior=0))
    value = of(found)
    for name, own in strength.items():
        assert value[name] - value["D"] == pytest.approx(POINTS * math.log(own), abs=1e-8)
    first = found.system.places([[found.of(name)] for name in strength])[:, 0]  # type: ignore[attr-defined]
    np.testing.assert_allclose(first, [5 / 11, 3 / 11, 2 / 11, 1 / 11], atol=1e-9)


@st.composite
def records(draw: st.DrawFn) -> tuple[list[list[tuple[int, int]]], list[float]]:
    contests = []
    for _ in range(draw(st.integers(1, 6))):
        who = draw(st.lists(st.integers(0, 4), min_size=2, max_size=5, unique=True))
        contests.append([(one, draw(st.integers(1, 4))) for one in who])
    weights = draw(st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=len(contests), max_size=len(contests)))
    return contests, weights


@settings(max_examples=25, deadline=None)
@given(records())
def test_scipy_finds_nothing_better(record: tuple[list[list[tuple[int, int]]], list[float]]) -> None:
    contests, weights = record
    made = races(*[[(str(who), p) for who, p in c] for c in contests], weight=np.array(weights))
    found = of(rate(made, PlackettLuce(prior=300)))
    ours = np.array([found.get(str(who), 1500.0) - 1500.0 for who in range(5)])
    unlikely = twin(contests, weights, 5, 300.0)
    best = minimize(unlikely, np.zeros(5), method="BFGS", options={"gtol": 1e-6})
    assert unlikely(ours) <= best.fun + 1e-11
    # the function is convex, so where it is level nothing is below; scipy's own stop is 0.2 points rough
    for unit in 0.1 * np.eye(5):
        assert abs(unlikely(ours + unit) - unlikely(ours - unit)) / 0.2 < 1e-8


def test_a_small_example_of_three_as_scipy() -> None:
    contests = [
        [(0, 1), (1, 2), (2, 3)],
        [(0, 1), (2, 2), (1, 3)],
        [(1, 1), (2, 2), (0, 3)],
        [(2, 1), (0, 2)],
    ]
    found = rate(races(*[[(str(w), p) for w, p in c] for c in contests]), PlackettLuce(prior=0))
    unlikely = twin(contests, [1.0] * 4, 3, 0.0)
    best = minimize(lambda v: unlikely([*v, 0.0]), np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-7})
    value = of(found)
    assert value["0"] - value["2"] == pytest.approx(best.x[0], abs=0.01)
    assert value["1"] - value["2"] == pytest.approx(best.x[1], abs=0.01)


@pytest.mark.parametrize("prior", [0.0, 200.0])
@pytest.mark.parametrize("form", ["games", "contests"])
def test_of_two_sides_as_bradley_terry(prior: float, form: str) -> None:
    rng = np.random.default_rng(5)
    pairs = [(a, b) for a in range(12) for b in range(12) if a != b]
    first, second = np.array(pairs, dtype=np.int32).T.copy()
    score = rng.choice([0.0, 0.5, 1.0], len(first))
    names = [f"p{n:02d}" for n in range(12)]
    games = Games(Players(names), first, second, score, weight=rng.choice([0.5, 1.0, 3.0], len(first)))
    theirs = rate(games, BradleyTerry(prior=prior))
    ours = rate(games if form == "games" else Contests.of(games), PlackettLuce(prior=prior))
    for name in names:
        assert ours.of(name).value == pytest.approx(theirs.of(name).value, abs=1e-8)
        assert ours.of(name).deviation == pytest.approx(theirs.of(name).deviation, abs=1e-8)
    told, known = explain(ours, "p03"), explain(theirs, "p03")
    shares = [[part.value for unit in e.parts for part in unit.parts] for e in (told, known)]
    np.testing.assert_allclose(shares[0], shares[1], atol=1e-8)
    one, other = Rating(1600.0, deviation=90.0), Rating(1500.0)
    games_asked = [Encounter(other, 1.0), Encounter(Rating(1700.0), 0.5)]
    after = PlackettLuce().update(one, games_asked, "period").after
    assert after.value == pytest.approx(
        BradleyTerry(prior=350).update(one, games_asked, "period").after.value, abs=1e-9
    )


def test_explanations_add_up_in_every_period() -> None:
    orders = [
        placed("A", "B", "C", "D"),
        [("D", 1), ("A", 1), ("C", 3)],
        placed("C", "A"),
        placed("B", "D", "A"),
    ]
    days = np.array(["2024-01-03", "2024-01-20", "2024-02-01", "2024-04-09"], dtype="datetime64[D]")
    found = rate(races(*orders, time=days), PlackettLuce(), period="1mo", history=True)
    for name in found.players.names:
        told = explain(found, name)
        parts = math.fsum(part.value for unit in told.parts for part in unit.parts)
        assert told.facts["before"] == pytest.approx(1500.0, abs=1e-9)
        assert 1500.0 + parts == pytest.approx(found.of(name).value, abs=1e-9)
        shown = [unit.facts["after"] for unit in told.parts]
        np.testing.assert_allclose(shown, found.history(name)["rating"].to_numpy(), atol=1e-9)


def test_an_update_by_a_race_adds_up() -> None:
    sides = tuple((Rating(v),) for v in (1500.0, 1600.0, 1400.0, 1450.0))
    own = Rating(1500.0, deviation=120.0)
    update = PlackettLuce().update(
        own, [Meeting(sides, (2, 1, 2, 4)), Meeting(sides, (1, 2, 3, 4))], "period"
    )
    assert update.explanation.value == pytest.approx(update.after.value - 1500.0, abs=1e-9)
    assert math.fsum(p.value for p in update.explanation.parts) == pytest.approx(update.explanation.value)
    theta = np.linspace(-200.0, 200.0, 400_001)
    own_side = np.exp(theta / POINTS)
    b, c, d = (math.exp(v / POINTS) for v in (100.0, -100.0, -50.0))
    one = np.log(own_side) - np.log(own_side + b + c + d) - 2.0 * np.log(own_side + c + d)
    two = np.log(own_side) - np.log(own_side + b + c + d)
    height = one + two - 0.5 * (theta / 120.0) ** 2
    top = int(np.argmax(height))
    assert update.after.value - 1500.0 == pytest.approx(theta[top], abs=0.01)
    # The deviation is that of the normal curve that bends as the posterior does at its top, ten points either way.
    bend = (2.0 * height[top] - height[top - 10_000] - height[top + 10_000]) / 10.0**2
    assert update.after.deviation == pytest.approx(1.0 / math.sqrt(bend), rel=1e-3)


def test_what_leaves_strengths_open_is_refused_by_name() -> None:
    with pytest.raises(NotProvided, match="A lost no point"):
        rate(races(placed("A", "B", "C"), placed("A", "C", "B")), PlackettLuce(prior=0))
    with pytest.raises(NotProvided, match="2 groups that never met"):
        rate(
            races(placed("A", "B"), placed("B", "A"), placed("C", "D"), placed("D", "C")),
            PlackettLuce(prior=0),
        )
    both = rate(races(placed("A", "B", "C"), [("A", 2), ("C", 1), ("B", 1)]), PlackettLuce(prior=0))
    assert all(math.isfinite(value) for value in of(both).values())


def test_sides_of_several_players_are_refused() -> None:
    record = Contests.from_sides([[(["A", "B"], 1), (["C"], 2)]])
    with pytest.raises(NotProvided, match="one player each"):
        rate(record, PlackettLuce())
    pair = ((Rating(1500.0), Rating(1500.0)), (Rating(1500.0),))
    with pytest.raises(NotProvided, match="one player each"):
        PlackettLuce().places(pair)
    with pytest.raises(NotProvided, match="one player each"):
        PlackettLuce().update(Rating(1500.0), [Meeting(pair, (1, 2))], "period")


def test_many_players_are_fitted_without_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    from arpad.ratings.whole_history import plackett_luce_fit as plackettlucefit

    rng = np.random.default_rng(3)
    orders = []
    for _ in range(60):
        who = rng.choice(40, 9, replace=False)
        strength = rng.gumbel(size=9) + who / 10.0
        orders.append(placed(*[str(who[at]) for at in np.argsort(-strength)]))
    record = races(*orders)
    dense = {prior: of(rate(record, PlackettLuce(prior=prior))) for prior in (350.0, 0.0)}
    monkeypatch.setattr(plackettlucefit, "DENSE", 10)
    for prior, known in dense.items():
        found = rate(record, PlackettLuce(prior=prior))
        for name, value in of(found).items():
            assert value == pytest.approx(known[name], abs=1e-6)


@pytest.mark.parametrize("prior", [1e5, 1e-3])
def test_extremes_are_finite(prior: float) -> None:
    found = rate(races(*[placed(*[f"{n:03d}" for n in range(120)])] * 30), PlackettLuce(prior=prior))
    assert np.isfinite(found.rating).all()
    assert (np.diff(found.rating) < 0.0).all()
    assert found.deviation is not None
    assert np.isfinite(found.deviation).all()
    assert PlackettLuce().predict(Rating(1e5), Rating(0.0)).expected == 1.0
    assert 0.0 <= PlackettLuce().predict(Rating(0.0), Rating(1e6)).expected < 1e-300
    after = PlackettLuce().update(Rating(1e5, deviation=50.0), [Encounter(Rating(0.0), 0.0)], "period").after
    assert math.isfinite(after.value)


def test_contests_that_count_nothing_leave_the_prior() -> None:
    found = rate(races(placed("A", "B", "C"), weight=np.array([0.0])), PlackettLuce(), history=True)
    assert of(found) == {"A": 1500.0, "B": 1500.0, "C": 1500.0}
    assert found.table().height == 0
