"""The tokens of programs, which are not looked up in the database at every request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from time import monotonic

from arpad.office.club.people import People
from arpad.office.club.rights import Who

HOLDS = 1.0
"""Seconds for which a token is not looked up again: so long one that was revoked may still hold."""

MOST = 1000
"""Tokens that are remembered."""


@dataclass
class Tokens:
    """The tokens that were shown lately; safe for several threads.

    Args:
        people: of the organisation.
        clock: seconds from any moment on.
    """

    people: People
    clock: Callable[[], float] = monotonic
    _known: OrderedDict[bytes, tuple[float, Who]] = field(default_factory=OrderedDict, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)

    def known(self, token: str) -> Who | None:
        """Return whose token it is, if it was looked up just now; else None."""
        with self._turn:
            found = self._known.get(digest_of(token))
        return found[1] if found is not None and self.clock() - found[0] < HOLDS else None

    def of(self, token: str) -> Who:
        """Return whose token it is.

        Raises:
            NotAllowed: the token does not hold.
        """
        who = self.people.of_token(token)
        with self._turn:
            self._known[digest_of(token)] = self.clock(), who
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return who


def digest_of(token: str) -> bytes:
    """Return what a token is remembered by: its SHA-256, since no secret is kept."""
    return sha256(token.encode(errors="replace")).digest()
