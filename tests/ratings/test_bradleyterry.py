"""Bradley-Terry: published fits, ties, anchors, what cannot be told apart, and a slow second way."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput, NotProvided
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.whole_history import bradley_terry_fit as bradleyterryfit
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.record import Games, Players

Q = math.log(10) / 400
FIXTURES = Path(__file__).parent.parent / "fixtures"


def record(rows: list[tuple[str, str, float]], **columns: Any) -> Games:
    names: dict[str, int] = {}
    first = [names.setdefault(a, len(names)) for a, _, _ in rows for _ in (0,)]
    for _, b, _ in rows:
        names.setdefault(b, len(names))
    attributes = columns.pop("attributes", {})
    players = Players(
        list(names), {k: np.array([v.get(n, np.nan) for n in names]) for k, v in attributes.items()}
    )
    second = [names[b] for _, b, _ in rows]
    score = np.array([s for _, _, s in rows], dtype=np.float64)
    return Games(players, np.array(first, np.int32), np.array(second, np.int32), score, **columns)


def times(a: str, b: str, wins: int, losses: int, ties: int = 0) -> list[tuple[str, str, float]]:
    return [(a, b, 1.0)] * wins + [(a, b, 0.0)] * losses + [(a, b, 0.5)] * ties


def strengths(ratings: Ratings) -> dict[str, float]:
    return {name: ratings.of(name).value * Q for name in ratings.players.names}


WIKIPEDIA = times("A", "B", 2, 3) + times("A", "D", 1, 4) + times("B", "C", 5, 3) + times("C", "D", 1, 3)
"""Wikipedia, *Bradley-Terry model*, worked example, and what it comes to."""
WIKIPEDIA_P = {"A": 0.640, "B": 1.043, "C": 0.660, "D": 2.270}


def test_wikipedias_example() -> None:
    found = strengths(rate(record(WIKIPEDIA), BradleyTerry()))
    mean = sum(found.values()) / 4
    for name, p in WIKIPEDIA_P.items():
        assert math.exp(found[name] - mean) == pytest.approx(p, abs=5e-4)


def test_a_cycle_is_even_and_two_wins_of_three_are_ln_2() -> None:
    """The first tests of choix and arena-rank."""
    cycle = rate(record([("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)]), BradleyTerry())
    np.testing.assert_allclose(cycle.rating, 1500.0, atol=1e-9)
    pair = strengths(rate(record(times("a", "b", 2, 1)), BradleyTerry()))
    assert pair["a"] - pair["b"] == pytest.approx(math.log(2), abs=1e-12)


BASEBALL = {
    # team: without, with an advantage for the home side; Baltimore is 0. Agresti, Categorical Data Analysis,
    # table 10.10 (American League, Eastern division, 1987); four decimals as R's BradleyTerry2 prints them.
    "Boston": (1.1077, 1.1438),
    "Cleveland": (0.6839, 0.7047),
    "Detroit": (1.4364, 1.4754),
    "Milwaukee": (1.5814, 1.6196),
    "New York": (1.2476, 1.2813),
    "Toronto": (1.2945, 1.3271),
}
HOME = 0.3023


def baseball() -> Games:
    rows = []
    with (FIXTURES / "baseball_1987.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rows += times(row["home.team"], row["away.team"], int(row["home.wins"]), int(row["away.wins"]))
    return record(rows, advantage=np.ones(len(rows), dtype=np.int8))


def test_baseball_1987() -> None:
    assert len(BASEBALL) == 6
    plain = strengths(rate(baseball(), BradleyTerry()))
    at_home = rate(baseball(), BradleyTerry(advantage="fit"))
    home = strengths(at_home)
    for team, (without, with_home) in BASEBALL.items():
        assert round(plain[team] - plain["Baltimore"], 4) == without
        assert round(home[team] - home["Baltimore"], 4) == with_home
    assert isinstance(at_home.system, BradleyTerry)
    assert round(at_home.system.h * Q, 4) == HOME


def by_newton(at_home: bool) -> dict[str, float]:
    """Fit the season as a logistic regression: Newton on one dense Hessian, counts as they stand, Baltimore 0."""
    with (FIXTURES / "baseball_1987.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [*sorted({row["home.team"] for row in rows} - {"Baltimore"}), "home"]
    design, won, played = np.zeros((len(rows), len(names))), np.zeros(len(rows)), np.zeros(len(rows))
    for at, row in enumerate(rows):
        for team, sign in ((row["home.team"], 1.0), (row["away.team"], -1.0)):
            if team != "Baltimore":
                design[at, names.index(team)] = sign
        design[at, -1] = float(at_home)
        won[at] = float(row["home.wins"])
        played[at] = won[at] + float(row["away.wins"])
    if not at_home:
        design, names = design[:, :-1], names[:-1]
    beta = np.zeros(len(names))
    for _ in range(30):
        p = 1 / (1 + np.exp(-design @ beta))
        hessian = design.T @ (design * (played * p * (1 - p))[:, None])
        beta = beta + np.linalg.solve(hessian, design.T @ (won - played * p))
    return dict(zip(names, beta.tolist(), strict=True))


@pytest.mark.parametrize("at_home", [False, True])
def test_baseball_1987_a_second_time(at_home: bool) -> None:
    again = by_newton(at_home)
    ratings = rate(baseball(), BradleyTerry(advantage="fit") if at_home else BradleyTerry())
    found = strengths(ratings)
    for team, both in BASEBALL.items():
        assert round(again[team], 4) == both[at_home]
        assert found[team] - found["Baltimore"] == pytest.approx(again[team], abs=1e-7)
    if at_home:
        assert round(again["home"], 4) == HOME
        assert ratings.system.h * Q == pytest.approx(again["home"], abs=1e-7)  # type: ignore[attr-defined]


BASEBALL_ERRORS = {
    # team: standard errors without, with an advantage for the home side, as summary() of R's BradleyTerry2 prints them.
    "Boston": (0.3339, 0.3378),
    "Cleveland": (0.3319, 0.3350),
    "Detroit": (0.3396, 0.3446),
    "Milwaukee": (0.3433, 0.3474),
    "New York": (0.3359, 0.3404),
    "Toronto": (0.3367, 0.3403),
}


@pytest.mark.parametrize("at_home", [False, True])
def test_the_deviations_of_baseball_1987_are_the_standard_errors(at_home: bool) -> None:
    """Of differences from Baltimore, which is held where it is."""
    games = baseball()
    held = np.where(np.array(games.players.names) == "Baltimore", 1500.0, np.nan)
    games = replace(games, players=Players(games.players.names, {"rating": held}))
    ratings = rate(games, BradleyTerry(anchors="given", advantage="fit" if at_home else 0.0))
    for team, errors in BASEBALL_ERRORS.items():
        assert round((ratings.of(team).deviation or 0.0) * Q, 4) == errors[at_home]


def test_the_deviation_of_one_of_two_players() -> None:
    """The inverse of the information, by hand."""
    ratings = rate(record(times("a", "b", 6, 3)), BradleyTerry())
    # of θa − θb: 1 / √(n p q); of θa about the mean half of it
    assert ratings.of("a").deviation == pytest.approx(0.5 / math.sqrt(9 * 2 / 9) / Q, rel=1e-9)


def log_likelihood(numbers: Any, rows: list[tuple[str, str, float]], sides: list[int], ties: str) -> float:
    """Of B, C, D with A at 0, the advantage and the logarithm of the tie parameter; the papers' chances, game by game."""
    strength = {"A": 0.0, **dict(zip("BCD", numbers[:3], strict=True))}
    h, tie = numbers[3], math.exp(numbers[4])
    total = 0.0
    for (a, b, score), side in zip(rows, sides, strict=True):
        one, other = math.exp(strength[a] + h * side), math.exp(strength[b])
        if ties == "davidson":
            tied = tie * math.sqrt(one * other)
            win, draw, loss = (part / (one + other + tied) for part in (one, tied, other))
        else:
            win, loss = one / (one + tie * other), other / (other + tie * one)
            draw = 1.0 - win - loss
        total += math.log(win if score == 1.0 else loss if score == 0.0 else draw)
    return total


