"""What processes that serve say about themselves, on the standard error: for people, or a JSON object a line.

No secret stands in a log: no token, password, session or invitation, no address's query, and of an address
only those parts that are known to be public.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any, TextIO

from starlette.types import Scope

FORMATS = ("text", "json")

PUBLIC = frozenset(
    ("name", "round", "board", "number", "pool", "list", "file", "form", "what", "webhook", "digest", "queue")
)
"""Parts of addresses that may stand in a log; all others, such as invitations, do not."""

SECRET = re.compile(
    r"(?P<kind>arpad_(?:token|invitation|session)_|//[^/@\s:]*:|(?i:bearer )|\$argon2\w*\$)[^\s\"'&/@;,]+"
)
"""What is no longer secret once it is written down: secrets of arpad, and the password of a database."""

_PART = re.compile(r"\{(?P<name>\w+)(:\w+)?\}")
"""Of a pattern, what stands for a part of an address."""

LONGEST = 10_000
"""Letters of a message."""

REQUESTS = logging.getLogger("arpad.requests")
"""A line for each request, in JSON only."""

_OF_A_RECORD = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


def without_secrets(text: str) -> str:
    """Return a text in which nothing is secret."""
    return SECRET.sub(r"\g<kind>…", text)


class _AsJson(logging.Formatter):
    """A record as a JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": without_secrets(record.getMessage()[:LONGEST]),
        }
        for name, value in vars(record).items():
            if name not in _OF_A_RECORD:
                fields[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            fields["error"] = without_secrets(self.formatException(record.exc_info)[-LONGEST:])
        return json.dumps(fields, ensure_ascii=False, default=str)


class _AsText(logging.Formatter):
    """A record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return without_secrets(super().format(record))


QUIET = 60.0
"""Seconds without a line after which it is logged again."""

OF_STRANGERS = ("uvicorn.error", "arpad.connections")
"""What logs lines of which anybody may cause as many as they like."""


class Seldom(logging.Filter):
    """Lets a warning through once, and again after :data:`QUIET` seconds without it; all else always."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is logged."""
        if record.levelno != logging.WARNING:
            return True
        now = time.monotonic()
        before = self._last.get(str(record.msg), -inf)  # the template: not as many as there are addresses
        self._last[str(record.msg)] = now
        return now - before > QUIET


def set_up(form: str, stream: TextIO | None = None) -> None:
    """Let everything that this process logs go to one place.

    Args:
        form: ``text``: what is unusual, for people; or ``json``: that and a line for each request.
        stream: where to; None for the standard error.
    """
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(_AsJson() if form == "json" else _AsText("arpad: %(levelname)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("arpad.serving", "arpad.requests"):
        logging.getLogger(name).setLevel(logging.INFO if form == "json" else logging.WARNING)
    for name in OF_STRANGERS:
        logging.getLogger(name).filters[:] = [Seldom()]


def route_of(scope: Scope) -> str:
    """Return the pattern of the address that a request had, such as ``/lists/{pool}``; empty for no such."""
    path = getattr(scope.get("route"), "path_format", None) or getattr(scope.get("route"), "path", "")
    return f"{scope.get('root_path', '')}{path}" if "endpoint" in scope else ""


def address_of(route: str, values: Mapping[str, Any]) -> str:
    """Return an address as a log has it: its pattern, with the parts that are public."""

    def shown(part: re.Match[str]) -> str:
        name = part["name"]
        return str(values[name])[:200] if name in PUBLIC and name in values else part[0]

    return _PART.sub(shown, route)
