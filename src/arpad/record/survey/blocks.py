"""Long columns in blocks, so that what is counted of them takes no second column of their length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 1 << 22
"""How many rows are looked at at a time."""

Ints = NDArray[np.int64]


def blocks(length: int, size: int = 0) -> Iterator[slice]:
    """Yield the rows of a column, block after block.

    Args:
        length: of the column.
        size: how many rows a block has; 0 for :data:`BLOCK`.
    """
    size = size or BLOCK
    for start in range(0, length, size):
        yield slice(start, min(start + size, length))


def counts_of(codes: NDArray[Any], size: int) -> Ints:
    """Return int64 per code, how many rows have it.

    Args:
        codes: per row, from 0.
        size: how many codes there are.
    """
    found = np.zeros(size, dtype=np.int64)
    for part in blocks(len(codes)):
        found += np.bincount(codes[part], minlength=size)
    return found


def first_rows(length: int, match: Callable[[slice], NDArray[np.bool_]], most: int) -> Ints:
    """Return the first rows that match, as many as are wanted.

    Args:
        length: of the columns.
        match: tells which rows of a block match.
        most: how many are wanted.
    """
    found: list[Ints] = []
    for part in blocks(length):
        found.append(np.flatnonzero(match(part))[:most] + part.start)
        most -= len(found[-1])
        if most <= 0:
            break
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


class Days(NamedTuple):
    """The days on which there are games.

    Args:
        day: int64, days since 1970, in their order, each once.
        games: int64, how many games each has.
    """

    day: Ints
    games: Ints

    def quantile(self, share: float) -> float:
        """Return the day below which a share of the games lies, between the two nearest (linear)."""
        before = np.cumsum(self.games)
        at = share * (int(before[-1]) - 1)
        rows = [int(at), min(int(at) + 1, int(before[-1]) - 1)]
        one, two = self.day[np.searchsorted(before, rows, side="right")].tolist()
        return float(one + (two - one) * (at - int(at)))

    def until(self, day: int) -> Days:
        """Return the days up to one, that one included."""
        kept = self.day <= day
        return Days(self.day[kept], self.games[kept])


def days_of(time: NDArray[np.datetime64]) -> Days:
    """Return the days on which there are games.

    Args:
        time: datetime64 per game, of days or moments; at least one.
    """
    low, high = (int(end.astype("datetime64[D]").astype(np.int64)) for end in (time.min(), time.max()))
    games = np.zeros(high - low + 1, dtype=np.int64)
    for part in blocks(len(time)):
        games += np.bincount(day_numbers(time[part]) - low, minlength=len(games))
    at = np.flatnonzero(games)
    return Days(at + low, games[at])


def day_numbers(time: NDArray[np.datetime64]) -> Ints:
    """Return int64 per moment, its day since 1970."""
    return time.astype("datetime64[D]").astype(np.int64)
