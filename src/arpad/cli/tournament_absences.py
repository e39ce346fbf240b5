"""``arpad tournament away``, ``back``, ``bye``: who misses which rounds, and what that brings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.cli.acts import act_options, answer, do, file_argument
from arpad.cli.options import Option
from arpad.cli.tables import shown

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog
    from arpad.office.log.store import Done

rounds_option: Option = click.option(
    "--round",
    "rounds",
    type=click.IntRange(1, 999),
    multiple=True,
    help="Round (default: all remaining rounds).",
)


@click.command("away", short_help="Note that a participant will miss rounds.")
@file_argument
@click.argument("who")
@rounds_option
@click.option(
    "--bye",
    type=click.Choice(["half", "full", "zero"]),
    default="zero",
    show_default=True,
    help="Points for the bye.",
)
@act_options
def away(file: Path, who: str, rounds: tuple[int, ...], bye: str, as_json: bool, op: str) -> None:
    """Leave a participant out of rounds that are not paired yet: a bye asked for, or a withdrawal.

    Round robins, knockouts and other fixed formats pair the participant nevertheless; the result is a
    forfeit.
    """
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    def change(book: EventLog) -> EventLog:
        return desk.away(book, number_of(book.tournament(), who), rounds, bye)

    _answer(do(file, change, op, "away", who, rounds, bye), "away", as_json)


@click.command("back", short_help="Note that a participant who was away plays again.")
@file_argument
@click.argument("who")
@rounds_option
@act_options
def back(file: Path, who: str, rounds: tuple[int, ...], as_json: bool, op: str) -> None:
    """Pair a participant again who was away; missed rounds stay as they were."""
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    def change(book: EventLog) -> EventLog:
        return desk.back(book, number_of(book.tournament(), who), rounds)

    _answer(do(file, change, op, "back", who, rounds), "back", as_json)


def _answer(done: Done, word: str, as_json: bool) -> None:
    """Say who is away or back, and when."""
    from arpad.core import numbered_as
    from arpad.office.events.entries import Away, Back

    (event,) = done.events
    assert isinstance(event, Away | Back)
    tournament = done.after.tournament()
    when = (
        f"in {numbered_as('round', event.rounds)}"
        if event.rounds
        else f"from round {tournament.played + 1} on"
    )
    name = tournament.by_number[done.after.number_of(event.entrant)].name
    answer(done, as_json, [f"{shown(name)} is {word} {when}"])


@click.command("bye", short_help="Give a bye, also of a round that is paired.")
@file_argument
@click.argument("who")
@click.option("--round", "at", type=click.IntRange(1, 999), help="The round; the last if not given.")
@click.option(
    "--points",
    type=click.Choice(["half", "full", "zero", "pairing"]),
    required=True,
    help="What it brings; pairing is the bye of an odd number, and whoever had it takes the seat.",
)
@act_options
def bye(file: Path, who: str, at: int | None, points: str, as_json: bool, op: str) -> None:
    """Give a participant a bye: of a round to come, or of a round already paired in which they do not play.

    With --points pairing the participant changes places with the one who has the round's pairing-allocated
    bye.
    """
    from arpad.cli.acts import round_of
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    def change(book: EventLog) -> EventLog:
        tournament = book.tournament()
        whose = number_of(tournament, who)
        if points == "pairing":
            return desk.swap_bye(book, whose, at=at)
        return desk.give_bye(book, whose, round_of(tournament, at) if at is None else at, points)

    answer(do(file, change, op, "bye", who, at, points), as_json)
