"""A soak from its beginning to its end: serve, load, break, measure, and look what is kept."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from soak.disk import Disk
from soak.faults import FAULTS, Broken
from soak.load import Actor, World, actors, prepare
from soak.measuring import Measuring
from soak.places import Place, Postgresql, Sqlite
from soak.plan import SQLITE, Plan, Planned
from soak.receiver import Receiver
from soak.records import Recorder, Window
from soak.recovery import Recovery
from soak.served_office import Office, served_office

SETTLED = 5.0
"""Seconds for which nothing is broken after a fault, in a short soak too."""

LAST = 60.0
"""Seconds in which everybody ends, and in which the webhooks tell what is left."""

Say = Callable[[str], None]


@dataclass
class Felt:
    """A fault that was felt.

    Args:
        planned: what was planned.
        title: what the report calls it.
        window: from its beginning until everything works again.
        done: what was done; empty where it was not possible.
        needed: what else was needed to end it; empty for nothing.
        recovered: seconds from its end until each function works again; None for never.
        answers: what was answered meanwhile otherwise than asked for.
    """

    planned: Planned
    title: str
    window: Window
    done: str = ""
    needed: str = ""
    recovered: dict[str, float | None] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)


@dataclass
class Soaked:
    """What a soak has found, before it is judged.

    Args:
        plan: the soak.
        recorder: all requests, and what was acknowledged.
        world: who used the office.
        measuring: the processes.
        felt: the faults.
        kept: what of that which was acknowledged is in the database.
        webhooks: for each address: told, missing, out of order, repeated, refused, problems.
        exit_code: of ``arpad serve``.
        tracebacks: the last lines of those in its log, with counts.
        seconds: how long it took, without the looking afterwards.
    """

    plan: Plan
    recorder: Recorder
    world: World
    measuring: Measuring
    felt: list[Felt]
    kept: dict[str, Any] = field(default_factory=dict)
    webhooks: dict[str, dict[str, Any]] = field(default_factory=dict)
    exit_code: int = 0
    tracebacks: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def windows(self) -> list[Window]:
        """When something was broken."""
        return [one.window for one in self.felt if one.done]


def run(plan: Plan, say: Say) -> Soaked:
    """Run a soak.

    Args:
        plan: what is done.
        say: prints a line about how it goes on.
    """
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="arpad-soak-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        disk = Disk(folder / "disk")
        stack.callback(disk.close)
        place: Place = Sqlite(disk) if plan.database == SQLITE else Postgresql(disk)
        stack.callback(place.close)
        receiver = Receiver()
        stack.callback(receiver.down)
        office = stack.enter_context(served_office(place.url, folder, plan.workers, Recorder()))
        say(f"{plan.database}: served at {office.served.address} for {plan.seconds / 60:.1f} minutes")
        soaked = _soak(plan, office, place, receiver, say)
        soaked.exit_code = office.served.stop()
        soaked.tracebacks = tracebacks(office.served.errors)
        soaked.kept = _kept(place.url, soaked, folder)
        return soaked


def _soak(plan: Plan, office: Office, place: Place, receiver: Receiver, say: Say) -> Soaked:
    """Use and break the office."""
    recorder = office.recorder
    world = World(office, plan.seed)
    prepare(world, receiver)
    recorder.begin()
    measuring = Measuring(office.served, recorder)
    soaked = Soaked(plan, recorder, world, measuring, [])
    broken = Broken(office, place, receiver, random.Random(plan.seed))
    with _using(actors(world), office.ended), _alive(measuring):
        for number, planned in enumerate(plan.faults, 1):
            rest = max(plan.seconds * planned.share - recorder.now(), SETTLED)
            time.sleep(rest)
            felt = _felt(planned, broken, plan)
            soaked.felt.append(felt)
            if felt.done:
                recovery = Recovery(world, receiver, plan.workers, number)
                ended = recorder.now()
                felt.recovered = recovery.measure()
                felt.window = Window(felt.window.begin, recorder.now())
                felt.answers = recorder.answers(*felt.window)
                worst = [-1.0 if one is None else one for one in felt.recovered.values()]
                say(f"{ended:7.0f} s  {felt.title}: {felt.done}; works again after {max(worst):.1f} s")
            else:
                say(f"{recorder.now():7.0f} s  {felt.title}: not possible here")
        time.sleep(max(plan.seconds - recorder.now(), SETTLED))
    soaked.seconds = recorder.now()
    soaked.webhooks = _told_by_webhooks(office, receiver)
    return soaked


def _felt(planned: Planned, broken: Broken, plan: Plan) -> Felt:
    """Begin a fault, let it last, and end it."""
    title, fault = FAULTS[planned.fault]
    recorder = broken.office.recorder
    felt = Felt(planned, title, Window(recorder.now(), recorder.now()))
    course = fault(broken)
    felt.done = next(course)
    if felt.done:
        time.sleep(planned.seconds)
    felt.needed = next(course)
    return felt


@contextmanager
def _using(them: list[Actor], ended: threading.Event) -> Iterator[None]:
    """Let people use the office; at the end all have ended, and what they wait for is acknowledged."""
    for one in them:
        one.start()
    try:
        yield
    finally:
        for one in them:
            one.ending.set()
        end = time.monotonic() + LAST
        for one in them:
            if not one.name.startswith("watcher"):  # theirs end with the office
                one.join(max(0.0, end - time.monotonic()))
        ended.set()


@contextmanager
def _alive(measuring: Measuring) -> Iterator[None]:
    measuring.start()
    try:
        yield
    finally:
        measuring.ending.set()
        measuring.join()


def _told_by_webhooks(office: Office, receiver: Receiver) -> dict[str, dict[str, Any]]:
    """Wait until the webhooks have told everything, and return what they have told."""
    client = office.program()
    last = {
        "blitz": client.http.get("/api/pools/blitz").json()["seq"],
        "duel": client.http.get("/api/queues/duel").json()["found"],
    }
    client.close()
    end = time.monotonic() + LAST
    while any(receiver.paths[name].missing(1, last[name]) for name in last) and time.monotonic() < end:
        time.sleep(0.5)
    return {
        name: {
            "happened": last[name],
            "told": last[name] - len(path.missing(1, last[name])),
            "out of order": path.out_of_order(),
            "repeated": path.repeated(),
            "refused": path.refused,
            "problems": path.problems[:5],
        }
        for name, path in receiver.paths.items()
    }


def _kept(url: str, soaked: Soaked, folder: Path) -> dict[str, Any]:
    """Let a fresh process look for what was acknowledged."""
    file = folder / "acknowledged.json"
    soaked.recorder.acknowledged.write(file)
    done = subprocess.run(
        [sys.executable, "-m", "soak.kept", url, str(file), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        wrong = done.stderr.strip().splitlines()[-1:]
        return {"all": {"acknowledged": 1, "found": 0, "wrong": wrong}}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def tracebacks(lines: list[str]) -> Counter[str]:
    """Return the last lines of the tracebacks in a log, with counts; those that were injected apart."""
    found: Counter[str] = Counter()
    inside = False
    for line in lines:
        if line.startswith("Traceback (most recent call last)"):
            inside = True
        elif inside and line.strip() and not line.startswith((" ", "\t")):
            inside = False
            text = line.strip()
            found["injected" if "injected into" in text else text[:150]] += 1
    return found


def ends_with_its_children() -> None:
    """Let SIGTERM end this process as Ctrl-C does, so that nothing that was begun is left."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGTERM, stop)


def machine() -> str:
    """Return in short what the machine is."""
    return f"{os.cpu_count()} processors"
