"""What is known of all players between two rating periods, and how it travels.

The driver holds the players' attributes as arrays, by the players' numbers, and hands them to the executors
before every period. What a period leaves of those who played in it comes back as rows, which are the
checkpoint of the period too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.continuation import counted, last_moments, state_of
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Players
from arpad.record.kinds.ranking_list import COUNTS, KEPT, entering, moments_of
from arpad.record.players import Attribute

LAST = "last_played"

PLAYER = "player"
"""The column of the players' numbers."""


@dataclass(frozen=True)
class Kept:
    """What is kept of a player from period to period, by the names that records have for it.

    Args:
        numbers: the attributes that are numbers.
        words: those that are words.
        unit: how times are counted; None where there are none.
    """

    numbers: tuple[str, ...]
    words: tuple[str, ...]
    unit: str | None

    @classmethod
    def of(cls, system: RatingSystem, unit: str | None) -> Kept:
        """Return what a system needs to go on."""
        more = {KEPT.get(each.name, each.name): each.unit for each in system.state_columns}
        names = [*system.columns, *COUNTS.values(), "games", "games_before", "rested", *more]
        words = tuple(name for name, kind in more.items() if kind == "text")
        numbers = tuple(name for name in dict.fromkeys(names) if name not in words)
        return cls(numbers, words, unit)

    @property
    def schema(self) -> str:
        """The columns of the rows for Spark."""
        columns = [f"{PLAYER} int", f"{LAST} bigint"]
        columns += [f"`{name}` double" for name in self.numbers]
        columns += [f"`{name}` string" for name in self.words]
        return ", ".join(columns)

    def rows(self, ids: NDArray[np.int32], left: Mapping[str, Attribute]) -> Any:
        """Return what a period has left of some players as an Arrow table.

        Args:
            ids: their numbers.
            left: their attributes.
        """
        import pyarrow as pa

        moments = left.get(LAST)
        last = np.zeros(len(ids), dtype=np.int64) if moments is None else _counted(moments, self.unit)
        columns: dict[str, Any] = {PLAYER: pa.array(ids.astype(np.int32)), LAST: pa.array(last)}
        nothing = np.full(len(ids), np.nan)
        for name in self.numbers:
            columns[name] = pa.array(np.asarray(left.get(name, nothing), dtype=np.float64))
        for name in self.words:
            words = left.get(name)
            columns[name] = pa.array([None] * len(ids) if words is None else list(words), type=pa.string())
        return pa.table(columns)


def _counted(moments: NDArray[Any], unit: str | None) -> NDArray[np.int64]:
    if moments.dtype.kind == "M":
        return moments.astype(f"datetime64[{unit}]").astype(np.int64)
    return np.where(np.isnan(moments), 0.0, moments).astype(np.int64)


@dataclass
class PlayerStates:
    """All players as they stand.

    Args:
        attributes: over the players, by name; ``last_played`` as ``datetime64[s]`` or float64.
        players: how many there are.
    """

    attributes: dict[str, Attribute]
    players: int

    @classmethod
    def before(cls, players: Players) -> PlayerStates:
        """Return players as they stand before the first game, with what a list or a file tells of them."""
        attributes = dict(players.attributes)
        moments = moments_of(players)
        if moments is not None:
            attributes[LAST] = moments
        return cls(attributes, len(players))

    def some(self, ids: NDArray[Any]) -> Players:
        """Return some of the players, by their numbers, as a record has them."""
        attributes = {name: column[ids] for name, column in self.attributes.items()}
        return Players(list(map(str, ids.tolist())), attributes, continued=True)

    def all(self, names: Sequence[str]) -> Players:
        """Return all players under their names."""
        return Players(names, dict(self.attributes), continued=True)

    def apart(self) -> PlayerStates:
        """Return a copy that can take what periods leave, without changing this one."""
        return PlayerStates({name: column.copy() for name, column in self.attributes.items()}, self.players)

    def take(self, table: Any, kept: Kept) -> None:
        """Take what a period has left, an Arrow table of :meth:`Kept.rows`."""
        ids = table.column(PLAYER).to_numpy()
        for name in (*kept.numbers, *kept.words):
            column = table.column(name)
            if column.null_count == len(column) and name not in self.attributes:
                continue
            words = name in kept.words
            new = np.array(column.to_pylist(), dtype=object) if words else column.to_numpy()
            self._room(name, words)[ids] = new
        if kept.unit is not None:
            last = table.column(LAST).to_numpy()
            dated = kept.unit != "i"
            if LAST not in self.attributes:
                none: Any = np.datetime64("NaT") if dated else np.nan
                self.attributes[LAST] = np.full(self.players, none, "datetime64[s]" if dated else np.float64)
            self.attributes[LAST][ids] = (
                last.astype(f"datetime64[{kept.unit}]") if dated else last.astype(np.float64)
            )

    def _room(self, name: str, words: bool) -> Attribute:
        column = self.attributes.get(name)
        if column is None or (column.dtype == object) != words:
            fresh: Attribute = np.full(
                self.players, None if words else np.nan, object if words else np.float64
            )
            self.attributes[name] = fresh
        elif not column.flags.writeable:
            self.attributes[name] = column.copy()
        return self.attributes[name]


def left_of(ratings: Ratings, last: NDArray[Any] | None = None) -> Mapping[str, Attribute]:
    """Return what ratings leave of their players for the games after them, by the names of attributes.

    Args:
        ratings: after a period.
        last: when each last played, where the ratings do not know.
    """
    columns = {
        **ratings.state.columns,
        **counted(ratings, slice(None)),
        **state_of(ratings, slice(None)),
    }
    plain = {
        name: column.astype(np.float64) if column.dtype.kind in "iub" else column
        for name, column in columns.items()
    }
    attributes = dict(entering(ratings.players.names, plain).attributes)
    moments = last_moments(ratings) if last is None else last
    if moments is not None:
        attributes[LAST] = moments
    return attributes