@pytest.mark.parametrize("ties", ["davidson", "rao-kupper"])
def test_advantage_and_ties_that_are_fitted_together(ties: str) -> None:
    """The top of the likelihood, and the inverse of its curvature, both by differences."""
    rows = [*WIKIPEDIA, ("A", "C", 0.5), ("B", "D", 0.5), ("C", "B", 0.5), ("D", "A", 0.5), ("D", "B", 1.0)]
    sides = [(1, -1, 0, 1)[at % 4] for at in range(len(rows))]
    games = record(rows, advantage=np.array(sides, np.int8), attributes={"rating": {"A": 1500.0}})
    ratings = rate(games, BradleyTerry(ties=ties, anchors="given", advantage="fit"))
    system = ratings.system
    assert isinstance(system, BradleyTerry)
    tie = system.nu if ties == "davidson" else system.theta
    found = np.array(
        [*((ratings.of(name).value - 1500.0) * Q for name in "BCD"), system.h * Q, math.log(float(tie))]
    )
    step = 1e-4 * np.eye(5)

    def at(move: Any) -> float:
        return log_likelihood(found + move, rows, sides, ties)

    slope = [(at(each) - at(-each)) / 2e-4 for each in step]
    np.testing.assert_allclose(slope, 0.0, atol=1e-6)
    bend = np.array([[(at(a + b) - at(a - b) - at(b - a) + at(-a - b)) / 4e-8 for b in step] for a in step])
    expected = np.sqrt(np.diag(np.linalg.inv(-bend)))[:3] / Q
    np.testing.assert_allclose([ratings.of(name).deviation or 0.0 for name in "BCD"], expected, rtol=1e-5)


