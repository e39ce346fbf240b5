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

from arpad.core import ArpadError
from arpad.office.matchmaking.queues import Queue, queues
from arpad.office.matchmaking.rounds import TOPIC, Rounds
from arpad.office.store.database import Database
from arpad.office.store.notices import Listener
from arpad.web.background import Background

PULSE = 1.0
"""Seconds after which somebody who waits looks at the database."""

SLOW_PULSE = 5.0
"""The same while the database tells what other processes do."""

AGAIN = 2.0
"""Seconds after which a round is tried again where the database did not answer."""

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
    """

    database: Database
    _waiting: set[_Waiting] = field(default_factory=set, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)
    _rounds: Background = field(init=False)
    _listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self._rounds = Background("arpad matching", self._run)
        self._listener = Listener(self.database, self._heard)

    def begin(self) -> None:
        """Make the rounds from now on for as long as somebody waits in a queue."""
        self._rounds.begin()

    def close(self) -> None:
        """Make no further round, and let nobody wait any longer."""
        self._rounds.close()
        self._listener.close()
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
        with self._registered(queue, ticket) as one:
            while True:
                one.news.clear()
                found = await run_in_threadpool(look)
                left = end - time.monotonic()
                if found is not None or left <= 0.0 or self._rounds.over:
                    return found
                pulse = SLOW_PULSE if self._listener.listens else PULSE
                try:
                    await asyncio.wait_for(one.news.wait(), min(left, pulse))
                except TimeoutError:
                    continue

    @contextmanager
    def _registered(self, queue: str, ticket: str) -> Iterator[_Waiting]:
        one = _Waiting(queue, ticket, asyncio.get_running_loop(), asyncio.Event())
        with self._turn:
            self._waiting.add(one)
        self._listener.start()
        try:
            yield one
        finally:
            with self._turn:
                self._waiting.discard(one)

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
        for one in waiting:
            concerned = tickets is None or not one.ticket or one.ticket in tickets
            if queue in ("", one.queue) and concerned and not one.loop.is_closed():
                one.loop.call_soon_threadsafe(one.news.set)

    def _run(self) -> float | None:
        """Make the rounds that are due, if the database answers; return the seconds until the next one."""
        try:
            return self._round()
        except ArpadError:  # whoever asks is told so
            return AGAIN

    def _round(self) -> float | None:
        """Make the rounds that are due; return the seconds until the next one, None if nobody waits."""
        pause: float | None = None
        for one in queues(self.database):
            if self._rounds.over or not one.waiting or not one.settings.every:
                continue
            made = Rounds(Queue(self.database, one.name)).make_if_due()
            if made is not None and (made.found or made.expired):
                known = {ticket.id for match in made.found for ticket in match.tickets}
                self._tell(one.name, None if made.expired else known)
            pause = min(one.settings.every, pause or one.settings.every)
        return pause
