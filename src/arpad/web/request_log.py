"""Each request is counted, and said in the log; and whoever may know is told the counts."""

from __future__ import annotations

import time

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.core import ArpadError
from arpad.office.club.rights import NotAllowed, Task, require
from arpad.office.turns import LATER
from arpad.web.logs import REQUESTS, address_of, route_of
from arpad.web.metrics import CONTENT_TYPE, Metrics
from arpad.web.site import Site

HERE = ("127.0.0.1", "::1")
"""From where programs of the machine itself ask."""

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

NOWHERE = "other"
"""The route of what has no page."""


class Observed:
    """Counts the requests to an application, and logs them.

    Args:
        app: the application.
        site: the office.
    """

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.metrics: Metrics = site.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope) or NOWHERE
        method = scope["method"] if scope["method"] in METHODS else NOWHERE
        self.metrics.answered(method, route, status, seconds)
        if REQUESTS.isEnabledFor(20):
            client = scope.get("client")
            REQUESTS.info(
                "%s %s %d",
                method,
                address_of(route, scope.get("path_params", {})),
                status,
                extra={
                    "method": method,
                    "route": route,
                    "status": status,
                    "seconds": round(seconds, 6),
                    "client": client[0] if client else "",
                },
            )


async def metrics(request: Request) -> Response:
    """Tell the counts to programs of this machine, and to those that show a token."""
    site: Site = request.app.state.site
    try:
        await run_in_threadpool(_check, request, site)
    except NotAllowed as error:
        return JSONResponse({"error": error.as_dict()}, 401, {"www-authenticate": "Bearer"})
    except ArpadError as error:
        # The database is down, not the token wrong: an alarm must not send its reader after a password.
        return JSONResponse({"error": {"code": error.code}}, 503, {"retry-after": str(LATER)})
    return Response(await run_in_threadpool(site.metrics.text), headers={"content-type": CONTENT_TYPE})


def _check(request: Request, site: Site) -> None:
    """Refuse a stranger.

    Raises:
        NotAllowed: it is one.
    """
    if request.client is not None and request.client.host in HERE:
        return
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise NotAllowed(
            "other machines show a token to see what is counted",
            code="people.not-known",
            remedy="Send the header Authorization: Bearer TOKEN.",
        )
    require(site.tokens.of(token), Task.READ)
