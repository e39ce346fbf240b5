"""``--draws``: how many games are drawn, as a person states it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.core import BadInput, Step
from arpad.ratings.draw_fit import between_equals
from arpad.ratings.draws import DRAW_MODELS, draw_model

if TYPE_CHECKING:
    from arpad.ratings.model import Prediction
    from arpad.ratings.odds import Drawn
    from arpad.ratings.system import RatingSystem

MOST = 1e6
"""The greatest parameter of a draw model that has no bound: nothing but draws, between equals."""


def stated(draws: str | None, system: RatingSystem) -> Drawn | None:
    """Return what adds the stated draws to a prediction of a system; None where none are stated."""
    return None if draws is None else lambda prediction: drawn(prediction, draws, system)


def drawn(prediction: Prediction, draws: str, system: RatingSystem) -> Prediction:
    """Return a prediction with draws as a person stated them.

    Raises:
        BadInput: the system says itself how many there are, or this is neither a share nor a draw model.
    """
    if prediction.draw is not None or system.continuous or not system.drawable:
        reason = "says itself how many games are drawn" if prediction.draw is not None else "has no draws"
        raise BadInput(f"{system.name} {reason}", remedy="Leave --draws out.")
    name, _, value = draws.partition("=")
    number = _number(value or name)
    if number is not None and not value:
        if not 0.0 <= number < 1.0:
            raise BadInput(
                f"--draws {draws} is not a valid share", remedy="Expected a number from 0 to below 1."
            )
        model, number = DRAW_MODELS["davidson"], between_equals(number)
    else:
        model = draw_model(name)
        if value and (number is None or not model.parameter):
            raise BadInput(f"--draws {draws} cannot be read", remedy="Expected davidson=0.8 or the like.")
        number = model.default if number is None else number
        high = min(model.high, MOST)
        if not model.low <= number <= high:
            remedy = f"Expected {model.low:g} to {high:g}."
            raise BadInput(f"--draws {draws} is out of bounds", remedy=remedy)
    E = prediction.expected
    draw = min(max(0.0, model.outcomes(E, number)[1]), 2.0 * min(E, 1.0 - E))
    working = f"{model.parameter} = {number:.6f}, E = {E:.6f}" if model.parameter else f"E = {E:.6f}"
    step = Step("P(draw)", draw, f"the second of {model.formula}", working, model.name, digits=6)
    return replace(prediction, draw=draw, steps=(*prediction.steps, step))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
