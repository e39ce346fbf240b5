"""Lichess's bounds and clock.

Sources: lichess-org/scalachess (commit cbffc9d) and lila, Glicko.scala, for the parameters; scalachess,
GlickoCalculatorTest.scala, for the single games, of which the first two are recomputed to four decimals.
tests/ratings/test_lichess.py holds Glicko-2 to the same games.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.parameters import parameters_of
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.rulebooks.online import Lichess
from arpad.rulebooks.online.lichess import RANKABLE, RANKABLE_VARIANT

PUBLISHED = {
    "initial": 1500.0,
    "deviation": 500.0,
    "volatility": 0.09,
    "tau": 0.75,
    "min_deviation": 45.0,
    "max_deviation": 500.0,
    "max_volatility": 0.1,
    "advantage": 11.782457,
}

SINGLE = [
    # white, black, score, advantage, white after, black after
    ((1500, 350, 0.06), (1500, 350, 0.06), 1.0, 0.0, (1662.2120, 290.2305), (1337.7880, 290.2305)),
    ((1400, 79, 0.06), (1550, 110, 0.065), 1.0, 0.0, (1422.6260, 77.4956), (1506.3191, 105.8706)),
    ((1500, 350, 0.06), (1500, 350, 0.06), 1.0, 11.782457, (1658.56, 290.2538), (1341.44, 290.2538)),
    ((1500, 350, 0.06), (1500, 350, 0.06), 0.5, 11.782457, (1496.32, 290.2538), (1503.68, 290.2538)),
]


def of(r: float, RD: float, sigma: float) -> Rating:
    return Rating(r, deviation=RD, volatility=sigma)


def test_the_published_parameters() -> None:
    assert {known.name: known.default for known in parameters_of(Lichess)} == PUBLISHED
    assert (
        (Lichess.provisional_deviation or 0) < 110 <= math.nextafter(Lichess.provisional_deviation or 0, 111)
    )
    assert (RANKABLE, RANKABLE_VARIANT) == (75, 65)
    assert Lichess.schedules[0] == "live"


@pytest.mark.parametrize(("white", "black", "score", "advantage", "after_white", "after_black"), SINGLE)
def test_single_games(
    white: tuple[float, float, float],
    black: tuple[float, float, float],
    score: float,
    advantage: float,
    after_white: tuple[float, float],
    after_black: tuple[float, float],
) -> None:
    system = Lichess(advantage=advantage)
    one = system.update(of(*white), [Encounter(of(*black), score, 1)], "live").after
    other = system.update(of(*black), [Encounter(of(*white), 1 - score, -1)], "live").after
    assert (one.value, one.deviation) == pytest.approx(after_white, abs=0.0051, rel=0)
    assert (other.value, other.deviation) == pytest.approx(after_black, abs=0.0051, rel=0)


def test_a_deviation_of_60_is_provisional_after_a_year_and_later_with_a_newcomers_volatility() -> None:
    assert Lichess().aged(of(1500, 60, 0.06), 365.0).deviation == pytest.approx(110.0008, abs=0.01)
    assert Lichess().aged(of(1500, 60, 0.09), 365.0).deviation == pytest.approx(150.7, abs=0.05)
    assert Lichess().aged(of(1500, 60, 0.06), 1e6).deviation == 500


def record(time: list[str] | None = None) -> Games:
    rng = np.random.default_rng(1)
    n = len(time) if time else 40
    first = rng.integers(0, 4, n)
    players = Players(list("abcd"), {"rating": np.array([3990.0, 405.0, 1500.0, 1600.0])})
    return Games(
        players,
        first.astype(np.int32),
        ((first + rng.integers(1, 4, n)) % 4).astype(np.int32),
        rng.choice([0.0, 0.5, 1.0], n),
        advantage=np.ones(n, dtype=np.int8),
        time=None if time is None else np.array(time, dtype="datetime64[D]"),
    )


def test_the_bounds_hold() -> None:
    high = Lichess().update(of(3990, 400, 0.09), [Encounter(of(3990, 60, 0.06), 1.0)], "live")
    assert high.after.value == 4000
    low = Lichess().update(of(405, 400, 0.09), [Encounter(of(405, 60, 0.06), 0.0)], "live")
    assert low.after.value == 400
    assert not low.explanation.terms
    assert low.explanation.steps[-1].label == "rating within bounds"
    far = Lichess().update(of(1500, 500, 0.09), [Encounter(of(3500, 45, 0.06), 1.0)], "live")
    assert far.after.value == 2200
    sure = Lichess().update(of(1500, 45, 0.06), [Encounter(of(1500, 45, 0.06), 0.5)], "live")
    assert sure.after.deviation == 45


def test_the_loop_keeps_the_bounds_and_explains_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [f"2026-01-{1 + i // 2:02d}" for i in range(60)]
    games = record(days)
    ratings = rate(games, Lichess(), history=True)
    after = ratings.traced().after
    assert after[:, :, 0].max() <= 4000
    assert after[:, :, 0].min() >= 400
    moved = np.abs(after - ratings.traced().before)[:, :, 0]
    assert moved.max() == pytest.approx(700, abs=1e-9)
    for name in "abcd":
        told = explain(ratings, name)
        assert told.facts["after"] == pytest.approx(ratings.of(name).value, abs=1e-9)
        assert told.facts["before"] + told.value == pytest.approx(ratings.of(name).value, abs=1e-9)
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(games, Lichess())
    for column, values in ratings.state.columns.items():
        np.testing.assert_allclose(fast.state.columns[column], values, rtol=1e-12, atol=0)


def test_days_go_by_between_games() -> None:
    """By hand: a first game on one day, and a second on the same or ten days later."""
    close_, far = (record(["2026-01-01", day]) for day in ("2026-01-01", "2026-01-11"))
    games = [
        replace(g, players=Players(list("abcd")), first=np.zeros(2, np.int32), second=np.ones(2, np.int32))
        for g in (close_, far)
    ]
    soon, late = (rate(g, Lichess(), history=True).traced().before[1, 0] for g in games)
    first = rate(games[1], Lichess(), history=True).traced().after[0, 0]
    assert soon[1] == pytest.approx(first[1], rel=1e-12)
    grown = math.sqrt(first[1] ** 2 + 2.1436 * (173.7178 * first[2]) ** 2)
    assert late[1] == pytest.approx(grown, rel=1e-12)


def test_another_length_of_the_period_is_refused() -> None:
    with pytest.raises(BadInput, match="in days"):
        rate(record(["2026-01-01", "2026-01-02"]), Lichess(), period="1w")


@pytest.mark.parametrize(("gap", "RD"), [(1000.0, 45.0), (1e5, 45.0), (1e5, 500.0)])
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_extremes_stay_finite(gap: float, RD: float, score: float) -> None:
    found = Lichess().update(of(1500, RD, 0.09), [Encounter(of(1500 + gap, RD, 0.09), score)], "live").after
    assert 400 <= found.value <= 4000
    assert 45 <= (found.deviation or 0.0) <= 500
    assert 0 < (found.volatility or 0.0) <= 0.1
