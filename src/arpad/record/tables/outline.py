"""The outline of a CSV file, counted byte by byte: how many lines and separators it has outside quotes.

A fast reader that mends what it cannot read loses rows in silence: two quotes that somebody forgot make one
field of all lines between them. So what it says is believed only where the bytes themselves say as much.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arpad.record.files.limits import LIMITS, beyond, mebibytes

Bytes = NDArray[np.uint8]

BLOCK = 1 << 20
"""How many bytes are looked at a time."""

QUOTE, LF, CR = (np.uint8(ord(sign)) for sign in '"\n\r')
MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Outline:
    """What the bytes of a regular CSV file say.

    Args:
        lines: how many lines there are, the header and empty ones included; a line break within quotes ends
            none.
        separators: how many separators stand outside quotes.
        quoted: whether there are quotes.
    """

    lines: int
    separators: int
    quoted: bool


def outline(whole: Path | bytes, mark: str, *, separators: bool = True, file: str = "") -> Outline | None:
    """Count the lines and separators of a CSV file.

    Args:
        whole: the file, or its bytes.
        mark: what separates the fields.
        separators: whether these are counted, which takes its time; 0 else.
        file: its name, for the error.

    Returns:
        None if the file is not regular, so that readers may differ about it: a CR that ends no line, or a
        quote that neither opens a field nor closes one nor stands doubled within one.

    Raises:
        BadInput: a line is too long to be one: a reader would hold it several times.
    """
    data = _bytes(whole)
    size = len(data)
    if not size:
        return None
    sign = np.uint8(ord(mark))
    lines = marks = quotes = 0
    last = b""
    begun = 0
    for start, raw in _blocks(whole):
        end = raw.rfind(b"\n") + 1
        begun = start + end if end else begun
        if start + len(raw) - begun > LIMITS.line:
            raise beyond(
                f"the line is longer than {mebibytes(LIMITS.line)}", file, lines + 1, "Is a quote missing?"
            )
        # Nearly all blocks have neither, and to know it costs next to nothing.
        if (b"\r" in raw or last == b"\r") and not _carriages_end_lines(last + raw):
            return None
        last = raw[-1:]
        block = np.frombuffer(raw, dtype=np.uint8)
        outside = None
        if b'"' in raw:
            quoted = block == QUOTE
            at = np.flatnonzero(quoted)
            if not _regular(data, at + start, quotes, sign):
                return None
            outside = _outside(quoted, quotes)
            quotes += len(at)
        elif quotes % 2:
            continue
        lines += _count(block == LF, outside)
        if separators:
            marks += _count(block == sign, outside)
    if quotes % 2 or last == b"\r":
        return None
    return Outline(lines + int(last != b"\n"), marks, quotes > 0)


def _blocks(whole: Path | bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a file, block by block, each with its place."""
    start = 0
    with io.BytesIO(whole) if isinstance(whole, bytes) else whole.open("rb") as stream:
        while raw := stream.read(BLOCK):
            yield start, raw
            start += len(raw)


def _carriages_end_lines(raw: bytes) -> bool:
    """Tell whether every CR stands before an LF; the last byte is looked at with the next block."""
    return raw.count(b"\r", 0, len(raw) - 1) == raw.count(b"\r\n")


def _count(there: NDArray[np.bool_], outside: NDArray[np.bool_] | None) -> int:
    return int(np.count_nonzero(there if outside is None else there & outside))


def _bytes(whole: Path | bytes) -> Bytes:
    if isinstance(whole, bytes):
        return np.frombuffer(whole, dtype=np.uint8)
    return np.memmap(whole, dtype=np.uint8, mode="r") if whole.stat().st_size else np.zeros(0, np.uint8)


def _regular(data: Bytes, places: NDArray[np.int64], before: int, sign: np.uint8) -> bool:
    """Tell whether every quote opens a field, closes one or is doubled.

    Args:
        data: the whole file.
        places: of the quotes of one block.
        before: how many quotes stand before it: one that follows an even number opens.
        sign: the separator.
    """
    first = before % 2
    opening, closing = places[first::2], places[1 - first :: 2]
    left = data[np.maximum(opening - 1, 0)]
    begins = (opening == 0) | ((opening == len(MARK)) & (data[: len(MARK)].tobytes() == MARK))
    if not (begins | (left == sign) | (left == LF) | (left == QUOTE)).all():
        return False
    last = len(data) - 1
    right = data[np.minimum(closing + 1, last)]
    # A CR that ends no line is found elsewhere.
    return bool(((closing == last) | np.isin(right, (sign, LF, CR, QUOTE))).all())


def _outside(quoted: NDArray[np.bool_], before: int) -> NDArray[np.bool_]:
    """Return which bytes of a block stand outside quotes."""
    inside: NDArray[np.bool_] = np.logical_xor.accumulate(quoted)
    return inside if before % 2 else ~inside
