"""Work that goes on beside the requests of a process, in a thread that is there while there is work to do."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event as Flag
from threading import Lock, Thread


class Background:
    """Something that is done again and again, until there is nothing to do.

    Args:
        name: of the thread.
        work: does what is due; returns after how many seconds to do it again, or None where there is nothing
            to do until somebody begins.
    """

    def __init__(self, name: str, work: Callable[[], float | None]) -> None:
        self._name = name
        self._work = work
        self._turn = Lock()
        self._runs = False
        self._begun = False
        self._wake = Flag()
        self._over = Flag()

    @property
    def over(self) -> bool:
        """Whether nothing is to be done any longer."""
        return self._over.is_set()

    def begin(self) -> None:
        """Say that there is something to do, after it was made known to whoever looks for it."""
        with self._turn:
            self._begun = True
            if not self._runs and not self.over:
                self._runs = True
                Thread(target=self._run, name=self._name, daemon=True).start()

    def hurry(self) -> None:
        """Let what waits to be done again be done now."""
        self._wake.set()

    def close(self) -> None:
        """Do nothing any longer; what is being done comes to its end."""
        self._over.set()
        self._wake.set()

    def _run(self) -> None:
        while True:
            self._wake.clear()
            with self._turn:
                self._begun = False
            pause = None if self.over else self._work()
            with self._turn:
                # Who has begun in the meantime may have come too late for this look.
                if self.over or (pause is None and not self._begun):
                    self._runs = False
                    return
            self._wake.wait(pause or 0.0)
