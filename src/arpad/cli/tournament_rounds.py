"""``arpad tournament pair``, ``round``, ``explain``: the rounds."""

from __future__ import annotations

from pathlib import Path

import click

from arpad.cli.acts import act_options, answer, do_act, file_argument, read_book, round_of
from arpad.cli.options import Option, json_option
from arpad.cli.rounds import all_lines, round_as_dict, show_round
from arpad.core import BadInput
from arpad.office.acts.rounds import PairByHand, PairRound

round_option: Option = click.option(
    "--round", "at", type=click.IntRange(1), help="The round; the last if not given."
)


@click.command("pair", short_help="Pair the next round.")
@file_argument
@click.option(
    "--hand",
    "boards",
    nargs=2,
    multiple=True,
    metavar="WHITE BLACK",
    help="Pair the round by hand: White and Black of a board; once for every board.",
)
@click.option("--bye", "byes", multiple=True, metavar="WHO", help="With --hand: the player who gets the bye.")
@act_options
def pair(
    file: Path, boards: tuple[tuple[str, str], ...], byes: tuple[str, ...], as_json: bool, op: str
) -> None:
    """Pair the next round, once all results of the last one are in.

    Before the first, FIDE's Swiss systems number the participants by their ratings, equal ratings in the
    order of entry.
    """
    if byes and not boards:
        raise BadInput(
            "--bye is for a round that is paired by hand",
            remedy="Give its boards: --hand WHITE BLACK.",
            code="pair.bye-alone",
        )

    act = PairByHand.of({"boards": boards, "byes": byes}) if boards else PairRound()
    done = do_act(file, act, op)
    after = done.after.tournament()
    at = after.played
    answer(done, as_json, [f"Round {at}", *all_lines(after, at)], round_as_dict(after, at))


@click.command("round", short_help="Print a round.")
@file_argument
@click.argument("which", metavar="[R]", type=click.IntRange(1), required=False)
@round_option
@json_option
def round_(file: Path, which: int | None, at: int | None, as_json: bool) -> None:
    """Print round R, or the last, with its results so far, and what was set by hand."""
    if None not in (which, at) and which != at:
        raise BadInput(f"two rounds are given, {which} and {at}", remedy="Give one.", code="round.two")
    tournament = read_book(file).tournament()
    show_round(tournament, round_of(tournament, at if which is None else which), as_json)


@click.command("explain", short_help="Say why a round was paired as it was.")
@file_argument
@round_option
@click.option(
    "--why-not",
    "against",
    nargs=2,
    metavar="A B",
    help="What the pair A–B would have cost, by number or name; B may be bye.",
)
@json_option
def explain(file: Path, at: int | None, against: tuple[str, str] | None, as_json: bool) -> None:
    """Pair a round again, and say why it came out as it did, or why two players did not meet.

    What was corrected or entered after the round was paired does not count; a note names each result that
    was corrected.
    """
    from arpad.cli.pages import print_explanation
    from arpad.cli.tables import shown
    from arpad.office.corrected_results import corrected_results
    from arpad.office.hand_decisions import explained_round
    from arpad.rulebooks.tournament_report.pairing import compared
    from arpad.tournament.naming import with_names

    book = read_book(file)
    tournament = book.tournament()
    which = round_of(tournament, at)
    before = book.as_paired(which).before
    if against is not None:
        print_explanation(compared(before, *against), as_json)
    else:
        explanation = explained_round(book, which)
        print_explanation(explanation if as_json else with_names(explanation, before), as_json)
    for correction in corrected_results(book, which):
        both = f"{tournament.named(correction.white)} and {tournament.named(correction.black)}"
        click.echo(
            shown(
                f"note: round {correction.round}: the result of board {correction.board}, {both}, was "
                f"corrected from {correction.before} to {correction.now} after round {which} was paired; "
                "the correction does not count here"
            ),
            err=True,
        )
