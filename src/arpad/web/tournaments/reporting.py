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


class Waiting(NamedTuple):
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
    waiting: Sequence[Waiting]
    place: str
    only_here: bool


def waiting(log: EventLog) -> Sequence[Waiting]:
    """Return the boards of the last round that players have reported and that have no result."""
    tournament = log.tournament()
    black_first = names_black_first(tournament.system)
    found = []
    for (at, board), reports in sorted(log.reports.items()):
        if at != tournament.played:
            continue
        game = tournament.rounds[at - 1].pairings[board - 1]
        sides = []
        for number in (game.black, game.white) if black_first else (game.white, game.black):
            one = reports.get(log.by_number[number])
            told = ""
            if one is not None:
                made = replace(game, white_result=one.white, black_result=one.black, points=one.points)
                told = written_result(tournament.system, made)
            sides.append(Side(number, tournament.by_number[number].name, told))
        said = {one.report for one in sides if one.report}
        found.append(Waiting(board, (sides[0], sides[1]), len(said) > 1))
    return sorted(found, key=lambda one: (not one.differs, one.board))


def reports(context: RequestContext) -> ReportsPage:
    """Show what players report, and whether they may."""
    found = tournament_view(context)
    check_arbiter(context, found)
    return ReportsPage(
        found.head,
        found.log.reporting,
        found.tournament.players is not None,
        found.tournament.played,
        waiting(found.log),
        context.office,
        only_here(context),
    )


def switch(context: RequestContext) -> Redirect:
    """Let players report, or no longer; then no code that was printed is valid any more."""
    found = tournament_view(context)
    codes = context.text("codes")
    done = act(context, found, lambda log: desk.set_reporting(log, codes))
    if done.after.reporting == OFF:
        forget_key(context.site.database, found.stream)
    return Redirect(f"{found.head.address}/reports", done.after.findings)


def decide(context: RequestContext) -> Redirect:
    """Enter what one side of a board reports."""
    found = tournament_view(context)
    check_arbiter(context, found)
    board, number, at = context.whole("board"), context.whole("number"), context.whole("round")
    done = act(context, found, lambda log: desk.accept_report(log, at, board, number))
    return Redirect(f"{found.head.address}/reports", done.after.findings)
