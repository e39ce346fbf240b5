"""Who meets whom and who is ahead: the tournament model, files, formats, matching, standings."""

from arpad.tournament.adjustments import Adjustment
from arpad.tournament.model import (
    Acceleration,
    Bye,
    Entrant,
    Entry,
    Pairing,
    Prohibition,
    Round,
    Tournament,
)
from arpad.tournament.points import FIDE_POINTS, FOOTBALL_POINTS, Points
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound, Paired, PairingSystem

__all__ = [
    "FIDE_POINTS",
    "FOOTBALL_POINTS",
    "Acceleration",
    "Adjustment",
    "Bye",
    "Entrant",
    "Entry",
    "NoLegalRound",
    "Paired",
    "Pairing",
    "PairingSystem",
    "Points",
    "Prohibition",
    "Result",
    "Round",
    "Tournament",
]
