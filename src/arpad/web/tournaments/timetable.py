"""When the rounds begin, and how far each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.office import desk
from arpad.office.desk.timetable import Slot, details_of
from arpad.office.desk.timetable import timetable as slots_of
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.tournament.formats.knockout import Knockout
from arpad.tournament.model import Tournament
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, act, check_arbiter, tournament_view

MOST = 64
"""Rounds of a timetable on a page."""


class TimetableRow(NamedTuple):
    """A round of the timetable.

    Args:
        slot: when it begins.
        state: ``draft``, ``open`` or ``complete``; empty before it is paired, or known.
        said: the state in a word.
    """

    slot: Slot
    state: str
    said: str


@dataclass(frozen=True)
class TimetablePage(Page):
    """The timetable of a tournament.

    Args:
        head: the tournament.
        rows: by round.
        known: whether any day or time is.
    """

    TEMPLATE: ClassVar[str] = "tournament_timetable.html.j2"
    head: TournamentHead
    rows: Sequence[TimetableRow]
    known: bool


def rounds_of(tournament: Tournament) -> int:
    """Return how many rounds a timetable has: those that are planned, or that a knockout takes."""
    if tournament.planned:
        count = tournament.planned
    elif tournament.system == "knockout" and len(tournament.entrants) > 1:
        system = system_of(tournament)
        count = system.rounds(len(tournament.entrants)) if isinstance(system, Knockout) else 1
    else:
        count = tournament.played + 1
    return min(max(count, tournament.played), MOST)


def timetable(context: RequestContext) -> TimetablePage:
    """Show when the rounds begin."""
    view = tournament_view(context)
    chips = {chip.number: (chip.state, chip.state_text) for chip in view.head.rounds}
    slots = slots_of(view.tournament, rounds_of(view.tournament))
    rows = [TimetableRow(slot, *chips.get(slot.round, ("", ""))) for slot in slots]
    return TimetablePage(view.head, rows, any(slot.day or slot.time for slot in slots))


def enter(context: RequestContext) -> Redirect:
    """Set when the rounds begin."""
    view = tournament_view(context)
    check_arbiter(context, view)
    rounds = rounds_of(view.tournament)
    slots = [Slot(at, context.text(f"day-{at}"), context.text(f"time-{at}")) for at in range(1, rounds + 1)]
    details = details_of(slots)
    done = act(context, view, lambda log: desk.set_details(log, details))
    return Redirect(f"{view.head.address}/timetable", done.after.findings)
