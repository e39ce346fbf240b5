"""One engine for pairing systems that are weighted choices: a ladder of criteria, declared as data."""

from arpad.tournament.weighted.colours import beyond, has_black, uneven, who_has_black
from arpad.tournament.weighted.field import Bools, Ints, PairingField, lots, places
from arpad.tournament.weighted.rungs import (
    Ban,
    Costs,
    CostTerm,
    Ladder,
    Rung,
    by_lot,
    forbidden,
    met_before,
    second_bye,
)
from arpad.tournament.weighted.settings import SystemSettings
from arpad.tournament.weighted.solve import BestRound, best
from arpad.tournament.weighted.system import WeightedSystem, game

__all__ = [
    "Ban",
    "BestRound",
    "Bools",
    "CostTerm",
    "Costs",
    "Ints",
    "Ladder",
    "PairingField",
    "Rung",
    "SystemSettings",
    "WeightedSystem",
    "best",
    "beyond",
    "by_lot",
    "forbidden",
    "game",
    "has_black",
    "lots",
    "met_before",
    "places",
    "second_bye",
    "uneven",
    "who_has_black",
]
