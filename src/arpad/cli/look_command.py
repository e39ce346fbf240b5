"""``arpad look``: what arpad sees in files of games before anything is rated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.lab_reading import page_option
from arpad.cli.options import examples, force_option, json_option, reading_options

if TYPE_CHECKING:
    from arpad.record.survey import Survey


@click.command(
    "look",
    epilog=examples(
        "arpad look results.csv",
        "arpad look results.csv --columns first=Heim,second=Gast,score=Ergebnis --json",
        "arpad look results.csv --write-aliases names.csv",
        "arpad look results.csv --out report.html",
    ),
)
@reading_options
@click.option(
    "--write-aliases",
    "proposal",
    metavar="FILE",
    help="Write the near-equal names here, as CSV: write yes or no in its column same, then read it with "
    "--aliases.",
)
@page_option
@force_option
@json_option
def command(
    files: tuple[str, ...],
    proposal: str | None,
    out: str | None,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Look at FILE... before anything is rated: what was read as what, and what looks like a mistake.

    Printed are the columns and what each was taken for, the rows by kind (games, byes, fixtures, rejected),
    the span of time, players, results, and groups of players who never met; then the rows that cannot be
    read, games that stand there twice, contradict each other or are dated far from the others; and names that
    may be one player's, with what speaks for it and against it. Nothing is changed, and nobody is merged.

    No row stops the reading. --json prints everything.
    """
    from arpad.cli import look_output
    from arpad.cli.lab_reading import check_page, source_in
    from arpad.cli.tables import as_json as print_json
    from arpad.core.writing import check, together
    from arpad.record.survey.proposing import PROPOSAL, write_aliases

    read = [*files, *options["players"], *([options["aliases"]] if options["aliases"] else [])]
    with together(read, force=force):
        if proposal is not None:
            check(proposal, PROPOSAL)
        if out is not None:
            check_page(out)
        survey = _survey(files, **options)
        notes = _of_players(survey, options["players"], options["aliases"], options["players_sheet"])
        if proposal is not None:
            write_aliases(proposal, survey.open_names)
        if out is not None:
            from arpad.office.pages.lab_report import write_report
            from arpad.office.pages.look_page import look_page

            page = look_page(survey, source=source_in(files, survey.record), notes=notes)
            write_report(page, out)
    if as_json:
        document = survey.as_dict()
        print_json(document | {"notes": [*document["notes"], *notes]})
    else:
        look_output.print_survey(survey, notes)
    for written in (proposal, out):
        if written is not None:
            click.echo(f"wrote {written}", err=as_json)


def _survey(
    files: tuple[str, ...],
    *,
    players: tuple[str, ...],
    columns: tuple[str, ...],
    byes: str | None,
    encoding: str | None,
    sheet: str | None,
    players_sheet: str | None,
    aliases: str | None,
    date_format: str | None,
    decimal: str | None,
    lenient: bool,
) -> Survey:
    """Look at the files, tournament reports among them."""
    from arpad.cli.options import columns_of
    from arpad.cli.reports import read_reports
    from arpad.record.survey import look

    given = {
        "--columns": columns,
        "--byes": byes is not None,
        "--sheet": sheet is not None,
        "--date-format": date_format is not None,
        "--decimal": decimal is not None,
    }
    refused = [option for option, value in given.items() if value]
    reports = read_reports(files, refused, lenient=lenient, encoding=encoding)
    if reports is not None:
        return look(reports, aliases=aliases)
    words = None if byes is None else [word for word in byes.split(",") if word.strip()]
    return look(
        list(files),
        columns=columns_of(columns),
        byes=words,
        encoding=encoding,
        sheet=sheet,
        aliases=aliases,
        dates=date_format,
        decimal=decimal,
    )


def _of_players(
    survey: Survey, files: tuple[str, ...], alias_file: str | None, sheet: str | None
) -> list[str]:
    """Return what there is to say of players files: columns that nothing uses, players without a game."""
    from pathlib import PurePath

    from arpad.core import counted
    from arpad.record.kinds.aliases import read_aliases
    from arpad.record.kinds.players import read_players, told_unused, unused, without_games

    aliases = None if alias_file is None else read_aliases(alias_file)
    notes = []
    for file in files:
        name = PurePath(file).name
        players = survey.record.players
        listed_players = read_players(file, players, aliases=aliases, sheet=sheet)
        note = told_unused(name, unused(listed_players))
        absent = without_games(file, players, aliases, sheet)
        notes += [] if note is None else [note]
        if absent:
            are = counted(len(absent), "player")
            notes.append(f"{name}: {are} without a game here, such as {absent[0]!r}")
    return notes
