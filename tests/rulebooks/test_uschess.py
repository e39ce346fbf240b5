"""US Chess against its published examples of one player, its limits, and its explanation.

Whole events are in ``test_uschess_event.py``.
"""

from __future__ import annotations

import math
from datetime import date

import numpy as np
import pytest

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.events.loop import SCORE, THEIRS
from arpad.ratings.explain import updates
from arpad.ratings.model import Encounter, Rating, Update
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.rulebooks.uschess import UsChess, formulas
from arpad.rulebooks.uschess.editions import EDITIONS, codes
from arpad.rulebooks.uschess.player_row import previous_kind

# Approximating formulas for the US Chess rating system (2015/2017), recomputed; special formula: the 2020 document.
EXAMPLE = ((1250, 1.0), (1400, 0.5), (1500, 1.0), (1550, 1.0))
PUBLISHED = [
    ("threshold 12", date(2016, 1, 1), 1464.804888),
    ("threshold 14", date(2018, 1, 1), 1460.804888),
    ("threshold 12 again", date(2024, 6, 1), 1464.804888),
]
THRESHOLDS = {
    "2015-01-01": 12,
    "2017-04-30": 12,
    "2017-05-01": 14,
    "2023-01-31": 14,
    "2023-02-01": 12,
    "2024-12-31": 12,
    "2025-01-01": 10,
}


def after(
    rating: Rating,
    games: tuple[tuple[float, float], ...],
    system: UsChess | None = None,
    on: date | None = None,
) -> Update:
    played = [Encounter(Rating(opponent), score, on=on) for opponent, score in games]
    return (system or UsChess()).update(rating, played, "period")


@pytest.mark.parametrize(("name", "on", "published"), PUBLISHED)
def test_published_standard_example(name: str, on: date, published: float) -> None:
    assert after(Rating(1300, games=45), EXAMPLE, on=on).after.value == pytest.approx(published, abs=1e-6)


def test_a_lower_threshold_pays_more() -> None:
    paid = after(Rating(1300, games=45), EXAMPLE, on=date(2025, 1, 1)).after.value
    assert paid == pytest.approx(1464.804888 + 2 * 2, abs=1e-6)


def test_published_parts_of_the_standard_example() -> None:
    steps = {step.label: step.value for step in after(Rating(1300, games=45), EXAMPLE).explanation.steps}
    assert steps["effective games"] == pytest.approx(14.1069, abs=5e-5)
    assert steps["K"] == pytest.approx(44.1821, abs=5e-5)
    assert steps["gain"] == pytest.approx(94.4024, abs=5e-5)
    assert steps["bonus"] == pytest.approx(94.4024 - 10 * 2, abs=5e-5)


def test_published_effective_games() -> None:
    assert formulas.effective_games(1700.0, 30.0) == pytest.approx(20.0117867, abs=5e-8)
    assert formulas.n_star(1700.0) == pytest.approx(20.0118, abs=5e-5)
    assert formulas.n_star(2356.0) == 50.0
    # 50 / √(1 + (2200 − R)² / 100000) of 2004, which gave 26.7 for 1700, is not in force any more.
    assert 50 / math.sqrt(1 + (2200 - 1700) ** 2 / 1e5) == pytest.approx(26.7, abs=0.05)


def test_published_special_example() -> None:
    found = after(Rating(1500, games=6), ((1400, 1.0), (1550, 0.0), (1650, 0.5)))
    assert found.after.value == pytest.approx(1511.111, abs=5e-4)


def test_error_of_skillratings_that_takes_the_smaller_of_m_and_4() -> None:
    lost = 100.0 - formulas.bonus(10.0, 100.0, 6.0, 1.0)
    assert lost == pytest.approx(24.49, abs=5e-3)
    assert abs(lost - 10 * math.sqrt(min(6, 4))) > 4.4  # 20.0


@pytest.mark.parametrize(("day", "threshold"), THRESHOLDS.items())
def test_threshold_by_date(day: str, threshold: float) -> None:
    code = int(codes(np.array([day], dtype="datetime64[D]"))[0])
    assert EDITIONS[code].threshold == threshold
    assert len(EDITIONS) == 4


@pytest.mark.parametrize(
    ("m", "most", "paid"), [(2, 1, 0.0), (3, 1, 80.0), (4, 2, 80.0), (4, 3, 0.0), (9, 2, 70.0)]
)
def test_bonus_needs_three_games_and_no_third_meeting(m: int, most: int, paid: float) -> None:
    assert formulas.bonus(10.0, 100.0, float(m), float(most)) == pytest.approx(paid)


