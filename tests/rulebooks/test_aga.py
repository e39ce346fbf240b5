"""AGA against the constants of BayRate, and against a second solver."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from arpad.core import BadInput
from arpad.ratings.explain import updates
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.rulebooks.go import Aga
from arpad.rulebooks.go.bayrate import (
    ENTRY,
    SPREAD,
    closed,
    edge,
    entry_deviation,
    grown,
    opened,
    seeded,
    spread,
)


def log_phi(z: float) -> float:
    return math.log(max(0.5 * math.erfc(-z / math.sqrt(2.0)), 1e-300))


# usgo/AGA-Ratings-Program: spread by stones, before komi.
SPREADS = {
    2: 1.13672, 3: 1.18795, 4: 1.22841, 5: 1.27457, 6: 1.31978, 7: 1.35881, 8: 1.39782, 9: 1.43614,
}  # fmt: skip


def test_even_game_with_usual_komi() -> None:
    assert edge(0.0, 7.5) == pytest.approx(0.01225, abs=1e-9)
    assert spread(0.0, 7.5) == pytest.approx(1.0568465, abs=1e-7)
    assert Aga().predict(Rating(3.0), Rating(3.0), 1).expected == pytest.approx(0.495376, abs=5e-7)
    assert Aga().predict(Rating(3.0), Rating(3.0), -1).expected == pytest.approx(1 - 0.495376, abs=5e-7)
    assert Aga().predict(Rating(3.0), Rating(3.0)).expected == 0.5


def test_spreads_by_stones() -> None:
    assert len(SPREADS) == len(SPREAD) == 8
    assert {stones: spread(float(stones), 0.0) for stones in SPREADS} == SPREADS
    assert spread(4.0, 0.5) == pytest.approx(1.22841 - 0.0035169 * 0.5)
    assert edge(4.0, 0.5) == pytest.approx(4.0 - 0.0757 * 0.5)


def test_the_gap() -> None:
    assert [closed(r) for r in (-2.5, -1.0, 1.0, 3.25)] == [-1.5, 0.0, 0.0, 2.25]
    assert [opened(c) for c in (-1.5, 0.0, 2.25)] == [-2.5, 1.0, 3.25]


# usgo/AGA-Ratings-Program, player.cpp: the deviation of who enters at −50.5, −49.5 … −1.5, 1.5 … 8.5.
ENTRY_BY_RANK = """
    5.73781 5.63937 5.54098 5.44266 5.34439 5.24619 5.14806 5.05000 4.95202 4.85412
    4.75631 4.65859 4.56098 4.46346 4.36606 4.26878 4.17163 4.07462 3.97775 3.88104
    3.78451 3.68816 3.59201 3.49607 3.40037 3.30492 3.20975 3.11488 3.02035 2.92617
    2.83240 2.73907 2.64622 2.55392 2.46221 2.37118 2.28090 2.19146 2.10297 2.01556
    1.92938 1.84459 1.76139 1.68003 1.60078 1.52398 1.45000 1.37931 1.31244 1.25000
    1.19269 1.14127 1.09659 1.05948 1.03078 1.01119 1.00125 1.00000 1.00000
