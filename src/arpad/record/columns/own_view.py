"""A record that one player or team keeps: the opponent of each game, and how it ended for oneself.

Nobody writes one's own name into every row. Such a table has a column of opponents, and none of the other
side, or one with a single name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import DATES, MISLEADING, NAMES, NOT_NAMES, OPPONENTS, OUTCOMES, marks_of
from arpad.record.tables.column_names import SINGLE, normal
from arpad.record.tables.letters import folded

OWN = "(own side)"
"""What the side is called that is named nowhere, and its column."""

ADVANTAGE = "(advantage)"
"""The column of who had White or played at home, where the table says it of oneself."""

FEW_NAMES = 0.1
"""The names that the own side may have had, as a share of the rows: clubs merge and are renamed."""

NEAR = 8
"""How many columns behind the opponent's one's own name may stand in a column that is not called so."""

_SIDE_WORDS = frozenset(("color", "colour", "farbe", "couleur", "kleur", "venue", "location", "ha", "색"))
"""What a column is called that says who had White, or who played at home."""

_BOTH_SIDES = ({"h", "a"}, {"home", "away"}, {"w", "b"})
"""The words of its name where it names both: ``H/A``."""


@dataclass(frozen=True)
class OwnView:
    """How a table has one's own games.

    Args:
        own: the column of one's own name; None where no column has it.
        opponent: the column of the opponents.
        side: the column that says of oneself who had White or played at home; None where none does.
    """

    own: SampleColumn | None
    opponent: SampleColumn
    side: SampleColumn | None

    @property
    def columns(self) -> tuple[str, str]:
        """The names of the columns of both sides, in the table that :meth:`games` makes."""
        return OWN if self.own is None else self.own.name, self.opponent.name

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a column for the own side and, where the table says it, for the advantage."""
        names = [*header]
        if self.own is None:
            names.append(OWN)
        if self.side is not None:
            names.append(ADVANTAGE)
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            ends: list[str | None] = [OWN] if self.own is None else []
            if self.side is not None:
                ends.append(_advantage(cells[self.side.at]))
            table.append((line, [*cells, *ends]))
        return GameTable(names, table)


_OTHER_WORDS = frozenset(
    (
        *(*NOT_NAMES, *MISLEADING, *DATES, *OUTCOMES, *OPPONENTS, *_SIDE_WORDS, "site", "reason", "notes"),
        *(normal(name) for role in ("event", "round", "stage", "time") for name in SINGLE[role]),
    )
)
"""What a column of texts is called that names no side."""


def own_view(columns: Sequence[SampleColumn]) -> OwnView | None:
    """Return how a table has one's own games; None where it is not of this shape."""
    opponents = [column for column in columns if _names_opponents(column)]
    if len(opponents) != 1:
        return None
    (opponent,) = opponents
    side = next((column for column in columns if _is_side_column(column)), None)
    own = _own(columns, opponent)
    rest = [column for column in columns if column is not opponent]
    near = [column for column in rest if column.at <= opponent.at + NEAR or NAMES.keys() & set(column.tokens)]
    if own is None and (
        any(map(_may_name_others, near)) or any(_names_the_same(each, opponent) for each in rest)
    ):
        return None
    return OwnView(own, opponent, side)


def _names_opponents(column: SampleColumn) -> bool:
    words = set(column.tokens)
    return (
        bool(words & OPPONENTS)
        and words <= OPPONENTS | NAMES.keys()
        and not words & NOT_NAMES
        and column.numeric < 0.5
        and len(column.distinct) >= min(3, len(column.values))
    )


def _own(columns: Sequence[SampleColumn], opponent: SampleColumn) -> SampleColumn | None:
    """Return the column just before the opponents', if it holds hardly more than one name."""
    column = next((column for column in columns if column.at == opponent.at - 1), None)
    if column is None or column.numeric > 0 or len(column.filled) < len(column.values):
        return None
    words = set(column.tokens)
    few = 1 <= len(column.distinct) <= max(1, FEW_NAMES * len(column.filled))
    plain = not words & NOT_NAMES and not any(_advantage(value) for value in column.distinct)
    return column if few and plain and len(words) <= 2 else None


def _may_name_others(column: SampleColumn) -> bool:
    """Whether a column may hold the names of several own sides: the records of a team, in one table."""
    words = set(column.tokens)
    names = words & NAMES.keys() or (len(words) == 1 and not words & _OTHER_WORDS)
    return bool(names) and column.numeric < 0.5 and len(column.distinct) > 1


def _names_the_same(column: SampleColumn, opponent: SampleColumn) -> bool:
    """Whether a column has the names of opponents too: it names the own side, whatever it is called."""
    return (
        column.numeric < 0.5 and len(column.distinct & opponent.distinct) > 0.3 * len(column.distinct) > 0.6
    )


def _is_side_column(column: SampleColumn) -> bool:
    """Whether a column says of every game who had White, or who played at home."""
    values = {_advantage(value) for value in column.distinct}
    return (
        {"1", "-1"} <= values
        and None not in values
        and (bool(_SIDE_WORDS.intersection(column.tokens)) or set(column.tokens) in _BOTH_SIDES)
    )


def _advantage(value: str | None) -> str | None:
    """Return 1 for White and at home, −1 for Black and away, 0 for neutral ground; None for other words."""
    word = folded((value or "").strip())
    if word in ("neutral", "n"):
        return "0"
    marks = [mark for mark in marks_of(word) if mark.kind in ("home", "white")]
    return ("-1" if marks[0].second else "1") if marks else None
