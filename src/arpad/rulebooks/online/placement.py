"""Presets of Elo as online games play it: placement games, tiers, decay.

The numbers are ours, for rules that games describe: placement games that move a rating fast, more for wins
and less for losses in low tiers and the reverse at the top, points lost at rest.

Units: ratings in points, time in days.
"""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput
from arpad.ratings.elo import Elo
from arpad.ratings.tiers import Divisions

DIVISIONS = Divisions.parse("Bronze; Silver 1200; Gold 1400; Platinum 1600; Diamond 1800; Master 2000", 30)
"""Names over ratings; who has moved up is moved down only 30 points below the bound."""


def placement(games: int = 10, k: float = 60.0, then: float = 24.0) -> Elo:
    """Return Elo whose first games, the placement games, have a K of their own."""
    return Elo(k=f"{k:g} if games<{games}; {then:g}")


def tiered(games: int = 10) -> Elo:
    """Return Elo with placement games, and with gains and losses by tier.

    Below 1200 a game brings a fifth more and costs a fifth less, from 2000 the reverse.
    """
    rule = placement(games).k
    return Elo(
        k=rule,
        gains="1.2 if rating<1200; 0.8 if rating>=2000; 1",
        losses="0.8 if rating<1200; 1.2 if rating>=2000; 1",
    )


def resting(games: int = 10) -> Elo:
    """Return the same with decay: 25 points for every week beyond two at rest, down to 1800."""
    t = tiered(games)
    return Elo(
        k=t.k, gains=t.gains, losses=t.losses, decay=25.0, decay_after=14.0, decay_every=7.0, decay_to=1800.0
    )


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
        raise BadInput(f"{n} opponents and {len(scores)} scores make no placement")
    return sum(opponents) / n + 400.0 * (2.0 * sum(scores) - n) / n
