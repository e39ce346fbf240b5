"""The first difference between a published file and what was computed again: row, column and both values."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.core import BadInput
from arpad.office.publishing.composition import HISTORY, LIST, ROWS, RequestedOutput, content_of, versions
from arpad.office.publishing.containers import (
    CSV,
    HTML,
    JSON,
    PARQUET,
    Content,
    PublishedFile,
    enclosed,
    manifest_text,
)
from arpad.office.publishing.table_digest import table_digest
from arpad.record.tables.parquet_pages import page_fault

if TYPE_CHECKING:
    import polars as pl

CLOSE = 1e-9
"""How far numbers may lie apart, relative to the larger one, that two processors have computed."""

SHOWN = 120
"""How many characters of a value are shown at most."""

ABSENT = "nothing"


@dataclass(frozen=True)
class Difference:
    """One place where what was published is not what was computed.

    Args:
        place: where: ``row 3, column rating``, ``line 12``, ``parameters.k``.
        published: what the file says there.
        computed: what was computed.
        row: the row, from 1; None where the place is not in a table.
        column: its column; None where the whole row differs.
    """

    place: str
    published: str
    computed: str
    row: int | None = None
    column: str | None = None

    @classmethod
    def in_table(cls, row: int, column: str | None, published: Any, computed: Any) -> Difference:
        """Return a difference in a row of a table, counted from 1 below the heading."""
        place = f"row {row}" if column is None else f"row {row}, column {column}"
        return cls(place, _shortened(published), _shortened(computed), row, column)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "place": self.place,
            "row": self.row,
            "column": self.column,
            "published": self.published,
            "computed": self.computed,
        }


class TableComparison(NamedTuple):
    """What a comparison of tables found.

    Args:
        first: the first difference; None where there is none beyond the last digits.
        largest: the largest difference of two numbers.
        digest: the digest of the published table, where numbers differ in the last digits.
    """

    first: Difference | None
    largest: float = 0.0
    digest: str | None = None


class Rows(NamedTuple):
    """A table as it stands in a file.

    Args:
        heading: the names of the columns.
        rows: the cells.
    """

    heading: list[str]
    rows: list[list[Any]]


def table_of(published: PublishedFile) -> str | None:
    """Return whether a file holds a list or a history, by its own words; None if it holds neither."""
    try:
        if published.format == JSON:
            keys = json.loads(published.data)
            return next((table for table, rows in ROWS.items() if rows in keys), None)
        if published.format == HTML:
            return LIST
        heading = rows_of(published.data, published.format, None).heading
    except (BadInput, ValueError, RecursionError):
        return None
    return LIST if "rank" in heading else HISTORY if "player" in heading else None


def compare_files(
    published: PublishedFile,
    content: Content,
    table: pl.DataFrame,
    wanted: RequestedOutput,
    *,
    raw: bool = False,
) -> TableComparison:
    """Compare a published file with what was computed.

    Args:
        published: the file.
        content: the same output, computed again, without a manifest.
        table: the table computed again.
        wanted: which output it is.
        raw: whether texts in CSV stand as they are.

    Raises:
        BadInput: the file cannot be read.
    """
    if published.format != PARQUET and published.content == content:
        return TableComparison(None)
    if published.format == HTML:
        return TableComparison(_page_difference(published.data, enclosed(content, published.text, HTML)))
    published_rows = rows_of(published.data, published.format, wanted.table)
    if published.format == PARQUET:
        computed_rows = Rows(table.columns, [list(row) for row in table.iter_rows()])
    else:
        whole = content.head if wanted.format == CSV else enclosed(content, "{}", JSON)
        computed_rows = rows_of(whole, wanted.format, wanted.table)
    numbers = {column.name for column in table.iter_columns() if column.dtype.is_float()}
    first, largest = _compare_rows(published_rows, computed_rows, numbers)
    if first is not None or largest == 0.0:
        return TableComparison(
            first or _type_difference(published, table) or _line_difference(published, content, wanted),
            largest,
        )
    as_published = _with_published_numbers(table, published_rows, numbers)
    if published.format != PARQUET and content_of(as_published, wanted, raw=raw) != published.content:
        return TableComparison(
            _line_difference(published, content_of(as_published, wanted, raw=raw), wanted), largest
        )
    return TableComparison(_type_difference(published, table), largest, table_digest(as_published))


def _compare_rows(published: Rows, computed: Rows, numbers: set[str]) -> tuple[Difference | None, float]:
    """Return the first difference of two tables, and the largest of two numbers that is none."""
    if published.heading != computed.heading:
        published_heading, computed_heading = (
            ", ".join(map(str, published.heading)),
            ", ".join(computed.heading),
        )
        return Difference(
            "the names of the columns", _shortened(published_heading), _shortened(computed_heading)
        ), 0.0
    largest = 0.0
    for row, (published_row, computed_row) in enumerate(zip_longest(published.rows, computed.rows), 1):
        if published_row is None or computed_row is None:
            return Difference.in_table(row, None, _row_text(published_row), _row_text(computed_row)), largest
        if published_row == computed_row:
            continue
        if len(published_row) != len(computed_row):
            return Difference.in_table(row, None, _row_text(published_row), _row_text(computed_row)), largest
        for column, left, right in zip(computed.heading, published_row, computed_row, strict=True):
            if left == right and type(left) is type(right):
                continue
            apart = _distance(left, right) if column in numbers else math.inf
            if apart == math.inf:
                return Difference.in_table(row, column, left, right), largest
            largest = max(largest, apart)
    return None, largest


def _distance(published: Any, computed: Any) -> float:
    """Return how far two numbers lie apart, infinite where that is more than the last digits."""
    try:
        left, right = float(published), float(computed)
    except (TypeError, ValueError):
        return math.inf
    near = math.isclose(left, right, rel_tol=CLOSE, abs_tol=CLOSE)
    return abs(left - right) if near and math.isfinite(left) else math.inf


def _with_published_numbers(table: pl.DataFrame, published: Rows, numbers: set[str]) -> pl.DataFrame:
    """Return the table with the numbers as they were published."""
    import polars as pl

    at = {column: i for i, column in enumerate(published.heading)}
    columns = []
    for column in numbers:
        values = [row[at[column]] for row in published.rows]
        floats = [None if value in (None, "") else float(value) for value in values]
        columns.append(pl.Series(column, floats, dtype=pl.Float64))
    return table.with_columns(columns)


def _type_difference(published: PublishedFile, table: pl.DataFrame) -> Difference | None:
    """Return the first column of a Parquet file that has another type."""
    if published.format != PARQUET:
        return None
    import polars as pl

    for column, kind in pl.read_parquet_schema(io.BytesIO(published.data)).items():
        if table.schema[column] != kind:
            return Difference(f"the type of column {column}", str(kind), str(table.schema[column]))
    return None


def _line_difference(
    published: PublishedFile, content: Content, wanted: RequestedOutput
) -> Difference | None:
    """Return the first line that is written otherwise; None for Parquet, which has none."""
    if wanted.format == PARQUET:
        return None
    whole = content.head if wanted.format == CSV else enclosed(content, published.text, wanted.format)
    return _first_different_line(published.data, whole)


def _first_different_line(published: bytes, computed: bytes) -> Difference | None:
    lines = zip_longest(published.split(b"\n"), computed.split(b"\n"))
    for number, (left, right) in enumerate(lines, 1):
        if left != right:
            start = 0
            if left is not None and right is not None:
                same = (i for i, (a, b) in enumerate(zip_longest(left, right)) if a != b)
                start = max(0, next(same) - SHOWN // 3)
            published_text, computed_text = (
                ABSENT if line is None else _shortened(line[start:].decode(errors="replace"))
                for line in (left, right)
            )
            return Difference(f"line {number}", published_text, computed_text)
    return None


def rows_of(data: bytes, form: str, table: str | None) -> Rows:
    """Return the table of a file as it is written: of CSV every cell is text.

    Raises:
        BadInput: the file cannot be read as such a table.
    """
    try:
        if form == CSV:
            return _csv_rows(data)
        return _parquet_rows(data) if form == PARQUET else _json_rows(data, ROWS[table or LIST])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, csv.Error) as error:
        raise BadInput(f"{error!s:.200}") from error


def _csv_rows(data: bytes) -> Rows:
    csv.field_size_limit(1 << 27)
    rows = list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))
    return Rows(rows[0] if rows else [], rows[1:])


def _json_rows(data: bytes, key: str) -> Rows:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) < len(pairs):
            raise ValueError("a row says the same column twice")
        return dict(pairs)

    rows = json.loads(data, object_pairs_hook=once)[key]
    heading = list(rows[0]) if rows else []
    for number, row in enumerate(rows, 1):
        if list(row) != heading:
            raise ValueError(f"row {number} has the columns {', '.join(row)}")
    return Rows(heading, [list(row.values()) for row in rows])


def _parquet_rows(data: bytes) -> Rows:
    import polars as pl

    if fault := page_fault(data):
        raise ValueError(fault)
    try:
        table = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ValueError(str(error)) from error
    return Rows(table.columns, [list(row) for row in table.iter_rows()])


def _page_difference(published: bytes, computed: bytes) -> Difference | None:
    """Return the first difference of two pages: of their tables, where it is in one, else of their lines."""
    published_tables, computed_tables = (
        Cells(page.decode(errors="replace")).tables for page in (published, computed)
    )
    for left, right in zip(published_tables, computed_tables, strict=False):
        first, _ = _compare_rows(left, right, set())
        if first is not None:
            return first
    return _first_different_line(published, computed)


class Cells(HTMLParser):
    """The tables of a page, cell by cell as text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[Rows] = []
        self._cell: list[str] | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell."""
        if tag == "table":
            self.tables.append(Rows([], []))
        elif tag == "tr" and self.tables:
            self.tables[-1].rows.append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1].rows:
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        """End a cell, or the first row, which is the heading."""
        if tag in ("td", "th") and self._cell is not None:
            self.tables[-1].rows[-1].append(" ".join("".join(self._cell).split()))
            self._cell = None
        elif tag == "thead" and self.tables and self.tables[-1].rows:
            self.tables[-1].heading.extend(self.tables[-1].rows.pop(0))

    def handle_data(self, data: str) -> None:
        """Take the text of a cell."""
        if self._cell is not None:
            self._cell.append(data)


def manifest_differences(
    published: Mapping[str, Any], computed: Mapping[str, Any], passed: Sequence[str] = ()
) -> Iterator[Difference]:
    """Yield where a manifest says otherwise than the one that was computed, in its order.

    Args:
        published: the manifest of the file.
        computed: the one computed again.
        passed: members that are not compared; nor are the versions, nor the bytes of Parquet files that
            another version of polars has written.
    """
    stated_versions = published.get("versions")
    polars = stated_versions.get("polars") if isinstance(stated_versions, Mapping) else None
    as_read = json.loads(manifest_text(dict(computed)))
    left, right = (
        {key: value for key, value in manifest.items() if key not in (*passed, "versions")}
        for manifest in (published, as_read)
    )
    for difference in _value_differences(left, right, ""):
        of_parquet = difference.place.startswith("outputs.") and _output_format(
            published, difference
        ).endswith(PARQUET[1:])
        if not (of_parquet and polars != versions()["polars"]):
            yield difference


def _output_format(manifest: Mapping[str, Any], difference: Difference) -> str:
    number = difference.place.split(".")[1]
    return str(manifest["outputs"][int(number) - 1].get("format")) if number.isdigit() else ""


def _value_differences(published: Any, computed: Any, place: str) -> Iterator[Difference]:
    inside = f"{place}." if place else ""
    if isinstance(published, dict) and isinstance(computed, dict):
        for key in dict.fromkeys([*computed, *published]):
            if key not in published or key not in computed:
                yield Difference(f"{inside}{key}", _member_text(published, key), _member_text(computed, key))
            else:
                yield from _value_differences(published[key], computed[key], f"{inside}{key}")
    elif isinstance(published, list) and isinstance(computed, list) and len(published) == len(computed):
        for number, (left, right) in enumerate(zip(published, computed, strict=True), 1):
            yield from _value_differences(left, right, f"{inside}{number}")
    elif type(published) is not type(computed) or published != computed:
        yield Difference(place, _shortened(published), _shortened(computed))


def _member_text(manifest: dict[str, Any], key: str) -> str:
    return _shortened(manifest[key]) if key in manifest else ABSENT


def with_version(manifest: dict[str, Any], version: str) -> dict[str, Any]:
    """Return a manifest as another version of arpad would sign it."""
    facts = {key: {**pool, "arpad": version} for key, pool in manifest.get("pools", {}).items()}
    return {**manifest, **({"pools": facts} if facts else {"arpad": version})}


def _row_text(row: list[Any] | None) -> str:
    return ABSENT if row is None else ", ".join("" if cell is None else str(cell) for cell in row)


def _shortened(value: Any) -> str:
    text = value if isinstance(value, str) else ABSENT if value is None else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
