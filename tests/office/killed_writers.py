"""Writers of one event file that are killed at random moments, while the disk is full now and then.

``python -m office.killed_writers FILE SEED ACTS`` does random acts until so many are acknowledged: two processes
at a time act on the same file, each until it is killed a moment after some of its acts. Then the file is read as
a stranger reads it: everything that was acknowledged is in it, once and where its writer was told, and nothing
that was refused. It prints what happened, as JSON.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arpad.core import ArpadError
from arpad.office import desk
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_format import parsed
from arpad.office.log.event_log import EventLog
from office.random_acts import begun, begun_teams, draw

WRITERS = 2
MOST_ACTS = 16
"""After how many acts a process is killed at most; and some milliseconds, about as long as an act takes."""

Told = list[tuple[str, str, int]]
"""What a writer was told: ``done`` or an error's code, the operation's name, the last event."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def write(file: EventFile, run: str, lots: random.Random, pipe: int) -> None:
    """Do acts until the process is killed; tell of each what became of it."""
    for at in range(10**9):
        op = f"{run}-{at}"
        log = file.read()
        name, change = draw(log, lots)
        size = lots.randint(0, file.path.stat().st_size + 300) if lots.random() < 0.1 else sys.maxsize
        seen = log.seq if lots.random() < 0.7 else None
        time.sleep(lots.choice((0, 0, 0, 0.02)))  # the other may act between the look and the act
        try:
            with room_for(size):
                done = file.act(change, op=op, request=name, expected=seen, author=run)
            said = ("done", op, done.after.seq if done.events else 0)
        except ArpadError as error:
            full = "cannot be written" in error.problem
            said = ("full" if full else error.code if error.code != ArpadError.CODE else str(error), op, 0)
        os.write(pipe, f"{json.dumps(said)}\n".encode())


def life(file: EventFile, run: str, lots: random.Random) -> list[Told]:
    """Let writers act for a random time, kill them, and return what each was told."""
    writers: list[tuple[int, int]] = []
    for at in range(WRITERS):
        own = random.Random(lots.random())
        out, into = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(out)
            try:
                write(file, f"{run}.{at}", own, into)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(70)  # a writer ends by being killed, and by nothing else
        os.close(into)
        writers.append((process, out))
    said = [b""] * WRITERS
    for at, (process, out) in enumerate(writers):
        acts = lots.randint(0, MOST_ACTS)
        while said[at].count(b"\n") < acts and (more := os.read(out, 1 << 16)):
            said[at] += more
        time.sleep(0.03 * lots.random())
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), f"the writer ended with {os.waitstatus_to_exitcode(status)}"
    for at, (_, out) in enumerate(writers):
        with open(out, "rb") as stream:
            said[at] += stream.read()
    return [[tuple(json.loads(line)) for line in one.splitlines()] for one in said]


def check(log: EventLog, told: list[Told], acknowledged: dict[str, int], run: str) -> None:
    """What was acknowledged is in the file where its writer was told, and nothing is there that was refused."""
    ends: dict[str, int] = {}
    seq = 0
    for act in log.acts:
        seq += len(act.events)
        assert act.stamp.op not in ends, "an act is there twice"
        ends[act.stamp.op] = seq
    for writer, those in enumerate(told):
        for said, op, last in those:
            assert (op in ends) is (said == "done" and last > 0), (said, op)
            if last:
                acknowledged[op] = last
        # At most one act was written and not yet acknowledged when its process was killed.
        kept = sum(op.startswith(f"{run}.{writer}-") for op in ends)
        assert kept - sum(last > 0 for _, _, last in those) in (0, 1)
    for op, last in acknowledged.items():
        assert ends.get(op) == last, f"{op} was acknowledged as event {last}"


def main(path: str, seed: int, acts: int) -> None:
    """Do as the module says."""
    lots = random.Random(seed)
    file = EventFile(Path(path))
    file.create((begun_teams if seed % 3 == 0 else begun)(lots))
    acknowledged: dict[str, int] = {}
    outcomes: Counter[str] = Counter()
    while len(acknowledged) < acts:
        run = f"r{outcomes['lives']}"
        told = life(file, run, lots)
        log = parsed(file.path.read_text(encoding="utf-8"), path)
        check(log, told, acknowledged, run)
        assert file.read() == log, "what this process knows of the file is not what is in it"
        outcomes["lives"] += 1
        outcomes["kills"] += len(told)
        for those in told:
            for said, _, last in those:
                outcomes["acknowledged" if last else "nothing to do" if said == "done" else said] += 1
    # Whoever acts next removes what killed writers have left.
    file.act(lambda log: desk.undo(log) if log.finished else desk.set_details(log, {"city": f"Last {seed}"}))
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
