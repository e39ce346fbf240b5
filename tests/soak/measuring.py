"""The memory, threads and open files of the processes that serve, as Linux tells them."""

from __future__ import annotations

import os
import re
import statistics
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from soak.records import Recorder, Window
from web.served import Served

EVERY = 2.0
"""Seconds between two looks."""

ENOUGH = 10
"""Looks at a process in a quarter, from which on its median says something."""


class Look(NamedTuple):
    """A look at a process.

    Args:
        at: seconds since the soak began.
        process: its number.
        memory: resident, in MB.
        threads: how many.
        files: how many are open, sockets too.
    """

    at: float
    process: int
    memory: float
    threads: int
    files: int


class Size(NamedTuple):
    """The medians of the looks at a process: memory in MB, threads, open files."""

    memory: float
    threads: float
    files: float


class Measuring(threading.Thread):
    """Looks at all processes again and again.

    Args:
        served: the office.
        recorder: knows the time.
    """

    def __init__(self, served: Served, recorder: Recorder) -> None:
        super().__init__(daemon=True)
        self.served = served
        self.recorder = recorder
        self.looks: list[Look] = []
        self.busy: list[float] = []
        self.ending = threading.Event()

    def run(self) -> None:
        """Look until told to end."""
        while not self.ending.wait(EVERY):
            self.busy.append(os.getloadavg()[0])
            for process in self.served.workers():
                look = look_at(process, self.recorder.now())
                if look is not None:
                    self.looks.append(look)


def look_at(process: int, at: float) -> Look | None:
    """Look at a process; None if it has ended."""
    folder = Path(f"/proc/{process}")
    try:
        said = dict(re.findall(r"^(\w+):\s+(\d+)", (folder / "status").read_text(), re.M))
        files = len(os.listdir(folder / "fd"))
        return Look(at, process, int(said["VmRSS"]) / 1024, int(said["Threads"]), files)
    except (OSError, KeyError):
        return None


def sizes(looks: Iterable[Look], quarter: tuple[float, float], windows: Iterable[Window]) -> dict[int, Size]:
    """Return the medians of each process in a quarter, outside the faults."""
    begin, end = quarter
    them = list(windows)
    found: dict[int, list[Look]] = {}
    for look in looks:
        if begin <= look.at < end and not any(one.begin <= look.at < one.end for one in them):
            found.setdefault(look.process, []).append(look)
    return {
        process: Size(*(statistics.median(one[field] for one in some) for field in (2, 3, 4)))
        for process, some in found.items()
        if len(some) >= ENOUGH
    }
