"""The context of a request: its actor, its language, its form."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.requests import Request

from arpad.core import ArpadError, BadInput, worded
from arpad.office.club.rights import Actor, NotAllowed, Task, may
from arpad.web.addresses import within
from arpad.web.connections import note_authenticated
from arpad.web.languages import NAMES, Language, language, preferred
from arpad.web.security.forms import is_token_of, token_of
from arpad.web.security.hosts import address_of
from arpad.web.site import Site

SESSION_COOKIE = "arpad_session"
VISIT_COOKIE = "arpad_visit"
LANGUAGE_COOKIE = "arpad_language"

VISITOR = Actor()
"""The actor of a request without a session."""

MOST_TYPED = 10_000
"""The longest text that a field of a form may have, in characters."""

MOST_DIGITS = 15
"""The digits of the largest number that a form may have: what databases count to."""


def context_of(request: Request, site: Site) -> RequestContext:
    """Return the context of a request; its actor is a visitor where the session is over."""
    session = request.cookies.get(SESSION_COOKIE, "")
    try:
        actor = site.people.of_session(session) if session else VISITOR
    except NotAllowed:
        actor = VISITOR
    if actor.user:
        note_authenticated(request.scope)
    return RequestContext(request, site, actor)


class Refused(ArpadError):
    """Something that the person who asks may not do, or may not do so."""

    CODE: ClassVar[str] = "web.refused"


class Unknown(ArpadError):
    """An address at which there is nothing."""

    CODE: ClassVar[str] = "web.unknown"


@dataclass(frozen=True)
class Upload:
    """A file that a form brings.

    Args:
        name: its name.
        content: its bytes.
    """

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class RequestContext:
    """A request with its actor and its form.

    Args:
        request: the request.
        site: the office.
        actor: the person who sends the request, with the rights of now.
        form: what is typed, by the names of the fields.
        files: what is uploaded.
    """

    request: Request = field(repr=False)
    site: Site
    actor: Actor = VISITOR
    form: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Upload] = field(default_factory=dict)

    @property
    def session(self) -> str:
        """The secret of the session that the browser shows; empty for none."""
        return self.request.cookies.get(SESSION_COOKIE, "")

    @property
    def may_begin(self) -> bool:
        """Whether the actor may begin a tournament."""
        return may(self.actor, Task.BEGIN_TOURNAMENT)

    @property
    def may_rate(self) -> bool:
        """Whether the actor may begin pools, correct them, publish lists, and keep the register."""
        return may(self.actor, Task.MANAGE_POOLS)

    @property
    def may_invite(self) -> bool:
        """Whether the actor may invite people."""
        return may(self.actor, Task.MANAGE_PEOPLE)

    @property
    def language(self) -> Language:
        """The language that was chosen, or that the browser prefers."""
        chosen = self.request.query_params.get("lang") or self.request.cookies.get(LANGUAGE_COOKIE, "")
        if chosen in NAMES:
            return language(chosen)
        return preferred(self.request.headers.get("accept-language", ""))

    @property
    def visit(self) -> str:
        """What tells this visit from others; a new one where the browser has brought none."""
        visit = self.request.cookies.get(VISIT_COOKIE) or getattr(self.request.state, "visit", "")
        if not visit:
            visit = secrets.token_urlsafe(24)
            self.request.state.visit = visit
        return str(visit)

    @property
    def office(self) -> str:
        """The address of this office, without a slash at its end, for links that leave the page.

        It is never the request's own header Host: who sends that would write what others read.
        """
        return self.site.url or address_of(self.request.scope)

    @property
    def form_token(self) -> str:
        """What a form of this visit must bring back."""
        return token_of(self.session or self.visit)

    @property
    def wants_json(self) -> bool:
        """Whether a program asks."""
        accepted = self.request.headers.get("accept", "")
        return "application/json" in accepted and "text/html" not in accepted

    def text(self, name: str) -> str:
        """Return a field of the form, without blanks at its ends; empty where it is not there.

        Raises:
            BadInput: it is too long.
        """
        value = self.form.get(name, "").strip()
        if len(value) > MOST_TYPED:
            raise BadInput(
                worded("the field {name} has {count} characters", name=name, count=len(value)),
                code="form.too-long",
                remedy="Shorten it.",
            )
        return value

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a field of the form that is a whole number.

        Raises:
            BadInput: it is not one.
        """
        text = self.text(name)
        if not text and default is not None:
            return default
        if len(text) > MOST_DIGITS:
            raise BadInput(
                worded("the number in the field {name} has {count} digits", name=name, count=len(text)),
                code="form.not-number",
            )
        try:
            return int(text)
        except ValueError:
            raise BadInput(
                worded("{text!r} in the field {name} is not a whole number", text=text, name=name),
                code="form.not-number",
            ) from None

    def whole_of_path(self, name: str) -> int:
        """Return a number of the address.

        Raises:
            Unknown: it is not one.
        """
        text = str(self.request.path_params.get(name, ""))
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Unknown(worded("there is nothing at {path}", path=self.request.url.path))
        return int(text)

    def query(self, name: str) -> str:
        """Return what the address asks for by a name, without blanks at its ends; empty where it does not.

        Raises:
            BadInput: it is too long.
        """
        value = self.request.query_params.get(name, "").strip()
        if len(value) > MOST_TYPED:
            raise BadInput(
                worded("{name} in the address has {count} characters", name=name, count=len(value)),
                code="form.too-long",
                remedy="Shorten it.",
            )
        return value

    def whole_of_query(self, name: str, default: int) -> int:
        """Return a whole number of at least 1 that the address asks for; the default where it does not."""
        text = self.query(name)
        return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 10 else default

    def address_with(self, **changes: object) -> str:
        """Return the address of this page with other values in its query; without those that are empty."""
        query = {**self.request.query_params, **{name: str(value) for name, value in changes.items()}}
        query.pop("lang", None)
        return within(
            self.request.url.path, urlencode({name: value for name, value in query.items() if value})
        )

    def check_form(self) -> None:
        """Refuse a form that does not come from a page of this visit.

        Raises:
            Refused: it does not.
        """
        elsewhere = self.request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
        token = self.form.get("token") or self.request.headers.get("x-form-token", "")
        visit = self.session or self.request.cookies.get(VISIT_COOKIE, "")
        if elsewhere or not is_token_of(visit, token):
            raise Refused(
                worded("the form does not come from a page of this visit"),
                code="form.foreign",
                remedy=worded("Open the page again, and send the form from there."),
            )

    @property
    def back(self) -> str:
        """The page of this office from which the request came; the first one if it is not known."""
        path, query = self._came_from
        same = path == self.request.url.path and self.request.method != "POST"
        return "/" if same else within(path, query)

    @property
    def _came_from(self) -> tuple[str, str]:
        parts = urlsplit(self.request.headers.get("referer", ""))
        return (parts.path, parts.query) if parts.netloc == self.request.url.netloc else ("/", "")

    @staticmethod
    def operation() -> str:
        """Return a name for the act of a form, so that it is done once however often the form is sent."""
        return secrets.token_hex(12)

    def in_language(self, code: str) -> str:
        """Return the address of this page in another language; of the one with the form if it answers one."""
        path, parameters = self.request.url.path, dict(self.request.query_params)
        if self.request.method == "POST":  # where forms go there may be no page
            path, query = self._came_from
            parameters = dict(parse_qsl(query))
        return within(path, urlencode({**parameters, "lang": code}))
