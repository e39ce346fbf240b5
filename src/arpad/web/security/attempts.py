"""Whoever guesses passwords has to wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

MOST = 5
"""Failures within :data:`PERIOD` after which a name, or an address, has to wait."""

PERIOD = 300.0
"""Seconds."""

MOST_KEPT = 10_000
"""Names and addresses that are remembered."""


@dataclass
class Attempts:
    """Attempts to sign in that failed, by name and by address, in this process.

    Args:
        clock: seconds from any moment on.
    """

    clock: Callable[[], float] = monotonic
    _failed: dict[str, list[float]] = field(default_factory=dict, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)

    def wait(self, whose: Iterable[str]) -> int:
        """Return how many seconds somebody has to wait before the next attempt; 0 for none."""
        now = self.clock()
        with self._turn:
            waits = [
                PERIOD - (now - times[-MOST]) for one in whose if len(times := self._recent(one, now)) >= MOST
            ]
        return int(max(waits, default=0.0) + 0.999)

    def failed(self, whose: Iterable[str]) -> None:
        """Note an attempt that failed."""
        now = self.clock()
        with self._turn:
            for one in whose:
                if one not in self._failed and len(self._failed) >= MOST_KEPT:
                    self._failed.pop(next(iter(self._failed)))
                self._failed[one] = [*self._recent(one, now), now][-MOST:]

    def succeeded(self, name: str) -> None:
        """Forget the failures of a name; an address that guesses the names of others still waits."""
        with self._turn:
            self._failed.pop(name, None)

    def _recent(self, one: str, now: float) -> list[float]:
        return [time for time in self._failed.get(one, ()) if now - time < PERIOD]
