"""How long a round of matching takes with many who wait: reading them, matching, and writing what was found.

``python -m bench.queueing [URL [TICKETS]]`` lets so many tickets (10,000) come into a new queue of the
database at URL (a file of SQLite), in regions that matter for 30 seconds, and makes a round by each rule with
sides of one and of five. It prints the wall time and the processor time of the second round of each, when
machine code is loaded.
"""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
import time
from pathlib import Path

from arpad.office.matchmaking.queues import GameQueue
from arpad.office.matchmaking.rounds import QueueRounds
from arpad.office.matchmaking.settings import QueueSettings
from arpad.office.matchmaking.tickets import Party, PartyPlayer, Tickets
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database


def main() -> None:
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    if len(sys.argv) > 1:
        measure(open_database(sys.argv[1]), count)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(open_database(f"sqlite:///{Path(folder) / 'club.db'}"), count)


def measure(database: Database, count: int) -> None:
    for rule in ("window", "expected-score", "information"):
        for size in (1, 5):
            for _ in range(2):
                wall, cpu, found = one_round(database, rule, size, count)
            print(
                f"{rule:16} sides of {size}: {found:5} matches, {wall:.2f} s, {cpu:.2f} s of processor time"
            )
    database.close()


def one_round(database: Database, rule: str, size: int, count: int) -> tuple[float, float, int]:
    """Return wall time, processor time, and how many matches were found."""
    queue = GameQueue(database, f"queue-{secrets.token_hex(6)}")
    queue.create(QueueSettings(rule=rule, size=size, party=size, alike={"region": 30.0}))
    lots = random.Random(1)
    now = 1_000_000.0
    since: dict[float, list[Party]] = {}
    for at in range(count):
        player = PartyPlayer(f"player {at}", lots.gauss(1500, 300), lots.choice((40.0, 60.0, 350.0)))
        coming = Party([player], {"region": lots.choice(("eu", "us", "asia"))})
        since.setdefault(now - lots.randrange(60), []).append(coming)
    for moment, some in since.items():
        Tickets(queue).enter_all(some, now=moment)
    wall, cpu = time.perf_counter(), time.process_time()
    made = QueueRounds(queue).make(now=now)
    return time.perf_counter() - wall, time.process_time() - cpu, len(made.matches)


if __name__ == "__main__":
    main()
