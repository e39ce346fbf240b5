"""``arpad check``: judge the rounds of tournament reports, and pair them again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.cli.events import check_system
from arpad.cli.options import encoding_option, examples, json_option
from arpad.cli.pair_command import edition_of
from arpad.cli.tables import shown
from arpad.core import ArpadError, counted
from arpad.core.hostile import json_text

if TYPE_CHECKING:
    from arpad.tournament.legality import Finding


@click.command(
    "check",
    epilog=examples("arpad check open.trf", "arpad check *.trf --edition 2017 --json"),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--system", metavar="NAME", help="The pairing system; if not given, the report's, else fide-dutch."
)
@click.option(
    "--edition", metavar="DATE", help="The rules in force on that day; 2017 for the old Dutch system."
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="The seed of a report's lots; 0 if not given.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the system.")
@click.option("--legal", "only_legal", is_flag=True, help="Judge legality only; pair no round again.")
@encoding_option("reports")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    system: str | None,
    edition: str | None,
    seed: int | None,
    settings: tuple[str, ...],
    only_legal: bool,
    encoding: str | None,
    as_json: bool,
) -> None:
    """Judge every round of FILE..., pair it again, add the points up, and list what differs.

    A FILE is a tournament report (TRF), or the file of arpad tournament, whose rounds are paired again as
    things stood when they were paired. In team tournaments, the rounds of the teams are judged.

    Whether a round is legal is judged from the crosstable alone, by code that shares nothing with the
    pairing. The exit code is 1 if anything was found, 2 if a file cannot be judged.
    """
    from arpad.cli.judging import CheckOptions, judge

    if system is not None:
        check_system(system)
    asked = CheckOptions(system, edition_of(edition), seed, settings, only_legal, encoding=encoding)
    found = unread = 0
    for file in files:
        try:
            rounds, findings, notes = judge(file, asked)
        except (ArpadError, OSError) as error:
            if len(files) == 1:
                raise
            unread += 1
            if as_json:
                click.echo(json_text({"file": file, "error": str(error)}))
            else:
                said = str(error) if file in str(error) else f"{file}: {error}"
                click.echo(f"arpad: {shown(said)}", err=True)
            continue
        found += len(findings)
        if as_json:
            row: dict[str, Any] = {
                "file": file,
                "rounds": rounds,
                "findings": [_as_dict(f) for f in findings],
            }
            click.echo(json_text(row | ({"notes": notes} if notes else {})))
            continue
        for finding in findings:
            click.echo(f"{file}: {finding.line()}")
        said = f"{counted(len(findings), 'finding')}" if findings else "nothing found"
        click.echo(f"{file}: {counted(rounds, 'round')} checked, {said}")
        for note in notes:
            click.echo(f"{file}: {note}", err=True)
    if unread:
        ctx.exit(2)
    if found:
        ctx.exit(1)


def _as_dict(finding: Finding) -> dict[str, Any]:
    return {
        "round": finding.round,
        "article": finding.article,
        "text": finding.text,
        "players": list(finding.players),
        "difference": finding.difference,
    }
