"""A game of a rated player as a list counts it."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.ratings.model import Encounter


@dataclass(frozen=True)
class ListedGame(Encounter):
    """A game as one of its players sees it, with what the list decided of it.

    Args:
        own: the player's rating that it counts with: that of the list in force when the tournament began.
        in_full: whether the full difference counts, as 8.3.1 of 2022 helps in another game of the tournament.
        year: the year of the list whose K holds; None for that of the game's day.
    """

    own: float | None = None
    in_full: bool = False
    year: int | None = None
