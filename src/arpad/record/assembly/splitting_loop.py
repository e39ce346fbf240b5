"""The compiled loops of splitting: from bytes of CSV to hashes of names and numbers of words.

Eight bytes are looked at together, as one number, and the end of a field is found in them without a branch
for each. A name is hashed while its end is looked for, in two chains of folded products with secrets of the
run; the length of the last piece counts, so that zeros at the end of a word count too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.kernels import kernel

UNUSED, FIRST, SECOND, CODED = range(-1, 3)
"""What becomes of a field: nothing, hashes of one of the two sides, or the number of its word: from
:data:`CODED` on, the coded columns in their order."""

ONES, TOPS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
"""The lowest and the uppermost bit of each of eight bytes."""

LOWER = np.uint64(2**32 - 1)
ONE, SEVEN, HALF, LAST_BYTE = np.uint64(1), np.uint64(7), np.uint64(32), np.uint64(56)

LF = 10
IRREGULAR = -1
"""What is returned in place of the number of rows: a row has too few or too many fields, or there are more
rows, or more words of a coded column, than there is room for."""


class Text(NamedTuple):
    """A block of whole lines.

    Args:
        bytes: uint8.
        eights: uint64, the eight bytes from each place on.
    """

    bytes: NDArray[np.uint8]
    eights: NDArray[np.uint64]


class Sides(NamedTuple):
    """The names of a block, side × row.

    Args:
        low: uint64, the first hash.
        high: uint64, the second.
        begins: int32, where the name begins in the block.
        ends: int32, where it ends.
    """

    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    begins: NDArray[np.int32]
    ends: NDArray[np.int32]


class Words(NamedTuple):
    """The words of the coded columns.

    Args:
        hashes: uint64, column × slot × 2, of the words known so far.
        numbers: int32, column × slot, their numbers; 0 where the slot is free. A power of two of slots.
        counts: int64 per column, how many words are known.
        places: int32, column × number − 1 × 2, where a word that the block brings begins and ends in it.
        codes: uint16, column × row, the numbers of the block's words; 0 where there is none.
        last: uint64, column × 3, the hashes and the number of the last row's word.
    """

    hashes: NDArray[np.uint64]
    numbers: NDArray[np.int32]
    counts: NDArray[np.int64]
    places: NDArray[np.int32]
    codes: NDArray[np.uint16]
    last: NDArray[np.uint64]


@kernel
def ends_in(piece: Any, mark: Any) -> Any:
    """Return the uppermost bits of the bytes that are an LF or the mark; above the first there may be others.

    Args:
        piece: eight bytes.
        mark: what separates fields, in each byte.
    """
    one, two = piece ^ mark, piece ^ (ONES * np.uint64(LF))
    return (((one - ONES) & ~one) | ((two - ONES) & ~two)) & TOPS


@kernel
def folded(value: Any, secret: Any) -> Any:
    """Return the product of two numbers of 64 bits, its upper half laid over the lower one."""
    low, high, secret_low, secret_high = value & LOWER, value >> HALF, secret & LOWER, secret >> HALF
    one, two = low * secret_high, high * secret_low
    middle = ((low * secret_low) >> HALF) + (one & LOWER) + (two & LOWER)
    upper = high * secret_high + (one >> HALF) + (two >> HALF) + (middle >> HALF)
    return upper ^ (value * secret)


@kernel
def number_of(column: Any, low: Any, high: Any, begin: Any, end: Any, words: Any) -> Any:
    """Return the number of a word of a coded column; −1 if it is new and there is no room."""
    hashes, numbers, counts, places, _, last = words
    if last[column, 0] == low and last[column, 1] == high and last[column, 2]:
        return np.int64(last[column, 2])
    mask = np.uint64(numbers.shape[1] - 1)
    at = low & mask
    while numbers[column, at] and (hashes[column, at, 0] != low or hashes[column, at, 1] != high):
        at = (at + ONE) & mask
    if not numbers[column, at]:
        known = counts[column]
        if known >= places.shape[1]:
            return np.int64(-1)
        hashes[column, at, 0], hashes[column, at, 1] = low, high
        places[column, known, 0], places[column, known, 1] = begin, end
        counts[column] = known + 1
        numbers[column, at] = known + 1
    number = np.int64(numbers[column, at])
    last[column, 0], last[column, 1], last[column, 2] = low, high, np.uint64(number)
    return number


@kernel
def split(text: Any, size: int, mark: int, fields: Any, secrets: Any, sides: Any, words: Any) -> Any:
    """Split a block of whole lines into fields.

    Args:
        text: as :class:`Text`; behind the lines there are eight bytes more.
        size: how many bytes the lines have.
        mark: the byte that separates fields.
        fields: int8 per field, what becomes of it.
        secrets: uint64, four numbers: where the two chains begin, and odd ones by which they multiply.
        sides: takes the names, as :class:`Sides`.
        words: takes the words, as :class:`Words`.

    Returns:
        How many rows there are, or :data:`IRREGULAR`; and all bytes laid over each other.
    """
    low, high, begins, ends = sides
    codes = words[4]
    separators = ONES * np.uint64(mark)
    last = len(fields) - 1
    at: Any = 0
    row = 0
    seen = np.uint64(0)
    while at < size:
        if row >= low.shape[1]:
            return IRREGULAR, seen
        for field in range(len(fields)):
            kind, begin = fields[field], at
            one, two = secrets[0], secrets[1]
            piece = text[1][at]
            found: Any = ends_in(piece, separators)
            while not found:
                seen |= piece
                one, two = folded(one ^ piece, secrets[2]), folded(two ^ piece, secrets[3])
                at += 8
                if at >= size:
                    return IRREGULAR, seen
                piece = text[1][at]
                found = ends_in(piece, separators)
            # The lowest of the bits found says where the field ends; what is below it belongs to the field.
            within: Any = ((found & (~found + ONE)) >> SEVEN) - ONE
            length: Any = ((within & ONES) * ONES) >> LAST_BYTE
            piece &= within
            seen |= piece
            at += np.int64(length)
            if (text[0][at] == LF) != (field == last):
                return IRREGULAR, seen
            if kind != UNUSED:
                piece |= length << LAST_BYTE
                one, two = folded(one ^ piece, secrets[2]), folded(two ^ piece, secrets[3])
                if kind < CODED:
                    low[kind, row], high[kind, row] = one, two
                    begins[kind, row], ends[kind, row] = begin, at
                elif at == begin:
                    codes[kind - CODED, row] = 0
                else:
                    number = number_of(kind - CODED, one, two, begin, at, words)
                    if number < 0:
                        return IRREGULAR, seen
                    codes[kind - CODED, row] = number
            at += 1
        row += 1
    return row, seen


@kernel
def gather(text: Any, begins: Any, ends: Any, places: Any, found: Any) -> Any:
    """Write words one after another, each with an LF behind it.

    Args:
        text: uint8, what they stand in.
        begins: int32, side × row.
        ends: int32, side × row.
        places: int64 per word, counted row by row, side beside side.
        found: uint8, takes them.

    Returns:
        How many bytes are written.
    """
    at = 0
    for word in range(len(places)):
        row, side = places[word] // 2, places[word] % 2
        for place in range(begins[side, row], ends[side, row]):
            found[at] = text[place]
            at += 1
        found[at] = LF
        at += 1
    return at
