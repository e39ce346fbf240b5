"""The header and the first rows of a file, as text: what is looked at before it is read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.core import BadInput
from arpad.record.columns.flags import is_flag_name, is_remark_name, may_award, says_no_game
from arpad.record.columns.weighing import SAMPLE_ROWS
from arpad.record.files.encodings import is_utf8
from arpad.record.files.source_file import HEAD, Stored
from arpad.record.tables.table import header_of, polars_reads, separator

FEW = 20
"""How many rows that may be unplayed are looked at beside the first ones."""

MOST_BYTES = 1 << 22
"""How much of JSON Lines is looked at, where an object is long."""

if TYPE_CHECKING:
    import polars as pl


class HeadOfTable(NamedTuple):
    """The beginning of a table.

    Args:
        header: the names of the columns.
        rows: the first rows, as text; None for a blank.
    """

    header: list[str]
    rows: list[list[str | None]]


def head_of(file: Stored) -> HeadOfTable | None:
    """Return the beginning of a file; None where it cannot be read."""
    try:
        if file.format == "parquet":
            return _of_parquet(file)
        if not is_utf8(file.head, whole=len(file.head) < HEAD):
            file = file.in_utf8()  # by all of its bytes, which takes its time where they are many
        return _of_json(file) if file.format == "jsonl" else _of_csv(file)
    except (BadInput, csv.Error, ValueError, RecursionError):  # a line of JSON may be nested without end
        return None


def _whole_lines(file: Stored) -> str:
    """Return the first bytes as text, without a last line that is cut."""
    head = file.head
    if len(head) == HEAD:
        head = head[: head.rfind(b"\n") + 1]
    return head.decode("utf-8-sig", "replace")


def _of_csv(file: Stored) -> HeadOfTable:
    mark = separator(file)
    header, _ = header_of(file, mark)
    rows: list[list[str | None]] = []
    for cells in csv.reader(io.StringIO(_whole_lines(file), newline="\n"), delimiter=mark):
        # A ragged row says nothing of its columns; the reader tells of it.
        if any(cell.strip() for cell in cells) and len(cells) == len(header) and len(rows) <= SAMPLE_ROWS:
            rows.append([_text(cell) for cell in cells])
    if len(file.head) < HEAD or not _flags(header):
        return HeadOfTable(header, rows[1 : SAMPLE_ROWS + 1])
    import polars as pl

    lazy = pl.scan_csv(file.whole(), separator=mark, infer_schema=False, glob=False)
    return _with_later(HeadOfTable(header, rows[1 : SAMPLE_ROWS + 1]), lazy)


def _flags(header: Sequence[str]) -> list[str]:
    """Return the columns that may say of rows that they were not played."""
    return [name for name in header if is_flag_name(name) or is_remark_name(name) or may_award(name)]


def _with_later(head: HeadOfTable, lazy: pl.LazyFrame) -> HeadOfTable:
    """Return the beginning of a long table with some rows below it that may be called unplayed.

    They may be the last ones, as fixtures are, and decide that such rows are no games.
    """
    import polars as pl

    names = _flags(head.header)
    if not names or len(head.rows) < SAMPLE_ROWS:
        return head
    try:
        texts = lazy.select(pl.col(name).cast(pl.String) for name in names)
        words = {name: texts.select(pl.col(name).unique()).collect()[name].to_list() for name in names}
        said = {
            name: [word for word in each if word and says_no_game(name, word)] for name, each in words.items()
        }
        wanted = [pl.col(name).cast(pl.String).is_in(each) for name, each in said.items() if each]
        rows = lazy.filter(pl.any_horizontal(wanted)).head(FEW).collect().rows() if wanted else []
    except (pl.exceptions.PolarsError, UnicodeError):
        return head  # the reader tells what is wrong
    later = [[_text(value) for value in row] for row in rows]
    return HeadOfTable(head.header, [*head.rows[: SAMPLE_ROWS - len(later)], *later])


def _of_json(file: Stored) -> HeadOfTable:
    objects: list[dict[str, Any]] = []
    for line in _first_lines(file):
        if line.strip():
            value = json.loads(line)
            if isinstance(value, dict):
                objects.append(value)
    header = list(dict.fromkeys(key for each in objects for key in each))
    names = _flags(header) if len(file.head) == HEAD else []
    if names:
        later = list(islice(_later_objects(file, names), FEW))
        objects = [*objects[: SAMPLE_ROWS - len(later)], *later]
    "".join(header).encode()  # half of a character is JSON, and no name
    return HeadOfTable(header, [[_text(each.get(key)) for key in header] for each in objects])


def _first_lines(file: Stored) -> Iterator[str]:
    """Yield the first lines of JSON Lines: of long objects more than the first bytes hold."""
    lines = _whole_lines(file).split("\n")
    if len(file.head) < HEAD or len(lines) > SAMPLE_ROWS:
        yield from lines[:SAMPLE_ROWS]
        return
    taken = 0
    with file.open() as stream:
        for line in islice(stream, SAMPLE_ROWS):
            taken += len(line)
            if taken > MOST_BYTES:
                return
            yield line.decode("utf-8-sig", "replace")


def _later_objects(file: Stored, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the objects of JSON Lines that a state or a remark may call unplayed."""
    with file.open() as stream:
        for line in stream:
            try:
                value = json.loads(line)
            except ValueError:
                continue  # the reader tells what is wrong
            if isinstance(value, dict) and any(
                says_no_game(name, str(value[name])) for name in names if value.get(name) not in (None, "")
            ):
                yield value


def _of_parquet(file: Stored) -> HeadOfTable:
    import polars as pl

    from arpad.record.tables.parquet_pages import check_pages

    whole = file.whole()
    check_pages(whole, file.name)
    source = io.BytesIO(whole) if isinstance(whole, bytes) else whole
    with polars_reads(file.name):
        head = _head_of(pl.read_parquet(source, n_rows=SAMPLE_ROWS, glob=False))
        return _with_later(head, pl.scan_parquet(source, glob=False))


def head_of_frame(frame: pl.DataFrame) -> HeadOfTable:
    """Return the beginning of a table in memory."""
    return _with_later(_head_of(frame), frame.lazy())


def _head_of(frame: pl.DataFrame) -> HeadOfTable:
    rows: Sequence[Sequence[Any]] = frame.head(SAMPLE_ROWS).rows()
    return HeadOfTable(frame.columns, [[_text(value) for value in row] for row in rows])


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, (dict, list)):
        return json.dumps(value)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).encode("utf-8", "replace").decode() or None
