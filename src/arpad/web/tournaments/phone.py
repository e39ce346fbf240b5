"""What a player sees who scans the code of a board: the result is reported without an account.

The address is the right to report for one side of one board in one round; see
:mod:`arpad.office.club.report_codes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from starlette.responses import Response

from arpad.core import BadInput, worded
from arpad.office import desk
from arpad.office.club.report_codes import ReportSeat, key_of, seat_of
from arpad.office.desk.reporting import check_open
from arpad.office.events.side_report import OFF
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import names_black_first, written_result
from arpad.web.answers import Page
from arpad.web.context import Refused, RequestContext, Unknown
from arpad.web.outcome import Redirect
from arpad.web.responses import shown
from arpad.web.tournaments.event import TournamentView, act_as, tournament_view

KEYS = ("1", "=", "0")
"""Results that are chosen where a single key is one: the first named wins, a draw, the second wins."""

GONE = 410
"""The status of what is no longer there."""


class ReportableResult(NamedTuple):
    """A result that can be reported.

    Args:
        typed: as it is sent.
        shown: as it is written.
        winner: the name of who wins; empty in a draw.
    """

    typed: str
    shown: str
    winner: str


@dataclass(frozen=True)
class PhonePage(Page):
    """The page behind a code.

    Args:
        title: of the tournament.
        tournament: where its pages are.
        round: the round.
        board: the board.
        sides: the names in the order in which boards are printed.
        you: the name of whose code it is.
        colour: ``White``, ``Black`` or nothing.
        state: ``open``, ``waiting`` for the other side, ``differs``, ``stands`` where a result is entered,
            ``closed`` where nothing can be reported.
        result: that stands; empty if it is to come.
        yours: what this side has reported; empty for nothing.
        choices: what can be reported; none where points are typed.
        problem: why what was typed was not taken; empty for nothing.
    """

    TEMPLATE: ClassVar[str] = "tournament_phone.html.j2"
    title: str
    tournament: str
    round: int
    board: int
    sides: tuple[str, str]
    you: str
    colour: str
    state: str
    result: str
    yours: str
    choices: Sequence[ReportableResult]
    problem: str


def _seat(context: RequestContext) -> tuple[TournamentView, ReportSeat]:
    """Return the tournament and the seat whose code the address is.

    Raises:
        Refused: players do not report here, or the codes from there were wrong too often.
        Unknown: the code is not valid.
    """
    client = context.request.client
    keys = [f"address {client.host if client else ''}"]
    wait = context.site.codes.wait(keys)
    if wait:
        raise Refused(
            "too many codes that are not valid came from your network",
            code="reported.wait",
            remedy=worded("Wait {wait} seconds, or tell the arbiter the result.", wait=wait),
        )
    try:
        view = tournament_view(context)
    except Unknown:
        context.site.codes.failed(keys)
        raise _not_valid() from None
    if view.log.reporting == OFF:
        raise Refused(
            "players do not report results here", code="reported.off", remedy="Tell the arbiter the result."
        )
    key = key_of(context.site.database, view.stream)
    seat = seat_of(key, view.log, str(context.request.path_params["code"]))
    if seat is None:
        context.site.codes.failed(keys)
        raise _not_valid()
    return view, seat


def _not_valid() -> Unknown:
    return Unknown("this code is not valid", remedy="Scan the code on the slip of this round.")


def phone(context: RequestContext) -> Response:
    """Show what can be reported."""
    view, seat = _seat(context)
    return _shown(context, _page(view, seat))


def report(context: RequestContext) -> Response | Redirect:
    """Report a result for one side of the board; it is entered if the other side reports the same."""
    view, seat = _seat(context)
    text = context.text("result") or f"{context.text('first')}-{context.text('second')}"
    number = _number(view, seat)

    def change(log: EventLog) -> EventLog:
        # The board may have been set by hand since the code was read.
        if seat_of(key, log, str(context.request.path_params["code"])) is None:
            raise _not_valid()
        return desk.report_result(log, seat.round, seat.board, number, text)

    key = key_of(context.site.database, view.stream)
    try:
        act_as(f"players of board {seat.board}", context, view, change)
    except BadInput as error:
        view = tournament_view(context)
        return _shown(context, replace(_page(view, seat), problem=error.told), 422)
    return Redirect(context.request.url.path)


def _shown(context: RequestContext, page: PhonePage, status: int = 200) -> Response:
    return shown(context, page, GONE if page.state == "closed" else status)


def _number(view: TournamentView, seat: ReportSeat) -> int:
    game = view.tournament.rounds[seat.round - 1].pairings[seat.board - 1]
    return game.white if seat.white else game.black


def _page(view: TournamentView, seat: ReportSeat) -> PhonePage:
    tournament, log = view.tournament, view.log
    game = tournament.rounds[seat.round - 1].pairings[seat.board - 1]
    numbers = (game.black, game.white) if names_black_first(tournament.system) else (game.white, game.black)
    first, second = (tournament.by_number[number].name for number in numbers)
    number = _number(view, seat)
    reports = log.reports.get((seat.round, seat.board), {})
    own = reports.get(log.by_number[number])
    yours = ""
    if own is not None:
        reported_game = replace(game, white_result=own.white, black_result=own.black, points=own.points)
        yours = written_result(tournament.system, reported_game)
    state = "open" if own is None else "waiting"
    if own is not None and any(side_report.result != own.result for side_report in reports.values()):
        state = "differs"
    try:
        check_open(log, seat.round, seat.board)
    except BadInput as error:
        state = "stands" if error.code == "reported.result-stands" else "closed"
    usable = state not in ("stands", "closed")
    return PhonePage(
        view.head.title,
        view.head.address,
        seat.round,
        seat.board,
        (first, second),
        tournament.by_number[number].name,
        ("White" if seat.white else "Black") if game.coloured else "",
        state,
        written_result(tournament.system, game),
        yours,
        _choices(view, seat, (first, second)) if usable else (),
        "",
    )


def _choices(view: TournamentView, seat: ReportSeat, sides: tuple[str, str]) -> Sequence[ReportableResult]:
    """Return the results that a single key stands for, as far as the board takes them."""
    choices = []
    for text in KEYS:
        try:
            after = desk.enter_result(view.log, seat.round, seat.board, text).tournament()
        except BadInput:
            continue
        game = after.rounds[seat.round - 1].pairings[seat.board - 1]
        winner = {"1": sides[0], "0": sides[1]}.get(text, "")
        choices.append(ReportableResult(text, written_result(after.system, game), winner))
    return choices
