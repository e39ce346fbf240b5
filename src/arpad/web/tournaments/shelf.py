"""Where a tournament is shown: listed, hidden, archived; and a copy of it, or its end."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.rights import Task, require
from arpad.office.club.shelf import remove, show
from arpad.office.store.tournaments import Visibility
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import Head, check_arbiter, opened
from arpad.web.tournaments.listing import begin_under_title


@dataclass(frozen=True)
class ShelfPage(Page):
    """Where a tournament is shown, and what else becomes of it.

    Args:
        head: the tournament.
        copy_title: the title that a copy is offered.
        may_copy: whether who asks may begin a tournament.
    """

    TEMPLATE: ClassVar[str] = "tournament_shelf.html.j2"
    head: Head
    copy_title: str
    may_copy: bool


def shelf(asked: Asked) -> ShelfPage:
    """Show where the tournament is shown, and what else can become of it."""
    tournament = opened(asked)
    check_arbiter(asked, tournament)
    return ShelfPage(tournament.head, tournament.head.title, asked.may_begin)


def move(asked: Asked) -> Redirect:
    """List, hide or archive the tournament.

    Raises:
        BadInput: the form names none of these.
    """
    tournament = opened(asked)
    check_arbiter(asked, tournament)
    wanted = asked.text("visibility")
    if wanted not in tuple(Visibility):
        raise BadInput(
            "the form does not say where the tournament is shown",
            code="tournament.visibility",
            remedy="Choose listed, hidden or archived.",
        )
    show(asked.site.database, tournament.head.name, Visibility(wanted), by=asked.who)
    asked.site.watch.changed()
    return Redirect(f"{tournament.head.address}/shelf")


def copy(asked: Asked) -> Redirect:
    """Begin another tournament with the same plan.

    Raises:
        NotAllowed: the visitor may not begin a tournament.
        BadInput: there is no title.
    """
    tournament = opened(asked)
    check_arbiter(asked, tournament)
    require(asked.who, Task.BEGIN_TOURNAMENT)
    title = asked.text("title")
    if not title:
        raise BadInput("a tournament needs a title", code="tournament.no-title", remedy="Write its title.")
    log = desk.copied(
        tournament.log,
        title,
        participants=bool(asked.text("participants")),
        seed=secrets.randbelow(10**6),
    )
    return Redirect(f"/tournaments/{begin_under_title(asked, title, log)}", log.findings)


def delete(asked: Asked) -> Redirect:
    """Delete the tournament, of which nothing was ever published.

    Raises:
        BadInput: the box is not ticked, or something was published.
    """
    tournament = opened(asked)
    check_arbiter(asked, tournament)
    if not asked.text("confirm"):
        raise BadInput(
            "the box that confirms the deletion is not ticked",
            code="tournament.not-confirmed",
            remedy="Tick it if the tournament is to be deleted.",
        )
    remove(asked.site.database, tournament.head.name, by=asked.who)
    asked.site.watch.changed()
    return Redirect("/tournaments")
