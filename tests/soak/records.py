"""What a soak notes of each request, and of all that the office has acknowledged."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple


class Request(NamedTuple):
    """A request that was answered, or not.

    Args:
        kind: of the request, such as ``page``.
        start: seconds since the soak began.
        seconds: until the whole answer was there.
        status: of the answer; 0 where the connection broke.
        code: of the error; empty for none.
        path: that was asked for, without its query.
    """

    kind: str
    start: float
    seconds: float
    status: int
    code: str
    path: str


@dataclass
class Acknowledged:
    """What the office has said that it has kept.

    Args:
        postings: pool, key, number of the first game, games.
        corrections: pool and key.
        lists: pool and name.
        acts: tournament, key, number of the last event.
        boards: tournament, round, board, result; the last one of a board counts.
        tickets: their ids.
        matched: a ticket that was told its match, and the number of the match.
        asked: keys of postings and acts that were sent, acknowledged or not.
    """

    postings: list[tuple[str, str, int, int]] = field(default_factory=list)
    corrections: list[tuple[str, str]] = field(default_factory=list)
    lists: list[tuple[str, str]] = field(default_factory=list)
    acts: list[tuple[str, str, int]] = field(default_factory=list)
    boards: list[tuple[str, int, int, str]] = field(default_factory=list)
    tickets: list[str] = field(default_factory=list)
    matched: list[tuple[str, int]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write it for the process that looks for it."""
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Acknowledged:
        """Read what was written."""
        found: dict[str, Any] = {
            name: [tuple(one) if isinstance(one, list) else one for one in some]
            for name, some in json.loads(path.read_text(encoding="utf-8")).items()
        }
        return cls(**found)


class Window(NamedTuple):
    """From when to when a fault was felt, in seconds since the soak began."""

    begin: float
    end: float


class Recorder:
    """Keeps what happens; safe for several threads, each of which only appends."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.requests: list[Request] = []
        self.acknowledged = Acknowledged()
        self.unexpected: list[str] = []

    def begin(self) -> None:
        """Count the seconds from now on."""
        self._began = time.monotonic()

    def now(self) -> float:
        """Return the seconds since the soak began."""
        return time.monotonic() - self._began

    def answers(self, begin: float, end: float) -> Counter[str]:
        """Return what was answered otherwise than asked for, of requests that overlap a time, with counts."""
        return Counter(
            told(one)
            for one in self.requests
            if one.start < end and one.start + one.seconds > begin and not well(one)
        )


def well(request: Request) -> bool:
    """Return whether a request was answered as asked for."""
    return 200 <= request.status < 400


def told(request: Request) -> str:
    """Return in short what a request was answered."""
    return f"{request.status or 'no answer'} {request.code}".strip()


def outside(requests: Iterable[Request], windows: Iterable[Window]) -> list[Request]:
    """Return the requests that were under way while nothing was broken."""
    them = list(windows)
    return [
        one
        for one in requests
        if not any(one.start < window.end and one.start + one.seconds > window.begin for window in them)
    ]
