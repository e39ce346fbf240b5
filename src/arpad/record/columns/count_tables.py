"""A crosstable whose cells are two numbers: how often each of a pair has won, or the score of their match.

``3-1`` in the row of Ann and the column of Bob is 3 games that Ann won and 1 that Bob won, or a match that
Ann won by 3 to 1. Nearly all pairs of a long list have never met: where most cells are 0-0 and most of the
others 1-0, they count games. Otherwise it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.record.columns.crosstables import FEWEST, HEADER, NOT_PLAYED, CrossGame, name_columns
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn

GAMES, MATCH = "(games)", "(match)"
"""What is chosen for the score: the cells count games, or each is the score of a match."""

NEVER_MET = 0.5
"""The share of pairs of which nobody has won, where the cells count games."""

MET_ONCE = 0.4
"""The share of the other pairs with a single game."""

_CELL = re.compile(r"(\d{1,4})\s*[-–—:&/]\s*(\d{1,4})")


@dataclass(frozen=True)
class CountTable:
    """How a table is a crosstable of two numbers a cell.

    Args:
        name: the place of the column of the players.
        opponents: place of a column -> the opponent.
    """

    name: int
    opponents: Mapping[int, str]

    def pairs(self, rows: Rows) -> Mapping[tuple[str, str], tuple[int, int, int]] | None:
        """Return the line and both numbers of each pair, once; None where two cells contradict each other."""
        pairs: dict[tuple[str, str], tuple[int, int, int]] = {}
        for line, row in rows:
            name = (row[self.name] or "").strip()
            for at, other in self.opponents.items():
                cell = (row[at] or "").strip()
                if not name or name == other or cell.lower() in NOT_PLAYED:
                    continue
                match = _CELL.fullmatch(cell)
                if match is None:
                    return None
                won, lost = int(match[1]), int(match[2])
                back = pairs.get((other, name))
                if back is None:
                    pairs[name, other] = line, won, lost
                elif back[1:] != (lost, won):
                    return None
        return pairs

    def table(self, rows: Rows, *, counts: bool) -> GameTable | None:
        """Return a row for each game, those that the player of the row has won first, or for each match."""
        pairs = self.pairs(rows)
        if pairs is None:
            return None
        games: list[CrossGame] = []
        for (one, other), (line, won, lost) in pairs.items():
            scores = ["1"] * won + ["0"] * lost if counts else [f"{won}-{lost}"]
            games += [CrossGame(line, one, other, score, "", "") for score in scores]
        return GameTable(HEADER, [(game.line, game[1:]) for game in games])

    def example(self, rows: Sequence[Sequence[str | None]]) -> str:
        """Return a cell whose numbers are not level."""
        cells = ((row[at] or "").strip() for row in rows for at in self.opponents)
        matches = filter(None, map(_CELL.fullmatch, cells))
        return next((match[0] for match in matches if match[1] != match[2]), "")

    def are_counts(self, rows: Rows) -> bool:
        """Whether the cells can be nothing but numbers of games."""
        numbers = [sum(each[1:]) for each in (self.pairs(rows) or {}).values()]
        met = [number for number in numbers if number]
        if not met or len(met) > (1 - NEVER_MET) * len(numbers):
            return False
        return met.count(1) >= MET_ONCE * len(met)


def count_table(columns: Sequence[SampleColumn]) -> CountTable | None:
    """Return how a table has two numbers for each pair, in two cells; None where it has not."""
    rows = [(at, [column.values[at] for column in columns]) for at in range(len(columns[0].values))]
    for name in name_columns(columns):
        players = {value.strip() for value in name.filled}
        if len(players) < max(FEWEST, len(name.filled)):
            continue
        opponents = {
            column.at: column.name.strip()
            for column in columns
            if column is not name and column.share_of(_CELL) > 0.5 and column.name.strip()
        }
        if len(players & set(opponents.values())) < FEWEST or len(opponents) < len(columns) - 3:
            continue
        table = CountTable(name.at, opponents)
        pairs = table.pairs(rows)
        twice = len(players & set(opponents.values()))
        # Each pair of those who have a row and a column stands twice, and says the same in both places.
        told_apart = sum(won != lost for _, won, lost in (pairs or {}).values())
        if pairs and twice >= FEWEST and told_apart >= FEWEST:
            return table
    return None
