"""What an office does in a second: client, server and database on this machine, beside what is wanted.

``python -m bench.office [--database URL] [--only WORD]`` serves an office in a process of its own, on a
PostgreSQL that it starts in a folder of its own, or on the database at URL, and asks as a client does, by
HTTP: results one by one and in batches, a ranking page under sixteen clients, ranks among a million
players, rounds of matching, clicks on "pair", and the correction of the oldest of a million games, posted in
columns and one by one. For each it prints what was found and what is wanted, and how the processor time was
shared. Wall times say something on a quiet machine only.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import pwd
import random
import re
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from arpad.office import desk
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import Role, Scope
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_log import EventLog
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from bench.api import Program
from bench.queueing import one_round

TICK = os.sysconf("SC_CLK_TCK")
FOLDERS = "/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/pgsql-*/bin"
HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">')
FORM = re.compile(r'<form method="post" action="([^"]*)"[^>]*>(.*?)</form>', re.S)
PASSWORD = "a long password"


@dataclass(frozen=True)
class Office:
    """An office that is served.

    Args:
        url: of its database.
        port: at which it listens.
        server: the process that serves.
        postgres: the first process of the database's server; 0 where it is not ours.
        token: of a program that may do everything.
        session: of a browser in which the owner has come in.
    """

    url: str
    port: int
    server: int
    postgres: int
    token: str
    session: str

    @property
    def program(self) -> Program:
        """A program that asks."""
        return Program(self.port, self.token, self.server)

    def cpu(self) -> tuple[float, float, float]:
        """Return the processor time of this process, of the server and of the database, in seconds."""
        return time.process_time(), _cpu_of(self.server), _cpu_of(self.postgres) if self.postgres else 0.0

    @contextmanager
    def told(
        self, what: str, wanted: str, count: Callable[[], int], found: Callable[[float], str]
    ) -> Iterator[None]:
        """Time what is done, and print it.

        Args:
            what: is done.
            wanted: how fast.
            count: says afterwards how often.
            found: says how fast it was, from the seconds that it took.
        """
        start, before = time.perf_counter(), self.cpu()
        yield
        wall, after = time.perf_counter() - start, self.cpu()
        spent = [new - old for new, old in zip(after, before, strict=True)]
        each = ", ".join(
            f"{name} {1e6 * one / count():,.0f} µs"
            for name, one in zip(("client", "server", "database"), spent, strict=True)
        )
        say(what, found(wall), wanted, f"{each} of processor time each; {sum(spent) / wall:.2f} processors")


def say(what: str, found: str, wanted: str, more: str = "") -> None:
    """Print a line."""
    click.echo(f"{what:50} {found:>22}   wanted {wanted:12} {more}")


def _cpu_of(process: int) -> float:
    """Return the processor time of a process with its children, those that have ended too."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        fields = text.rpartition(")")[2].split()
        if int(text.split(" ", 1)[0]) == process:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == process:
            ticks += sum(map(int, fields[11:13]))
    return ticks / TICK


@contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """Run a server of PostgreSQL as it is installed, and yield the address of a database and its process."""
    programs = [path for folder in FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    if not programs:
        raise click.ClickException("PostgreSQL is not installed; name a database by --database")
    bin_ = max(programs).parent
    with tempfile.TemporaryDirectory(prefix="arpad-pg-") as folder:
        user = None
        if os.geteuid() == 0:  # as root it refuses to run
            user = next(
                one for one in ("postgres", "nobody") if one in {who.pw_name for who in pwd.getpwall()}
            )
            shutil.chown(folder, user)

        def run(program: str, *words: str) -> None:
            command = [str(bin_ / program), "-D", f"{folder}/data", *words]
            subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

        run("initdb", "-A", "trust", "-U", "arpad", "-E", "UTF8", "--locale=C")
        options = f"-k {folder} -c listen_addresses='' -c max_connections=100"
        run("pg_ctl", "-w", "-o", options, "-l", f"{folder}/log", "start")
        try:
            process = int(Path(f"{folder}/data/postmaster.pid").read_text().split()[0])
            yield f"postgresql://arpad@/postgres?host={folder}", process
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")


@contextmanager
def served(url: str, process: int, workers: int) -> Iterator[Office]:
    """Serve an office, whose owner has a program and a browser."""
    database = open_database(url)
    people = People(database)
    if not people.has_owner():
        people.enter(people.invite(Role.OWNER, by=SETTING_UP), "owner", PASSWORD)
    owner = people.come_in("owner", PASSWORD)
    token = people.make_token("bench", list(Scope), by=owner)
    session = people.begin_session(owner)
    database.close()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "arpad", "serve", "--port", str(port), "--database", url]
    server = subprocess.Popen([*command, "--workers", str(workers)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        yield Office(url, port, server.pid, process, token, session)
    finally:
        server.terminate()
        server.wait()


def fill(office: Office, players: int, games: int) -> str:
    """Return a new pool of Glicko-2 in which so many players have played, by so many games, as columns."""
    name = f"pool-{secrets.token_hex(4)}"
    database = open_database(office.url)
    Pool(database, name).create("glicko2")
    database.close()
    lots = random.Random(1)
    names = [f"player {at}" for at in range(players)]
    requests = []
    for start in range(0, games, 10_000):
        sides = [
            (2 * at % players, (2 * at + 1) % players) for at in range(start, min(start + 10_000, games))
        ]
        if start >= players // 2:
            sides = [tuple(lots.sample(range(players), 2)) for _ in sides]  # type: ignore[misc]
        body = {
            "first": [names[one] for one, _ in sides],
            "second": [names[two] for _, two in sides],
            "score": [lots.choice((0.0, 0.5, 1.0)) for _ in sides],
        }
        requests.append(_post(office, f"pools/{name}/results/columns", body))
    ask(office, requests, 2)
    return name


def _post(office: Office, path: str, body: object, key: str = "") -> bytes:
    return office.program.request("POST", path, json.dumps(body).encode(), key)


def ask(office: Office, requests: Sequence[bytes], connections: int) -> list[bytes]:
    """Send requests over some connections, and return the answers."""
    return asyncio.run(office.program.ask(requests, connections))


def told_a_second(office: Office, what: str, wanted: str, count: int) -> AbstractContextManager[None]:
    """Time what is done so often, and print how often in a second."""
    return office.told(what, wanted, lambda: count, lambda wall: f"{count / wall:,.0f}/s")


def told_median(office: Office, what: str, wanted: str, waits: list[float]) -> AbstractContextManager[None]:
    """Time what is done, and print the median of the waits that it notes."""
    return office.told(
        what, wanted, lambda: len(waits), lambda wall: f"{1000 * statistics.median(waits):.1f} ms"
    )


def results(office: Office) -> None:
    """Post results one by one, and in batches."""
    pool = fill(office, 20_000, 20_000)
    path = f"pools/{pool}/results"
    lots = random.Random(2)

    def game() -> dict[str, object]:
        first, second = lots.sample(range(20_000), 2)
        return {"first": f"player {first}", "second": f"player {second}", "score": lots.choice((0, 0.5, 1))}

    singles = [_post(office, path, game(), secrets.token_hex(8)) for _ in range(6_000)]
    ask(office, singles[:1000], 64)
    with told_a_second(office, "results one by one, 64 connections", "≥ 800/s", 5_000):
        ask(office, singles[1000:], 64)
    games = [[game() for _ in range(5_000)] for _ in range(40)]
    columns = [
        _post(office, f"{path}/columns", {key: [one[key] for one in some] for key in some[0]})
        for some in games
    ]
    with told_a_second(office, "results in columns of 5,000", "≥ 50,000/s", 200_000):
        ask(office, columns, 2)
    wholes = [_post(office, f"{path}/batch?answer=number", {"games": some}) for some in games[:20]]
    with told_a_second(office, "results in batches of 5,000", "≥ 50,000/s", 100_000):
        ask(office, wholes, 2)


def ranks(office: Office) -> None:
    """Ask for ranks among a million players."""
    pool = fill(office, 1_000_000, 500_000)
    lots = random.Random(3)
    connection = http.client.HTTPConnection("127.0.0.1", office.port, timeout=120)
    headers = {"authorization": f"Bearer {office.token}", "content-type": "application/json"}

    def asked(path: str, body: object = None) -> float:
        """Ask, and return how long that took in seconds."""
        content = None if body is None else json.dumps(body)
        start = time.perf_counter()
        connection.request("GET" if body is None else "POST", f"/api/pools/{pool}/{path}", content, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise click.ClickException(f"{path}: {answer.status}")
        return time.perf_counter() - start

    def somebody() -> str:
        return f"player%20{lots.randrange(1_000_000)}"

    for what, path, between in (
        ("rank of one among 1,000,000 players", "rating?player", False),
        ("50 around one among 1,000,000 players", "leaderboard?around", False),
        ("the same, after somebody has played", "leaderboard?around", True),
    ):
        for _ in range(3):
            asked(f"{path}={somebody()}")
        waits: list[float] = []
        with told_median(office, what, "≤ 5 ms", waits):
            for at in range(200):
                if between:
                    asked("results", {"first": f"player {at}", "second": "player 900000", "score": 1})
                waits.append(asked(f"{path}={somebody()}"))


def pages(office: Office) -> None:
    """Let clients look at a ranking list."""
    pool = fill(office, 100_000, 100_000)
    clients, seconds = 16, 8.0
    for what, parts in (("ranking page of 100,000 players", 1), ("its 2,000 parts by chance", 2000)):
        visit(office, f"/lists/{pool}")
        waits: list[float] = []

        def client(number: int, parts: int = parts, waits: list[float] = waits) -> None:
            lots = random.Random(number)
            connection = http.client.HTTPConnection("127.0.0.1", office.port, timeout=60)
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                path = f"/lists/{pool}" + (f"?part={lots.randrange(1, parts)}" if parts > 1 else "")
                start = time.perf_counter()
                visit(office, path, connection, owner=False)
                waits.append(time.perf_counter() - start)

        threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
        with told_median(office, f"{what}, {clients} clients", "≤ 50 ms", waits):
            for one in threads:
                one.start()
            for one in threads:
                one.join()


def visit(
    office: Office,
    path: str,
    connection: http.client.HTTPConnection | None = None,
    *,
    form: dict[str, str] | None = None,
    owner: bool = True,
) -> str:
    """Open a page or send a form, follow where it leads, and return the page."""
    used = connection or http.client.HTTPConnection("127.0.0.1", office.port, timeout=120)
    headers = {"accept": "text/html", "accept-language": "en"}
    if owner:
        headers["cookie"] = f"arpad_session={office.session}"
    if form is None:
        used.request("GET", path, headers=headers)
    else:
        sent = {**headers, "content-type": "application/x-www-form-urlencoded"}
        used.request("POST", path, urlencode(form), sent)
    answer = used.getresponse()
    content = answer.read().decode()
    if answer.status == 303:
        return visit(office, answer.headers["location"], used, owner=owner)
    if answer.status != 200:
        raise click.ClickException(f"{path}: {answer.status} {content[:500]}")
    return content


def matching(office: Office) -> None:
    """Match those who wait."""
    database = open_database(office.url)
    for rule in ("window", "expected-score", "information"):
        for size in (1, 5):
            one_round(database, rule, size, 10_000)  # loads the machine code
            wall, cpu, found = min(one_round(database, rule, size, 10_000) for _ in range(3))
            say(
                f"a round of 10,000 tickets, {rule}, {size} a side",
                f"{wall:.2f} s",
                "≤ 1 s",
                f"{found} matches, {cpu:.2f} s of processor time",
            )
    database.close()


def played(players: int, rounds: int) -> EventLog:
    """Return a Swiss of which some rounds are played."""
    lots = random.Random(1)
    log = desk.create(f"Open of {players}", "fide-dutch", rounds=9)
    log = desk.enter_all(
        log, [ParticipantEntry(f"Player {at}", {"rating": 2700 - at}) for at in range(1, players + 1)]
    )
    for at in range(1, rounds + 1):
        log = desk.pair(log)
        boards = len(log.tournament().rounds[-1].pairings)
        log = desk.enter_results(log, at, [lots.choice(("1-0", "½-½", "0-1")) for _ in range(boards)])
        log = desk.publish(log, at)
    return log


def pairing(office: Office, database: Database) -> None:
    """Click on "pair", and wait for the page of the round."""
    for players, wanted in ((200, "≤ 250 ms"), (1000, "≤ 1,100 ms")):
        name = f"open-{players}-{secrets.token_hex(4)}"
        TournamentLog(database, name).create(played(players, 4))
        address = f"/tournaments/{name}"
        waits, size = [], 0
        for _ in range(6):
            form = _form(visit(office, f"{address}/rounds/4"), f"{address}/pair")
            start = time.perf_counter()
            page = visit(office, f"{address}/pair", form=form)
            waits.append(time.perf_counter() - start)
            size = len(page)
            visit(office, f"{address}/unpair", form=_form(page, f"{address}/unpair"))
        found, low, high = (1000 * one(waits[1:]) for one in (statistics.median, min, max))
        said = f"median of 5 after one, {low:.0f} to {high:.0f} ms, {size:,} bytes"
        say(f"pairing click for {players:,} players, page included", f"{found:.0f} ms", wanted, said)


def _form(page: str, action: str) -> dict[str, str]:
    """Return what a form of a page brings with it."""
    inside = next(inside for found, inside in FORM.findall(page) if unescape(found) == action)
    return dict(HIDDEN.findall(inside))


def fill_singly(office: Office, players: int, games: int) -> str:
    """Make a pool of games that were posted one by one: each is an event of its own. Return its name."""
    name = f"singly-{secrets.token_hex(4)}"
    database = open_database(office.url)
    pool = Pool(database, name)
    pool.create("glicko2")
    lots = random.Random(1)
    for _ in range(games // 2_000):
        sides = [lots.sample(range(players), 2) for _ in range(2_000)]
        pool.post_all(
            [
                Posting([Game(f"player {one}", f"player {two}", lots.choice((0.0, 0.5, 1.0)))])
                for one, two in sides
            ]
        )
    database.close()
    return name


def correcting(office: Office, made: Callable[[Office, int, int], str]) -> None:
    """Correct the oldest of a million games.

    Args:
        office: the office.
        made: makes a pool of so many players and games, and returns its name.
    """
    pool = made(office, 20_000, 1_000_000)
    wrong: dict[str, Any] = {"kind": "score", "number": 1, "score": 0.25}
    path = f"pools/{pool}/corrections"
    took = []
    for what, dry_run in (("looked at", True), ("made", False)):
        request = _post(office, path, {"corrections": [wrong], "dry_run": dry_run})
        start = time.perf_counter()
        with office.told(
            f"the oldest of 1,000,000 games corrected, {what}", "", lambda: 1, lambda wall: f"{wall:.2f} s"
        ):
            (answer,) = ask(office, [request], 1)
        took.append(time.perf_counter() - start)
        assert json.loads(answer)["done"] is not dry_run
    say("both together", f"{sum(took):.2f} s", "≤ 5 s")


@click.command()
@click.option(
    "--database", "url", default="", help="Of the office; a PostgreSQL of its own if not said, or sqlite."
)
@click.option("--workers", default=1, show_default=True, help="Processes that serve.")
@click.option("--only", multiple=True, help="A part, such as results or pairing; may be repeated.")
def main(url: str, workers: int, only: tuple[str, ...]) -> None:
    """Measure an office."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was begun is ended
    with tempfile.TemporaryDirectory() as folder:
        if url == "sqlite":
            url = f"sqlite:///{Path(folder) / 'club.db'}"
        if url:
            measure(url, 0, workers, only)
            return
        with postgres() as (own, process):
            measure(own, process, workers, only)


def measure(url: str, process: int, workers: int, only: Sequence[str]) -> None:
    """Measure what is wanted."""
    with served(url, process, workers) as office:
        database = open_database(url)
        parts: dict[str, Callable[[], None]] = {
            "results": lambda: results(office),
            "pages": lambda: pages(office),
            "ranks": lambda: ranks(office),
            "matching": lambda: matching(office),
            "pairing": lambda: pairing(office, database),
            "correcting": lambda: correcting(office, fill),
            "correcting-singly": lambda: correcting(office, fill_singly),
        }
        for name, part in parts.items():
            if not only or name in only:
                part()
        database.close()


if __name__ == "__main__":
    main()