def test_davidsons_ties() -> None:
    """Two players, W wins, T ties, L losses: three chances, two parameters, so the fit is perfect."""
    ratings = rate(record(times("a", "b", 6, 2, 3)), BradleyTerry(ties="davidson"))
    prediction = ratings.predict("a", "b")
    assert (prediction.win, prediction.draw, prediction.loss) == pytest.approx(
        (6 / 11, 3 / 11, 2 / 11), abs=1e-9
    )
    found = strengths(ratings)
    assert found["a"] - found["b"] == pytest.approx(math.log(3), abs=1e-9)
    assert ratings.system.nu == pytest.approx(3 / math.sqrt(12), abs=1e-9)  # type: ignore[attr-defined]


def test_rao_and_kuppers_ties() -> None:
    ratings = rate(record(times("a", "b", 6, 2, 3)), BradleyTerry(ties="rao-kupper"))
    prediction = ratings.predict("a", "b")
    assert (prediction.win, prediction.draw, prediction.loss) == pytest.approx(
        (6 / 11, 3 / 11, 2 / 11), abs=1e-9
    )
    # win/(1 − win) = e^x/θ and loss/(1 − loss) = e^−x/θ
    assert ratings.system.theta == pytest.approx(1 / math.sqrt(6 / 5 * 2 / 9), abs=1e-8)  # type: ignore[attr-defined]


def test_ties_are_none_when_the_record_has_none() -> None:
    for ties in ("davidson", "rao-kupper"):
        ratings = rate(record(WIKIPEDIA), BradleyTerry(ties=ties))
        assert ratings.predict("A", "D").draw == 0.0
        np.testing.assert_allclose(ratings.rating, rate(record(WIKIPEDIA), BradleyTerry()).rating, atol=1e-9)


def test_pairs_are_merged_alike_where_there_are_too_many_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("A", "B", 1.0), ("B", "A", 0.0), ("B", "C", 0.5), ("C", "A", 1.0), ("A", "B", 0.0)]
    by_table = rate(record(rows), BradleyTerry(prior=350))
    monkeypatch.setattr(bradleyterryfit, "TABLE", 0)
    assert rate(record(rows), BradleyTerry(prior=350)).table().equals(by_table.table())


def test_weights_count_as_so_many_games() -> None:
    rows = [("A", "B", 1.0), ("A", "B", 0.0), ("B", "C", 1.0), ("B", "C", 0.0)]
    weighted = rate(record(rows, weight=np.array([2.0, 3.0, 5.0, 1.0])), BradleyTerry())
    counted = rate(record(times("A", "B", 2, 3) + times("B", "C", 5, 1)), BradleyTerry())
    np.testing.assert_allclose(weighted.rating, counted.rating, atol=1e-9)


def test_anchors_stay_where_they_are() -> None:
    games = record(WIKIPEDIA, attributes={"rating": {"A": 1800.0}})
    free, held = rate(games, BradleyTerry()), rate(games, BradleyTerry(anchors="given"))
    assert held.of("A").value == 1800.0
    assert held.of("A").deviation == 0.0
    np.testing.assert_allclose(held.rating - 1800.0, free.rating - free.of("A").value, atol=1e-8)


ONE_SIDED = {
    "won all": ([*WIKIPEDIA, ("Eve", "A", 1.0)], "Eve lost no point"),
    "lost all": ([*WIKIPEDIA, ("A", "Eve", 1.0)], "Eve took no point"),
    "two groups": ([*WIKIPEDIA, ("x", "y", 1.0), ("y", "x", 1.0)], "2 groups that never met, such as x, y"),
    "a group that only won": ([*WIKIPEDIA, *times("x", "y", 1, 1), ("x", "A", 1.0)], "x, y lost no point"),
}


