"""How much a file may hold before it is refused: bounds of memory and time, far beyond any honest record.

A file of a hundred kilobytes can unpack to gigabytes, a device never ends, and a line of a hundred megabytes
is a record of nothing. Each bound is one error, which names it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import BinaryIO

from arpad.core import BadInput

BUFFER = 1 << 18
"""How many bytes of a file are fetched at a time."""

MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """The bounds of what is read.

    Args:
        unpacked: bytes of a compressed file when unpacked.
        ratio: how many times its packed size a file may unpack to, once it is larger than ``ratio_from``.
        ratio_from: bytes up to which the ratio does not matter.
        piped: bytes that come from a pipe, the standard input or a device, which are kept in memory.
        line: bytes of one line of text.
        rows: rows of one table.
        columns: columns of one table.
        cells: cells of a sheet of a workbook, those between others included, which are kept in memory.
        keys: different keys of all objects of JSON Lines.
        name: characters of the name of a player.
    """

    unpacked: int = 4096 * MIB
    ratio: int = 200
    ratio_from: int = 128 * MIB
    piped: int = 512 * MIB
    line: int = 4 * MIB
    rows: int = 1_000_000_000
    columns: int = 10_000
    cells: int = 20_000_000
    keys: int = 1_000
    name: int = 1_000


LIMITS = Limits()


def beyond(problem: str, file: str, row: int | None = None, remedy: str | None = None) -> BadInput:
    """Return the error for a file that holds more than is read."""
    return BadInput(problem, file=file, row=row, remedy=remedy or "Is this a file of games?")


def mebibytes(size: int) -> str:
    """Return a number of bytes for a message."""
    return f"{size // MIB:,} MiB" if size >= MIB else f"{size:,} bytes"


class Bounded(io.RawIOBase):
    """A stream that is refused where it, or a line of it, becomes too long.

    Args:
        source: what is read.
        file: its name, for the error.
        most: how many bytes it may have.
        why: what the bound is, for the error.
        line: how many bytes a line may have; None where it has no lines.
    """

    def __init__(self, source: BinaryIO, file: str, most: int, why: str, line: int | None) -> None:
        self.source = source
        self.file = file
        self.most = most
        self.why = why
        self.line = line
        self._read = 0
        self._open = 0

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read into a buffer, and return how many bytes there were.

        Raises:
            BadInput: there are too many.
        """
        data = self.source.read(len(buffer))
        size = len(data)
        buffer[:size] = data
        self._read += size
        if self._read > self.most:
            raise beyond(self.why, self.file)
        if self.line is not None:
            first = data.find(b"\n")
            self._open += size if first < 0 else first
            if self._open > self.line:
                raise beyond(f"a line is longer than {mebibytes(self.line)}", self.file)
            if first >= 0:
                # Those within the buffer are shorter than it.
                self._open = size - data.rfind(b"\n") - 1
        return size


def bounded(
    source: BinaryIO, file: str, packed: int | None, *, lines: bool, limits: Limits = LIMITS
) -> BinaryIO:
    """Return a stream that is read only as far as the limits allow.

    Args:
        source: the bytes, unpacked.
        file: its name, for the error.
        packed: how many bytes it has when packed; None where it is not.
        lines: whether it has lines.
        limits: the bounds.
    """
    most, why = (1 << 62), ""
    if packed is not None:
        by_ratio = max(limits.ratio_from, limits.ratio * packed)
        most = min(limits.unpacked, by_ratio)
        why = (
            f"the file unpacks to more than {mebibytes(limits.unpacked)}"
            if most == limits.unpacked
            else f"the file unpacks to more than {limits.ratio} times its size"
        )
    raw = Bounded(source, file, most, why, limits.line if lines else None)
    return io.BufferedReader(raw, buffer_size=BUFFER)


def read_piped(stream: BinaryIO, file: str, limits: Limits = LIMITS) -> bytes:
    """Read what a pipe or a device gives, which may never end.

    Raises:
        BadInput: it is more than is kept in memory, or begins with nothing but zeros.
    """
    first = stream.read(1 << 16)
    if first and not first.strip(b"\0"):
        raise beyond("the file is binary, not text", file, remedy="Expected a file of games.")
    parts, size = [first], len(first)
    while part := stream.read(MIB):
        parts.append(part)
        size += len(part)
        if size > limits.piped:
            raise beyond(
                f"more than {mebibytes(limits.piped)} came through the pipe",
                file,
                remedy="Store it in a file, and name that.",
            )
    return b"".join(parts)
