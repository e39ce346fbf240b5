"""A ticket: one player, or a party that plays together, waiting for a match."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from arpad.core import BadInput


@dataclass(frozen=True)
class Ticket:
    """Who waits.

    Args:
        key: what the ticket is called, unique in the queue.
        ratings: of the players, in points of Elo's scale; several of a party.
        deviations: of the ratings, as many.
        since: when the ticket came into the queue, in seconds.
        attributes: what else is known, by name, such as ``region``.

    Raises:
        BadInput: no player, or numbers that are not finite or not as many.
    """

    key: str
    ratings: tuple[float, ...]
    deviations: tuple[float, ...]
    since: float
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.ratings or len(self.ratings) != len(self.deviations):
            raise BadInput(
                f"the ticket {self.key} has {len(self.ratings)} ratings, {len(self.deviations)} deviations",
                remedy="Give a rating and a deviation of each player.",
            )
        numbers = (*self.ratings, *self.deviations, self.since)
        if not all(map(math.isfinite, numbers)) or min(self.deviations) < 0.0:
            raise BadInput(
                f"the ticket {self.key} has a number that is not finite, or a deviation below 0",
                remedy="Give finite ratings, deviations and times.",
            )

    def __len__(self) -> int:
        return len(self.ratings)

    @property
    def rating(self) -> float:
        """The mean rating of its players."""
        return sum(self.ratings) / len(self.ratings)

    @property
    def variance(self) -> float:
        """The variance of that mean, in points squared."""
        return sum(deviation * deviation for deviation in self.deviations) / len(self.deviations) ** 2