"""


def test_a_newcomers_deviation_in_the_middle_of_each_rank() -> None:
    printed = [float(number) for number in ENTRY_BY_RANK.split()]
    ranks = [-50.5 + at for at in range(50)] + [1.5 + at for at in range(9)]
    # −1.5 is the last one below the gap, 1.5 the first above it; in between there is no rating.
    assert ranks[49:51] == [-1.5, 1.5]
    assert [round(entry_deviation(rank), 9) for rank in ranks] == printed


def natural_spline(x: float, y: list[float]) -> float:
    """Return the natural cubic spline through (0, y0), (1, y1)…, by elimination of its second derivatives."""
    n = len(y)
    upper, right = [0.0] * n, [0.0] * n
    for i in range(1, n - 1):
        pivot = 4.0 - upper[i - 1]
        upper[i] = 1.0 / pivot
        right[i] = (6.0 * (y[i - 1] - 2.0 * y[i] + y[i + 1]) - right[i - 1]) / pivot
    bend = [0.0] * n
    for i in range(n - 2, 0, -1):
        bend[i] = right[i] - upper[i] * bend[i + 1]
    i = min(int(x), n - 2)
    t = x - i
    line = y[i] * (1 - t) + y[i + 1] * t
    return line + (bend[i] * ((1 - t) ** 3 - (1 - t)) + bend[i + 1] * (t**3 - t)) / 6.0


@pytest.mark.parametrize("rating", [-50.5, -49.9, -30.0, -11.3, -1.2, 1.0, 3.2, 6.77, 7.5])
def test_a_newcomers_deviation_between_the_ranks(rating: float) -> None:
    shut = rating - 1 if rating > 0 else rating + 1
    expected_deviation = natural_spline(shut + 49.5, list(ENTRY))
    assert entry_deviation(rating) == pytest.approx(expected_deviation, abs=1e-12)


def test_a_newcomers_deviation_enters_the_rating() -> None:
    assert entry_deviation(7.51) == 1.0
    assert entry_deviation(-50.51) == 6.0
    assert Aga().newcomer() == Rating(-10.5, deviation=entry_deviation(-10.5))
    known, new = Rating(3.5, deviation=entry_deviation(3.5)), Rating(3.5)
    games = [Encounter(Rating(2.5, deviation=0.5), 1.0)]
    assert Aga().update(known, games, "period").after.value == Aga().update(new, games, "period").after.value
    zero = np.zeros(1, dtype=np.int32)
    players = Players(["a", "b"], {"rating": np.array([3.5, 2.5]), "deviation": np.array([np.nan, 0.5])})
    ratings = rate(Games(players, zero, zero + 1, np.ones(1)), Aga())
    assert ratings.of("a").value == pytest.approx(Aga().update(known, games, "period").after.value, abs=1e-9)
    assert Aga(deviation=3.0).newcomer().deviation == 3.0


def test_growth_and_entry_rank() -> None:
    assert grown(0.6, 1000.0) == pytest.approx(math.hypot(0.6, 0.5))
    assert seeded(2.0, 0.5, 0.9, True) == seeded(2.0, 0.5, 2.0, False) == (2.0, 0.5)
    assert seeded(2.0, 0.5, 3.0, True) is None
    again = seeded(2.0, 0.5, 2.0, True)
    assert again is not None
    assert again[0] == pytest.approx(2.0 + 0.024746 + 0.64254)
    assert again[1] ** 2 == pytest.approx(0.25 + 0.256 * 2**1.9475)


def record(seed: int, games: int = 40, players: int = 8, events: int = 3) -> Games:
    draw = np.random.default_rng(seed)
    first = draw.integers(0, players, games)
    second = (first + draw.integers(1, players, games)) % players
    event = np.sort(draw.integers(0, events, games)).astype(np.int32)
    rating = np.array([opened(c) for c in draw.normal(0.0, 3.0, players).tolist()])
    return Games(
        Players(
            [f"P{i}" for i in range(players)],
            {"rating": rating, "deviation": draw.uniform(0.3, 2.0, players)},
        ),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], games, p=[0.45, 0.1, 0.45]),
        time=np.datetime64("1968-01-05") + 700 * event.astype(np.int64),
        handicap=draw.choice([-4.0, 0.0, 0.0, 2.0, 9.0], games),
        komi=draw.choice([np.nan, 0.5, 6.5], games),
        advantage=draw.choice([-1, 0, 1], games).astype(np.int8),
        weight=draw.choice([1.0, 0.5], games),
        event=Labels(event, tuple("ABC")),
    )


def slow(games: Games) -> tuple[list[float], list[float]]:
    """Rate with SciPy's quasi-Newton method on the logarithm of the posterior, written game by game."""
    rating = [r - 1 if r > 0 else r + 1 for r in games.players.number("rating").tolist()]
    sigma = games.players.number("deviation").tolist()
    last: dict[int, int] = {}
    assert games.event is not None
    assert games.handicap is not None
    assert games.komi is not None
    assert games.advantage is not None
    assert games.weight is not None
    assert games.time is not None
    for code in sorted(set(games.event.codes.tolist())):
        found = []
        day = 0
        for i in np.flatnonzero(games.event.codes == code):
            a, b, h = int(games.first[i]), int(games.second[i]), float(games.handicap[i])
            first_is_white = h > 0 or (h == 0 and games.advantage[i] == 1)
            neither = h == 0 and games.advantage[i] == 0
            komi = float(games.komi[i])
            if math.isnan(komi):
                komi = 0.5 if h else 7.5
            if abs(h) <= 1:
                eq, sp = 0.580 - 0.0757 * komi, 1.0649 - 0.0021976 * komi + 0.00014984 * komi**2
            else:
                eq, sp = abs(h) - 0.0757 * komi, SPREADS[int(abs(h))] - 0.0035169 * komi
            eq = 0.0 if neither else eq if first_is_white else -eq
            found.append((a, b, float(games.score[i]), eq, sp, float(games.weight[i])))
            day = int(games.time[i].astype(np.int64))
        inside = sorted({game[0] for game in found} | {game[1] for game in found})
        for who in inside:
            sigma[who] = math.hypot(sigma[who], 0.0005 * (day - last.get(who, day)))
            last[who] = day

        def likelihood(x: dict[int, float], game: tuple[int, int, float, float, float, float]) -> float:
            a, b, s, eq, sp, w = game
            z = (x[a] - x[b] - eq) / sp
            return w * (s * log_phi(z) + (1 - s) * log_phi(-z))

        def cost(values: np.ndarray, games=tuple(found), inside=tuple(inside)) -> float:  # type: ignore[no-untyped-def]
            x = dict(zip(inside, values.tolist(), strict=True))
            prior = sum(((x[who] - rating[who]) / sigma[who]) ** 2 for who in inside) / 2
            return float(prior - sum(likelihood(x, game) for game in games))

        best = minimize(cost, np.array([rating[who] for who in inside]), tol=1e-11)
        x = dict(zip(inside, best.x.tolist(), strict=True))
        new = {}
        for who in inside:
            at = [x[who] + (k / 10 - 5.05) * sigma[who] for k in range(100)]
            logs = []
            for value in at:
                moved = {**x, who: value}
                own = sum(likelihood(moved, game) for game in found if who in game[:2])
                logs.append(own - ((value - rating[who]) / sigma[who]) ** 2 / 2)
            density = [math.exp(log - max(logs)) for log in logs]
            total = sum(d * (value - x[who]) ** 2 for d, value in zip(density, at, strict=True))
            new[who] = math.sqrt(total / sum(density))
        for who in inside:
            rating[who], sigma[who] = x[who], new[who]
    return [r + 1 if r >= 0 else r - 1 for r in rating], sigma


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32))
def test_a_second_solver_agrees(seed: int) -> None:
    games = record(seed)
    found = rate(games, Aga())
    ratings, deviations = slow(games)
    shut = [closed(r) for r in found.rating.tolist()]
    np.testing.assert_allclose(shut, [closed(r) for r in ratings], rtol=0, atol=1e-4)
    np.testing.assert_allclose(found.state.columns["deviation"], deviations, rtol=0, atol=1e-4)


