"""A winner told by the word that marks a side's column: ``Red`` beside ``R_fighter`` and ``B_fighter``.

The word may stand in a phrase: *Victoria local* beside ``Equipo Local`` and ``Equipo Visitante``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.core.score import RESULTS, normal_result
from arpad.record.columns.candidates import ColumnPair, side_candidates
from arpad.record.columns.cell_words import WON, YES
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OUTCOMES, marks_of, tokens
from arpad.record.tables.letters import folded

_LONG = {"r": "red", "b": "blue", "w": "white", "y": "yellow", "g": "green"}
"""Colours of which a column has the first letter alone."""

_WIN_WORDS = frozenset(
    word
    for word in (*(word for word, weight in OUTCOMES.items() if weight < 1.0), *(WON - YES))
    if len(word) > 1 and word.isalpha()
)
"""What says in a phrase that a side has won."""


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

    Of the word alone, only sides at a place, in a colour, or with the numbers 0 and 1 are looked at: others
    have known words.
    """
    for _, sides in side_candidates(columns, pairs)[:2]:
        if sides.kind in ("home", "white"):
            told = _in_phrases(columns, sides)
            if told is not None:
                return told
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


def _in_phrases(columns: Sequence[SampleColumn], sides: ColumnPair) -> WinnerWords | None:
    """Return the column of results such as *home win* and *away win*; None where there is none.

    Each value is a word for a win beside one for a side, or a draw.
    """
    for column in columns:
        if column in sides.columns or not OUTCOMES.keys() & set(column.tokens):
            continue
        by_side: dict[bool, set[str]] = {False: set(), True: set()}
        others = set()
        for value in column.distinct:
            second = _side_of_win(value, sides)
            if second is None:
                others.add(value)
            else:
                by_side[second].add(folded(value))
        drawn = all(RESULTS.get(normal_result(word)) == 0.5 for word in others)
        if by_side[False] and by_side[True] and drawn:
            words = (frozenset(by_side[sides.turned]), frozenset(by_side[not sides.turned]))
            return WinnerWords(column.at, words, (sides.first.at, sides.second.at))
    return None


def _side_of_win(value: str, sides: ColumnPair) -> bool | None:
    """Return whether a phrase tells a win of the side that its words call the second; None for others."""
    words = tokens(value)
    wins = [word for word in words if word in _WIN_WORDS]
    seconds = {
        mark.second
        for word in words
        for mark in marks_of(word)
        if (mark.kind, mark.pair) == (sides.kind, sides.pair)
    }
    return seconds.pop() if len(wins) == 1 and len(words) == 2 and len(seconds) == 1 else None


def _words_of(column: SampleColumn, sides: ColumnPair) -> frozenset[str]:
    """Return what a side is called: by the word of its column that marks it, and by the whole name."""
    marks = {word for word in column.tokens for mark in marks_of(word) if mark.pair == sides.pair}
    return frozenset((*marks, *(_LONG[word] for word in marks if word in _LONG), folded(column.name)))
