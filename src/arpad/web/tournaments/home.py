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
from arpad.web.tournaments.reporting import boards_to_decide
from arpad.web.tournaments.standings import ParticipantRound, games_of

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
    own: ParticipantRound | None
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
    view = tournament_view(context)
    runs = view.head.runs
    state = status(view.tournament, published=view.log.published, finished=view.log.finished)
    outstanding = [game for game in state.outstanding if game.round <= view.seen]
    numbers = {number for game in outstanding for number in (game.white, game.black)}
    by_number = view.tournament.by_number
    number, own = _own(context, view)
    changed = view.log.acts[-1].stamp if runs else _seen_last(view.log, view.seen)
    link = "" if only_here(context) else f"{context.office}{view.head.address}"
    return TournamentHome(
        view.head,
        state.steps if runs else (),
        view.head.finished
        and may(context.actor, Task.POST_GAMES)
        and not pools_that_rated(context.site.database, view.head.name),
        own,
        number,
        outstanding,
        {number: by_number[number].name for number in numbers},
        [finding for finding in state.set_by_hand if finding.round <= view.seen],
        state.here if runs else None,
        len(boards_to_decide(view.log)) if runs else 0,
        bool(view.tournament.details.keys() & {DAYS, TIMES}),
        changed.time,
        changed.author if runs else "",
        link,
        drawn(link) if link else "",
    )


def _own(context: RequestContext, view: TournamentView) -> tuple[int, ParticipantRound | None]:
    """Return the number of the participant who is called as who asks, and their game in the last round."""
    name = folded(context.actor.name)
    for entrant in view.tournament.entrants if context.actor.user and view.seen else ():
        if folded(entrant.name) == name:
            games, _ = games_of(view, entrant.number)
            return entrant.number, games[-1]
    return 0, None


def _seen_last(log: EventLog, seen: int) -> Stamp:
    """Return who did the last act that changed what a visitor sees of the rounds, and when."""
    last, visible = Stamp(), set(range(1, seen + 1))
    public, standing = set(visible), dict[int, Event]()
    stamped_events = [(entry.stamp, event) for entry in log.acts for event in entry.events]
    for seq, (stamp, event) in enumerate(stamped_events, 1):
        undone = [at for at in standing if at > event.to] if isinstance(event, Undone) else []
        affected = [standing.pop(at) for at in undone] or [event]
        standing[seq] = event
        for changed_event in affected:
            if isinstance(changed_event, Published):
                public.add(changed_event.round)
            if isinstance(changed_event, Finished) or (
                isinstance(changed_event, OF_ROUND) and changed_event.round in public
            ):
                last = stamp
            if isinstance(changed_event, Unpaired) or (isinstance(changed_event, Published) and undone):
                public -= {changed_event.round} - visible
    return last


def manifest(context: RequestContext) -> Response:
    """Return what a browser needs to put the tournament among the applications of a device."""
    view = tournament_view(context)
    return Response(manifest_of(view.head), media_type="application/manifest+json")


def finish(context: RequestContext) -> Redirect:
    """End the tournament."""
    view = tournament_view(context)
    done = act(context, view, desk.finish)
    return Redirect(f"{view.head.address}/standings", done.after.findings)
