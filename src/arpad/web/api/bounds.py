"""The largest request that is read."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.core import ArpadError, BadInput
from arpad.web.api.door import token_in
from arpad.web.api.problems import refusal
from arpad.web.site import Site

MOST_BYTES = 32 * 2**20
"""Of a request; a stream of results is read line by line, and may be of any length."""

MOST_BYTES_OF_STRANGERS = 64 * 2**10
"""Of a request without a token that holds: the body is read before it is asked who may do what."""

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
    """Refuses a request that is too large, or large and of a stranger, before it is in memory.

    Args:
        app: the application.
        site: the office.
    """

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["path"].endswith(STREAMS):
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            await refusal(TooLarge())(scope, receive, send)
            return
        authenticated = False
        if int(length) > MOST_BYTES_OF_STRANGERS:
            try:
                await self._ask(headers)
            except ArpadError as error:
                await refusal(error)(scope, receive, send)
                return
            authenticated = True
        read = 0
        refused: ArpadError | None = None

        async def bounded() -> Message:
            nonlocal read, authenticated, refused
            message = await receive()
            read += len(message.get("body", b""))
            try:
                if read > MOST_BYTES_OF_STRANGERS and not authenticated:
                    await self._ask(headers)
                    authenticated = True
                if read > MOST_BYTES:
                    raise TooLarge
            except ArpadError as error:
                refused = error
                raise
            return message

        async def answered(message: Message) -> None:
            if refused is None:  # what reads the body makes a refusal of its own of any error
                await send(message)

        await self.app(scope, bounded, answered)
        if refused is not None:
            await refusal(refused)(scope, receive, send)

    async def _ask(self, headers: dict[bytes, bytes]) -> None:
        """Refuse a stranger.

        Raises:
            NotAllowed: there is no token, or it does not hold.
        """
        token = token_in(headers.get(b"authorization", b"").decode("latin-1"))
        if self.site.tokens.recent(token) is None:
            await run_in_threadpool(self.site.tokens.of, token)
