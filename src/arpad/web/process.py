"""One process that serves the office until it is told to end, and then ends what it has begun.

A process that is told to end (SIGTERM, or Ctrl-C) takes no new connection, answers what was asked, and tells
browsers that wait for news to ask again elsewhere. What still runs after :data:`GRACE` seconds is cut off;
a posting is acknowledged or not done in either case.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any

import uvicorn

from arpad.office.store.database import Database
from arpad.web import logs
from arpad.web.application import application
from arpad.web.connections import Connection, Connections, ListeningSocket, tell_of_descriptors
from arpad.web.limits import ConnectionLimits, RateLimits
from arpad.web.live import Watch
from arpad.web.security.rate_limits import RateLimiter
from arpad.web.site import Site

_LOG = logging.getLogger("arpad.serving")

GRACE = 10
"""Seconds in which requests that are under way may end."""

SWITCH = 0.0005
"""Seconds after which a thread lets others run: one that has heard from the database has many answers."""

COLLECT_AFTER = 100_000
"""Objects that are made before the interpreter looks for garbage, which takes it through all that is kept."""

TICKS = 10
"""Ticks of uvicorn in a second."""

STOPS = (signal.SIGTERM, signal.SIGINT)
"""What tells a process to end."""


@dataclass(frozen=True)
class Settings:
    """How a process serves.

    Args:
        database: its address, with the password.
        url: the address by which browsers reach the office, if it is another one than that of the socket.
        proxies: addresses of the servers in front, whose word is taken for who asks, separated by commas.
        log_format: as of :func:`.logs.set_up`.
        inside: whether webhooks may go to this machine and its network.
        limits: how much the clients may hold of the process.
        rate_limits: how many requests of programs are answered; each process counts by itself.
    """

    database: str
    url: str = ""
    proxies: str = "127.0.0.1,::1"
    log_format: str = "text"
    inside: bool = False
    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    rate_limits: RateLimits = field(default_factory=RateLimits)


class Server(uvicorn.Server):
    """A server of the office.

    Args:
        site: the office.
        settings: how it serves.
    """

    def __init__(self, site: Site, settings: Settings) -> None:
        self.site = site
        self.connections = Connections(settings.limits, site.metrics)
        protocol: Any = partial(Connection, self.connections)  # uvicorn calls it, as it would a class
        super().__init__(
            uvicorn.Config(
                application(site),
                http=protocol,
                ws="none",  # the office has no WebSockets, whose protocol would know no limits
                timeout_keep_alive=ceil(settings.limits.keep_alive_seconds),
                log_config=None,
                log_level="warning",
                access_log=False,
                proxy_headers=True,
                forwarded_allow_ips=settings.proxies,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        tell_of_descriptors(self.connections, asyncio.get_running_loop())
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Look at the connections once a second; tell whether the server ends."""
        if counter % TICKS == 0:
            self.connections.look(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, and let no browser wait for news."""
        self.site.close()
        await super().shutdown(sockets)


def serve_until_signal(opened: Database, taken: socket.socket, settings: Settings) -> None:
    """Serve until a signal tells this process to end.

    Args:
        opened: the database; it is closed at the end.
        taken: the socket that listens.
        settings: how it serves.
    """
    logs.set_up(settings.log_format)
    site = Site(opened, Watch(opened), settings.url, settings.inside, RateLimiter(settings.rate_limits))
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(COLLECT_AFTER)
    server = Server(site, settings)
    _LOG.info("serves")
    for stop in STOPS:  # uvicorn sends a signal that has ended it once more
        signal.signal(stop, server.handle_exit)
    site.matchmaker.begin()  # for who waits since before
    site.deliverer.begin()
    try:
        server.run(sockets=[ListeningSocket(taken)])
    finally:
        site.close()
        opened.close()
        _LOG.info("has ended")


def work(taken: socket.socket, settings: Settings) -> None:
    """Serve as one of several processes, for as long as their parent lives."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)

    Thread(target=follow, daemon=True).start()
    serve_until_signal(Database.at(settings.database, migrate=False), taken, settings)
