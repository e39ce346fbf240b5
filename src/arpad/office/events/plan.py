"""The plan of a tournament: its system, rules and point system, all of them written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from arpad.tournament.points import Points


@dataclass(frozen=True)
class Plan:
    """How a tournament is to be played; the event ``new`` states it, and later events replace parts of it.

    Args:
        name: its title.
        system: the pairing system.
        rounds: how many are planned; 0 if nobody has said.
        seed: what all lots are drawn from.
        points: what results are worth.
        edition: the day whose edition of the pairing rules holds.
        tiebreak_edition: the day whose edition of the tie-break rules holds.
        settings: every setting of the system that is in force.
        tiebreaks: their codes in order; none for those that the system commonly uses.
        details: place, dates, arbiters: what only is printed, by its name.
    """

    name: str
    system: str
    rounds: int
    seed: int
    points: Points
    edition: date
    tiebreak_edition: date
    settings: Mapping[str, Any] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)
