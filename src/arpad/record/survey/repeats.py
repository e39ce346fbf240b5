"""Of a long record, the rows among which repeated games and frequent pairs must be: found by hashes first.

To compare all rows of a hundred million takes more time and memory than to rate them. Rows that have their
hash for themselves repeat nothing; what shares one is compared as it is, so that the answer is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.record.games import Games
from arpad.record.survey.blocks import blocks

LONG = 1 << 22
"""From how many games on rows are sorted out by their hashes."""

SAMPLE = 1 << 20
"""Of about how many games the pairs are looked at first."""

BUCKETS = 1 << 25
"""How many counters the pairs of a long record share."""

SIEVE = 20
"""How many bits of a hash the sieve of repeated hashes has."""

Hashes = NDArray[np.uint64]
Ints = NDArray[np.int64]

AT_ONCE = 1 << 16
"""How many games are hashed at a time: so many stay in the processor's cache."""

_ODD, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
"""The multiplier of Fibonacci hashing: 2⁶⁴ by the golden ratio (Knuth, Sorting and Searching, 6.4)."""


def _mix(hashes: Hashes, column: NDArray[Any]) -> None:
    """Mix another column into hashes, in place."""
    hashes ^= column.view(np.uint64) if column.dtype == np.int64 else column.astype(np.uint64)
    hashes *= _ODD
    hashes ^= hashes >> _HALF


def hashes_of(games: Games, part: slice, slot: Sequence[NDArray[Any]] = ()) -> Hashes:
    """Return uint64 per game of a block, the hash of its two players, whoever stands first, and of its slot.

    Args:
        games: the record.
        part: the block.
        slot: columns that tell the games of two players apart.
    """
    found = np.ones(part.stop - part.start, dtype=np.uint64)
    for piece in blocks(len(found), AT_ONCE):
        rows = slice(part.start + piece.start, part.start + piece.stop)
        one, two = games.first[rows], games.second[rows]
        for column in (np.minimum(one, two), np.maximum(one, two), *(each[rows] for each in slot)):
            _mix(found[piece], column)
    return found


def sample_of_pairs(games: Games) -> Ints:
    """Return all games of some pairs, drawn by their hashes: about :data:`SAMPLE` rows."""
    share = np.uint64(1 << max(0, (len(games) // SAMPLE).bit_length() - 1))
    found = [np.flatnonzero(hashes_of(games, part) % share == 0) + part.start for part in blocks(len(games))]
    return np.concatenate(found)


def rows_alike(games: Games, slot: Sequence[NDArray[Any]]) -> Ints:
    """Return the rows whose players and slot another row has too, and by chance a few others.

    Args:
        games: the record.
        slot: columns that tell the games of two players apart.
    """
    import polars as pl

    hashes = np.empty(len(games), dtype=np.uint64)
    for part in blocks(len(games)):
        hashes[part] = hashes_of(games, part, slot)
    hashes = pl.Series(hashes).sort().to_numpy()  # by all cores, four times as fast as NumPy's
    again = np.zeros(0, dtype=np.uint64)
    for part in blocks(len(games) - 1):
        here = hashes[part.start : part.stop + 1]
        again = np.append(again, here[1:][here[1:] == here[:-1]])
    again = np.unique(again)
    del hashes
    if not len(again):
        return np.zeros(0, dtype=np.int64)
    sieve = np.zeros(1 << SIEVE, dtype=np.bool_)
    sieve[again >> np.uint64(64 - SIEVE)] = True
    found = []
    for part in blocks(len(games)):
        here = hashes_of(games, part, slot)
        rows = np.flatnonzero(sieve[here >> np.uint64(64 - SIEVE)])
        found.append(rows[np.isin(here[rows], again)] + part.start)
    return np.concatenate(found)


def rows_of_frequent_pairs(games: Games, least: int) -> Ints:
    """Return the games of all pairs that have met so often, and by chance of some others.

    Args:
        games: the record.
        least: how many games a pair has at least.
    """
    mask = np.uint64(BUCKETS - 1)
    count = np.zeros(BUCKETS, dtype=np.int64)
    for part in blocks(len(games), 4 * LONG):
        count += np.bincount((hashes_of(games, part) & mask).astype(np.int64), minlength=BUCKETS)
    often = count >= least
    del count
    found = [
        np.flatnonzero(often[(hashes_of(games, part) & mask).astype(np.int64)]) + part.start
        for part in blocks(len(games))
    ]
    return np.concatenate(found)
