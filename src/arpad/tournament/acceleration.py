"""Baku's acceleration: points for the pairing alone, for the upper half in the first rounds (C.04.7)."""

from __future__ import annotations

from arpad.tournament.model import Acceleration, Tournament
from arpad.tournament.points import FIDE_POINTS, Points


def baku(players: int, rounds: int, points: Points = FIDE_POINTS) -> tuple[Acceleration, ...]:
    """Return Baku's acceleration (C.04.7) for the numbers 1 to N.

    The first 2·⌈N/4⌉ of them get a virtual win in the first half of the accelerated rounds (⌈R/2⌉ in all, the
    larger half first), and a virtual draw in the rest of them.
    """
    return _baku(2 * -(-players // 4), rounds, points)


def baku_of(tournament: Tournament) -> tuple[Acceleration, ...]:
    """Return Baku's acceleration (C.04.7) of a tournament, by its numbers and who was there at the start.

    Late entries do not move the border of the first group: its last player stays the last.
    """
    first = sorted(entrant.number for entrant in tournament.entrants if entrant.arrives <= 1)
    if not first:
        return ()
    last = first[min(2 * -(-len(first) // 4), len(first)) - 1]
    return _baku(last, tournament.planned, tournament.points)


def _baku(group: int, rounds: int, points: Points) -> tuple[Acceleration, ...]:
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    first = Acceleration(points.win, 1, full, (1, group))
    if accelerated == full:
        return (first,)
    return first, Acceleration(points.draw, full + 1, accelerated, (1, group))
