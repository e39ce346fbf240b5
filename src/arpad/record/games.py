"""Games: the immutable record of two sides, as columns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError
from arpad.record.record import Appearances, Column, Index, Labels, Record, Source, Time

__all__ = ["Column", "Games", "Index", "Labels", "Source", "Time"]


@dataclass(frozen=True, eq=False, repr=False)
class Games(Record):
    """Games of two sides of one player each, as columns of equal length, in the order of the source.

    The one-against-one form of the record, on which the fast loops run;
    :class:`arpad.record.contests.Contests` is the general one.

    Args:
        first: int32, the first player: White, home, the winner, or just the one named first.
        second: int32, the other player.
        score: float64, the score of the first in [0, 1].
        advantage: int8, +1 where the first side has White or plays at home, −1 the second, 0 neither.
        points_first: float64, goals, discs or points of the first side.
        points_second: the same of the second side.
        handicap: float64, stones that the first side (White) gives to the second; negative the other way.
        komi: float64, points that White is given; NaN for the usual.

    Raises:
        ArpadError: the columns are not of one length, or an index names no player.
    """

    first: Index
    second: Index
    score: Column
    advantage: NDArray[np.int8] | None = field(default=None, kw_only=True)
    points_first: Column | None = field(default=None, kw_only=True)
    points_second: Column | None = field(default=None, kw_only=True)
    handicap: Column | None = field(default=None, kw_only=True)
    komi: Column | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        n = len(self.first)
        for name, column in self.columns().items():
            length = len(column.codes) if isinstance(column, Labels) else len(column)
            if length != n:
                raise ArpadError(f"the column {name} has {length} rows where first has {n}")
        if n:
            lowest = min(int(self.first.min()), int(self.second.min()))
            highest = max(int(self.first.max()), int(self.second.max()))
            if lowest < 0 or highest >= len(self.players):
                raise ArpadError("a game names a player whom the record does not know")

    def __len__(self) -> int:
        return len(self.first)

    def take(self, rows: NDArray[Any]) -> Self:
        """Return the games of these rows (indices or a mask), among the same players."""
        cut: dict[str, Any] = {
            name: column.take(rows) if isinstance(column, Labels) else column[rows]
            for name, column in self.columns().items()
        }
        return replace(self, **cut)

    def appearances(self) -> Appearances:
        """Return who took part in what: of every game the first player, then the second."""
        rows = np.repeat(np.arange(len(self)), 2)
        side = np.tile(np.array([0, 1], dtype=np.int32), len(self))
        return Appearances(np.stack([self.first, self.second], axis=1).ravel(), rows, side)
