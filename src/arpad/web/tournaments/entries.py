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


class ParticipantRow(NamedTuple):
    """A participant in the list.

    Args:
        entrant: the participant.
        absences: what is known of the rounds to come: the round, and what stands for it.
        played: whether a round was paired with the participant in it.
    """

    entrant: Entrant
    absences: Sequence[tuple[int, str]]
    played: bool


class UsedColumns(NamedTuple):
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
    participants: Sequence[ParticipantRow]
    wants_grade: bool
    ranked: bool
    coming: int

    @property
    def used_columns(self) -> UsedColumns:
        """Which columns have something in them."""
        return UsedColumns(
            any(row.entrant.federation for row in self.participants),
            any(row.entrant.club for row in self.participants),
            any(row.absences for row in self.participants),
        )


def entries(context: RequestContext) -> Entries:
    """Show who takes part."""
    view = tournament_view(context)
    tournament = view.tournament
    coming: dict[int, list[tuple[int, str]]] = {}
    for at, number, result in byes_to_come(tournament):
        late = tournament.by_number[number].arrives > at
        word = "not here yet" if late else without_game(tournament, number, at, result)
        coming.setdefault(number, []).append((at, word))
    seated = {
        number
        for round_ in tournament.rounds[: view.seen]
        for game in round_.pairings
        for number in (game.white, game.black)
    } | {bye.number for round_ in tournament.rounds[: view.seen] for bye in round_.byes}
    rows = [
        ParticipantRow(entrant, coming.get(entrant.number, ()), entrant.number in seated)
        for entrant in sorted(tournament.entrants, key=lambda entrant: entrant.number)
    ]
    entry = SYSTEMS.get(tournament.system)
    return Entries(
        view.head,
        rows,
        bool(entry and entry.grade),
        bool(entry and entry.ranked),
        coming_of(view) if view.head.runs else 0,
    )


def add(context: RequestContext) -> Redirect:
    """Enter one participant."""
    view = tournament_view(context)
    name = context.text("name")
    fields: dict[str, str | int] = {field: context.text(field) for field in FIELDS if context.text(field)}
    if "rating" in fields:
        fields["rating"] = context.whole("rating")
    done = act(context, view, lambda log: desk.enter(log, name, fields))
    return Redirect(f"{view.head.address}/participants", done.after.findings)


def remove(context: RequestContext) -> Redirect:
    """Take a participant out who was never paired."""
    view = tournament_view(context)
    number = context.whole("number")
    done = act(context, view, lambda log: desk.remove(log, number))
    return Redirect(f"{view.head.address}/participants", done.after.findings)


def away(context: RequestContext) -> Redirect:
    """Note that a participant is not to be paired, in one round or from now on; or is back."""
    view = tournament_view(context)
    number = context.whole("number")
    rounds = [context.whole("round")] if context.text("round") else []
    bye = context.text("bye") or "zero"

    def change(log: EventLog) -> EventLog:
        if bye == "back":
            return desk.back(log, number, rounds)
        return desk.away(log, number, rounds, bye)

    done = act(context, view, change)
    return Redirect(f"{view.head.address}/participants", done.after.findings)


def renumber(context: RequestContext) -> Redirect:
    """Give the participants numbers by their ratings."""
    view = tournament_view(context)
    done = act(context, view, desk.number_by_rating)
    return Redirect(f"{view.head.address}/participants", done.after.findings)
