"""What is going on, on the standard error of a terminal, where it takes longer than a second."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds after which a person wants to know."""


class Stages:
    """The stages of a long run, such as reading, rating and writing.

    Reading and rating are one step each inside a library or a kernel, so the bar counts stages and the
    clock beside it runs. Nothing is imported and nothing drawn in the first second.

    Args:
        total: how many stages there are.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._label = ""
        self._bar: tuple[Progress, TaskID] | None = None
        self._over = False
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._draw)
        self._timer.daemon = True

    def __enter__(self) -> Stages:
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bar is not None:
                self._bar[0].stop()

    @contextmanager
    def stage(self, label: str) -> Iterator[None]:
        """Name what is being done."""
        self._update(label)
        yield
        self._done += 1
        self._update(label)

    def _update(self, label: str) -> None:
        with self._lock:
            self._label = label
            if self._bar is not None:
                bar, task = self._bar
                bar.update(task, description=label, completed=self._done)

    def _draw(self) -> None:
        """Begin to draw; runs in the timer's thread."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
        from rich.progress import TimeElapsedColumn as Elapsed

        with self._lock:
            if self._over:
                return
            columns = (
                SpinnerColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.description}"),
                BarColumn(20),
                Elapsed(),
            )
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            task = bar.add_task(self._label, total=self._total, completed=self._done)
            bar.tasks[task].start_time = bar.get_time() - PATIENCE
            bar.start()
            self._bar = (bar, task)
