"""Expected score from a rating difference: Elo's three curves and their inverses.

Elo, A. E. (1978), *The Rating of Chessplayers, Past and Present*, chapters 1.3 to 1.5 and 8: the normal curve
that he began with, the logistic that most use today, and the linear approximation for small differences.
``scale`` is 400 in all of them: the logistic's odds of 10 to 1, the normal curve's √2 · sigma with
sigma = 200 · √2, the linear curve's certain win.

A higher rating never expects less, but for rounding: each expected score is within 3 units in its last place
of the exact one, so two that differ by less than that may come out in either order. A curve without that
would cost a branch on who is the stronger, and with it a quarter of the speed of Elo's loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from arpad.compiled.specialising import kernel
from arpad.core import BadInput
from arpad.ratings.function_steps import source_of, users_function

LN10 = math.log(10.0)


@kernel
def logistic(difference: float, scale: float) -> tuple[float, float]:
    """Return the expected scores of both sides, 1 / (1 + 10^(−difference / scale)) and the rest.

    Each keeps its digits, nothing overflows, and no branch asks who is the stronger: it would be foreseen
    wrongly every other time.
    """
    odds = math.exp(min(-difference * (LN10 / scale), 700.0))
    expected = 1.0 / (1.0 + odds)
    return expected, odds * expected


@kernel
def normal(difference: float, scale: float) -> tuple[float, float]:
    """Return the expected scores of both sides, Φ(difference / (scale / √2)) and the rest."""
    z = difference / scale  # (difference / sigma) / √2 with sigma = scale / √2
    return 0.5 * math.erfc(-z), 0.5 * math.erfc(z)


@kernel
def linear(difference: float, scale: float) -> tuple[float, float]:
    """Return the expected scores of both sides, ½ + difference / (2 · scale) within [0, 1], and the rest."""
    expected = min(1.0, max(0.0, 0.5 + 0.5 * difference / scale))
    return expected, 1.0 - expected


def logistic_difference(expected: float, scale: float) -> float:
    """Return the difference at which the logistic curve expects a score."""
    return scale / LN10 * (math.log(expected) - math.log1p(-expected))


def normal_difference(expected: float, scale: float) -> float:
    """Return the difference at which the normal curve expects a score."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(expected) * scale / math.sqrt(2.0)


def linear_difference(expected: float, scale: float) -> float:
    """Return the difference at which the linear curve expects a score."""
    return (2.0 * expected - 1.0) * scale


class Curve(NamedTuple):
    """A curve of expected scores: its function, its inverse, and how a person writes it."""

    name: str
    expectations: Callable[[float, float], tuple[float, float]]
    difference: Callable[[float, float], float]
    formula: str
    working: str
    source: str


CURVES = {
    curve.name: curve
    for curve in (
        Curve(
            "logistic",
            logistic,
            logistic_difference,
            "1 / (1 + 10^(−D / {scale:g}))",
            "1 / (1 + 10^(−({difference:g}) / {scale:g}))",
            "Elo 1978, ch. 8",
        ),
        Curve(
            "normal",
            normal,
            normal_difference,
            "Φ(D / ({scale:g} / √2))",
            "Φ({difference:g} / {sigma:.4f})",
            "Elo 1978, 1.3",
        ),
        Curve(
            "linear",
            linear,
            linear_difference,
            "½ + D / (2 · {scale:g}), from 0 to 1",
            "½ + {difference:g} / (2 · {scale:g})",
            "Elo 1978, 1.5",
        ),
    )
}


def curve_by(function: Callable[[float, float], float]) -> Curve:
    """Return a curve that a function of the user's gives.

    Args:
        function: the expected score by the difference in points and the scale. It must not fall, and the
            expected scores of both sides must add up to 1.

    Raises:
        BadInput: it is not such a function; with the difference at which it is not.
    """
    own = users_function(function, "the curve", CURVE_ARGUMENTS)
    _check_curve(own)
    returned = source_of(function).returned
    called = f"{function.__name__}(D, {{scale:g}})"
    shown = returned.replace("{", "{{").replace("}", "}}") or called
    working = f"{function.__name__}({{difference:g}}, {{scale:g}})"
    return Curve(function.__name__, partial(_both, own), partial(_difference, own), shown, working, "")


def _both(own: Callable[[float, float], float], difference: float, scale: float) -> tuple[float, float]:
    """Return the expected scores of both sides by a curve of the user's."""
    expected = float(own(difference, scale))
    return expected, 1.0 - expected


CURVE_ARGUMENTS = ("difference", "scale")
"""What a curve of the user's is called with."""

TRIED = tuple(step / 4.0 for step in range(41))
"""The differences, in scales, at which a curve of the user's is tried."""


def _check_curve(own: Callable[[float, float], float]) -> None:
    scale, before = 400.0, 0.5
    for tried in TRIED:
        difference = tried * scale
        values = []
        for d in (difference, -difference):
            try:
                values.append(float(own(d, scale)))
            except Exception as problem:
                reason = f"{type(problem).__name__}: {problem}"
                raise BadInput(
                    f"the curve {own.__name__}({d:g}, {scale:g}) cannot be calculated: {reason}"
                ) from problem
        expected, other = values
        where = f"at a difference of {difference:g} points and a scale of {scale:g}"
        if not (0.0 <= expected <= 1.0 and 0.0 <= other <= 1.0):
            raise BadInput(f"the curve {own.__name__} expects {expected:g} and {other:g} {where}, not 0 to 1")
        if abs(expected + other - 1.0) > SAME:
            raise BadInput(
                f"the curve {own.__name__} expects {expected:g} and {other:g} of the two sides {where}",
                remedy="The two expected scores must add up to 1.",
            )
        if expected < before - SAME:
            raise BadInput(
                f"the curve {own.__name__} falls: it expects {expected:g} {where}, less than before it"
            )
        before = expected


SAME = 1e-9
"""Expected scores that differ by less are the same, where a curve of the user's is tried."""


def _difference(own: Callable[[float, float], float], expected: float, scale: float) -> float:
    """Return the difference at which a curve of the user's expects a score, by halving."""
    low, high = -TRIED[-1] * scale, TRIED[-1] * scale
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if own(middle, scale) < expected else (low, middle)
    return 0.5 * (low + high)


def curve(name: str) -> Curve:
    """Return the curve of that name.

    Raises:
        BadInput: there is none.
    """
    if name not in CURVES:
        raise BadInput(f"no curve is called {name!r}", remedy=f"Known: {', '.join(CURVES)}.")
    return CURVES[name]
