"""A column that says of one side how a game ended: ``radiant_win``, ``away_result``, ``black_score``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OPPONENTS, OUTCOMES, SCORES, marks_of

RESULT = "(result)"
"""The column that is added: the first side's score."""

_WON = frozenset(("true", "t", "yes", "y", "1", "1.0", "w", "win", "won", "v", "s", "sieg", "g", "victory"))
_LOST = frozenset(
    ("false", "f", "no", "n", "0", "0.0", "l", "loss", "lost", "lose", "niederlage", "p", "defeat")
)
_DRAWN = frozenset(("d", "draw", "drawn", "tie", "0.5", "0,5", "½", "1/2", "u", "x", "remis", "e"))
_TRUTHS = frozenset(("true", "t", "yes", "y", "false", "f", "no", "n"))


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
        word = (said or "").strip().lower()
        if word in _DRAWN:
            said = "0.5"
        elif word in _WON | _LOST:
            said = "1" if (word in _WON) != self.second else "0"
        return [*cells, said]


def won_flag(columns: Sequence[SampleColumn]) -> WonFlag | None:
    """Return the column that says of one side how games ended for it; None where there is not one only."""
    flags = []
    opponents = any(OPPONENTS.intersection(column.tokens) for column in columns)
    for column in columns:
        words = set(column.tokens)
        marks = {mark for word in words for mark in marks_of(word) if mark.kind != "winner"}
        said = {value.lower() for value in column.distinct}
        if (
            not said & (_WON | _LOST)
            or not said <= _WON | _LOST | _DRAWN
            or len({m.second for m in marks}) > 1
        ):
            continue
        named = bool(words & (OUTCOMES.keys() | SCORES.keys()))
        if OPPONENTS & words and named:
            flags.append(WonFlag(column, second=True))
        elif marks and named and (next(iter(marks)).second or said <= _TRUTHS):
            flags.append(WonFlag(column, next(iter(marks)).second))
        elif opponents and words <= OUTCOMES.keys() and said <= _TRUTHS:
            flags.append(WonFlag(column, second=False))  # oneself
    return flags[0] if len(flags) == 1 else None
