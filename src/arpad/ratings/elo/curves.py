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
from typing import NamedTuple

from arpad.compiled.specialising import kernel
from arpad.core import BadInput

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


def curve(name: str) -> Curve:
    """Return the curve of that name.

    Raises:
        BadInput: there is none.
    """
    if name not in CURVES:
        raise BadInput(f"no curve is called {name!r}", remedy=f"Known: {', '.join(CURVES)}.")
    return CURVES[name]
