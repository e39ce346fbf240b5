"""Elo as online games play it: placement games, tiers, decay.

No game publishes its rules in full; what they describe is placement games that move a rating fast, more for
wins and less for losses in low tiers and the reverse at the top, and points lost at rest. All of it is
settings of :class:`arpad.rulebooks.online.elo.OnlineElo` under names of their own; the numbers are ours.

Units: ratings in points, time in days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.ratings.parameters import parameter
from arpad.rulebooks.online.divisions import Divisions
from arpad.rulebooks.online.elo import OURS, OnlineElo

DIVISIONS = Divisions.parse("Bronze; Silver 1200; Gold 1400; Platinum 1600; Diamond 1800; Master 2000", 30)
"""Names over ratings; who has moved up is moved down only 30 points below the bound."""


@dataclass(frozen=True)
class Placement(OnlineElo):
    """Elo whose first ten games, the placement games, have a K of their own."""

    name: ClassVar[str] = "placement"
    title: ClassVar[str] = "Elo with placement games"

    k: float | str = parameter(
        "60 if games<10; 24", "how far one game moves a rating; a number or a rule", unit="points", words=True
    )


@dataclass(frozen=True)
class Tiers(Placement):
    """The same with gains and losses by tier: a fifth more and less below 1200, the reverse from 2000."""

    name: ClassVar[str] = "tiers"
    title: ClassVar[str] = "Elo with placement and tiers"
    notes: ClassVar[tuple[str, ...]] = (
        OURS,
        "Gains and losses that differ create and destroy points: ratings drift, and only the ranking keeps a "
        "meaning.",
    )

    gains: float | str = parameter(
        "1.2 if rating<1200; 0.8 if rating>=2000; 1",
        "what gains are multiplied by; a number or a rule",
        words=True,
    )
    losses: float | str = parameter(
        "0.8 if rating<1200; 1.2 if rating>=2000; 1",
        "what losses are multiplied by; a number or a rule",
        words=True,
    )


@dataclass(frozen=True)
class Decay(Tiers):
    """The same with decay: 25 points for every week beyond two at rest, down to 1800."""

    name: ClassVar[str] = "decay"
    title: ClassVar[str] = "Elo with tiers and decay"
    notes: ClassVar[tuple[str, ...]] = (
        *Tiers.notes,
        "A list as of a day shows what is left on that day; it needs dates.",
    )

    decay: float = parameter(
        25.0, "what a rating loses for every decay_every at rest", unit="points", low=0.0
    )
    decay_after: float = parameter(14.0, "the rest before a rating decays", unit="days", low=0.0)
    decay_every: float = parameter(7.0, "the rest that costs decay", unit="days", low=1e-9)
    decay_to: float | None = parameter(1800.0, "what ratings decay down to; initial if None", unit="points")


def seeded(opponents: Sequence[float], scores: Sequence[float]) -> float:
    """Return the rating after placement games by their linear performance, Rc + 400 · (W − L) / N.

    Args:
        opponents: the opponents' ratings.
        scores: the own scores, 1, 0.5 or 0.

    Raises:
        BadInput: no game, or not one score per opponent.
    """
    n = len(opponents)
    if n == 0 or n != len(scores):
        raise BadInput(f"{n} opponents have {len(scores)} scores")
    return sum(opponents) / n + 400.0 * (2.0 * sum(scores) - n) / n
