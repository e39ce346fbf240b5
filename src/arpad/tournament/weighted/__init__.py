"""One engine for pairing systems that are weighted choices: a ladder of criteria, declared as data."""

from arpad.tournament.weighted.colours import beyond, has_black, uneven, who_has_black
from arpad.tournament.weighted.field import Bools, Field, Ints, lots, places
from arpad.tournament.weighted.rungs import (
    Ban,
    Costs,
    Ladder,
    Rung,
    Term,
    by_lot,
    forbidden,
    met_before,
    second_bye,
)
from arpad.tournament.weighted.settings import Settings
from arpad.tournament.weighted.solve import Best, best
from arpad.tournament.weighted.system import WeightedSystem, game

__all__ = [
    "Ban",
    "Best",
    "Bools",
    "Costs",
    "Field",
    "Ints",
    "Ladder",
    "Rung",
    "Settings",
    "Term",
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
