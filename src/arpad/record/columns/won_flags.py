"""A column that says of one side how a game ended: ``radiant_win``, ``away_result``, ``black_score``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.cell_words import DRAWN, LOST, TRUTH_WORDS, WON
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OPPONENTS, OUTCOMES, SCORES, marks_of
from arpad.record.tables.letters import folded

RESULT = "(result)"
"""The column that is added: the first side's score."""


@dataclass(frozen=True)
class WonFlag:
    """The column.

    Args:
        column: the column.
        second: whether it speaks of the second side.
    """

    column: SampleColumn
    second: bool

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a column for the first side's score."""
        return GameTable([*header, RESULT], [(line, self._scored(header, row)) for line, row in rows])

    def _scored(self, header: Sequence[str], row: Sequence[str | None]) -> Sequence[str | None]:
        cells = [*row, *[None] * (len(header) - len(row))]
        said = cells[self.column.at]
        word = folded((said or "").strip())
        if word in DRAWN:
            said = "0.5"
        elif word in WON | LOST:
            said = "1" if (word in WON) != self.second else "0"
        return [*cells, said]


def won_flag(columns: Sequence[SampleColumn]) -> WonFlag | None:
    """Return the column that says of one side how games ended for it; None where there is not one only."""
    flags = []
    opponents = any(OPPONENTS.intersection(column.tokens) for column in columns)
    for column in columns:
        words = set(column.tokens)
        marks = {mark for word in words for mark in marks_of(word) if mark.kind != "winner"}
        said = set(map(folded, column.distinct))
        if not said & (WON | LOST) or not said <= WON | LOST | DRAWN or len({m.second for m in marks}) > 1:
            continue
        named = bool(words & (OUTCOMES.keys() | SCORES.keys()))
        if OPPONENTS & words and named:
            flags.append(WonFlag(column, second=True))
        elif marks and named and (next(iter(marks)).second or said <= TRUTH_WORDS):
            flags.append(WonFlag(column, next(iter(marks)).second))
        elif opponents and words <= OUTCOMES.keys() and said <= TRUTH_WORDS:
            flags.append(WonFlag(column, second=False))  # oneself
    return flags[0] if len(flags) == 1 else None
