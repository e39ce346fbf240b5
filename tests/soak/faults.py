"""What is broken while the office serves; each fault is begun, lasts, and is ended."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from soak.places import Place
from soak.receiver import Receiver
from soak.served_office import Office

WORKERS = {"live": "RuntimeError", "matchmaking": "MemoryError", "webhooks": "SystemExit"}
"""The workers that fail, and with which exception: one that is foreseen, and two that nobody catches."""

HELD = 30.0
"""Seconds for which a delivery is waited for at the most, so that its process can be killed."""


@dataclass(frozen=True)
class Broken:
    """What can be broken.

    Args:
        office: that is served.
        place: its database.
        receiver: of its webhooks.
        lots: which process is killed.
    """

    office: Office
    place: Place
    receiver: Receiver
    lots: random.Random


Fault = Callable[[Broken], Iterator[str]]
"""Begins a fault and yields what was done, empty where that is not possible; ends it, and yields what else
was needed for that."""


def kill(broken: Broken) -> Iterator[str]:
    """Kill one of the processes that serve."""
    process = broken.lots.choice(sorted(broken.office.served.workers()))
    os.kill(process, signal.SIGKILL)
    yield f"process {process} was ended by SIGKILL"
    yield ""


def delivering(broken: Broken) -> Iterator[str]:
    """Kill the process that is delivering a webhook."""
    receiver = broken.receiver
    with receiver.holding():
        port = receiver.held_from(HELD)
        if port is None:
            yield ""
            return
        process = next((one for one in broken.office.served.workers() if _has_port(one, port)), None)
        if process is None:
            yield ""
            return
        os.kill(process, signal.SIGKILL)
        time.sleep(0.2)
    yield f"process {process} was ended by SIGKILL while it delivered a webhook"
    yield ""


def receiver_down(broken: Broken) -> Iterator[str]:
    """Let the server of the webhooks refuse connections."""
    broken.receiver.down()
    yield "the server of the webhooks refuses connections"
    broken.receiver.up()
    yield ""


def workers(broken: Broken) -> Iterator[str]:
    """Let the work of the workers raise exceptions."""
    with _files(broken, ""):
        yield ", ".join(f"{name} raises {kind}" for name, kind in WORKERS.items())
    yield ""


def items(broken: Broken) -> Iterator[str]:
    """Let every item of the workers raise exceptions: a tournament, a queue, a webhook."""
    with _files(broken, ".item"):
        yield ", ".join(f"each item of {name} raises {kind}" for name, kind in WORKERS.items())
    yield ""


def database(broken: Broken) -> Iterator[str]:
    """Let the database serve nobody."""
    yield broken.place.break_off()
    broken.place.mend()
    yield ""


def disk(broken: Broken) -> Iterator[str]:
    """Fill the disk of the database."""
    processes = [broken.office.served.process.pid, *broken.office.served.workers()]
    done = broken.place.fill(processes)
    yield done
    yield broken.place.free(processes) if done else ""


FAULTS: dict[str, tuple[str, Fault]] = {
    "kill": ("a process killed", kill),
    "delivering": ("a process killed that delivers", delivering),
    "receiver": ("the webhooks' server down", receiver_down),
    "workers": ("exceptions in the workers", workers),
    "items": ("exceptions in their items", items),
    "database": ("the database gone", database),
    "disk": ("the disk full", disk),
}
"""By name: what the report calls a fault, and the fault."""


@contextmanager
def _files(broken: Broken, end: str) -> Iterator[None]:
    """Ask for exceptions, as :mod:`soak.injected.sitecustomize` reads it."""
    paths = [broken.office.faults / f"{name}{end}" for name in WORKERS]
    for path, kind in zip(paths, WORKERS.values(), strict=True):
        path.write_text(kind, encoding="ascii")
    try:
        yield
    finally:
        for path in paths:
            path.unlink()


def _has_port(process: int, port: int) -> bool:
    """Return whether a process has the socket of a connection from a port of this machine."""
    connections = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in connections]
    inodes = {one[9] for one in fields if one[1].endswith(f":{port:04X}")}
    for file in Path(f"/proc/{process}/fd").iterdir():
        try:
            name = os.readlink(file)
        except OSError:
            continue
        if name.startswith("socket:[") and name[8:-1] in inodes:
            return True
    return False
