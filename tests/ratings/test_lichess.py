"""Lichess: Glicko-2 live with τ 0.75, single games without growth between them.

Source: lichess-org/scalachess, GlickoCalculatorTest.scala, to the decimals printed there; two games are recomputed
to six. Lichess adds half of its colour advantage to White and takes half from Black: ``advantage`` is the whole of
it, and the published numbers come out with 11.782457.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.model import Encounter, Rating

LICHESS = Glicko2(tau=0.75, deviation=500, volatility=0.09, max_deviation=500, max_volatility=0.1)
WHITE = 11.782457

NEW = (1500.0, 350.0, 0.06)


def play(
    white: tuple[float, float, float],
    black: tuple[float, float, float],
    score: float,
    advantage: float = 0.0,
) -> tuple[Rating, Rating]:
    system = replace(LICHESS, advantage=advantage)
    first, second = (Rating(r, deviation=RD, volatility=sigma) for r, RD, sigma in (white, black))
    one = system.update(first, [Encounter(second, score, advantage=1)], "live")
    other = system.update(second, [Encounter(first, 1.0 - score, advantage=-1)], "live")
    return one.after, other.after


@pytest.mark.parametrize(
    ("white", "black", "after_white", "after_black"),
    [
        (NEW, NEW, (1662.212001, 290.230508), (1337.787999, 290.230508)),
        ((1400, 79, 0.06), (1550, 110, 0.065), (1422.62604, 77.495577), (1506.319107, 105.870645)),
    ],
)
def test_a_win_to_six_decimals(
    white: tuple[float, float, float],
    black: tuple[float, float, float],
    after_white: tuple[float, float],
    after_black: tuple[float, float],
) -> None:
    one, other = play(white, black, 1.0)
    assert (one.value, one.deviation) == pytest.approx(after_white, abs=5.1e-7, rel=0)
    assert (other.value, other.deviation) == pytest.approx(after_black, abs=5.1e-7, rel=0)


@pytest.mark.parametrize(
    ("white", "black", "score", "after_white", "after_black"),
    [
        (NEW, NEW, 1.0, (1662.21, 290.2305, 0.0599993), (1337.79, 290.2305, 0.0599993)),
        (NEW, NEW, 0.0, (1337.79, 290.2305, 0.0599993), (1662.21, 290.2305, 0.0599993)),
        (NEW, NEW, 0.5, (1500.0, 290.2305, 0.0599977), (1500.0, 290.2305, 0.0599977)),
        (
            (1200, 60, 0.053),
            (1850, 200, 0.062),
            1.0,
            (1216.73, 59.9006, 0.053013),
            (1635.99, 196.9873, 0.062028),
        ),
    ],
)
def test_single_games(
    white: tuple[float, float, float],
    black: tuple[float, float, float],
    score: float,
    after_white: tuple[float, float, float],
    after_black: tuple[float, float, float],
) -> None:
    for found, expected in zip(play(white, black, score), (after_white, after_black), strict=True):
        assert found.value == pytest.approx(expected[0], abs=0.0051, rel=0)
        assert found.deviation == pytest.approx(expected[1], abs=0.000051, rel=0)
        assert found.volatility == pytest.approx(expected[2], abs=5.1e-7, rel=0)


@pytest.mark.parametrize(
    ("score", "white", "black"),
    [(1.0, 1422.63, 1506.32), (0.5, 1406.31, 1537.61), (0.0, 1389.99, 1568.90)],
)
def test_an_established_player_against_another(score: float, white: float, black: float) -> None:
    one, other = play((1400, 79, 0.06), (1550, 110, 0.065), score)
    assert (one.value, other.value) == pytest.approx((white, black), abs=0.0051, rel=0)
    assert (one.deviation, other.deviation) == pytest.approx((77.4956, 105.8706), abs=0.0002, rel=0)


@pytest.mark.parametrize(("score", "white"), [(1.0, 1658.56), (0.0, 1334.08), (0.5, 1496.32)])
def test_whites_advantage(score: float, white: float) -> None:
    one, other = play(NEW, NEW, score, advantage=WHITE)
    assert one.value == pytest.approx(white, abs=0.0051, rel=0)
    assert other.value == pytest.approx(3000.0 - white, abs=0.0051, rel=0)
    assert one.deviation == pytest.approx(290.2538, abs=0.000051, rel=0)


def test_a_newcomers_first_win() -> None:
    one, _ = play((1500, 500, 0.09), (1500, 500, 0.09), 1.0)
    assert (one.value, one.deviation) == pytest.approx((1741, 396), abs=0.7, rel=0)
    assert one.volatility == pytest.approx(0.0899983, abs=5.1e-8, rel=0)


def test_a_deviation_of_60_grows_to_110_in_a_year() -> None:
    """0.21436 rating periods a day (lila, Glicko.scala)."""
    aged = LICHESS.aged(Rating(1500, deviation=60, volatility=0.06), 365 * 0.21436)
    assert aged.deviation == pytest.approx(110.0008, abs=0.01, rel=0)
