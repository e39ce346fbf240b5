"""FIDE's ratings of rapid and blitz chess.

References:
    FIDE Handbook, B.02 Rapid and Blitz Rating Regulations, in force since 2024-03-01, with the amendment in
    force since 2024-12-01.

What differs from standard chess: the cut of differences at 400 has no exemption; since 2024-12-01 a game of
players 600 or more points apart is not rated if one of them is above 2600; a player without a rating who has
a standard one is rated with that; before March 2024 K was 20 for all.

Departures: as :mod:`arpad.rulebooks.fide.system`. Who becomes unrated below 1400 stays so until five games
make a new rating, whatever the standard one. A rapid game has more than 10 and less than 60 minutes a player,
a blitz game more than 3 and at most 10 (time plus 60 increments); with unequal times it is not rated: the
record is taken to hold none.

Live, as :mod:`arpad.rulebooks.fide.system` says; a game that is not rated is none for K either, and
differences are not rounded to tell whether it is 600 points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.record import Players
from arpad.rulebooks.fide.editions import RAPID_EDITIONS, RatingEdition
from arpad.rulebooks.fide.system import Fide


@dataclass(frozen=True)
class FideRapid(Fide):
    """The rating of rapid chess by FIDE; of the players it takes ``standard`` too, the standard rating."""

    name: ClassVar[str] = "fide-rapid"
    title: ClassVar[str] = "FIDE rapid rating"
    source: ClassVar[str] = "FIDE Handbook, B.02 Rapid and Blitz of 2024-03-01 as amended 2024-12-01"
    notes: ClassVar[tuple[str, ...]] = (
        "A player without a rating enters with the standard one (column standard), or else as unrated.",
        "Since 2024-12-01 a game 600 points apart is not rated if a player is above 2600.",
        "K asks for games, peak and birth_year; before 2024-03-01 it was 20 for all.",
        "From memory, and otherwise, as of fide: see there.",
    )
    editions: ClassVar[tuple[RatingEdition, ...]] = RAPID_EDITIONS

    def listed(self, players: Players) -> NDArray[np.float64]:
        """Return the rating of every player, the standard one where there is no other; NaN for none."""
        own = players.number("rating")
        rating = np.where(np.isnan(own), players.number("standard"), own)
        return rating if self.initial is None else np.where(np.isnan(rating), self.initial, rating)


@dataclass(frozen=True)
class FideBlitz(FideRapid):
    """The rating of blitz chess by FIDE, which follows the rules of rapid chess."""

    name: ClassVar[str] = "fide-blitz"
    title: ClassVar[str] = "FIDE blitz rating"
