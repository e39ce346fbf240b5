"""What the reader of a form gives: rows under the usual names of columns, and where each stands."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float | None
"""A value of a row; None for a blank."""


@dataclass(frozen=True)
class ExportRow:
    """A row of an export.

    Args:
        place: the line on which it stands, or its number among the games.
        cells: the usual name of a column -> its value.
    """

    place: int
    cells: Mapping[str, Cell]


@dataclass(frozen=True)
class Export:
    """A file of another program as rows.

    Args:
        what: what it is, as the note says it: ``an OpenGotha tournament of 39 games in 4 rounds``.
        rows: in the order in which they count.
        unit: what the places count: ``line``, or ``game`` where the text has no lines that say anything.
        names: the names of all columns, where the rows can be gone through once only.
    """

    what: str
    rows: Iterable[ExportRow]
    unit: str = "line"
    names: tuple[str, ...] = ()

    def lines(self, places: array[int]) -> Iterator[bytes]:
        """Yield the rows as JSON Lines; the first of them has all columns.

        Args:
            places: takes the place of each row.
        """
        columns = self.names or tuple(dict.fromkeys(name for row in self.rows for name in row.cells))
        for row in self.rows:
            places.append(row.place)
            cells = {name: row.cells.get(name) for name in columns}
            yield json.dumps(cells, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


ExportReader: TypeAlias = Callable[[bytes, str], "Export | None"]
"""Reads the whole text of a file, given its name for errors; None where it is of another form after all."""


def json_of(text: bytes | str) -> Any:
    """Return what a text of JSON says; None where it is damaged, nested without end, or says null."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def numbered(rows: Sequence[Mapping[str, Cell]]) -> list[ExportRow]:
    """Return rows whose places are their numbers, from 1."""
    return [ExportRow(place, cells) for place, cells in enumerate(rows, start=1)]
