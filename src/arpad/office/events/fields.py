"""The fields of an event's line as they are read one by one, each with its type and range.

A damaged or hand-made file is refused, with the field.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NoReturn

from arpad.core import BadInput
from arpad.tournament.results import Result, possible

Row = dict[str, Any]
"""An event's own fields, as JSON has them."""

MOST_ENTRANTS = 99_999
MOST_ROUNDS = 999
HIGHEST_RATING = 9999
"""The highest rating that a tournament report has room for."""

MOST_SEED = 2**63
LONGEST_TEXT = 1000
"""In characters; names and all other text of an event."""

GAMES = tuple(result for result in Result if not result.bye)
BYES = tuple(result for result in Result if result.bye)
REQUESTED = tuple(result for result in Result if result.requested)

FRACTION = re.compile(r"-?\d{1,9}(/\d{1,4})?")


class Fields:
    """The fields of an event as they are taken one by one; what is left at the end is not known.

    Args:
        row: the fields.
    """

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.left: dict[str, Any] = dict(row)

    def __contains__(self, key: str) -> bool:
        return key in self.left

    def take(self, key: str) -> Any:
        """Take a field.

        Raises:
            BadInput: it is missing.
        """
        if key not in self.left:
            raise BadInput(f"the field {key!r} is missing", code="field.missing")
        return self.left.pop(key)

    def whole(self, key: str, low: int, high: int) -> int:
        """Take a whole number.

        Raises:
            BadInput: it is missing, of another type, or out of range.
        """
        value = self.take(key)
        if type(value) is not int or not low <= value <= high:
            refuse(key, value, f"a whole number from {low} to {high}")
        return value

    def truth(self, key: str) -> bool:
        """Take true or false.

        Raises:
            BadInput: it is missing, or neither.
        """
        value = self.take(key)
        if type(value) is not bool:
            refuse(key, value, "true or false")
        return value

    def text(self, key: str) -> str:
        """Take text of one line.

        Raises:
            BadInput: it is missing, no text, too long, or has control characters.
        """
        return text_of(key, self.take(key))

    def day(self, key: str) -> date:
        """Take a date.

        Raises:
            BadInput: it is missing, or not a date.
        """
        value = self.take(key)
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            refuse(key, value, "a date such as 2026-02-01")

    def result(self, key: str, among: Sequence[Result]) -> Result:
        """Take a result by its letter.

        Raises:
            BadInput: it is missing, or not one of these.
        """
        return result_of(key, self.take(key), among)

    def rounds(self, key: str) -> tuple[int, ...]:
        """Take round numbers, in rising order.

        Raises:
            BadInput: they are missing, none, or something else.
        """
        rounds = wholes_of(key, self.take(key), MOST_ROUNDS)
        if not rounds or list(rounds) != sorted(set(rounds)):
            refuse(key, list(rounds), "round numbers in rising order")
        return rounds

    def end(self) -> None:
        """Refuse what was not taken.

        Raises:
            BadInput: a field is left.
        """
        for key in self.left:
            raise BadInput(f"the field {key[:40]!r} is not known", code="field.unknown")


def refuse(key: str, value: object, range_: str) -> NoReturn:
    """Refuse a field's value.

    Raises:
        BadInput: always.
    """
    text = repr(value)
    text = text if len(text) <= 40 else f"{text[:40]}…"
    raise BadInput(f"the field {key!r} cannot be {text}: it is {range_}", code="field.value")


def check_possible(white: Result, black: Result, template: str) -> None:
    """Refuse two results that cannot be those of one board.

    Args:
        white: of one side.
        black: of the other.
        template: how the two are named, with ``{}`` for each.

    Raises:
        BadInput: they are not possible together.
    """
    if not possible(white, black):
        both = template.format(repr(white.value), repr(black.value))
        raise BadInput(f"{both} exclude each other", code="result.impossible")


def text_of(key: str, value: object) -> str:
    """Return text of one line.

    Raises:
        BadInput: it is not text, is too long, or has control characters.
    """
    if not isinstance(value, str):
        refuse(key, value, "text")
    if len(value) > LONGEST_TEXT:
        raise BadInput(
            f"the field {key!r} has {len(value)} characters: {LONGEST_TEXT} are allowed",
            code="field.too-long",
        )
    if not value.isprintable() and any(unicodedata.category(letter) == "Cs" for letter in value):
        raise BadInput(
            f"the field {key!r} is not written in UTF-8: {value[:40]!r}",
            remedy="Write it in UTF-8.",
            code="field.not-utf-8",
        )
    if not value.isprintable() and any(unicodedata.category(letter) == "Cc" for letter in value):
        refuse(key, value, "text without control characters")
    return value


def wholes_of(key: str, value: object, high: int) -> tuple[int, ...]:
    """Return a list of whole numbers from 1 on.

    Raises:
        BadInput: it is something else.
    """
    if not isinstance(value, list) or not all(
        type(number) is int and 1 <= number <= high for number in value
    ):
        refuse(key, value, f"a list of whole numbers from 1 to {high}")
    return tuple(value)


def result_of(key: str, value: object, among: Sequence[Result]) -> Result:
    """Return the result of a letter.

    Raises:
        BadInput: it is not one of those.
    """
    for result in among:
        if result.value == value:
            return result
    refuse(key, value, f"one of {' '.join(result.value for result in among)}")


def fraction_of(key: str, value: object) -> Fraction:
    """Return a number that is written as ``2`` or ``5/2``.

    Raises:
        BadInput: it is something else.
    """
    if not isinstance(value, str) or not FRACTION.fullmatch(value) or re.search(r"/0+\Z", value):
        refuse(key, value, 'a number such as "2" or "5/2"')
    return Fraction(value)
