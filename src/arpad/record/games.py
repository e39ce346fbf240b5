"""Games: the immutable record of what happened, as columns."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError
from arpad.record.players import Players

Index = NDArray[np.int32]
Column = NDArray[np.float64]
Time = NDArray[Any]
"""``datetime64[D]`` (dates), ``datetime64[s]`` (moments) or ``int64`` (numbered periods)."""


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of words that repeat: events, rounds, stages, pools.

    Args:
        codes: int32 per game, an index into ``names``; −1 where nothing is given.
        names: the distinct words, in the order of their first appearance.
    """

    codes: Index
    names: Sequence[str]

    def take(self, rows: NDArray[Any]) -> Labels:
        """Return the column of these rows only; the words keep their codes."""
        return Labels(self.codes[rows], self.names)

    def word(self, row: int) -> str | None:
        """Return the word in one row, None where nothing is given."""
        code = int(self.codes[row])
        return None if code < 0 else self.names[code]


@dataclass(frozen=True)
class Source:
    """Where a record came from.

    Args:
        files: the names of the files as given.
        rows: how many rows they hold.
        rejected: how many of those were set aside as unreadable.
        unfinished: how many are games without a result yet (``*`` in PGN), which are no games of the record.
    """

    files: tuple[str, ...] = ()
    rows: int = 0
    rejected: int = 0
    unfinished: int = 0


@dataclass(frozen=True, eq=False)
class Games:
    """Games of two sides, as columns of equal length, in the order of the source.

    ``first`` and ``second`` number *sides*; here a side is one player, and its number is his index in
    ``players``. Nothing but the meaning of that number changes when a side is a pair or a team.

    Args:
        players: who the indices are.
        first: int32, the first side: White, home, the winner, or just the one named first.
        second: int32, the other side.
        score: float64, the score of the first side in [0, 1].
        time: when it was played: ``datetime64[D]``, ``datetime64[s]`` or ``int64`` period numbers.
        weight: float64 >= 0, how much the game counts; 1 where the column is absent.
        advantage: int8, +1 where the first side has White or plays at home, −1 the second, 0 neither.
        points_first: float64, goals, discs or points of the first side.
        points_second: the same of the second side.
        event: the tournament, season or match.
        round: the round within it.
        stage: the stage within it (group, final…).
        pool: what is rated apart (blitz, clay, women…).
        source: the files it was read from.

    Raises:
        ArpadError: the columns are not of one length, or an index names no player.
    """

    players: Players
    first: Index
    second: Index
    score: Column
    time: Time | None = None
    weight: Column | None = None
    advantage: NDArray[np.int8] | None = None
    points_first: Column | None = None
    points_second: Column | None = None
    event: Labels | None = None
    round: Labels | None = None
    stage: Labels | None = None
    pool: Labels | None = None
    source: Source = Source()

    def __post_init__(self) -> None:
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

    def columns(self) -> dict[str, Any]:
        """Return the columns that are there, by name."""
        apart = ("players", "source")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in apart}
        return {name: column for name, column in values.items() if column is not None}

    def take(self, rows: NDArray[Any]) -> Games:
        """Return the games of these rows (indices or a mask), among the same players."""
        cut: dict[str, Any] = {
            name: column.take(rows) if isinstance(column, Labels) else column[rows]
            for name, column in self.columns().items()
        }
        return replace(self, **cut)

    def of_pool(self, name: str) -> Games:
        """Return the games of one pool."""
        if self.pool is None or name not in self.pool.names:
            raise ArpadError(f"the record has no pool {name!r}")
        return self.take(self.pool.codes == list(self.pool.names).index(name))

    def time_of(self, rows: NDArray[Any]) -> Time | None:
        """Return when the games of these rows were played, as tables take it; None without a time.

        Tables know days and milliseconds, no seconds.
        """
        if self.time is None:
            return None
        time: Time = self.time[rows]
        return time.astype("datetime64[ms]") if time.dtype == np.dtype("datetime64[s]") else time

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the record: the same games in the same order give the same one.

        BLAKE2b over the fingerprints of the columns and the names, 16 bytes as hexadecimal digits.
        """
        pieces: list[tuple[str, Any]] = [("players", "\x1f".join(self.players.names).encode())]
        for name, column in self.columns().items():
            if isinstance(column, Labels):
                pieces.append((f"{name} names", "\x1f".join(column.names).encode()))
                column = column.codes  # noqa: PLW2901 - the codes are what remains to be hashed
            pieces.append((name, np.ascontiguousarray(column).view(np.uint8).data))
        for name, attribute in sorted(self.players.attributes.items()):
            pieces.append((f"player {name}", repr(attribute.tolist()).encode()))
        whole = hashlib.blake2b(digest_size=16)
        with ThreadPoolExecutor() as pool:  # hashing releases the interpreter
            prints = pool.map(lambda piece: hashlib.blake2b(piece[1]).digest(), pieces)
        for (name, _), print_of_piece in zip(pieces, prints, strict=True):
            whole.update(f"\x1e{name}\x1e".encode() + print_of_piece)
        return whole.hexdigest()
