"""Who waits for a tournament to change, and the stream of events that tells their browsers.

A browser is told what changed, not what it changed to: which board has a result, or that the rest of the page
is another one. It then asks for what it shows. One thread of a process looks at the database while somebody
waits, so that what other processes write is told too: at once where PostgreSQL tells of it, else at the next
look.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from arpad.office.events.event import Event
from arpad.office.events.rounds import ResultEntered
from arpad.office.log.event_log import EventLog
from arpad.office.store.database import Database
from arpad.office.store.notices import Listener
from arpad.office.store.tournaments import TournamentLog, tournaments
from arpad.office.worker import Worker

PULSE = 0.5
"""Seconds between two looks at the database."""

SLOW_PULSE = 1.5
"""The same while the database tells of what others write; it may reach it through what keeps that back."""

BEAT = 15.0
"""Seconds after which a browser is told that the connection still stands."""

LATER = 15
"""Seconds after which a browser asks again for which there is no connection to wait on."""


@dataclass(eq=False)
class _Waiting:
    """A browser that waits for a tournament."""

    name: str
    seq: int
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[str]


@dataclass
class Watch:
    """The browsers that wait for tournaments of a database.

    Args:
        database: where the tournaments are.
        count: is told of a browser that begins to wait (1), or no longer does (-1).
        failed: is told the name of the worker when it fails.
    """

    database: Database
    count: Callable[[int], None] = field(default=lambda more: None)
    failed: Callable[[str], None] = field(default=lambda name: None)
    _waiting: set[_Waiting] = field(default_factory=set, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)
    worker: Worker = field(init=False)
    listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self.worker = Worker("live", self._look, self._failed)
        self.listener = Listener(self.database, self._heard, self._failed)

    def _failed(self, worker: str) -> None:
        self.failed(worker)  # who counts is named after this has begun

    def changed(self) -> None:
        """Look at the database now: this process has written to it."""
        self.worker.hurry()

    def close(self) -> None:
        """Let no browser wait any longer."""
        self.worker.close()
        self.listener.close()
        for browser in self._all():
            _tell(browser, "")

    async def events(self, name: str, seq: int) -> AsyncGenerator[bytes]:
        """Yield what changes in a tournament, as server-sent events.

        Args:
            name: the tournament.
            seq: the number of the last event that the browser has seen.
        """
        with self._registered(name, seq) as browser:
            yield b"retry: 2000\n\n"
            while not self.worker.closed:
                try:
                    message = await asyncio.wait_for(browser.queue.get(), BEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if message:
                    yield message.encode()

    @contextmanager
    def _registered(self, name: str, seq: int) -> Iterator[_Waiting]:
        browser = _Waiting(name, seq, asyncio.get_running_loop(), asyncio.Queue(1000))
        with self._turn:
            self._waiting.add(browser)
        self.listener.start()
        self.worker.begin()
        self.count(1)
        try:
            yield browser
        finally:
            self.count(-1)
            with self._turn:
                self._waiting.discard(browser)

    def _all(self) -> list[_Waiting]:
        with self._turn:
            return list(self._waiting)

    def _look(self) -> float | None:
        """Look at the database for those who wait; return the seconds until the next look."""
        waiting = self._all()
        if not waiting:
            return None
        self._tell_all(waiting)
        return SLOW_PULSE if self.listener.listens else PULSE

    def _heard(self, what: str) -> None:
        if not what or what.startswith("tournament "):
            self.changed()

    def _tell_all(self, waiting: Iterable[_Waiting]) -> None:
        now = {tournament.name: tournament.seq for tournament in tournaments(self.database)}
        behind: dict[str, list[_Waiting]] = {}
        for browser in waiting:
            if now.get(browser.name, browser.seq) != browser.seq:
                behind.setdefault(browser.name, []).append(browser)
        for name, browsers in behind.items():
            # Each log is read by itself: a damaged one must not silence the other tournaments.
            log = self.worker.attempt(f"tournament {name}", TournamentLog(self.database, name).read)
            if log is None:
                continue
            for browser in browsers:
                for text in news(log, browser.seq):
                    _tell(browser, text)
                browser.seq = log.seq


def regions(events: Iterable[Event]) -> list[str]:
    """Return what events change on a page: ``result-ROUND-BOARD``, and ``changed`` for everything else."""
    names = {
        f"result-{event.round}-{event.board}" if isinstance(event, ResultEntered) else "changed"
        for event in events
    }
    return sorted(names | {"any"}) if names else []


def news(log: EventLog, seq: int) -> list[str]:
    """Return what has changed after an event, as server-sent events.

    Args:
        log: of the tournament.
        seq: the number of the event.
    """
    return [f"id: {log.seq}\nevent: {kind}\ndata: {log.seq}\n\n" for kind in regions(log.events[seq:])]


def news_for_now(log: EventLog, seq: int) -> str:
    """Return the same as a whole answer, after which the browser asks again in :data:`LATER` seconds."""
    return "".join([f"retry: {LATER * 1000}\n\n", *news(log, seq)])


def _tell(browser: _Waiting, text: str) -> None:
    def put() -> None:
        if not browser.queue.full():
            browser.queue.put_nowait(text)

    if not browser.loop.is_closed():
        browser.loop.call_soon_threadsafe(put)
