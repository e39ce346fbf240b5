"""``arpad tournament next``, ``copy``, ``standings``: tournaments that follow another, and tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from arpad.cli.acts import answering, file_argument, note_repeated, op_option, read_book, request_of
from arpad.cli.options import json_option
from arpad.cli.tables import shown
from arpad.core import BadInput, counted


@click.command("standings", short_help="Print the standings.")
@file_argument
@click.option(
    "--tiebreaks", metavar="CODES", help="Tie-breaks, such as BH/C1,SB; the system's own if not given."
)
@click.option("--group", metavar="LETTER", help="Only this group of a tournament of groups.")
@json_option
def standings(file: Path, tiebreaks: str | None, group: str | None, as_json: bool) -> None:
    """Print the standings; of groups, a table for each group."""
    from arpad.cli.standings_output import print_standings
    from arpad.office.desk.stages import groups_of
    from arpad.rulebooks.tournament_report.ranking import ranked

    tournament = read_book(file).tournament()
    if group is not None:
        groups = groups_of(tournament)
        if group not in groups:
            raise BadInput(f"there is no group {group!r}", remedy=f"There are {', '.join(groups)}.")
        tournament = replace(groups[group], system="round-robin")
    print_standings(ranked(tournament, tiebreaks or None), as_json=as_json)


@click.command("next", short_help="Begin the next stage with the participants who qualify.")
@file_argument
@click.argument("out", metavar="NEW", type=click.Path(path_type=Path))
@click.option(
    "--take", type=click.IntRange(1), default=2, show_default=True, metavar="N", help="How many go on."
)
@click.option("--system", default="knockout", show_default=True, metavar="NAME", help="The pairing system.")
@click.option(
    "--rounds", type=click.IntRange(0, 999), default=0, metavar="R", help="How many rounds are planned."
)
@click.option("--name", default="", help="The tournament's title.")
@click.option("--tiebreaks", metavar="CODES", help="What decides who goes on; the system's own if not given.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the system.")
@op_option
def next_(
    file: Path,
    out: Path,
    take: int,
    system: str,
    rounds: int,
    name: str,
    tiebreaks: str | None,
    settings: tuple[str, ...],
    op: str,
) -> None:
    """Begin the file NEW with the first N of FILE, of groups with the first N of each.

    Two each of an even number of groups that fill a knockout meet across: A1–B2, C1–D2 …, B1–A2, so that two
    of a group can meet again in the final only. Else numbers go by places, and then by groups.
    """
    from arpad.cli.tournament_settings import settings_of
    from arpad.office.desk.stages import next_stage, points_of
    from arpad.office.events.entries import Added
    from arpad.office.log.event_file import EventFile
    from arpad.office.log.event_log import EventLog
    from arpad.rulebooks.standings import codes_of

    book = read_book(file)
    tournament = book.tournament()
    new = EventLog.new(
        name=name or out.stem,
        system=system,
        rounds=rounds,
        seed=tournament.seed,
        points=points_of(tournament),
        settings=settings_of(system, settings, rounds, None),
    )
    later = next_stage(book, new, take, codes_of(tiebreaks or None))
    request = request_of(op, "next", file, take, system, rounds, name, tiebreaks, settings)
    done = EventFile(out).create(later, op=op, request=request)
    note_repeated(done, op)
    with answering():
        for event in done.events:
            if isinstance(event, Added):
                click.echo(f"{event.number:3d}  {shown(event.name)}")


@click.command("copy", short_help="Begin another tournament with the same plan.")
@file_argument
@click.argument("out", metavar="NEW", type=click.Path(path_type=Path))
@click.option("--name", default="", help="The tournament's title.")
@click.option("--without-participants", is_flag=True, help="Leave the participants out.")
@click.option(
    "--seed",
    type=click.IntRange(-(2**63), 2**63),
    help="The number that all lots are drawn from; that of FILE if it is not given.",
)
@op_option
def copy(file: Path, out: Path, name: str, without_participants: bool, seed: int | None, op: str) -> None:
    """Begin the file NEW with the plan of FILE: system, settings, points, tie-breaks, and the participants.

    Teams have their players. Rounds, results, absences and days are not copied.
    """
    from arpad.office import desk
    from arpad.office.log.event_file import EventFile

    new = desk.copied(read_book(file), name or out.stem, participants=not without_participants, seed=seed)
    request = request_of(op, "copy", file, name, without_participants, seed)
    done = EventFile(out).create(new, op=op, request=request)
    note_repeated(done, op)
    tournament = done.after.tournament()
    with answering():
        click.echo(f"{out}: {tournament.system}, {counted(len(tournament.entrants), 'participant')}")
