"""Reports of the laboratory while they are made: in threads of their own, one after the other.

A report may take minutes. The request that asks for it first waits :data:`SOON` seconds, so that a quick one
is answered at once; every other request is told immediately whether the report is there, and comes again. So
no thread that answers requests waits for a report of somebody else, and a kept report is given at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextvars import copy_context
from threading import Event, Lock, Thread

from arpad.core import worded
from arpad.office.cache import MEGABYTE, Cache
from arpad.office.pools.studies import StudyReport
from arpad.office.turns import Busy

SOON = 10.0
"""Seconds that the first request waits for its report."""

MOST_RUNS = 4
"""Reports that are made or wait to be made."""

MOST_FAILURES = 20
"""Reports that could not be made, whose error is kept for the next request."""

# As long as the pool has no new event, a report stays the same.
_REPORTS: Cache[Hashable, StudyReport] = Cache(
    "reports", 20, 32 * MEGABYTE, lambda report: sum(len(part) for part in report)
)


class _Run:
    """A report that is being made, or could not be made."""

    def __init__(self) -> None:
        self.ended = Event()
        self.report: StudyReport | None = None
        self.error: BaseException | None = None


_RUNS: OrderedDict[Hashable, _Run] = OrderedDict()
_LOCK = Lock()
_TURN = Lock()  # a report takes all that the machine has


def report_of(key: Hashable, make: Callable[[], StudyReport]) -> StudyReport | None:
    """Return a report; None while it is being made.

    Args:
        key: what tells it from other reports, also from one of the same games before the last event.
        make: makes it, in another thread, with the context of this one.

    Raises:
        Busy: too many reports are being made.
        ArpadError: the report cannot be made, for the reason that ``make`` has given.
    """
    with _LOCK:
        # Looked for under the lock: a run that has just ended has left its report here.
        kept = _REPORTS.get(key)
        if kept is not None:
            return kept
        run = _RUNS.get(key)
        first = run is None
        if run is None:
            if sum(not each.ended.is_set() for each in _RUNS.values()) >= MOST_RUNS:
                raise Busy(
                    worded("too many reports are being made"),
                    remedy=worded("Look again in some seconds."),
                    code="study.busy",
                )
            run = _RUNS[key] = _Run()
            while len(_RUNS) > MOST_RUNS + MOST_FAILURES:
                _RUNS.pop(next(old for old, each in _RUNS.items() if each.ended.is_set()))
            # A daemon: a process that is told to end does not wait for a report.
            Thread(target=copy_context().run, args=(_make, key, run, make), daemon=True).start()
    if not run.ended.wait(SOON if first else 0.0):
        return None
    with _LOCK:
        _RUNS.pop(key, None)
    if run.error is not None:
        raise run.error
    return run.report


def _make(key: Hashable, run: _Run, make: Callable[[], StudyReport]) -> None:
    try:
        with _TURN:
            run.report = make()
        _REPORTS.put(key, run.report)
    except BaseException as error:  # raised again in the thread of the request that asks for the report
        run.error = error
    finally:
        with _LOCK:
            if run.error is None:
                _RUNS.pop(key, None)
        run.ended.set()
