"""Who is here for the next round: one box for each participant, and one key to change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, worded
from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.pages.event_tables import without_game
from arpad.office.reports.status import LATE, status
from arpad.rulebooks.pairing_catalogue import FIXED
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.results import Result
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, TournamentView, act, check_arbiter, tournament_view


class CheckInRow(NamedTuple):
    """A participant at check-in.

    Args:
        entrant: the participant.
        here: whether the next round is to pair the participant.
        word: what stands for it where it is not; empty else.
        missed: whether the participant did not come to the round before, so that who checks in says anew that
            the participant is here.
    """

    entrant: Entrant
    here: bool
    word: str
    missed: bool


@dataclass(frozen=True)
class CheckIn(Page):
    """Check-in for the next round.

    Args:
        head: the tournament.
        round: the round; 0 where none is to come, or the format decides who plays.
        participants: by name.
        here: how many have a mark.
    """

    TEMPLATE: ClassVar[str] = "tournament_check_in.html.j2"
    head: TournamentHead
    round: int
    participants: Sequence[CheckInRow]
    here: int


def coming_of(view: TournamentView) -> int:
    """Return the next round, for which people check in; 0 where none is to come, or the format decides."""
    if view.tournament.system in FIXED:
        return 0
    return status(view.tournament, finished=view.log.finished).coming


def check_in(context: RequestContext) -> CheckIn:
    """Show who is here for the next round."""
    view = tournament_view(context)
    check_arbiter(context, view)
    coming = coming_of(view)
    tournament = view.tournament
    absent = tournament.absences.get(coming, {})
    missed = missed_before(tournament, coming)
    rows = []
    for entrant in sorted(tournament.entrants, key=lambda entrant: (entrant.name.casefold(), entrant.number)):
        word = ""
        if entrant.arrives > coming:
            word = LATE
        elif entrant.number in absent:
            word = without_game(tournament, entrant.number, coming, absent[entrant.number])
        rows.append(CheckInRow(entrant, not word, word, not word and entrant.number in missed))
    return CheckIn(view.head, coming, rows, sum(row.here and not row.missed for row in rows))


def missed_before(tournament: Tournament, coming: int) -> frozenset[int]:
    """Return who did not come to the round before: away without points, or lost by forfeit."""
    if not 1 < coming <= tournament.played + 1:
        return frozenset()
    before = tournament.rounds[coming - 2]
    away = {bye.number for bye in before.byes if bye.result is Result.ZERO_BYE}
    for game in before.pairings:
        away |= {game.white} if game.white_result is Result.FORFEIT_LOSS else set()
        away |= {game.black} if game.black_result is Result.FORFEIT_LOSS else set()
    return frozenset(away)


def note(context: RequestContext) -> Redirect:
    """Note who is here: only whom the form has listed, and whose box is another than it was."""
    view = tournament_view(context)
    check_arbiter(context, view)
    at = context.whole("round")
    listed = {
        int(name.removeprefix("listed-")): context.text(name) == "1"
        for name in context.form
        if name.startswith("listed-") and name.removeprefix("listed-").isdecimal() and len(name) < 14
    }
    changed = {number: f"here-{number}" in context.form for number in listed}
    changed = {number: here for number, here in changed.items() if here != listed[number]}
    if at != coming_of(view):
        raise BadInput(
            worded("round {at} is not the next one any more", at=at),
            code="round.paired",
            remedy="Open the check-in again.",
        )

    def change(log: EventLog) -> EventLog:
        for number, here in changed.items():
            log = desk.back(log, number, [at]) if here else desk.away(log, number, [at])
        return log

    done = act(context, view, change)
    return Redirect(f"{view.head.address}/participants/check-in", done.after.findings)
