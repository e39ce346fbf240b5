"""What is going on, on the standard error of a terminal, where it takes longer than a second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING, NamedTuple

from arpad.core import progress

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds after which a person wants to know."""

LEAST_SHARE = 0.02
"""The share of the work from which on the time that is left can be told."""


class StageProgress(NamedTuple):
    """What a bar shows.

    Args:
        share: how much of the stage is done, from 0 to 1; None while nothing is told of it.
        left: the seconds that are left; None while they cannot be told.
    """

    share: float | None
    left: float | None


class Estimate:
    """How far a stage is by what its loops tell, and by the clock between two tellings.

    Args:
        clock: the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.begin()

    def begin(self) -> None:
        """Begin a stage."""
        self._began = self._clock()
        self._report: tuple[float, float, float] | None = None

    def tell(self, share: float, ahead: float) -> None:
        """Take what is told: the share that is done, and the one that will be told next."""
        self._report = (self._clock(), share, ahead)

    def shown(self) -> StageProgress:
        """Return what is to be shown now."""
        report = self._report
        if report is None:
            return StageProgress(None, None)
        at, share, ahead = report
        now = self._clock()
        before = at - self._began
        if share > 0.0 and before > 0.0:
            share = max(share, min(ahead, share * (now - self._began) / before))
        share = min(max(share, 0.0), 1.0)
        if share < LEAST_SHARE:
            return StageProgress(share, None)
        return StageProgress(share, (now - self._began) * (1.0 - share) / share)


class Stages:
    """The stages of a long run, such as reading, rating and writing.

    The bar is that of the stage: the share that its loops tell (:mod:`arpad.core.progress`), and the time
    that it still takes. Nothing is imported and nothing drawn in the first second.

    Args:
        total: how many stages there are.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._label = ""
        self._estimate = Estimate()
        self._bar: Progress | None = None
        self._over = False
        self._seen = False
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._draw)
        self._timer.daemon = True

    def __enter__(self) -> Stages:
        self._seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        if self._seen:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bar is not None:
                self._bar.stop()

    @contextmanager
    def stage(self, label: str) -> Iterator[None]:
        """Name what is being done, and show how far the work of the block is."""
        self._label = label
        self._estimate.begin()
        with progress.listening(self._estimate.tell if self._seen else None):
            yield
        self._done += 1

    def _draw(self) -> None:
        """Begin to draw; runs in the timer's thread."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
        from rich.progress import TimeElapsedColumn as Elapsed

        stages = self

        class Bar(Progress):
            """The bar, which asks how far the work is whenever it is drawn."""

            def get_renderables(self) -> Iterator[object]:  # type: ignore[override]
                stages._update(self)
                return super().get_renderables()  # type: ignore[return-value]

        with self._lock:
            if self._over:
                return
            columns = (
                SpinnerColumn(),
                TextColumn("{task.fields[stage]}"),
                TextColumn("{task.description}"),
                BarColumn(20),
                TextColumn("{task.fields[progress]}"),
                Elapsed(),
            )
            bar = Bar(*columns, console=Console(stderr=True), transient=True)
            task = bar.add_task(self._label, total=None, stage="", progress="")
            bar.tasks[task].start_time = bar.get_time() - PATIENCE
            bar.start()
            self._bar = bar

    def _update(self, bar: Progress) -> None:
        """Show the stage, and what is told of it."""
        if not bar.tasks:
            return
        share, left = self._estimate.shown()
        task = bar.tasks[0]
        # Written straight, and not by bar.update, which would draw once more.
        task.description = self._label
        task.total = None if share is None else 1.0
        task.completed = 0.0 if share is None else share
        task.fields["stage"] = f"{min(self._done + 1, self._total)}/{self._total}"
        task.fields["progress"] = progress_text(share, left)


def progress_text(share: float | None, left: float | None) -> str:
    """Return in words how far a stage is: ``45 %, 12 s left``."""
    if share is None:
        return ""
    percent = f"{int(100.0 * share)} %"
    return percent if left is None else f"{percent}, {_in_words(left)} left"


def _in_words(seconds: float) -> str:
    if seconds < 60.0:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60.0)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
