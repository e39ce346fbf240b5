"""How fast the page of a long ranking list is answered, with many who look at it at once.

``python -m bench.ranking_pages [PLAYERS [CLIENTS]]`` makes a pool of so many players (100,000) in a file of
SQLite, serves it in a process of its own, and lets so many clients (16) ask for pages without a pause for
eight seconds each: the first part, parts by chance, and names. It prints the median and the 95th percentile
of the wall time of an answer, answers per second, and the server's processor time.
"""

from __future__ import annotations

import http.client
import random
import statistics
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from multiprocessing import Event, Process, Queue
from pathlib import Path
from typing import Any

from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.office.store.opening import open_database

SECONDS = 8.0
LIST = "/lists/long"


def main() -> None:
    players, clients = (int(one) for one in (sys.argv[1:] + ["100000", "16"][len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'club.db'}"
        fill(url, players)
        ports: Queue[Any] = Queue()
        over = Event()
        server = Process(target=serve, args=(url, ports, over), daemon=True)
        server.start()
        port = ports.get()
        parts = players // 50
        for what, paths in (
            ("the first part", [LIST]),
            ("parts by chance", [f"{LIST}?part={part}" for part in range(1, parts + 1)]),
            ("a name that is looked for", [f"{LIST}?q=player+{part}" for part in range(100, 1000)]),
        ):
            ask(port, LIST)
            told(what, port, clients, paths)
        over.set()
        print(f"server: {ports.get():.1f} s of processor time in all")
        server.join(20)


def fill(url: str, players: int) -> None:
    """Make a pool in which everybody has played."""
    database = open_database(url)
    pool = Pool(database, "long")
    pool.create("glicko2", title="Long")
    lots, day = random.Random(1), datetime(2026, 3, 1, tzinfo=UTC)
    names = [f"Player {number:06}" for number in range(players)]
    for start in range(0, players - 1, 10_000):
        some = names[start : start + 10_000]
        games = [
            Game(first, second, lots.choice((0.0, 0.5, 1.0)), day)
            for first, second in zip(some[::2], some[1::2], strict=False)
        ]
        pool.post_all([Posting(games)])
    database.close()


def serve(url: str, ports: Queue[Any], over: Any) -> None:
    """Serve until it is over."""
    import uvicorn

    from arpad.web.application import application
    from arpad.web.live import Watch
    from arpad.web.serving import listening
    from arpad.web.site import Site

    database = open_database(url)
    taken = listening("127.0.0.1", 0)
    app = application(Site(database, Watch(database)))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    ports.put(taken.getsockname()[1])
    over.wait()
    ports.put(time.process_time())
    server.should_exit = True
    thread.join(10)


def ask(port: int, path: str, connection: http.client.HTTPConnection | None = None) -> None:
    """Ask for a page, and read it."""
    used = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    used.request("GET", path, headers={"accept": "text/html", "accept-language": "en"})
    answer = used.getresponse()
    content = answer.read()
    if answer.status != 200 or len(content) > 50_000:
        raise SystemExit(f"{path}: {answer.status}, {len(content)} bytes")


def told(what: str, port: int, clients: int, paths: list[str]) -> None:
    """Let clients ask without a pause, and print how long they waited."""
    waits: list[float] = []
    end = time.perf_counter() + SECONDS

    def client(number: int) -> None:
        lots = random.Random(number)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while time.perf_counter() < end:
            began = time.perf_counter()
            ask(port, lots.choice(paths), connection)
            waits.append(time.perf_counter() - began)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    cuts = statistics.quantiles(waits, n=20)
    print(
        f"{what}: median {1000 * statistics.median(waits):.1f} ms, 95 % within {1000 * cuts[-1]:.1f} ms, "
        f"{len(waits) / SECONDS:.0f} answers/s"
    )


if __name__ == "__main__":
    main()
