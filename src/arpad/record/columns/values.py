"""The columns of a sample: what their names say, and what kind of values they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from arpad.record.columns.words import DECIDING, GAMES, tokens

_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_WITHIN_A_LIST = re.compile(r"\.\d+\.")
_LISTS = re.compile(r"([^.]+)\.\d+\.")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z?")


@dataclass(frozen=True, eq=False)
class SampleColumn:
    """A column of the first rows of a table.

    Args:
        at: its place, from 0.
        name: as the header has it.
        values: of the rows; None for a blank.
    """

    at: int
    name: str
    values: Sequence[str | None]

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The words of the name."""
        return tokens(self.name)

    @property
    def is_of_a_part(self) -> bool:
        """Whether the name leads into a list of which it is one of several: ``games.1.winner``."""
        return _WITHIN_A_LIST.search(self.name) is not None

    @property
    def is_of_a_game(self) -> bool:
        """Whether the name leads into a list of games, of which a row of the table holds several."""
        return any(GAMES.search(list_name) for list_name in _LISTS.findall(self.name))

    @property
    def is_of_a_set(self) -> bool:
        """Whether the name leads into a list of sets: what was made in the first of them is no result."""
        return any(DECIDING.intersection(tokens(list_name)) for list_name in _LISTS.findall(self.name))

    @cached_property
    def filled(self) -> list[str]:
        """The values that are not blank, without outer blanks."""
        return [value.strip() for value in self.values if value is not None and value.strip()]

    @cached_property
    def distinct(self) -> frozenset[str]:
        """The different values."""
        return frozenset(self.filled)

    @cached_property
    def numbers(self) -> list[float | None]:
        """The values as numbers; None for a blank and for what is none."""
        return [
            float(value.strip().replace(",", ".")) if value and _NUMBER.fullmatch(value.strip()) else None
            for value in self.values
        ]

    @cached_property
    def numeric(self) -> float:
        """The share of the filled values that are numbers."""
        count = sum(number is not None for number in self.numbers)
        return count / len(self.filled) if self.filled else 0.0

    @cached_property
    def whole(self) -> float:
        """The share of the numbers that are whole and not negative, or halves of a whole number."""
        known = [number for number in self.numbers if number is not None]
        good = sum(number >= 0 and (2 * number).is_integer() for number in known)
        return good / len(known) if known else 0.0

    def overlap(self, other: SampleColumn) -> float:
        """Return the share of the values of the column with fewer that the other has too."""
        fewer = min(len(self.distinct), len(other.distinct))
        return len(self.distinct & other.distinct) / fewer if fewer else 0.0

    def share_of(self, form: re.Pattern[str]) -> float:
        """Return the share of the filled values that are written in a form."""
        return sum(form.fullmatch(value) is not None for value in self.filled) / len(self.filled or "-")

    @property
    def is_clock(self) -> bool:
        """Whether every value is a time of day."""
        return bool(self.filled) and all(_CLOCK.fullmatch(value) for value in self.filled)
