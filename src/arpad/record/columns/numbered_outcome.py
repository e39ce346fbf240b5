"""Sides by numbers or letters beside an outcome of 0 and 1, where 1 may be a win or the second side."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.record.columns.candidates import ALIKE, ColumnPair, pairs_of
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import DATES, MISLEADING, NOT_NAMES, OUTCOMES, SCORES, WINNERS

FEWEST = 3
"""How many sides there are at least."""

MOST_WORDS = 2
"""How many words the names of the sides have beside the number or the letter."""


def numbered_outcome(columns: Sequence[SampleColumn]) -> tuple[str, str, str] | None:
    """Return the columns of the sides and of the outcome; None where they are not one each."""
    sides = [pair for pair in pairs_of(columns) if _are_sides(pair)]
    outcomes = [column for column in columns if _is_outcome(column)]
    if len(sides) != 1 or len(outcomes) != 1:
        return None
    first, second = sides[0].columns
    return first.name, second.name, outcomes[0].name


def _are_sides(pair: ColumnPair) -> bool:
    first, second = pair.columns
    words = set(pair.stem)
    if pair.kind != "number" or not 1 <= len(words) <= MOST_WORDS:
        return False
    if words & (NOT_NAMES | SCORES.keys() | MISLEADING | OUTCOMES.keys() | DATES.keys()):
        return False
    if len(first.filled) < len(first.values) or len(second.filled) < len(second.values):
        return False
    if any(one == other for one, other in zip(first.values, second.values, strict=True)):
        return False
    fewer = min(len(first.distinct), len(second.distinct))
    return fewer >= FEWEST and first.overlap(second) >= ALIKE


def _is_outcome(column: SampleColumn) -> bool:
    words = set(column.tokens)
    told = words & WINNERS or any(OUTCOMES.get(word) == 1.0 for word in words)
    named = bool(told) and not words & (MISLEADING - OUTCOMES.keys())
    numbers = [number for number in column.numbers if number is not None]
    shares = column.numeric == 1.0 and all(0.0 <= number <= 1.0 for number in numbers)
    return named and shares and {0.0, 1.0} <= set(numbers)
