"""Coming in: by an invitation the first time, with a name and a password afterwards; and going out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starlette.responses import RedirectResponse, Response

from arpad.core import worded
from arpad.office.club.people import SESSION_FOR, SHORTEST_PASSWORD
from arpad.office.club.rights import Actor
from arpad.web.answers import Page
from arpad.web.context import SESSION_COOKIE, Refused, RequestContext


@dataclass(frozen=True)
class SignInPage(Page):
    """The form of who comes in.

    Args:
        invitation: that is used; empty for a name and a password that are known already.
        shortest: letters that a new password has at the least.
    """

    TEMPLATE: ClassVar[str] = "sign_in.html.j2"
    invitation: str
    shortest: int = SHORTEST_PASSWORD


def sign_in(context: RequestContext) -> SignInPage:
    """Show the form for a name and a password."""
    return SignInPage("")


def invited(context: RequestContext) -> SignInPage:
    """Show the form of an invitation; to look at it does not use it."""
    return SignInPage(str(context.request.path_params["invitation"]))


def enter(context: RequestContext) -> Response:
    """Come in by an invitation, with a new name and password.

    Raises:
        NotAllowed: the invitation does not hold.
        BadInput: the name or the password cannot be.
    """
    invitation = str(context.request.path_params["invitation"])
    user = context.site.people.enter(invitation, context.text("name"), context.form.get("password", ""))
    return begun(context, context.site.people.who(user.user))


def come_in(context: RequestContext) -> Response:
    """Come in with a name and a password.

    Raises:
        NotAllowed: the name or the password is not right.
        Refused: too many attempts failed before.
    """
    name = context.text("name")
    keys = trying(context, name)
    actor = context.site.people.come_in(name, context.form.get("password", ""))
    context.site.attempts.succeeded(*keys)
    return begun(context, actor)


def trying(context: RequestContext, name: str) -> tuple[str, str]:
    """Count an attempt at somebody's password, and return under which names it is counted.

    Raises:
        Refused: too many attempts failed before.
    """
    client = context.request.client
    keys = (f"name {name.casefold()}", f"address {client.host if client else ''}")
    wait = context.site.attempts.begun(keys)
    if wait:
        raise Refused(
            worded("too many attempts to sign in failed"),
            code="sign-in.wait",
            remedy=worded("Wait {seconds} seconds.", seconds=wait),
        )
    return keys


def sign_out(context: RequestContext) -> Response:
    """End the session."""
    if context.session:
        context.site.people.end_session(context.session)
    response = RedirectResponse("/", 303)
    response.delete_cookie(SESSION_COOKIE)
    return response


def begun(context: RequestContext, actor: Actor, then: str = "/") -> Response:
    """Begin a session, always a new one, and go to a page."""
    response = RedirectResponse(then, 303)
    response.set_cookie(
        SESSION_COOKIE,
        context.site.people.begin_session(actor),
        max_age=SESSION_FOR,
        httponly=True,
        samesite="lax",
        secure=context.site.secure,
    )
    return response
