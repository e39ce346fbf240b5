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
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, check_arbiter, tournament_view
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
    head: TournamentHead
    copy_title: str
    may_copy: bool


def shelf(context: RequestContext) -> ShelfPage:
    """Show where the tournament is shown, and what else can become of it."""
    view = tournament_view(context)
    check_arbiter(context, view)
    return ShelfPage(view.head, view.head.title, context.may_begin)


def move(context: RequestContext) -> Redirect:
    """List, hide or archive the tournament.

    Raises:
        BadInput: the form names none of these.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    wanted = context.text("visibility")
    if wanted not in tuple(Visibility):
        raise BadInput(
            "the form does not say where the tournament is shown",
            code="tournament.visibility",
            remedy="Choose listed, hidden or archived.",
        )
    show(context.site.database, view.head.name, Visibility(wanted), by=context.actor)
    context.site.watch.changed()
    return Redirect(f"{view.head.address}/shelf")


def copy(context: RequestContext) -> Redirect:
    """Begin another tournament with the same plan.

    Raises:
        NotAllowed: the visitor may not begin a tournament.
        BadInput: there is no title.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    require(context.actor, Task.BEGIN_TOURNAMENT)
    title = context.text("title")
    if not title:
        raise BadInput("a tournament needs a title", code="tournament.no-title", remedy="Write its title.")
    log = desk.copied(
        view.log,
        title,
        participants=bool(context.text("participants")),
        seed=secrets.randbelow(10**6),
    )
    return Redirect(f"/tournaments/{begin_under_title(context, title, log)}", log.findings)


def delete(context: RequestContext) -> Redirect:
    """Delete the tournament, of which nothing was ever published.

    Raises:
        BadInput: the box is not ticked, or something was published.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    if not context.text("confirm"):
        raise BadInput(
            "the box that confirms the deletion is not ticked",
            code="tournament.not-confirmed",
            remedy="Tick it if the tournament is to be deleted.",
        )
    remove(context.site.database, view.head.name, by=context.actor)
    context.site.watch.changed()
    return Redirect("/tournaments")
