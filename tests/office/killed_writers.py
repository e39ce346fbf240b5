"""Writers of one tournament that are killed at random moments, while the disk is full now and then.

``python -m office.killed_writers WHERE SEED ACTS`` does random acts until so many are acknowledged: two processes
at a time act on the same store, each until it is killed a moment after some of its acts. Then the store is read
as a stranger reads it: everything that was acknowledged is in it, once and where its writer was told, and nothing
that was refused. It prints what happened, as JSON. WHERE is as :func:`office.stores.place` has it; the disk of a
server of PostgreSQL is not full.
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
from arpad.office.store.tournaments import TournamentLog
from office.random_acts import begun, begun_teams, draw
from office.stores import Place, content, place

WRITERS = 2
MOST_ACTS = 16
"""After how many acts a process is killed at most; and some milliseconds, about as long as an act takes."""

WriterOutcomes = list[tuple[str, str, int]]
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


def size_of(store: Place) -> int:
    """The size of the largest file that the store writes itself; 0 if a server does."""
    if isinstance(store, EventFile):
        return store.path.stat().st_size
    name = store.database.engine.url.database
    if not store.database.is_sqlite or name is None:
        return 0
    paths = [Path(f"{name}{end}") for end in ("", "-wal")]
    return max(path.stat().st_size for path in paths if path.exists())


def write(file: Place, run: str, lots: random.Random, pipe: int) -> None:
    """Do acts until the process is killed; tell of each what became of it."""
    for at in range(10**9):
        op = f"{run}-{at}"
        log = file.read()
        name, change = draw(log, lots)
        most = size_of(file) + 300
        size = lots.randint(0, most) if most > 300 and lots.random() < 0.1 else sys.maxsize
        seen = log.seq if lots.random() < 0.7 else None
        time.sleep(lots.choice((0, 0, 0, 0.02)))  # the other may act between the look and the act
        try:
            with room_for(size):
                done = file.act(change, op=op, request=name, expected=seen, author=run)
            outcome = ("done", op, done.after.seq if done.events else 0)
        except ArpadError as error:
            full = "cannot be written" in error.problem
            outcome = ("full" if full else error.code if error.code != ArpadError.CODE else str(error), op, 0)
        os.write(pipe, f"{json.dumps(outcome)}\n".encode())


def life(where: str, run: str, lots: random.Random) -> list[WriterOutcomes]:
    """Let writers act for a random time, kill them, and return what each was told."""
    writers: list[tuple[int, int]] = []
    for at in range(WRITERS):
        own = random.Random(lots.random())
        out, into = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(out)
            try:
                write(place(where), f"{run}.{at}", own, into)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(70)  # a writer ends by being killed, and by nothing else
        os.close(into)
        writers.append((process, out))
    outputs = [b""] * WRITERS
    for at, (process, out) in enumerate(writers):
        acts = lots.randint(0, MOST_ACTS)
        while outputs[at].count(b"\n") < acts and (more := os.read(out, 1 << 16)):
            outputs[at] += more
        time.sleep(0.03 * lots.random())
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), f"the writer ended with {os.waitstatus_to_exitcode(status)}"
    for at, (_, out) in enumerate(writers):
        with open(out, "rb") as stream:
            outputs[at] += stream.read()
    return [[tuple(json.loads(line)) for line in output.splitlines()] for output in outputs]


def check(
    log: EventLog, outcomes_by_writer: list[WriterOutcomes], acknowledged: dict[str, int], run: str
) -> None:
    """What was acknowledged is in the file where its writer was told, and nothing is there that was refused."""
    ends: dict[str, int] = {}
    seq = 0
    for act in log.acts:
        seq += len(act.events)
        assert act.stamp.op not in ends, "an act is there twice"
        ends[act.stamp.op] = seq
    for writer, those in enumerate(outcomes_by_writer):
        for outcome, op, last in those:
            assert (op in ends) is (outcome == "done" and last > 0), (outcome, op)
            if last:
                acknowledged[op] = last
        # At most one act was written and not yet acknowledged when its process was killed.
        kept = sum(op.startswith(f"{run}.{writer}-") for op in ends)
        assert kept - sum(last > 0 for _, _, last in those) in (0, 1)
    for op, last in acknowledged.items():
        assert ends.get(op) == last, f"{op} was acknowledged as event {last}"


def main(where: str, seed: int, acts: int) -> None:
    """Do as the module says."""
    lots = random.Random(seed)
    file = place(where)
    file.create((begun_teams if seed % 3 == 0 else begun)(lots))
    acknowledged: dict[str, int] = {}
    outcomes: Counter[str] = Counter()
    while len(acknowledged) < acts:
        run = f"r{outcomes['lives']}"
        if isinstance(file, TournamentLog):
            file.database.close()  # a connection must not go over to a process that forks
        outcomes_by_writer = life(where, run, lots)
        log = parsed(content(file).decode(), where)
        check(log, outcomes_by_writer, acknowledged, run)
        assert file.read() == log, "what this process knows of the store is not what is in it"
        outcomes["lives"] += 1
        outcomes["kills"] += len(outcomes_by_writer)
        for those in outcomes_by_writer:
            for outcome, _, last in those:
                outcomes["acknowledged" if last else "nothing to do" if outcome == "done" else outcome] += 1
    # Whoever acts next removes what killed writers have left.
    file.act(lambda log: desk.undo(log) if log.finished else desk.set_details(log, {"city": f"Last {seed}"}))
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
