"""The compiled loop of interning: 64-bit hashes to dense numbers, by open addressing.

Imported for long records only; it needs numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    Table = NDArray[np.uint64]

FREE = np.uint64(0xFFFFFFFFFFFFFFFF)
"""What stands in the number's place of a slot that is free."""


@numba.njit(cache=True, nogil=True)
def _grown(table: Table) -> Table:
    """Return a table of four times the slots with the same entries."""
    slots = 4 * len(table)
    mask = np.uint64(slots - 1)
    new = np.empty((slots, 2), np.uint64)
    new[:, 1] = FREE
    for row in range(len(table)):
        if table[row, 1] != FREE:
            at = table[row, 0] & mask
            while new[at, 1] != FREE:
                at = (at + np.uint64(1)) & mask
            new[at, 0] = table[row, 0]
            new[at, 1] = table[row, 1]
    return new


@numba.njit(cache=True, nogil=True)
def _number(first_hash: Table, second_hash: Table) -> Any:
    n = len(first_hash)
    two = len(second_hash) > 0
    first = np.empty(n, np.int32)
    second = np.empty(n if two else 0, np.int32)
    # Memory that is never touched is never given: only the places found count.
    places = np.empty(2 * n, np.int64)
    # A slot is a hash and its number side by side, on one line of the cache.
    table = np.empty((1 << 16, 2), np.uint64)
    table[:, 1] = FREE
    mask = np.uint64(len(table) - 1)
    found = 0
    for i in range(n):
        for side in range(2 if two else 1):
            key = second_hash[i] if side else first_hash[i]
            at = key & mask
            while table[at, 1] != FREE and table[at, 0] != key:
                at = (at + np.uint64(1)) & mask
            if table[at, 1] == FREE:
                table[at, 0] = key
                table[at, 1] = np.uint64(found)
                places[found] = 2 * i + side
                found += 1
            if side:
                second[i] = table[at, 1]
            else:
                first[i] = table[at, 1]
        if 2 * found > len(table) - 4:
            table = _grown(table)
            mask = np.uint64(len(table) - 1)
    return first, second, places[:found].copy()


def number(
    first: NDArray[np.uint64], second: NDArray[np.uint64]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Give numbers to the hashes of two columns by first appearance, row by row, first column first.

    Args:
        first: uint64[n].
        second: uint64[n], or empty where there is one column only.

    Returns:
        The numbers of both columns (int32), and for each number the place where it appeared first,
        2 · row + column.
    """
    numbers: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]] = _number(first, second)
    return numbers
