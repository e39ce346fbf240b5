"""The tie-breaks that need no rulebook's tables."""

from __future__ import annotations

from arpad.tournament.tiebreaks import brightwell, cards, goals, knockout, opponents, scores, uscf
from arpad.tournament.tiebreaks.catalogue import Catalogue

GENERAL = Catalogue.of(
    (
        *scores.KINDS,
        *opponents.KINDS,
        *uscf.KINDS,
        *cards.KINDS,
        *goals.KINDS,
        *brightwell.KINDS,
        *knockout.KINDS,
    ),
    {
        "SOSM": "SOS",
        "SODOSM": "SODOS",
        "SOSOSM": "SOSOS",
        "BRIGHTWELL": "BQ",
        "DISCS": "DISC",
        "SOSM1": "SOS-1",
        "SOSM2": "SOS-2",
        "OMW": "OMW%",
        "GW": "GW%",
        "OGW": "OGW%",
        "MW": "MW%",
    },
)
"""By code: scores, Go's, US Chess's, card games', football's, Othello's, knock-out's, and lots."""
