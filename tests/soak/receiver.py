"""The server of a game that webhooks tell what happens: it fails a third of the time, and is down for a while."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from arpad.office.webhooks.sending import signature

FAILS_AFTER = 2
"""Deliveries that are acknowledged between two that are not: never two failures in a row, after which the
office waits for minutes, as its documentation says."""

LONGEST_PAUSE = 8.0
"""Seconds until a delivery comes again that was refused once, and some more."""

DELAY = 0.05
"""Seconds that an answer takes."""


class Delivered(NamedTuple):
    """A delivery that was acknowledged.

    Args:
        at: the moment (:func:`time.monotonic`).
        numbers: of its events or matches.
        keys: of the postings among them.
    """

    at: float
    numbers: tuple[int, ...]
    keys: tuple[str, ...]


class Path:
    """What is told at one address of the server: one webhook."""

    def __init__(self) -> None:
        self.secret = ""
        self.delivered: list[Delivered] = []
        self.refused = 0
        self.problems: list[str] = []
        self._in_a_row = 0

    def status(self, headers: dict[str, str], body: bytes) -> int:
        """Return how a delivery is answered, and note it."""
        if self._in_a_row >= FAILS_AFTER:
            self._in_a_row = 0
            self.refused += 1
            return 500
        signed = signature(self.secret, headers["webhook-id"], int(headers["webhook-timestamp"]), body)
        if signed not in headers["webhook-signature"].split():
            self.problems.append(f"{headers['webhook-id']} is not signed")
        data: dict[str, Any] = json.loads(body)["data"]
        events: list[dict[str, Any]] = data.get("events", data.get("matches", []))
        numbers = tuple(one.get("seq", one.get("number", 0)) for one in events)
        keys = tuple(str(one["key"]) for one in events if one.get("key"))
        self._in_a_row += 1
        self.delivered.append(Delivered(time.monotonic(), numbers, keys))
        return 200

    @property
    def waits(self) -> bool:
        """Whether the last delivery was refused, so that the next one comes after a pause."""
        return self.refused > 0 and self._in_a_row == 0

    def missing(self, first: int, last: int) -> list[int]:
        """Return the numbers that were never told, of all from a first to a last one."""
        told = {number for one in self.delivered for number in one.numbers}
        return [number for number in range(first, last + 1) if number not in told]

    def out_of_order(self) -> int:
        """Return how many numbers were told before one that precedes them."""
        last = wrong = 0
        for one in self.delivered:
            for number in one.numbers:
                wrong += number > last + 1 and last > 0
                last = max(last, number)
        return wrong

    def repeated(self) -> int:
        """Return how many numbers were told more than once, as they may be."""
        numbers = [number for one in self.delivered for number in one.numbers]
        return len(numbers) - len(set(numbers))


class _Server(ThreadingHTTPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: who delivers may be killed."""


class Receiver:
    """The server of a game."""

    def __init__(self) -> None:
        self.paths = {"blitz": Path(), "duel": Path()}
        self._lock = threading.Lock()
        self._port = 0
        self._server: _Server | None = None
        self._holds = threading.Event()
        self._held: list[int] = []
        self.up()

    def url(self, path: str) -> str:
        """Return the address of a path."""
        return f"http://127.0.0.1:{self._port}/{path}"

    def up(self) -> None:
        """Answer."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                time.sleep(DELAY)
                while outer._holds.is_set():
                    outer._held.append(self.client_address[1])
                    time.sleep(0.02)
                headers = {name.lower(): value for name, value in self.headers.items()}
                with outer._lock:
                    status = outer.paths[self.path.strip("/")].status(headers, body)
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *said: object) -> None:
                pass

        self._server = _Server(("127.0.0.1", self._port), Handler)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def down(self) -> None:
        """Refuse connections, from a moment on when no delivery waits for its pause to be over."""
        assert self._server is not None
        end = time.monotonic() + LONGEST_PAUSE
        while any(path.waits for path in self.paths.values()) and time.monotonic() < end:
            time.sleep(0.05)
        self._server.shutdown()
        self._server.server_close()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Answer no delivery."""
        self._held.clear()
        self._holds.set()
        try:
            yield
        finally:
            self._holds.clear()

    def held_from(self, patience: float) -> int | None:
        """Return the port from which a delivery has come that is not answered; None if none comes."""
        end = time.monotonic() + patience
        while not self._held and time.monotonic() < end:
            time.sleep(0.05)
        return self._held[-1] if self._held else None

    def told(self, key: str) -> float | None:
        """Return when a posting was told; None if it was not yet."""
        found = (one.at for one in list(self.paths["blitz"].delivered) if key in one.keys)
        return next(found, None)
