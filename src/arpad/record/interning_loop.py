"""The compiled loop of interning: words to numbers, by open addressing, with every word compared.

Imported for long records only; it needs numba. What it costs is waiting for memory, so a slot holds all that
most lookups need: the hash, the number, the length and the first 16 bytes, half a line of the cache.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from arpad.record.interning import Bytes, Column, Eights, Ends, Known

BLOCK = 256
"""How many rows are looked up before those of new words are gone through again."""

FREE = np.uint64(0xFFFFFFFFFFFFFFFF)
"""What stands in the number's place of a slot that is free."""

HASH, NUMBER, LOW, HIGH, SLOT = 0, 1, 2, 3, 4
"""Where a slot holds what; with the number stands the length, in the higher 32 bits."""

HALF = np.uint64(32)
NUMBERS = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)
EIGHT = np.uint64(8)


def nothing_known() -> Known:
    """Return the state before the first word."""
    table = np.zeros((1 << 16, SLOT), np.uint64)
    table[:, NUMBER] = FREE
    return Known(table, np.empty(1 << 20, np.uint8), np.empty(1 << 16, np.int64), 0)


@numba.njit(cache=True, nogil=True)
def _eight(eights: Eights, place: np.uint64) -> np.uint64:
    """Return the eight bytes from a place of a text that is seen as words of eight."""
    at = place >> np.uint64(3)
    shift = (place & np.uint64(7)) << np.uint64(3)
    # A shift by 64 is undefined, hence two.
    both: np.uint64 = (eights[at] >> shift) | (eights[at + ONE] << (np.uint64(63) - shift) << ONE)
    return both


@numba.njit(cache=True, nogil=True)
def _head(eights: Eights, begin: np.uint64, length: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the first 16 bytes of a word as two numbers, zeros after its end."""
    low = _eight(eights, begin)
    if length < EIGHT:
        return low & ((ONE << (length * EIGHT)) - ONE), np.uint64(0)
    high = _eight(eights, begin + EIGHT)
    if length < np.uint64(16):
        high &= (ONE << ((length - EIGHT) * EIGHT)) - ONE
    return low, high


@numba.njit(cache=True, nogil=True)
def _found(
    table: Eights, text: Bytes, ends: Ends, column: Column, begin: int, end: int, codes: NDArray[np.int32]
) -> bool:
    """Give numbers to the words of some rows that are known, −1 to the others; say whether all are.

    One flat loop: calls that take arrays would triple its time.
    """
    hashes, letters, all_ends = column
    eights = letters.view(np.uint64)
    mask = np.uint64(len(table) - 1)
    complete = True
    for i in range(begin, end):
        start = all_ends[i - 1] if i else np.int64(0)
        length = all_ends[i] - start
        low, high = _head(eights, np.uint64(start), np.uint64(length))
        key = hashes[i]
        at = key & mask
        number = np.int64(-1)
        while table[at, NUMBER] != FREE:
            if (
                table[at, HASH] == key
                and table[at, LOW] == low
                and table[at, HIGH] == high
                and table[at, NUMBER] >> HALF == np.uint64(length)
            ):
                candidate = np.int64(table[at, NUMBER] & NUMBERS)
                j = np.int64(16)
                if j < length:
                    there = ends[candidate - 1] if candidate else np.int64(0)
                    while j < length and text[there + j] == letters[start + j]:
                        j += 1
                if j >= length:
                    number = candidate
                    break
            at = (at + ONE) & mask
        codes[i] = number
        if number < 0:
            complete = False
    return complete


@numba.njit(cache=True, nogil=True)
def _grown(table: Eights) -> Eights:
    """Return a table of four times the slots with the same entries."""
    slots = 4 * len(table)
    mask = np.uint64(slots - 1)
    new = np.empty((slots, SLOT), np.uint64)
    new[:, NUMBER] = FREE
    for row in range(len(table)):
        if table[row, NUMBER] != FREE:
            at = table[row, HASH] & mask
            while new[at, NUMBER] != FREE:
                at = (at + ONE) & mask
            new[at] = table[row]
    return new


@numba.njit(cache=True, nogil=True)
def _add(table: Eights, text: Bytes, ends: Ends, column: Column, i: int, number: int) -> None:
    """Make the word of row ``i`` known under a number, the next one."""
    hashes, letters, all_ends = column
    start = all_ends[i - 1] if i else np.int64(0)
    length = all_ends[i] - start
    there = ends[number - 1] if number else np.int64(0)
    for j in range(length):
        text[there + j] = letters[start + j]
    ends[number] = there + length
    mask = np.uint64(len(table) - 1)
    at = hashes[i] & mask
    while table[at, NUMBER] != FREE:
        at = (at + ONE) & mask
    low, high = _head(letters.view(np.uint64), np.uint64(start), np.uint64(length))
    table[at, HASH] = hashes[i]
    table[at, NUMBER] = np.uint64(number) | (np.uint64(length) << HALF)
    table[at, LOW] = low
    table[at, HIGH] = high


@numba.njit(cache=True, nogil=True)
def _numbers(
    first: Column,
    second: Column,
    known: Known,
    one: NDArray[np.int32],
    two: NDArray[np.int32],
) -> tuple[Eights, int]:
    """Give numbers to the words of both columns; a second column may have no rows.

    ``known`` has room for all of the words' text and ends. Returned are its new table and size.
    """
    table, text, ends, size = known
    n = len(one)
    both = len(two) > 0
    for begin in range(0, n, BLOCK):
        end = min(begin + BLOCK, n)
        complete = _found(table, text, ends, first, begin, end, one)
        if both:
            complete = _found(table, text, ends, second, begin, end, two) and complete
        if complete:
            continue
        # New words take their numbers in order, row by row.
        for i in range(begin, end):
            for k in range(2 if both else 1):
                if (two[i] if k else one[i]) >= 0:
                    continue
                # It may have become known a few rows before.
                if k == 0 and not _found(table, text, ends, first, i, i + 1, one):
                    one[i] = size
                    _add(table, text, ends, first, i, size)
                    size += 1
                elif k == 1 and not _found(table, text, ends, second, i, i + 1, two):
                    two[i] = size
                    _add(table, text, ends, second, i, size)
                    size += 1
                if 2 * size > len(table):
                    table = _grown(table)
    return table, size


def number(first: Column, second: Column | None, known: Known) -> tuple[list[NDArray[np.int32]], Known]:
    """Give the words of one or two columns their numbers, row by row, the first column before the second.

    Args:
        first: the one column.
        second: the other, of the same length, or None.
        known: the words that have numbers already.

    Returns:
        int32 per row for each column; and the words known now. Words of one hash are told apart by their
        bytes.
    """
    one = np.empty(len(first.hashes), np.int32)
    two = np.empty(0 if second is None else len(one), np.int32)
    other = Column(first.hashes[:0], first.text, first.ends[:0]) if second is None else second
    used = int(known.ends[known.size - 1]) if known.size else 0
    known = known._replace(
        text=_with_room(known.text, used, len(first.text) + len(other.text)),
        ends=_with_room(known.ends, known.size, len(one) + len(two)),
    )
    table, size = _numbers(first, other, known, one, two)
    return [one] if second is None else [one, two], known._replace(table=table, size=int(size))


def _with_room(values: NDArray[Any], used: int, more: int) -> NDArray[Any]:
    """Return an array whose first values are the ``used`` ones, with room for ``more``."""
    if used + more <= len(values):
        return values
    new = np.empty(2 * (used + more), values.dtype)
    new[:used] = values[:used]
    return new
