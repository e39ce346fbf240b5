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


class Present(NamedTuple):
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
    participants: Sequence[Present]
    here: int


def coming_of(found: TournamentView) -> int:
    """Return the next round, for which people check in; 0 where none is to come, or the format decides."""
    if found.tournament.system in FIXED:
        return 0
    return status(found.tournament, finished=found.log.finished).coming


def check_in(context: RequestContext) -> CheckIn:
    """Show who is here for the next round."""
    found = tournament_view(context)
    check_arbiter(context, found)
    coming = coming_of(found)
    tournament = found.tournament
    absent = tournament.absences.get(coming, {})
    missed = missed_before(tournament, coming)
    people = []
    for one in sorted(tournament.entrants, key=lambda one: (one.name.casefold(), one.number)):
        word = ""
        if one.arrives > coming:
            word = LATE
        elif one.number in absent:
            word = without_game(tournament, one.number, coming, absent[one.number])
        people.append(Present(one, not word, word, not word and one.number in missed))
    return CheckIn(found.head, coming, people, sum(one.here and not one.missed for one in people))


def missed_before(tournament: Tournament, coming: int) -> frozenset[int]:
    """Return who did not come to the round before: away without points, or lost by forfeit."""
    if not 1 < coming <= tournament.played + 1:
        return frozenset()
    before = tournament.rounds[coming - 2]
    away = {one.number for one in before.byes if one.result is Result.ZERO_BYE}
    for game in before.pairings:
        away |= {game.white} if game.white_result is Result.FORFEIT_LOSS else set()
        away |= {game.black} if game.black_result is Result.FORFEIT_LOSS else set()
    return frozenset(away)


def note(context: RequestContext) -> Redirect:
    """Note who is here: only whom the form has listed, and whose box is another than it was."""
    found = tournament_view(context)
    check_arbiter(context, found)
    at = context.whole("round")
    listed = {
        int(name.removeprefix("listed-")): context.text(name) == "1"
        for name in context.form
        if name.startswith("listed-") and name.removeprefix("listed-").isdecimal() and len(name) < 14
    }
    changed = {number: f"here-{number}" in context.form for number in listed}
    changed = {number: here for number, here in changed.items() if here != listed[number]}
    if at != coming_of(found):
        raise BadInput(
            worded("round {at} is not the next one any more", at=at),
            code="round.paired",
            remedy="Open the check-in again.",
        )

    def change(log: EventLog) -> EventLog:
        for number, here in changed.items():
            log = desk.back(log, number, [at]) if here else desk.away(log, number, [at])
        return log

    done = act(context, found, change)
    return Redirect(f"{found.head.address}/participants/check-in", done.after.findings)
