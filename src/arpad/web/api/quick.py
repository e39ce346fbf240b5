"""The shortest way for the request that comes by the thousand: one result, posted as usual.

Routing and the dependencies of :mod:`~arpad.web.api.results` take most of the time of such a request. What is
usual (a token that was shown just now, a body that is as described, no question in the address) is answered
here, by the same functions; everything else goes that documented way, which also says what is wrong.
"""

from __future__ import annotations

import re

from pydantic import TypeAdapter, ValidationError
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.core import ArpadError
from arpad.office.club.rights import Task, may
from arpad.office.store.tournaments import NAME
from arpad.web.api.door import Caller
from arpad.web.api.problems import refusal
from arpad.web.api.results import KEY, Result, posted_result
from arpad.web.site import Site

LONGEST = 65_536
"""Bytes of a request that is looked at here."""

_PATH = re.compile(rf"/pools/({NAME.pattern})/results")
_KEY = re.compile(KEY.removesuffix("$"))
_RESULT: TypeAdapter[Result] = TypeAdapter(Result)
_SINGLE = (b"authorization", b"idempotency-key", b"content-length")


class Quick:
    """Answers results that are posted as usual; hands everything else on.

    Args:
        app: the application.
        site: the office.
        route: the documented address, which logs and metrics name.
    """

    def __init__(self, app: ASGIApp, site: Site, route: BaseRoute) -> None:
        self.app = app
        self.site = site
        self.route = route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        posting = self._usual(scope)
        if posting is None:
            await self.app(scope, receive, send)
            return
        caller, pool, key = posting
        messages: list[Message] = []
        while not messages or messages[-1].get("more_body", False):
            messages.append(await receive())
        body = b"".join(message.get("body", b"") for message in messages)
        try:
            result = _RESULT.validate_json(body) if len(body) <= LONGEST else None
        except ValidationError:
            result = None
        if result is None:
            waiting = iter(messages)

            async def again() -> Message:
                return next(waiting, None) or await receive()

            await self.app(scope, again, send)
            return
        scope["route"], scope["path_params"] = self.route, {"pool": pool}
        scope["endpoint"] = posted_result
        try:
            answer = await posted_result(caller, pool, result, key)
        except ArpadError as error:
            answer = refusal(error)
        await answer(scope, receive, send)

    def _usual(self, scope: Scope) -> tuple[Caller, str, str | None] | None:
        """Return who posts to which pool under which name; None where something is unusual."""
        if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"]:
            return None
        path = _PATH.fullmatch(scope["path"].removeprefix(scope.get("root_path", "")))
        headers = [header for header in scope["headers"] if header[0] in _SINGLE]
        by_name = dict(headers)
        if path is None or len(by_name) < len(headers):
            return None
        length = by_name.get(b"content-length", b"")
        scheme, _, token = by_name.get(b"authorization", b"").decode("latin-1").partition(" ")
        key = by_name.get(b"idempotency-key", b"").decode("latin-1")
        if not length.isdigit() or int(length) > LONGEST or scheme.lower() != "bearer":
            return None
        if key and _KEY.fullmatch(key) is None:
            return None
        actor = self.site.tokens.recent(token)
        if actor is None or not may(actor, Task.POST_GAMES):
            return None
        return Caller(self.site, actor), path[1], key or None
