"""ClubElo, as far as it is published: Elo of football clubs with exchanged points times √(lead).

References:
    clubelo.com/System: the expected score on a base of 400; a home advantage per country that follows what
    home sides win (:func:`adapted`). old.clubelo.com: until 2014 the exchanged points are multiplied by the
    square root of the goal difference, a draw's by 1.

Unverified: K 20 is remembered. Not here: the weights since 2014, of which only the aim (an expected weight of
1) is known; *tilt*; the site's start values. The home advantage is a constant, 80 points (ours) by default.

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from typing import ClassVar

from arpad.ratings.elo.curves import CURVES
from arpad.ratings.elo.margins import MARGINS
from arpad.ratings.elo.system import Elo
from arpad.ratings.parameters import parameter

PACE = 0.075
"""How far a country's home advantage follows what its home sides win."""


def adapted(home_advantage: float, home_changes: Iterable[float]) -> float:
    """Return a country's home advantage after a round: 0.075 times what its home sides won, more.

    Args:
        home_advantage: before it, in points.
        home_changes: the changes of the home sides' ratings, in points.
    """
    return home_advantage + PACE * fsum(home_changes)


@dataclass(frozen=True)
class ClubElo(Elo):
    """The rating of football clubs at clubelo.com, by its rules until 2014."""

    name: ClassVar[str] = "clubelo"
    title: ClassVar[str] = "ClubElo, until 2014"
    source: ClassVar[str] = "clubelo.com/System and old.clubelo.com"
    status: ClassVar[str] = "unverified"
    notes: ClassVar[tuple[str, ...]] = (
        "K 20 is remembered; the weights of goals since 2014, tilt and start values are not known here.",
        "The site's home advantage differs by country and follows results; here it is 80 (arpad's choice).",
    )

    advantage: float = parameter(80.0, "what the home side is worth", unit="points")
    curve: str = parameter("logistic", "the curve of expected scores", choices=tuple(CURVES))
    margin: str = parameter("sqrt", "how a win's margin counts", choices=tuple(MARGINS))
