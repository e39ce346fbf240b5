"""A winner told by an id, beside two sides that are told by names: ``winner_id``, ``team1_id``, ``team1``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.candidates import ColumnPair, side_candidates
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, MISLEADING, NOT_NAMES, SCORES, marks_of

NAMED = 0.9
"""The share of the winners that have to be an id of one of the two sides."""


@dataclass(frozen=True)
class WinnerIds:
    """The columns by which an id of a winner is that of a side.

    Args:
        winner: the place of the winner's column.
        ids: the places of the ids of both sides.
        names: those of the names.
    """

    winner: int
    ids: tuple[int, int]
    names: tuple[int, int]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with the winner's name in the place of the id."""
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            winner = (cells[self.winner] or "").strip()
            for number, name in zip(self.ids, self.names, strict=True):
                if winner and (cells[number] or "").strip() == winner:
                    cells[self.winner] = cells[name]
                    break
            table.append((line, cells))
        return GameTable(header, table)


def winner_ids(columns: Sequence[SampleColumn], pairs: Sequence[ColumnPair]) -> WinnerIds | None:
    """Return how the winners of a table are told by ids; None where they are not, or have no names."""
    named = [pair for _, pair in side_candidates(columns, pairs) if not IDS.intersection(pair.stem)]
    for sides in named[:1]:
        for ids in pairs:
            if (ids.kind, ids.pair) != (sides.kind, sides.pair) or not IDS.intersection(ids.stem):
                continue
            if set(ids.stem) & (SCORES.keys() | MISLEADING | NOT_NAMES):
                continue
            for column in columns:
                if _tells_winners(column, ids):
                    first, second = (ids.turn() if sides.turned else ids).columns
                    return WinnerIds(column.at, (first.at, second.at), (sides.first.at, sides.second.at))
    return None


def _tells_winners(column: SampleColumn, ids: ColumnPair) -> bool:
    says = any(mark.kind == "winner" and not mark.second for word in column.tokens for mark in marks_of(word))
    if not says or column in ids.columns or not column.filled:
        return False
    agreements = [
        value.strip() in ((first or "").strip(), (second or "").strip())
        for value, first, second in zip(column.values, ids.first.values, ids.second.values, strict=True)
        if value and value.strip()
    ]
    return sum(agreements) >= NAMED * len(agreements)
