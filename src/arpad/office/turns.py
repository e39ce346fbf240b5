"""One after the other: what takes long is done once at a time, and a few may wait for it.

Whoever asks for what must be calculated anew takes all of a processor for a while. Who comes when enough
others wait is told soon to come later, so that there are threads left for everybody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from arpad.core import BadInput, worded

LATER = 5
"""Seconds after which it is worth asking again."""

BRIEF = 0.2
"""Seconds that those wait who come when enough others wait: what is quick is then done, and nobody is
refused for it."""


class Busy(BadInput):
    """Too many wait already for what takes long."""


class Turns:
    """Turns that are taken one after the other.

    Args:
        waiting: how many may wait for theirs.
        patience: seconds after which who waits is sent away too.
    """

    def __init__(self, waiting: int, patience: float) -> None:
        self._waiting = waiting
        self._patience = patience
        self._there = 0
        self._counting = Lock()
        self._turn = Lock()

    @contextmanager
    def turn(self, *, crowded: bool = False) -> Iterator[None]:
        """Take a turn, once those who asked before have had theirs.

        Args:
            crowded: whether too many threads wait elsewhere, so that this one may wait but briefly.

        Raises:
            Busy: too many wait, or it takes too long.
        """
        with self._counting:
            crowded = crowded or self._there > self._waiting
            self._there += 1
        try:
            if not self._turn.acquire(timeout=min(BRIEF, self._patience) if crowded else self._patience):
                raise Busy(
                    worded("too many requests wait for a calculation that takes long"),
                    remedy=worded("Look again in some seconds."),
                    code="pool.busy",
                )
            try:
                yield
            finally:
                self._turn.release()
        finally:
            with self._counting:
                self._there -= 1
