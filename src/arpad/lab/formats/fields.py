"""The fields of simulated tournaments: true strengths, and the ratings by which players are seeded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.wording import counted

Floats = NDArray[np.float64]

MOST_PLAYERS = 2_000
"""Players of a simulated tournament: every pair of them has its own chance and its own luck."""


class Drawn(NamedTuple):
    """The fields of some tournaments; each player's number is the place in the order of the ratings, from 0.

    Args:
        strength: true, tournaments × players, in rating points.
        rating: known before the tournament, tournaments × players, falling along each row.
    """

    strength: Floats
    rating: Floats


@dataclass(frozen=True)
class SimulatedField:
    """Who plays.

    Args:
        players: how many.
        spread: the standard deviation of the true strengths, in rating points.
        noise: the standard deviation of a player's rating around the true strength, in rating points.
        strengths: the true strengths themselves, if they are known; then ``spread`` is not used.

    Raises:
        BadInput: fewer than two players, or more than :data:`MOST_PLAYERS`; a number that is not finite.
    """

    players: int
    spread: float = 200.0
    noise: float = 50.0
    strengths: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadInput(
                f"a tournament of {counted(self.players, 'player')} cannot be simulated",
                remedy=f"Give 2 to {MOST_PLAYERS:,} players.",
            )
        for name, value in (("spread", self.spread), ("noise", self.noise)):
            if not 0.0 <= value <= 10_000.0:
                raise BadInput(f"{name} is {value:g}; it must be a number of rating points from 0 to 10,000")
        if self.strengths is not None:
            if len(self.strengths) != self.players:
                raise BadInput(f"{len(self.strengths)} strengths are given for {self.players} players")
            if not np.isfinite(self.strengths).all():
                raise BadInput("a strength is not a finite number")

    @classmethod
    def of(cls, strengths: Sequence[float], noise: float = 50.0) -> SimulatedField:
        """Return the field of players whose strengths are known."""
        return cls(len(strengths), noise=noise, strengths=tuple(map(float, strengths)))

    def draw(self, tournaments: int, lots: np.random.Generator) -> Drawn:
        """Draw the fields of so many tournaments.

        Args:
            tournaments: how many.
            lots: what is drawn from.
        """
        shape = tournaments, self.players
        noise = lots.normal(0.0, 1.0, shape) * self.noise
        if self.strengths is None:
            strength = lots.normal(0.0, 1.0, shape) * self.spread
        else:
            strength = np.broadcast_to(np.array(self.strengths), shape)
        rating = strength + noise
        order = np.argsort(-rating, axis=1, kind="stable")
        return Drawn(np.take_along_axis(strength, order, 1), np.take_along_axis(rating, order, 1))
