"""Visitors who ask one office for many different pages of lists, and what that leaves in its memory.

Run as a program, which prints the growth of its resident memory in bytes: ``python -m web.many_questions
DATABASE REQUESTS``. The memory is read from ``/proc`` (Linux).
"""

from __future__ import annotations

import random
import sys
from datetime import date, datetime, timedelta
from itertools import islice, product
from pathlib import Path

from starlette.testclient import TestClient

from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.site import Site

FIRST = date(2024, 1, 1)
PLAYERS = 2_000
GAMES = 4_000


def fill(database: Database) -> None:
    """Post games of many players over a year, and publish a list each month."""
    lots = random.Random(20)
    pool = Pool(database, "many")
    pool.create("glicko2", title="Many")
    start = datetime.fromisoformat(f"{FIRST}T12:00:00+00:00")
    names = [f"Player {number:05}" for number in range(PLAYERS)]
    pool.post(*(Game(one, other, 0.5, start) for one, other in zip(names[::2], names[1::2], strict=True)))
    for month in range(12):
        pool.post(
            *(
                Game(one, other, lots.choice((0.0, 0.5, 1.0)), start + timedelta(days=lots.randrange(30)))
                for one, other in (lots.sample(names, 2) for _ in range(GAMES // 12))
            )
        )
        start += timedelta(days=30)
        pool.publish(f"2024-{month + 1:02}")


def addresses() -> list[str]:
    """Return different addresses of pages of the list: days, filters, pages, searches, players."""
    days = [FIRST + timedelta(days=at) for at in range(400)]
    filters = ("", "&sex=w", "&movers=yes", "&columns=all", "&sex=w&columns=all", "&search=Player+001")
    lists = [
        f"/lists/many?as_of={day}{more}&part={part}" for day, more, part in product(days, filters, (1, 7))
    ]
    players = [
        f"/lists/many/player?name=Player+{number:05}&next=Player+{number + 1:05}:1" for number in range(1_500)
    ]
    searches = [f"/lists/many?search={number}&part={number % 3}" for number in range(4_000)]
    found = [*lists, *players, *searches]
    random.Random(4).shuffle(found)
    return found


def resident() -> int:
    """Return the memory that this process has in use, in bytes."""
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * 4096


def main(database: str, requests: int) -> int:
    """Ask for pages; print by how much the memory has grown since the first twenty."""
    opened = open_database(database)
    fill(opened)
    client = TestClient(application(Site(opened, Watch(opened))))
    asked = addresses()
    for address in asked[:20]:
        client.get(address)
    before = resident()
    refused = 0
    for address in islice(asked, 20, 20 + requests):
        refused += client.get(address).status_code != 200
    print(resident() - before, refused)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
