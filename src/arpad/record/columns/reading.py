"""What was understood of a table: which column is what, and how its rows become games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Rows = Sequence[tuple[int, Sequence[str | None]]]
"""Rows of text, each with its line."""

_SHAPES = {
    "games": "",
    "sides": "a row for each side of a game; ",
    "players": "a row for each player of a game; ",
    "team rows": "a row for each player of a team, whose rows of one game are one; ",
    "matrix": "a crosstable; ",
    "counts": "a crosstable whose cells count the games that each of a pair has won; ",
    "wins": "a row for each pair, which counts the games that the one has won against the other; ",
    "own": "the games of one side, which is called '(own side)' where no column names it; ",
    "lineups": "a column for each player of a side, and the players of a side are rated as one; ",
    "lists of players": "the players of a side are rated as one; ",
    "rosters": "a row for each player of a side, and the players of a side are rated as one; ",
    "sets": "a row for each set of a match; ",
    "positions": "there is no header, and the columns are called by their numbers; ",
    "mirrored": "two rows for each game, one from each side; ",
}
"""What a note says of each shape."""


class GameTable(NamedTuple):
    """A table with a row for each game.

    Args:
        header: the names of its columns.
        rows: the games, each with the line of its first row.
        alone: the rows of which no game can be made.
    """

    header: Sequence[str]
    rows: Rows
    alone: Rows = ()


Reshape = Callable[[Sequence[str], Rows], GameTable]
"""Makes a row a game of a table of another shape, given its header and its rows."""


@dataclass(frozen=True)
class ColumnReading:
    """Which column of a table is what.

    Args:
        columns: the choices for :func:`arpad.record.tables.header.layout`: role or known name -> column; an
            empty name leaves a role out.
        confidence: from 0 to 1.
        alternatives: other choices that were nearly as good, and say something else.
        shape: what a row is: ``games``, ``sides`` (a row a side), ``players`` (a row a player of both
            sides), ``team rows`` (a row a player of a team), ``matrix`` (a row a player of a crosstable),
            ``counts`` (the same, with numbers of games), ``wins`` (a row a pair, with the number of its
            games), ``own`` (the games of one side), ``lineups`` (a column for each player of a side),
            ``lists of players`` (a cell for all of them), ``rosters`` (a row for each), ``sets`` (a row a
            set of a match), ``mirrored`` (two rows a game) or ``positions`` (a game, and the first line is
            one too).
        reshape: makes a row a game of the rows of the table, whose columns the choices name then; None where
            a row is one.
        flag: the column that tells games from fixtures; empty where there is none, or it adds nothing.
        left_out: which lines are no rows, in words; empty where all are.
    """

    columns: Mapping[str, str]
    confidence: float = 1.0
    alternatives: Sequence[Mapping[str, str]] = ()
    shape: str = "games"
    reshape: Reshape | None = None
    flag: str = ""
    left_out: str = ""

    @property
    def note(self) -> str:
        """The reading as a sentence for people: ``read as: home=team_home, …``."""
        roles = ", ".join(f"{role}={name}" for role, name in self.columns.items())
        flag = f"rows that {self.flag!r} calls unplayed are fixtures" if self.flag else ""
        without = f"{self.left_out} are left out" if self.left_out else ""
        told = "; ".join(filter(None, (roles, flag, without)))
        return f"read as: {_SHAPES[self.shape]}{told}".removesuffix("; ")
