"""``arpad check``: judge the rounds of tournament reports, and pair them again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.options import examples, json_option
from arpad.cli.pair_command import edition_of
from arpad.cli.tables import shown
from arpad.core import ArpadError, counted

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.logbook import Logbook
    from arpad.tournament import Tournament
    from arpad.tournament.legality import Finding
    from arpad.tournament.trf import Document


@click.command(
    "check",
    short_help="Check a tournament report or an event's file: legality, pairings, points.",
    epilog=examples("arpad check open.trf", "arpad check *.trf --edition 2017 --json"),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--system", metavar="NAME", help="The pairing system; if not given, the report's, else fide-dutch."
)
@click.option(
    "--edition", metavar="DATE", help="The rules in force on that day; 2017 for the old Dutch system."
)
@click.option("--legal", "only_legal", is_flag=True, help="Judge only what is legal; pair nothing again.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    system: str | None,
    edition: str | None,
    only_legal: bool,
    as_json: bool,
) -> None:
    """Judge every round of FILE..., pair it again, add the points up, and list what differs.

    A FILE is a tournament report (TRF), or the file of arpad tournament, whose rounds are paired again as
    things stood when they were paired.

    Whether a round is legal is judged from the crosstable alone, by code that the pairing has no part in. The
    exit code is 1 if anything was found, 2 if a file cannot be judged.
    """
    import json

    on = edition_of(edition)
    found = unread = 0
    for file in files:
        try:
            rounds, findings, assumed = _check(file, system, on, only_legal)
        except (ArpadError, OSError) as error:
            if len(files) == 1:
                raise
            unread += 1
            if as_json:
                click.echo(json.dumps({"file": file, "error": str(error)}, ensure_ascii=False))
            else:
                click.echo(f"arpad: {shown(str(error))}", err=True)
            continue
        found += len(findings)
        if as_json:
            row: dict[str, Any] = {
                "file": file,
                "rounds": rounds,
                "findings": [_as_dict(f) for f in findings],
            }
            click.echo(json.dumps(row, ensure_ascii=False))
            continue
        for finding in findings:
            click.echo(f"{file}: {finding.line()}")
        said = f"{counted(len(findings), 'finding')}" if findings else "nothing found"
        click.echo(f"{file}: {counted(rounds, 'round')} checked, {said}")
        if assumed and any(finding.difference for finding in findings):
            click.echo(
                f"{file}: it names no system (192), and was judged by {assumed}: --system says another",
                err=True,
            )
    if unread:
        ctx.exit(2)
    if found:
        ctx.exit(1)


def _check(
    file: str, system: str | None, on: date | None, only_legal: bool
) -> tuple[int, list[Finding], str]:
    """Return how many rounds were judged, what was found, and the system if the report names none."""
    from arpad.cli.events import is_logbook
    from arpad.office.logbook import Logbook
    from arpad.rulebooks.fide.legality import rules_of
    from arpad.rulebooks.pairings import system_of
    from arpad.tournament.checking import differences, illegal
    from arpad.tournament.legality import Finding
    from arpad.tournament.trf import read_document

    if is_logbook(file):
        return *_check_event(Logbook.read(Path(file)), system, on, only_legal), ""
    document = read_document(Path(file))
    tournament = document.tournament(lenient=True)
    assumed = "" if system or tournament.details.get("encoded_type") else tournament.system
    tournament = replace(tournament, system=system or tournament.system, edition=on or tournament.edition)
    findings = [Finding(0, "", warning.problem) for warning in document.warnings]
    findings += illegal(tournament, rules_of(tournament.system))
    if not only_legal:
        findings += differences(tournament, system_of(tournament))
    findings += _misplaced(document, tournament)
    return tournament.played, sorted(findings, key=lambda finding: finding.round), assumed


def _check_event(
    book: Logbook, system: str | None, on: date | None, only_legal: bool
) -> tuple[int, list[Finding]]:
    """Return how many rounds of an event were judged, and what was found.

    A round is paired again as things stood when it was paired: a result that was corrected since, or numbers
    that changed with a late entry, are no fault of it.
    """
    from arpad.rulebooks.fide.legality import rules_of
    from arpad.rulebooks.pairings import system_of
    from arpad.tournament.checking import differences, illegal

    def chosen(tournament: Tournament) -> Tournament:
        return replace(tournament, system=system or tournament.system, edition=on or tournament.edition)

    tournament = chosen(book.tournament())
    findings = list(illegal(tournament, rules_of(tournament.system)))
    if not only_legal:
        differing = list(differences(tournament, system_of(tournament)))
        for at in sorted({finding.round for finding in differing}):
            then = chosen(book.after_pairing(at).tournament())
            findings += [one for one in differences(then, system_of(then)) if one.round == at]
    return tournament.played, sorted(findings, key=lambda finding: finding.round)


def _misplaced(document: Document, tournament: Tournament) -> list[Finding]:
    """Return whose rank is not that of the tie-breaks that the report names; none if it names none."""
    from arpad.rulebooks.standings import edition_for, standings
    from arpad.tournament.legality import Finding

    if not tournament.tiebreaks or tournament.rounds[-1:] == () or tournament.rounds[-1].pending:
        return []
    made = standings(tournament, None, edition_for(tournament))
    found = []
    for line in document.of("001"):
        number, rank = line.text[4:8].strip(), line.text[85:89].strip()
        if number.isdigit() and rank.isdigit() and int(number) in made.by_number:
            place = made.by_number[int(number)].rank
            shared = sum(other.rank == place for other in made.places)
            if not place <= int(rank) < place + shared:
                said = f"{number} has the rank {rank}; by {', '.join(made.codes)} it is {place}"
                found.append(Finding(0, "C.07", said, (int(number),), difference=True))
    return found


def _as_dict(finding: Finding) -> dict[str, Any]:
    return {
        "round": finding.round,
        "article": finding.article,
        "text": finding.text,
        "players": list(finding.players),
        "difference": finding.difference,
    }
