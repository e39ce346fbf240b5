"""What somebody who has come in keeps: a password, and tokens for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from starlette.responses import Response

from arpad.core import BadInput, worded
from arpad.office.club.people import SHORTEST_PASSWORD, Token
from arpad.office.club.rights import RIGHTS, NotAllowed, Scope
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.sign_in import begun, trying

SCOPES = {
    Scope.READ: "see what is published",
    Scope.RESULTS: "post results, and let players wait in queues",
    Scope.TOURNAMENTS: "run tournaments",
    Scope.POOLS: "begin and correct ranking lists, and publish them",
    Scope.PEOPLE: "invite people, and change their roles",
}
"""What a program may do by each scope."""

MOST_DAYS = 3650
"""The days for which a token may hold."""


@dataclass(frozen=True)
class AccountPage(Page):
    """Who has come in, with the tokens of the programs.

    Args:
        name: of the user.
        role: of the user.
        tokens: that hold; an owner sees everybody's.
        scopes: that a token of the user can have, each in words.
        token: that was just made; empty for none. It is shown once.
        shortest: letters that a new password has at the least.
        days: for which a token holds if nothing else is said.
    """

    TEMPLATE: ClassVar[str] = "account.html.j2"
    name: str
    role: str
    tokens: Sequence[Token]
    scopes: dict[str, str]
    token: str = ""
    shortest: int = SHORTEST_PASSWORD
    days: int = 365


def account(context: RequestContext) -> AccountPage:
    """Show who has come in.

    Raises:
        NotAllowed: nobody has.
    """
    return _page(context)


def make_token(context: RequestContext) -> AccountPage:
    """Make a token, and show it once.

    Raises:
        NotAllowed: nobody has come in.
        BadInput: it has no name, no scope, or holds for too long.
    """
    _check_in(context)
    wanted = [scope for scope in SCOPES if context.text(f"scope-{scope.value}")]
    days = context.whole("days", 365)
    if not context.text("name") or not wanted or not 0 < days <= MOST_DAYS:
        raise BadInput(
            worded("a token has a name, at least one scope, and from 1 to {days} days", days=MOST_DAYS),
            code="people.token",
        )
    return _page(
        context, context.site.people.make_token(context.text("name"), wanted, by=context.actor, days=days)
    )


def revoke(context: RequestContext) -> Redirect:
    """Let a token no longer hold.

    Raises:
        NotAllowed: it is somebody else's.
        BadInput: there is none.
    """
    _check_in(context)
    context.site.people.revoke(context.text("id"), by=context.actor)
    return Redirect("/account")


def change_password(context: RequestContext) -> Response:
    """Take another password; every other visit ends.

    Raises:
        NotAllowed: the old one is another one.
        Refused: too many attempts failed before.
        BadInput: the new one is too short or too long.
    """
    _check_in(context)
    keys = trying(context, context.actor.name)
    context.site.people.change_password(
        context.actor, context.form.get("old", ""), context.form.get("new", "")
    )
    context.site.attempts.succeeded(*keys)
    return begun(context, context.actor, "/account")


def _check_in(context: RequestContext) -> None:
    if not context.actor.user:
        raise NotAllowed(worded("only who has come in has an account"), remedy=worded("Sign in first."))


def _page(context: RequestContext, token: str = "") -> AccountPage:
    _check_in(context)
    usable = {scope for roles, scope in RIGHTS.values() if context.actor.role in roles}
    return AccountPage(
        context.actor.name,
        context.actor.role.label,
        context.site.people.tokens(by=context.actor),
        {scope.value: words for scope, words in SCOPES.items() if scope in usable},
        token,
    )
