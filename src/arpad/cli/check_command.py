"""``arpad check``: judge the rounds of tournament reports, and pair them again."""

from __future__ import annotations

from pathlib import Path

import click

from arpad.cli.events import check_system
from arpad.cli.options import encoding_option, examples, json_option
from arpad.cli.tables import faint, shown
from arpad.core import ArpadError, BadInput, counted
from arpad.core.hostile import json_text


@click.command(
    "check",
    epilog=examples(
        "arpad check open.trf", "arpad check open.trf --round 3", "arpad check *.trf --edition 2017 --json"
    ),
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
@click.option("--round", "at", type=int, metavar="N", help="One round alone, with all that was found in it.")
@click.option("--details", is_flag=True, help="List every finding, not the first of each kind a round.")
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
    at: int | None,
    details: bool,
    encoding: str | None,
    as_json: bool,
) -> None:
    """Judge every round of FILE..., pair it again, and add the points up.

    Each file has a verdict; where something is found, each round has one, with its first finding. --details
    lists all findings.

    A FILE is a tournament report (TRF), or the file of arpad tournament, whose rounds are paired again as
    things stood when they were paired. In team tournaments, the rounds of the teams are judged.

    Whether a round is legal is judged from the crosstable alone, by code that shares nothing with the
    pairing. The exit code is 1 if anything was found, 2 if a file cannot be judged.
    """
    from arpad.cli.tournament_settings import typed_settings
    from arpad.cli.verdicts import lines as verdict_lines
    from arpad.office.tournament_reports import STDIN, check, read_report
    from arpad.rulebooks.tournament_report.rules import edition_day

    if system is not None:
        check_system(system)
    on, chosen = edition_day(edition), typed_settings(settings)
    total = unread = 0
    for file in files:
        try:
            report = read_report(file if file == STDIN else Path(file), encoding=encoding)
            judgement = check(report, system, edition=on, seed=seed, settings=chosen, only_legal=only_legal)
            if at is not None and not 1 <= at <= judgement.rounds:
                raise BadInput(f"there is no round {at}", file=file, remedy=_remedy(judgement.rounds))
        except (ArpadError, OSError) as error:
            if len(files) == 1:
                raise
            unread += 1
            if as_json:
                click.echo(json_text({"file": file, "error": str(error)}))
            else:
                message = str(error) if file in str(error) else f"{file}: {error}"
                click.echo(f"arpad: {shown(message)}", err=True)
            continue
        findings = judgement.findings if at is None else judgement.of_round(at)
        total += len(findings)
        if as_json:
            click.echo(json_text({"file": file, **judgement.as_dict(at)}))
            continue
        summary = counted(len(findings), "finding") if findings else "nothing found"
        what = counted(judgement.rounds, "round") if at is None else f"round {at}"
        click.echo(f"{file}: {what} checked, {summary}")
        if findings or at is not None:
            whole = details or at is not None
            for line in verdict_lines(judgement, shown=None if whole else 1, only=at):
                click.echo(shown(line))
            if not whole and len(findings) > 1:
                click.echo(faint("  --details lists all findings, --round N those of a round"))
        for note in judgement.notes:
            click.echo(shown(f"{file}: {note}"), err=True)
    if unread:
        ctx.exit(2)
    if total:
        ctx.exit(1)


def _remedy(rounds: int) -> str:
    return f"It has {counted(rounds, 'round')}." if rounds else "No round is paired yet."
