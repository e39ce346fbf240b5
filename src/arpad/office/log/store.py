"""What keeps a log, in whatever way, and what it takes to do an act on it.

An act is done in a turn: nobody else adds to the log between the look at it and what is written. Another who
looked at the log before says which event was the last one seen; then the act is done on the log as it is now,
or refused if others have changed what it concerns (:mod:`arpad.office.log.rebasing`).
"""

from __future__ import annotations

import getpass
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple, Protocol

from arpad._version import __version__
from arpad.core import BadInput, worded
from arpad.office.events.event import Event
from arpad.office.log.event_log import LONGEST_STAMP, EventLog, Stamp
from arpad.office.log.rebasing import rebased


@dataclass(frozen=True)
class StoredAct:
    """What became of an act.

    Args:
        before: the log that it was done to.
        after: the log just after it; of a repeated act, just after it was done the first time.
        events: of the act; none if nothing had to be done.
        repeated: whether it was done before under the same operation's name, and nothing was written now.
        undone: whether it was undone since.
    """

    before: EventLog
    after: EventLog
    events: tuple[Event, ...]
    repeated: bool = False
    undone: bool = False


class Turn(NamedTuple):
    """The time in which nobody else adds to a log.

    Args:
        log: as it is.
        write: puts a log with more acts in its place; what it has written outlives everything.
    """

    log: EventLog
    write: Callable[[EventLog], None]


class Store(Protocol):
    """What keeps a log: a file, a database, or memory; each has its own :meth:`read` and :meth:`turn`."""

    def read(self) -> EventLog:
        """Read the log.

        Raises:
            BadInput: it cannot be read.
        """
        ...

    def turn(self) -> AbstractContextManager[Turn]:
        """Let nobody else add to the log.

        Raises:
            BadInput: the log cannot be read, or somebody else does not end.
        """
        ...

    def act(
        self,
        change: Callable[[EventLog], EventLog],
        *,
        op: str = "",
        request: str = "",
        author: str | None = None,
        expected: int | None = None,
    ) -> StoredAct:
        """Do an act: read the log, change it and write it, while nobody else writes it.

        Args:
            change: returns the log with what is done at once. It is called with the log as it is now; and
                before that, where others have added to it, with the log that the author saw.
            op: the operation's name. If an act was done under this name before, nothing is done, and the
                answer is what was done then.
            request: a digest of what is asked for: under one name the same must be asked for.
            author: who does it; None for :func:`author_here`.
            expected: the sequence number of the last event that the author has seen; None for the last one.

        Raises:
            ActConflict: what others did since the author looked concerns the same thing.
            BadInput: the change is refused, the log cannot be read or written, or the operation's name was
                used for another act. Nothing is written then.
        """
        stamp = stamp_now(op=op, request=request, author=author)
        with self.turn() as turn:
            return _done(turn, change, stamp, expected)

    def append(
        self, *events: Event, expected: int, op: str = "", request: str = "", author: str | None = None
    ) -> StoredAct:
        """Append events as one act, if nothing was added to the log that their author has seen.

        Args:
            events: at least one.
            expected: the sequence number of the last event that the author has seen.
            op: as in :meth:`act`.
            request: as in :meth:`act`.
            author: as in :meth:`act`.

        Raises:
            BadInput: others have added to the log (``log.moved``), or as :meth:`act`.
        """
        stamp = stamp_now(op=op, request=request, author=author)
        with self.turn() as turn:
            if turn.log.act_of(op) is None and turn.log.seq != expected:
                raise BadInput(
                    worded("the last event is {seq}, not {expected}", seq=turn.log.seq, expected=expected),
                    code="log.moved",
                    remedy="Read the log again.",
                )
            return _done(turn, lambda log: log.add(*events), stamp, None)


class MemoryStore(Store):
    """A log in memory, for as long as its process lives; safe for several threads.

    Args:
        log: what it holds.
    """

    def __init__(self, log: EventLog) -> None:
        self._log = log.saying(())
        self._lock = Lock()

    def read(self) -> EventLog:
        """Return the log."""
        return self._log

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Let nobody else add to the log."""

        def write(log: EventLog) -> None:
            self._log = log.saying(())

        with self._lock:
            yield Turn(self._log, write)


def _done(
    turn: Turn, change: Callable[[EventLog], EventLog], stamp: Stamp, expected: int | None
) -> StoredAct:
    """Do an act in its turn; see :meth:`Store.act`."""
    before = turn.log
    if before.act_of(stamp.op) is not None:
        return answered(before, stamp.op, stamp.request)
    after = change(before) if expected is None else rebased(change, before, expected)
    if after.acts[: len(before.acts)] != before.acts:
        raise BadInput("an act only adds events", code="act.removes-events")
    if len(after.acts) == len(before.acts):
        return StoredAct(before, before, ())
    after = after.as_one_act(len(before.acts), stamp)
    after = after if after.identity else after.named(new_identity())
    turn.write(after)
    return StoredAct(before, after, after.acts[-1].events)


def answered(log: EventLog, op: str, request: str) -> StoredAct:
    """Return what was done under an operation's name.

    Raises:
        BadInput: something else was asked for under that name.
    """
    at = log.act_of(op)
    assert at is not None
    act = log.acts[at]
    if act.stamp.request != request:
        raise BadInput(
            worded("the operation {op!r} was another act", op=op),
            code="operation.another-act",
            remedy="Give every act a name of its own.",
        )
    first = 1 + sum(len(earlier.events) for earlier in log.acts[:at])
    stands = any(seq == first for seq, _ in log.standing) or act.events[0].KIND == "undo"
    return StoredAct(
        log.until_act(at or 1), log.until_act(at + 1), act.events, repeated=True, undone=not stands
    )


def begun(log: EventLog, stamp: Stamp, *, in_acts: bool) -> EventLog:
    """Return a log as that of a new tournament, which no other is.

    Args:
        log: what it holds.
        stamp: who begins it.
        in_acts: whether the log's acts stay as they are, so that each can be undone; else they are one.
    """
    return (log.stamped(stamp) if in_acts else log.as_one_act(0, stamp)).named(new_identity())


def new_identity() -> str:
    """Return an identity that no other tournament has."""
    return secrets.token_hex(16)


def author_here() -> str:
    """Return who works here: ``ARPAD_AUTHOR`` if it is set, else the login name, else nobody."""
    author = os.environ.get("ARPAD_AUTHOR")
    if author is None:
        try:
            author = getpass.getuser()
        except (OSError, KeyError, ImportError):
            author = ""
    return author


def stamp_now(*, op: str = "", request: str = "", author: str | None = None) -> Stamp:
    """Return the stamp of an act that is done now; an operation without a name gets one by chance.

    Raises:
        BadInput: the author or the operation's name is too long, or has control characters.
    """
    author = author_here() if author is None else author
    for what, value in (("author", author), ("operation's name", op)):
        if len(value) > LONGEST_STAMP or (value and not value.isprintable()):
            raise BadInput(
                worded("the {what} {value!r} cannot be kept", what=what, value=value[:40]),
                code="stamp.not-valid",
                remedy=worded("Write up to {most} letters.", most=LONGEST_STAMP),
            )
    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Stamp(time, author, op or secrets.token_hex(16), request, __version__)
