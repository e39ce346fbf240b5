"""Results: typed board by board or a whole round at once, and compared with the slips in a second pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from starlette.responses import Response

from arpad.core import BadInput, worded
from arpad.office import desk
from arpad.office.desk.results import followed
from arpad.office.store.database import UNAVAILABLE
from arpad.rulebooks.pairing_catalogue import names_black_first, read_result, written_result
from arpad.tournament.model import Tournament
from arpad.tournament.points import FOOTBALL_POINTS
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.outcome import Redirect
from arpad.web.responses import shown
from arpad.web.tournaments.event import (
    TournamentHead,
    TournamentView,
    act,
    check_arbiter,
    seen_round,
    tournament_view,
)


class BoardRow(NamedTuple):
    """A board at which results are typed.

    Args:
        number: of the board.
        sides: the names in the order in which results are typed.
        result: as it stands; empty if it is to come.
        typed: what was typed and not taken; empty for nothing.
        problem: why it was not taken; empty for nothing.
        same: of the second pass: whether what was typed is the result that stands; None if nothing was.
        over: whether the result was followed by another round, so that it changes only by a correction.
    """

    number: int
    sides: tuple[str, str]
    result: str
    typed: str = ""
    problem: str = ""
    same: bool | None = None
    over: bool = False


@dataclass(frozen=True)
class ResultsPage(Page):
    """The boards of a round, for typing results.

    Args:
        head: the tournament.
        number: of the round.
        boards: in their order; of a list of what is outstanding, those without a result.
        sides: what the two sides are called.
        all: how many boards there are.
        done: how many have a result.
        outstanding: whether only boards without a result are listed.
        verify: whether this is the second pass, in which nothing is changed.
        short: whether a single key is a result: 1, 0, =.
    """

    TEMPLATE: ClassVar[str] = "tournament_results.html.j2"
    head: TournamentHead
    number: int
    boards: Sequence[BoardRow]
    sides: tuple[str, str]
    all: int
    done: int
    outstanding: bool
    verify: bool
    short: bool


def results(context: RequestContext) -> ResultsPage:
    """Show the boards of a round for typing results."""
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    return _page(
        view,
        at,
        outstanding="outstanding" in context.request.query_params,
        verify="verify" in context.request.query_params,
    )


def _page(
    view: TournamentView,
    at: int,
    *,
    outstanding: bool = False,
    verify: bool = False,
    typed: Mapping[int, str] | None = None,
    problems: Mapping[int, str] | None = None,
    same: Mapping[int, bool] | None = None,
) -> ResultsPage:
    tournament = view.tournament
    black_first = names_black_first(tournament.system)
    round_ = tournament.rounds[at - 1]
    over = followed(tournament, at)
    rows = []
    for board, game in enumerate(round_.pairings, 1):
        numbers = (game.black, game.white) if black_first else (game.white, game.black)
        first, second = (tournament.by_number[number].name for number in numbers)
        if outstanding and not game.pending:
            continue
        rows.append(
            BoardRow(
                board,
                (first, second),
                written_result(tournament.system, game),
                (typed or {}).get(board, ""),
                (problems or {}).get(board, ""),
                (same or {}).get(board),
                board in over,
            )
        )
    sides = ("First", "Second")
    if any(game.coloured for game in round_.pairings):
        sides = ("Black", "White") if black_first else ("White", "Black")
    pending = len(round_.pending)
    return ResultsPage(
        view.head,
        at,
        rows,
        sides,
        len(round_.pairings),
        len(round_.pairings) - pending,
        outstanding,
        verify,
        _by_keys(tournament),
    )


def _by_keys(tournament: Tournament) -> bool:
    """Tell whether a single key is a whole result."""
    try:
        read_result(tournament.system, "1", goals=tournament.points == FOOTBALL_POINTS, boards=0)
    except BadInput:
        return False
    return True


def enter(context: RequestContext) -> ResultsPage | Redirect:
    """Enter what was typed: the boards whose field is filled and differs from the result that stands.

    What is not a valid result is shown again with the reason, and nothing is entered then. So is a result
    that was followed by another round, unless the form is that of the correction.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    if context.text("verify"):
        return _verified(context, view, at)
    typed = _typed(context)
    game_of = dict(enumerate(view.tournament.rounds[at - 1].pairings, 1))
    changed = {
        board: text
        for board, text in typed.items()
        if board not in game_of or text != written_result(view.tournament.system, game_of[board])
    }
    correction = bool(context.text("correction"))
    problems = {}
    for board, text in changed.items():
        try:
            desk.enter_result(view.log, at, board, text, correction=correction)
        except desk.ResultFollowed:
            problems[board] = _only_corrected(at)
        except BadInput as error:
            problems[board] = error.told
    if problems:
        return _page(view, at, typed=typed, problems=problems)
    address = f"{view.head.address}/rounds/{at}/results"
    if not changed:
        return Redirect(address)

    done = act(
        context,
        view,
        lambda log: desk.enter_some_results(log, at, list(changed.items()), correction=correction),
    )
    complete = not done.after.tournament().rounds[at - 1].pending
    return Redirect(f"{view.head.address}/rounds/{at}" if complete else address, done.after.findings)


