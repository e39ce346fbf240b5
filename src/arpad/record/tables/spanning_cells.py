"""Quoted cells that span lines: valid CSV, and what becomes of rows between two stray quotes.

A note column with a stray quote in one row and another some rows later makes one cell of all lines between
them. No reader can tell this from a text of several lines, so the lines of every such cell are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from arpad.record.files.source_file import Stored

LISTED = 20
"""Cells whose lines are told; of more, only how many they are."""

Span = tuple[int, int]
"""The first and the last line of a cell, from 1."""


def spans_of_row(line: int, fields: Sequence[str | None]) -> Iterator[Span]:
    """Yield the cells of a row that span lines.

    Args:
        line: where the row begins.
        fields: of the row, without their quotes.
    """
    for field in fields:
        if field is not None and (more := field.count("\n")):
            yield line, line + more
            line += more


def spans_of_bytes(whole: Path | bytes) -> list[Span]:
    """Return the cells that span lines, of a CSV file whose quotes open a cell, close one or are doubled."""
    data = whole if isinstance(whole, bytes) else whole.read_bytes()
    values = np.frombuffer(data, dtype=np.uint8)
    quotes = np.flatnonzero(values == ord('"'))
    ends = np.flatnonzero(values == ord("\n"))
    opening, closing = quotes[::2], quotes[1::2]
    doubled = opening[1:] == closing[:-1] + 1  # a doubled quote within a cell closes nothing
    opening = opening[np.concatenate(([True], ~doubled))]
    closing = closing[np.concatenate((~doubled, [True]))]
    first, last = np.searchsorted(ends, opening) + 1, np.searchsorted(ends, closing) + 1
    long = first != last
    return list(zip(first[long].tolist(), last[long].tolist(), strict=True))


def spanning_note(file: Stored, spans: Iterable[Span]) -> tuple[str, ...]:
    """Return the sentence about the cells of a file that span lines; nothing where there are none.

    Rows of workbooks and of JSON end where the format says it, whatever stands in a cell.
    """
    spans = list(spans)
    if not spans or file.unit != "line" or file.format not in ("csv", "tsv"):
        return ()
    lines = ", ".join(f"{first}–{last}" for first, last in spans[:LISTED])
    more = f" and {len(spans) - LISTED:,} more" if len(spans) > LISTED else ""
    cells = "a quoted cell spans" if len(spans) == 1 else f"{len(spans):,} quoted cells span"
    return (
        f"{file.name}: {cells} the lines {lines}{more}: if a quote stands there by mistake, rows are lost",
    )
