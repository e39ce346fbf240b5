"""All tournaments of the office, and a new one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.rights import Actor, Task, may, require
from arpad.office.desk.timetable import details_of, read
from arpad.office.log.event_log import EventLog
from arpad.office.store.tournaments import (
    TournamentLog,
    TournamentSummary,
    Visibility,
    name_of_identity,
    tournaments,
)
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.web.addresses import address_of
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments import taking_over
from arpad.web.tournaments.taking_over import FileOfTournament, TakeOverPage

FIRST = ("fide-dutch", "round-robin", "knockout", "groups", "double-elimination", "mcmahon", "othello")
"""The systems that a form offers first."""


@dataclass(frozen=True)
class TournamentList(Page):
    """All tournaments of the office.

    Args:
        tournaments: those that are listed, or hidden from others than who asks, the newest first.
        archived: those in the archive.
        systems: the titles of their pairing systems, by name.
    """

    TEMPLATE: ClassVar[str] = "tournament_list.html.j2"
    tournaments: list[TournamentSummary]
    archived: list[TournamentSummary]
    systems: dict[str, str]


def listing(context: RequestContext) -> TournamentList:
    """Show the tournaments; those that are hidden to who runs them only."""
    visible = visible_to(context.actor, tournaments(context.site.database))
    titles = {entry.system: SYSTEMS[entry.system].title for entry in visible if entry.system in SYSTEMS}
    archived = [entry for entry in visible if entry.visibility == Visibility.ARCHIVED]
    return TournamentList([entry for entry in visible if entry not in archived], archived, titles)


def visible_to(actor: Actor, entries: Sequence[TournamentSummary]) -> list[TournamentSummary]:
    """Return the tournaments that a user may see: hidden ones only who runs them."""
    return [
        entry
        for entry in entries
        if entry.visibility != Visibility.HIDDEN or may(actor, Task.RUN_TOURNAMENT, tournament=entry.stream)
    ]


@dataclass(frozen=True)
class NewTournamentPage(Page):
    """The form of a new tournament.

    Args:
        systems: the pairing systems, by name.
    """

    TEMPLATE: ClassVar[str] = "tournament_new.html.j2"
    systems: dict[str, str]


def new(context: RequestContext) -> NewTournamentPage:
    """Show the form of a new tournament."""
    require(context.actor, Task.BEGIN_TOURNAMENT)
    rest = [name for name in SYSTEMS if name not in FIRST]
    return NewTournamentPage({name: SYSTEMS[name].title for name in (*FIRST, *rest)})


def create(context: RequestContext) -> TakeOverPage | Redirect:
    """Begin an empty tournament; or show what was understood of a file, and take it over where that was seen.

    Raises:
        BadInput: the desk refuses it, or the file cannot be read.
    """
    require(context.actor, Task.BEGIN_TOURNAMENT)
    if taking_over.brings_tournament(context):
        file = taking_over.file_of_tournament(context)
        return _take_over(context, file) if file.accepted else taking_over.look(context, file)
    title = context.text("title")
    if not title:
        raise BadInput("a tournament needs a title", code="tournament.no-title", remedy="Write its title.")
    details = {key: context.text(key) for key in ("city", "start", "end") if context.text(key)}
    details |= {name: value for name, value in details_of(read(context.text("timetable"))).items() if value}
    log = desk.create(
        title,
        context.text("system"),
        rounds=context.whole("rounds", 0),
        seed=context.whole("seed", secrets.randbelow(10**6)),
        details=details,
    )
    return Redirect(f"/tournaments/{begin_under_title(context, title, log)}", log.findings)


def begin_under_title(context: RequestContext, title: str, log: EventLog, *, in_acts: bool = False) -> str:
    """Write a new tournament under a name made of its title, and return the name.

    A form that is sent twice begins one tournament: that of its title (``spring-open``, ``spring-open-2``…)
    which was begun by the same form.
    """
    op, author = context.text("op"), context.actor.name
    within = context.site.people.begun_by(context.actor)

    def begin(name: str) -> str:
        store = TournamentLog(context.site.database, name)
        store.create(log, op=op, author=author, in_acts=in_acts, within=within)
        return name

    taken: set[str] = set()
    while True:
        name = address_of(title, taken, "tournament")
        try:
            return begin(name)
        except BadInput as error:
            if error.code != "tournament.name-taken":
                raise
            taken.add(name)


def _take_over(context: RequestContext, file: FileOfTournament) -> Redirect:
    """Take over an event file (``.arpad``) or a report (TRF) that was looked at."""
    sent, log = file.sent, file.log()
    wanted = file.title or sent.name.rpartition(".")[0] or sent.name
    if file.of_report:
        return Redirect(f"/tournaments/{begin_under_title(context, wanted, log, in_acts=True)}", log.findings)
    there = name_of_identity(context.site.database, log.identity)
    if there and TournamentLog(context.site.database, there).content() == sent.content:
        return Redirect(f"/tournaments/{there}")  # the form was sent twice
    name = free_name(context, wanted)
    TournamentLog(context.site.database, name).bring(
        sent.content, sent.name, context.site.people.begun_by(context.actor)
    )
    return Redirect(f"/tournaments/{name}")


def free_name(context: RequestContext, title: str) -> str:
    """Return the name of a new tournament for addresses: its title in small letters, digits and hyphens."""
    taken = {tournament.name for tournament in tournaments(context.site.database)}
    return address_of(title, taken, "tournament")
