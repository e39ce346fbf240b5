"""The expected score by the three curves, against printed tables and their own definitions.

Sources: Elo, A. E. (1978), The Rating of Chessplayers, Past and Present; the two tables of Namuwiki's article on
Elo (namu.wiki, in Korean; section 2.1), of whose second four rows are not what the formula gives.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from statistics import NormalDist

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.elo.curves import CURVES, curve, logistic, normal

CURVE_VALUES = [
    # curve, difference, expected score: Elo 1978 (class interval 200), recomputed to six decimals
    ("normal", 100, 0.638163),
    ("normal", 200, 0.760250),
    ("normal", 400, 0.921350),
    ("logistic", 100, 0.640065),
    ("logistic", 200, 0.759747),
    ("logistic", 400, 0.909091),
    ("linear", 100, 0.625),
    ("linear", 200, 0.75),
    ("linear", 400, 1.0),
]

WIKI_PROBABILITY_TO_DIFFERENCE = [
    ("1/2", 0.00),
    ("3/5", 70.44),
    ("2/3", 120.41),
    ("7/10", 147.19),
    ("3/4", 190.85),
    ("4/5", 240.82),
    ("5/6", 279.59),
    ("6/7", 311.26),
    ("7/8", 338.04),
    ("8/9", 361.24),
    ("9/10", 381.70),
    ("10/11", 400.00),
    ("11/12", 416.56),
    ("19/20", 511.50),
    ("49/50", 676.08),
    ("99/100", 798.25),
    ("100/101", 800.00),
    ("199/200", 919.54),
    ("499/500", 1079.24),
    ("999/1000", 1199.83),
    ("1000/1001", 1200.00),
]

WIKI_DIFFERENCE_TO_PERCENT = [
    (0, "50.00"),
    (50, "57.15"),
    (100, "64.00"),
    (150, "70.34"),
    (200, "76.00"),
    (250, "80.83"),
    (300, "84.90"),
    (350, "88.23"),
    (400, "90.91"),
    (450, "93.02"),
    (500, "94.68"),
    (550, "95.95"),
    (600, "96.94"),
    (650, "97.68"),
    (700, "98.25"),
    (750, "98.68"),
    (800, "99.01"),
    (900, "99.44"),
    (1000, "99.69"),
    (1100, "99.82"),
    (1200, "99.9001"),
]
WIKI_MISPRINTS = {100: ("64.01", 64.006500), 200: ("75.97", 75.974693), 600: ("96.93", 96.934657)}
WIKI_MISPRINTS[1000] = ("99.68", 99.684769)
"""Difference → the row as the formula gives it, and with more digits."""

DIFFERENCES = st.floats(-1e5, 1e5)
SCALES = st.floats(1.0, 1e4)
NAMES = st.sampled_from(sorted(CURVES))


@pytest.mark.parametrize(("name", "difference", "expected"), CURVE_VALUES)
def test_elos_values(name: str, difference: float, expected: float) -> None:
    assert CURVES[name].expectations(difference, 400.0)[0] == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(("probability", "difference"), WIKI_PROBABILITY_TO_DIFFERENCE)
def test_wiki_probability_to_difference(probability: str, difference: float) -> None:
    p = Fraction(probability)
    assert round(CURVES["logistic"].difference(float(p), 400.0), 2) == difference
    assert logistic(CURVES["logistic"].difference(float(p), 400.0), 400.0)[0] == pytest.approx(float(p))


@pytest.mark.parametrize(
    ("difference", "percent"), [row for row in WIKI_DIFFERENCE_TO_PERCENT if row[0] not in WIKI_MISPRINTS]
)
def test_wiki_difference_to_probability(difference: float, percent: str) -> None:
    digits = len(percent.partition(".")[2])
    assert f"{100 * logistic(difference, 400.0)[0]:.{digits}f}" == percent


@pytest.mark.parametrize("difference", WIKI_MISPRINTS)
def test_wiki_misprint(difference: int) -> None:
    printed = dict(WIKI_DIFFERENCE_TO_PERCENT)[difference]
    correct, exact = WIKI_MISPRINTS[difference]
    percent = 100 * logistic(difference, 400.0)[0]
    assert percent == pytest.approx(exact, abs=5e-7)
    assert f"{percent:.2f}" == correct != printed


def test_wiki_tables_are_whole() -> None:
    assert len(WIKI_PROBABILITY_TO_DIFFERENCE) == len(WIKI_DIFFERENCE_TO_PERCENT) == 21


@pytest.mark.parametrize("scale", [400.0, 600.0, 800.0])
def test_ten_to_one(scale: float) -> None:
    """<10, scale>: a difference of one scale is odds of 10 : 1, of two scales 100 : 1."""
    stronger, weaker = logistic(scale, scale)
    assert (stronger, weaker) == pytest.approx((10 / 11, 1 / 11))
    assert logistic(2 * scale, scale)[0] == pytest.approx(100 / 101)


@pytest.mark.parametrize(
    ("difference", "scale", "digits", "expected"),
    [
        # entries of the Korean Baduk table (Bae Taeil, appendix on the calculation of rating changes)
        (165, 800, 3, 0.617),
        (125, 800, 3, 0.589),
        (155, 800, 3, 0.610),
        (315, 800, 3, 0.712),
        (370, 800, 3, 0.744),
    ],
)
def test_other_scales(difference: float, scale: float, digits: int, expected: float) -> None:
    assert round(logistic(difference, scale)[0], digits) == pytest.approx(round(expected, digits))


def test_fifas_scale() -> None:
    """FIFA's scale, by the test of skillratings: 1300 beats 1500, 25 · (1 − E) = 17.0746."""
    assert round(25 * (1 - logistic(1300 - 1500, 600.0)[0]), 4) == 17.0746


