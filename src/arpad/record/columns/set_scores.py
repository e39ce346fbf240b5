"""Sets: a score in several columns, one for each set (``6:4``, ``3:6``, ``7:5``), or a row for each set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.cells.results import FEWEST_IN_A_SET
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.shapes import keys_of
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import folded_words

MOSTLY_SEVERAL = 0.7
"""The share of the matches that must have several rows; a sample may end within one."""

MOST_SETS = 9
"""The most sets of a match."""

SETS = "sets"
"""The column that is added: the sets with a blank between."""

SET_WORDS = frozenset(
    (
        "s",
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
SET_LISTS = SET_WORDS.union(
    folded_words("satze saetze manches sety sett games legs parciales parziali сеты партии")
)
"""What a list of sets is called."""

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


@dataclass(frozen=True)
class SetRows:
    """A table with a row for each set of a match.

    Args:
        same: the places of the columns that have one value in all rows of a match.
        points: the places of the points of both sides.
    """

    same: Sequence[int]
    points: tuple[int, int]

    def matches(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a row for each match, whose points are the sets that were won."""
        matches: dict[tuple[str | None, ...], tuple[int, list[str | None], list[int]]] = {}
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            key = tuple(cells[place] for place in self.same)
            _, _, won = matches.setdefault(key, (line, cells, [0, 0]))
            first, second = (_number(cells[place]) for place in self.points)
            if first < second or first > second:  # not level, and both are numbers
                won[first < second] += 1
        table = []
        for line, cells, won in matches.values():
            for place, count in zip(self.points, won, strict=True):
                cells[place] = str(count) if any(won) else None
            table.append((line, cells))
        return GameTable(header, table)


def _number(cell: str | None) -> float:
    try:
        return float((cell or "").strip().replace(",", "."))
    except ValueError:
        return float("nan")


def set_rows(columns: Sequence[SampleColumn], points: Sequence[SampleColumn]) -> SetRows | None:
    """Return how a table has a row for each set; None where a row is a game.

    The rows of a match differ in the points alone, and in the number of the set: maps of a series have names,
    and are games.

    Args:
        columns: all columns.
        points: those of what they made in a row.
    """
    if not any(key.is_id for key in keys_of(columns)):
        return None  # rows of one evening between the same two are games
    same = [each for each in columns if each not in points and not SET_WORDS.intersection(each.tokens)]
    counts = Counter(zip(*(column.values for column in same), strict=True)).values()
    several = sum(count > 1 for count in counts)
    if several < MOSTLY_SEVERAL * len(counts) or max(counts) > MOST_SETS:
        return None
    first, second = points
    return SetRows([column.at for column in same], (first.at, second.at))


def set_scores(columns: Sequence[SampleColumn]) -> SetScores | None:
    """Return the columns of the sets; None where there are not two or more."""
    sets = [
        column
        for column in columns
        if SET_WORDS.intersection(column.tokens)
        and column.filled
        and column.share_of(_SET) == 1.0
        and all(max(map(int, re.findall(r"\d+", value)[:2])) >= FEWEST_IN_A_SET for value in column.filled)
    ]
    return SetScores(sets) if len(sets) >= 2 else None
