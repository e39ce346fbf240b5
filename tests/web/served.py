"""An office that ``arpad serve`` runs in processes of its own, as on a server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import httpx2

from arpad.office.club.people import People
from arpad.office.club.rights import Actor
from arpad.office.store.database import Database
from arpad.web.context import SESSION_COOKIE
from arpad.web.security.forms import token_of

PATIENCE = 60.0
"""Seconds in which a busy machine does anything that is asked of it."""


class Served:
    """An office that is served.

    Args:
        process: the parent of those that serve.
        lines: what it has said on its standard output and its standard error, as it comes.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said: list[str] = []
        self.errors: list[str] = []
        outputs = ((process.stdout, self.said), (process.stderr, self.errors))
        self._threads = [threading.Thread(target=self._read, args=one, daemon=True) for one in outputs]
        for thread in self._threads:
            thread.start()
        until(lambda: self.said or process.poll() is not None)
        assert self.said, self.errors
        self.address = self.said[0].split()[-1]

    @staticmethod
    def _read(stream: TextIO, lines: list[str]) -> None:
        with stream:
            lines.extend(stream)

    def client(self) -> httpx2.Client:
        """Return somebody with a connection of their own."""
        return httpx2.Client(base_url=self.address, timeout=PATIENCE)

    def as_(self, people: People, who: Actor) -> httpx2.Client:
        """Return somebody who has come in, and whose forms come from pages of that visit."""
        session = people.begin_session(who)
        client = self.client()
        client.cookies.set(SESSION_COOKIE, session)
        client.headers["x-form-token"] = token_of(session)
        return client

    def workers(self) -> list[int]:
        """Return the processes that serve, by what Linux tells of the children of their parent."""
        parent = self.process.pid
        found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [int(one) for one in found if b"spawn_main" in (Path("/proc") / one / "cmdline").read_bytes()]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end, and return its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code


@contextmanager
def served(
    database: str, *options: str, descriptors: int = 0, environment: Mapping[str, str] | None = None
) -> Iterator[Served]:
    """Serve a database at a free port; at the end nothing of it runs.

    Args:
        database: its address.
        options: of ``arpad serve``.
        descriptors: that its process may have open; 0 for as many as this one.
        environment: variables beside those of this process.
    """
    limited = ["sh", "-c", f'ulimit -n {descriptors} && exec "$@"', "sh"] if descriptors else []
    serve = [sys.executable, "-m", "arpad", "serve", "--port", "0", "--database", database, *options]
    process = subprocess.Popen(
        [*limited, *serve],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
    )
    found = Served(process)
    try:
        yield found
    except BaseException:
        print("".join(found.errors), file=sys.stderr)
        raise
    finally:
        try:
            found.stop()
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def until(happened: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.02)


def opened(url: str) -> Database:
    """Open a database beside the processes that serve it."""
    return Database.at(url)
