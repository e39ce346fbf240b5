"""How many requests a program may send: a token bucket for each token of the API, and for each address.

A bucket holds up to ``burst`` requests and is filled by ``rate`` requests a second. Each request takes one
out; where none is left, it is refused and takes nothing. A bucket is kept as the one moment at which it is
full again (the generic cell rate algorithm, ITU-T I.371, which decides as a token bucket does): a bucket that
nobody has used until then is the same as a new one, so to forget it loses nothing.

What is told about the limits has the form of *RateLimit header fields for HTTP*
(draft-ietf-httpapi-ratelimit-headers-10): structured fields with the name of each policy.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from time import monotonic

from arpad.office.club.people import TOKEN
from arpad.web.limits import SLACK, RateLimit, RateLimits, counted_as
from arpad.web.security.hosts import is_loopback
from arpad.web.security.tokens import digest_of

MOST_BUCKETS = 10_000
"""Buckets of tokens, and as many of addresses, that are kept; the one used longest ago goes first."""

LOOPBACK = b"loopback"
"""Whose bucket the requests from this machine are charged to, where they are limited."""

LONGEST_HOST = 64
"""Characters of an address that is not a number, which a server in front may name."""

_TOKEN = re.compile(rf"{TOKEN}[0-9a-f]{{16}}\.[A-Za-z0-9_-]{{43}}")
"""What a token looks like; anything else opens no bucket."""


class Buckets:
    """The buckets of one limit, by whose they are.

    They are used by the thread of the event loop only, and nothing waits between a look and a charge: there
    is no lock.

    Args:
        limit: that holds for each of them.
        most: buckets that are kept.
    """

    def __init__(self, limit: RateLimit, most: int = MOST_BUCKETS) -> None:
        self.limit = limit
        self.most = most
        self._full_at: OrderedDict[bytes, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: bytes, now: float) -> float:
        """Return how many seconds pass before a bucket has a request to give; 0 if it has one now."""
        missing = self._full_at.get(key, now) - now - (self.limit.burst - 1) / self.limit.rate
        return missing if missing > SLACK else 0.0

    def charge(self, key: bytes, now: float) -> None:
        """Take a request out of a bucket, which has one."""
        self._full_at[key] = max(self._full_at.get(key, now), now) + 1 / self.limit.rate
        self._full_at.move_to_end(key)
        while len(self._full_at) > self.most:
            self._full_at.popitem(last=False)

    def service_limit(self, key: bytes, now: float) -> str:
        """Return the item of the field ``RateLimit``: what is left, and the seconds until there is more.

        These are whole seconds, rounded up, since the field has no others.
        """
        level = self.limit.burst - max(self._full_at.get(key, now) - now, 0.0) * self.limit.rate
        remaining = max(floor(level + SLACK * self.limit.rate), 0)
        more = (remaining + 1 - level) / self.limit.rate if remaining < self.limit.burst else 0.0
        return f'"{self.limit.name}";r={remaining};t={ceil(more - SLACK)}'


@dataclass(frozen=True)
class RateDecision:
    """Whether a request is answered, and what is told about the limits.

    Args:
        wait: seconds until a request would be answered; 0 if this one is.
        exceeded: the limits that refuse it.
        policies: the field ``RateLimit-Policy``.
        service_limits: the field ``RateLimit``.
    """

    wait: float
    exceeded: Sequence[RateLimit]
    policies: str
    service_limits: str


@dataclass
class RateLimiter:
    """Decides which requests are answered, in one process.

    Args:
        limits: of the office.
        clock: seconds from any moment on, which never go back.
        most: buckets that are kept of tokens, and of addresses.
    """

    limits: RateLimits = field(default_factory=RateLimits)
    clock: Callable[[], float] = monotonic
    most: int = MOST_BUCKETS

    def __post_init__(self) -> None:
        tokens, addresses = self.limits.token, self.limits.address
        self.tokens = Buckets(tokens, self.most) if tokens else None
        self.addresses = Buckets(addresses, self.most) if addresses else None

    def decide(self, host: str | None, authorization: str) -> RateDecision | None:
        """Charge a request to its buckets, if each of them has one to give.

        Args:
            host: from which it comes; None for this machine, by a socket without an address.
            authorization: its header field Authorization; empty for none.

        Returns:
            None if nothing limits it.
        """
        address = address_key(host)
        if address is None and not self.limits.loopback:
            return None
        token = token_key(authorization)
        charged: list[tuple[Buckets, bytes]] = []
        if self.tokens is not None and token is not None:
            charged.append((self.tokens, token))
        if self.addresses is not None:  # a token that was made up is paid for by whoever has made it up
            charged.append((self.addresses, address or LOOPBACK))
        if not charged:
            return None
        now = self.clock()
        waits = [buckets.wait(key, now) for buckets, key in charged]
        wait = max(waits)
        if not wait:  # no bucket is charged, or made, for a request that another one refuses
            for buckets, key in charged:
                buckets.charge(key, now)
        return RateDecision(
            wait,
            [buckets.limit for (buckets, _), seconds in zip(charged, waits, strict=True) if seconds],
            ", ".join(buckets.limit.policy for buckets, _ in charged),
            ", ".join(buckets.service_limit(key, now) for buckets, key in charged),
        )


def token_key(authorization: str) -> bytes | None:
    """Return the digest of the token in a header field; None if there is nothing that looks like one."""
    scheme, _, token = authorization.partition(" ")
    return digest_of(token) if scheme.lower() == "bearer" and _TOKEN.fullmatch(token) else None


def address_key(host: str | None) -> bytes | None:
    """Return whose bucket the requests of a host are charged to; None for this machine."""
    if host is None or is_loopback(address := counted_as(host)):
        return None
    return address[:LONGEST_HOST].encode(errors="replace")
