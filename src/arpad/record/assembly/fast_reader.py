"""Tables at polars' speed, batch after batch: for files in which nothing is wrong.

A long file without quotes is split by a compiled loop (:mod:`arpad.record.assembly.splitting`), any other is
read by polars. No row has a line number here. Whenever polars stumbles, or a row could be ragged, the answer
is None, and :mod:`arpad.record.tables.row_reader` reads the same file row by row and says what is wrong
where.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arpad.compiled.numba_start import can_compile
from arpad.core import progress
from arpad.record.assembly.build_games import USUAL, Assembled, Assembly, Conventions
from arpad.record.files.limits import LIMITS, beyond
from arpad.record.files.source_file import Stored
from arpad.record.record import LABELS
from arpad.record.tables.header import Layout, layout
from arpad.record.tables.outline import BLOCK, outline
from arpad.record.tables.spanning_cells import spanning_note, spans_of_bytes
from arpad.record.tables.table import (
    Table,
    blank_rows,
    by_role,
    header_of,
    joined,
    plain,
    polars_reads,
    separator,
)

if TYPE_CHECKING:
    import polars as pl

OUTLINED, BATCHED = 0.07, 0.93
"""Which share of the reading is done once the lines are counted, and once all batches are taken."""

SPLIT = 0.8
"""Which share of it is done once a long file is split. The first rows have most of the new names, which cost
more than names that are known: the time grows as the square root of the share that is split."""

BATCH = 200_000
"""How many rows are taken at a time: bounds the memory of the text."""

SPLITTABLE = frozenset({"first", "second", "score", "time", *LABELS})
"""The roles that the columns of a file that is split may have."""

LONG_PARQUET = 1 << 20
"""From how many rows on a Parquet file is taken in batches."""

LONG = 1 << 24
"""From this size on a file is taken in batches, and its names by the compiled loop: so many rows it has."""


def quick(
    file: Stored,
    columns: Mapping[str, str] | None,
    conventions: Conventions = USUAL,
) -> Assembled | None:
    """Read a CSV, TSV or Parquet file; None where it has to be read with care.

    Raises:
        BadInput: the header names no games.
    """
    if file.format == "parquet":
        return _parquet(file, columns, conventions)
    return _csv(file, columns, conventions) if file.format in ("csv", "tsv") else None


def _csv(file: Stored, columns: Mapping[str, str] | None, conventions: Conventions) -> Assembled | None:
    mark = separator(file)
    header, line = header_of(file, mark)
    found = layout(header, columns, file=file.name, line=line, unit=file.unit)
    if line != 1:
        return None
    whole = file.whole()
    if isinstance(whole, Path) and whole.stat().st_size > LONG:
        split = _split(whole, mark, found, len(header), conventions)
        if split is not None:
            return split
    import polars as pl

    outlined = outline(whole, mark, separators=False, file=file.name)
    if outlined is None:
        return None
    assembly = Assembly(found, conventions)
    if isinstance(whole, Path) and whole.stat().st_size > LONG:
        assembly.expect(_rows_expected(whole))
    lacking, rows = 0, max(1, outlined.lines - 1)
    try:
        for frame in _frames(whole, mark):
            if frame.width != len(header):
                return None
            lacking += frame.to_series(-1).null_count()
            assembly.add(by_role(frame, found, file.name))
            progress.tell(OUTLINED + (BATCHED - OUTLINED) * min(1.0, assembly.height / rows))
    except (pl.exceptions.PolarsError, UnicodeError):
        return None
    if assembly.height != outlined.lines - 1 or not assembly.settled:
        return None
    height = assembly.height - _blank_lines_at_the_end(whole)
    # A row that is too short ends in nulls. So does one whose last field is empty: the separators tell. And
    # polars overlooks a separator too many at the very end of a file.
    if lacking or _last_byte(whole) == mark.encode():
        counted = outline(whole, mark, file=file.name)
        if counted is None or counted.separators != (height + 1) * (len(header) - 1):
            return None
    if height <= 0:
        return None
    done = assembly.done(height)
    spans = spans_of_bytes(whole) if outlined.quoted else []
    lines = None if spans else _lines_below_header(height)
    return replace(done, notes=(*done.notes, *spanning_note(file, spans)), lines=lines)


def _split(whole: Path, mark: str, found: Layout, width: int, conventions: Conventions) -> Assembled | None:
    """Read a long file whose every line is a row without quotes; None where there is another one in it."""
    from arpad.record.assembly.splitting import Splitter

    roles = found.roles
    plain_roles = SPLITTABLE.issuperset(roles) and len(set(roles.values())) == len(roles)
    if not plain_roles or conventions.par is not None or not can_compile():
        return None
    assembly = Assembly(found, conventions)
    assembly.expect(_rows_expected(whole))
    splitter = Splitter(whole, mark, roles, width, assembly.sides)
    for batch in splitter.batches():
        assembly.add_split(batch.columns, batch.height)
        if not assembly.settled:
            return None
        progress.tell(SPLIT * math.sqrt(batch.share))
    if not (splitter.regular and assembly.height):
        return None
    return replace(assembly.done(), lines=_lines_below_header(assembly.height))


def _lines_below_header(rows: int) -> range:
    """Return the lines of the rows of a file in which every row is a line."""
    return range(2, rows + 2)


def plain_table(file: Stored, columns: Mapping[str, str] | None, rows: int | None = None) -> Table | None:
    """Read a CSV or TSV file whose rows are its lines, so that their numbers are known at no cost.

    Args:
        file: what to read.
        columns: choices for the header.
        rows: how many rows are enough; None for all.

    Returns:
        None if the file has quotes, empty lines or ragged rows, or is no text that polars can read.
    """
    import polars as pl

    if file.format not in ("csv", "tsv"):
        return None
    mark = separator(file)
    header, line = header_of(file, mark)
    whole = file.whole()
    outlined = outline(whole, mark, file=file.name)
    if outlined is None or outlined.quoted or line != 1:
        return None
    try:
        frame = pl.read_csv(whole, separator=mark, infer_schema=False, glob=False)
    except (pl.exceptions.PolarsError, UnicodeError):
        return None
    if outlined.lines != frame.height + 1 or outlined.separators != outlined.lines * (len(header) - 1):
        return None
    found = layout(header, columns, file=file.name, line=line, unit=file.unit)
    if blank_rows(frame, found).any():
        return None
    frame = frame if rows is None else frame.head(rows)
    lines = np.arange(2, frame.height + 2)
    return Table(
        file.name,
        found,
        by_role(frame, found, file.name),
        lines,
        lambda i: joined(frame.row(i), mark),
        unit=file.unit,
    )


def _frames(whole: Path | bytes, mark: str) -> Iterator[pl.DataFrame]:
    """Yield the rows of a CSV file, batch after batch.

    All columns are read, although few may be needed: with a selection polars overlooks rows that are
    too long.
    """
    import polars as pl

    batched = hasattr(pl.LazyFrame, "collect_batches")
    if batched and isinstance(whole, Path) and whole.stat().st_size > LONG:
        lazy = pl.scan_csv(whole, separator=mark, infer_schema=False, glob=False)
        yield from lazy.collect_batches(chunk_size=BATCH, maintain_order=True)
        return
    frame = pl.read_csv(whole, separator=mark, infer_schema=False, glob=False)
    yield from frame.iter_slices(BATCH) if frame.height else [frame]


def _rows_expected(whole: Path) -> int:
    """Return about how many rows a long file has, rather too many than too few."""
    with whole.open("rb") as stream:
        head = stream.read(BLOCK)
    return int(1.1 * whole.stat().st_size * head.count(b"\n") / len(head))


def _last_byte(whole: Path | bytes) -> bytes:
    if isinstance(whole, bytes):
        return whole[-1:]
    with whole.open("rb") as stream:
        stream.seek(-1, io.SEEK_END)
        return stream.read()


def _blank_lines_at_the_end(whole: Path | bytes) -> int:
    """How many empty lines follow the last row."""
    if isinstance(whole, bytes):
        tail = whole[-BLOCK:]
    else:
        with whole.open("rb") as stream:
            stream.seek(0, io.SEEK_END)
            stream.seek(max(0, stream.tell() - BLOCK))
            tail = stream.read()
    return max(0, tail[len(tail.rstrip(b"\r\n")) :].count(b"\n") - 1)


def _check_size(file: Stored, rows: int, columns: int) -> None:
    """Refuse a Parquet file that says of so many rows that they cannot be in it.

    Raises:
        BadInput: it does.
    """
    if rows > LIMITS.rows:
        raise beyond(f"there are more than {LIMITS.rows:,} rows", file.name)
    if 8 * rows * columns > max(LIMITS.ratio_from, LIMITS.ratio * file.packed_size()):
        raise beyond(f"the file unpacks to more than {LIMITS.ratio} times its size", file.name)


def _parquet(file: Stored, columns: Mapping[str, str] | None, conventions: Conventions) -> Assembled | None:
    import polars as pl

    from arpad.record.tables.parquet_pages import check_pages

    whole = file.whole()
    source = io.BytesIO(whole) if isinstance(whole, bytes) else whole
    with polars_reads(file.name):
        header = list(pl.read_parquet_schema(source))
        found = layout(header, columns, file=file.name, line=None)
        wanted = sorted(set(found.roles.values()))
        check_pages(whole, file.name, {header[i] for i in wanted})
        rows = pl.scan_parquet(source, glob=False).select(pl.len()).collect().item()
        if not rows:
            return None
        _check_size(file, rows, len(wanted))
        assembly = Assembly(found, conventions)
        if rows > LONG_PARQUET:
            assembly.expect(rows)
        place = {index: k for k, index in enumerate(wanted)}
        for frame in _row_groups(source, [header[i] for i in wanted], rows):
            assembly.add(
                {
                    role: plain(role, frame.to_series(place[index]), found, file.name)
                    for role, index in found.roles.items()
                }
            )
            if not assembly.settled:
                return None
            progress.tell(BATCHED * min(1.0, assembly.height / rows))
    return replace(assembly.done(), lines=range(1, rows + 1))


def _row_groups(source: Path | io.BytesIO, names: list[str], rows: int) -> Iterator[pl.DataFrame]:
    """Yield the rows of a Parquet file in batches, so that its text is never held as a whole."""
    import polars as pl

    if rows <= LONG_PARQUET or not hasattr(pl.LazyFrame, "collect_batches"):
        yield pl.read_parquet(source, columns=names, glob=False)
        return
    lazy = pl.scan_parquet(source, glob=False).select(names)
    yield from lazy.collect_batches(chunk_size=BATCH, maintain_order=True)