@pytest.mark.parametrize(
    ("rating", "factor"),
    [
        (2199.5, 1.0),
        (2200.0, 1.0),
        (2200.5, 0.99875),
        (2300.0, 0.75),
        (2400.0, 0.5),
        (2499.9, 0.25025),
        (2500.0, 0.25),
        (2600.0, 0.25),
    ],
)
def test_dual_rated_k(rating: float, factor: float) -> None:
    assert formulas.k_standard(True, rating, 46.0, 4.0) == pytest.approx(16.0 * factor, abs=1e-9)
    assert formulas.k_standard(False, rating, 46.0, 4.0) == 16.0


@pytest.mark.parametrize(
    ("rating", "formula"),
    [
        (2199.5, "800 / (N0 + m)"),
        (2200.0, "800 / (N0 + m)"),
        (2200.5, "800 · (6.5 − 0.0025 · R0) / (N0 + m)"),
        (2499.5, "800 · (6.5 − 0.0025 · R0) / (N0 + m)"),
        (2500.0, "200 / (N0 + m)"),
    ],
)
def test_dual_rated_k_is_explained(rating: float, formula: str) -> None:
    games = ((2100.0, 1.0), (2300.0, 0.5), (2250.0, 0.0))
    told = after(Rating(rating, games=45), games, UsChess(dual=True)).explanation
    assert next(step.formula for step in told.steps if step.label == "K") == formula


@pytest.mark.parametrize(
    ("age", "rating"), [(1, 100), (2, 100), (10, 500), (25, 1250), (26, 1300), (60, 1300), (math.nan, 1300)]
)
def test_unrated_players_enter_by_age(age: float, rating: float) -> None:
    assert formulas.age_based(float(age)) == rating


@pytest.mark.parametrize(
    ("peak", "floor"),
    [(1399, 100), (1400, 1200), (1499.4, 1200), (1499.5, 1300), (1941, 1700), (2300, 2100), (2800, 2100)],
)
def test_floor_of_a_peak(peak: float, floor: float) -> None:
    assert formulas.peak_floor(peak) == floor


def test_absolute_floor() -> None:
    assert formulas.absolute_floor(3.0, 2.0, 1.0) == 117.0
    assert formulas.absolute_floor(20.0, 0.0, 9.0) == 150.0


def test_floors_hold_unless_switched_off() -> None:
    lost = tuple((1500.0, 0.0) for _ in range(10))
    own = Rating(1501, games=200, peak=1700.0)
    assert after(own, lost).after.value == 1500.0
    assert after(own, lost, UsChess(floors=False)).after.value < 1450.0
    given_floor = Rating(1501, games=200, peak=1700.0, attributes={"floor": 1600.0})
    assert after(given_floor, lost).after.value == 1600.0


def test_a_match_pays_no_bonus_and_fifty_points_at_most() -> None:
    match = UsChess(match=True)
    own = Rating(1300, games=45)
    won = tuple((1600.0, 1.0) for _ in range(6))
    assert after(own, won, match).after.value == 1350.0
    assert after(own, ((1701.0, 1.0),), match).after.value == 1300.0  # more than 400 points apart
    far = after(own, ((1701.0, 1.0),), match).explanation.parts[0].facts["expected"]
    assert far == pytest.approx(1 / (1 + 10 ** (401 / 400)), abs=1e-12)
    assert after(Rating(1300, games=25), won, match).after.value == 1300.0  # not established
    assert after(own, ((1300.0, 1.0),), match).after.value < 1350.0


def test_after_wins_only_the_special_formula_holds() -> None:
    own = Rating(1500, games=20, attributes={"wins": 20.0})
    # 20 effective games won against 1100 and one against 1500: everything from 1900 up fits, 1900 is nearest.
    assert after(own, ((1500.0, 1.0),)).after.value == pytest.approx(1900.0, abs=1e-6)
    assert after(Rating(1500, games=20), ((1500.0, 1.0),)).after.value < 1550.0


