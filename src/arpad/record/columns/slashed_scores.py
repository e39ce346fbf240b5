"""Scores with a slash: ``3/1``, and ``1/2`` beside these; beside ``1/0`` and ``0/1`` alone 1/2 is a half."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import OUTCOMES, SCORES

_SLASHED = re.compile(r"(\d{1,3})\s*/\s*(\d{1,3})")

HALF = "1/2"
_OF_ONE_GAME = {"1/0", "0/1", HALF}
"""Results of one game, beside which it is a draw."""


@dataclass(frozen=True)
class SlashedScores:
    """The column.

    Args:
        at: its place.
        halves: whether 1/2 is a half.
    """

    at: int
    halves: bool

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a dash in the place of the slash."""
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            text = (cells[self.at] or "").strip()
            match = _SLASHED.fullmatch(text)
            if match is not None and not (self.halves and text == HALF):
                cells[self.at] = f"{match[1]}-{match[2]}"
            table.append((line, cells))
        return GameTable(header, table)


def slashed_scores(columns: Sequence[SampleColumn], *, named: bool = True) -> SlashedScores | None:
    """Return the column whose values are scores with a slash; None where there is not one alone.

    Args:
        columns: of the table.
        named: whether the column has to be called after a result.
    """
    found = [
        column
        for column in columns
        if column.filled
        and column.share_of(_SLASHED) == 1.0
        and column.distinct != {HALF}
        and (not named or (OUTCOMES.keys() | SCORES.keys()) & set(column.tokens))
    ]
    if len(found) != 1:
        return None
    (column,) = found
    return SlashedScores(column.at, halves=column.distinct <= _OF_ONE_GAME)
