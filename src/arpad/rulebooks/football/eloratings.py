"""World Football Elo Ratings: Rn = Ro + K · G · (W − We), match by match.

References:
    eloratings.net, "About": We = 1 / (10^(−dr / 400) + 1), dr with 100 points for the home team; K 60, 50,
    40, 30 or 20 by the match; G 1, 1.5, 1.75 and an eighth more for every goal beyond a lead of 3.

A match that a shoot-out decides is a draw. The site's own start values differ by country and are unpublished.

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arpad.ratings.elo.system import Elo
from arpad.ratings.parameters import parameter
from arpad.rulebooks.football.importance import ELORATINGS, ELORATINGS_KINDS, ELORATINGS_NAMES, MatchClass
from arpad.rulebooks.football.national import NationalTeams


@dataclass(frozen=True)
class EloRatings(NationalTeams):
    """The rating of national teams at eloratings.net."""

    name: ClassVar[str] = "eloratings"
    title: ClassVar[str] = "World Football Elo Ratings"
    source: ClassVar[str] = "eloratings.net, About (K by match, goal factor, 100 points at home)"
    notes: ClassVar[tuple[str, ...]] = (
        "K is the record's weight, or that of the class in its stage column, or of the competition's name; "
        "odds omits point changes unless the importance is set.",
        "The rating of a newcomer (1500) is arpad's choice; the site's start values are not published.",
    )
    classes: ClassVar[Mapping[str, MatchClass]] = ELORATINGS
    of_kind: ClassVar[Mapping[str, str]] = ELORATINGS_KINDS
    of_name: ClassVar[Mapping[str, str]] = ELORATINGS_NAMES
    provisional_games: ClassVar[int] = 30
    decimals: ClassVar[int] = 0

    scale: float = parameter(400.0, "the difference at odds of 10 to 1", unit="points", low=1e-9)
    advantage: float = parameter(100.0, "what the home side is worth", unit="points")
    margin: str = parameter("goals", "whether goals count", choices=("goals", "none"))
    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    rounding: float = parameter(
        1.0,
        "the exchange of every match is rounded to its multiple; 0 for none",
        unit="points",
        low=0.0,
        before=0.0,
    )

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be said of the system with these parameters."""
        if self.rounding == 0.0:
            return (*self.notes, "The site rounds what it shows; nothing is rounded here.")
        return (*self.notes, "The exchange of every match is rounded as the site rounds it.")

    @cached_property
    def elo(self) -> Elo:
        """The same as a setting of Elo."""
        return Elo(
            k=1.0,
            scale=self.scale,
            initial=self.initial,
            advantage=self.advantage,
            margin=self.margin,
            rounding=self.rounding,
        )
