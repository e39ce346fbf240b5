"""What reading shows of files beside their games: which column was taken for what, and where games stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from arpad.record.columns.reading import ColumnReading

Lines = NDArray[np.int64] | range


@dataclass(frozen=True, eq=False)
class FileSeen:
    """One file, or one table in memory, as it was read.

    Args:
        name: the file as given, or ``DataFrame``.
        format: ``csv``, ``parquet``, ``pgn``…; empty for a table in memory.
        header: the names of all its columns; of PGN the tags that are read.
        roles: role (``first``, ``score``, ``time``…) -> name of its column.
        lines: the line of each of its games, in the order of the record; the number of the row where
            there are no lines. A range where every row is a game.
        unit: what these count: ``line``, ``row`` or ``object``.
        reading: how the columns were found by evidence; None where their names told it.
    """

    name: str
    format: str
    header: tuple[str, ...]
    roles: Mapping[str, str]
    lines: Lines
    unit: str = "line"
    reading: ColumnReading | None = None

    @property
    def unused(self) -> list[str]:
        """The columns that play no role, in their order."""
        used = set(self.roles.values())
        return [name for name in self.header if name not in used]


@dataclass
class Observer:
    """Takes what the reader shows of every file, in the order of the files.

    A reader with an observer knows the lines of all rows, which takes longer where a row is not a line.
    """

    files: list[FileSeen] = field(default_factory=list)

    def saw(
        self,
        name: str,
        format: str,  # noqa: A002 - the word for it
        header: tuple[str, ...],
        roles: Mapping[str, str],
        lines: Lines,
        unit: str = "line",
        reading: ColumnReading | None = None,
    ) -> None:
        """Take one file; see :class:`FileSeen`."""
        self.files.append(FileSeen(name, format, header, MappingProxyType(dict(roles)), lines, unit, reading))

    def place(self, row: int) -> tuple[str, int, str] | None:
        """Return the file, the line and its unit of a game of the record; None where none was seen."""
        for file in self.files:
            if row < len(file.lines):
                return file.name, int(file.lines[row]), file.unit
            row -= len(file.lines)
        return None
