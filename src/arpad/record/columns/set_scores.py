"""A score in several columns, one for each set: ``6:4``, ``3:6``, ``7:5``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn

SETS = "sets"
"""The column that is added: the sets with a blank between."""

_SET_WORDS = frozenset(
    (
        "set",
        "sets",
        "satz",
        "game",
        "leg",
        "manche",
        "partial",
        "jeu",
        "tiebreak",
        "세트",
        "セット",
        "局",
        "сет",
    )
)
_SET = re.compile(r"\d{1,3}\s*[-–:]\s*\d{1,3}(?:\s*\(\d+\))?")


@dataclass(frozen=True)
class SetScores:
    """The columns of the sets, in their order.

    Args:
        columns: the columns.
    """

    columns: Sequence[SampleColumn]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with the sets in one column."""
        at = [column.at for column in self.columns]
        name = SETS if SETS not in header else f"{SETS} of the game"
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            parts = [re.sub(r"\s+", "", cells[place] or "").replace(":", "-") for place in at]
            table.append((line, [*cells, " ".join(filter(None, parts)) or None]))
        return GameTable([*header, name], table)


def set_scores(columns: Sequence[SampleColumn]) -> SetScores | None:
    """Return the columns of the sets; None where there are not two or more."""
    sets = [
        column
        for column in columns
        if _SET_WORDS.intersection(column.tokens) and column.filled and column.share_of(_SET) == 1.0
    ]
    return SetScores(sets) if len(sets) >= 2 else None
