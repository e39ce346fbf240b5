"""Long CSV files at the speed of memory: split by a compiled loop into hashed names and numbered words.

A regular file needs no reader that knows every kind of CSV: there are no quotes in it, each line is a row,
and each row has as many fields as the header. Whatever is not so ends the splitting, and polars reads the
file. What remains of a row are the hashes of its two names, which become numbers
(:mod:`arpad.record.cells.interning`), and the number of each other word that plays a role: of the results,
days and events of ten million games there are few different ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core.waiting import InTurn, result
from arpad.record.cells.coded_column import Coded
from arpad.record.cells.interning import Interner

if TYPE_CHECKING:
    from concurrent.futures import Future
    from io import BufferedReader

    from arpad.record.assembly.splitting_loop import Words

BLOCK = 1 << 22
"""How many bytes are split at a time: what comes of them stays in the processor's cache."""

SHORTEST = 4
"""How many bytes a line has at least: two names of one letter, what separates them, and the line's end. A
block of shorter lines is not split."""

BEYOND = 16
"""How many bytes there are behind those of a block: the loop looks at eight together."""

MANY = 1 << 15
"""How many different words a column may have."""

AHEAD = 32
"""How many blocks are split before they are asked for: meanwhile others may load what they need."""

BUFFERS = 3
"""How many blocks there are whose names wait for their numbers."""


class Batch(NamedTuple):
    """The rows of a block.

    Args:
        height: how many they are.
        columns: role -> what stands in the rows, of all roles but the two sides.
        share: how much of the file is split so far.
    """

    height: int
    columns: Mapping[str, Coded]
    share: float


