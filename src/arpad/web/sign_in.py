"""Coming in: by an invitation the first time, with a name and a password afterwards; and going out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starlette.responses import RedirectResponse, Response

from arpad.core import worded
from arpad.office.club.people import SESSION_FOR, SHORTEST_PASSWORD
from arpad.office.club.rights import Principal
from arpad.web.answers import Page
from arpad.web.asked import SESSION_COOKIE, Asked, Refused


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


def sign_in(asked: Asked) -> SignInPage:
    """Show the form for a name and a password."""
    return SignInPage("")


def invited(asked: Asked) -> SignInPage:
    """Show the form of an invitation; to look at it does not use it."""
    return SignInPage(str(asked.request.path_params["invitation"]))


def enter(asked: Asked) -> Response:
    """Come in by an invitation, with a new name and password.

    Raises:
        NotAllowed: the invitation does not hold.
        BadInput: the name or the password cannot be.
    """
    invitation = str(asked.request.path_params["invitation"])
    user = asked.site.people.enter(invitation, asked.text("name"), asked.form.get("password", ""))
    return begun(asked, asked.site.people.who(user.user))


def come_in(asked: Asked) -> Response:
    """Come in with a name and a password.

    Raises:
        NotAllowed: the name or the password is not right.
        Refused: too many attempts failed before.
    """
    name = asked.text("name")
    whose = trying(asked, name)
    who = asked.site.people.come_in(name, asked.form.get("password", ""))
    asked.site.attempts.succeeded(*whose)
    return begun(asked, who)


def trying(asked: Asked, name: str) -> tuple[str, str]:
    """Count an attempt at somebody's password, and return under which names it is counted.

    Raises:
        Refused: too many attempts failed before.
    """
    client = asked.request.client
    whose = (f"name {name.casefold()}", f"address {client.host if client else ''}")
    wait = asked.site.attempts.begun(whose)
    if wait:
        raise Refused(
            worded("too many attempts to sign in failed"),
            code="sign-in.wait",
            remedy=worded("Wait {seconds} seconds.", seconds=wait),
        )
    return whose


def sign_out(asked: Asked) -> Response:
    """End the session."""
    if asked.session:
        asked.site.people.end_session(asked.session)
    response = RedirectResponse("/", 303)
    response.delete_cookie(SESSION_COOKIE)
    return response


def begun(asked: Asked, who: Principal, then: str = "/") -> Response:
    """Begin a session, always a new one, and go to a page."""
    response = RedirectResponse(then, 303)
    response.set_cookie(
        SESSION_COOKIE,
        asked.site.people.begin_session(who),
        max_age=SESSION_FOR,
        httponly=True,
        samesite="lax",
        secure=asked.site.secure,
    )
    return response
