"""A printed report as a page for paper: black on white, A4, upright or across by its width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from arpad.office.pages.formatting import width
from arpad.office.pages.heads import Head
from arpad.office.pages.speaking import translated
from arpad.office.pages.templating import render
from arpad.office.reports.codes import BoardCodes
from arpad.office.reports.slips import slips_of
from arpad.office.reports.table import CENTRE, RIGHT, Cell, Report, ReportColumn, ReportTable

UPRIGHT = 54.0
"""How wide a table may be on an upright sheet, in multiples of the font's size; wider ones lie across."""

READABLE = 12.0
"""The room that a name or a sentence needs at the least: longer ones take several lines."""

GAP = 0.6
"""The room between two columns."""


WORDS = frozenset(("colour", "bye"))
"""The columns whose cells are words that can be said in another language, beside those of results."""

ENGLISH = frozenset(("rating", "norms"))
"""The reports that speak of FIDE's articles as FIDE does."""


def as_page(
    report: Report,
    codes: Sequence[BoardCodes] = (),
    *,
    lang: str = "en",
    decimal: Callable[[str], str] = str,
) -> str:
    """Return a report as a page.

    Result slips stand side by side, with lines to cut along; every other report is a table, or several.

    Args:
        report: the report.
        codes: by which players report results from a phone: on each slip its own, else below the tables.
        lang: the code of the language in which texts are said (:mod:`arpad.office.pages.speaking`).
        decimal: writes a number with the decimal sign of that language.
    """
    speaks = report.what not in ENGLISH
    if speaks:
        report = _translated(report, decimal)
    shared = {
        "window": f"{report.title} – {report.event}" if report.event else report.title,
        "title": report.title,
        "kicker": report.event,
        "lang": lang if speaks else "en",
        "_": translated if speaks else str,
    }
    if report.what == "slips":
        slips = slips_of(report)
        codes_by_board = {str(board.board): board.codes for board in codes}
        return render(
            "slips.html.j2",
            **shared,
            round=report.round,
            slips=slips,
            choices=report.choices,
            codes={slip.board: codes_by_board.get(slip.board, ()) for slip in slips},
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


def _translated(report: Report, decimal: Callable[[str], str]) -> Report:
    """Return a report in the language in which texts are said."""
    return replace(
        report,
        title=translated(report.title),
        tables=[
            _translated_table(table if report.what == "slips" else table.printed(), decimal)
            for table in report.tables
        ],
        facts=[translated(fact) for fact in report.facts],
        notes=[translated(note) for note in report.notes],
        choices=[translated(choice) for choice in report.choices],
    )


def _translated_table(table: ReportTable, decimal: Callable[[str], str]) -> ReportTable:
    columns = [
        replace(column, heading=translated(column.heading), title=translated(column.title))
        for column in table.columns
    ]
    rows = [
        [_translated_cell(column, cell, decimal) for column, cell in zip(columns, row, strict=True)]
        for row in table.rows
    ]
    return replace(table, columns=columns, rows=rows, heading=translated(table.heading))


def _translated_cell(column: ReportColumn, cell: Cell, decimal: Callable[[str], str]) -> Cell:
    if not isinstance(cell, str) or column.name:
        return cell
    if column.key in WORDS or column.align == CENTRE:
        return translated(cell)
    return decimal(cell) if column.align == RIGHT else cell


def _typeset(table: ReportTable) -> ReportTable:
    """Return a table whose changes below 0 have a minus sign for the hyphen."""
    rows = [
        [
            str(cell).replace("-", "−") if column.signed else cell
            for column, cell in zip(table.columns, row, strict=True)
        ]
        for row in table.rows
    ]
    return ReportTable(table.columns, rows, table.key, table.heading)


def _width(table: ReportTable) -> float:
    """Return how wide a table has to be."""
    widths = []
    for at, column in enumerate(table.columns):
        widest = max(width(word) for word in (column.heading, *(str(row[at]) for row in table.rows)))
        widths.append(min(widest, READABLE) if column.name or column.wraps else widest)
    return sum(widths) + GAP * len(widths)


def _head(column: ReportColumn) -> Head:
    kind = "name" if column.name else "sentence" if column.wraps else column.align
    return Head(column.heading, column.title, kind=kind)
