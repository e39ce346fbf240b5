"""The compiled loop that takes lines apart which are all written after one pattern.

A pattern is pieces: each is a text that stands in the line as it is, and what comes behind it. A piece may be
missing. A line that is not exactly so in any respect is left to a parser of JSON.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.kernels import kernel
from arpad.record.assembly.splitting_loop import folded

NOTHING, WHOLE, DECIMAL, TEXT, NAME, HASH = range(6)
"""What comes behind the text of a piece: nothing, a whole number, digits on both sides of a point, text up to
the next quotation mark, such a text that is numbered, 64 hexadecimal digits."""

MOST_DIGITS = 15
"""Of a number: so that it, and it without its point, are exact as a float64."""

LF, QUOTE, BACKSLASH, SPACE, MINUS, POINT, ZERO, NINE, SMALL_A, SMALL_F = b'\n"\\ -.09af'
HASH_LENGTH = 64


class Pattern(NamedTuple):
    """How a line is written.

    Args:
        text: uint8, the texts of all pieces, one after the other.
        bounds: int64 per piece and one more, where each begins in these.
        kinds: int8 per piece, what comes behind its text.
        optional: bool per piece, whether it may be missing.
    """

    text: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    kinds: NDArray[np.int8]
    optional: NDArray[np.bool_]


class NameTable(NamedTuple):
    """The names that are known, which are numbered from 0.

    Args:
        slots: int32, one more than the number of a name, 0 where there is none; a power of two of them.
        text: uint8, the names one after the other.
        bounds: int64 per name and one more, where each begins in these.
        total: int64, one number: how many there are.
        secrets: uint64, two numbers by which names are hashed, the second odd.
    """

    slots: NDArray[np.int32]
    text: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    total: NDArray[np.int64]
    secrets: NDArray[np.uint64]


class ParsedLines(NamedTuple):
    """What stands in lines.

    Args:
        fits: bool per line, whether it is written after the pattern; nothing else is said of others.
        begin: int64 per line, where it begins among all bytes.
        whole: int64, piece × line: a whole number, or that of a name.
        decimal: float64, piece × line.
        begins: int64, piece × line: where begins what is behind its text, −1 where the piece is missing.
    """

    fits: NDArray[np.bool_]
    begin: NDArray[np.int64]
    whole: NDArray[np.int64]
    decimal: NDArray[np.float64]
    begins: NDArray[np.int64]


@kernel
def begins_with(text: Any, at: int, size: int, pattern: Any, begin: int, end: int) -> bool:
    """Tell whether a text of the pattern stands at a place."""
    if at + end - begin > size:
        return False
    for letter in range(end - begin):  # noqa: SIM110 - a kernel
        if text[at + letter] != pattern[begin + letter]:
            return False
    return True


@kernel
def digits(text: Any, at: int, size: int, value: int) -> tuple[int, int]:
    """Return where the digits from a place on end, and the number that they make behind one."""
    while at < size and ZERO <= text[at] <= NINE and value < 10**MOST_DIGITS:
        value = 10 * value + int(text[at]) - ZERO
        at += 1
    return at, value


@kernel
def number(text: Any, at: int, size: int, point: bool) -> tuple[int, int, int]:
    """Read a number as JSON has it.

    Args:
        text: the bytes.
        at: where it begins.
        size: how many bytes there are.
        point: whether it has a decimal point.

    Returns:
        Where it ends, −1 if there is none; the number without its point; how many digits are behind that.
    """
    minus = at < size and text[at] == MINUS
    if minus and point:
        return -1, 0, 0
    if minus:
        at += 1
    first = at
    at, value = digits(text, at, size, 0)
    behind = 0
    if at == first or (text[first] == ZERO and at > first + 1):
        return -1, 0, 0
    if point:
        if at >= size or text[at] != POINT:
            return -1, 0, 0
        begin = at + 1
        at, value = digits(text, begin, size, value)
        behind = at - begin
        if not behind:
            return -1, 0, 0
    if value >= 10**MOST_DIGITS or behind > MOST_DIGITS:
        return -1, 0, 0
    return at, -value if minus else value, behind


@kernel
def text_end(text: Any, at: int, size: int) -> int:
    """Return where the next quotation mark is; −1 if what is before it may not be the text as it is."""
    while at < size and text[at] != QUOTE:
        if text[at] == BACKSLASH or text[at] < SPACE:
            return -1
        at += 1
    return at


@kernel
def hash_end(text: Any, at: int, size: int) -> int:
    """Return where a hash ends; −1 if there is none."""
    if at + HASH_LENGTH > size:
        return -1
    for place in range(at, at + HASH_LENGTH):
        if not (ZERO <= text[place] <= NINE or SMALL_A <= text[place] <= SMALL_F):
            return -1
    return at + HASH_LENGTH


@kernel
def slot_of(text: Any, begin: int, end: int, names: Any) -> Any:
    """Return the slot of a name, or the free one in which it belongs."""
    slots, letters, bounds, _, secrets = names
    hashed = secrets[0]
    for place in range(begin, end):
        hashed = folded(hashed ^ np.uint64(text[place]), secrets[1])
    mask = np.uint64(len(slots) - 1)
    at: Any = np.int64(hashed & mask)
    while slots[at]:
        first = bounds[slots[at] - 1]
        same = bounds[slots[at]] - first == end - begin
        place = 0
        while same and place < end - begin:
            same = letters[first + place] == text[begin + place]
            place += 1
        if same:
            return at
        at = (at + 1) & np.int64(mask)
    return at


@kernel
def number_of(text: Any, begin: int, end: int, names: Any) -> int:
    """Return the number of a name, which gets one if it is new."""
    slots, letters, bounds, count, _ = names
    at = slot_of(text, begin, end, names)
    if not slots[at]:
        last = bounds[count[0]]
        for place in range(end - begin):
            letters[last + place] = text[begin + place]
        count[0] += 1
        bounds[count[0]] = last + end - begin
        slots[at] = count[0]
    return np.int64(slots[at]) - 1  # type: ignore[return-value]


@kernel
def fill_slots(names: Any) -> None:
    """Put the names that are known into empty slots."""
    slots, letters, bounds, count, _ = names
    for index in range(count[0]):
        slots[slot_of(letters, bounds[index], bounds[index + 1], names)] = index + 1


@kernel
def line_end(text: Any, at: int, size: int, pattern: Any, line: int, names: Any, parsed: Any) -> int:
    """Take a line apart.

    Returns:
        Where it ends; −1 if it is not written after the pattern.
    """
    words, bounds, kinds, optional = pattern
    _, _, whole, decimal, begins = parsed
    for piece in range(len(kinds)):
        begins[piece, line] = -1
        if not begins_with(text, at, size, words, bounds[piece], bounds[piece + 1]):
            if optional[piece]:
                continue
            return -1
        at += bounds[piece + 1] - bounds[piece]
        begins[piece, line] = at
        kind = kinds[piece]
        if kind in (WHOLE, DECIMAL):
            at, value, behind = number(text, at, size, kind == DECIMAL)
            whole[piece, line] = value
            decimal[piece, line] = value / 10.0**behind
        elif kind in (TEXT, NAME):
            begin, at = at, text_end(text, at, size)
            if kind == NAME and at >= 0:
                whole[piece, line] = number_of(text, begin, at, names)
        elif kind == HASH:
            at = hash_end(text, at, size)
        if at < 0:
            return -1
    return at


@kernel
def take_apart(text: Any, size: int, pattern: Any, names: Any, parsed: Any) -> int:
    """Take lines apart, each of which has an LF behind it.

    Args:
        text: uint8, the lines.
        size: how many bytes they have.
        pattern: as :class:`Pattern`.
        names: as :class:`NameTable`; there is room for those that the lines bring.
        parsed: takes what stands in them, as :class:`ParsedLines`.

    Returns:
        How many lines there are; there is room for no more than are said of.
    """
    fits, begin = parsed[0], parsed[1]
    at, line = 0, 0
    while at < size:
        end = line_end(text, at, size, pattern, line, names, parsed) if line < len(fits) else -1
        its = 0 <= end < size and text[end] == LF
        if line < len(fits):
            fits[line], begin[line] = its, at
        if its:
            at = end
        else:
            while text[at] != LF:
                at += 1
        at += 1
        line += 1
    return line
