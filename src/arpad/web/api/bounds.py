"""The largest request that is read."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.core import BadInput
from arpad.web.api.problems import refusal

MOST_BYTES = 32 * 2**20
"""Of a request; a stream of results is read line by line, and may be of any length."""

STREAMS = "/results/stream"
"""How the addresses end that read streams."""


class TooLarge(BadInput):
    """A request that is larger than what is read."""

    def __init__(self) -> None:
        super().__init__(
            f"a request of more than {MOST_BYTES // 2**20} MB is not read",
            code="form.too-large",
            remedy="Send several smaller ones, or a stream.",
        )


class Bounded:
    """Refuses a request that is too large, before it is in memory.

    Args:
        app: the application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["path"].endswith(STREAMS):
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            await refusal(TooLarge())(scope, receive, send)
            return
        read = 0

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise TooLarge
            return message

        await self.app(scope, bounded, send)
