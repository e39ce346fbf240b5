"""A column that names both sides of a game: ``Ajax - PSV``, ``Lions vs. Bears``, ``Jets @ Bills``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn

SIDES = ("(first side)", "(second side)")
"""The columns that are added."""

ALIKE = 0.5
"""The share of the names on the side with fewer that the other has too."""

_BETWEEN = re.compile(r"(?i)(.*\S)\s+(-|–|—|vs?\.?|versus|@|gegen|contra|contre|tegen|против)\s+(\S.*)")


@dataclass(frozen=True)
class VersusColumn:
    """The column.

    Args:
        column: the column.
    """

    column: SampleColumn

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a column for either side."""
        at = self.column.at
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            table.append((line, [*cells, *(_sides(cells[at]) or (None, None))]))
        return GameTable([*header, *SIDES], table)


def _sides(cell: str | None) -> tuple[str, str] | None:
    """Return the sides of a cell; a guest stands before ``@``, as at home everywhere else."""
    match = _BETWEEN.fullmatch((cell or "").strip())
    if match is None or _BETWEEN.fullmatch(match[1]) or _BETWEEN.fullmatch(match[3]):
        return None
    return (match[3], match[1]) if match[2] == "@" else (match[1], match[3])


def versus_column(columns: Sequence[SampleColumn]) -> VersusColumn | None:
    """Return the column that names both sides; None where there is not one only."""
    found = []
    for column in columns:
        sides = [_sides(value) for value in column.filled]
        if len(column.filled) < len(column.values) or None in sides or _sides(column.name):
            continue  # what names two sides above the rows is a row itself
        first, second = ({pair[side] for pair in sides if pair} for side in (0, 1))
        if len(first & second) >= ALIKE * min(len(first), len(second)):
            found.append(VersusColumn(column))
    return found[0] if len(found) == 1 else None
