"""How fast results are posted to a pool: one by one, many postings in a transaction, and in batches.

``python -m bench.pools [URL]`` posts to a new pool of Glicko-2 in the database at URL, or in a file of SQLite
of its own. It prints games per second of wall time, and microseconds of this process's time per game; then
how long a replay of all of them takes, and a look at the correction of the first.
"""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import ScoreCorrected
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.office.store.opening import open_database

PLAYERS = 20_000


def main() -> None:
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(f"sqlite:///{Path(folder) / 'club.db'}")


def measure(url: str) -> None:
    lots = random.Random(1)
    database = open_database(url)
    pool = Pool(database, f"bench-{secrets.token_hex(6)}")
    pool.create("glicko2")

    def game() -> Game:
        first, second = lots.sample(range(PLAYERS), 2)
        return Game(f"player {first}", f"player {second}", lots.choice((0.0, 0.5, 1.0)))

    pool.post(game())  # the machine code is loaded
    singles = [game() for _ in range(500)]
    told("one by one", 500, lambda: [pool.post(one) for one in singles])
    grouped = [[Posting([game()], op=secrets.token_hex(8)) for _ in range(100)] for _ in range(20)]
    told("100 postings a transaction", 2_000, lambda: [pool.post_all(some) for some in grouped])
    batches = [[game() for _ in range(5_000)] for _ in range(20)]
    told("batches of 5,000", 100_000, lambda: [pool.post_all([Posting(some)]) for some in batches])
    told("replay", 102_501, pool.known)
    told("look at a correction", 102_501, lambda: Corrections(pool).preview(ScoreCorrected(1, 0.5)))
    database.close()


def told(what: str, games: int, do: Callable[[], object]) -> None:
    wall, own = time.perf_counter(), time.process_time()
    do()
    wall, own = time.perf_counter() - wall, time.process_time() - own
    print(f"{what:28}{games / wall:10,.0f} games/s{own / games * 1e6:10,.1f} µs of this process a game")


if __name__ == "__main__":
    main()