@pytest.mark.parametrize(("rows", "words"), ONE_SIDED.values(), ids=ONE_SIDED)
def test_what_cannot_be_told_is_named_and_not_guessed(rows: list[tuple[str, str, float]], words: str) -> None:
    with pytest.raises(NotProvided, match=words) as error:
        rate(record(rows), BradleyTerry())
    assert "prior=350" in str(error.value)
    assert np.isfinite(rate(record(rows), BradleyTerry(prior=350)).rating).all()


def test_settings_that_cannot_be() -> None:
    with pytest.raises(BadInput, match="advantage"):
        BradleyTerry(advantage="home")
    # With the advantage an opponent of 1620 is met like one of 1560 without any; against it, one of 1500.
    one = Rating(1500.0, deviation=200.0)
    moved = [
        BradleyTerry(advantage=h)
        .update(one, [Encounter(Rating(value), 1.0, advantage=side)], "period")
        .after.value
        for h, value, side in ((60.0, 1560.0, 0), (0.0, 1560.0, 0), (60.0, 1500.0, -1), (60.0, 1620.0, 1))
    ]
    assert moved == pytest.approx([moved[0]] * 4)
    assert moved[0] > one.value
    with pytest.raises(BadInput, match="theta"):
        BradleyTerry(theta=0.5)
    with pytest.raises(NotProvided, match="no advantage to fit"):
        rate(record(WIKIPEDIA), BradleyTerry(advantage="fit"))


def slow(rows: list[tuple[int, int, float]], n: int, prior: float) -> list[float]:
    """Climb the log-posterior by one player at a time, until nothing moves."""
    theta = [0.0] * n
    for _ in range(3000):
        moved = 0.0
        for p in range(n):
            slope, bend = -theta[p] / (prior * Q) ** 2, 1 / (prior * Q) ** 2
            for a, b, s in rows:
                if p in (a, b):
                    other, own = (b, s) if p == a else (a, 1 - s)
                    E = 1 / (1 + math.exp(theta[other] - theta[p]))
                    slope, bend = slope + own - E, bend + E * (1 - E)
            step = slope / bend
            theta[p] += step
            moved = max(moved, abs(step))
        if moved < 1e-13:
            break
    return [1500 + t / Q for t in theta]


ROWS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.0, 0.5, 1.0, 0.7])).filter(
        lambda row: row[0] != row[1]
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=25, deadline=None)
@given(ROWS, st.booleans())
def test_a_slow_climb_comes_to_the_same_ratings(rows: list[tuple[int, int, float]], large: bool) -> None:
    names = "abcde"
    games = record([(n, n2, s) for n, n2, s in ((names[a], names[b], s) for a, b, s in rows)])
    before = bradleyterryfit.DENSE
    bradleyterryfit.DENSE = 0 if large else before
    try:
        ratings = rate(games, BradleyTerry(prior=300.0))
    finally:
        bradleyterryfit.DENSE = before
    index = [names.index(name) for name in games.players.names]
    expected = np.array(slow(rows, 5, 300.0))[index]
    np.testing.assert_allclose(ratings.rating, expected, atol=1e-7)


@pytest.mark.parametrize("ties", ["none-as-half", "davidson", "rao-kupper"])
@pytest.mark.parametrize("prior", [0.0, 250.0])
def test_the_shares_of_the_games_make_the_rating(ties: str, prior: float) -> None:
    rows = [*WIKIPEDIA, ("A", "C", 0.5), ("B", "D", 0.5)]
    games = record(
        rows, time=np.arange(len(rows)) // 5, advantage=np.resize([1, -1, 0], len(rows)).astype(np.int8)
    )
    ratings = rate(games, BradleyTerry(ties=ties, prior=prior, advantage="fit"), period="1", history=True)
    for name in "ABCD":
        told = explain(ratings, name)
        parts = [game.value for unit in told.parts for game in unit.parts]
        assert 1500 + math.fsum(parts) == pytest.approx(ratings.of(name).value, abs=1e-9)
        assert ratings.history(name)["rating"][-1] == pytest.approx(ratings.of(name).value, abs=1e-9)


