"""The header and the first rows of a file, as text: what is looked at before it is read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.core import BadInput
from arpad.record.columns.flags import is_flag_name, is_remark_name, may_award, says_no_game
from arpad.record.columns.weighing import SAMPLE_ROWS
from arpad.record.encodings import is_utf8
from arpad.record.source_file import HEAD, Stored
from arpad.record.tables import header_of, polars_reads, separator

FEW = 20
"""How many rows that may be unplayed are looked at beside the first ones."""

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
    later = _called_off(file, header, mark)
    return HeadOfTable(header, [*rows[1 : SAMPLE_ROWS + 1 - len(later)], *later])


def _called_off(file: Stored, header: Sequence[str], mark: str) -> list[list[str | None]]:
    """Return rows below the beginning of a long file that a status or a remark may call unplayed.

    They may be the last ones, as fixtures are, and decide that such rows are no games.
    """
    import polars as pl

    names = [name for name in header if is_flag_name(name) or is_remark_name(name) or may_award(name)]
    if not names or len(file.head) < HEAD:
        return []
    try:
        lazy = pl.scan_csv(file.whole(), separator=mark, infer_schema=False, glob=False)
        words = {name: lazy.select(pl.col(name).unique()).collect()[name].to_list() for name in names}
        said = {
            name: [word for word in each if word and says_no_game(name, word)] for name, each in words.items()
        }
        wanted = [pl.col(name).is_in(each) for name, each in said.items() if each]
        rows = lazy.filter(pl.any_horizontal(wanted)).head(FEW).collect().rows() if wanted else []
    except (pl.exceptions.PolarsError, UnicodeError):
        return []  # the reader tells what is wrong
    return [[_text(value) for value in row] for row in rows]


def _of_json(file: Stored) -> HeadOfTable:
    objects: list[dict[str, Any]] = []
    for line in _whole_lines(file).split("\n"):
        if line.strip() and len(objects) < SAMPLE_ROWS:
            value = json.loads(line)
            if isinstance(value, dict):
                objects.append(value)
    header = list(dict.fromkeys(key for each in objects for key in each))
    "".join(header).encode()  # half of a character is JSON, and no name
    return HeadOfTable(header, [[_text(each.get(key)) for key in header] for each in objects])


def _of_parquet(file: Stored) -> HeadOfTable:
    import polars as pl

    whole = file.whole()
    source = io.BytesIO(whole) if isinstance(whole, bytes) else whole
    with polars_reads(file.name):
        return head_of_frame(pl.read_parquet(source, n_rows=SAMPLE_ROWS, glob=False))


def head_of_frame(frame: pl.DataFrame) -> HeadOfTable:
    """Return the beginning of a table in memory."""
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
