"""The two sides of a game where no name of a column tells them, found from what the columns hold.

Each row of games has two different names of one set. A column that always has one of the two names the
winner; one that has the names of their columns tells it, too; and columns of numbers whose names differ as
those of the sides do (``time_man`` and ``time_vis`` beside ``gols_man`` and ``gols_vis``) are what the sides
made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from arpad.core.score import RESULTS, normal_result
from arpad.record.columns.candidates import MOST_WORDS, ColumnPair
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.winner_words import WinnerWords
from arpad.record.columns.words import (
    IDS,
    MISLEADING,
    NOT_NAMES,
    NOT_OF_THE_MATCH,
    OUTCOMES,
    WINNERS,
    marks_of,
)
from arpad.record.tables.letters import folded

FEWEST_ROWS = 4
"""Rows from which values tell what a column is."""

FEWEST_NAMES = 3
"""How many names the two sides have at least: of two alone, any word may be one of them."""

ONE_SET = 0.5
"""The share of the names of one side that the other side has too."""

MOST_TEXTS = 12
"""Columns that may name a side, the first of the table."""

_NUMBERS_OF_SIDES = frozenset("012")


class NamedWinner(NamedTuple):
    """The columns of the sides and of the winner.

    Args:
        first: of the one side, the first in the table.
        second: of the other.
        winner: has the name of one of the two in each row.
    """

    first: SampleColumn
    second: SampleColumn
    winner: SampleColumn


def named_winner(columns: Sequence[SampleColumn]) -> NamedWinner | None:
    """Return the two columns one of which a column of winners repeats in each row; None if not one such."""
    found = [
        NamedWinner(first, second, winner)
        for winner in columns
        if _tells_winner(winner)
        for first, second in combinations(_may_name(columns, winner), 2)
        if _names_one(winner, first, second)
    ]
    return found[0] if len(found) == 1 else None


def _tells_winner(column: SampleColumn) -> bool:
    """Whether a column is called as one of winners of games, and not of a part of them or of a toss."""
    words = set(column.tokens)
    named = words & WINNERS or any(OUTCOMES.get(word) for word in words)
    return bool(named) and not words & (NOT_OF_THE_MATCH | MISLEADING) and not column.is_of_a_part


def _may_name(columns: Sequence[SampleColumn], winner: SampleColumn) -> list[SampleColumn]:
    """Return the columns with a value in each row that may name a side."""
    return [
        column
        for column in columns
        if column is not winner and len(column.distinct) > 1 and len(column.filled) >= len(winner.filled)
    ][:MOST_TEXTS]


def _names_one(winner: SampleColumn, first: SampleColumn, second: SampleColumn) -> bool:
    """Whether a column always has exactly one of the two values of its row, now the one and now the other."""
    if len(first.distinct | second.distinct) < FEWEST_NAMES or winner.distinct <= _NUMBERS_OF_SIDES:
        return False
    named = {0: 0, 1: 0}
    others = set()
    for told, *sides in zip(winner.values, first.values, second.values, strict=True):
        value, one, other = ((each or "").strip() for each in (told, *sides))
        if value and one == other:
            return False
        if value in (one, other) and value:
            named[int(value == other)] += 1
        elif value:
            others.add(value)
    drawn = len(others) <= MOST_WORDS and all(map(_is_draw, others))
    return drawn and min(named.values()) > 0 and sum(named.values()) >= FEWEST_ROWS


def _is_draw(value: str) -> bool:
    return not value.isdecimal() and RESULTS.get(normal_result(value)) == 0.5


def winning_header(columns: Sequence[SampleColumn]) -> WinnerWords | None:
    """Return how a column of winners has the names of two columns, those of the sides; None if none has."""
    by_name = {folded(column.name.strip()): column for column in columns}
    for winner in columns:
        if not _tells_winner(winner):
            continue
        said = {folded(value) for value in winner.distinct}
        sides = sorted((by_name[word] for word in said if word in by_name), key=lambda column: column.at)
        drawn = all(map(_is_draw, said - by_name.keys()))
        if len(sides) != 2 or winner in sides or not drawn or len(winner.filled) < FEWEST_ROWS:
            continue
        first, second = sides
        if _are_sides(first, second, least=0.0):
            words = (frozenset((folded(first.name.strip()),)), frozenset((folded(second.name.strip()),)))
            return WinnerWords(winner.at, words, (first.at, second.at))
    return None


def _are_sides(first: SampleColumn, second: SampleColumn, *, least: float) -> bool:
    """Whether two columns of texts never have one value in a row, and draw on one set of names."""
    both = [(a, b) for a, b in zip(first.values, second.values, strict=True) if a and b]
    return (
        len(both) >= FEWEST_ROWS
        and max(first.numeric, second.numeric) == 0.0
        and min(len(first.distinct), len(second.distinct)) > 1
        and first.overlap(second) >= least
        and all(one.strip() != other.strip() for one, other in both)
    )


def unknown_sides(columns: Sequence[SampleColumn]) -> Iterator[tuple[ColumnPair, Sequence[ColumnPair]]]:
    """Yield pairs of columns that name the sides, and the pairs whose names differ by the same words.

    The word that tells them apart is known to nobody: *man* and *vis* of ``time_man`` and ``time_vis``.
    """
    texts = [
        column
        for column in columns
        if column.filled and column.numeric == 0.0 and not set(column.tokens) & (IDS | NOT_NAMES)
    ][:MOST_TEXTS]
    for first, second in combinations(texts, 2):
        difference = _difference(first.tokens, second.tokens)
        if difference is None or _are_known(*difference) or not _are_sides(first, second, least=ONE_SET):
            continue
        same = [(each, _difference(first.tokens, each.tokens)) for each in columns]
        if [each for each, words in same if words and words[0] == difference[0]] != [second]:
            continue  # the same is told of more than two players
        pair = "/".join(difference)
        sides = ColumnPair("", pair, first, second, _stem(first, difference[0]))
        pairs = [
            ColumnPair("", pair, one, other, _stem(one, difference[0]))
            for one in columns
            if difference[0] in one.tokens and one.numeric > 0.0
            for other in columns
            if _difference(one.tokens, other.tokens) == difference
        ]
        if pairs:
            yield sides, pairs


def _are_known(first: str, second: str) -> bool:
    """Whether words tell the sides apart by themselves, or say that the second side stands first."""
    own, other = ({mark.pair for mark in marks_of(word)} for word in (first, second))
    turned = any(mark.second for mark in marks_of(first)) or any(not mark.second for mark in marks_of(second))
    return bool(own & other) or turned


def _difference(first: Sequence[str], second: Sequence[str]) -> tuple[str, str] | None:
    """Return the two words, at one place, by which two names differ; None if they differ by others too."""
    if len(first) != len(second):
        return None
    differ = [(one, other) for one, other in zip(first, second, strict=True) if one != other]
    return differ[0] if len(differ) == 1 else None


def _stem(column: SampleColumn, word: str) -> tuple[str, ...]:
    return tuple(each for each in column.tokens if each != word)


@dataclass(frozen=True)
class LevelZeros:
    """A column of winners that has 1, 2, and 0 for a draw.

    Args:
        winner: its place.
        points: the places of both sides' points.
    """

    winner: int
    points: tuple[int, int]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with *draw* in the place of a 0 beside level points."""
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            one, other = (cells[at] for at in self.points)
            if (cells[self.winner] or "").strip() == "0" and one and one == other:
                cells[self.winner] = "draw"
            table.append((line, cells))
        return GameTable(header, table)


def level_zeros(winner: SampleColumn, points: tuple[SampleColumn, SampleColumn]) -> LevelZeros | None:
    """Return how 0 stands for a draw in a column of 1 and 2; None where it stands beside other points too."""
    if winner.distinct != _NUMBERS_OF_SIDES:
        return None
    for told, one, other in zip(winner.values, points[0].numbers, points[1].numbers, strict=True):
        if told and (told.strip() == "0") != (one is not None and one == other):
            return None
    return LevelZeros(winner.at, (points[0].at, points[1].at))
