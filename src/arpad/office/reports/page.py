"""A printed report as a page for paper: black on white, A4, upright or across by its width."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.office.pages.formatting import width
from arpad.office.pages.heads import Head
from arpad.office.pages.templating import render
from arpad.office.reports.codes import BoardCodes
from arpad.office.reports.slips import slips_of
from arpad.office.reports.table import Column, Report, Table

UPRIGHT = 54.0
"""How wide a table may be on an upright sheet, in multiples of the font's size; wider ones lie across."""

READABLE = 12.0
"""The room that a name or a sentence needs at the least: longer ones take several lines."""

GAP = 0.6
"""The room between two columns."""


def as_page(report: Report, codes: Sequence[BoardCodes] = ()) -> str:
    """Return a report as a page.

    Result slips stand side by side, with lines to cut along; every other report is a table, or several.

    Args:
        report: the report.
        codes: by which players report results from a phone: on each slip its own, else below the tables.
    """
    shared = {
        "window": f"{report.title} – {report.event}" if report.event else report.title,
        "title": report.title,
        "kicker": report.event,
    }
    if report.what == "slips":
        made = slips_of(report)
        known = {str(one.board): one.codes for one in codes}
        return render(
            "slips.html.j2",
            **shared,
            round=report.round,
            slips=made,
            choices=report.choices,
            codes={slip.board: known.get(slip.board, ()) for slip in made},
        )
    tables = [_typeset(table.printed()) for table in report.tables if table.rows or len(report.tables) == 1]
    return render(
        "report.html.j2",
        **shared,
        facts=report.facts,
        tables=[(table, [_head(column) for column in table.columns]) for table in tables],
        notes=report.notes,
        codes=codes,
        across=any(_width(table) > UPRIGHT for table in tables),
    )


def _typeset(table: Table) -> Table:
    """Return a table whose changes below 0 have a minus sign for the hyphen."""
    rows = [
        [
            str(cell).replace("-", "−") if column.signed else cell
            for column, cell in zip(table.columns, row, strict=True)
        ]
        for row in table.rows
    ]
    return Table(table.columns, rows, table.key, table.heading)


def _width(table: Table) -> float:
    """Return how wide a table has to be."""
    widths = []
    for at, column in enumerate(table.columns):
        widest = max(width(word) for word in (column.heading, *(str(row[at]) for row in table.rows)))
        widths.append(min(widest, READABLE) if column.name or column.wraps else widest)
    return sum(widths) + GAP * len(widths)


def _head(column: Column) -> Head:
    kind = "name" if column.name else "sentence" if column.wraps else column.align
    return Head(column.heading, column.title, kind=kind)
