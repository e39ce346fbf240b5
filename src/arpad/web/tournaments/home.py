"""The first page of a tournament: what can be done next, its state, its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.office import desk
from arpad.office.desk.timetable import DAYS, TIMES
from arpad.office.policy import Finding
from arpad.office.reports.status import NextStep, Outstanding, status
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import Head, act, opened
from arpad.web.tournaments.reporting import waiting


@dataclass(frozen=True)
class TournamentHome(Page):
    """The state of a tournament.

    Args:
        head: the tournament.
        steps: what the arbiter can do next; none for visitors.
        outstanding: results to come, in the rounds that the visitor may see.
        names: of the participants, by number.
        set_by_hand: what the arbiter set by hand.
        here: how many are to be paired in the next round; None where that cannot be said, and for visitors.
        reports: how many boards players report that are to be decided; 0 for visitors.
        timed: whether there is a timetable.
        changed: when anything was done last, UTC; empty for visitors, whom drafts do not concern.
        author: who did it.
    """

    TEMPLATE: ClassVar[str] = "tournament_home.html.j2"
    head: Head
    steps: Sequence[NextStep]
    outstanding: Sequence[Outstanding]
    names: dict[int, str]
    set_by_hand: Sequence[Finding]
    here: int | None
    reports: int
    timed: bool
    changed: str
    author: str


def home(asked: Asked) -> TournamentHome:
    """Show the state of a tournament."""
    found = opened(asked)
    runs = found.head.runs
    state = status(found.tournament, published=found.log.published, finished=found.log.finished)
    outstanding = [one for one in state.outstanding if one.round <= found.seen]
    numbers = {number for one in outstanding for number in (one.white, one.black)}
    by_number = found.tournament.by_number
    return TournamentHome(
        found.head,
        state.steps if runs else (),
        outstanding,
        {number: by_number[number].name for number in numbers},
        [one for one in state.set_by_hand if one.round <= found.seen],
        state.here if runs else None,
        len(waiting(found.log)) if runs else 0,
        bool(found.tournament.details.keys() & {DAYS, TIMES}),
        found.log.acts[-1].stamp.time if runs else "",
        found.log.acts[-1].stamp.author if runs else "",
    )


def finish(asked: Asked) -> Redirect:
    """End the tournament."""
    found = opened(asked)
    done = act(asked, found, desk.finish)
    return Redirect(f"{found.head.address}/standings", done.after.findings)
