"""Win, draw and loss from an expected score: the draw models that keep E = P(win) + ½ · P(draw).

References:
    Davidson, R. R. (1970), On extending the Bradley–Terry model to accommodate ties. *JASA* 65, 317–328.
    Rao, P. V. and Kupper, L. L. (1967), Ties in paired-comparison experiments. *JASA* 62, 194–204.

Every model is reparametrised so that its expected score is E itself; a model's own strengths would give
another.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from arpad.compiled.specialising import kernel
from arpad.core import BadInput

EDGE = 1e-14
"""Expected scores are kept so far from 1 where a model divides by 1 − E."""

LEAST = 1e-150
"""The same from 0: the square is still a number."""


@kernel
def none(E: float, parameter: float) -> tuple[float, float, float]:
    """Know no draws: E, 0, 1 − E."""
    return E, 0.0, 1.0 - E


@kernel
def binomial(E: float, parameter: float) -> tuple[float, float, float]:
    """Take two independent halves of a game: E², 2E(1 − E), (1 − E)²."""
    return E * E, 2.0 * E * (1.0 - E), (1.0 - E) * (1.0 - E)


@kernel
def fraction(E: float, d: float) -> tuple[float, float, float]:
    """Give a share d in [0, ½] of the most even split: 4dE(1 − E) drawn; d = ½ is the binomial model."""
    half = 2.0 * d * E * (1.0 - E)
    return E * ((1.0 - 2.0 * d) + 2.0 * d * E), 2.0 * half, 1.0 - E - half


@kernel
def davidson(E: float, nu: float) -> tuple[float, float, float]:
    """Take Davidson's ties: t², ν · t, 1 over their sum, with t such that the expected score is E."""
    e = min(max(E, LEAST), 1.0 - EDGE)
    b = (e - 0.5) * nu
    root = math.sqrt(b * b + 4.0 * e * (1.0 - e))
    # (b + root) / (2 (1 − e)), without the cancellation where b is negative
    t = (b + root) / (2.0 * (1.0 - e)) if b >= 0.0 else 2.0 * e / (root - b)
    total = t * t + nu * t + 1.0
    return t * t / total, nu * t / total, 1.0 / total


@kernel
def rao_kupper(E: float, theta: float) -> tuple[float, float, float]:
    """Take Rao and Kupper's ties, θ ≥ 1: x / (x + θ) won, 1 / (1 + θx) lost, where x gives E."""
    if theta <= 1.0:
        return E, 0.0, 1.0 - E
    e = min(max(E, LEAST), 1.0 - EDGE)
    # θ(1 − c)x² − c(1 + θ²)x − θ(1 + c) = 0 with c = 2E − 1
    a = theta * 2.0 * (1.0 - e)
    b = -(2.0 * e - 1.0) * (1.0 + theta * theta)
    c = -theta * 2.0 * e
    root = math.sqrt(b * b - 4.0 * a * c)
    x = (root - b) / (2.0 * a) if b <= 0.0 else -2.0 * c / (root + b)
    win, loss = x / (x + theta), 1.0 / (1.0 + theta * x)
    return win, win * loss * (theta * theta - 1.0), loss


@kernel
def most(E: float, parameter: float) -> tuple[float, float, float]:
    """Give as many draws as E allows: 2 · min(E, 1 − E)."""
    draw = 2.0 * min(E, 1.0 - E)
    return E - 0.5 * draw, draw, 1.0 - E - 0.5 * draw


class DrawModel(NamedTuple):
    """A draw model: its function, its parameter with default and bounds, how a person writes it."""

    name: str
    outcomes: Callable[[float, float], tuple[float, float, float]]
    parameter: str
    default: float
    low: float
    high: float
    formula: str


DRAW_MODELS = {
    model.name: model
    for model in (
        DrawModel("none", none, "", 0.0, 0.0, 0.0, "E, 0, 1 − E"),
        DrawModel("binomial", binomial, "", 0.0, 0.0, 0.0, "E², 2E(1 − E), (1 − E)²"),
        DrawModel("fraction", fraction, "d", 0.25, 0.0, 0.5, "E − 2dE(1 − E), 4dE(1 − E), the rest"),
        DrawModel("davidson", davidson, "nu", 1.0, 0.0, math.inf, "t², νt, 1 over t² + νt + 1"),
        DrawModel(
            "rao-kupper", rao_kupper, "theta", 2.0, 1.0, math.inf, "x / (x + θ), the rest, 1 / (1 + θx)"
        ),
        DrawModel("max", most, "", 0.0, 0.0, 0.0, "the rest, 2 · min(E, 1 − E), the rest"),
    )
}


def draw_model(name: str) -> DrawModel:
    """Return the draw model of that name.

    Raises:
        BadInput: there is none.
    """
    if name not in DRAW_MODELS:
        raise BadInput(f"no draw model is called {name!r}", remedy=f"Known: {', '.join(DRAW_MODELS)}.")
    return DRAW_MODELS[name]
