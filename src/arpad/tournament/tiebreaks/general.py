"""The tie-breaks that need no rulebook's tables."""

from __future__ import annotations

from arpad.tournament.tiebreaks import cards, goals, knockout, opponents, scores
from arpad.tournament.tiebreaks.catalogue import Catalogue

GENERAL = Catalogue.of(
    (
        *scores.KINDS,
        *opponents.KINDS,
        *cards.KINDS,
        *goals.KINDS,
        *knockout.KINDS,
    ),
    {
        "SOSM": "SOS",
        "SODOSM": "SODOS",
        "SOSOSM": "SOSOS",
        "DISCS": "DISC",
        "SOSM1": "SOS-1",
        "SOSM2": "SOS-2",
        "OMW": "OMW%",
        "GW": "GW%",
        "OGW": "OGW%",
        "MW": "MW%",
    },
)
"""By code: scores, Go's, card games', goals and discs, knock-out's, and lots."""
