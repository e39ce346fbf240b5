"""The digest of a record: SHA-256 over typed, length-prefixed bytes that every machine writes alike.

``docs/publishing/digest.md`` describes the bytes one by one, so that others can compute the digest
without arpad. In short: the digest is the SHA-256 of a heading and of one entry for each column; an entry has
the column's name, type and number of values, and the SHA-256 of its values. Numbers are little-endian,
−0 is 0, there is one NaN, and every text stands behind its length.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError
from arpad.core.waiting import shared

RECORD = "arpad record 1"
"""What the bytes of a record begin with; the number changes when the bytes do."""

INTEGERS = {"first": 4, "second": 4, "member": 4, "place": 4, "advantage": 1, "starts": 8, "seats": 8}
"""Columns of a record that are integers, and of how many bytes; the other columns are numbers."""

UNITS = {"D": "days", "s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}
"""How a column of time counts since 1970-01-01T00:00, by NumPy's word for the unit."""

UNKNOWN = -1
"""The length that stands for a text that is not there."""

CHUNK = 1 << 16
"""Values that are made canonical at a time, few enough to stay in the processor's cache."""

LONG = 1 << 20
"""From how many values on the columns are hashed side by side."""


class Entry(NamedTuple):
    """One column as it goes into a digest.

    Args:
        name: what the column is called.
        kind: the type of its values: ``text``, ``number``, ``truth``, ``integer of 4 bytes``, ``days``…
        length: how many values there are.
        hashed: computes the SHA-256 of the values, 32 bytes.
    """

    name: str
    kind: str
    length: int
    hashed: Callable[[], bytes]


def digest_of(heading: str, games: int, entries: Sequence[Entry]) -> str:
    """Return the digest of columns: 64 hexadecimal digits.

    Args:
        heading: what is digested, with the version of the bytes.
        games: how many games (or rows) there are.
        entries: the columns, in the order in which they count.
    """
    whole = hashlib.sha256(_prefixed(heading) + struct.pack("<QQ", games, len(entries)))
    if sum(entry.length for entry in entries) < LONG:
        hashes: Iterable[bytes] = [entry.hashed() for entry in entries]
    else:
        hashes = shared(lambda entry: entry.hashed(), entries)  # hashing releases the interpreter
    for entry, content in zip(entries, hashes, strict=True):
        whole.update(_prefixed(entry.name) + _prefixed(entry.kind))
        whole.update(struct.pack("<Q", entry.length) + content)
    return whole.hexdigest()


def record_digest(
    games: int,
    names: Sequence[str],
    attributes: Mapping[str, NDArray[Any]],
    columns: Mapping[str, Any],
) -> str:
    """Return the digest of a record.

    Args:
        games: how many games there are.
        names: the players' names, by index.
        attributes: what is known of the players, by name.
        columns: the columns of the games by name; of labels a pair of codes and words.
    """
    entries = [words("players", names)]
    entries += [_attribute(f"player {name}", attributes[name]) for name in sorted(attributes)]
    for name in sorted(columns):
        column = columns[name]
        if isinstance(column, tuple):
            entries += [integers(name, column[0], 4), words(f"{name} words", column[1])]
        elif column.dtype.kind == "M":
            entries.append(moments(name, column))
        elif name == "time":
            entries.append(integers(name, column, 8))
        elif name in INTEGERS and column.dtype.kind in "iub":
            entries.append(integers(name, column, INTEGERS[name]))
        else:
            entries.append(numbers(name, column))
    return digest_of(RECORD, games, entries)


def words(name: str, values: Sequence[str | None]) -> Entry:
    """Return a column of texts: the length of each in bytes of UTF-8 (8 bytes), then all of them in a row."""
    return Entry(name, "text", len(values), lambda: _hash_of_words(values))


def numbers(name: str, values: NDArray[Any]) -> Entry:
    """Return a column of numbers: IEEE 754, 8 bytes each."""
    return Entry(name, "number", len(values), lambda: _hash_of_numbers(values))


