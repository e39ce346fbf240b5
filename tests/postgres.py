"""A server of PostgreSQL of the machine's own, in a folder that goes with it.

CI must have one (``ARPAD_REQUIRE_POSTGRES=1``); elsewhere what needs it is skipped, with the reason.
"""

from __future__ import annotations

import os
import pwd
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FOLDERS = "/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/pgsql-*/bin"
"""Where systems keep the server, which is not on the PATH."""

UNPRIVILEGED = ("postgres", "nobody")
"""As whom the server runs where the tests are run by root, as whom it refuses to run."""


def programs() -> Path | None:
    """Return the folder of the newest server that is installed; None if none is."""
    found = [path for folder in FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    on_path = shutil.which("initdb")
    found += [Path(on_path)] if on_path else []
    return max((path.parent for path in found), key=str, default=None)


class Server:
    """A server in a folder of its own; it can be stopped and started again.

    Args:
        durable: whether what was committed outlives a loss of power, as with every server that is used.
        folder: an empty folder for it; a temporary one if it is not said.
    """

    def __init__(self, *, durable: bool = False, folder: Path | None = None) -> None:
        found = programs()
        if found is None:
            missing = "PostgreSQL is not installed"
            if os.environ.get("ARPAD_REQUIRE_POSTGRES"):
                pytest.fail(f"{missing}, and ARPAD_REQUIRE_POSTGRES is set")
            pytest.skip(missing)
        self.programs = found
        self.folder = folder or Path(tempfile.mkdtemp(prefix="arpad-pg-"))
        self.url = f"postgresql://arpad@/postgres?host={self.folder}"
        self.user: str | None = None
        if os.geteuid() == 0:
            self.user = next(name for name in UNPRIVILEGED if name in {one.pw_name for one in pwd.getpwall()})
            shutil.chown(self.folder, self.user)
        quick = "" if durable else " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        self.options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200{quick}"
        self._run("initdb", "-A", "trust", "-U", "arpad", "-E", "UTF8", "--no-sync", "--locale=C")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        # The server keeps the descriptors of whoever starts it: its output goes to a file.
        self._run("pg_ctl", "-w", "-o", self.options, "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        """Stop it, as a machine stops that loses power."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def is_running(self) -> bool:
        """Return whether it runs; a server whose disk is full may have ended by itself."""
        return self._done("pg_ctl", "status").returncode == 0

    def _run(self, program: str, *words: str) -> None:
        done = self._done(program, *words)
        assert done.returncode == 0, done.stdout + done.stderr

    def _done(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.programs / program), "-D", str(self.folder / "data"), *words],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """Run a server, and yield the address of its database; skip or fail where there is none.

    Args:
        durable: as of :class:`Server`.
    """
    server = Server(durable=durable)
    try:
        server.start()
        try:
            yield server.url
        finally:
            server.stop()
    finally:
        shutil.rmtree(server.folder)


def new_database(server: str) -> str:
    """Make a database of its own on a server of PostgreSQL, and return its address."""
    name = f"club_{secrets.token_hex(6)}"
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return re.sub(r"/postgres\?", f"/{name}?", server)
