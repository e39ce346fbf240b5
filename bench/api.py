"""How fast programs post results to the API: client, server and database together on this machine.

``python -m bench.api [URL]`` serves the database at URL, or a file of SQLite of its own, in a process of its
own, and posts to a new pool of Glicko-2: results one by one from 64 connections, batches of 5,000 games with
and without the ratings of each game in the answer, and a stream. It prints games per second of wall time,
and the processor time of client and server per game. Then it asks for ranks in a pool of many players.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import Role, Scope
from arpad.office.pools.pool import Pool
from arpad.office.store.opening import open_database

PLAYERS = 20_000
CONNECTIONS = 64
TICK = os.sysconf("SC_CLK_TCK")


def main() -> None:
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(f"sqlite:///{Path(folder) / 'club.db'}")


def measure(url: str) -> None:
    token, pool = prepared(url)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "arpad", "serve", "--port", str(port), "--database", url]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        asyncio.run(asked(Program(port, token, server.pid), pool))
    finally:
        server.terminate()
        server.wait()


def prepared(url: str) -> tuple[str, str]:
    """Return a token, and the name of a new pool."""
    database = open_database(url)
    people = People(database)
    if not people.has_owner():
        people.enter(people.invite(Role.OWNER, by=SETTING_UP), "owner", "a long password")
    token = people.make_token("bench", list(Scope), by=people.come_in("owner", "a long password"))
    name = f"bench-{secrets.token_hex(6)}"
    Pool(database, name).create("glicko2")
    database.close()
    return token, name


class Program:
    """A program that asks a server.

    Args:
        port: of the server.
        token: that the program shows.
        server: the process that serves.
    """

    def __init__(self, port: int, token: str, server: int) -> None:
        self.port = port
        self.head = f"Host: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        self.server = server

    def request(self, method: str, path: str, body: bytes = b"", key: str = "") -> bytes:
        """Return a request as it is sent."""
        named = f"Idempotency-Key: {key}\r\n" if key else ""
        start = f"{method} /api/{path} HTTP/1.1\r\n{self.head}{named}Content-Length: {len(body)}\r\n\r\n"
        return start.encode() + body

    async def ask(self, requests: Sequence[bytes], connections: int) -> list[bytes]:
        """Send requests over some connections, each when the one before it is answered."""
        answers: list[bytes] = []
        waiting = iter(requests)

        async def connection() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**26)
            for one in waiting:
                writer.write(one)
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")), head
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
                answers.append(await reader.readexactly(length))
            writer.close()

        await asyncio.gather(*(connection() for _ in range(connections)))
        return answers

    def cpu(self) -> float:
        """Return the processor time of the server in seconds."""
        fields = Path(f"/proc/{self.server}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    async def told(self, what: str, count: int, requests: Sequence[bytes], connections: int) -> list[bytes]:
        """Send requests, and print how long they took."""
        wall, own, server = time.perf_counter(), time.process_time(), self.cpu()
        answers = await self.ask(requests, connections)
        wall, own, server = time.perf_counter() - wall, time.process_time() - own, self.cpu() - server
        print(
            f"{what:36}{count / wall:10,.0f}/s{own / count * 1e6:10,.1f} µs client"
            f"{server / count * 1e6:10,.1f} µs server, each"
        )
        return answers


async def asked(program: Program, pool: str) -> None:
    lots = random.Random(1)

    def game() -> dict[str, object]:
        first, second = lots.sample(range(PLAYERS), 2)
        return {"first": f"player {first}", "second": f"player {second}", "score": lots.choice((0, 0.5, 1))}

    results = f"pools/{pool}/results"
    some = [json.dumps(game()).encode() for _ in range(4_000)]
    warm, *_ = await program.ask([program.request("POST", results, some[0])], 1)
    assert json.loads(warm)["number"] == 1
    singles = [program.request("POST", results, one, secrets.token_hex(8)) for one in some]
    await program.told("results one by one", len(singles), singles, CONNECTIONS)
    games = [[game() for _ in range(5_000)] for _ in range(40)]
    wholes = [json.dumps({"games": some}).encode() for some in games]
    short = [program.request("POST", f"{results}/batch?answer=number", one) for one in wholes[:20]]
    await program.told("batches of 5,000, answered by number", 100_000, short, 2)
    columns = [
        json.dumps({name: [one[name] for one in some] for name in ("first", "second", "score")}).encode()
        for some in games
    ]
    quick = [program.request("POST", f"{results}/columns", one) for one in columns]
    await program.told("columns of 5,000, answered by number", 200_000, quick, 2)
    full = [program.request("POST", f"{results}/batch", one) for one in wholes[20:]]
    await program.told("batches of 5,000, with all ratings", 100_000, full, 2)
    asking = [
        program.request("GET", f"pools/{pool}/leaderboard?limit=10&around=player%20{lots.randrange(PLAYERS)}")
        for _ in range(500)
    ]
    await program.told("leaderboards around a player", len(asking), asking, 4)


if __name__ == "__main__":
    main()
