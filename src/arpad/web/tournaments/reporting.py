"""The arbiter's side of reports that players make: whether they may, and what is to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from arpad.office import desk
from arpad.office.club.report_codes import forget_key
from arpad.office.events.side_report import OFF
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import names_black_first, written_result
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.codes import only_here
from arpad.web.tournaments.event import TournamentHead, act, check_arbiter, tournament_view


class Side(NamedTuple):
    """A side of a board in the queue.

    Args:
        number: the pairing number.
        name: of the participant.
        report: what the side reports; empty for nothing.
    """

    number: int
    name: str
    report: str


class ReportedBoard(NamedTuple):
    """A board whose result players report, and which has none yet.

    Args:
        board: its number.
        sides: in the order in which boards are printed.
        differs: whether the two sides report different results.
    """

    board: int
    sides: tuple[Side, Side]
    differs: bool


@dataclass(frozen=True)
class ReportsPage(Page):
    """Reports of players.

    Args:
        head: the tournament.
        codes: where codes stand: ``off``, ``slips`` or ``everywhere``.
        teams: whether teams meet, whose players do not report.
        round: the last round; 0 if there is none.
        waiting: what is to be decided, boards at which the sides differ first.
        place: the address to which codes lead.
        only_here: whether phones cannot reach that address.
    """

    TEMPLATE: ClassVar[str] = "tournament_reports.html.j2"
    head: TournamentHead
    codes: str
    teams: bool
    round: int
    waiting: Sequence[ReportedBoard]
    place: str
    only_here: bool


def boards_to_decide(log: EventLog) -> Sequence[ReportedBoard]:
    """Return the boards of the last round that players have reported and that have no result."""
    tournament = log.tournament()
    black_first = names_black_first(tournament.system)
    boards = []
    for (at, board), reports in sorted(log.reports.items()):
        if at != tournament.played:
            continue
        game = tournament.rounds[at - 1].pairings[board - 1]
        sides = []
        for number in (game.black, game.white) if black_first else (game.white, game.black):
            side_report = reports.get(log.by_number[number])
            result = ""
            if side_report is not None:
                reported_game = replace(
                    game,
                    white_result=side_report.white,
                    black_result=side_report.black,
                    points=side_report.points,
                )
                result = written_result(tournament.system, reported_game)
            sides.append(Side(number, tournament.by_number[number].name, result))
        results = {side.report for side in sides if side.report}
        boards.append(ReportedBoard(board, (sides[0], sides[1]), len(results) > 1))
    return sorted(boards, key=lambda row: (not row.differs, row.board))


def reports(context: RequestContext) -> ReportsPage:
    """Show what players report, and whether they may."""
    view = tournament_view(context)
    check_arbiter(context, view)
    return ReportsPage(
        view.head,
        view.log.reporting,
        view.tournament.players is not None,
        view.tournament.played,
        boards_to_decide(view.log),
        context.office,
        only_here(context),
    )


def switch(context: RequestContext) -> Redirect:
    """Let players report, or no longer; then no code that was printed is valid any more."""
    view = tournament_view(context)
    codes = context.text("codes")
    done = act(context, view, lambda log: desk.set_reporting(log, codes))
    if done.after.reporting == OFF:
        forget_key(context.site.database, view.stream)
    return Redirect(f"{view.head.address}/reports", done.after.findings)


def decide(context: RequestContext) -> Redirect:
    """Enter what one side of a board reports."""
    view = tournament_view(context)
    check_arbiter(context, view)
    board, number, at = context.whole("board"), context.whole("number"), context.whole("round")
    done = act(context, view, lambda log: desk.accept_report(log, at, board, number))
    return Redirect(f"{view.head.address}/reports", done.after.findings)
