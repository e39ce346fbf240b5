"""Tables of winners and losers in which a word says that a game was drawn, or not played at all.

Every row of such a table is a win of the first side, unless a column of how it ended (``Draw (majority)``,
``halved``), of draws (yes), or of remarks (``walkover``) says something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.cell_words import DRAWS, TRUTHS, YES
from arpad.record.columns.flags import FORFEIT, Flag, is_ending_name, is_remark_name
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.tables.letters import folded

RESULT = "(result of the winner)"
"""The column that is added."""

_DRAW_CELLS = frozenset(("as", "allsquare", "x", "d"))


@dataclass(frozen=True)
class WonRows:
    """The columns.

    Args:
        endings: the columns of how games ended, and of remarks.
        draws: those that say yes of a draw.
        flag: the column that says what was not played; None where there is none.
    """

    endings: Sequence[SampleColumn]
    draws: Sequence[SampleColumn]
    flag: Flag | None

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a column for the result of the winner."""
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            table.append((line, [*cells, self._result(cells)]))
        return GameTable([*header, RESULT], table)

    def _result(self, cells: Sequence[str | None]) -> str | None:
        if self.flag is not None:
            said = cells[self.flag.column.at]
            if self.flag.says_unplayed(said):
                return FORFEIT if self.flag.awards(said) else None
        drawn = any(_says_draw(cells[column.at]) for column in self.endings)
        drawn = drawn or any(folded((cells[column.at] or "").strip()) in YES for column in self.draws)
        return "draw" if drawn else "win"


def _says_draw(value: str | None) -> bool:
    words = folded(value or "").replace("(", " ").replace(")", " ").split()
    return bool(DRAWS.intersection(words)) or "".join(words) in _DRAW_CELLS


def won_rows(columns: Sequence[SampleColumn], flag: Flag | None, sides: Sequence[str]) -> WonRows | None:
    """Return how some rows of a table of winners are no wins; None where all are.

    Args:
        columns: of the table.
        flag: the column that says what was not played; None where there is none.
        sides: the names of the columns of winner and loser.
    """
    others = [column for column in columns if column.name not in sides]
    endings = [
        column
        for column in others
        if (is_ending_name(column.name) or is_remark_name(column.name) or "margin" in column.tokens)
        and any(map(_says_draw, column.values))
    ]
    draws = [
        column
        for column in others
        if set(column.tokens) <= DRAWS
        and column.tokens
        and set(map(folded, column.distinct)) <= TRUTHS
        and not YES.isdisjoint(map(folded, column.distinct))
    ]
    return WonRows(endings, draws, flag) if endings or draws or flag is not None else None
