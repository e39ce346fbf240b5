"""The people of the office: invited, with their roles and the tournaments that they run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput, worded
from arpad.office.club.people import User
from arpad.office.club.rights import Role, Task, require
from arpad.office.store.tournaments import tournaments
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect

ROLES = (Role.ARBITER, Role.RATING_OFFICER, Role.OWNER, Role.PLAYER)
"""The roles for which people are invited, in the order of the form."""


@dataclass(frozen=True)
class PeoplePage(Page):
    """The people of the office.

    Args:
        users: by name.
        tournaments: name and title of every tournament.
        roles: that can be given.
        invitation: the address by which somebody comes in, just made; empty for none. It is shown once.
    """

    TEMPLATE: ClassVar[str] = "people.html.j2"
    users: Sequence[User]
    tournaments: Sequence[tuple[str, str]]
    roles: Sequence[Role]
    invitation: str = ""


def people(context: RequestContext) -> PeoplePage:
    """Show who may do what."""
    return _page(context)


def invite(context: RequestContext) -> PeoplePage:
    """Make an invitation, and show its address once."""
    require(context.actor, Task.MANAGE_PEOPLE)
    invitation = context.site.people.invite(_role(context), by=context.actor)
    return _page(context, f"{context.office}/enter/{invitation}")


def give_role(context: RequestContext) -> Redirect:
    """Give somebody another role."""
    require(context.actor, Task.MANAGE_PEOPLE)
    context.site.people.give_role(context.whole("user"), _role(context), by=context.actor)
    return Redirect("/people")


def close(context: RequestContext) -> Redirect:
    """Let somebody no longer come in."""
    require(context.actor, Task.MANAGE_PEOPLE)
    context.site.people.close(context.whole("user"), by=context.actor)
    return Redirect("/people")


def give_tournament(context: RequestContext) -> Redirect:
    """Let an arbiter run a tournament, or no longer."""
    require(context.actor, Task.MANAGE_PEOPLE)
    context.site.people.give_tournament(
        context.whole("user"), context.text("tournament"), by=context.actor, given=not context.text("taken")
    )
    return Redirect("/people")


def _page(context: RequestContext, invitation: str = "") -> PeoplePage:
    users = context.site.people.users(by=context.actor)
    held = [(tournament.name, tournament.title) for tournament in tournaments(context.site.database)]
    return PeoplePage(users, held, ROLES, invitation)


def _role(context: RequestContext) -> Role:
    """Return the role that a form names.

    Raises:
        BadInput: there is none of that name.
    """
    text = context.text("role")
    if text not in ROLES:
        raise BadInput(
            worded("there is no role {text!r}", text=text[:40]),
            code="people.role",
            remedy=worded("There are {known}.", known=", ".join(ROLES)),
        )
    return Role(text)
