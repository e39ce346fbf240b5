"""A program that sends too many requests is told when to send the next one, each one what is left."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.core import BadInput
from arpad.web.api.problems import refusal
from arpad.web.limits import SLACK, RateLimit
from arpad.web.site import Site

HEADERS = {
    "Retry-After": "Seconds after which the next request is answered.",
    "RateLimit-Policy": "The limits: requests at once (`q`), and seconds in which as many come again (`w`).",
    "RateLimit": "Requests that are left of each limit (`r`), and seconds until there is one more (`t`).",
}
"""Header fields of an answer 429, with their meanings; all answers that are limited have the last two."""


class TooManyRequests(BadInput):
    """A request for which a bucket has nothing left.

    Args:
        exceeded: the limits.
        seconds: to wait.
    """

    def __init__(self, exceeded: Sequence[RateLimit], seconds: int) -> None:
        limits = " and ".join(
            f"from one {limit.name} {limit.rate:g} a second, after {limit.burst} at once"
            for limit in exceeded
        )
        super().__init__(
            f"these are more requests than are answered: {limits}",
            code="api.too-many-requests",
            remedy=f"Wait {seconds} s, as the header Retry-After says. Results that are posted together, in "
            "a batch or a stream, are one request.",
        )


class Throttle:
    """Refuses requests beyond the limits of the office, before anything of them is read.

    Args:
        app: the application.
        site: the office.
    """

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        authorization = Headers(scope=scope).get("authorization", "")
        decision = self.site.rate_limiter.decide(client[0] if client else None, authorization)
        if decision is None:
            await self.app(scope, receive, send)
            return
        headers = [
            (b"ratelimit-policy", decision.policies.encode()),
            (b"ratelimit", decision.service_limits.encode()),
        ]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *headers]}
            await send(message)

        if not decision.exceeded:
            await self.app(scope, receive, with_headers)
            return
        for limit in decision.exceeded:
            self.site.metrics.rate_limited(limit.name)
        seconds = ceil(decision.wait - SLACK)
        answer = refusal(TooManyRequests(decision.exceeded, seconds))
        answer.headers["retry-after"] = str(seconds)
        await answer(scope, receive, with_headers)
