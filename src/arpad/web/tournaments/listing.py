"""All tournaments of the office, and a new one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.rights import Task, require
from arpad.office.desk.timetable import details_of, read
from arpad.office.log.event_log import EventLog
from arpad.office.store.tournaments import TournamentLog, TournamentSummary, name_of_identity, tournaments
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.web.addresses import address_of
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.outcome import Redirect
from arpad.web.tournaments import taking_over
from arpad.web.tournaments.taking_over import FileOfTournament, TakeOverPage

FIRST = ("fide-dutch", "round-robin", "knockout", "groups", "double-elimination", "mcmahon", "othello")
"""The systems that a form offers first."""


@dataclass(frozen=True)
class TournamentList(Page):
    """All tournaments of the office.

    Args:
        tournaments: the newest first.
        systems: the titles of their pairing systems, by name.
    """

    TEMPLATE: ClassVar[str] = "tournament_list.html.j2"
    tournaments: list[TournamentSummary]
    systems: dict[str, str]


def listing(asked: Asked) -> TournamentList:
    """Show the tournaments; visitors see those of which a round is paired or people are entered."""
    found = tournaments(asked.site.database)
    titles = {one.system: SYSTEMS[one.system].title for one in found if one.system in SYSTEMS}
    return TournamentList(found, titles)


@dataclass(frozen=True)
class NewTournament(Page):
    """The form of a new tournament.

    Args:
        systems: the pairing systems, by name.
    """

    TEMPLATE: ClassVar[str] = "tournament_new.html.j2"
    systems: dict[str, str]


def new(asked: Asked) -> NewTournament:
    """Show the form of a new tournament."""
    require(asked.who, Task.BEGIN_TOURNAMENT)
    rest = [name for name in SYSTEMS if name not in FIRST]
    return NewTournament({name: SYSTEMS[name].title for name in (*FIRST, *rest)})


def create(asked: Asked) -> TakeOverPage | Redirect:
    """Begin an empty tournament; or show what was understood of a file, and take it over where that was seen.

    Raises:
        BadInput: the desk refuses it, or the file cannot be read.
    """
    require(asked.who, Task.BEGIN_TOURNAMENT)
    if taking_over.brings_tournament(asked):
        file = taking_over.file_of_tournament(asked)
        return _take_over(asked, file) if file.accepted else taking_over.look(asked, file)
    title = asked.text("title")
    if not title:
        raise BadInput("a tournament needs a title", code="tournament.no-title", remedy="Write its title.")
    details = {key: asked.text(key) for key in ("city", "start", "end") if asked.text(key)}
    details |= {name: said for name, said in details_of(read(asked.text("timetable"))).items() if said}
    log = desk.create(
        title,
        asked.text("system"),
        rounds=asked.whole("rounds", 0),
        seed=asked.whole("seed", secrets.randbelow(10**6)),
        details=details,
    )
    return Redirect(f"/tournaments/{_begin(asked, title, log)}", log.findings)


def _begin(asked: Asked, title: str, log: EventLog, *, in_acts: bool = False) -> str:
    """Write a new tournament under a name made of its title, and return the name.

    A form that is sent twice begins one tournament: that of its title (``spring-open``, ``spring-open-2``…)
    which was begun by the same form.
    """
    op, author = asked.text("op"), asked.who.name
    within = asked.site.people.begun_by(asked.who)

    def begin(name: str) -> str:
        store = TournamentLog(asked.site.database, name)
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


def _take_over(asked: Asked, file: FileOfTournament) -> Redirect:
    """Take over an event file (``.arpad``) or a report (TRF) that was looked at."""
    sent, log = file.sent, file.log()
    wanted = file.title or sent.name.rpartition(".")[0] or sent.name
    if file.of_report:
        return Redirect(f"/tournaments/{_begin(asked, wanted, log, in_acts=True)}", log.findings)
    there = name_of_identity(asked.site.database, log.identity)
    if there and TournamentLog(asked.site.database, there).content() == sent.content:
        return Redirect(f"/tournaments/{there}")  # the form was sent twice
    name = free_name(asked, wanted)
    TournamentLog(asked.site.database, name).bring(
        sent.content, sent.name, asked.site.people.begun_by(asked.who)
    )
    return Redirect(f"/tournaments/{name}")


def free_name(asked: Asked, title: str) -> str:
    """Return the name of a new tournament for addresses: its title in small letters, digits and hyphens."""
    taken = {one.name for one in tournaments(asked.site.database)}
    return address_of(title, taken, "tournament")
