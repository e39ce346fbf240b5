"""A table of pairs with the number of games that the one has won against the other: winner, loser, wins.

Each ordered pair has one row, so that the row is no game: 36 in the row of Ann and Bob is 36 games that Ann
has won. What Bob has won against Ann stands in a row of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import DATES

RESULT = "(result of the pair)"
"""The column that is added: a win, or what stands in the place of a number of wins."""

FEWEST = 4
"""How many pairs there are at least."""

MOST = 9_999
"""The largest number of games of a pair; a larger one is a fault."""

_WINS = frozenset(("wins", "victories", "siege", "victorias", "victoires", "vittorie", "vitorias", "победы"))
_COUNTS = frozenset(("count", "counts", "number", "num", "total", "times", "of", "n"))


@dataclass(frozen=True)
class WinCounts:
    """The column.

    Args:
        wins: its place.
    """

    wins: int

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a row for each game."""
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            told = (cells[self.wins] or "").strip()
            number = int(told) if told.isdecimal() and len(told) <= len(str(MOST)) else None
            # What is no number stays in the place of the result, and is told with its line.
            results = [told] if number is None else ["win"] * number
            table += [(line, [*cells, result]) for result in results]
        return GameTable([*header, RESULT], table)


def win_counts(columns: Sequence[SampleColumn], sides: Sequence[str]) -> WinCounts | None:
    """Return the column that counts the games of a pair; None where a row is a game.

    Args:
        columns: of the table.
        sides: the names of the columns of winner and loser.
    """
    names = [column for column in columns if column.name in sides]
    counts = [column for column in columns if column not in names and _counts(column)]
    if len(names) != 2 or len(counts) != 1 or any(DATES.keys() & set(column.tokens) for column in columns):
        return None
    first, second = names
    pairs = [(a, b) for a, b in zip(first.values, second.values, strict=True) if a and b]
    if len(pairs) < FEWEST or len(set(pairs)) < len(pairs):
        return None
    return WinCounts(counts[0].at)


def _counts(column: SampleColumn) -> bool:
    """Whether a column is called as one of wins, or of their number, and one of them is larger than 1."""
    words = set(column.tokens)
    whole = all(value.isdecimal() for value in column.filled)
    named = bool(words & _WINS) and words <= _WINS | _COUNTS
    return named and whole and len(column.filled) == len(column.values) and _largest(column) > 1


def _largest(column: SampleColumn) -> float:
    return max((number for number in column.numbers if number is not None), default=0.0)
