"""Several processes that serve the office at one address, and the parent that keeps them going.

All of them accept connections at one socket. What one has written the others see, since each looks at the
database before it answers. A process that dies is replaced; what it had acknowledged is in the database.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import time
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from arpad.web.metrics import FOLDER, forget_process
from arpad.web.process import GRACE, STOPS, Settings, work

_LOG = logging.getLogger("arpad.serving")

SHORT = 5.0
"""Seconds within which a process that ends has done no work: the next ones are begun more slowly."""

LONGEST_PAUSE = 10.0
"""Seconds between two of these at the most."""


@dataclass(eq=False)
class _Worker:
    """A place among the processes, and who has it.

    Args:
        number: from 1.
        process: None for a place that waits for one.
        since: the moment (:func:`time.monotonic`) from which the process lives, or may.
        short: processes in a row that ended soon.
    """

    number: int
    process: SpawnProcess | None = None
    since: float = 0.0
    short: int = 0


@dataclass
class Workers:
    """Processes that serve, and are replaced when they die.

    Args:
        count: how many.
        taken: the socket that listens.
        settings: how they serve.
    """

    count: int
    taken: socket.socket
    settings: Settings
    _ending: bool = field(default=False, init=False)

    def run(self) -> None:
        """Serve until a signal tells this process to end; then all others have ended too."""
        with TemporaryDirectory(prefix="arpad-metrics-") as folder:
            os.environ[FOLDER] = folder  # for the processes that are begun
            self._run(Path(folder))

    def _run(self, folder: Path) -> None:
        woken, wake = get_context("spawn").Pipe(duplex=False)

        def stop(number: int, frame: FrameType | None) -> None:
            self._ending = True
            wake.send_bytes(b"")

        before = {number: signal.signal(number, stop) for number in STOPS}
        workers = [_Worker(number) for number in range(1, self.count + 1)]
        try:
            while not self._ending:
                self._look_after(workers, folder)
                _wait(workers, woken)
        finally:
            _end(workers)
            for number, handler in before.items():
                signal.signal(number, handler)
            woken.close()
            wake.close()

    def _look_after(self, workers: list[_Worker], folder: Path) -> None:
        """Note who has died, and begin who is missing."""
        now = time.monotonic()
        for worker in workers:
            if worker.process is not None and worker.process.exitcode is not None:
                worker.short = worker.short + 1 if now - worker.since < SHORT else 0
                pause = min(0.1 * 4**worker.short, LONGEST_PAUSE) if worker.short else 0.0
                _LOG.warning("%s; another one takes its place", _died(worker.process))
                if worker.process.pid is not None:
                    forget_process(worker.process.pid, folder)
                worker.process.close()
                worker.process, worker.since = None, now + pause
            if worker.process is None and now >= worker.since:
                worker.process = self._begun(worker.number)
                worker.since = now

    def _begun(self, number: int) -> SpawnProcess:
        """Return a process that begins; Ctrl-C, which all processes of a terminal hear, is the parent's."""
        process = get_context("spawn").Process(
            target=work, args=(self.taken, self.settings), name=f"arpad worker {number}", daemon=True
        )
        if not hasattr(signal, "pthread_sigmask"):
            process.start()
            return process
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return process


def _wait(workers: list[_Worker], woken: Connection) -> None:
    """Wait until a process dies, one may be begun, or a signal has come."""
    sentinels = [worker.process.sentinel for worker in workers if worker.process is not None]
    due = [worker.since for worker in workers if worker.process is None]
    wait([woken, *sentinels], max(0.0, min(due) - time.monotonic()) if due else None)


def _end(workers: list[_Worker]) -> None:
    """Tell all processes to end, and wait until they have."""
    living = [worker.process for worker in workers if worker.process is not None]
    for process in living:
        process.terminate()
    until = time.monotonic() + GRACE + 5
    for process in living:
        process.join(max(0.0, until - time.monotonic()))
        if process.exitcode is None:
            process.kill()
            process.join()


def _died(process: SpawnProcess) -> str:
    code = process.exitcode or 0
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
    return f"process {process.pid}, {process.name}, {how}"
