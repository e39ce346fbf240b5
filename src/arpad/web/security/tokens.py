"""The tokens of programs, which are not looked up in the database at every request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic

from arpad.office.cache import MEGABYTE, Cache
from arpad.office.club.people import People
from arpad.office.club.rights import Actor

HOLDS = 1.0
"""Seconds for which a token is not looked up again: so long one that was revoked may still hold."""

_CACHE: Cache[tuple[str, bytes], tuple[float, Actor]] = Cache("tokens", 1000, MEGABYTE, lambda entry: 600)


@dataclass
class Tokens:
    """The tokens that were shown lately; safe for several threads.

    Args:
        people: of the organisation.
        clock: seconds from any moment on.
    """

    people: People
    clock: Callable[[], float] = monotonic

    def recent(self, token: str) -> Actor | None:
        """Return whose token it is, if it was looked up just now; else None."""
        entry = _CACHE.get(self._key(token))
        return entry[1] if entry is not None and self.clock() - entry[0] < HOLDS else None

    def of(self, token: str) -> Actor:
        """Return whose token it is.

        Raises:
            NotAllowed: the token does not hold.
        """
        actor = self.people.of_token(token)
        _CACHE.put(self._key(token), (self.clock(), actor))
        return actor

    def _key(self, token: str) -> tuple[str, bytes]:
        return self.people.database.address, digest_of(token)


def digest_of(token: str) -> bytes:
    """Return what a token is remembered by: its SHA-256, since no secret is kept."""
    return sha256(token.encode(errors="replace")).digest()
