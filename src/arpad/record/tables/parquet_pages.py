"""The sizes that a Parquet file states, held against what can be true before anything is allocated by them.

A page says how many values it has and how many bytes they unpack to. Where a bit of that is damaged, polars
asks for 2⁶¹ bytes, and the whole process ends. Layout: Apache Parquet's ``parquet.thrift`` (FileMetaData,
ColumnMetaData, PageHeader) in Thrift's compact protocol.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, BinaryIO

from arpad.core import BadInput

MAGIC = b"PAR1"

PAGE_HEADER = 1 << 16
"""Bytes within which the header of a page ends; what is longer (statistics of long texts) is not judged."""

DEEPEST = 16
"""How deep structures lie in one another at most."""

Struct = dict[int, Any]
"""The fields of a structure by their numbers."""


class Compact:
    """A reader of Thrift's compact protocol.

    Args:
        data: the bytes.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at: int = 0

    def struct(self, depth: int = 0) -> Struct:
        """Read a structure.

        Raises:
            ValueError: it ends too early, or is none.
        """
        if depth > DEEPEST:
            raise ValueError("structures lie too deep in one another")
        found: Struct = {}
        number = 0
        while (head := self._byte()) != 0:
            delta, kind = head >> 4, head & 15
            number = number + delta if delta else self._zigzag()
            found[number] = kind == 1 if kind in (1, 2) else self._value(kind, depth)
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (1, 2, 3):
            return self._byte()
        if kind in (4, 5, 6):
            return self._zigzag()
        if kind == 7:
            return self._take(8)
        if kind == 8:
            return self._take(self._varint())
        if kind in (9, 10):
            head = self._byte()
            length = head >> 4 if head >> 4 < 15 else self._varint()
            if length > len(self.data) - self.at:
                raise ValueError("a list is longer than what is left")
            return [self._value(head & 15, depth + 1) for _ in range(length)]
        if kind == 12:
            return self.struct(depth + 1)
        raise ValueError(f"the type {kind} is not known")

    def _byte(self) -> int:
        if self.at >= len(self.data):
            raise ValueError("the bytes end too early")
        self.at += 1
        return self.data[self.at - 1]

    def _varint(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 63:
                raise ValueError("an integer is too long")

    def _zigzag(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)

    def _take(self, count: int) -> bytes:
        if count > len(self.data) - self.at:
            raise ValueError("the bytes end too early")
        self.at += count
        return self.data[self.at - count : self.at]


def check_pages(whole: Path | bytes, file: str, names: set[str] | None = None) -> None:
    """Refuse a Parquet file whose pages state sizes that cannot be true.

    Args:
        whole: the file.
        file: its name, for the error.
        names: the columns that will be read; None for all.

    Raises:
        BadInput: a page does.
    """
    fault = page_fault(whole, names)
    if fault is not None:
        raise BadInput(
            f"the file cannot be read ({fault})", file=file, remedy="It is damaged: fetch it again."
        )


def page_fault(whole: Path | bytes, names: set[str] | None = None) -> str | None:
    """Return what cannot be true of the sizes of a file's pages; None if all can be.

    What this reader does not understand it leaves to polars.

    Args:
        whole: the file.
        names: the columns that will be read; None for all.
    """
    with io.BytesIO(whole) if isinstance(whole, bytes) else whole.open("rb") as stream:
        size = stream.seek(0, io.SEEK_END)
        try:
            for column in _columns(stream, size):
                # ColumnMetaData: 3 the path, 5 the number of values, 7 bytes packed, 9 and 11 its begin.
                name = column[3][0].decode()
                if names is not None and name not in names:
                    continue
                if fault := _of_column(stream, size, column):
                    return f"column {name}: {fault}"
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError):
            return None
    return None


def _columns(stream: BinaryIO, size: int) -> list[Struct]:
    """Return the metadata of every chunk of a column."""
    stream.seek(size - 8)
    tail = stream.read(8)
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or length > size - 12:
        raise ValueError("this is not a whole Parquet file")
    stream.seek(size - 8 - length)
    footer = Compact(stream.read(length)).struct()
    return [chunk[3] for group in footer[4] for chunk in group[1] if 3 in chunk]


def _of_column(stream: BinaryIO, size: int, column: Struct) -> str | None:
    values, packed = column[5], column[7]
    at = min(column[9], column.get(11) or column[9])
    if values < 0 or packed < 0 or not 0 < at <= size or packed > size - at:
        return "its place is not in the file"
    end = at + packed
    while at < end:
        stream.seek(at)
        reader = Compact(stream.read(min(PAGE_HEADER, end - at)))
        page = reader.struct()
        # PageHeader: 2 bytes unpacked, 3 bytes packed; 5 and 8 a page of data, 7 of a dictionary, with 1 the
        # number of its values.
        if page[2] < 0 or page[3] < 0 or page[3] > end - at - reader.at:
            return "a page is longer than what is left"
        for kind, most in ((5, values), (8, values), (7, page[2])):
            if kind in page and not 0 <= page[kind][1] <= most:
                return f"a page says of {page[kind][1]} values, and {most} at most can be there"
        at += reader.at + page[3]
    return None
