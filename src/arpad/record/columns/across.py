"""Contests with a group of columns for each player, whose name stands in the header: ``AnnDeck, AnnScore``.

Nobody's cells are filled in every contest: who was not there has none. The rows become one for each player
who was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import FINAL, MISLEADING, NAMES, SCORES, marks_of

FEWEST = 3
"""The fewest players."""

STRONG = 0.9
"""How much a word has to say that a column holds a score."""


@dataclass(frozen=True)
class Across:
    """The columns.

    Args:
        players: name of a player -> place of the column of each attribute, by its word.
        shared: the places of the other columns.
        score: the word of the columns of scores.
    """

    players: dict[str, dict[str, int]]
    shared: Sequence[int]
    score: str

    def entries(self, header: Sequence[str], rows: Rows, contest: str) -> tuple[list[str], Rows]:
        """Return the table with a row for each player who was there.

        Args:
            header: the names of the columns.
            rows: a contest each.
            contest: the name of the column that is added for the number of the contest.
        """
        words = list(dict.fromkeys(word for places in self.players.values() for word in places))
        names = [contest, "player", *words, *(header[at] for at in self.shared)]
        entries = []
        for number, (line, row) in enumerate(rows, start=1):
            for player, places in self.players.items():
                cells = [row[places[word]] if word in places else None for word in words]
                if any(cells):
                    entries.append((line, [str(number), player, *cells, *(row[at] for at in self.shared)]))
        return names, entries


def across(columns: Sequence[SampleColumn]) -> Across | None:
    """Return how a table has a group of columns for each player; None where it has none.

    Several columns of each player, and cells that are blank together, tell them from points in several
    rounds or subjects.
    """
    players: dict[str, dict[str, int]] = {}
    for column in columns:
        word = column.tokens[-1] if column.tokens else ""
        name = _prefix(column.name, word)
        if name:
            players.setdefault(name, {})[word] = column.at
    groups = {name: places for name, places in players.items() if len(places) > 1}
    if len(groups) < FEWEST or len({frozenset(places) for places in groups.values()}) > 1:
        return None
    score = next((word for word in next(iter(groups.values())) if SCORES.get(word, 0.0) >= STRONG), "")
    if not score or any(_is_no_name(column) for column in columns if _group_of(column, groups)):
        return None
    by_place = {column.at: column for column in columns}
    of_scores = [by_place[places[score]] for places in groups.values()]
    absent = any(None in column.values or "" in column.values for column in of_scores)
    together = all(
        bool(by_place[at].values[row]) == bool(by_place[places[score]].values[row])
        for places in groups.values()
        for at in places.values()
        for row in range(len(by_place[at].values))
    )
    if not absent or not together or any(column.numeric < 1.0 for column in of_scores):
        return None
    taken = {at for places in groups.values() for at in places.values()}
    return Across(groups, [column.at for column in columns if column.at not in taken], score)


def _prefix(name: str, word: str) -> str:
    """Return what stands before the last word of a column's name, as it is written; empty for nothing."""
    bare = name.strip()
    return bare[: -len(word)].rstrip(" _-.") if word and bare.lower().endswith(word) else ""


def _group_of(column: SampleColumn, groups: dict[str, dict[str, int]]) -> bool:
    return any(column.at in places.values() for places in groups.values())


def _is_no_name(column: SampleColumn) -> bool:
    """Whether a word of the name before the last one tells sides, numbers or parts of a game."""
    return any(
        marks_of(word) or word.isdecimal() or word in NAMES or word in MISLEADING or word in FINAL
        for word in column.tokens[:-1]
    )
