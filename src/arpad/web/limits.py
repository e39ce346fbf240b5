"""How much of the server the clients may hold and ask for: connections, bytes of a head, seconds, requests.

The number of headers is that of Apache's ``LimitRequestFields``, and a body's time and rate are those of
its ``mod_reqtimeout`` (``body=20,MinRate=500``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil

from arpad.core import BadInput
from arpad.core.interface import option

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

LOWEST_RATE = 0.01
"""Requests a second: a program waits at most 100 seconds for the next one."""

HIGHEST_RATE = 100_000.0
"""Requests a second: the time of one is then still longer than :data:`SLACK`."""

HIGHEST_BURST = 10**9
"""Requests at once."""

SLACK = 1e-6
"""Seconds by which sums of fractions may err: who has waited as long as was said is let in."""

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class ConnectionLimits:
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


@dataclass(frozen=True)
class RateLimit:
    """How many requests are answered.

    Args:
        name: of the policy, as the header fields tell it.
        rate: requests a second, from :data:`LOWEST_RATE` to :data:`HIGHEST_RATE`.
        burst: requests at once after a pause, from 1 to :data:`HIGHEST_BURST`.

    Raises:
        BadInput: rate or burst are out of range.
    """

    name: str
    rate: float
    burst: int

    def __post_init__(self) -> None:
        if not (LOWEST_RATE <= self.rate <= HIGHEST_RATE and 1 <= self.burst <= HIGHEST_BURST):
            raise BadInput(
                f"{self.rate:g} requests a second, {self.burst} at once, is not a valid limit",
                code="serve.not-limit",
                remedy=f"A rate is from {LOWEST_RATE:g} to {HIGHEST_RATE:,.0f} requests a second, a burst "
                f"from 1 to {HIGHEST_BURST:,}. A rate of 0 is no limit: {option('api_rate', '0')}.",
            )

    @property
    def policy(self) -> str:
        """The item of the field ``RateLimit-Policy``: a full bucket, and the seconds in which it fills."""
        return f'"{self.name}";q={self.burst};w={ceil(self.burst / self.rate - SLACK)}'


@dataclass(frozen=True)
class RateLimits:
    """The limits of an office.

    Args:
        token: for each token of a program; None for no limit.
        address: for each address from which requests come, with a token or without; None for no limit.
        loopback: whether requests from this machine are limited too.
    """

    token: RateLimit | None = None
    address: RateLimit | None = None
    loopback: bool = False

    @classmethod
    def usual(
        cls,
        rate: float = 50.0,
        burst: int = 200,
        address_rate: float = 100.0,
        address_burst: int = 400,
        *,
        loopback: bool = False,
    ) -> RateLimits:
        """Return the limits that an office has unless others are set.

        Args:
            rate: requests a second of each token; 0 for no limit.
            burst: of these, how many may come at once after a pause.
            address_rate: requests a second of each address, with a token or without; 0 for no limit.
            address_burst: of these, how many may come at once after a pause.
            loopback: whether requests from this machine are limited too.

        Raises:
            BadInput: a limit is out of range.
        """
        return cls(
            RateLimit("token", rate, burst) if rate else None,
            RateLimit("address", address_rate, address_burst) if address_rate else None,
            loopback,
        )


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


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks that are meant by addresses and networks, such as ``10.0.0.0/8``.

    Raises:
        BadInput: one is neither.
    """
    ranges = []
    for text in texts:
        try:
            ranges.append(ip_network(text, strict=False))
        except ValueError:
            raise BadInput(
                f"{text!r} is neither an address nor a network",
                code="serve.not-network",
                remedy="Write an address, such as 192.0.2.1, or a network, such as 192.0.2.0/24.",
            ) from None
    return tuple(ranges)


def networks_of_proxies(proxies: Iterable[str]) -> tuple[str, ...]:
    """Return those of the servers in front that have an address; ``*`` stands for all addresses."""
    addresses: list[str] = []
    for proxy in proxies:
        if proxy == "*":
            addresses += EVERYWHERE
            continue
        try:
            networks((proxy,))
        except BadInput:
            continue  # a name, or a socket in the file system: no connection comes from its address
        addresses.append(proxy)
    return tuple(addresses)


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
    return any(address in network for network in those)
