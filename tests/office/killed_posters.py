"""Processes that post results to one pool, and are killed at random moments.

``python -m office.killed_posters URL NAME SEED GAMES`` posts until so many postings are acknowledged: two
processes at a time, each until it is killed. Then every posting that was acknowledged is in the pool once, with
the number and the ratings that were acknowledged, and the ratings are those of a replay, bit for bit. It prints
what happened, as JSON.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
import traceback

from arpad.office.pools import pool as pool_module
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posted, Posting
from arpad.office.store.opening import open_database

WRITERS = 2
PLAYERS = 40


def drawn(lots: random.Random) -> Game:
    first, second = lots.sample(range(PLAYERS), 2)
    return Game(f"P{first}", f"P{second}", lots.choice((0.0, 0.5, 1.0)))


def write(url: str, name: str, run: str, lots: random.Random, pipe: int) -> None:
    """Post until the process is killed; tell what each posting was answered."""
    pool_module.KEEP_EVENTS = lots.choice(
        (3, 20, 2_000)
    )  # so that some are killed while they write the table
    pool = Pool(open_database(url), name)
    for at in range(10**9):
        some = [Posting([drawn(lots)], op=f"{run}-{at}-{part}") for part in range(lots.randint(1, 3))]
        for posting, done in zip(some, pool.post_all(some, author=run), strict=True):
            os.write(pipe, f"{json.dumps([posting.op, done.number, done.games])}\n".encode())


def life(url: str, name: str, run: str, lots: random.Random) -> list[tuple[str, int, object]]:
    """Let processes post for a random time, kill them, and return what they were told."""
    posters = []
    for at in range(WRITERS):
        own = random.Random(lots.random())
        out, into = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(out)
            try:
                write(url, name, f"{run}.{at}", own, into)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(70)
        os.close(into)
        posters.append((process, out))
    output = b""
    for process, out in posters:
        received, enough = b"", lots.randint(0, 60)
        while received.count(b"\n") < enough and (more := os.read(out, 1 << 16)):
            received += more
        time.sleep(0.02 * lots.random())
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), f"the process ended with {os.waitstatus_to_exitcode(status)}"
        with open(out, "rb") as stream:
            output += received + stream.read()
    return [tuple(json.loads(line)) for line in output.splitlines()]


def main(url: str, name: str, seed: int, wanted: int) -> None:
    """Do as the module says."""
    lots = random.Random(seed)
    acknowledged: list[tuple[str, int, object]] = []
    lives = 0
    while len(acknowledged) < wanted:
        acknowledged += life(url, name, f"r{lives}", lots)
        lives += 1
    database = open_database(url)
    pool = Pool(database, name)
    assert (
        len({op for op, _, _ in acknowledged})
        == len({number for _, number, _ in acknowledged})
        == len(acknowledged)
    )
    again = pool.post_all([Posting([Game("none", "nobody", 1.0)], op=f"last-{seed}")])[0]
    assert again.number - 1 - len(acknowledged) in range(3 * WRITERS * lives + 1), (
        "what nobody posted is in the pool"
    )
    from sqlalchemy import text

    with database.reading() as connection:
        operations = "SELECT operation, answer FROM operations JOIN streams ON stream = id WHERE name = :name"
        rows = connection.execute(text(operations), {"name": name}).all()
    answers = {operation: Posted.read(answer) for operation, answer in rows if answer}
    kept = {operation: (posted.number, posted.games) for operation, posted in answers.items()}
    for op, number, games in acknowledged:
        assert kept[op] == (number, games), f"{op} was acknowledged as game {number}"
    assert pool.ratings() == pool.known(), "the ratings are not those of a replay"
    database.close()
    print(json.dumps({"acknowledged": len(acknowledged), "lives": lives, "games": again.number}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
