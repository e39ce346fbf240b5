"""``arpad standings``: who is ahead in a tournament report, by which tie-breaks, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import encoding_option, examples, force_option, json_option, raw_option
from arpad.core import BadInput
from arpad.core.writing import together

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.publishing.published_table import PublishedTable


@click.command(
    "standings",
    epilog=examples(
        "arpad standings open.trf",
        "arpad standings open.trf --tiebreaks BH/C1,BH,SB,DE",
        "arpad standings open.trf --tiebreaks 'Buchholz cut 1,Sonneborn-Berger'",
        "arpad standings open.trf --edition 2024-08-01 --explain 12",
        "arpad standings open.trf --explain 12 --explain 7",
        "arpad standings open.trf --out open.html",
        "arpad standings --codes",
    ),
)
@click.argument("file", required=False, metavar="FILE")
@click.option(
    "--tiebreaks",
    metavar="CODES",
    help="What breaks ties, in order, by code or name, such as BH/C1,SB,DE or 'Buchholz cut 1'; if not given,"
    " the report's (202, 212), else what its system commonly uses. Points come first unless the list has PTS",
)
@click.option(
    "--edition",
    metavar="DATE",
    help="FIDE's C.07 as in force on that day; if not given, on the first day of the tournament.",
)
@click.option(
    "--explain",
    "players",
    multiple=True,
    metavar="PLAYER",
    help="A player's place with every term, by number or name; given twice, why one of two is ahead.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write the standings into a file: .html (a page that prints), .csv or .json.",
)
@click.option("--codes", is_flag=True, help="List the tie-breaks and their codes.")
@encoding_option("the report")
@force_option
@raw_option
@json_option
def command(
    file: str | None,
    tiebreaks: str | None,
    edition: str | None,
    players: tuple[str, ...],
    out: Path | None,
    codes: bool,
    encoding: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Print the standings of FILE: a tournament report (TRF), or the file of arpad tournament.

    Reports of team tournaments (310) are ranked by teams.
    """
    if codes:
        _list(as_json)
        return
    if file is None:
        raise BadInput("no file was given", remedy="Give a tournament report, or --codes.")
    from arpad.rulebooks.standings import codes_of

    listed = codes_of(tiebreaks)
    on = _edition(edition)
    if out is not None and players:
        raise BadInput("--out cannot be combined with --explain", remedy="Give one of them.")
    if len(players) > 2:
        raise BadInput("--explain is given for one player, or for two to compare")
    from arpad.cli.events import read_report

    report = read_report(file, encoding=encoding)
    if out is not None:
        from arpad.cli.pages import write_standings

        with together([file], force=force):
            write_standings(out, report.tournament, listed, on, Path(file))
        click.echo(f"wrote {out}", err=True)
        return
    from arpad.office.tournament_reports import standings

    table = standings(report, listed, edition=on)
    if players:
        from arpad.cli.pages import print_explanation

        explanation = table.explain(*players) if len(players) == 1 else table.compare(*players)
        print_explanation(explanation, as_json)
        return
    from arpad.cli.standings_output import print_standings

    print_standings(table, as_json=as_json, own_edition=on is None)


def recompute(given: dict[str, Any], _: bool) -> PublishedTable:
    """Make published standings again from the parameters of ``arpad standings``."""
    from arpad.cli.events import read_event
    from arpad.office.publishing.final_standings import published_standings
    from arpad.rulebooks.standings import codes_of

    file = str(given["files"])
    tournament = read_event(file, encoding=given["encoding"])
    return published_standings(
        tournament, Path(file).name, codes_of(given["tiebreaks"]), _edition(given["edition"])
    )


def _edition(text: str | None) -> date | None:
    from arpad.cli.options import day_of

    return None if text is None else day_of(text)


def _list(as_json: bool) -> None:
    from arpad.cli.tables import Column, TextTable, show
    from arpad.cli.tables import as_json as print_json
    from arpad.rulebooks.standings import TIEBREAKS

    kinds = TIEBREAKS.kinds.values()
    if as_json:
        rows = [
            {"code": kind.name, "title": kind.title, "source": kind.source, "modifiers": list(kind.modifiers)}
            for kind in kinds
        ]
        print_json({"tiebreaks": rows})
        return
    show(
        TextTable(
            [Column("code"), Column("tie-break", wraps=True), Column("modifiers"), Column("source", spare=1)],
            [[kind.name, kind.title, " ".join(kind.modifiers), kind.source] for kind in kinds],
        )
    )
