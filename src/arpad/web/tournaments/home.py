"""The first page of a tournament: what can be done next, its state, its pages, its code for phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup
from starlette.responses import Response

from arpad.office import desk
from arpad.office.club.rights import Task, may
from arpad.office.desk.timetable import DAYS, TIMES
from arpad.office.events.event import Event
from arpad.office.events.rounds import BoardsSet, ByeGiven, Finished, Published, ResultEntered, Unpaired
from arpad.office.events.teams import BoardResult, LineUp
from arpad.office.events.undoing import Undone
from arpad.office.log.event_log import EventLog, Stamp
from arpad.office.policy import Finding
from arpad.office.pools.careers import pools_that_rated
from arpad.office.reports.status import NextStep, Outstanding, status
from arpad.record.tables.letters import folded
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.codes import drawn, only_here
from arpad.web.tournaments.event import TournamentHead, TournamentView, act, tournament_view
from arpad.web.tournaments.installing import manifest_of
from arpad.web.tournaments.reporting import waiting
from arpad.web.tournaments.standings import Met, games_of

OF_ROUND = (BoardResult, BoardsSet, ByeGiven, LineUp, Published, ResultEntered, Unpaired)
"""What changes a round that is paired; nobody else sees it before the round is published."""


@dataclass(frozen=True)
class TournamentHome(Page):
    """The state of a tournament.

    Args:
        head: the tournament.
        steps: what the arbiter can do next; none for others.
        rate: whether the next step of who asks is to rate the tournament.
        own: the game of who asks in the last round, where a participant has that name; None for none.
        own_number: the participant's; 0 for none.
        outstanding: results to come, in the rounds that the visitor may see.
        names: of the participants, by number.
        set_by_hand: what the arbiter set by hand.
        here: how many are to be paired in the next round; None where that cannot be said, and for visitors.
        reports: how many boards players report that are to be decided; 0 for visitors.
        timed: whether there is a timetable.
        changed: when anything was done last, UTC; for visitors, when anything was that they see of rounds.
        author: who did it; empty for visitors.
        link: the address of the page as phones reach it; empty where none can.
        html_code: it as a drawing for a phone's camera.
    """

    TEMPLATE: ClassVar[str] = "tournament_home.html.j2"
    head: TournamentHead
    steps: Sequence[NextStep]
    rate: bool
    own: Met | None
    own_number: int
    outstanding: Sequence[Outstanding]
    names: dict[int, str]
    set_by_hand: Sequence[Finding]
    here: int | None
    reports: int
    timed: bool
    changed: str
    author: str
    link: str
    html_code: Markup | str


def home(context: RequestContext) -> TournamentHome:
    """Show the state of a tournament."""
    found = tournament_view(context)
    runs = found.head.runs
    state = status(found.tournament, published=found.log.published, finished=found.log.finished)
    outstanding = [one for one in state.outstanding if one.round <= found.seen]
    numbers = {number for one in outstanding for number in (one.white, one.black)}
    by_number = found.tournament.by_number
    number, own = _own(context, found)
    changed = found.log.acts[-1].stamp if runs else _seen_last(found.log, found.seen)
    link = "" if only_here(context) else f"{context.office}{found.head.address}"
    return TournamentHome(
        found.head,
        state.steps if runs else (),
        found.head.finished
        and may(context.actor, Task.POST_GAMES)
        and not pools_that_rated(context.site.database, found.head.name),
        own,
        number,
        outstanding,
        {number: by_number[number].name for number in numbers},
        [one for one in state.set_by_hand if one.round <= found.seen],
        state.here if runs else None,
        len(waiting(found.log)) if runs else 0,
        bool(found.tournament.details.keys() & {DAYS, TIMES}),
        changed.time,
        changed.author if runs else "",
        link,
        drawn(link) if link else "",
    )


def _own(context: RequestContext, found: TournamentView) -> tuple[int, Met | None]:
    """Return the number of the participant who is called as who asks, and their game in the last round."""
    name = folded(context.actor.name)
    for one in found.tournament.entrants if context.actor.user and found.seen else ():
        if folded(one.name) == name:
            games, _ = games_of(found, one.number)
            return one.number, games[-1]
    return 0, None


def _seen_last(log: EventLog, seen: int) -> Stamp:
    """Return who did the last act that changed what a visitor sees of the rounds, and when."""
    last, known = Stamp(), set(range(1, seen + 1))
    public, standing = set(known), dict[int, Event]()
    done = [(one.stamp, event) for one in log.acts for event in one.events]
    for seq, (stamp, event) in enumerate(done, 1):
        undone = [at for at in standing if at > event.to] if isinstance(event, Undone) else []
        changed = [standing.pop(at) for at in undone] or [event]
        standing[seq] = event
        for one in changed:
            if isinstance(one, Published):
                public.add(one.round)
            if isinstance(one, Finished) or (isinstance(one, OF_ROUND) and one.round in public):
                last = stamp
            if isinstance(one, Unpaired) or (isinstance(one, Published) and undone):
                public -= {one.round} - known
    return last


def manifest(context: RequestContext) -> Response:
    """Return what a browser needs to put the tournament among the applications of a device."""
    found = tournament_view(context)
    return Response(manifest_of(found.head), media_type="application/manifest+json")


def finish(context: RequestContext) -> Redirect:
    """End the tournament."""
    found = tournament_view(context)
    done = act(context, found, desk.finish)
    return Redirect(f"{found.head.address}/standings", done.after.findings)
