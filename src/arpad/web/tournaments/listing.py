"""All tournaments of the office, and a new one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.rights import Task, require
from arpad.office.desk.taking_over import take_over
from arpad.office.desk.timetable import details_of, read
from arpad.office.log.event_log import EventLog
from arpad.office.store.tournaments import Listed, TournamentLog, tournaments
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.web.addresses import address_of
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.outcome import Redirect

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
    tournaments: list[Listed]
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


def create(asked: Asked) -> Redirect:
    """Begin a tournament, empty or that of an uploaded event file or report.

    Raises:
        BadInput: the desk refuses it, or the file cannot be read.
    """
    require(asked.who, Task.BEGIN_TOURNAMENT)
    brought = asked.files.get("file")
    title = asked.text("title")
    if brought is not None and brought.content:
        return _bring(asked, title)
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

    A form that is sent twice begins one tournament: the one of that name which was begun by the same form.
    """
    op, author = asked.text("op"), asked.who.name
    within = asked.site.people.begun_by(asked.who)

    def begin(name: str) -> str:
        store = TournamentLog(asked.site.database, name)
        store.create(log, op=op, author=author, in_acts=in_acts, within=within)
        return name

    try:
        return begin(address_of(title, set(), "tournament"))
    except BadInput as error:
        if error.code != "tournament.name-taken":
            raise
    return begin(free_name(asked, title))


def _bring(asked: Asked, title: str) -> Redirect:
    """Take over an uploaded event file (``.arpad``) or report (TRF)."""
    brought = asked.files["file"]
    name = free_name(asked, title or brought.name.rpartition(".")[0] or brought.name)
    store = TournamentLog(asked.site.database, name)
    if brought.content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{"):
        store.bring(brought.content, brought.name, asked.site.people.begun_by(asked.who))
        return Redirect(f"/tournaments/{name}")
    from arpad.tournament.trf import parse

    log = take_over(parse(brought.content), name=title)
    name = _begin(asked, title or brought.name.rpartition(".")[0] or brought.name, log, in_acts=True)
    return Redirect(f"/tournaments/{name}", log.findings)


def free_name(asked: Asked, title: str) -> str:
    """Return the name of a new tournament for addresses: its title in small letters, digits and hyphens."""
    taken = {one.name for one in tournaments(asked.site.database)}
    return address_of(title, taken, "tournament")
