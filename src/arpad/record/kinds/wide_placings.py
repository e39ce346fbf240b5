"""Tables of contests in which each row is a contest and each place a column: ``1st, 2nd, 3rd``.

In a cell stands a side; ``Ann = Bob`` are two that share the place, ``Ann+Bob`` partners of one side. Beside
a place may stand the ids of those who took it, ``1st id``, in the same form: ``7 = 12``, ``7+12``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from arpad.core import BadInput
from arpad.record.assembly.identity import Named
from arpad.record.tables.column_names import SIDES, SINGLE, normal
from arpad.record.tables.titles import Titles

ORDINAL = re.compile(
    r"(\d{1,4})\s*(?:st|nd|rd|th|er|re|e|ème|º|ª|°|\.|-е)(?:[ _-]?(?:place|platz))?", re.IGNORECASE
)
NUMBERED = re.compile(
    r"(?:place|position|pos|rank|platz|puesto|posto|plaats|место)[ _.#-]*(\d{1,4})", re.IGNORECASE
)

_ID = r"(?:(?:fide|player|team|uscf)[ _.-]*)?id|ecf[ _.-]*code|pid"
IDS = re.compile(rf"(?P<place>.*?)[ _.-]*(?:{_ID})|(?:{_ID})[ _.-]*(?P<behind>.*)", re.IGNORECASE)
"""The name of a column of ids: a place with a word for an id behind it or before it."""

WORDS: tuple[tuple[str, ...], ...] = (
    ("first", "winner", "gold", "first_place", "erster", "premier", "primero", "primo"),
    ("second", "runner_up", "silver", "second_place", "zweiter", "deuxième", "segundo", "secondo"),
    ("third", "bronze", "third_place", "dritter", "troisième", "tercero", "terzo"),
    ("fourth", "fourth_place", "vierter", "quatrième", "cuarto", "quarto"),
    ("fifth", "fifth_place", "fünfter", "cinquième", "quinto"),
    ("sixth", "sixth_place"),
    ("seventh", "seventh_place"),
    ("eighth", "eighth_place"),
)
"""The names of the columns of places in words, from the first place on."""

PLAIN = {"first", "second"}
"""What may also be the two sides of a game."""

PEOPLE = ("player", "name", "team", "competitor", "athlete")
"""Columns beside which ``1st, 2nd, 3rd`` are counts of places, not who took them."""

TIED = re.compile(r"\s*=\s*")
"""What stands between those who share a place."""

NOBODY = frozenset({"dnf", "dns", "dsq", "dq", "n/a", "tba", "tbd"})
"""What stands at a place that nobody took, as :func:`normal` has it."""

_PLACE_OF = {normal(word): place for place, words in enumerate(WORDS, start=1) for word in words}


def place_of(name: str) -> int | None:
    """Return the place that a column is for; None for any other column."""
    found = ORDINAL.fullmatch(name.strip()) or NUMBERED.fullmatch(name.strip())
    return int(found[1]) if found else _PLACE_OF.get(normal(name))


def place_of_ids(name: str) -> int | None:
    """Return the place of a column of ids, such as ``1st id`` or ``id1``; None for any other column."""
    found = IDS.fullmatch(name.strip())
    if found is None:
        return None
    place = found["place"] or found["behind"] or ""
    return int(place) if re.fullmatch(r"\d{1,4}", place) else place_of(place)


def ids_in(
    header: Sequence[str], places: Sequence[int], columns: Mapping[str, str] | None = None
) -> list[int]:
    """Return the columns of the ids of the places, in their order; −1 for a place without ids.

    Args:
        header: the names of the columns.
        places: the columns of the places (:func:`places_in`).
        columns: choices: the ids of a place (``1st id``) -> the name of their column.

    Raises:
        BadInput: two columns are for the ids of one place.
    """
    titles = Titles(header)
    found: dict[int, int] = {}
    for key, name in (columns or {}).items():
        place, chosen = place_of_ids(key), titles.first_of([name])
        if place is not None and chosen is not None:
            found[place] = chosen
    for at, name in enumerate(header):
        place = place_of_ids(name)
        if place is None or at in places or at in found.values():
            continue
        if found.setdefault(place, at) != at:
            problem = f"both {header[found[place]]!r} and {name!r} could be the ids of place {place}"
            raise BadInput(problem, remedy="Rename or remove one of them.")
    return [found.get(place, -1) for place in range(1, len(places) + 1)]


def places_in(header: Sequence[str], columns: Mapping[str, str] | None = None, file: str = "") -> list[int]:
    """Return the columns of the places 1, 2, 3…, in this order.

    Args:
        header: the names of the columns.
        columns: choices: a place (``1st``) -> the name of its column.
        file: for the error.

    Returns:
        Nothing where the table has another form: there are two sides, a result or a column of players beside
        them, or fewer than two places; or ``first`` and ``second`` alone, which are the sides of a game.

    Raises:
        BadInput: two columns are for one place, or a chosen one is not there.
    """
    titles = Titles(header)
    known = titles.normal
    found: dict[int, int] = {}
    for key, name in (columns or {}).items():
        place, chosen = place_of(key), titles.first_of([name])
        if place is not None and chosen is not None and normal(key) not in PLAIN:
            found[place] = chosen
    for at, name in enumerate(header):
        place = place_of(name)
        if place is None or at in found.values():
            continue
        if found.setdefault(place, at) != at:
            problem = f"both {header[found[place]]!r} and {name!r} could be place {place}"
            raise BadInput(problem, file=file or None, remedy="Rename or remove one of them.")
    count = next(place for place in range(1, len(header) + 2) if place not in found) - 1
    places = [found[place] for place in range(1, count + 1)]
    if count < 2 or (count == 2 and {known[at] for at in places} == PLAIN):
        return []
    others = {name for at, name in enumerate(known) if at not in places}
    if others & {normal(name) for name in (*PEOPLE, *SINGLE["score"])}:
        return []
    if any(normal(side) in others for pair in SIDES for side in (pair.first, pair.second)):
        return []
    return places


def sides_in(words: Sequence[str], ids: Sequence[str] = ()) -> list[tuple[int, Named]]:
    """Return the sides of a row, each with its place, and with its ids where such are given.

    Args:
        words: the cells of the places, from the first on; blank behind the last that was taken.
        ids: the cells of their ids; blank where none is known.

    Raises:
        BlankPlace: a place between others is blank.
        UnequalIds: a place has ids, but not one for each of those who share it.
    """
    sides: list[tuple[int, Named]] = []
    words = ["" if normal(word) in NOBODY else word for word in words]
    for place, word in enumerate(words, start=1):
        if not word and any(words[place:]) and len(sides) < place:
            raise BlankPlace(place)
        names = [name for name in TIED.split(word) if name]
        numbers = TIED.split(ids[place - 1]) if ids and ids[place - 1] else [""] * len(names)
        if len(numbers) != len(names):
            raise UnequalIds(place)
        sides += [(place, Named(*both)) for both in zip(numbers, names, strict=True)]
    return sides


class BlankPlace(ValueError):
    """A place between others is blank; its only argument is the place."""


class UnequalIds(ValueError):
    """A place has more or fewer ids than players; its only argument is the place."""