def test_the_special_formula_finds_a_rating_far_from_the_one_before() -> None:
    """Half of 4 points against 2600 are 2600 beside 4 effective games at 1000, each of which counts 1 from 1400 on.

    f(R) = 4 · (1 − ½) + 8 · (½ + (R − 2600) / 800) − 6, which is 0 at R = 2600 + 0.
    """
    faced = np.zeros((8, 8))
    faced[:, THEIRS] = 2600.0
    faced[:6, SCORE] = 1.0
    assert formulas.special(1000.0, 4.0, 0, faced, 0, 8) == pytest.approx(2600.0, abs=1e-6)


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "kind"),
    [(3, 0, 0, 1), (0, 0, 3, -1), (1, 0, 5, 0), (5, 0, 1, 0), (0, 1, 0, 0), (4, 1, 0, 0), (0, 0, 0, 0)],
)
def test_the_special_formula_holds_for_whoever_only_won_or_only_lost(
    won: int, drawn: int, lost: int, kind: int
) -> None:
    assert previous_kind(won, drawn, lost, won + drawn + lost) == kind


def test_the_special_formula_ends_at_2700() -> None:
    assert after(Rating(2600, games=3), tuple((2600.0, 1.0) for _ in range(9))).after.value == 2700.0


def record(seed: int, games: int = 120, players: int = 14, events: int = 6) -> Games:
    draw = np.random.default_rng(seed)
    first = draw.integers(0, players, games)
    second = (first + draw.integers(1, players, games)) % players
    event = np.sort(draw.integers(0, events, games)).astype(np.int32)
    days = np.datetime64("2024-10-05") + 30 * event.astype(np.int64)
    unrated = draw.random(players) < 0.4
    known = np.where(unrated, 0.0, draw.choice([3.0, 12.0, 26.0, 300.0], players))
    attributes = {
        "rating": np.where(unrated, np.nan, draw.normal(1700.0, 450.0, players)),
        "games": known,
        "birth_year": np.where(draw.random(players) < 0.5, draw.integers(1990, 2019, players), np.nan),
        "peak": np.where(draw.random(players) < 0.3, 1800.0, np.nan),
    }
    return Games(
        Players([f"P{i}" for i in range(players)], attributes),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], games),
        time=days,
        event=Labels(event, tuple(f"E{i}" for i in range(events))),
    )


SYSTEMS = [UsChess(), UsChess(dual=True), UsChess(match=True)]


@pytest.mark.slow
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    games = record(7, 400)
    plain = rate(games, UsChess(), history=True)
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(games, UsChess(), history=True)
    np.testing.assert_allclose(fast.rating, plain.rating, rtol=1e-12)
    assert fast.trace is not None
    assert plain.trace is not None
    np.testing.assert_allclose(fast.trace.before, plain.trace.before, rtol=1e-12)
    np.testing.assert_allclose(fast.trace.after, plain.trace.after, rtol=1e-12)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_explanation_is_the_loop(system: UsChess) -> None:
    ratings = rate(record(3), system, history=True)
    for name in ratings.players.names:
        told = updates(ratings, name)
        for update in told:
            exact = math.fsum(part.value for part in update.explanation.parts)
            if update.explanation.terms:
                assert exact == pytest.approx(update.explanation.value, abs=1e-9)
        if told:
            assert told[-1].after.value == pytest.approx(ratings.of(name).value, abs=1e-9)


def test_the_order_within_an_event_does_not_matter() -> None:
    games = record(11)
    assert games.event is not None
    shuffled = np.lexsort((np.random.default_rng(1).random(len(games)), games.event.codes))
    again = rate(games.take(shuffled), UsChess())
    np.testing.assert_allclose(again.rating, rate(games, UsChess()).rating, rtol=0, atol=1e-7)


def test_extremes_stay_finite() -> None:
    for own, theirs in ((1e5, 100.0), (100.0, 1e5), (2800.0, 1800.0)):
        for games in (0, 6, 1000):
            for score in (0.0, 0.5, 1.0):
                assert math.isfinite(after(Rating(own, games=games), ((theirs, score),)).after.value)


def test_weights_are_refused() -> None:
    games = record(5)
    weighted = Games(games.players, games.first, games.second, games.score, event=games.event,
                     weight=np.full(len(games), 2.0))  # fmt: skip
    with pytest.raises(BadInput, match="counts every game alike"):
        rate(weighted, UsChess())


def test_games_played_before_the_record_count_for_provisional() -> None:
    players = Players(["Ann", "Bob"], {"rating": np.full(2, 1500.0), "games": np.array([25.0, 24.0])})
    one, other = (np.array([who], dtype=np.int32) for who in (0, 1))
    event = Labels(np.zeros(1, dtype=np.int32), ("Open",))
    games = Games(players, one, other, np.ones(1), event=event)
    assert rate(games, UsChess()).provisional.tolist() == [False, True]
