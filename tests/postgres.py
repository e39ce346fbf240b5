"""A server of PostgreSQL of the machine's own, in a folder that goes with it.

CI must have one (``ARPAD_REQUIRE_POSTGRES=1``); elsewhere what needs it is skipped, with the reason.
"""

from __future__ import annotations

import os
import pwd
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


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """Run a server, and yield the address of its database; skip or fail where there is none.

    Args:
        durable: whether what was committed outlives a loss of power, as with every server that is used.
    """
    folder_of_programs = programs()
    if folder_of_programs is None:
        missing = "PostgreSQL is not installed"
        if os.environ.get("ARPAD_REQUIRE_POSTGRES"):
            pytest.fail(f"{missing}, and ARPAD_REQUIRE_POSTGRES is set")
        pytest.skip(missing)
    folder = Path(tempfile.mkdtemp(prefix="arpad-pg-"))
    user: str | None = None
    if os.geteuid() == 0:
        user = next(name for name in UNPRIVILEGED if name in {one.pw_name for one in pwd.getpwall()})
        shutil.chown(folder, user)

    def run(program: str, *words: str) -> None:
        done = subprocess.run(
            [str(folder_of_programs / program), "-D", str(folder / "data"), *words],
            user=user,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )
        assert done.returncode == 0, done.stdout + done.stderr

    run("initdb", "-A", "trust", "-U", "arpad", "-E", "UTF8", "--no-sync", "--locale=C")
    quick = "" if durable else " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    options = f"-k {folder} -c listen_addresses='' -c max_connections=200{quick}"
    # The server keeps the descriptors of whoever starts it: its output goes to a file.
    run("pg_ctl", "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://arpad@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)
