"""After a fault: how long until each thing that the office does works again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import httpx2

from soak.load import Players, Poster, World
from soak.receiver import Receiver

WITHIN = 60.0
"""Seconds within which everything must work again."""

GIVEN_UP = 150.0
"""Seconds after which nobody waits any longer."""

IN_A_ROW = 12
"""Connections, each of its own, that must be answered well: so many that every process answers some."""

LOOK = 0.25
"""Seconds between two looks."""

FUNCTIONS = ("processes", "ready", "page", "posting", "webhook", "match", "live")
"""What is looked at: all processes live, ``/readyz`` and pages answer 200, a result is posted, a webhook tells
of it, two players in a queue are matched, and watchers hear of a result."""


class Recovery:
    """Looks, after a fault, until everything works again.

    Args:
        world: the office and who uses it.
        receiver: of its webhooks.
        processes: how many serve.
        number: of the fault; it names what is posted.
    """

    def __init__(self, world: World, receiver: Receiver, processes: int, number: int) -> None:
        self.world = world
        self.receiver = receiver
        self.count = processes
        self.number = number
        self.found: dict[str, float | None] = dict.fromkeys(FUNCTIONS)
        self._ended = 0.0
        self._posted = ""
        self._is_posted = threading.Event()

    def measure(self) -> dict[str, float | None]:
        """Return, for each function, the seconds from now until it works; None where it never does."""
        self._ended = time.monotonic()
        threads = [
            threading.Thread(target=self._measure, args=(name, getattr(self, f"_{name}")), daemon=True)
            for name in FUNCTIONS
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(GIVEN_UP + 30.0)
        return self.found

    def _measure(self, name: str, works: Callable[[], bool]) -> None:
        while time.monotonic() - self._ended < GIVEN_UP:
            if works():
                self.found[name] = round(time.monotonic() - self._ended, 1)
                return
            time.sleep(LOOK)

    def _processes(self) -> bool:
        return len(self.world.office.served.workers()) == self.count

    def _answered(self, path: str) -> bool:
        for _ in range(IN_A_ROW):
            try:
                with self.world.office.served.client() as client:
                    if client.get(path).status_code != 200:
                        return False
            except httpx2.TransportError:
                return False
        return True

    def _ready(self) -> bool:
        return self._answered("/readyz")

    def _page(self) -> bool:
        return self._answered("/tournaments/hall") and self._answered("/lists/blitz")

    def _posting(self) -> bool:
        poster = Poster(self.world, f"probe-{self.number}", 0.0)
        poster.step()  # sent again until it is acknowledged
        self._posted = f"{poster.name}-{poster.count}"
        self._is_posted.set()
        return True

    def _webhook(self) -> bool:
        return self._is_posted.wait(LOOK) and self.receiver.told(self._posted) is not None

    def _match(self) -> bool:
        players = Players(self.world, f"probe-players-{self.number}", 0.0)
        first, second = players.come(), players.come()
        return players.wait_for(first) and players.wait_for(second)

    def _live(self) -> bool:
        """Look whether every watcher has heard of a result that was entered since."""
        since = self.world.recorder.now() - (time.monotonic() - self._ended)
        entered = [seq for seq, at in list(self.world.entered) if at > since]
        return any(all(heard and heard[-1][0] >= seq for heard in self.world.heard) for seq in entered)
