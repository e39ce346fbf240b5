"""A column that says of one side, yes or no, whether it has won: ``radiant_win``, ``home_won``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OPPONENTS, OUTCOMES, marks_of

_YES, _NO = frozenset(("true", "t", "yes", "y", "1")), frozenset(("false", "f", "no", "n", "0"))


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
        """Return the table with the first side's score in the place of yes and no."""
        return GameTable(header, [(line, self._scored(row)) for line, row in rows])

    def _scored(self, row: Sequence[str | None]) -> Sequence[str | None]:
        at = self.column.at
        word = (row[at] or "").strip().lower() if at < len(row) else ""
        if word not in _YES | _NO:
            return row
        cells = list(row)
        cells[at] = "1" if (word in _YES) != self.second else "0"
        return cells


def won_flag(columns: Sequence[SampleColumn]) -> WonFlag | None:
    """Return the column that says of one side whether it has won; None where there is not one only."""
    flags = []
    opponents = any(OPPONENTS.intersection(column.tokens) for column in columns)
    for column in columns:
        words = set(column.tokens)
        marks = {mark for word in words for mark in marks_of(word) if mark.kind != "winner"}
        said = {value.lower() for value in column.distinct}
        if len(marks) > 1 or not (
            words & OUTCOMES.keys() and said <= _YES | _NO and said & _YES and said & _NO
        ):
            continue
        if marks:
            flags.append(WonFlag(column, next(iter(marks)).second))
        elif opponents and words <= OUTCOMES.keys() and not said <= {"0", "1"}:
            flags.append(WonFlag(column, second=False))  # oneself
    return flags[0] if len(flags) == 1 else None
