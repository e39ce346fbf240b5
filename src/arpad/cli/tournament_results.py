"""``arpad tournament result``: how games ended."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.cli.acts import act_options, answer, answering, do_act, file_argument, round_of
from arpad.cli.rounds import all_lines, board_lines, lines, round_as_dict
from arpad.cli.tables import shown
from arpad.cli.tournament_rounds import round_option
from arpad.office.acts.results import EnterResults

if TYPE_CHECKING:
    from arpad.office.log.store import StoredAct


class _ResultCommand(click.Command):
    """A command to which ``--`` is a result, and not the end of the options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep ``--`` from click, which would drop it; a space before it does no harm to a result."""
        return super().parse_args(ctx, [" --" if word == "--" else word for word in args])


@click.command(
    "result",
    cls=_ResultCommand,
    short_help="Enter or correct results.",
    context_settings={"ignore_unknown_options": True},
)
@file_argument
@click.option("--board", type=click.IntRange(1), help="The board of the result, if one result is given.")
@click.option("--game", type=click.IntRange(1), help="Of a match of teams (--board): the board in the match.")
@round_option
@click.option(
    "--correct",
    is_flag=True,
    help="Correct a result that was followed by another round, which keeps its pairing.",
)
@act_options
@click.argument("texts", metavar="RESULT...", nargs=-1, required=True)
def result(
    file: Path,
    board: int | None,
    game: int | None,
    at: int | None,
    correct: bool,
    as_json: bool,
    op: str,
    texts: tuple[str, ...],
) -> None:
    """Enter a board's result, or without --board the results of all boards in their order.

    A result has the order in which the board is printed.

    \b
    1-0  ½-½  0-1      short: 1 = 0
    +-   -+   --       forfeits; short: + -
    0-0  ½-0  0-½      where the arbiter takes points from a side or both
    "1-0 unrated"      a game that is not rated; short: W D L
    33-31  2-1  2½-1½  discs, goals, points of a match, where results are such
    B+3.5  W+R         Go

    Of a match of teams, --board N with --game B enters one board, and with several results all boards, each
    in the order of the match.

    A result that was followed by another round is changed with --correct alone; one that was still to come is
    entered without.
    """  # noqa: D301 -- click keeps the lines after \b as they are
    from arpad.office import desk
    from arpad.office.events.rounds import ResultEntered
    from arpad.office.events.teams import BoardResult

    act = EnterResults(texts, board, game, at, correct)
    try:
        done = do_act(file, act, op)
    except desk.ResultFollowed as error:
        command = _correction(file, error.at, board, game, op, texts)
        raise error.asked_for(f"To correct: {command}") from None
    tournament = done.after.tournament()
    entered = [event for event in done.events if isinstance(event, ResultEntered | BoardResult)]
    which = entered[0].round if entered else round_of(tournament, at)
    undo = _undo(file) if not done.repeated and _corrected(done, which) else ""
    data = round_as_dict(tournament, which) if as_json else None
    if data is not None and undo:
        data["undo"] = undo
    answer(
        done,
        as_json,
        all_lines(tournament, which)
        if board is None
        else [lines(tournament, which)[board - 1], *board_lines(tournament, which, board)],
        data,
    )
    if undo and not as_json:
        with answering():
            click.echo(shown(f"to undo: {undo}"), err=True)


def _correction(
    file: Path, at: int, board: int | None, game: int | None, op: str, texts: Sequence[str]
) -> str:
    """Return the command that corrects results."""
    words = ["arpad", "tournament", "result", str(file), "--round", str(at)]
    words += [] if board is None else ["--board", str(board)]
    words += [] if game is None else ["--game", str(game)]
    words += ["--op", op] if op else []
    return shlex.join([*words, "--correct", *(text.strip() for text in texts)])


def _undo(file: Path) -> str:
    """Return the command that takes the last act back."""
    return shlex.join(["arpad", "tournament", "undo", str(file)])


def _corrected(done: StoredAct, at: int) -> bool:
    """Tell whether an act replaced results that were followed by another round."""
    followed = at < done.before.tournament().played
    return followed and any(
        finding.code in ("result.corrected", "result.match-replaced") for finding in done.after.findings
    )
