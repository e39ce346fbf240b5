"""The rounds of a running office's queues, and who waits to hear of a match.

While tickets wait, one thread of a process makes the rounds that are due. Several processes share them: whose
turn it is, the database says. Who waits for a match is told of it at once where this process has found it, or
where PostgreSQL tells of it; else at the next look.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from arpad.office.matchmaking.queues import GameQueue, queues
from arpad.office.matchmaking.rounds import TOPIC, QueueRounds
from arpad.office.store.database import Database
from arpad.office.store.notices import Listener
from arpad.office.worker import Worker

PULSE = 1.0
"""Seconds after which somebody who waits looks at the database."""

SLOW_PULSE = 5.0
"""The same while the database tells what other processes do."""

Found = TypeVar("Found")


@dataclass(eq=False)
class _Waiting:
    """Somebody who waits for news of a queue, or of one ticket in it."""

    queue: str
    ticket: str
    loop: asyncio.AbstractEventLoop
    news: asyncio.Event


@dataclass
class Matchmaker:
    """The queues of a database in this process.

    Args:
        database: where the queues are.
        failed: is told the name of the worker when it fails.
    """

    database: Database
    failed: Callable[[str], None] = field(default=lambda name: None)
    _waiting: set[_Waiting] = field(default_factory=set, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)
    worker: Worker = field(init=False)
    listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self.worker = Worker("matchmaking", self._round, self.failed)
        self.listener = Listener(self.database, self._heard, self.failed)

    def begin(self) -> None:
        """Make the rounds from now on for as long as somebody waits in a queue."""
        self.worker.begin()

    def close(self) -> None:
        """Make no further round, and let nobody wait any longer."""
        self.worker.close()
        self.listener.close()
        self._tell("")

    def ended(self, queue: str, tickets: Collection[str]) -> None:
        """Tell whoever waits for tickets that have ended in this process."""
        self._tell(queue, tickets)

    async def until(
        self, queue: str, ticket: str, patience: float, look: Callable[[], Found | None]
    ) -> Found | None:
        """Return what a look at the database finds, as soon as there is something; None if it never is.

        Args:
            queue: whose news are waited for.
            ticket: of which; empty for any.
            patience: seconds.
            look: looks at the database.

        Raises:
            BadInput: the look does.
        """
        end = time.monotonic() + patience
        with self._registered(queue, ticket) as waiter:
            while True:
                waiter.news.clear()
                news = await run_in_threadpool(look)
                left = end - time.monotonic()
                if news is not None or left <= 0.0 or self.worker.closed:
                    return news
                pulse = SLOW_PULSE if self.listener.listens else PULSE
                try:
                    await asyncio.wait_for(waiter.news.wait(), min(left, pulse))
                except TimeoutError:
                    continue

    @contextmanager
    def _registered(self, queue: str, ticket: str) -> Iterator[_Waiting]:
        waiter = _Waiting(queue, ticket, asyncio.get_running_loop(), asyncio.Event())
        with self._turn:
            self._waiting.add(waiter)
        self.listener.start()
        try:
            yield waiter
        finally:
            with self._turn:
                self._waiting.discard(waiter)

    def _heard(self, what: str) -> None:
        topic, _, queue = what.partition(" ")
        if topic in ("", TOPIC):
            self._tell(queue)

    def _tell(self, queue: str, tickets: Collection[str] | None = None) -> None:
        """Wake whoever waits.

        Args:
            queue: for news of this queue; empty for all.
            tickets: which have ended; None if that is not known.
        """
        with self._turn:
            waiting = list(self._waiting)
        for waiter in waiting:
            concerned = tickets is None or not waiter.ticket or waiter.ticket in tickets
            if queue in ("", waiter.queue) and concerned and not waiter.loop.is_closed():
                waiter.loop.call_soon_threadsafe(waiter.news.set)

    def _round(self) -> float | None:
        """Make the rounds that are due; return the seconds until the next one, None if nobody waits."""
        pause: float | None = None
        for queue in queues(self.database):
            if self.worker.closed or not queue.waiting or not queue.settings.every:
                continue
            # Each queue is tried by itself: one that fails must not keep the others waiting.
            matched = self.worker.attempt(
                f"queue {queue.name}", QueueRounds(GameQueue(self.database, queue.name)).make_if_due
            )
            if matched is not None and (matched.matches or matched.expired):
                tickets = {ticket.id for match in matched.matches for ticket in match.tickets}
                self._tell(queue.name, None if matched.expired else tickets)
            pause = min(queue.settings.every, pause or queue.settings.every)
        return pause