@pytest.mark.parametrize("ties", ["none-as-half", "davidson", "rao-kupper"])
def test_nothing_overflows(ties: str) -> None:
    system = BradleyTerry(ties=ties)
    for gap in (1e3, 1e5, -1e5):
        prediction = system.predict(Rating(1500 + gap), Rating(1500))
        assert 0.0 <= prediction.expected <= 1.0
        assert prediction.win + (prediction.draw or 0.0) + prediction.loss == pytest.approx(1.0)
        for score in (0.0, 0.5, 1.0):
            game = Encounter(Rating(1500.0), score)
            update = system.update(Rating(1500 + gap, deviation=1.0), [game], "period")
            assert math.isfinite(update.after.value)
            assert update.explanation.value == pytest.approx(sum(p.value for p in update.explanation.parts))


def test_a_loss_is_a_win_seen_from_the_other_side() -> None:
    system = BradleyTerry()
    won = system.update(Rating(1600.0), [Encounter(Rating(1500.0), 1.0)], "period").explanation.value
    lost = system.update(Rating(1500.0), [Encounter(Rating(1600.0), 0.0)], "period").explanation.value
    assert won == pytest.approx(-lost, abs=1e-9)
    assert won > 50.0


def test_an_update_with_the_prior_is_the_fit() -> None:
    """A newcomer's games against held opponents: the same equation as in the joint fit."""
    games = record(WIKIPEDIA)
    ratings = rate(games, BradleyTerry(prior=200.0))
    met = [
        Encounter(ratings.of(b if a == "A" else a), s if a == "A" else 1 - s)
        for a, b, s in WIKIPEDIA
        if "A" in (a, b)
    ]
    update = ratings.system.update(ratings.system.newcomer(), met, "period")
    assert update.after.value == pytest.approx(ratings.of("A").value, abs=1e-8)


DRAWN = ((0, 1, 0.5), (0, 2, 0.5), (2, 1, 0.5))
WHITE_WON = ((0, 1, 1.0), (0, 2, 1.0), (1, 0, 1.0), (2, 0, 1.0))
WHITE_NEVER_LOST = ((0, 1, 1.0), (1, 0, 0.5), (2, 1, 0.5), (1, 2, 1.0), (2, 0, 1.0))


@pytest.mark.parametrize(
    ("results", "parameters", "said"),
    [
        (DRAWN, {"ties": "davidson"}, "every game is drawn"),
        (DRAWN, {"ties": "rao-kupper", "prior": 200.0}, "every game is drawn"),
        (WHITE_WON, {"advantage": "fit", "prior": 200.0}, "won every game"),
        (WHITE_WON, {"advantage": "fit", "prior": 200.0, "ties": "rao-kupper"}, "won every game"),
        (WHITE_NEVER_LOST, {"advantage": "fit", "prior": 200.0, "ties": "rao-kupper"}, "or the advantage"),
        (WHITE_NEVER_LOST, {"advantage": "fit", "ties": "davidson"}, "or the advantage"),
    ],
)
def test_what_the_results_leave_infinite_is_refused(
    results: tuple[tuple[int, int, float], ...], parameters: dict[str, Any], said: str
) -> None:
    first, second, score = (np.array(column) for column in zip(*results, strict=True))
    games = Games(
        Players(["A", "B", "C"]),
        first.astype(np.int32),
        second.astype(np.int32),
        score.astype(np.float64),
        advantage=np.ones(len(results), dtype=np.int8),
    )
    with pytest.raises(NotProvided) as refused:
        rate(games, BradleyTerry(**parameters))
    assert said in f"{refused.value}"


def test_many_players_are_solved_for_without_a_search_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near the end a gradient is of rounding, which moves all strengths together: no solution gives that."""
    from scipy.sparse import linalg

    search, ends = linalg.cg, []

    def watched(*given: Any, **more: Any) -> Any:
        found, end = search(*given, **{**more, "maxiter": 500})
        ends.append(end)
        return found, end

    monkeypatch.setattr(linalg, "cg", watched)
    random = np.random.default_rng(60)
    players, count = 5_000, 100_000
    first = (players * random.random(count) ** 3).astype(np.int32)
    second = (first + random.integers(1, players, count)).astype(np.int32) % players
    score = random.choice([0.0, 0.5, 1.0], count)
    games = Games(Players([f"p{i}" for i in range(players)]), first, second, score)
    found = rate(games, BradleyTerry()).rating
    assert len(ends) > 3
    assert not any(ends)
    expected = 1.0 / (1.0 + 10.0 ** ((found[second] - found[first]) / 400.0))
    left = np.bincount(first, score - expected, players) + np.bincount(second, expected - score, players)
    assert np.abs(left).max() < 1e-7
