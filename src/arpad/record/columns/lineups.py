"""A table with a column for each player of a side: ``red_1``, ``red_2`` against ``blue_1``, ``blue_2``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arpad.record.columns.candidates import ColumnPair
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import MISLEADING, NAMES, NOT_NAMES, SCORES

BETWEEN = " + "
"""What stands between the players of a side."""

_NOT_SIDES = (SCORES.keys() | MISLEADING | NOT_NAMES) - {"yellow", "red"}

LEAST_OVERLAP = 0.2
"""The share of the players of a side that have to be on the other side too, now and then."""


@dataclass(frozen=True)
class Lineups:
    """The columns of the players of both sides, and of what the sides made.

    Args:
        names: what the sides are called.
        first: the players of the first side.
        second: those of the second.
        points: the columns of what the sides made.
    """

    names: tuple[str, str]
    first: Sequence[SampleColumn]
    second: Sequence[SampleColumn]
    points: ColumnPair

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with one column for each side; the players of a side stand in their own order."""
        sides = [[column.at for column in side] for side in (self.first, self.second)]
        taken = {at for side in sides for at in side}
        names = [name for at, name in enumerate(header) if at not in taken]
        games = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            kept = [cell for at, cell in enumerate(cells) if at not in taken]
            games.append((line, [*kept, *(together([cells[at] for at in side]) for side in sides)]))
        return GameTable([*names, *self.names], games)


def together(players: Sequence[str | None]) -> str | None:
    """Return the players of a side as one name, in their own order; None for nobody."""
    present = sorted((player.strip() for player in players if player and player.strip()), key=_in_order)
    return BETWEEN.join(present) or None


def _in_order(player: str) -> tuple[int, str]:
    """Return by what players stand in one order, whatever their columns are: numbers by their size."""
    return (int(player) if player.isdecimal() else 0), player


def lineups_of(columns: Sequence[SampleColumn]) -> Lineups | None:
    """Return the line-ups of a table; None where it has none, or no points beside them."""
    groups: dict[str, list[SampleColumn]] = {}
    for column in columns:
        *words, number = column.tokens or ("",)
        if words and number.isdigit() and not set(words) & _NOT_SIDES:
            groups.setdefault(" ".join(words), []).append(column)
    there = {column.name for column in columns}
    for first_stem, second_stem in combinations(groups, 2):
        first, second = groups[first_stem], groups[second_stem]
        numbers = [[column.tokens[-1] for column in side] for side in (first, second)]
        points = list(_points(columns, first_stem.split(), second_stem.split()))
        if len(first) < 2 or numbers[0] != numbers[1] or not _same_people(first, second) or not points:
            continue
        names = (
            (first_stem, second_stem)
            if not {first_stem, second_stem} & there
            else (f"{first_stem} side", f"{second_stem} side")
        )
        return Lineups(names, first, second, points[0])
    return None


def _same_people(first: Sequence[SampleColumn], second: Sequence[SampleColumn]) -> bool:
    here, there = (set[str]().union(*(column.distinct for column in side)) for side in (first, second))
    return len(here & there) >= LEAST_OVERLAP * min(len(here), len(there)) > 0


def _points(
    columns: Sequence[SampleColumn], first_words: Sequence[str], second_words: Sequence[str]
) -> Iterator[ColumnPair]:
    """Yield the columns that are called after the sides and hold what they made."""
    own, other = (set(side) - NAMES.keys() for side in (first_words, second_words))
    for first in columns:
        stem = [word for word in first.tokens if word not in own]
        if len(stem) == len(first.tokens) or not set(stem) & SCORES.keys() or set(stem) & MISLEADING:
            continue
        for second in columns:
            rest = [word for word in second.tokens if word not in other]
            if rest == stem and len(rest) < len(second.tokens) and min(first.numeric, second.numeric) > 0.95:
                yield ColumnPair("", "", first, second, tuple(stem))
