"""What a match is worth, by its class: the tables of FIFA and of the World Football Elo Ratings as data.

References:
    FIFA, *Revision of the FIFA / Coca-Cola World Ranking* (in force since 2018-08-16): nine classes, and the
    rounds in which no points are lost. World Football Elo Ratings (eloratings.net), "About": five classes.

A record names the class in its ``stage`` column, or gives the importance itself in its ``weight`` column;
then ``stage`` may still say ``knock-out``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.interface import setting
from arpad.record import Games

ORDINARY, KNOCK_OUT = 1, 2
"""Kinds of a match of a record; 0 is one of which only the result is known."""


class MatchClass(NamedTuple):
    """A class of matches: its importance, and whether it is a knock-out round of a final competition."""

    importance: float
    knock_out: bool = False


FIFA_MEN: Mapping[str, MatchClass] = {
    "friendly": MatchClass(5),
    "friendly in window": MatchClass(10),
    "nations league": MatchClass(15),
    "nations league play-off": MatchClass(25),
    "nations league finals": MatchClass(25, knock_out=True),
    "qualifier": MatchClass(25),
    "confederation finals": MatchClass(35),
    "confederation finals knock-out": MatchClass(35, knock_out=True),
    "confederation finals quarter-final": MatchClass(40, knock_out=True),
    "confederations cup": MatchClass(40),
    "confederations cup knock-out": MatchClass(40, knock_out=True),
    "world cup": MatchClass(50),
    "world cup knock-out": MatchClass(50, knock_out=True),
    "world cup quarter-final": MatchClass(60, knock_out=True),
}
"""``quarter-final``: the quarter-finals and all that follows; ``knock-out``: knock-out rounds before them."""

ELORATINGS: Mapping[str, MatchClass] = {
    "world cup": MatchClass(60),
    "continental finals": MatchClass(50),
    "qualifier": MatchClass(40),
    "tournament": MatchClass(30),
    "friendly": MatchClass(20),
}
"""*continental finals* and major intercontinental ones; qualifiers of both, and major tournaments, 40."""

FRIENDLY = "friendly"

FIFA_WOMEN: Mapping[str, MatchClass] = {
    FRIENDLY: MatchClass(1),
    "regional cup": MatchClass(1),
    "invitational cup": MatchClass(1),
    "friendly of the ten best": MatchClass(2),
    "continental qualifier": MatchClass(2),
    "continental finals": MatchClass(3),
    "qualifier": MatchClass(3),
    "world cup qualifier": MatchClass(3),
    "olympic qualifier": MatchClass(3),
    "world cup": MatchClass(4),
    "olympic games": MatchClass(4),
}
"""M of FIFA's procedure. *qualifier*: of a World Cup or of the Olympic Games; a confederation's championship
that leads to them counts so where it does."""

PLAIN_KNOCK_OUT = "knock-out"


def word(text: str) -> str:
    """Return the name of a class as it is compared: lower case, apart by single blanks."""
    plain = re.sub(r"[\s_]+", " ", text.strip().lower())
    return (
        plain.replace("knockout", "knock-out").replace("playoff", "play-off").replace("quarterf", "quarter-f")
    )


def importance_setting(classes: Mapping[str, MatchClass]) -> str:
    """Return how the importance of every match is set: to that of a qualifier."""
    return f"importance={classes['qualifier'].importance:g}"


def importances(games: Games, classes: Mapping[str, MatchClass], system: str) -> NDArray[np.float64]:
    """Return float64 over games: the importance, by the weights, or else by the classes named in ``stage``.

    Raises:
        BadInput: a match has neither, or a class that the rules do not know.
    """
    if games.weight is not None:
        return games.weight
    values = np.full(len(games), np.nan)
    if games.stage is not None:
        named = [classes.get(word(name)) for name in games.stage.names]
        table = np.array([*(np.nan if one is None else one.importance for one in named), np.nan])
        values = table[games.stage.codes]
    lacking = np.flatnonzero(np.isnan(values))
    if len(lacking):
        row = int(lacking[0])
        teams = " – ".join(games.players.names[side[row]] for side in (games.first, games.second))
        said = games.stage.word(row) if games.stage is not None else None
        problem = (
            f"nothing says how important {teams} is"
            if said is None
            else f"{said!r} is not a known class of match"
        )
        raise BadInput(
            f"{system} needs the importance of every match: {problem}",
            remedy=f"Give a weight column, a stage column ({', '.join(classes)}), "
            f"or {setting(importance_setting(classes))}.",
        )
    return values


def kinds(games: Games, classes: Mapping[str, MatchClass]) -> NDArray[np.int8]:
    """Return int8 over games: whether it is a knock-out match of a final competition."""
    found = np.full(len(games), ORDINARY, dtype=np.int8)
    if games.stage is not None:
        named = [word(name) for name in games.stage.names]
        out = [n == PLAIN_KNOCK_OUT or classes.get(n, MatchClass(0)).knock_out for n in named]
        found[np.array([*out, False])[games.stage.codes]] = KNOCK_OUT
    return found
