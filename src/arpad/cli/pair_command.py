"""``arpad pair``: the next round of a tournament report, as the engines of the field print it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.events import read_to_pair
from arpad.cli.options import examples
from arpad.core import ArpadError, BadInput

if TYPE_CHECKING:
    from arpad.tournament import Paired, Round, Tournament

NO_PAIRING, UNEXPECTED, BAD_REQUEST, TOO_LARGE, BAD_FILE = range(1, 6)
"""Exit codes, as bbpPairings and JaVaFo use them."""

YEARS = {"2017": date(2017, 7, 1), "2026": date(2026, 2, 1)}
"""Editions that are also called by their year."""


def edition_of(text: str | None) -> date | None:
    """Read an edition: a day, or a year by which it is known.

    Raises:
        BadInput: it is neither.
    """
    if text is None:
        return None
    if text in YEARS:
        return YEARS[text]
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is no day", remedy="Write 2026-02-01, or 2017.") from None


@click.command(
    "pair",
    short_help="Pair the next round of a tournament report (TRF, or an event's file).",
    epilog=examples(
        "arpad pair open.trf",
        "arpad pair open.trf --edition 2017 --explain",
        "arpad pair open.trf --page round7.html",
        "arpad pair open.trf --why-not 3 'Ann Lee'",
        "arpad pair open.trf -p round7.txt",
        "arpad pair *.trf --json",
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--system", metavar="NAME", help="The pairing system; if not given, the report's, else fide-dutch."
)
@click.option("--dutch", "system", flag_value="fide-dutch", help="FIDE's Dutch system.")
@click.option("--burstein", "system", flag_value="fide-burstein", help="FIDE's Burstein system.")
@click.option(
    "--edition", metavar="DATE", help="The rules in force on that day; 2017 for the old Dutch system."
)
@click.option("--explain", "explained", is_flag=True, help="Say why, bracket by bracket, after the pairs.")
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    metavar="FILE.html",
    help="Write the explanation as a page that unfolds, too.",
)
@click.option(
    "--why-not",
    "against",
    nargs=2,
    metavar="A B",
    help="Instead of pairing: what the pair A–B would have cost, by number or name; B may be bye.",
)
@click.option(
    "-p",
    "--pairs",
    "out",
    is_flag=False,
    flag_value="-",
    metavar="[OUT]",
    help="Write the pairs into a file; other programs call engines like this.",
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each file.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    system: str | None,
    edition: str | None,
    explained: bool,
    page: Path | None,
    against: tuple[str, str] | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Pair the next round of FILE: the number of pairs, then White and Black of each, 0 for the bye.

    FILE is a tournament report (TRF), or the file of arpad tournament; nothing is written into it. Before the
    first round the numbers are those that arpad tournament pair will give.

    Exit codes are those of the field's engines: 0 paired, 1 no legal round exists, 2 something unexpected,
    3 a bad request, 4 too large, 5 a file that cannot be read or written.
    """
    if against is not None or page is not None:
        if len(files) > 1:
            _stop(ctx, BAD_REQUEST, BadInput("one file at a time is compared, or made a page of"))
        if page is not None and page.suffix.lower() != ".html":
            _stop(ctx, BAD_REQUEST, BadInput("a page is a file that ends in .html", file=str(page)))
    try:
        on = edition_of(edition)
    except BadInput as error:
        _stop(ctx, BAD_REQUEST, error)
    if as_json and against is None:
        _lines(files, system, on, explained)
        return
    if len(files) > 1:
        _stop(ctx, BAD_REQUEST, BadInput("several files are paired with --json only"))
    try:
        tournament = read_to_pair(files[0])
    except (ArpadError, OSError) as error:
        _stop(ctx, BAD_FILE, error)
    from arpad.tournament import NoLegalRound

    try:
        if against is not None:
            _compare(tournament, system, on, against, page, as_json)
            return
        paired = _paired(tournament, system, on)
    except NoLegalRound as error:
        _stop(ctx, NO_PAIRING, error)
    except ArpadError as error:
        _stop(ctx, BAD_REQUEST, error)
    text = "".join(f"{line}\n" for line in engine_lines(paired.round))
    if out is None or out == "-":
        click.echo(text, nl=False)
    else:
        try:
            Path(out).write_text(text, encoding="ascii")
        except OSError as error:
            _stop(ctx, BAD_FILE, error)
    if page is not None:
        from arpad.cli.pages import write_explanation

        try:
            chosen = _chosen(tournament, system, on)
            write_explanation(page, paired.explain(), chosen, f"Round {tournament.played + 1}")
        except ArpadError as error:
            _stop(ctx, BAD_FILE, error)
    if explained:
        click.echo()
        for line in paired.explain().lines():
            click.echo(line)


def engine_lines(one: Round) -> list[str]:
    """Return a round as engines print it: how many pairs, then each; the pairing's bye as ``id 0``."""
    pairs = pairs_of(one)
    return [str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]


def pairs_of(one: Round) -> list[tuple[int, int]]:
    """Return White's and Black's numbers by board, and who has the pairing's bye with 0."""
    from arpad.tournament import Result

    free = [(bye.number, 0) for bye in one.byes if bye.result is Result.PAIRING_BYE]
    return [(game.white, game.black) for game in one.pairings] + free


def _chosen(tournament: Tournament, system: str | None, on: date | None) -> Tournament:
    from dataclasses import replace

    return replace(tournament, system=system or tournament.system, edition=on or tournament.edition)


def _paired(tournament: Tournament, system: str | None, on: date | None) -> Paired:
    from arpad.rulebooks.pairings import system_of

    chosen = _chosen(tournament, system, on)
    return system_of(chosen).pair(chosen)


def _compare(
    tournament: Tournament,
    system: str | None,
    on: date | None,
    against: tuple[str, str],
    page: Path | None,
    as_json: bool,
) -> None:
    from arpad.cli.pages import compared, print_explanation, write_explanation

    chosen = _chosen(tournament, system, on)
    told = compared(chosen, *against)
    if page is not None:
        write_explanation(page, told, chosen, f"Round {chosen.played + 1}")
    print_explanation(told, as_json)


def _lines(files: tuple[str, ...], system: str | None, on: date | None, explained: bool) -> None:
    import json

    for file in files:
        row: dict[str, Any] = {"file": file}
        try:
            paired = _paired(read_to_pair(file), system, on)
            row["pairs"] = [list(pair) for pair in pairs_of(paired.round)]
            if explained:
                row["explanation"] = paired.explain().as_dict()
        except (ArpadError, OSError) as error:
            row["error"] = str(error)
        click.echo(json.dumps(row, ensure_ascii=False))


def _stop(ctx: click.Context, code: int, error: Exception) -> None:
    from arpad.cli.tables import visible

    click.echo(f"arpad: {visible(str(error))}", err=True)
    ctx.exit(code)
