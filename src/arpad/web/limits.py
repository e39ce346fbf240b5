"""How much of the server the clients may hold: connections, bytes of a head, seconds.

The number of headers is that of Apache's ``LimitRequestFields``, and a body's time and rate are those of
its ``mod_reqtimeout`` (``body=20,MinRate=500``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from arpad.core import BadInput

LOOPBACK = ("127.0.0.0/8", "::1")
"""This machine."""

EVERYWHERE = ("0.0.0.0/0", "::/0")
"""What the proxy ``*`` means: every address is that of a server in front."""

RESERVED = 128
"""Descriptors that connections leave to the database (up to 20 connections, each a descriptor or two), files,
webhooks, and connections that were accepted a moment ago."""

MOST_CONNECTIONS = 4000
"""Connections of a process, however many descriptors it has: all their heads take 256 MB at most."""

WITHOUT_DESCRIPTORS = 500
"""Connections of a process on a system without a limit of descriptors that can be asked for (Windows)."""

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Limits:
    """How much the clients may hold of one process.

    Args:
        connections: in all; 0 for what the descriptors of the process allow (:func:`most_connections`).
        by_address: connections of one address: of one IPv4 address, or of one /64 network of IPv6, which is
            what one household or machine is given.
        unlimited: addresses and networks that ``by_address`` does not concern.
        head_bytes: of a request line and its headers, in bytes; also of what is no content in a body, such
            as trailers.
        headers: of a request, with its trailers.
        queued: requests that wait on a connection while the one before them is answered (pipelining).
        head_seconds: until the head of a request is complete, from when the connection began or the first
            byte of a later request came.
        keep_alive_seconds: between two requests of a connection.
        body_seconds: that a body, or a client that takes an answer, may be behind ``rate``.
        rate: bytes a second that a body brings, or a client takes of an answer, at the least.
    """

    connections: int = 0
    by_address: int = 100
    unlimited: tuple[str, ...] = LOOPBACK
    head_bytes: int = 64 * 2**10
    headers: int = 100
    queued: int = 32
    head_seconds: float = 10.0
    keep_alive_seconds: float = 15.0
    body_seconds: float = 20.0
    rate: int = 500


def most_connections() -> int:
    """Return how many connections this process may hold, by its soft limit of descriptors (RLIMIT_NOFILE)."""
    try:
        import resource
    except ImportError:
        return WITHOUT_DESCRIPTORS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(1, min(MOST_CONNECTIONS, max(soft - RESERVED, soft // 2)))


def networks(said: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks that are meant by addresses and networks, such as ``10.0.0.0/8``.

    Raises:
        BadInput: one is neither.
    """
    found = []
    for one in said:
        try:
            found.append(ip_network(one, strict=False))
        except ValueError:
            raise BadInput(
                f"{one!r} is neither an address nor a network",
                code="serve.not-network",
                remedy="Write an address, such as 192.0.2.1, or a network, such as 192.0.2.0/24.",
            ) from None
    return tuple(found)


def networks_of_proxies(proxies: Iterable[str]) -> tuple[str, ...]:
    """Return those of the servers in front that have an address; ``*`` stands for all addresses."""
    found: list[str] = []
    for one in proxies:
        if one == "*":
            found += EVERYWHERE
            continue
        try:
            networks((one,))
        except BadInput:
            continue  # a name, or a socket in the file system: no connection comes from its address
        found.append(one)
    return tuple(found)


@lru_cache(1024)
def counted_as(host: str) -> str:
    """Return the address that a client's connections are counted under.

    That is the address itself, and the first half of an address of IPv6: whoever has a network of /64 has
    18 trillion million addresses (2^64), and no limit by single ones would hold.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


@lru_cache(1024)
def is_within(host: str, those: tuple[Network, ...]) -> bool:
    """Tell whether an address is in one of several networks."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in one for one in those)
