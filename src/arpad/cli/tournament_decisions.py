"""``arpad tournament forbid``, ``colour``, ``board``, ``fix``, ``penalty``, ``accelerate``: decisions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.cli.acts import act_options, answer, do, file_argument
from arpad.cli.rounds import all_lines, round_as_dict
from arpad.cli.tournament_rounds import round_option
from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog


@click.command("forbid", short_help="Keep two participants apart.")
@file_argument
@click.argument("a")
@click.argument("b")
@click.option("--lift", is_flag=True, help="Let them meet again.")
@click.option("--first", type=click.IntRange(1, 999), metavar="R", help="From this round on.")
@click.option("--last", type=click.IntRange(1, 999), metavar="R", help="Up to this round.")
@act_options
def forbid(
    file: Path, a: str, b: str, lift: bool, first: int | None, last: int | None, as_json: bool, op: str
) -> None:
    """Forbid A and B, by number or name, to meet; pairings from now on keep them apart."""
    from arpad.office import desk
    from arpad.office.events.fields import MOST_ROUNDS
    from arpad.tournament.participants import number_of

    if lift and (first or last):
        raise BadInput(
            "--lift ends a prohibition for all rounds",
            remedy="Leave out --first and --last.",
            code="prohibition.lift-rounds",
        )

    def change(book: EventLog) -> EventLog:
        both = [number_of(book.tournament(), who) for who in (a, b)]
        if lift:
            return desk.allow(book, *both)
        return desk.forbid(book, *both, first=first, last=last or MOST_ROUNDS)

    answer(do(file, change, op, "forbid", a, b, lift, first, last), as_json)


@click.command("colour", short_help="Set the colour that was drawn.")
@file_argument
@click.argument("drawn", metavar="white|black", type=click.Choice(["white", "black"]))
@act_options
def colour(file: Path, drawn: str, as_json: bool, op: str) -> None:
    """Set the colour that was drawn for number 1 in round 1, before that round is paired."""
    from arpad.office import desk

    answer(do(file, lambda book: desk.draw_colour(book, drawn), op, "colour", drawn), as_json)


@click.command("board", short_help="Set a board by hand.")
@file_argument
@click.argument("number", metavar="N", type=click.IntRange(1))
@click.option("--white", required=True, metavar="A", help="Who has White, by number or name.")
@click.option("--black", required=True, metavar="B", help="Who has Black.")
@round_option
@act_options
def board(file: Path, number: int, white: str, black: str, at: int | None, as_json: bool, op: str) -> None:
    """Set board N of a round by hand; whoever is displaced takes the place that is left.

    The next number after the last is a new board, for two who have none. What departs from the rules is done
    and said; the boards stay marked as set by hand.
    """
    from arpad.office import desk
    from arpad.office.events.rounds import BoardsSet
    from arpad.tournament.participants import number_of

    def change(book: EventLog) -> EventLog:
        tournament = book.tournament()
        both = [number_of(tournament, who) for who in (white, black)]
        return desk.set_board(book, number, *both, at=at)

    done = do(file, change, op, "board", number, white, black, at)
    which = next(event.round for event in done.events if isinstance(event, BoardsSet))
    tournament = done.after.tournament()
    answer(
        done,
        as_json,
        [f"Round {which}", *all_lines(tournament, which)],
        round_as_dict(tournament, which) if as_json else None,
    )


@click.command("fix", short_help="Keep a board for a participant.")
@file_argument
@click.argument("who")
@click.argument("number", metavar="BOARD", type=click.IntRange(0))
@act_options
def fix(file: Path, who: str, number: int, as_json: bool, op: str) -> None:
    """Let a participant play at one board in every round to come; 0 lifts it."""
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    def change(book: EventLog) -> EventLog:
        return desk.fix_board(book, number_of(book.tournament(), who), number)

    answer(do(file, change, op, "fix", who, number), as_json)


def _amount(text: str) -> Fraction:
    """Read points: ``1``, ``½``, ``1.5``, ``1/2``.

    Raises:
        BadInput: they are no such number, or not above 0.
    """
    word = text.strip()
    if word.endswith("½") and word[:-1].isdecimal():
        word = f"{word[:-1]}.5"
    try:
        found = Fraction(word.replace("½", "1/2"))
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found <= 0:
        raise BadInput(
            f"{text!r} is not a number of points above 0",
            code="points.not-a-number",
            remedy="Write 1, ½ or 1.5. The points are deducted, or added with --bonus.",
        )
    return found


@click.command(
    "penalty",
    short_help="Deduct points by hand, or add a bonus.",
    # So that -1 is answered with what a penalty is, and not taken for an option.
    context_settings={"ignore_unknown_options": True},
)
@file_argument
@click.argument("who")
@click.argument("points", metavar="POINTS")
@click.option("--bonus", is_flag=True, help="Add the points instead of deducting them.")
@click.option(
    "--round",
    "at",
    type=click.IntRange(0, 999),
    help="The round to which they belong; the last if not given, 0 for none.",
)
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@act_options
def penalty(
    file: Path, who: str, points: str, bonus: bool, at: int | None, reason: str, as_json: bool, op: str
) -> None:
    """Deduct POINTS from a participant's score: `penalty cup.arpad 'Kim Minji' 1`. --bonus adds them."""
    from arpad.office import desk
    from arpad.tournament.participants import number_of

    amount = _amount(points) * (1 if bonus else -1)

    def change(book: EventLog) -> EventLog:
        return desk.set_points(book, number_of(book.tournament(), who), amount, at=at, reason=reason)

    answer(do(file, change, op, "penalty", who, points, bonus, at, reason), as_json)


@click.command("accelerate", short_help="Count points for the pairing only.")
@file_argument
@click.argument("points", metavar="POINTS")
@click.option("--first", type=click.IntRange(1, 999), required=True, metavar="R", help="From this round on.")
@click.option("--last", type=click.IntRange(1, 999), required=True, metavar="R", help="Up to this round.")
@click.option(
    "--numbers",
    nargs=2,
    type=click.IntRange(1),
    required=True,
    metavar="A B",
    help="The first and the last pairing number that get them.",
)
@act_options
def accelerate(
    file: Path, points: str, first: int, last: int, numbers: tuple[int, int], as_json: bool, op: str
) -> None:
    """Give virtual points to some numbers: they count for the pairing, not in the standings.

    Baku's acceleration is a setting instead: new --set acceleration=baku.
    """
    from arpad.office import desk

    amount = _amount(points)

    def change(book: EventLog) -> EventLog:
        return desk.accelerate(book, amount, first=first, last=last, numbers=numbers)

    answer(do(file, change, op, "accelerate", points, first, last, numbers), as_json)
