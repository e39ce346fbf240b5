"""The place of an event file: read, begun, and changed by one act after the other.

A lock on a file beside it (``.NAME.lock``, which holds nothing and stays) makes acts follow each other; the
operating system gives it back when its process ends. Every act reads the file, replays what it adds, writes
the whole file beside its place and renames it: after a loss of power it is the old one or the new one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from arpad.core import BadInput
from arpad.core.locking import locked
from arpad.core.missing import nearest_file
from arpad.core.overwriting import EVENT_MARK
from arpad.core.writing import EVENT_FILE, check, exclusive, is_event_file, replace
from arpad.office.log.event_format import (
    DamagedEventFile,
    RecoveredLog,
    continued,
    parsed,
    recovered,
    written,
)
from arpad.office.log.event_log import EventLog
from arpad.office.log.recent import RecentLogs
from arpad.office.log.store import Store, StoredAct, Turn, answered, begun, new_identity, stamp_now

MOST_BYTES = 2**28
"""The longest event file that is read: some 700,000 events."""

PATIENCE = 120.0
"""Seconds to wait for others who write the same file."""

_RECENT = RecentLogs("logs of event files", 4)


@dataclass(frozen=True)
class EventFile(Store):
    """The event file of a tournament.

    Args:
        path: where it is.
    """

    path: Path

    def read(self) -> EventLog:
        """Read the log.

        Raises:
            BadInput: it is not there, cannot be read, is another file, or was written by a newer arpad.
            DamagedEventFile: it is not as it was written.
        """
        return self._read()[1]

    def _read(self) -> tuple[bytes, EventLog]:
        """Return the content of the file, and the log that it is; see :meth:`read`."""
        content = self._content()
        log = _RECENT.find(self.path, content)
        if log is None:
            log = parsed(self._text(content), str(self.path))
        _RECENT.keep(self.path, content, log)
        return content, log

    def recover(self) -> RecoveredLog:
        """Read as many whole acts as there are before the first damage.

        Raises:
            BadInput: the file cannot be read at all, is another file, or was written by a newer arpad.
        """
        # What is not UTF-8 is replaced, so that its line does not have its hash.
        return recovered(self._content().decode(errors="replace"), str(self.path))

    def create(
        self,
        log: EventLog,
        *,
        op: str = "",
        request: str = "",
        author: str | None = None,
        in_acts: bool = False,
    ) -> StoredAct:
        """Write a new file; of several who do so at once, one succeeds.

        Args:
            log: what it holds.
            op: the operation's name; a file that was begun under this name is the answer.
            request: a digest of what is asked for.
            author: who does it; None for :func:`author_here`.
            in_acts: whether the log's acts stay as they are, so that each can be undone; else they are one.

        Raises:
            BadInput: there is a file of that name, or it cannot be written.
        """
        stamp = stamp_now(op=op, request=request, author=author)
        if not (op and is_event_file(self.path)):
            check(self.path, EVENT_FILE, new=True)  # before there is a lock file
        with self._alone():
            if op and self.path.exists():
                before = self.read()
                if before.act_of(op) == 0:
                    return answered(before, op, request)
            log = begun(log, stamp, in_acts=in_acts)
            content = written(log)
            with exclusive(self.path, EVENT_FILE) as stream:
                stream.write(content)
        _RECENT.keep(self.path, content, log)
        return StoredAct(log, log, log.events)

    def write_new(self, log: EventLog) -> None:
        """Write a log as it is to a new file: its acts keep their stamps.

        Raises:
            BadInput: there is a file of that name, or it cannot be written.
        """
        check(self.path, EVENT_FILE, new=True)
        content = written(log if log.identity else log.named(new_identity()))
        with self._alone(), exclusive(self.path, EVENT_FILE) as stream:
            stream.write(content)

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Let nobody else write the file.

        Raises:
            BadInput: as :meth:`read`, or somebody else does not end.
        """
        if not is_event_file(self.path):
            self.read()  # which says what it is; no lock file is left beside what is not an event file
        with self._alone():
            content, before = self._read()

            def write(after: EventLog) -> None:
                longer = continued(content, before, after)
                with replace(self.path, EVENT_FILE) as stream:
                    stream.write(longer)
                _RECENT.keep(self.path, longer, after)

            yield Turn(before, write)

    def _text(self, content: bytes) -> str:
        """Return the file's content as text.

        Raises:
            BadInput: it is another file.
            DamagedEventFile: it is not UTF-8.
        """
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            if EVENT_MARK.match(content) is None:
                raise BadInput(
                    f"{self.path} is not text in UTF-8, so it is not an arpad event",
                    remedy="Restore the file from a copy; a TRF report is paired by `arpad pair`.",
                    code="event-file.not-event",
                ) from None
            kept = recovered(content.decode(errors="replace"), str(self.path)).log
            raise DamagedEventFile(
                "the line is damaged: it is not text in UTF-8",
                file=str(self.path),
                row=content.count(b"\n", 0, error.start) + 1,
                kept=0 if kept is None else kept.seq,
            ) from None

    def _content(self) -> bytes:
        try:
            status = os.stat(self.path)
            if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
                raise BadInput(f"{self.path} is not a regular file", code="event-file.not-regular")
            if status.st_size > MOST_BYTES:
                raise BadInput(
                    f"{self.path} has {status.st_size} bytes, more than {MOST_BYTES}",
                    code="event-file.too-long",
                )
            return self.path.read_bytes()
        except FileNotFoundError:
            near = nearest_file(self.path)
            remedy = (
                f"Begin with: arpad tournament new {self.path}" if near is None else f"Did you mean {near}?"
            )
            raise BadInput(
                f"there is no file {self.path}", remedy=remedy, code="event-file.missing"
            ) from None
        except OSError as error:
            raise BadInput(
                f"{self.path} cannot be read: {error.strerror or error}", code="event-file.unreadable"
            ) from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let nobody else write the file between the look at what is in it and its replacement."""
        with locked(lock_path(self.path), of=self.path, patience=PATIENCE):
            yield


def save_recovered(content: RecoveredLog, path: Path) -> EventLog:
    """Write what could be read of a damaged file as a new event file, and return it.

    Raises:
        BadInput: nothing could be read, there is a file of that name, or it cannot be written.
    """
    if content.log is None:
        raise BadInput(
            "nothing can be recovered: the damage is at the beginning", code="event-file.nothing-recovered"
        )
    log = content.log if content.log.identity else content.log.named(new_identity())
    lines = written(log)
    with exclusive(path, EVENT_FILE) as stream:
        stream.write(lines)
    return log


def lock_path(path: Path) -> Path:
    """Return the lock file of an event file: beside it, links followed; it holds nothing and stays."""
    place = Path(os.path.realpath(path))
    name = (
        place.name
        if len(place.name.encode(errors="replace")) <= 200
        else sha256(place.name.encode(errors="replace")).hexdigest()
    )
    return place.with_name(f".{name}.lock")