class _Block:
    """Room for a block of lines, and what is known of their names (:mod:`.splitting_loop`)."""

    def __init__(self) -> None:
        from arpad.record.assembly.splitting_loop import Sides, Text

        self.bytes = bytearray(BLOCK + BEYOND)
        self.text = Text(
            np.frombuffer(self.bytes, dtype=np.uint8),
            np.ndarray((BLOCK + BEYOND - 7,), np.uint64, self.bytes, strides=(1,)),
        )
        hashes = np.empty((2, 2, BLOCK // SHORTEST), dtype=np.uint64)
        bounds = np.empty((2, 2, BLOCK // SHORTEST), dtype=np.int32)
        self.sides = Sides(*hashes, *bounds)
        self.numbered: Future[None] | None = None

    def names_at(self, places: NDArray[np.int64]) -> list[str]:
        """Return the names at places counted row by row, the first side's before the second's."""
        from arpad.compiled.compiling import compiled
        from arpad.record.assembly.splitting_loop import gather

        begins, ends = self.sides.begins, self.sides.ends
        row, side = places // 2, places % 2
        lengths = ends[side, row] - begins[side, row]
        found = np.empty(int(lengths.sum()) + len(places), dtype=np.uint8)
        compiled(gather)(self.text.bytes, begins, ends, places, found)
        return found.tobytes().decode().split("\n")[:-1]


class Splitter:
    """Splits a file, block by block, in a thread of its own.

    Args:
        path: of the file.
        mark: what separates the fields.
        roles: role -> the place of its column: the two sides, and columns with few different words.
        fields: how many columns there are.
        interner: takes the names of both sides.
    """

    def __init__(
        self, path: Path, mark: str, roles: Mapping[str, int], fields: int, interner: Interner
    ) -> None:
        self._path = path
        self._mark = ord(mark)
        self._coded = [role for role in roles if role not in ("first", "second")]
        self._fields = _kinds(roles, self._coded, fields)
        self._interner = interner
        self._known: list[list[str | None]] = [[None] for _ in self._coded]
        self.regular: bool = True
        """Whether all was regular so far."""

    def batches(self) -> Iterator[Batch]:
        """Yield the rows, until the file ends or is not regular."""
        worker, steps = InTurn(), self._steps()
        waiting = deque(worker.begin(lambda: next(steps, None)) for _ in range(AHEAD))
        while (batch := result(waiting.popleft())) is not None:
            waiting.append(worker.begin(lambda: next(steps, None)))
            yield batch

    def _steps(self) -> Iterator[Batch]:
        from arpad.compiled.compiling import compiled
        from arpad.record.assembly.splitting_loop import TOPS, split

        loop, words = compiled(split), _no_words(len(self._coded))
        secrets = np.array([randbits(64), randbits(64), randbits(64) | 1, randbits(64) | 1], dtype=np.uint64)
        blocks = deque(_Block() for _ in range(BUFFERS))
        size, done = self._path.stat().st_size, 0
        with self._path.open("rb") as stream:
            header = stream.readline()
            self.regular = b'"' not in header
            rest = b""
            while self.regular:
                block = blocks[0]
                blocks.rotate(-1)
                if block.numbered is not None:
                    block.numbered.result()
                filled, rest = _fill(block.bytes, rest, stream)
                if not filled:
                    self.regular = filled is not None
                    return
                rows, seen = loop(
                    tuple(block.text),
                    filled,
                    self._mark,
                    self._fields,
                    secrets,
                    tuple(block.sides),
                    tuple(words),
                )
                if rows < 0 or (seen & TOPS and not _is_utf8(block.bytes, filled)):
                    break
                done += filled
                yield Batch(rows, self._columns(block, words, rows), min(1.0, done / size))
        self.regular = False

    def _columns(self, block: _Block, words: Words, rows: int) -> dict[str, Coded]:
        """Return the coded columns of a block, and hand over its names."""
        from arpad.record.cells.interning_loop import Hashes

        low, high = block.sides.low, block.sides.high
        sides = [Hashes(low[side, :rows], high[side, :rows]) for side in range(2)]
        block.numbered = self._interner.add_hashed(sides, block.names_at)
        columns: dict[str, Coded] = {}
        for at, role in enumerate(self._coded):
            known = self._known[at]
            new = words.places[at, len(known) - 1 : int(words.counts[at])].tolist()
            if new:
                # A list of its own: the one before is in the batches before.
                self._known[at] = known = [*known, *(block.bytes[begin:end].decode() for begin, end in new)]
            columns[role] = Coded(words.codes[at, :rows].copy(), known)
        return columns


def _kinds(roles: Mapping[str, int], coded: list[str], fields: int) -> NDArray[np.int8]:
    """Return what becomes of each field of a row."""
    from arpad.record.assembly.splitting_loop import CODED, FIRST, SECOND, UNUSED

    kinds = np.full(fields, UNUSED, dtype=np.int8)
    kinds[roles["first"]], kinds[roles["second"]] = FIRST, SECOND
    for at, role in enumerate(coded):
        kinds[roles[role]] = CODED + at
    return kinds


def _no_words(columns: int) -> Words:
    """Return room for the words of so many coded columns."""
    from arpad.record.assembly.splitting_loop import Words

    return Words(
        np.zeros((columns, 2 * MANY, 2), dtype=np.uint64),
        np.zeros((columns, 2 * MANY), dtype=np.int32),
        np.zeros(columns, dtype=np.int64),
        np.zeros((columns, MANY, 2), dtype=np.int32),
        np.zeros((columns, BLOCK // SHORTEST), dtype=np.uint16),
        np.zeros((columns, 3), dtype=np.uint64),
    )


def _fill(room: bytearray, rest: bytes, stream: BufferedReader) -> tuple[int | None, bytes]:
    """Fill a block with whole lines, each ending in LF alone.

    Args:
        room: takes them.
        rest: what was read of its first line.
        stream: gives what follows.

    Returns:
        How many bytes the lines have, 0 at the end of the file, None where they are not regular; and what was
        read of the next line.
    """
    room[: len(rest)] = rest
    size = len(rest)
    while size < BLOCK and (read := stream.readinto(memoryview(room)[size:BLOCK])):
        size += read
    if 0 < size < BLOCK and room[size - 1] != ord("\n"):
        room[size] = ord("\n")
        size += 1
    end = room.rfind(b"\n", 0, size) + 1
    rest = bytes(memoryview(room)[end:size])
    if (not end and size) or room.find(b'"', 0, end) >= 0:
        return None, rest
    if room.find(b"\r", 0, end) >= 0:
        lines = room[:end].replace(b"\r\n", b"\n")
        end = len(lines)
        room[:end] = lines  # of one length, as the room must not move
        if b"\r" in lines:
            return None, rest
    return end, rest


def _is_utf8(room: bytearray, size: int) -> bool:
    try:
        str(memoryview(room)[:size], "utf-8")
    except UnicodeDecodeError:
        return False
    return True
