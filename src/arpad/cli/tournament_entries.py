"""``arpad tournament add``, ``away``, ``back``: who takes part, and in which rounds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.tables import shown
from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.office.logbook import Logbook

AWAY = {"half": "H", "full": "F", "zero": "Z"}

file_argument = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))


def numbered_as(noun: str, numbers: Sequence[int]) -> str:
    """Return things by their numbers: ``board 3``, ``boards 3, 4``."""
    return f"{noun}{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}"


def read_book(file: Path) -> Logbook:
    """Read the file of a tournament."""
    from arpad.office.logbook import Logbook

    return Logbook.read(file)


@click.command("add", short_help="Enter a participant.")
@file_argument
@click.argument("name", required=False)
@click.option(
    "--from", "entries", metavar="CSV", type=click.Path(path_type=Path), help="Enter everybody of a file."
)
@click.option("--rating", type=click.IntRange(0, 9999), default=0, help="In whole points.")
@click.option("--federation", default="", metavar="F", help="Country or federation: KOR.")
@click.option("--title", default="", metavar="T", help="GM, IM, …")
@click.option("--club", default="", metavar="C", help="Club.")
@click.option("--grade", default="", metavar="G", help="Go rank: 3d, 12k.")
@click.option(
    "--by-rating",
    is_flag=True,
    help="Who is late gets the number of the rating, and all below move down; until round 4 is paired.",
)
def add(file: Path, name: str | None, entries: Path | None, by_rating: bool, **known: Any) -> None:
    """Enter a participant, or all of a CSV file with a column name; who is late joins in the next round.

    Before the first round the systems that rank by rating (FIDE's Swiss systems) number everybody. Who comes
    later gets the next number, or with --by-rating the one that the rating gives: numbers are provisional as
    long as entries come (C.04.2, 2.5), and stay from the pairing of round 4 on (2.3).
    """
    from arpad.office.desk import entered, entered_from

    book = read_book(file)
    if (name is None) == (entries is None):
        raise BadInput("one participant is entered by name, many with --from CSV")
    if entries is not None:
        later = entered_from(book, entries, by_rating=by_rating)
    else:
        later = entered(book, name or "", known, by_rating=by_rating)
    later.write(file, known=book)
    for event in later.events[len(book.events) :]:
        click.echo(f"{event['number']:3d}  {shown(event['name'])}")
        if event.get("insert"):
            click.echo(f"the numbers from {event['number']} on have moved up by one", err=True)


@click.command("away", short_help="Note that somebody will miss rounds.")
@file_argument
@click.argument("who")
@click.option(
    "--round", "rounds", type=click.IntRange(1), multiple=True, help="Which; all to come if not given."
)
@click.option("--bye", type=click.Choice(list(AWAY)), default="zero", show_default=True, help="Worth what.")
def away(file: Path, who: str, rounds: tuple[int, ...], bye: str) -> None:
    """Leave somebody out of rounds that are not paired yet: a bye asked for, or a withdrawal.

    Round robins, knockouts and other fixed formats pair them nevertheless; the result is a forfeit.
    """
    from arpad.cli.pages import number_of
    from arpad.office.desk import gone

    book = read_book(file)
    number = number_of(book.tournament(), who)
    later = gone(book, number, rounds, AWAY[bye])
    later.write(file, known=book)
    event, tournament = later.events[-1], later.tournament()
    if "rounds" in event:
        when = f"in {numbered_as('round', event['rounds'])}"
    else:
        when = f"from round {tournament.played + 1} on"
    click.echo(f"{shown(tournament.by_number[number].name)} is away {when}")


@click.command("back", short_help="Note that somebody who was away plays again.")
@file_argument
@click.argument("who")
@click.option(
    "--round", "rounds", type=click.IntRange(1), multiple=True, help="Which; all to come if not given."
)
def back(file: Path, who: str, rounds: tuple[int, ...]) -> None:
    """Pair somebody again who was away; rounds that were missed stay what they were."""
    from arpad.cli.pages import number_of
    from arpad.office.desk import returned

    book = read_book(file)
    tournament = book.tournament()
    number = number_of(tournament, who)
    later = returned(book, number, rounds)
    later.write(file, known=book)
    said = (
        f"in {numbered_as('round', sorted(set(rounds)))}"
        if rounds
        else f"from round {tournament.played + 1} on"
    )
    click.echo(f"{shown(tournament.by_number[number].name)} is back {said}")