def _only_corrected(at: int) -> str:
    return worded(
        "round {at} was followed by another round: this result changes only by a correction, "
        "which shows what follows",
        at=at,
    )


def _verified(context: RequestContext, view: TournamentView, at: int) -> ResultsPage:
    """Compare what was typed in a second pass with the results that stand; nothing is changed."""
    typed = _typed(context)
    tournament = view.tournament
    same, problems = {}, {}
    for board, game in enumerate(tournament.rounds[at - 1].pairings, 1):
        if not typed.get(board):
            continue
        try:
            read = read_result(
                tournament.system, typed[board], goals=tournament.points == FOOTBALL_POINTS, boards=0
            )
            same[board] = read == (game.white_result, game.black_result, game.points)
        except BadInput as error:
            same[board] = False
            problems[board] = error.told
    return _page(view, at, verify=True, typed=typed, problems=problems, same=same)


def _typed(context: RequestContext) -> dict[int, str]:
    """Return what was typed, by board."""
    texts = {}
    for key in context.form:
        word, _, number = key.partition("-")
        if word != "board" or not (number.isascii() and number.isdecimal() and len(number) < 6):
            continue
        if context.text(key):
            texts[int(number)] = context.text(key)
    return texts


@dataclass(frozen=True)
class ProgressPart(Page):
    """How many results of a round are entered: all that the page of results asks for when another is.

    Args:
        head: the tournament.
        number: of the round.
        done: how many boards have a result.
        all: how many there are.
    """

    TEMPLATE: ClassVar[str] = "tournament_progress.html.j2"
    head: TournamentHead
    number: int
    done: int
    all: int


def progress(context: RequestContext) -> ProgressPart:
    """Show how many results of a round are entered."""
    tournament = tournament_view(context)
    check_arbiter(context, tournament)
    number = seen_round(context, tournament)
    round_ = tournament.tournament.rounds[number - 1]
    boards = len(round_.pairings)
    return ProgressPart(tournament.head, number, boards - len(round_.pending), boards)


@dataclass(frozen=True)
class BoardPart(Page):
    """One board of a round, as a part of the page of results.

    Args:
        head: the tournament.
        number: of the round.
        board: the board.
        verify: whether this is the second pass.
        short: whether a single key is a result.
        done: how many boards have a result.
        all: how many there are.
    """

    TEMPLATE: ClassVar[str] = "tournament_board.html.j2"
    head: TournamentHead
    number: int
    board: BoardRow
    verify: bool
    short: bool
    done: int
    all: int


def board(context: RequestContext) -> BoardPart:
    """Show one board of the page of results, as it is now."""
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    return _part(_page(view, at), context.whole_of_path("board"))


def enter_board(context: RequestContext) -> BoardPart | Response:
    """Enter the result of one board; what is not valid is shown with the reason."""
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    number = context.whole_of_path("board")
    text = context.text(f"board-{number}")
    try:
        act(context, view, lambda log: desk.enter_result(log, at, number, text, correction=False))
    except desk.ResultFollowed:
        return _part(_page(view, at, problems={number: _only_corrected(at)}), number)
    except BadInput as error:
        part = _part(
            _page(tournament_view(context), at, typed={number: text}, problems={number: error.told}), number
        )
        return shown(context, part, 503) if error.code in UNAVAILABLE else part
    return _part(_page(tournament_view(context), at), number)


def _part(page: ResultsPage, number: int) -> BoardPart:
    if not 1 <= number <= len(page.boards):
        raise Unknown(worded("round {at} has no board {board}", at=page.number, board=number))
    return BoardPart(
        page.head, page.number, page.boards[number - 1], page.verify, page.short, page.done, page.all
    )
