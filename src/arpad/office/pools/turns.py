"""One after the other: what takes long is done once at a time, and a few may wait for it.

Whoever asks for what must be rated anew takes all of a processor for a while. Who comes when enough others
wait is told at once to come later, so that there are threads left for everybody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from arpad.core import BadInput

LATER = 5
"""Seconds after which it is worth asking again."""


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
    def turn(self) -> Iterator[None]:
        """Take a turn, once those who asked before have had theirs.

        Raises:
            Busy: too many wait, or it takes too long.
        """
        with self._counting:
            if self._there > self._waiting:
                raise _busy()
            self._there += 1
        try:
            if not self._turn.acquire(timeout=self._patience):
                raise _busy()
            try:
                yield
            finally:
                self._turn.release()
        finally:
            with self._counting:
                self._there -= 1


def _busy() -> Busy:
    return Busy(
        "too many ask for lists of earlier days at once",
        remedy="Look again in some seconds; the list of now is there at once.",
        code="pool.busy",
    )
