"""A server that runs the office, in one process or several."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from urllib.parse import urlsplit

from arpad.core import BadInput, NotProvided
from arpad.web.limits import ConnectionLimits, RateLimits, networks, networks_of_proxies

NEEDED = ("uvicorn", "starlette", "fastapi", "babel", "argon2", "python_multipart", "segno", "httptools")
"""The packages without which no page can be served, beside those of the database."""

PROXIES = ("127.0.0.1", "::1")
"""Servers in front on this machine."""


def serve(
    database: str,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    sample: bool = False,
    workers: int = 1,
    url: str = "",
    proxies: Sequence[str] = PROXIES,
    log_format: str = "text",
    webhooks_inside: bool = False,
    limits: ConnectionLimits | None = None,
    rate_limits: RateLimits | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Run the office until it is told to end by a signal (SIGTERM or SIGINT).

    Args:
        database: its address, such as ``sqlite:///club.db``.
        host: the address to listen at.
        port: the port; 0 for one that is free.
        sample: whether a database without tournaments gets those to try the office with.
        workers: processes that serve.
        url: the address by which browsers reach the office, where that is another one, such as that of a
            server with https in front of it; with https its cookies travel by nothing else.
        proxies: addresses of servers in front, whose word is taken for who asks and how.
        log_format: ``text``: what is unusual, for people; ``json``: an object a line, for each request too.
        webhooks_inside: whether webhooks may go to this machine and its network.
        limits: how much the clients may hold of a process; None for the defaults. Servers in front are not
            limited by address.
        say: prints a line.

    Raises:
        NotProvided: the packages of ``arpad[web]`` are not installed.
        BadInput: the database cannot be opened, nobody can listen there, the url is not one, or an
            address without limit is none.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NotProvided(
            f"packages that the office needs are not installed: {', '.join(missing)}",
            code="web.no-package",
            remedy='Install what the office needs: pip install "arpad[web]".',
        )
    from arpad.office.club.people import SETTING_UP, People
    from arpad.office.club.rights import Role
    from arpad.office.sample import fill
    from arpad.office.store.opening import open_database
    from arpad.web import logs
    from arpad.web.process import Settings, serve_until_signal
    from arpad.web.workers import Workers

    place = _place(url) if url else ""
    limits = limits or ConnectionLimits()
    networks(limits.unlimited)
    limits = replace(limits, unlimited=(*limits.unlimited, *networks_of_proxies(proxies)))
    logs.set_up(log_format)
    opened = open_database(database)
    if sample:
        fill(opened)
    taken = listening(host, port)
    here = f"http://{host}:{taken.getsockname()[1]}"
    people = People(opened)
    invitation = "" if people.has_owner() else people.invite(Role.OWNER, by=SETTING_UP)
    say(f"arpad serves {opened.address} at {here}")
    if invitation:
        say(f"the owner comes in once by {place or here}/enter/{invitation}")
    rate_limits = RateLimits.usual() if rate_limits is None else rate_limits
    settings = Settings(database, place, ",".join(proxies), log_format, webhooks_inside, limits, rate_limits)
    if workers == 1:
        serve_until_signal(opened, taken, settings)
        return
    opened.close()
    with taken:
        Workers(workers, taken, settings).run()


def _place(url: str) -> str:
    """Return the address of an office, without a slash at its end.

    Raises:
        BadInput: it is not that of a whole host.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise BadInput(
            f"{url!r} is not the address of an office",
            code="serve.not-address",
            remedy="Write https://chess.example.org: an office has a host of its own, not a path on another.",
        )
    return f"{parts.scheme}://{parts.netloc}"


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        BadInput: it cannot.
    """
    # Named by its number, TCP is known to asyncio, which then sends the parts of an answer without waiting
    # for each to be acknowledged: up to 40 ms for each answer.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)  # who reads the address may connect at once
    except OSError as error:
        listener.close()
        raise BadInput(
            f"nobody can listen at {host}, port {port}: {error.strerror or error}",
            code="serve.not-listening",
            remedy="Choose another port.",
        ) from error
    return listener
