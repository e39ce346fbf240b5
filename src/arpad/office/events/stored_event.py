"""What events of all streams have: a kind, a version, and fields that say how they are written and read.

A field's type carries its codec: ``entrant: EntrantId`` is a whole number from 1 to 99,999 in the file and in
Python. A field with a default is left out of the line where it has that value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from typing import Annotated, Any, ClassVar, NamedTuple, Self, get_type_hints

from arpad.core import BadInput
from arpad.office.events.fields import (
    BYES,
    GAMES,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    REQUESTED,
    Fields,
    Row,
    fraction_of,
    refuse,
    result_of,
    text_of,
    wholes_of,
)
from arpad.tournament.results import Result


class Codec(NamedTuple):
    """How a field is kept.

    Args:
        read: makes the value from what JSON has; is given the field's name for errors, and raises BadInput.
        write: makes what JSON has from the value.
    """

    read: Callable[[str, Any], Any]
    write: Callable[[Any], Any] = lambda value: value


def whole(low: int, high: int) -> Codec:
    """Return the codec of whole numbers in a range."""

    def read(key: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            refuse(key, value, f"a whole number from {low} to {high}")
        return value

    return Codec(read)


def _truth(key: str, value: Any) -> bool:
    if type(value) is not bool:
        refuse(key, value, "true or false")
    return value


def a_result(among: Sequence[Result]) -> Codec:
    """Return the codec of results, by their letters."""
    letters = {result.value: result for result in among}

    def read(key: str, value: Any) -> Result:
        result = letters.get(value) if isinstance(value, str) else None
        return result_of(key, value, among) if result is None else result

    return Codec(read, lambda value: value.value)


def word(*words: str) -> Codec:
    """Return the codec of one of some words."""

    def read(key: str, value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            refuse(key, value, f"one of {', '.join(filter(None, words))}")
        return value

    return Codec(read)


def _rounds(key: str, value: Any) -> tuple[int, ...]:
    rounds = wholes_of(key, value, MOST_ROUNDS)
    if not rounds or list(rounds) != sorted(set(rounds)):
        refuse(key, list(rounds), "round numbers in rising order")
    return rounds


def _entrants(key: str, value: Any) -> tuple[int, ...]:
    return wholes_of(key, value, MOST_ENTRANTS)


def _pairs(key: str, value: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        refuse(key, value, "a list of pairs")
    pairs = [wholes_of(key, pair, MOST_ENTRANTS) for pair in value]
    return tuple((white, black) for white, black in pairs)


def _byes(key: str, value: Any) -> tuple[tuple[int, Result], ...]:
    if not isinstance(value, list) or not all(isinstance(bye, list) and len(bye) == 2 for bye in value):
        refuse(key, value, "a list of entrants with their byes")
    return tuple(
        (wholes_of(key, [entrant], MOST_ENTRANTS)[0], result_of(key, letter, BYES))
        for entrant, letter in value
    )


def _both_points(key: str, value: Any) -> tuple[Fraction, Fraction]:
    if not isinstance(value, list) or len(value) != 2:
        refuse(key, value, "the points of White and Black")
    return fraction_of(key, value[0]), fraction_of(key, value[1])


def _texts(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        refuse(key, value, "a list of text")
    return tuple(text_of(key, text) for text in value)


def _named_texts(key: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        refuse(key, value, "names and text")
    return {text_of(key, name): _lines(name[:40], text) for name, text in value.items()}


def _lines(key: str, value: Any) -> str:
    """Return text that may have several lines, such as the names of several arbiters."""
    if not isinstance(value, str):
        refuse(key, value, "text")
    return "\n".join(text_of(key, line) for line in value.split("\n"))


_LIST = list
"""How tuples are written."""

EntrantId = Annotated[int, whole(1, MOST_ENTRANTS)]
"""A participant, by the number that is given once and never changes."""

EntrantIds = Annotated[tuple[int, ...], Codec(_entrants, _LIST)]
PairingNumber = Annotated[int, whole(1, MOST_ENTRANTS)]
RoundNumber = Annotated[int, whole(1, MOST_ROUNDS)]
RoundNumbers = Annotated[tuple[int, ...], Codec(_rounds, _LIST)]
"""Rounds in rising order."""

BoardNumber = Annotated[int, whole(1, MOST_ENTRANTS)]
Truth = Annotated[bool, Codec(_truth)]
Text = Annotated[str, Codec(text_of)]
Texts = Annotated[tuple[str, ...], Codec(_texts, _LIST)]
NamedTexts = Annotated[Mapping[str, str], Codec(_named_texts, dict)]
GameResult = Annotated[Result, a_result(GAMES)]
RequestedBye = Annotated[Result, a_result(REQUESTED)]
AnyBye = Annotated[Result, a_result(BYES)]
Pairs = Annotated[tuple[tuple[int, int], ...], Codec(_pairs, lambda value: [list(pair) for pair in value])]
"""White and Black of each board, by ``entrant``."""

Byes = Annotated[
    tuple[tuple[int, Result], ...],
    Codec(_byes, lambda value: [[entrant, result.value] for entrant, result in value]),
]
Amount = Annotated[Fraction, Codec(fraction_of, str)]
"""Points, as ``2`` or ``5/2``."""

BothPoints = Annotated[
    tuple[Fraction, Fraction], Codec(_both_points, lambda value: [str(points) for points in value])
]


@dataclass(frozen=True)
class StoredEvent:
    """Something that happened, as a line of a stream keeps it; its kinds are subclasses.

    ``KIND`` is its word in a file, ``VERSION`` that of its fields.
    """

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1

    def row(self) -> Row:
        """Return the fields as JSON has them; what is at its default is left out."""
        row: Row = {}
        for name, codec, default in _fields_of(type(self)):
            value = getattr(self, name)
            if default is MISSING or value != default:
                row[name] = codec.write(value)
        return row

    @classmethod
    def of(cls, row: Fields) -> Self:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range, or the fields contradict each
                other.
        """
        values = {
            name: codec.read(name, row.take(name))
            for name, codec, default in _fields_of(cls)
            if default is MISSING or name in row
        }
        event = cls(**values)
        event.check()
        return event

    def check(self) -> None:
        """Refuse fields that contradict each other.

        Raises:
            BadInput: they do.
        """


_FIELDS: dict[type[StoredEvent], tuple[tuple[str, Codec, Any], ...]] = {}


def _fields_of(kind: type[StoredEvent]) -> tuple[tuple[str, Codec, Any], ...]:
    """Return the name, codec and default of every field of a kind; worked out once, at its first event."""
    earlier = _FIELDS.get(kind)
    if earlier is not None:
        return earlier
    hints = get_type_hints(kind, include_extras=True)
    result = []
    for field in fields(kind):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        result.append((field.name, _codec(hints[field.name]), default))
    return _FIELDS.setdefault(kind, tuple(result))


def _codec(hint: Any) -> Codec:
    """Return the codec of a type, of one that may be None that of the value."""
    for candidate in (hint, *getattr(hint, "__args__", ())):
        for extra in getattr(candidate, "__metadata__", ()):
            if isinstance(extra, Codec):
                return extra
    raise BadInput(f"the type {hint} has no codec", code="event.no-codec")
