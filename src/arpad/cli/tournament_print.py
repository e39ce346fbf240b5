"""``arpad tournament print``: what hangs on the wall, lies on the boards and goes to the federation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.acts import file_argument
from arpad.cli.options import encoding_option, examples, force_option, json_option, raw_option
from arpad.core import BadInput
from arpad.core.writing import replace, together

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.cli.tables import TextTable
    from arpad.office.reports.table import Report, ReportTable

CUT = "- " * 30


LISTED = """\b
WHAT is one of:
  start       the starting list
  pairings    a round for the wall
  alphabet    who plays where, by the alphabet
  results     the results of a round
  slips       result slips of a round, to cut apart
  standings   the standings
  crosstable  who met whom with what result
  byes        byes and absences, given and to come
  rating      FIDE's rating report: Ro, n, Rc, W, We, K, change
  norms       FIDE's title norms, and what is missing"""
"""The reports of :mod:`arpad.office.reports.catalogue`, which is not imported for the help."""


@click.command(
    "print",
    short_help="Print pairings, lists, slips, standings, rating report, norms.",
    epilog=LISTED
    + "\n\n"
    + examples(
        "arpad tournament print open.arpad pairings --out round3.html",
        "arpad tournament print open.arpad standings --round 2",
        "arpad tournament print open.trf rating --out rating.csv",
    ),
)
@file_argument
@click.argument("what", metavar="WHAT")
@click.option("--round", "at", type=click.IntRange(1), metavar="R", help="The round; the last if not given.")
@click.option(
    "--system",
    type=click.Choice(["fide", "fide-rapid", "fide-blitz"]),
    help="Of the rating report: which of FIDE's ratings; fide if not given.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="OUT", help="Write .txt, .csv, .html or .json instead."
)
@encoding_option("a report")
@force_option
@raw_option
@json_option
def print_(
    file: Path,
    what: str,
    at: int | None,
    system: str | None,
    out: Path | None,
    encoding: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Print WHAT of FILE: the file of a tournament, or a report (TRF).

    OUT ends in .txt, .csv, .html or .json. The .html is made for paper: A4, black on white.
    """
    from arpad.cli.events import read_event
    from arpad.office.reports.catalogue import report as make_report

    chosen: dict[str, Any] = {}
    if system is not None:
        if what != "rating":
            raise BadInput("--system is for the rating report", remedy="Leave it out.")
        from arpad.rulebooks.rating_catalogue import rating_system

        chosen["system"] = rating_system(system)
    if out is not None and out.suffix.lower() not in FORMS:
        raise BadInput(f"a report is written as {', '.join(FORMS)}, not as {out.name}")
    report = make_report(read_event(str(file), encoding=encoding), what, at, **chosen)
    if out is None:
        _show(report, as_json)
        return
    from arpad.office.publishing.file_kinds import PRINTED

    with together([file], force=force), replace(out, PRINTED) as stream:
        stream.write(FORMS[out.suffix.lower()](report).encode())
    click.echo(f"wrote {out}", err=True)


def _show(report: Report, as_json: bool) -> None:
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import faint, show, strong

    if as_json:
        from arpad.office.reports.table import as_dict

        print_json(as_dict(report))
        return
    if report.event:
        click.echo(strong(report.event))
    click.echo(strong(report.title))
    for fact in report.facts:
        click.echo(faint(fact))
    if report.what == "slips":
        for line in _slips(report):
            click.echo(line)
        return
    for heading, table in _tables(report):
        click.echo()
        if heading:
            click.echo(strong(heading))
        show(table)
    if report.notes:
        click.echo()
    for note in report.notes:
        click.echo(faint(note))


def as_text(report: Report) -> str:
    """Return a report as aligned text."""
    from arpad import __version__
    from arpad.cli.tables import TextTable, aligned, shown

    lines = [shown(line) for line in (report.event, report.title, *report.facts) if line]
    if report.what == "slips":
        lines += _slips(report)
    else:
        for heading, table in _tables(report):
            rows = [[shown(cell) for cell in row] for row in table.rows]
            lines += ["", *([shown(heading)] if heading else []), *aligned(TextTable(table.columns, rows))]
    if report.notes:
        lines += ["", *map(shown, report.notes)]
    return "\n".join([*lines, "", f"Made by arpad {__version__}."]) + "\n"


def _html(report: Report) -> str:
    from arpad.office.reports.page import as_page

    return as_page(report)


def _csv(report: Report) -> str:
    from arpad.office.reports.table import as_csv

    return as_csv(report)


def _json(report: Report) -> str:
    from arpad.office.reports.table import as_json

    return as_json(report)


FORMS: dict[str, Callable[[Report], str]] = {".txt": as_text, ".csv": _csv, ".html": _html, ".json": _json}
"""The forms that a report is written in, by the suffix of the file."""


def _tables(report: Report) -> list[tuple[str, TextTable]]:
    """Return the tables of a report that have rows, as they are printed, each with its heading."""
    return [
        (table.heading, _table(table)) for table in report.tables if table.rows or len(report.tables) == 1
    ]


def _table(table: ReportTable) -> TextTable:
    from arpad.cli.tables import Column, TextTable

    printed = table.printed()
    columns = [
        Column(
            column.heading,
            "right" if column.align == "right" else "left",
            change=column.signed,
            shrinks=column.name,
            wraps=column.wraps,
        )
        for column in printed.columns
    ]
    return TextTable(columns, [[str(cell) for cell in row] for row in printed.rows])


def _slips(report: Report) -> list[str]:
    """Return result slips below each other, with lines to cut along."""
    from arpad.cli.tables import padded, shown, width
    from arpad.office.reports.slips import slips_of

    lines = []
    for slip in slips_of(report):
        names = [shown(player.name) for player in slip.players]
        widest = max(map(width, names))
        lines += [CUT.rstrip(), f"Round {report.round}, board {slip.board}"]
        for name, player in zip(names, slip.players, strict=True):
            lines.append(f"  {player.heading}  {padded(name, widest)}  {player.details}".rstrip())
        choices = "   ".join(f"[ ] {choice}" for choice in report.choices) or "____ : ____"
        lines += [
            "",
            f"  {slip.result or choices}",
            "",
            "  Signed  ____________________  ____________________",
        ]
    return [*lines, CUT.rstrip()] if lines else lines
