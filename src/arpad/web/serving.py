"""A server that runs the office."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from importlib.util import find_spec

from arpad.core import BadInput, NotProvided

NEEDED = ("uvicorn", "starlette", "fastapi", "babel", "argon2", "python_multipart")
"""The packages without which no page can be served, beside those of the database."""


SWITCH = 0.0005
"""Seconds after which a thread lets others run: one that has heard from the database has many answers."""


def serve(
    database: str,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    sample: bool = False,
    say: Callable[[str], None] = print,
) -> None:
    """Run the office until it is interrupted.

    Args:
        database: its address, such as ``sqlite:///club.db``.
        host: the address to listen at.
        port: the port; 0 for one that is free.
        sample: whether a database without tournaments gets those to try the office with.
        say: prints a line.

    Raises:
        NotProvided: the packages of ``arpad[web]`` are not installed.
        BadInput: the database cannot be opened, or nobody can listen there.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NotProvided(
            f"packages that the office needs are not installed: {', '.join(missing)}",
            code="web.no-package",
            remedy='Install what the office needs: pip install "arpad[web]".',
        )
    import uvicorn

    from arpad.office.club.people import SETTING_UP
    from arpad.office.club.rights import Role
    from arpad.office.sample import fill
    from arpad.office.store.opening import open_database
    from arpad.web.application import application
    from arpad.web.live import Watch
    from arpad.web.site import Site

    opened = open_database(database)
    if sample:
        fill(opened)
    site = Site(opened, Watch(opened))
    taken = listening(host, port)
    place = f"http://{host}:{taken.getsockname()[1]}"
    config = uvicorn.Config(application(site), log_level="warning", access_log=False)
    say(f"arpad serves {opened.address} at {place}")
    if not site.people.has_owner():
        invitation = site.people.invite(Role.OWNER, by=SETTING_UP)
        say(f"the owner comes in once by {place}/enter/{invitation}")
    sys.setswitchinterval(SWITCH)
    try:
        uvicorn.Server(config).run(sockets=[taken])
    finally:
        site.watch.close()
        opened.close()


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        BadInput: it cannot.
    """
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)  # who reads the address may connect at once
    except OSError as error:
        found.close()
        raise BadInput(
            f"nobody can listen at {host}, port {port}: {error.strerror or error}",
            code="serve.not-listening",
            remedy="Choose another port.",
        ) from error
    return found
