"""What a match is worth, by its class: the tables of FIFA and of the World Football Elo Ratings as data.

References:
    FIFA, *Revision of the FIFA / Coca-Cola World Ranking* (in force since 2018-08-16): nine classes, and the
    rounds in which no points are lost. World Football Elo Ratings (eloratings.net), "About": five classes.

A record names the class in its ``stage`` column, or gives the importance itself in its ``weight`` column;
then ``stage`` may still say ``knock-out``. Where it does neither, the class is that of the kind of
competition (:mod:`.competitions`), of which each body's table has a line: :mod:`.match_classes` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from arpad.rulebooks.football import competitions as kind

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

FIFA_MEN_KINDS: Mapping[str, str] = {
    kind.FRIENDLY: "friendly",
    kind.WORLD_CUP: "world cup",
    kind.WORLD_CUP_QUALIFICATION: "qualifier",
    kind.CONTINENTAL: "confederation finals",
    kind.CONTINENTAL_QUALIFICATION: "qualifier",
    kind.NATIONS_LEAGUE: "nations league",
    kind.CONFEDERATIONS_CUP: "confederations cup",
    kind.INTERCONTINENTAL: "friendly",
    kind.REGIONAL: "friendly",
    kind.REGIONAL_QUALIFICATION: "friendly",
    kind.OLYMPIC: "friendly",
    kind.OLYMPIC_QUALIFICATION: "friendly",
    kind.INVITATIONAL: "friendly",
}
"""The kind of competition -> the class. FIFA's lists count regional cups as friendlies: the COSAFA and SAFF
Cups of 2023 had 5, the Three Nations Cup of 2021, within a window, 10."""

ELORATINGS: Mapping[str, MatchClass] = {
    "world cup": MatchClass(60),
    "continental finals": MatchClass(50),
    "qualifier": MatchClass(40),
    "nations league": MatchClass(40),
    "major tournament": MatchClass(40),
    "tournament": MatchClass(30),
    "friendly": MatchClass(20),
}
"""*continental finals* and major intercontinental ones; qualifiers of both, and major tournaments, 40."""

ELORATINGS_KINDS: Mapping[str, str] = {
    kind.FRIENDLY: "friendly",
    kind.WORLD_CUP: "world cup",
    kind.WORLD_CUP_QUALIFICATION: "qualifier",
    kind.CONTINENTAL: "continental finals",
    kind.CONTINENTAL_QUALIFICATION: "qualifier",
    kind.NATIONS_LEAGUE: "nations league",
    kind.CONFEDERATIONS_CUP: "continental finals",
    kind.INTERCONTINENTAL: "continental finals",
    kind.REGIONAL: "major tournament",
    kind.REGIONAL_QUALIFICATION: "major tournament",
    kind.OLYMPIC: "continental finals",
    kind.OLYMPIC_QUALIFICATION: "qualifier",
    kind.INVITATIONAL: "tournament",
}
"""The kind of competition -> the class, as the site's year-end ratings of 2001 to 2023 show it: of the values
of K from 20 to 60, that by which most teams come from one year's rating to the next. The Olympic Games and
other competitions that ended before 2001 follow the words of the site alone."""

ELORATINGS_NAMES: Mapping[str, str] = {"Nehru Cup": "major tournament", "CAFA Nations Cup": "tournament"}
"""What the year-end ratings show of single competitions, against their kind."""

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

FIFA_WOMEN_KINDS: Mapping[str, str] = {
    kind.FRIENDLY: FRIENDLY,
    kind.WORLD_CUP: "world cup",
    kind.WORLD_CUP_QUALIFICATION: "world cup qualifier",
    kind.CONTINENTAL: "continental finals",
    kind.CONTINENTAL_QUALIFICATION: "continental qualifier",
    kind.REGIONAL: "regional cup",
    kind.REGIONAL_QUALIFICATION: "regional cup",
    kind.OLYMPIC: "olympic games",
    kind.OLYMPIC_QUALIFICATION: "olympic qualifier",
    kind.INVITATIONAL: FRIENDLY,
}
"""The kind of competition -> the class. Invitational tournaments count as friendlies, also between two of the
ten best (SheBelieves Cup of 2021). What a women's nations league counts is not known: it has none."""

FIFA_WOMEN_NAMES: Mapping[str, str] = {
    "AFC Asian Cup qualification": "world cup qualifier",
    "CONCACAF Championship qualification": "world cup qualifier",
    "CONCACAF W Championship qualification": "world cup qualifier",
}
"""Qualifications for a championship that is itself the qualification for a World Cup count as one."""

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
