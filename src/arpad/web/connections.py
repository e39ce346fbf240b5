"""The connections of a process: who may have one, how long, and how much a request may bring.

uvicorn and its parser read a head of any size, wait for it for ever, and accept connections until no
descriptor is left. Here every connection has limits (:class:`.limits.ConnectionLimits`):

* a head that is too large is answered with 431 (RFC 6585, 5) before more of it is read;
* a head or a body that does not come is answered with 408 (RFC 9110, 15.5.9), and the connection closed;
  so is one whose client does not take its answer;
* where an address, or all of them together, have as many connections as they may, the connection that has
  waited longest for its client is closed for the new one; where none waits, the new one is closed. So a
  flood of idle connections takes the place of itself, and whoever comes from elsewhere gets in;
* visitors hold half of the connections at most by waiting for news, for such an answer does not end.

Nothing of it costs a request a timer: one look a second goes over all connections.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from arpad.web.limits import ConnectionLimits, counted_as, is_within, most_connections, networks
from arpad.web.metrics import Metrics

_LOG = logging.getLogger("arpad.connections")

LINGER = 2.0
"""Seconds in which a client that was refused may still read why (RFC 9112, 9.6)."""

FEW = 8
"""Connections of an address up to which it is like all others: what browsers open for a page, and more."""

SHARE = 32
"""Where the table is full, room is made for one connection in so many at once: to look for it takes time."""

AT_ONCE = 16
"""Connections that are accepted before those before them have their place in the table."""

PAUSE = 0.9
"""Seconds without accepting after the last descriptor is gone; asyncio asks again after one."""

NO_DESCRIPTOR = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
"""What accepting fails with where the process or the system is full."""

PEER = "peer"
"""By what name the state of a request has its :class:`Peer`."""


class Waits(Enum):
    """What a connection waits for."""

    HEAD = "the head of a request"
    BODY = "the body of a request"
    ANSWER = "the answer of the office"
    NEXT = "another request"
    END = "its end: what still comes is not read"


_HEAD, _BODY, _ANSWER, _NEXT, _END = Waits


@dataclass(eq=False, slots=True)
class Peer:
    """The client of a connection, as the pages know it.

    Args:
        connections: the table.
        address: that its connections are counted under.
        limited: whether the limit by address concerns it.
        authenticated: whether a person or a program with rights has asked: these connections are closed last.
        patient: whether a body may come as slowly as it likes: results as they are played.
    """

    connections: Connections
    address: str
    limited: bool
    authenticated: bool = False
    patient: bool = False


def peer_of(scope: Scope) -> Peer | None:
    """Return the client of a request's connection; None where no socket is, as in tests."""
    peer = scope.get("state", {}).get(PEER)
    return peer if isinstance(peer, Peer) else None


def note_authenticated(scope: Scope) -> None:
    """Note that who asks has come in, or shows a token that holds."""
    peer = peer_of(scope)
    if peer is not None:
        peer.authenticated = True


