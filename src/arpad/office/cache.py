"""What a process keeps in memory so that it need not be read or calculated again: caches with bounds.

Every cache of the office is a :class:`Cache` with a name, so that the bounds stand in one list
(:func:`caches`), which ``/metrics`` shows and the manual repeats. What visitors ask for may fill a cache and
never lets it grow beyond its bounds; what was used longest ago is dropped first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from arpad.office.store.snapshot import leave_snapshot
from arpad.office.turns import Turns

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

MEGABYTE = 2**20

WAITING = 4
"""Threads that wait for one value to be calculated; there must be some left for everybody else."""

MOST_THREADS = 20
"""Threads of the process that calculate or wait, over all caches: half of those that answer requests."""

PATIENCE = 20.0
"""Seconds that a thread waits for a value that another one calculates."""


class CacheState(NamedTuple):
    """How full a cache is.

    Args:
        name: of the cache.
        entries: how many values it holds.
        bytes: what they take, as its estimate says.
        most_entries: its first bound.
        most_bytes: its second bound.
        hits: how often a value was found.
        misses: how often none was found.
    """

    name: str
    entries: int
    bytes: int
    most_entries: int
    most_bytes: int
    hits: int
    misses: int


class Cache(Generic[K, V]):
    """Values by their keys, bounded by number and by bytes; safe for several threads.

    The value that was kept last stays even where it alone takes more than the bound: without it, every page
    of a very large pool would be calculated anew.

    Args:
        name: by which ``/metrics`` and the manual call it; each is used once.
        entries: how many values at the most.
        most_bytes: what they may take at the most; an estimate, see ``weight``.
        weight: returns how many bytes a value takes.
    """

    def __init__(self, name: str, entries: int, most_bytes: int, weight: Callable[[V], int]) -> None:
        self.name = name
        self._most_entries = entries
        self._most_bytes = most_bytes
        self._weight = weight
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._bytes = self._hits = self._misses = 0
        # Held for a look or a change only, never while a value is calculated.
        self._lock = Lock()
        self._turns: dict[Hashable, tuple[Turns, int]] = {}
        assert name not in _CACHES, f"two caches are called {name}"
        _CACHES[name] = self

    def get(self, key: K) -> V | None:
        """Return the value of a key; None if there is none."""
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            self._values.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V) -> None:
        """Keep a value, in place of the one that the key had."""
        weight = self._weight(value)
        with self._lock:
            self._drop(key)
            self._values[key] = value, weight
            self._bytes += weight
            while len(self._values) > 1 and (
                len(self._values) > self._most_entries or self._bytes > self._most_bytes
            ):
                self._drop(next(iter(self._values)))

    def drop(self, key: K) -> None:
        """Forget the value of a key, if there is one."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._values.clear()
            self._bytes = 0

    @contextmanager
    def calculating(self, what: Hashable) -> Iterator[None]:
        """Let nobody else calculate the same meanwhile; who calculates something else does not wait.

        Look for the value again within: another thread may have calculated it just now.

        Args:
            what: a key, or what several keys have in common, such as the pool.

        Raises:
            Busy: enough others wait already, or the value took longer than :data:`PATIENCE`.
        """
        leave_snapshot()  # others need the connection while this thread waits
        with self._lock:
            turns, users = self._turns.get(what) or (Turns(WAITING, PATIENCE), 0)
            self._turns[what] = turns, users + 1
        try:
            with _THREADS.counted() as threads, turns.turn(crowded=threads > MOST_THREADS):
                yield
        finally:
            with self._lock:
                turns, users = self._turns.pop(what)
                if users > 1:
                    self._turns[what] = turns, users - 1

    def calculated(self, what: Hashable, look: Callable[[], T | None], calculate: Callable[[], T]) -> T:
        """Return a value that a look finds, or one that is calculated in its turn.

        Args:
            what: as of :meth:`calculating`.
            look: looks for a value that still holds; again in the turn, as another thread may have made it.
            calculate: calculates a value, and keeps it.

        Raises:
            Busy: as of :meth:`calculating`.
        """
        value = look()
        if value is None:
            with self.calculating(what):
                value = look()
                if value is None:
                    value = calculate()
        return value

    @property
    def state(self) -> CacheState:
        """How full the cache is."""
        with self._lock:
            return CacheState(
                self.name,
                len(self._values),
                self._bytes,
                self._most_entries,
                self._most_bytes,
                self._hits,
                self._misses,
            )

    def _drop(self, key: K) -> None:
        value = self._values.pop(key, None)
        if value is not None:
            self._bytes -= value[1]


_CACHES: dict[str, Cache[Any, Any]] = {}


class _ThreadCount:
    """How many threads of the process calculate, or wait for one that does."""

    def __init__(self) -> None:
        self._count = 0
        self._lock = Lock()

    @contextmanager
    def counted(self) -> Iterator[int]:
        """Count this thread, and return how many there are with it."""
        with self._lock:
            self._count += 1
            count = self._count
        try:
            yield count
        finally:
            with self._lock:
                self._count -= 1


_THREADS = _ThreadCount()


def caches() -> list[CacheState]:
    """Return the state of every cache of this process, in alphabetical order."""
    return [cache.state for _, cache in sorted(_CACHES.items())]
