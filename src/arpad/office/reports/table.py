"""A printed report as data: tables of typed columns and cells, and their forms as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from arpad.core.hostile import guarded, json_text

Cell: TypeAlias = str | int | Fraction | Decimal | None
"""A value of a table; None for an empty cell. A decimal is printed with the digits that it has."""

LEFT, RIGHT, CENTRE = "left", "right", "centre"


@dataclass(frozen=True)
class ReportColumn:
    """A column of a table.

    Args:
        key: its name in JSON and CSV.
        heading: what stands above it.
        align: ``left`` for words, ``right`` for numbers, ``centre`` for results.
        title: what an abbreviated heading stands for; empty for none.
        name: whether its cells are names of players or teams.
        optional: whether it is printed only where a cell of it has something.
        digits: decimals of fractions; None for as many as the longest of the column needs.
        signed: whether numbers above 0 have their sign.
        wraps: whether its cells are sentences, which may take several lines.
    """

    key: str
    heading: str
    align: Literal["left", "right", "centre"] = "left"
    title: str = ""
    name: bool = False
    optional: bool = False
    digits: int | None = None
    signed: bool = False
    wraps: bool = False


@dataclass(frozen=True)
class ReportTable:
    """A table of a report.

    Args:
        columns: in their order.
        rows: a cell for each column.
        key: which table of the report it is, in JSON and CSV; empty where the report has one table.
        heading: what stands above the table; empty for nothing.
    """

    columns: Sequence[ReportColumn]
    rows: Sequence[Sequence[Cell]]
    key: str = ""
    heading: str = ""

    def printed(self) -> ReportTable:
        """Return the table as it is printed: without optional columns that have nothing, cells as text."""
        kept = [
            at
            for at, column in enumerate(self.columns)
            if not column.optional or any(row[at] not in (None, "") for row in self.rows)
        ]
        columns = [self.columns[at] for at in kept]
        digits = {at: _digits(self.columns[at], (row[at] for row in self.rows)) for at in kept}
        rows = [[_text(self.columns[at], row[at], digits[at]) for at in kept] for row in self.rows]
        return replace(self, columns=columns, rows=rows)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows by the keys of the columns, numbers as JSON has them."""
        return [
            {column.key: _json(cell) for column, cell in zip(self.columns, row, strict=True)}
            for row in self.rows
        ]


@dataclass(frozen=True)
class Report:
    """A printed report.

    Args:
        what: which report: ``start``, ``pairings``.
        title: its heading: ``Round 3: pairings``.
        event: the tournament's name.
        tables: at least one.
        round: the round that it is of, or after which it holds; 0 for none.
        facts: place, dates, arbiters: what stands below the heading.
        notes: what stands below the tables: signs, assumptions, what was left out.
        choices: of result slips, the results to mark; empty where they are written.
    """

    what: str
    title: str
    event: str
    tables: Sequence[ReportTable]
    round: int = 0
    facts: Sequence[str] = ()
    notes: Sequence[str] = ()
    choices: Sequence[str] = ()


def as_dict(report: Report) -> dict[str, Any]:
    """Return a report for JSON, all columns of every table in it; numbers unrounded."""
    return {
        "report": report.what,
        "title": report.title,
        "event": report.event,
        **({"round": report.round} if report.round else {}),
        "tables": [
            {
                "table": table.key,
                "heading": table.heading,
                "columns": [
                    {"key": column.key, "heading": column.heading, "align": column.align}
                    for column in table.columns
                ],
                "rows": table.records(),
            }
            for table in report.tables
        ],
        "notes": list(report.notes),
    }


def as_json(report: Report) -> str:
    """Return a report as JSON."""
    return json_text(as_dict(report), indent=1) + "\n"


def as_csv(report: Report) -> str:
    """Return a report as CSV: a header of the columns' keys, and a line for each row; numbers unrounded.

    The columns are the same for every event, empty ones among them. Where the report has several tables, the
    first column says which one the row is of, and the header has the columns of all.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    keys = list(dict.fromkeys(column.key for table in report.tables for column in table.columns))
    apart = ["table"] * any(table.key for table in report.tables)
    writer.writerow([*apart, *map(guarded, keys)])
    for table in report.tables:
        for row in table.records():
            cells = ["" if row.get(key) is None else row[key] for key in keys]
            safe = [guarded(cell) if isinstance(cell, str) else cell for cell in cells]
            writer.writerow([*(guarded(table.key) for _ in apart), *safe])
    return stream.getvalue()


def _digits(column: ReportColumn, cells: Iterable[Cell]) -> int:
    """Return how many decimals the fractions of a column are printed with, four at the most."""
    if column.digits is not None:
        return column.digits
    return max((decimals(cell) for cell in cells if isinstance(cell, Fraction)), default=0)


def decimals(value: Fraction) -> int:
    """Return how many decimals a fraction is printed with, four at the most."""
    return next((digits for digits in range(4) if 10**digits % value.denominator == 0), 4)


def _text(column: ReportColumn, cell: Cell, digits: int) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Fraction):
        exact = Decimal(cell.numerator) / Decimal(cell.denominator)
        cell = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{cell:+}" if column.signed and cell else str(cell)


def _json(cell: Cell) -> str | int | float | None:
    """Return a cell as JSON and CSV have it."""
    if isinstance(cell, Fraction | Decimal):
        return int(cell) if cell == int(cell) else float(cell)
    return cell
