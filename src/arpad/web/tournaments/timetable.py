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


class Row(NamedTuple):
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
    rows: Sequence[Row]
    known: bool


def rounds_of(tournament: Tournament) -> int:
    """Return how many rounds a timetable has: those that are planned, or that a knockout takes."""
    if tournament.planned:
        found = tournament.planned
    elif tournament.system == "knockout" and len(tournament.entrants) > 1:
        system = system_of(tournament)
        found = system.rounds(len(tournament.entrants)) if isinstance(system, Knockout) else 1
    else:
        found = tournament.played + 1
    return min(max(found, tournament.played), MOST)


def timetable(context: RequestContext) -> TimetablePage:
    """Show when the rounds begin."""
    found = tournament_view(context)
    chips = {chip.number: (chip.state, chip.said) for chip in found.head.rounds}
    slots = slots_of(found.tournament, rounds_of(found.tournament))
    rows = [Row(one, *chips.get(one.round, ("", ""))) for one in slots]
    return TimetablePage(found.head, rows, any(one.day or one.time for one in slots))


def enter(context: RequestContext) -> Redirect:
    """Set when the rounds begin."""
    found = tournament_view(context)
    check_arbiter(context, found)
    rounds = rounds_of(found.tournament)
    slots = [Slot(at, context.text(f"day-{at}"), context.text(f"time-{at}")) for at in range(1, rounds + 1)]
    details = details_of(slots)
    done = act(context, found, lambda log: desk.set_details(log, details))
    return Redirect(f"{found.head.address}/timetable", done.after.findings)