def integers(name: str, values: NDArray[Any], size: int) -> Entry:
    """Return a column of integers of so many bytes, two's complement; of 8 bytes where one does not fit."""
    room = np.iinfo(f"i{size}")
    if values.dtype.itemsize >= size and len(values) and values.dtype != np.dtype(f"i{size}"):
        size = size if room.min <= int(values.min()) and int(values.max()) <= room.max else 8
    kind = f"integer of {size} bytes" if size > 1 else "integer of 1 byte"
    return Entry(name, kind, len(values), lambda: _hash_of(values, f"<i{size}"))


def moments(name: str, values: NDArray[Any]) -> Entry:
    """Return a column of days or moments: integers of 8 bytes, counted from 1970-01-01T00:00.

    Raises:
        ArpadError: it counts in months or another unit that no record has.
    """
    unit = np.datetime_data(values.dtype)[0]
    if unit not in UNITS:
        raise ArpadError(f"a time in units of {unit!r} has no digest; days and seconds have one")
    return Entry(name, UNITS[unit], len(values), lambda: _hash_of(values.view("i8"), "<i8"))


def truths(name: str, values: NDArray[np.bool_]) -> Entry:
    """Return a column of yes (1) and no (0), 1 byte each."""
    return Entry(name, "truth", len(values), lambda: _hash_of(values, "u1"))


def _attribute(name: str, values: NDArray[Any]) -> Entry:
    """Return what is known of players: numbers, days or moments, or words.

    Raises:
        ArpadError: a value is neither.
    """
    if values.dtype.kind == "M":
        return moments(name, values)
    if values.dtype.kind in "fiub":
        return numbers(name, values)
    known = values.tolist()
    strange = next((value for value in known if not (value is None or isinstance(value, str))), None)
    if strange is not None:
        raise ArpadError(
            f"the attribute {name!r} holds {strange!r}; expected words, None or a column of numbers"
        )
    return words(name, known)


def _prefixed(text: str) -> bytes:
    """Return a text in UTF-8 behind its length in 8 bytes."""
    encoded = _encoded(text)
    return struct.pack("<Q", len(encoded)) + encoded


def _encoded(text: str) -> bytes:
    # A name made in a program may hold half a surrogate pair; the digest need not refuse it.
    return text.encode("utf-8", "surrogatepass")


def _hash_of_words(values: Sequence[str | None]) -> bytes:
    lengths, body = _plain(values) or _encoded_each(values)
    hashed = hashlib.sha256(lengths.tobytes())
    hashed.update(body)
    return hashed.digest()


def _plain(values: Sequence[str | None]) -> tuple[NDArray[np.int64], bytes] | None:
    """Return lengths and bytes where every value is ASCII, the quick way; else None."""
    try:
        joined = "".join(values)  # type: ignore[arg-type]
    except TypeError:
        return None
    if not joined.isascii():
        return None
    return np.fromiter(map(len, values), dtype="<i8", count=len(values)), joined.encode()  # type: ignore[arg-type]


def _encoded_each(values: Sequence[str | None]) -> tuple[NDArray[np.int64], bytes]:
    encoded = [None if value is None else _encoded(value) for value in values]
    lengths = (UNKNOWN if value is None else len(value) for value in encoded)
    body = b"".join(value for value in encoded if value is not None)
    return np.fromiter(lengths, dtype="<i8", count=len(encoded)), body


def _hash_of_numbers(values: NDArray[Any]) -> bytes:
    hashed = hashlib.sha256()
    room = np.empty(min(CHUNK, len(values)), dtype="<f8")
    for start in range(0, len(values), CHUNK):
        given = values[start : start + CHUNK]
        part = np.add(given, 0.0, out=room[: len(given)])  # −0 + 0 is 0
        if np.isnan(part.min()):  # the least of numbers with a NaN among them is NaN
            part[np.isnan(part)] = np.nan
        hashed.update(part.data)
    return hashed.digest()


def _hash_of(values: NDArray[Any], kind: str) -> bytes:
    canonical = np.ascontiguousarray(values.astype(kind, copy=False))
    return hashlib.sha256(canonical.view("u1").data).digest()
