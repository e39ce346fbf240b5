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
from arpad.web.asked import Asked
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


def people(asked: Asked) -> PeoplePage:
    """Show who may do what."""
    return _page(asked)


def invite(asked: Asked) -> PeoplePage:
    """Make an invitation, and show its address once."""
    require(asked.who, Task.MANAGE_PEOPLE)
    invitation = asked.site.people.invite(_role(asked), by=asked.who)
    return _page(asked, f"{asked.office}/enter/{invitation}")


def give_role(asked: Asked) -> Redirect:
    """Give somebody another role."""
    require(asked.who, Task.MANAGE_PEOPLE)
    asked.site.people.give_role(asked.whole("user"), _role(asked), by=asked.who)
    return Redirect("/people")


def close(asked: Asked) -> Redirect:
    """Let somebody no longer come in."""
    require(asked.who, Task.MANAGE_PEOPLE)
    asked.site.people.close(asked.whole("user"), by=asked.who)
    return Redirect("/people")


def give_tournament(asked: Asked) -> Redirect:
    """Let an arbiter run a tournament, or no longer."""
    require(asked.who, Task.MANAGE_PEOPLE)
    asked.site.people.give_tournament(
        asked.whole("user"), asked.text("tournament"), by=asked.who, given=not asked.text("taken")
    )
    return Redirect("/people")


def _page(asked: Asked, invitation: str = "") -> PeoplePage:
    users = asked.site.people.users(by=asked.who)
    held = [(one.name, one.title) for one in tournaments(asked.site.database)]
    return PeoplePage(users, held, ROLES, invitation)


def _role(asked: Asked) -> Role:
    """Return the role that a form names.

    Raises:
        BadInput: there is none of that name.
    """
    text = asked.text("role")
    if text not in ROLES:
        raise BadInput(
            worded("there is no role {text!r}", text=text[:40]),
            code="people.role",
            remedy=worded("There are {known}.", known=", ".join(ROLES)),
        )
    return Role(text)
