"""Tables that look like results and lack something: the error says what it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.record.columns.seats import ORDINAL
from arpad.record.columns.standings import are_standings
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES, NOT_NAMES, OPPONENTS, OUTCOMES, PLACES, folded_words

ALIKE = 0.5
"""The share of the names in the column with fewer that the other one has too, if both name sides."""

FEW = 30
"""How many different numbers lanes, boats or starting positions have at most."""

_WON = frozenset(folded_words("won wins win gewonnen siege victoires victorias vittorie wygrane"))
_LOST = frozenset(folded_words("lost losses loss verloren niederlagen defaites derrotas sconfitte przegrane"))
_PLACE_AND_WORD = re.compile(r"(?i)(?:rank|place|pos|position|finish)[ _-]?(\d{1,2})[ _-](\w+)")
_TRUTHS = frozenset(("true", "false", "win", "loss", "won", "lost"))
_TEAM = frozenset(folded_words("team squad party lineup roster"))


class Incomplete(BadInput):
    """A table of results that lacks what tells the games.

    Args:
        problem: what it lacks.
        remedy: what to do.
        file: the file.
    """

    def __init__(self, problem: str, remedy: str, file: str | None) -> None:
        super().__init__(problem, file=file, remedy=remedy, code="columns.ambiguous")


def incomplete(columns: Sequence[SampleColumn], file: str | None) -> Incomplete | None:
    """Return what a table lacks that has no two sides with a result; None where nothing shows it.

    Args:
        columns: of the table.
        file: for the error.
    """
    if are_standings([column.name for column in columns]):
        return None
    found = (look(columns) for look in _LOOKS)
    said = next((each for each in found if each is not None), None)
    return None if said is None else Incomplete(*said, file)


def _tallies(columns: Sequence[SampleColumn]) -> tuple[str, str] | None:
    """Return what is said of rows that count the games of two which one has won and lost."""
    won = next((column for column in columns if set(column.tokens) <= _WON and _counts(column)), None)
    lost = next((column for column in columns if set(column.tokens) <= _LOST and _counts(column)), None)
    sides = next(iter(_pairs(columns)), None)
    if won is None or lost is None or sides is None:
        return None
    roles = ("first", "second", "points_first", "points_second")
    names = [column.name for column in (*sides, won, lost)]
    one_match = named_columns(*(f"{role}={name}" for role, name in zip(roles, names, strict=True)))
    return (
        f"{won.name!r} and {lost.name!r} count several games of {sides[0].name!r} and {sides[1].name!r}, "
        "and no row is one game",
        f"Write a row for each game; or, to rate each row as one match by its games, choose: {one_match}",
    )


def _pairs(columns: Sequence[SampleColumn]) -> list[tuple[SampleColumn, SampleColumn]]:
    texts = [column for column in columns if column.numeric < 0.5 and len(column.distinct) > 2]
    return [(one, other) for one, other in combinations(texts, 2) if one.overlap(other) >= ALIKE]


def _counts(column: SampleColumn) -> bool:
    return bool(column.tokens) and column.numeric > 0.9 and max(filter(None, column.numbers), default=0) > 1


def _lanes(columns: Sequence[SampleColumn]) -> tuple[str, str] | None:
    """Return what is said of places whose columns have the numbers of lanes or boats."""
    by_word: dict[str, dict[int, SampleColumn]] = {}
    for column in columns:
        match = _PLACE_AND_WORD.fullmatch(column.name.strip())
        if match is not None:
            by_word.setdefault(match[2].lower(), {})[int(match[1])] = column
    for places in by_word.values():
        if not {1, 2} <= places.keys():
            continue
        numbers = {number for column in places.values() for number in column.numbers}
        if None not in numbers and len(numbers) <= FEW:
            chosen = [f"{at}{_ENDS.get(at, 'th')}={column.name}" for at, column in sorted(places.items())]
            return (
                f"{places[1].name!r} and the columns like it have {len(numbers)} different numbers, of lanes "
                "or boats, which are other racers in every contest",
                "Give the columns the names of the racers; if the numbers are players, choose them: "
                f"{named_columns(*chosen)}",
            )
    return None


_ENDS = {1: "st", 2: "nd", 3: "rd"}


def _no_contest(columns: Sequence[SampleColumn]) -> tuple[str, str] | None:
    """Return what is said of places without a column that tells the contests apart."""
    place = next((column for column in columns if _has_places(column)), None)
    players = [*filter(_has_names, columns), *filter(_has_ids, columns)]
    player = next((column for column in players if column is not place), None)
    if place is None or player is None:
        return None
    chosen = named_columns("contest", f"player={player.name}", f"place={place.name}")
    return (
        f"{place.name!r} has places, and no column is known to tell which rows are one contest",
        f"Choose it: {chosen}; or add such a column.",
    )


def _has_places(column: SampleColumn) -> bool:
    name = "".join(column.tokens)
    called = PLACES & set(column.tokens) or name.endswith("pos")
    return bool(called) and bool(column.filled) and all(ORDINAL.fullmatch(value) for value in column.filled)


def _has_names(column: SampleColumn) -> bool:
    words = set(column.tokens)
    called = words & (NAMES.keys() | {"owner", "ring"}) and not words & (IDS | (NOT_NAMES - {"owner"}))
    return bool(called) and column.numeric < 0.5 and len(column.distinct) > 2


def _has_ids(column: SampleColumn) -> bool:
    """Whether a column has the ids of players."""
    words = set(column.tokens)
    return bool(words & NAMES.keys() and words & IDS) and len(column.distinct) > 2


def _no_opponent(columns: Sequence[SampleColumn]) -> tuple[str, str] | None:
    """Return what is said of one's own results without anybody who was played."""
    outcome = next(
        (
            column
            for column in columns
            if OUTCOMES.keys() & set(column.tokens)
            and column.distinct
            and {value.lower() for value in column.distinct} <= _TRUTHS
        ),
        None,
    )
    own = any(_TEAM & set(column.tokens) for column in columns)
    named = any(OPPONENTS & set(column.tokens) and NAMES.keys() & set(column.tokens) for column in columns)
    if outcome is None or not own or named:
        return None
    return (
        f"{outcome.name!r} tells how games ended for one side, and no column names the other one",
        "Add a column with the name of the opponent.",
    )


_LOOKS: tuple[Callable[[Sequence[SampleColumn]], tuple[str, str] | None], ...] = (
    _tallies,
    _lanes,
    _no_contest,
    _no_opponent,
)
