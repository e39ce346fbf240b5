"""How a webhook posts: signed as Standard Webhooks has it, to no address inside, for so long and no longer.

What is signed is the id of the delivery, the moment and the body (https://www.standardwebhooks.com, version
1: HMAC-SHA256, in Base64). The name of a host is looked up once, and the connection goes to the address that
was looked at. Nothing is followed: an answer other than 2xx is a failure.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import socket
import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Event, Timer
from typing import Any
from urllib.parse import urlsplit

from arpad._version import __version__
from arpad.core import BadInput
from arpad.core.interface import switch

PATIENCE = 10.0
"""Seconds for a connection, and for each part of an answer."""

LONGEST = 20.0
"""Seconds after which a delivery is given up, whatever comes."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv4 as IPv6 writes them for a translator."""


def signature(secret: str, delivery: str, seconds: int, body: bytes) -> str:
    """Return the signature of a delivery, for the header ``webhook-signature``.

    Args:
        secret: of the webhook, ``whsec_…``.
        delivery: its id, of the header ``webhook-id``.
        seconds: since 1970 UTC, of the header ``webhook-timestamp``.
        body: what is posted.
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery}.{seconds}.".encode() + body
    return f"v1,{base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()}"


def address_of_host(host: str) -> Address | None:
    """Return the address that a host is written as; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def check_inside(address: Address) -> None:
    """Refuse an address that is not of the internet at large.

    Raises:
        BadInput: it is of this machine, of its network, or of nobody.
    """
    whole: Address = address
    if isinstance(address, ipaddress.IPv6Address):
        whole = address.ipv4_mapped or address.sixtofour or address
        if address in _TRANSLATED:
            whole = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if not whole.is_global or whole.is_multicast or whole.is_reserved:
        raise BadInput(
            f"{address} is an address inside, to which no webhook goes",
            code="webhook.inside",
            remedy=f"Serve with {switch('webhooks_inside')}, if the server of the game is on this machine or "
            "network.",
        )


def send(
    url: str, secret: str, delivery: str, seconds: int, body: bytes, *, inside: bool = False
) -> str | None:
    """Post a delivery.

    Args:
        url: to which.
        secret: that signs it.
        delivery: its id.
        seconds: the moment, since 1970 UTC.
        body: JSON.
        inside: whether it may go to this machine and its network.

    Returns:
        What was wrong, in words; None where it was acknowledged.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    try:
        address = _look_up(host, port, inside=inside)
        connection: HTTPConnection = (_SecureConnection if secure else _PlainConnection)(
            host, port, timeout=PATIENCE
        )
        connection.address = address  # type: ignore[attr-defined]
        late = Event()
        clock = Timer(LONGEST, _end, [connection, late])
        clock.daemon = True
        clock.start()
        try:
            headers = {
                "content-type": "application/json",
                "user-agent": f"arpad/{__version__}",
                "webhook-id": delivery,
                "webhook-timestamp": str(seconds),
                "webhook-signature": signature(secret, delivery, seconds, body),
            }
            path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            connection.request("POST", path, body, headers)
            status = connection.getresponse().status
            if late.is_set():
                raise TimeoutError("the answer has no end")
        finally:
            clock.cancel()
            connection.close()
    except BadInput as error:
        return error.problem
    except (OSError, HTTPException, ValueError) as error:
        return f"{host} does not answer: {str(error) or type(error).__name__}"
    return None if 200 <= status < 300 else f"{host} has answered {status}"


def _look_up(host: str, port: int, *, inside: bool) -> tuple[Any, ...]:
    """Return where to connect.

    Raises:
        BadInput: every address of the host is inside.
        OSError: the host is not known.
    """
    refused: BadInput | None = None
    for family, _, _, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        try:
            if not inside:
                check_inside(ipaddress.ip_address(str(place[0]).partition("%")[0]))
        except BadInput as error:
            refused = error
            continue
        return family, place
    raise refused or OSError("no address")


def _connect(connection: Any) -> socket.socket:
    family, place = connection.address
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.settimeout(connection.timeout)
        sock.connect(place)
    except BaseException:
        sock.close()
        raise
    return sock


class _PlainConnection(HTTPConnection):
    """A connection to an address that was looked up."""

    def connect(self) -> None:
        self.sock = _connect(self)


class _SecureConnection(HTTPSConnection):
    """The same by TLS, with a certificate for the name of the host."""

    def connect(self) -> None:
        plain = self.sock = _connect(self)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


def _end(connection: HTTPConnection, late: Event) -> None:
    """End a connection that takes too long, in whatever it waits for."""
    late.set()
    held = connection.sock
    if held is not None:
        try:
            held.shutdown(socket.SHUT_RDWR)
        except OSError:
            held.close()