def test_the_explanation_is_the_loop() -> None:
    ratings = rate(record(6), Aga(), history=True)
    for name in ratings.players.names:
        told = updates(ratings, name)
        for update in told:
            exact = math.fsum(part.value for part in update.explanation.parts)
            moved = closed(update.after.value) - closed(update.before.value)
            assert exact == pytest.approx(moved, abs=1e-9)
            told_of_gap = any(step.label.startswith("across the gap") for step in update.explanation.steps)
            assert told_of_gap == ((update.before.value > 0) != (update.after.value > 0))
        assert told[-1].after.value == pytest.approx(ratings.of(name).value, abs=1e-9)
        assert told[-1].after.deviation == pytest.approx(ratings.of(name).deviation, abs=1e-9)


def test_tournaments_may_overlap() -> None:
    """A league ends after a cup that began later, and A's part of it before: no time passes backwards for A."""
    days = np.array(["2025-01-01", "2025-03-01", "2025-02-01", "2025-06-01"], dtype="datetime64[D]")
    games = Games(
        Players(["A", "B", "C", "D"]), np.array([0, 2, 0, 0]), np.array([1, 3, 1, 1]),
        np.array([1.0, 0.0, 1.0, 1.0]),
        time=days, event=Labels(np.array([0, 0, 1, 2], dtype=np.int32), ["league", "cup", "final"]),
    )  # fmt: skip
    ratings = rate(games, Aga(), history=True)
    assert ratings.history("A")["period"].to_list() == ["cup", "league", "final"]
    for name in ratings.players.names:
        told = updates(ratings, name)[-1].after
        assert told.value == pytest.approx(ratings.of(name).value, abs=1e-9)
        assert told.deviation == pytest.approx(ratings.of(name).deviation, abs=1e-9)
    cup, league, _ = updates(ratings, "A")
    before = next(step.value for step in league.explanation.steps if step.label == "deviation before")
    assert before == pytest.approx(cup.after.deviation, abs=1e-12)


@pytest.mark.parametrize("apart", [50.0, 1e5, 1e8])
def test_an_upset_moves_equals_alike_however_far_apart(apart: float) -> None:
    """Both priors alike, each closes half of what the game leaves open: d = apart · σ² / (2σ² + sp²)."""
    game = Encounter(Rating(-apart, deviation=2.0), 0.0)
    moved = Aga().update(Rating(apart, deviation=2.0), [game], "period").explanation.parts[0].value
    sp = spread(0.0, 7.5)
    assert moved == pytest.approx(-2.0 * apart * 4.0 / (8.0 + sp * sp), rel=1 / apart)


def test_a_deviation_of_nothing_is_refused() -> None:
    game = Encounter(Rating(3.0, deviation=1.0), 1.0)
    with pytest.raises(BadInput, match="deviation more than 0"):
        Aga().update(Rating(3.0, deviation=0.0), [game], "period")
    with pytest.raises(BadInput, match="deviation more than 0"):
        Aga().update(game.opponent, [Encounter(Rating(3.0, deviation=0.0), 1.0)], "period")


def test_sides_may_be_swapped() -> None:
    games = record(8)
    assert games.handicap is not None
    assert games.advantage is not None
    turned = Games(
        games.players, games.second, games.first, 1.0 - games.score, time=games.time, komi=games.komi,
        handicap=-games.handicap, advantage=-games.advantage, weight=games.weight, event=games.event,
    )  # fmt: skip
    np.testing.assert_allclose(rate(turned, Aga()).rating, rate(games, Aga()).rating, rtol=0, atol=1e-9)


def test_extremes_stay_finite() -> None:
    for own, theirs in ((1e5, -1e5), (-1e5, 1e5), (30.0, -30.0)):
        for deviation in (1e-3, 5.0):
            game = Encounter(Rating(theirs, deviation=deviation), 0.0)
            after = Aga().update(Rating(own, deviation=deviation), [game], "period").after
            assert math.isfinite(after.value)
            assert after.deviation is not None
            assert math.isfinite(after.deviation)