@dataclass(eq=False)
class Connections:
    """The table of the connections of this process.

    Args:
        limits: what holds.
        metrics: counts them.
    """

    limits: ConnectionLimits
    metrics: Metrics
    most: int = field(init=False)
    _by_address: dict[str, dict[Connection, None]] = field(default_factory=dict, init=False)
    _count: int = field(default=0, init=False)
    _streams: dict[str, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.most = self.limits.connections or most_connections()
        self._unlimited = networks(self.limits.unlimited)

    def __len__(self) -> int:
        return self._count

    def peer(self, host: str) -> Peer:
        """Return a client by the address of its socket; empty where it has none."""
        return Peer(self, counted_as(host), bool(host) and not is_within(host, self._unlimited))

    def admit(self, connection: Connection) -> bool:
        """Give a new connection its place, for which others may be closed; tell whether there is one."""
        peer = connection.peer
        own = self._by_address.get(peer.address, {})
        if peer.limited and len(own) >= self.limits.by_address:
            self.refused("by_address", peer.address)
            if not _close_longest(own):
                return False
        if self._count >= self.most:
            closed = self._make_room()
            self.refused("connections", peer.address, closed or 1)
            if not closed:
                return False
        self._by_address.setdefault(peer.address, {})[connection] = None
        self._count += 1
        self.metrics.connected(1)
        return True

    def release(self, connection: Connection) -> None:
        """Take a connection out of the table, if it is there."""
        own = self._by_address.get(connection.peer.address, {})
        if connection in own:
            del own[connection]
            if not own:
                del self._by_address[connection.peer.address]
            self._count -= 1
            self.metrics.connected(-1)

    def look(self, now: float) -> None:
        """Close the connections whose time is over.

        Args:
            now: the moment, by the clock of the loop.
        """
        for own in list(self._by_address.values()):
            for connection in list(own):
                connection.look(now)

    def refused(self, limit: str, address: str, count: int = 1) -> None:
        """Count connections that hit a limit, and log it: the first of many (:class:`.logs.Seldom`)."""
        self.metrics.refused(limit, count)
        _LOG.warning(_TOLD[limit], address or "an unknown address")

    def without_descriptor(self, error: OSError) -> None:
        """Close some of those that wait, after a connection could not be accepted."""
        self.refused("descriptors", error.strerror or "")
        self._make_room()

    def may_stream(self, peer: Peer) -> bool:
        """Tell whether one more visitor may wait for news on a connection of its own."""
        if sum(self._streams.values()) >= max(1, self.most // 2):
            return False
        return not peer.limited or self._streams.get(peer.address, 0) < max(1, self.limits.by_address // 2)

    async def streaming(self, peer: Peer, parts: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
        """Yield an answer that does not end, and count it while it lasts."""
        self._streams[peer.address] = self._streams.get(peer.address, 0) + 1
        try:
            async with aclosing(parts) as each:
                async for part in each:
                    yield part
        finally:
            self._streams[peer.address] -= 1
            if not self._streams[peer.address]:
                del self._streams[peer.address]

    def _make_room(self) -> int:
        """Close those that wait longest, of addresses with the most connections first; return how many."""
        waiting = [
            (connection.peer.authenticated, -max(len(own), FEW), connection.since, id(connection), connection)
            for own in self._by_address.values()
            for connection in own
            if connection.waiting
        ]
        waiting.sort()
        closed = waiting[: max(1, self.most // SHARE)]
        for *_, connection in closed:
            connection.abort()
        return len(closed)


_TOLD = {
    "head_bytes": "the head of a request was too large (%s)",
    "headers": "a request had too many headers (%s)",
    "queued": "too many requests came before they were answered (%s)",
    "head_seconds": "the head of a request did not come in time (%s)",
    "body_seconds": "the body of a request did not come in time (%s)",
    "answer_seconds": "an answer was not taken in time (%s)",
    "by_address": "%s has as many connections as one address may",
    "connections": "there are as many connections as the office may have (the last one from %s)",
    "descriptors": "no descriptor is left for another connection (%s): none is accepted for a second",
}


def _close_longest(connections: Iterable[Connection]) -> bool:
    """Close the one that has waited longest for its client; tell whether one waits."""
    waiting = [connection for connection in connections if connection.waiting]
    if waiting:
        min(waiting, key=lambda connection: (connection.peer.authenticated, connection.since)).abort()
    return bool(waiting)


class Connection(HttpToolsProtocol):
    """A connection with limits.

    Args:
        connections: the table of all.
        more: what uvicorn names.
    """

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.table = connections
        self.limits = connections.limits
        self.peer: Peer  # known when the connection is made
        self.waits = _HEAD
        self.since = self.loop.time()
        self.deadline = inf
        self.unread = 0  # bytes since the last that was content of a body, or the end of a request
        self.left = 0  # bytes of the answer that the client had not taken at the last look
        self.take_by = inf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Begin, if there is a place."""
        super().connection_made(transport)
        self.peer = self.table.peer(self.client[0] if self.client else "")
        self._wait(_HEAD, self.limits.head_seconds)
        if not self.table.admit(self):
            self.waits = _END
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.table.release(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End with the server, when what was asked is answered."""
        if self.waits is _END and (self.cycle is None or self.cycle.response_complete):
            self.abort()  # nobody looks at it any more
        else:
            super().shutdown()

    @property
    def waiting(self) -> bool:
        """Whether the connection waits for its client, and may be closed for another one."""
        if self.waits is _ANSWER:
            return self.flow.write_paused
        if self.waits is _BODY:
            return not (self.peer.authenticated or self.flow.read_paused)
        return True

    def abort(self) -> None:
        """Close the connection now, and free its place at once."""
        self.waits = _END
        self.table.release(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what has come, and no more of a head than it may have."""
        if self.waits is _END:
            return
        if self.waits is _NEXT:
            self._wait(_HEAD, self.limits.head_seconds)
        if self.unread + len(data) <= self.limits.head_bytes:
            self._read(data)
            return
        start = 0
        while start < len(data) and self.waits is not _END and not self.transport.is_closing():
            room = self.limits.head_bytes - self.unread
            if room <= 0:
                self._refuse("head_bytes")
                return
            self._read(data[start : start + room])
            start += room

    def _read(self, data: bytes) -> None:
        self.unread += len(data)
        super().data_received(data)
        if self.headers is not None and len(self.headers) > self.limits.headers and self.waits is not _END:
            self._refuse("headers")

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.scope["state"][PEER] = self.peer

    def on_headers_complete(self) -> None:
        """Answer a request whose head is complete."""
        if self.waits is _END:
            return
        if len(self.headers) > self.limits.headers:
            self._refuse("headers")
            return
        if len(self.pipeline) >= self.limits.queued:
            self._refuse("queued")
            return
        self._wait(_BODY, self.limits.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body."""
        if self.waits is _END:
            return
        self.unread = 0
        late = self.loop.time() + self.limits.body_seconds
        self.deadline = min(self.deadline + len(body) / self.limits.rate, late)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request."""
        if self.waits is _END:
            return
        self.unread = 0
        super().on_message_complete()
        if self.cycle.response_complete:
            self._wait(_NEXT, self.limits.keep_alive_seconds)
        else:
            self._wait(_ANSWER, inf)

    def on_response_complete(self) -> None:
        """End an answer."""
        super().on_response_complete()
        self.peer.patient = False
        if self.waits is _ANSWER and self.cycle.response_complete:
            if self.unread:
                self._wait(_HEAD, self.limits.head_seconds)
            else:
                self._wait(_NEXT, self.limits.keep_alive_seconds)

    def resume_writing(self) -> None:
        """Go on: the client has taken what was there."""
        self.left = 0
        super().resume_writing()

    def look(self, now: float) -> None:
        """Close the connection if its time is over.

        Args:
            now: the moment, by the clock of the loop.
        """
        left = self.transport.get_write_buffer_size()
        if not left:
            self.left = 0
        elif not self.left:
            self.left, self.take_by = left, now + self.limits.body_seconds
        else:
            taken = max(0, self.left - left)
            self.take_by = min(self.take_by + taken / self.limits.rate, now + self.limits.body_seconds)
            self.left = left
            if now > self.take_by:
                self.table.refused("answer_seconds", self.peer.address)
                self.abort()
                return
        if now > self.deadline:
            self._overdue(now)

    def _overdue(self, now: float) -> None:
        if self.waits is _HEAD:
            if self.unread:
                self._refuse("head_seconds", 408)
            else:
                # Browsers open connections ahead of need: an answer here would be taken for that to what
                # they ask next, and a line in the log would alarm for nothing.
                self.table.metrics.refused("head_seconds")
                self.transport.close()
        elif self.waits is _BODY:
            if self.peer.patient or self.flow.read_paused:  # the office is behind, not the client
                self.deadline = now + self.limits.body_seconds
            else:
                self._refuse("body_seconds", 408)
        elif self.waits is _NEXT:
            self.transport.close()
        else:
            self.abort()

    def _wait(self, waits: Waits, seconds: float) -> None:
        self.waits = waits
        self.since = self.loop.time()
        self.deadline = self.since + seconds

    def _refuse(self, limit: str, status: int = 431) -> None:
        """Say why nothing more is read, and close the connection."""
        self.table.refused(limit, self.peer.address)
        if self.waits is _ANSWER:  # to an earlier request, which is answered first
            self.cycle.keep_alive = False
            self._wait(_END, inf)
            return
        if self.waits is _BODY:
            if self.pipeline or self.cycle.response_started:
                self.abort()
                return
            self.cycle.disconnected = self.cycle.response_complete = True  # the application answers no more
            self.cycle.message_event.set()
        if self.waits is _NEXT or self.transport.is_closing():  # all was answered
            self._wait(_END, LINGER)
            self.transport.close()
            return
        body = _REFUSED[limit].encode()
        headers = b"".join(b"%s: %s\r\n" % header for header in self.server_state.default_headers)
        self.transport.write(
            STATUS_LINE[status]
            + headers
            + b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n" % len(body)
            + b"cache-control: no-store\r\nconnection: close\r\n\r\n"
            + body
        )
        # A socket that is closed with bytes unread is reset, and the client might not see the answer. Who
        # goes on sending fills the buffers of the system meanwhile.
        self._wait(_END, LINGER)
        self.flow.pause_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()


_REFUSED = {
    "head_bytes": "The head of the request is too large.\n",
    "headers": "The request has too many headers.\n",
    "head_seconds": "The head of the request did not come in time.\n",
    "body_seconds": "The body of the request did not come in time.\n",
}


class ListeningSocket(socket.socket):
    """A socket that listens, and accepts no more at once than can be counted.

    asyncio accepts all that wait before the first has its place in a table, and at EMFILE asks as often as
    the queue is long, and logs each time.

    Args:
        taken: the socket that listens; it is no longer of use afterwards.
    """

    def __init__(self, taken: socket.socket) -> None:
        super().__init__(taken.family, taken.type, taken.proto, taken.detach())
        self._accepted = 0
        self._again = -inf

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection and its address.

        Raises:
            BlockingIOError: for now there is none.
            OSError: it cannot be accepted.
        """
        if self._accepted >= AT_ONCE or time.monotonic() < self._again:
            raise BlockingIOError(errno.EAGAIN, "later")
        try:
            accepted = super().accept()
        except OSError as error:
            if error.errno in NO_DESCRIPTOR:
                self._again = time.monotonic() + PAUSE
            raise
        if not self._accepted:
            asyncio.get_running_loop().call_soon(self._begin_again)
        self._accepted += 1
        return accepted

    def _begin_again(self) -> None:
        self._accepted = 0


def tell_of_descriptors(connections: Connections, loop: asyncio.AbstractEventLoop) -> None:
    """Let a loop that has no descriptor for a connection say so once, and not with a traceback each time."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in NO_DESCRIPTOR and "socket" in context:
            connections.without_descriptor(error)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
