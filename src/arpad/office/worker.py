"""Work that a process does beside its requests: one supervised thread for each kind of work.

A worker's thread lives as long as its process. What its work raises is logged with its traceback and
counted, and the work is done again after a pause that grows. Where the work consists of items (the log of a
tournament, a queue, a delivery), each item is tried by itself: one that fails is set aside with a pause of
its own, and the others go on.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event as Flag
from threading import Lock, Thread
from typing import TypeVar

from arpad.core import ArpadError

T = TypeVar("T")

FIRST_PAUSE = 1.0
"""Seconds after the first failure until the work is done again."""

LONGEST_PAUSE = 60.0
"""Seconds between two attempts at the most: the work goes on within a minute of whatever mends it."""

MOST_ITEMS = 1_000
"""Items of one worker whose failures are remembered; of more, the one that failed longest ago is forgotten,
and so it is merely tried again earlier than its pause says."""

LONGEST_ERROR = 300
"""Letters of an error that are kept."""

_LOG = logging.getLogger("arpad.workers")


@dataclass(frozen=True)
class Failure:
    """What fails: the work of a worker as a whole, or one of its items.

    Args:
        item: empty for the work as a whole.
        since: the moment of the first failure in a row, UTC.
        count: how often in a row.
        error: the last one.
        next: the moment of the next attempt, by :func:`time.monotonic`.
    """

    item: str
    since: datetime
    count: int
    error: str
    next: float


class Worker:
    """Work that is done again and again by a thread that lives as long as the process.

    Args:
        name: of the worker, as it is logged and counted.
        work: does what is due; returns after how many seconds to do it again, or None where there is nothing
            to do until :meth:`begin` is called.
        failed: is told the name of the worker at each failure.
        clock: seconds that never go back; tests set them.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], float | None],
        failed: Callable[[str], None] = lambda name: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._work = work
        self._failed = failed
        self._clock = clock
        self._lock = Lock()
        self._thread: Thread | None = None
        self._wake = Flag()
        self._closed = Flag()
        self._failure: Failure | None = None
        self._set_aside: dict[str, Failure] = {}

    @property
    def closed(self) -> bool:
        """Whether the worker does nothing any longer."""
        return self._closed.is_set()

    @property
    def failure(self) -> Failure | None:
        """Why the work as a whole cannot be done; None while it can."""
        return self._failure

    def set_aside(self) -> list[Failure]:
        """Return the items that fail, the first to fail first."""
        with self._lock:
            return sorted(self._set_aside.values(), key=lambda failure: (failure.since, failure.item))

    def begin(self) -> None:
        """Say that there is something to do; call it after that can be seen by the work."""
        with self._lock:
            if self._thread is None and not self.closed:
                thread = Thread(target=self._run, name=f"arpad {self.name}", daemon=True)
                thread.start()
                # Where the process may have no more threads, the next call tries again.
                self._thread = thread
        self._wake.set()

    def hurry(self) -> None:
        """Let what waits be done now; work that fails keeps its pause, or requests would set its pace."""
        self._wake.set()

    def close(self) -> None:
        """Do nothing any longer; what is being done comes to its end."""
        self._closed.set()
        self._wake.set()

    def is_due(self, item: str) -> bool:
        """Return whether an item may be tried now: it did not fail, or its pause is over."""
        with self._lock:
            failure = self._set_aside.get(item)
        return failure is None or self._clock() >= failure.next

    def attempt(self, item: str, action: Callable[[], T]) -> T | None:
        """Try one item of the work, unless it was set aside a short while ago.

        Safe for several threads. A failure is logged, counted and kept; the caller goes on with the others.

        Args:
            item: a name for it, for people and for the log.
            action: what is done.

        Returns:
            What the action returned; None where it failed or was not tried.
        """
        if not self.is_due(item):
            return None
        try:
            result = action()
        except BaseException as error:  # also SystemExit of a library: nothing may end the worker
            self._note(item, error)
            return None
        with self._lock:
            failure = self._set_aside.pop(item, None)
        if failure is not None:
            _LOG.warning("%s: %s works again after %d failures", self.name, item, failure.count)
        return result

    def _run(self) -> None:
        while not self.closed:
            self._wake.clear()
            pause = self._step()
            if self._failure is None:
                self._wake.wait(pause)
            else:
                self._closed.wait(pause)

    def _step(self) -> float | None:
        """Do the work once; return the seconds until the next time, None for when it is begun again."""
        try:
            pause = self._work()
        except BaseException as error:  # the thread must outlive whatever is raised in it
            failure = self._note("", error)
            return max(0.0, failure.next - self._clock())
        self.recovered()
        return pause

    def recovered(self) -> None:
        """Say that the work succeeds; work that goes on without end calls it once it has begun well."""
        failure, self._failure = self._failure, None
        if failure is not None:
            _LOG.warning("%s works again after %d failures", self.name, failure.count)

    def _note(self, item: str, error: BaseException) -> Failure:
        """Log, count and keep a failure."""
        with self._lock:
            before = self._set_aside.get(item) if item else self._failure
            count = before.count + 1 if before else 1
            failure = Failure(
                item,
                before.since if before else datetime.now(UTC),
                count,
                f"{type(error).__name__}: {error}"[:LONGEST_ERROR],
                self._clock() + pause_after(count),
            )
            if not item:
                self._failure = failure
            else:
                self._set_aside.pop(item, None)  # so that the order is that of the last failures
                self._set_aside[item] = failure
                if len(self._set_aside) > MOST_ITEMS:
                    del self._set_aside[next(iter(self._set_aside))]
        what = f"{self.name}: {item}" if item else self.name
        # What arpad itself refuses, such as a database that is down, says where it comes from; a traceback of
        # each attempt would only fill the log of an outage.
        foreseen = isinstance(error, ArpadError)
        _LOG.error(
            "%s failed (%d in a row): %s", what, count, failure.error, exc_info=None if foreseen else error
        )
        try:
            self._failed(self.name)
        except Exception:  # whatever counts must not end the worker
            _LOG.exception("the failure of %s was not counted", self.name)
        return failure


def pause_after(count: int) -> float:
    """Return the seconds until the next attempt after some failures in a row.

    The pause doubles from :data:`FIRST_PAUSE` to :data:`LONGEST_PAUSE`. Up to a quarter is taken off at
    random, so that the processes of an office do not all ask at the same moment.
    """
    return min(FIRST_PAUSE * 2.0 ** min(count - 1, 10), LONGEST_PAUSE) * random.uniform(0.75, 1.0)


def summary(worker: Worker) -> dict[str, object]:
    """Return the state of a worker as ``/readyz`` tells it to anybody: no error and no name of an item.

    Returns:
        ``failing_since`` (ISO 8601, UTC) and ``failures`` of the work as a whole (None and 0 while it works),
        ``retry_in`` seconds (None while it works), and ``set_aside``, the number of items that fail.
    """
    failure = worker.failure
    return {
        "failing_since": failure.since.isoformat(timespec="seconds") if failure else None,
        "failures": failure.count if failure else 0,
        "retry_in": round(max(0.0, failure.next - worker._clock()), 1) if failure else None,
        "set_aside": len(worker.set_aside()),
    }
