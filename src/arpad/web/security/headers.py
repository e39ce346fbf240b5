"""The headers of every answer: no script but the office's own, in no frame, nothing guessed."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: no inline script or style, nothing from elsewhere."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every answer."""

TRANSPORT = "max-age=31536000"
"""How long a browser that came by https shall come by nothing else, in seconds."""


SECRET = ("/r/", "/enter/")
"""How the addresses begin that are secrets themselves: codes of players, and invitations."""


def is_secret(path: str) -> bool:
    """Tell whether an address is a secret, which stands in no log and is told to no other page."""
    return path.startswith(SECRET)


class SecurityHeaders:
    """Adds :data:`HEADERS` to every answer of an application; what an answer has said itself stays.

    Args:
        app: the application.
        secure: whether it is reached by https.
    """

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self.app = app
        self.headers: dict[str, str] = {
            **HEADERS,
            **({"strict-transport-security": TRANSPORT} if secure else {}),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if is_secret(scope["path"]):
                    headers["referrer-policy"] = "no-referrer"
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)
