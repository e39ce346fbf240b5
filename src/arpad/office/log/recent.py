"""The logs that this process has read last, so that a server need not read a whole file at each act.

A log is found again by the bytes of its file and by nothing else: what is damaged, or was changed by somebody
else, is read as if nothing were known. Where a file has only been added to, only what was added is read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

from arpad.office.log.event_format import added
from arpad.office.log.event_log import EventLog

MOST = 4
"""How many logs are kept."""

MOST_BYTES = 2**23
"""The longest file whose log is kept."""


class Recent:
    """The content of a few files, and the logs that they are; safe for several threads.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._logs: OrderedDict[Hashable, tuple[bytes, EventLog]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable, content: bytes) -> EventLog | None:
        """Return the log that a content is, if little of the content is new; else None.

        Args:
            key: the file's path, or what else tells it from all others.
            content: of the file.
        """
        known = self.last(key)
        if known is None:
            return None
        before, log = known
        return log if content == before else added(content, before, log)

    def last(self, key: Hashable) -> tuple[bytes, EventLog] | None:
        """Return the content and the log that were kept last; None if there are none."""
        with self._lock:
            return self._logs.get(key)

    def keep(self, key: Hashable, content: bytes, log: EventLog) -> None:
        """Keep the log that a file's content is."""
        with self._lock:
            self._logs.pop(key, None)
            if len(content) <= MOST_BYTES:
                self._logs[key] = content, log.saying(())
            while len(self._logs) > self._most:
                self._logs.popitem(last=False)
