"""A winner told by the word that marks a side's column: ``Red`` beside ``R_fighter`` and ``B_fighter``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.core.score import RESULTS, normal_result
from arpad.record.columns.candidates import ColumnPair, side_candidates
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OUTCOMES, marks_of
from arpad.record.tables.letters import folded

_LONG = {"r": "red", "b": "blue", "w": "white", "y": "yellow", "g": "green"}
"""Colours of which a column has the first letter alone."""


@dataclass(frozen=True)
class WinnerWords:
    """The columns.

    Args:
        winner: the place of the winner's column.
        words: what the first side is called there, and what the second.
        names: the places of the names of both sides.
    """

    winner: int
    words: tuple[frozenset[str], frozenset[str]]
    names: tuple[int, int]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with the winner's name in the place of the word."""
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            word = folded((cells[self.winner] or "").strip())
            for words, name in zip(self.words, self.names, strict=True):
                if word in words:
                    cells[self.winner] = cells[name]
                    break
            table.append((line, cells))
        return GameTable(header, table)


def winner_words(columns: Sequence[SampleColumn], pairs: Sequence[ColumnPair]) -> WinnerWords | None:
    """Return how the winners of a table are told by words for the sides; None where they are not.

    Only sides at a place, in a colour, or with the numbers 0 and 1 are looked at: others have known words.
    """
    for _, sides in side_candidates(columns, pairs)[:2]:
        if sides.kind != "place" and sides.pair != "0/1":
            continue
        first, second = (_words_of(column, sides) for column in sides.columns)
        for column in columns:
            says = any(mark.kind == "winner" for word in column.tokens for mark in marks_of(word))
            if column in sides.columns or not (says or OUTCOMES.keys() & set(column.tokens)):
                continue
            said = {folded(value) for value in column.distinct}
            others = said - first - second
            drawn = all(RESULTS.get(normal_result(word)) == 0.5 for word in others)
            if said & first and said & second and drawn:
                return WinnerWords(column.at, (first, second), (sides.first.at, sides.second.at))
    return None


def _words_of(column: SampleColumn, sides: ColumnPair) -> frozenset[str]:
    """Return what a side is called: by the word of its column that marks it, and by the whole name."""
    marks = {word for word in column.tokens for mark in marks_of(word) if mark.pair == sides.pair}
    return frozenset((*marks, *(_LONG[word] for word in marks if word in _LONG), folded(column.name)))
