"""The address of the office: the one that is set, never the one that a request names in its header Host."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PORTS = {"http": 80, "https": 443}
"""The ports that an address need not name."""


def address_of(scope: Scope) -> str:
    """Return the address of the socket at which a request came in, such as ``http://192.168.1.20:8000``."""
    host, port = scope.get("server") or ("localhost", None)
    plain = str(host) if port is not None else "localhost"  # a socket in the file system has no port
    try:
        number = ip_address(plain)
    except ValueError:
        pass
    else:
        if isinstance(number, IPv6Address):
            plain = str(number.ipv4_mapped) if number.ipv4_mapped else f"[{number}]"
    scheme = scope.get("scheme", "http")
    named = "" if port in (None, PORTS.get(scheme)) else f":{port}"
    return f"{scheme}://{plain}{named}"


def is_loopback(host: str) -> bool:
    """Tell whether no other machine reaches a host."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


class KnownHosts:
    """Refuses requests for another host than that of the office (RFC 9110, 15.5.20).

    A server in front may ask by the address at which the office listens; so may a probe.

    Args:
        app: the application.
        url: the address of the office; empty where none is set, and every host is taken.
    """

    def __init__(self, app: ASGIApp, url: str = "") -> None:
        self.app = app
        self.url = url
        self.host = urlsplit(url).hostname

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and self.url and not self._is_own_host(scope):
            refused = PlainTextResponse(f"The address of this office is {self.url}.\n", 421)
            await refused(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_own_host(self, scope: Scope) -> bool:
        try:
            host = urlsplit("//" + Headers(scope=scope).get("host", "")).hostname or ""
        except ValueError:
            return False
        return host in (self.host, urlsplit(address_of(scope)).hostname) or is_loopback(host)
