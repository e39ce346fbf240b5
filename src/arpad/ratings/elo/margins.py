"""Margin-of-victory multipliers: how much more a 5–0 counts than a 1–0.

``margin`` is the first side's points less the second's, ``difference`` the rating difference as the expected
score saw it, home advantage included. A multiplier is symmetric: the two sides get the same one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from arpad.compiled.specialising import kernel
from arpad.ratings.function_steps import source_of, users_function


@kernel
def even(margin: float, difference: float) -> float:
    """Every win counts the same."""
    return 1.0


@kernel
def goals(margin: float, difference: float) -> float:
    """Return the World Football Elo Ratings' factor: 1, 1½, 1¾, then an eighth more for every goal."""
    lead = abs(margin)
    if lead <= 1.0:
        return 1.0
    return 1.5 if lead == 2.0 else (11.0 + lead) / 8.0


@kernel
def square_root(margin: float, difference: float) -> float:
    """Return the square root of the lead, 1 for a draw (ClubElo until 2014)."""
    return math.sqrt(max(abs(margin), 1.0))


@kernel
def winners_difference(margin: float, difference: float) -> float:
    """Return how much stronger the winner was expected to be; 0 after a draw."""
    if margin == 0.0:
        return 0.0
    return difference if margin > 0.0 else -difference


@kernel
def log_lead(margin: float, difference: float) -> float:
    """Return FiveThirtyEight's NFL multiplier, ln(lead + 1) · 2.2 / (0.001 · dR + 2.2).

    dR is the winner's rating less the loser's. A tie has a lead of 1 and a denominator of 1, as their program
    has it. The denominator cannot fall below 0.1 (an upset across 2,100 points), where the published formula
    would change its sign.
    """
    lead = abs(margin)
    denominator = 1.0 if lead == 0.0 else max(0.001 * winners_difference(margin, difference) + 2.2, 0.1)
    return math.log(max(lead, 1.0) + 1.0) * 2.2 / denominator


@kernel
def power_lead(margin: float, difference: float) -> float:
    """Return FiveThirtyEight's NBA multiplier, (lead + 3)^0.8 / (7.5 + 0.006 · dR).

    dR is the winner's rating less the loser's; the denominator cannot fall below 0.1.
    """
    expected = winners_difference(margin, difference)
    return math.pow(abs(margin) + 3.0, 0.8) / max(7.5 + 0.006 * expected, 0.1)


class Margin(NamedTuple):
    """A multiplier: its function, how a person writes it, and who uses it."""

    name: str
    multiplier: Callable[[float, float], float]
    formula: str
    source: str


MARGINS = {
    margin.name: margin
    for margin in (
        Margin("none", even, "1", ""),
        Margin("goals", goals, "1 to a lead of 1, 1.5 of 2, (11 + lead) / 8 beyond", "eloratings.net"),
        Margin("sqrt", square_root, "√lead", "ClubElo, before 2014"),
        Margin(
            "log",
            log_lead,
            "ln(lead + 1) · 2.2 / (0.001 · dR + 2.2), a tie ln 2 · 2.2",
            "FiveThirtyEight, NFL",
        ),
        Margin("power", power_lead, "(lead + 3)^0.8 / (7.5 + 0.006 · dR)", "FiveThirtyEight, NBA"),
    )
}


def margin_by(function: Callable[[float, float], float]) -> Margin:
    """Return a multiplier that a function of the user's gives, by the margin and the difference.

    Raises:
        BadInput: it is not a plain Python function of two numbers.
    """
    own = users_function(function, "the margin of victory", ("margin", "difference"))
    return Margin(function.__name__, own, source_of(function).returned or function.__name__, "")
