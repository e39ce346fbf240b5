"""``arpad tournament add``, ``away``, ``back``: who takes part, and in which rounds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.acts import answering, do, op_option
from arpad.cli.tables import shown
from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog

file_argument = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))


def numbered_as(noun: str, numbers: Sequence[int]) -> str:
    """Return things by their numbers: ``board 3``, ``boards 3, 4``."""
    return f"{noun}{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}"


def read_book(file: Path) -> EventLog:
    """Read the file of a tournament."""
    from arpad.office.log.event_file import EventFile

    return EventFile(file).read()


@click.command("add", short_help="Enter a participant.")
@file_argument
@click.argument("name", required=False)
@click.option(
    "--from",
    "entries",
    metavar="CSV",
    type=click.Path(path_type=Path),
    help="Enter all participants of a file.",
)
@click.option("--rating", type=click.IntRange(0, 9999), default=0, help="The rating, in whole points.")
@click.option("--federation", default="", metavar="F", help="Country or federation: KOR.")
@click.option("--title", default="", metavar="T", help="GM, IM, …")
@click.option("--club", default="", metavar="C", help="Club.")
@click.option("--grade", default="", metavar="G", help="Go rank: 3d, 12k.")
@click.option(
    "--by-rating",
    is_flag=True,
    help="A late entrant gets the number of the rating, and all below move down; until round 4 is paired.",
)
@op_option
def add(file: Path, name: str | None, entries: Path | None, by_rating: bool, op: str, **known: Any) -> None:
    """Enter a participant, or all of a CSV file with a column name; a late entrant joins in the next round.

    Before the first round the systems that rank by rating (FIDE's Swiss systems) number all participants. A
    participant who comes later gets the next number, or with --by-rating the number that the rating gives:
    numbers are provisional as long as entries come (C.04.2, 2.5), and stay from the pairing of round 4 on
    (2.3).
    """
    from arpad.office import desk
    from arpad.office.events.entries import Added

    if (name is None) == (entries is None):
        raise BadInput("one participant is entered by name, many with --from CSV")

    def change(book: EventLog) -> EventLog:
        if entries is not None:
            return desk.enter_from(book, entries, by_rating=by_rating)
        return desk.enter(book, name or "", known, by_rating=by_rating)

    done = do(file, change, op, "add", name, entries, by_rating, known)
    with answering():
        for event in done.events:
            assert isinstance(event, Added)
            click.echo(f"{event.number:3d}  {shown(event.name)}")
            if event.insert:
                click.echo(f"the numbers from {event.number} on have moved up by one", err=True)


@click.command("away", short_help="Note that a participant will miss rounds.")
@file_argument
@click.argument("who")
@click.option(
    "--round",
    "rounds",
    type=click.IntRange(1, 999),
    multiple=True,
    help="Round (default: all remaining rounds).",
)
@click.option(
    "--bye",
    type=click.Choice(["half", "full", "zero"]),
    default="zero",
    show_default=True,
    help="Points for the bye.",
)
@op_option
def away(file: Path, who: str, rounds: tuple[int, ...], bye: str, op: str) -> None:
    """Leave a participant out of rounds that are not paired yet: a bye asked for, or a withdrawal.

    Round robins, knockouts and other fixed formats pair the participant nevertheless; the result is a
    forfeit.
    """
    from arpad.cli.pages import number_of
    from arpad.office import desk
    from arpad.office.events.entries import Away

    def change(book: EventLog) -> EventLog:
        return desk.away(book, number_of(book.tournament(), who), rounds, bye)

    done = do(file, change, op, "away", who, rounds, bye)
    (event,) = done.events
    assert isinstance(event, Away)
    tournament = done.after.tournament()
    with answering():
        if event.rounds:
            when = f"in {numbered_as('round', event.rounds)}"
        else:
            when = f"from round {tournament.played + 1} on"
        name = tournament.by_number[done.after.number_of(event.entrant)].name
        click.echo(f"{shown(name)} is away {when}")


@click.command("back", short_help="Note that a participant who was away plays again.")
@file_argument
@click.argument("who")
@click.option(
    "--round",
    "rounds",
    type=click.IntRange(1, 999),
    multiple=True,
    help="Round (default: all remaining rounds).",
)
@op_option
def back(file: Path, who: str, rounds: tuple[int, ...], op: str) -> None:
    """Pair a participant again who was away; missed rounds stay as they were."""
    from arpad.cli.pages import number_of
    from arpad.office import desk
    from arpad.office.events.entries import Back

    def change(book: EventLog) -> EventLog:
        return desk.back(book, number_of(book.tournament(), who), rounds)

    done = do(file, change, op, "back", who, rounds)
    (event,) = done.events
    assert isinstance(event, Back)
    tournament = done.after.tournament()
    with answering():
        if event.rounds:
            said = f"in {numbered_as('round', event.rounds)}"
        else:
            said = f"from round {tournament.played + 1} on"
        name = tournament.by_number[done.after.number_of(event.entrant)].name
        click.echo(f"{shown(name)} is back {said}")
