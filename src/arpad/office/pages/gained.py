"""What a tournament so far makes of everybody's rating, beside the standings: by FIDE's rating report.

It is :func:`arpad.office.reports.rating.changes` for standard chess, as if these rounds were rated alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from arpad.core import BadInput
from arpad.office.reports.rating import changes, individual
from arpad.rulebooks.fide import Fide
from arpad.rulebooks.fide.performance import performance
from arpad.tournament.model import Tournament


class Gained(NamedTuple):
    """What the games of a player are worth.

    Args:
        performance: the performance rating (B.01, 1.4); None without a game against a rated opponent.
        difference: W − We, the score less the expected score; None for a player without a rating.
        change: K · (W − We); None for a player without a rating.
    """

    performance: int | None
    difference: Decimal | None
    change: Decimal | None

    def shown(self) -> tuple[str, str, str]:
        """Return the three as they are printed; empty for nothing."""
        worth = "" if self.performance is None else str(self.performance)
        return worth, _signed(self.difference), _signed(self.change)

    def numbers(self) -> tuple[int | None, float | None, float | None]:
        """Return the three as programs read them."""
        difference, change = (
            None if value is None else float(value) for value in (self.difference, self.change)
        )
        return self.performance, difference, change


NOTHING = Gained(None, None, None)
"""Of whom nothing is to be said."""


def is_rated(tournament: Tournament) -> bool:
    """Tell whether there is anything to be said: chess of single players, of whom somebody has a rating."""
    if tournament.players is not None or not tournament.played:
        return False
    try:
        return any(entrant.rating for entrant in individual(tournament, None)[0].entrants)
    except BadInput:
        return False


def gained(tournament: Tournament) -> Mapping[int, Gained]:
    """Return what the tournament so far is worth to everybody, by number; nothing where nothing is rated."""
    if not is_rated(tournament):
        return {}
    gains = {}
    for rating_change in changes(tournament, Fide()):
        opponents = [float(game.opponent.rating) for game in rating_change.rated]
        scores = [float(game.score) for game in rating_change.rated]
        gains[rating_change.entrant.number] = Gained(
            performance(opponents, scores).rating if opponents else None,
            rating_change.difference,
            rating_change.change,
        )
    return gains


def _signed(value: Decimal | None) -> str:
    if value is None:
        return ""
    return f"{value:+.2f}".replace("-", "−") if value else "0.00"
