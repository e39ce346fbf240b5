"""The logs that this process has read last, so that a server need not read a whole file at each act.

A log is found again by the bytes of its file and by nothing else: what is damaged, or was changed by somebody
else, is read as if nothing were known. Where a file has only been added to, only what was added is read.
"""

from __future__ import annotations

from collections.abc import Hashable

from arpad.office.cache import MEGABYTE, Cache
from arpad.office.log.event_format import added
from arpad.office.log.event_log import EventLog

MOST_BYTES = 2**23
"""The longest file whose log is kept."""

EXPANSION = 8
"""Bytes of memory that a log takes for each byte of its file, about."""


class RecentLogs:
    """The content of a few files, and the logs that they are; safe for several threads.

    Args:
        name: of the cache.
        most: how many are kept.
    """

    def __init__(self, name: str, most: int) -> None:
        self._logs: Cache[Hashable, tuple[bytes, EventLog]] = Cache(
            name, most, 128 * MEGABYTE, lambda kept: EXPANSION * len(kept[0])
        )

    def find(self, key: Hashable, content: bytes) -> EventLog | None:
        """Return the log that a content is, if little of the content is new; else None.

        Args:
            key: the file's path, or what else tells it from all others.
            content: of the file.
        """
        last = self.last(key)
        if last is None:
            return None
        before, log = last
        return log if content == before else added(content, before, log)

    def last(self, key: Hashable) -> tuple[bytes, EventLog] | None:
        """Return the content and the log that were kept last; None if there are none."""
        return self._logs.get(key)

    def keep(self, key: Hashable, content: bytes, log: EventLog) -> None:
        """Keep the log that a file's content is."""
        if len(content) <= MOST_BYTES:
            self._logs.put(key, (content, log.saying(())))
        else:
            self._logs.drop(key)
