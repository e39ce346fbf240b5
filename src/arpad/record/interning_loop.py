"""The compiled loop of interning: the hashes of words to numbers, by open addressing.

Imported for long records only; it needs numba. What it costs is waiting for memory, so it asks for the slots
of the words ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from arpad.record.interning import Codes, Hashes, Known
from arpad.record.prefetching import prefetch

AHEAD = 16
"""How many rows ahead slots are asked for."""

ONE = np.uint64(1)


def nothing_known() -> Known:
    """Return the state before the first word."""
    return Known(*_empty(1 << 16), 0)


def _empty(slots: int) -> tuple[NDArray[np.uint64], Codes]:
    return np.zeros((slots, 2), np.uint64), np.full(slots, -1, np.int32)


@numba.njit(cache=True, nogil=True)
def _fill(old_keys: Any, old_codes: Any, keys: Any, codes: Any) -> None:
    """Put the words of one table into another, empty one."""
    mask = np.uint64(len(codes) - 1)
    for row in range(len(old_codes)):
        if old_codes[row] >= 0:
            at = old_keys[row, 0] & mask
            while codes[at] >= 0:
                at = (at + ONE) & mask
            keys[at, 0] = old_keys[row, 0]
            keys[at, 1] = old_keys[row, 1]
            codes[at] = old_codes[row]


@numba.njit(cache=True, nogil=True)
def _numbers(
    low: Any, high: Any, start: int, keys: Any, codes: Any, size: int, found: Any, places: Any
) -> Any:
    """Give numbers to words in order, until the table is half full.

    ``places`` takes where each new word stood first. Returned are the first word that is not done, and how
    many are known. The table stays the same array throughout: one that could change would cost the loop
    several times its time.
    """
    n = len(found)
    mask = np.uint64(len(codes) - 1)
    for i in range(start, n):
        if 2 * size >= len(codes):
            return i, size
        ahead = np.int64(low[min(i + AHEAD, n - 1)] & mask)
        prefetch(keys, ahead)
        prefetch(codes, ahead)
        at = low[i] & mask
        code = codes[at]
        while code >= 0 and (keys[at, 0] != low[i] or keys[at, 1] != high[i]):
            at = (at + ONE) & mask
            code = codes[at]
        if code < 0:
            keys[at, 0] = low[i]
            keys[at, 1] = high[i]
            codes[at] = size
            code = np.int32(size)
            places[size] = i
            size += 1
        found[i] = code
    return n, size


def number(columns: Sequence[Hashes], known: Known) -> tuple[list[Codes], NDArray[np.int64], Known]:
    """Give the words of one or more columns their numbers, row by row, in each the first column first.

    Args:
        columns: the hashes of each, of equal length.
        known: the words that have numbers already.

    Returns:
        int32 per row for each column; where each new word stood first, counted row by row over the columns;
        and the words known now.
    """
    width = len(columns)
    low, high = (np.stack(parts, axis=1).ravel() for parts in zip(*columns, strict=True))
    found = np.empty(len(low), np.int32)
    keys, codes, size = known
    places = np.empty(size + len(low), np.int64)
    done, size = _numbers(low, high, 0, keys, codes, size, found, places)
    while done < len(low):
        small_keys, small_codes = keys, codes
        keys, codes = _empty(4 * len(small_codes))
        _fill(small_keys, small_codes, keys, codes)
        done, size = _numbers(low, high, done, keys, codes, size, found, places)
    new = places[known.size : size].copy()
    return [np.ascontiguousarray(found[k::width]) for k in range(width)], new, Known(keys, codes, size)
