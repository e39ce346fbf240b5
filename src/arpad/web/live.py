"""Who waits for a tournament to change, and the stream of events that tells their browsers.

A browser is told what changed, not what it changed to: which board has a result, or that the rest of the page
is another one. It then asks for what it shows. One thread of a process looks at the database while somebody
waits, so that what other processes write is told too: at once where PostgreSQL tells of it, else at the next
look.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from arpad.core import ArpadError
from arpad.office.events.event import Event
from arpad.office.events.rounds import ResultEntered
from arpad.office.store.database import Database
from arpad.office.store.notices import Listener
from arpad.office.store.tournaments import TournamentLog, tournaments
from arpad.web.background import Background

PULSE = 0.5
"""Seconds between two looks at the database."""

SLOW_PULSE = 1.5
"""The same while the database tells of what others write; it may reach it through what keeps that back."""

BEAT = 15.0
"""Seconds after which a browser is told that the connection still stands."""


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
    """

    database: Database
    count: Callable[[int], None] = field(default=lambda more: None)
    _waiting: set[_Waiting] = field(default_factory=set, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)
    _looking: Background = field(init=False)
    _listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self._looking = Background("arpad live", self._look)
        self._listener = Listener(self.database, self._heard)

    def changed(self) -> None:
        """Look at the database now: this process has written to it."""
        self._looking.hurry()

    def close(self) -> None:
        """Let no browser wait any longer."""
        self._looking.close()
        self._listener.close()
        for one in self._all():
            _tell(one, "")

    async def events(self, name: str, seq: int) -> AsyncIterator[bytes]:
        """Yield what changes in a tournament, as server-sent events.

        Args:
            name: the tournament.
            seq: the number of the last event that the browser has seen.
        """
        with self._registered(name, seq) as one:
            yield b"retry: 2000\n\n"
            while not self._looking.over:
                try:
                    told = await asyncio.wait_for(one.queue.get(), BEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if told:
                    yield told.encode()

    @contextmanager
    def _registered(self, name: str, seq: int) -> Iterator[_Waiting]:
        one = _Waiting(name, seq, asyncio.get_running_loop(), asyncio.Queue(1000))
        with self._turn:
            self._waiting.add(one)
        self._listener.start()
        self._looking.begin()
        self.count(1)
        try:
            yield one
        finally:
            self.count(-1)
            with self._turn:
                self._waiting.discard(one)

    def _all(self) -> list[_Waiting]:
        with self._turn:
            return list(self._waiting)

    def _look(self) -> float | None:
        """Look at the database for those who wait; return the seconds until the next look."""
        waiting = self._all()
        if not waiting:
            return None
        self._tell_all(waiting)
        return SLOW_PULSE if self._listener.listens else PULSE

    def _heard(self, what: str) -> None:
        if not what or what.startswith("tournament "):
            self.changed()

    def _tell_all(self, waiting: Iterable[_Waiting]) -> None:
        try:
            now = {one.name: one.seq for one in tournaments(self.database)}
            behind = [one for one in waiting if now.get(one.name, one.seq) != one.seq]
            logs = {name: TournamentLog(self.database, name).read() for name in {one.name for one in behind}}
        except ArpadError:
            return  # the database does not answer: whoever asks for a page is told so
        for one in behind:
            log = logs[one.name]
            for kind in regions(log.events[one.seq :]):
                _tell(one, f"id: {log.seq}\nevent: {kind}\ndata: {log.seq}\n\n")
            one.seq = log.seq


def regions(events: Iterable[Event]) -> list[str]:
    """Return what events change on a page: ``result-ROUND-BOARD``, and ``changed`` for everything else."""
    found = {
        f"result-{event.round}-{event.board}" if isinstance(event, ResultEntered) else "changed"
        for event in events
    }
    return sorted(found | {"any"}) if found else []


def _tell(one: _Waiting, text: str) -> None:
    def put() -> None:
        if not one.queue.full():
            one.queue.put_nowait(text)

    if not one.loop.is_closed():
        one.loop.call_soon_threadsafe(put)
