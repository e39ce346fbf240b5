"""Clients that speak to the socket of an office as no browser does."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from arpad.office.store.database import Database
from arpad.web import connections, process
from arpad.web.connections import ListeningSocket
from arpad.web.limits import ConnectionLimits
from arpad.web.live import Watch
from arpad.web.process import Server, Settings
from arpad.web.serving import listening
from arpad.web.site import Site
from web.served import PATIENCE, until

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
"""The beginning of a head."""


class Office:
    """An office that is served in a thread of this process.

    Args:
        site: the office.
        server: serves it.
        port: where.
    """

    def __init__(self, site: Site, server: Server, port: int) -> None:
        self.site = site
        self.server = server
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    @property
    def open(self) -> int:
        """The connections that the office holds."""
        return len(self.server.connections)

    def refused(self) -> dict[str, int]:
        """Return how many connections were refused, by limits that were hit."""
        return refused(self.site.metrics.text().decode())

    def client(self, **more: Any) -> httpx2.Client:
        """Return somebody with a connection of their own."""
        return httpx2.Client(base_url=self.address, timeout=PATIENCE, **more)


@contextmanager
def in_thread(database: Database, **limits: Any) -> Iterator[Office]:
    """Serve a database with limits of its own."""
    site = Site(database, Watch(database))
    server = Server(site, Settings(str(database.engine.url), limits=ConnectionLimits(**limits)))
    taken = ListeningSocket(listening("127.0.0.1", 0))
    port = taken.getsockname()[1]
    thread = threading.Thread(target=server.run, args=([taken],), daemon=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(process, "TICKS", 1)  # looks at the connections ten times a second
        patched.setattr(connections, "LINGER", 0.2)
        thread.start()
        until(lambda: server.started)
        yield Office(site, server, port)
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def stranger(address: str, source: str = "127.0.0.1") -> socket.socket:
    """Return a connection to an office from an address of this machine."""
    parts = urlsplit(address)
    found = socket.socket()
    found.settimeout(PATIENCE)
    try:
        found.bind((source, 0))
        found.connect((parts.hostname, parts.port))
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRNOTAVAIL:  # where the machine has but one address of loopback
            pytest.skip(f"{source} is no address of this machine: {error}")
        raise
    return found


@contextmanager
def strangers(address: str, count: int, *sources: str) -> Iterator[list[socket.socket]]:
    """Hold connections from one or several addresses in turn."""
    with ExitStack() as stack:
        those = sources or ("127.0.0.1",)
        yield [stack.enter_context(stranger(address, those[n % len(those)])) for n in range(count)]


def sent(connection: socket.socket, block: bytes, most: int) -> int:
    """Send a block until the other side has had enough, and return how many bytes went.

    Args:
        connection: to an office.
        block: what is sent again and again.
        most: bytes to send at the most.
    """
    count = 0
    try:
        while count < most:
            connection.sendall(block)
            count += len(block)
    except OSError:
        pass
    return count


def heard(connection: socket.socket) -> bytes:
    """Return what comes until the other side closes the connection."""
    found = b""
    try:
        while part := connection.recv(1 << 16):
            found += part
    except ConnectionResetError:
        pass
    return found


def is_closed(connection: socket.socket) -> bool:
    """Tell whether the other side has closed a connection on which nothing was said."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        connection.settimeout(PATIENCE)


def refused(text: str) -> dict[str, int]:
    """Return how many connections were refused, by limits that were hit, of the text of ``/metrics``."""
    lines = [one for one in text.splitlines() if one.startswith("arpad_connections_refused_total{")]
    counts = {one.split('"')[1]: int(float(one.rpartition(" ")[2])) for one in lines}
    return {limit: count for limit, count in counts.items() if count}


def memory(process: int) -> float:
    """Return what a process holds in memory, in MB, as Linux tells."""
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024


def seconds_of(process: int) -> float:
    """Return the seconds of a processor that a process has had, as Linux tells."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