def test_champion_against_beginner() -> None:
    """2800 v 1200: the beginner expects 9.999e-5, one point in 10,000 games."""
    assert logistic(1200 - 2800, 400.0)[0] == pytest.approx(9.999e-5, rel=1e-6)


def test_the_small_side_keeps_its_digits() -> None:
    """1 − E would have none of them left; 10^−25 and Φ(−10) do."""
    assert logistic(10_000.0, 400.0)[1] == pytest.approx(1e-25, rel=1e-12)
    assert normal(10 * 200 * math.sqrt(2), 400.0)[1] == pytest.approx(7.619853024160527e-24, rel=1e-12)


@given(st.floats(-2000, 2000), SCALES)
def test_against_the_definitions(difference: float, scale: float) -> None:
    d = difference
    definitions = {
        "logistic": 1 / (1 + 10 ** (-d / scale)) if -d / scale < 300 else 0.0,
        "normal": NormalDist(0, scale / math.sqrt(2)).cdf(d),
        "linear": max(0.0, min(1.0, 0.5 + d / (2 * scale))),
    }
    for name, expected in definitions.items():
        assert CURVES[name].expectations(d, scale)[0] == pytest.approx(expected, rel=1e-11, abs=1e-15)


@given(NAMES, DIFFERENCES, SCALES)
def test_both_sides_share_one_point(name: str, difference: float, scale: float) -> None:
    own, opponent = CURVES[name].expectations(difference, scale)
    assert 0.0 <= own <= 1.0
    assert own + opponent == pytest.approx(1.0, abs=1e-15)


@given(NAMES, DIFFERENCES, SCALES)
def test_swapping_the_sides_swaps_the_scores(name: str, difference: float, scale: float) -> None:
    own, opponent = CURVES[name].expectations(difference, scale)
    assert CURVES[name].expectations(-difference, scale) == pytest.approx((opponent, own), abs=1e-15)


@given(NAMES, DIFFERENCES, st.floats(0.0, 1000.0), SCALES)
@example("logistic", -50_000.0, 1.0, 1103.5)  # the opponent's score falls, and rises by one unit of rounding
def test_a_higher_rating_never_expects_less(name: str, lower: float, more: float, scale: float) -> None:
    """But for rounding: three operations, each exact to half a unit in the last place, for either of two."""
    score = CURVES[name].expectations
    (own, theirs), (own_before, theirs_before) = score(lower + more, scale), score(lower, scale)
    assert own >= own_before - 3 * math.ulp(own_before)
    assert theirs <= theirs_before + 3 * math.ulp(theirs_before)


@pytest.mark.parametrize("name", CURVES)
def test_a_higher_rating_expects_more(name: str) -> None:
    """Where the step is larger than rounding, strictly, on both sides."""
    steps = [CURVES[name].expectations(difference / 8, 400.0) for difference in range(-3192, 3193)]
    assert all(after[0] > before[0] and after[1] < before[1] for before, after in pairwise(steps))


@pytest.mark.parametrize("name", CURVES)
@pytest.mark.parametrize("difference", [1e5, -1e5, 1e300, -1e300, 5e-324])
@pytest.mark.parametrize("scale", [1e-9, 400.0, 1e9])
def test_no_difference_is_too_large(name: str, difference: float, scale: float) -> None:
    assert all(map(math.isfinite, CURVES[name].expectations(difference, scale)))


@given(st.floats(0.001, 0.999), NAMES, SCALES)
def test_inverse(expected: float, name: str, scale: float) -> None:
    difference = CURVES[name].difference(expected, scale)
    assert CURVES[name].expectations(difference, scale)[0] == pytest.approx(expected, abs=1e-12)


def test_known_by_name() -> None:
    assert [curve(name).name for name in ("logistic", "normal", "linear")] == list(CURVES)
    with pytest.raises(BadInput, match=r"no curve is called 'cubic'\. Known: logistic, normal, linear\."):
        curve("cubic")
