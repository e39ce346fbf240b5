"""Who takes part: entered one by one, checked in, withdrawn, given byes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.pages.event_tables import without_game
from arpad.office.reports.entries import byes_to_come
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.tournament.model import Entrant
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.check_in import coming_of
from arpad.web.tournaments.event import TournamentHead, act, tournament_view

FIELDS = ("rating", "title", "federation", "sex", "identity", "birth", "club", "grade")
"""What a form may say of a participant beside the name, in the order of the form."""


class Participant(NamedTuple):
    """A participant in the list.

    Args:
        entrant: the participant.
        absences: what is known of the rounds to come: the round, and what stands for it.
        played: whether a round was paired with the participant in it.
    """

    entrant: Entrant
    absences: Sequence[tuple[int, str]]
    played: bool


class Known(NamedTuple):
    """Which columns of the list have something in them."""

    federation: bool
    club: bool
    absences: bool


@dataclass(frozen=True)
class Entries(Page):
    """The participants of a tournament.

    Args:
        head: the tournament.
        participants: by number.
        wants_grade: whether the system goes by grades.
        ranked: whether numbers go by rating until the first round is paired.
        coming: the round for which people check in; 0 for none, and for visitors.
    """

    TEMPLATE: ClassVar[str] = "tournament_entries.html.j2"
    head: TournamentHead
    participants: Sequence[Participant]
    wants_grade: bool
    ranked: bool
    coming: int

    @property
    def known(self) -> Known:
        """Which columns have something in them."""
        return Known(
            any(one.entrant.federation for one in self.participants),
            any(one.entrant.club for one in self.participants),
            any(one.absences for one in self.participants),
        )


def entries(context: RequestContext) -> Entries:
    """Show who takes part."""
    found = tournament_view(context)
    tournament = found.tournament
    coming: dict[int, list[tuple[int, str]]] = {}
    for at, number, result in byes_to_come(tournament):
        late = tournament.by_number[number].arrives > at
        word = "not here yet" if late else without_game(tournament, number, at, result)
        coming.setdefault(number, []).append((at, word))
    seated = {
        number
        for one in tournament.rounds[: found.seen]
        for game in one.pairings
        for number in (game.white, game.black)
    } | {bye.number for one in tournament.rounds[: found.seen] for bye in one.byes}
    people = [
        Participant(one, coming.get(one.number, ()), one.number in seated)
        for one in sorted(tournament.entrants, key=lambda one: one.number)
    ]
    entry = SYSTEMS.get(tournament.system)
    return Entries(
        found.head,
        people,
        bool(entry and entry.grade),
        bool(entry and entry.ranked),
        coming_of(found) if found.head.runs else 0,
    )


def add(context: RequestContext) -> Redirect:
    """Enter one participant."""
    found = tournament_view(context)
    name = context.text("name")
    known: dict[str, str | int] = {field: context.text(field) for field in FIELDS if context.text(field)}
    if "rating" in known:
        known["rating"] = context.whole("rating")
    done = act(context, found, lambda log: desk.enter(log, name, known))
    return Redirect(f"{found.head.address}/participants", done.after.findings)


def remove(context: RequestContext) -> Redirect:
    """Take a participant out who was never paired."""
    found = tournament_view(context)
    number = context.whole("number")
    done = act(context, found, lambda log: desk.remove(log, number))
    return Redirect(f"{found.head.address}/participants", done.after.findings)


def away(context: RequestContext) -> Redirect:
    """Note that a participant is not to be paired, in one round or from now on; or is back."""
    found = tournament_view(context)
    number = context.whole("number")
    rounds = [context.whole("round")] if context.text("round") else []
    bye = context.text("bye") or "zero"

    def change(log: EventLog) -> EventLog:
        if bye == "back":
            return desk.back(log, number, rounds)
        return desk.away(log, number, rounds, bye)

    done = act(context, found, change)
    return Redirect(f"{found.head.address}/participants", done.after.findings)


def renumber(context: RequestContext) -> Redirect:
    """Give the participants numbers by their ratings."""
    found = tournament_view(context)
    done = act(context, found, desk.number_by_rating)
    return Redirect(f"{found.head.address}/participants", done.after.findings)
