"""One engine for pairing systems that are weighted choices: a ladder of criteria, declared as data."""

from arpad.tournament.ladder.colours import beyond, uneven, who_has_black
from arpad.tournament.ladder.field import Bools, Field, Ints, lots, places
from arpad.tournament.ladder.rungs import (
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
from arpad.tournament.ladder.settings import Settings
from arpad.tournament.ladder.solve import Best, best
from arpad.tournament.ladder.system import LadderSystem, game

__all__ = [
    "Ban",
    "Best",
    "Bools",
    "Costs",
    "Field",
    "Ints",
    "Ladder",
    "LadderSystem",
    "Rung",
    "Settings",
    "Term",
    "best",
    "beyond",
    "by_lot",
    "forbidden",
    "game",
    "lots",
    "met_before",
    "places",
    "second_bye",
    "uneven",
    "who_has_black",
]
