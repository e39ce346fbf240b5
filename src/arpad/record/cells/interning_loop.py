"""The compiled loop of interning: the hashes of words to numbers, by open addressing.

numba is loaded for long records only. What it costs is waiting for memory, so it asks for the slots
of the words ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.compiling import compiled
from arpad.compiled.kernels import kernel, prefetch

Codes = NDArray[np.int32]

AHEAD = 16
"""How many rows ahead slots are asked for."""

ONE = np.uint64(1)
LOWER, UPPER = np.uint64(2**32 - 1), np.uint64(2**64 - 2**32)
"""The two halves of a number of 64 bits."""


class Hashes(NamedTuple):
    """A column of words as the compiled loop takes it.

    Args:
        low: uint64 per row; equal words have equal hashes.
        high: uint64 per row, by another seed.
    """

    low: NDArray[np.uint64]
    high: NDArray[np.uint64]


class Known(NamedTuple):
    """The words that the compiled loop knows so far.

    Args:
        slots: uint64, slots × 2 (:data:`LOW`, :data:`REST`); a power of two of them.
        size: how many words there are.
    """

    slots: NDArray[np.uint64]
    size: int


LOW, REST = range(2)
"""What a slot holds: the first hash; and the upper half of the second beside one more than the word's number,
which is 0 where the slot is free. So four slots come with one access to memory, and none lies across two."""


def nothing_known() -> Known:
    """Return the state before the first word."""
    return Known(_empty(1 << 16), 0)


def _empty(slots: int) -> NDArray[np.uint64]:
    return np.zeros((slots, 2), np.uint64)


@kernel
def _fill(old: Any, new: Any) -> None:
    """Put the words of one table into another, empty one."""
    mask = np.uint64(len(new) - 1)
    for row in range(len(old)):
        if old[row, REST]:
            at = old[row, LOW] & mask
            while new[at, REST]:
                at = (at + ONE) & mask
            for field in (LOW, REST):
                new[at, field] = old[row, field]


@kernel
def _numbers(
    one: Any, two: Any, start: int, slots: Any, size: int, found_one: Any, found_two: Any, places: Any
) -> Any:
    """Give numbers to words in order, until the table is half full.

    Of two columns the words stand row by row, the first column's first; ``two`` is empty if there is one.
    ``places`` takes where each new word stood first. Returned are the first row that is not done, and how
    many words are known. The table stays the same array throughout: one that could change would cost the
    loop several times its time.
    """
    width = 2 if len(two[0]) else 1
    n = len(found_one)
    mask = np.uint64(len(slots) - 1)
    for row in range(start, n):
        if 2 * (size + width) > len(slots):
            return row, size
        ahead = min(row + AHEAD, n - 1)
        prefetch(slots, np.int64(one[0][ahead] & mask))  # type: ignore[arg-type]
        if width == 2:
            prefetch(slots, np.int64(two[0][ahead] & mask))  # type: ignore[arg-type]
        for side in range(width):
            low = two[0][row] if side else one[0][row]
            high = (two[1][row] if side else one[1][row]) & UPPER
            at = low & mask
            while slots[at, REST] and (slots[at, LOW] != low or slots[at, REST] & UPPER != high):
                at = (at + ONE) & mask
            code: Any = np.int64(slots[at, REST] & LOWER) - 1
            if code < 0:
                code = size
                slots[at, LOW] = low
                slots[at, REST] = high | np.uint64(size + 1)
                places[size] = width * row + side
                size += 1
            if side:
                found_two[row] = code
            else:
                found_one[row] = code
    return n, size


def number(columns: Sequence[Hashes], known: Known) -> tuple[list[Codes], NDArray[np.int64], Known]:
    """Give the words of one column, or of two side by side, their numbers, row by row.

    Args:
        columns: the hashes of each, of equal length.
        known: the words that have numbers already.

    Returns:
        int32 per row for each column; where each new word stood first, counted row by row over the columns;
        and the words known now.
    """
    nothing = Hashes(np.empty(0, np.uint64), np.empty(0, np.uint64))
    one, two = (*columns, nothing)[:2]
    found = [np.empty(len(column.low), np.int32) for column in (one, two)]
    words = len(one.low) + len(two.low)
    slots, size = known
    places = np.empty(size + words, np.int64)
    give_numbers = compiled(_numbers)
    done, size = give_numbers(tuple(one), tuple(two), 0, slots, size, *found, places)
    while done < len(one.low):
        small, slots = slots, _empty(4 * len(slots))
        compiled(_fill)(small, slots)
        done, size = give_numbers(tuple(one), tuple(two), done, slots, size, *found, places)
    return found[: len(columns)], places[known.size : size].copy(), Known(slots, size)
