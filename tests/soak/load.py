"""Who uses the office all the while: readers, programs that post, arbiters, players in a queue, watchers."""

from __future__ import annotations

import random
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

import httpx2

from soak.client import Client, GivenUp
from soak.receiver import Receiver
from soak.records import Acknowledged, Recorder
from soak.served_office import HALL, HALL_BOARDS, Office

PLAYERS = 200
"""Players of each pool: always the same, as memory grows with the players."""

ENTRANTS = 8
ROUNDS = 3
"""Of each tournament; when it is finished its arbiter begins another."""

TOURNAMENTS_READ = 6
"""Of the last ones that were begun: what a visitor looks at."""

WATCHERS = 6
"""Browsers that wait for news: so many that each process has some."""

BATCH = 20
"""Games of a posting of many."""

RETRY = 0.5
"""Seconds after which a watcher comes again whose connection has ended."""

UNMATCHED = 150.0
"""Seconds after which a player leaves the queue: longer than anything is allowed to take."""


@dataclass
class World:
    """What those who use the office know of it.

    Args:
        office: the office.
        seed: of all that is drawn.
        tournaments: that have a published round, the last one last.
        lists: published lists of the pool ``blitz``.
        heard: for each watcher, the last event that it has heard of and when, as they came.
        entered: in the hall: the number of the event, and when it was acknowledged.
        waits: seconds from the acknowledged ticket to the match, and when it was.
    """

    office: Office
    seed: int
    tournaments: list[str] = field(default_factory=lambda: [HALL])
    lists: list[str] = field(default_factory=list)
    heard: list[list[tuple[int, float]]] = field(default_factory=list)
    entered: list[tuple[int, float]] = field(default_factory=list)
    waits: list[tuple[float, float]] = field(default_factory=list)

    @property
    def recorder(self) -> Recorder:
        """Notes what happens."""
        return self.office.recorder

    @property
    def acknowledged(self) -> Acknowledged:
        """What the office has said that it has kept."""
        return self.office.recorder.acknowledged


def prepare(world: World, receiver: Receiver) -> None:
    """Make the pools, the queue and the webhooks, and let everybody play once."""
    client = world.office.program()
    client.done("making", "/api/pools", {"name": "blitz", "system": "elo", "settings": {"k": 20}})
    client.done("making", "/api/pools", {"name": "arena", "system": "glicko2"})
    names = [f"P{at}" for at in range(PLAYERS)]
    for pool in ("blitz", "arena"):
        body = {"first": names[::2], "second": names[1::2], "score": [1.0] * (PLAYERS // 2)}
        key = f"first-{pool}"
        done = client.done("posting", f"/api/pools/{pool}/results/columns", body, key=key)
        world.acknowledged.postings.append((pool, key, done["number"], done["count"]))
    queue = {"name": "duel", "rule": "window,width=400,widening=50,most=4000", "pool": "arena", "every": 0.5}
    client.done("making", "/api/queues", queue)
    for what, name in (("pool", "blitz"), ("queue", "duel")):
        made = client.done("making", "/api/webhooks", {"url": receiver.url(name), what: name, "after": 0})
        receiver.paths[name].secret = made["secret"]
    client.close()


class Actor(threading.Thread):
    """Somebody who uses the office, again and again, until told to end.

    Args:
        world: what is known of the office.
        name: of the thread; what is drawn follows from it and the seed.
        pace: seconds between two steps; who was late does not catch up.
    """

    def __init__(self, world: World, name: str, pace: float) -> None:
        super().__init__(name=name, daemon=True)
        self.world = world
        self.pace = pace
        self.lots = random.Random(f"{world.seed} {name}")
        self.ending = threading.Event()
        self.count = 0

    def run(self) -> None:
        """Take steps."""
        steps = self.steps()
        while not self.ending.is_set():
            began = time.monotonic()
            try:
                next(steps)
            except GivenUp:
                break
            except Exception:  # what no fault explains is told at the end
                self.world.recorder.unexpected.append(f"{self.name}: {traceback.format_exc(limit=-3)}")
                steps = self.steps()
                self.ending.wait(1.0)
            self.ending.wait(max(0.0, self.pace - (time.monotonic() - began)))

    def steps(self) -> Iterator[None]:
        """Take a step each time that the next one is asked for."""
        while True:
            self.step()
            yield

    def step(self) -> None:
        """Take one step."""

    def key(self) -> str:
        """Return a name for the next act."""
        self.count += 1
        return f"{self.name}-{self.count}"


class Reader(Actor):
    """A visitor, or the owner, who opens pages."""

    def __init__(self, world: World, name: str, pace: float, client: Client) -> None:
        super().__init__(world, name, pace)
        self.client = client

    def step(self) -> None:
        """Open a page."""
        lots, player = self.lots, f"P{self.lots.randrange(PLAYERS)}"
        tournament = lots.choice(self.world.tournaments[-TOURNAMENTS_READ:])
        list_ = lots.choice(self.world.lists[-TOURNAMENTS_READ:] or [""])
        pages = (
            "/",
            "/tournaments",
            f"/tournaments/{tournament}",
            f"/tournaments/{tournament}/participants",
            f"/tournaments/{tournament}/participants/{lots.randint(1, ENTRANTS)}",
            f"/tournaments/{tournament}/rounds/1",
            f"/tournaments/{tournament}/standings",
            f"/tournaments/{tournament}/crosstable",
            f"/tournaments/{tournament}/hall",
            "/lists",
            "/lists/blitz",
            f"/lists/arena?page={lots.randint(1, 4)}",
            "/lists/arena?movers=yes&columns=all",
            f"/lists/blitz/player?name={player}",
            f"/lists/{lots.choice(('blitz', 'arena'))}/publications",
            f"/lists/blitz/publications/{list_}" if list_ else "/lists",
            f"/odds?by=list:blitz&first={player}&second=P1",
        )
        self.client.ask("page", lots.choice(pages))


class Looker(Actor):
    """A program that asks for ratings and tables."""

    def step(self) -> None:
        """Ask once."""
        lots, player = self.lots, quote(f"P{self.lots.randrange(PLAYERS)}")
        tournament = lots.choice(self.world.tournaments[-TOURNAMENTS_READ:])
        addresses = (
            "pools",
            f"pools/arena/leaderboard?around={player}",
            "pools/blitz/leaderboard?limit=20",
            f"pools/blitz/rating?player={player}",
            f"pools/arena/history?player={player}",
            f"tournaments/{tournament}/standings",
            f"tournaments/{tournament}/rounds/1",
            "queues/duel/figures",
            "queues/duel/matches?limit=10",
        )
        self.client.ask("question", f"/api/{lots.choice(addresses)}")

    def __init__(self, world: World, name: str, pace: float) -> None:
        super().__init__(world, name, pace)
        self.client = world.office.program()


class Poster(Actor):
    """A game server that posts results one by one."""

    def __init__(self, world: World, name: str, pace: float) -> None:
        super().__init__(world, name, pace)
        self.client = world.office.program()

    def step(self) -> None:
        """Post a result."""
        first, second = self.lots.sample(range(PLAYERS), 2)
        score = self.lots.choice((0.0, 0.5, 1.0))
        self.post({"first": f"P{first}", "second": f"P{second}", "score": score}, "blitz", "results")

    def post(self, body: object, pool: str, where: str) -> None:
        """Post to a pool until it is acknowledged, and note it."""
        key = self.key()
        done = self.client.done("posting", f"/api/pools/{pool}/{where}", body, key=key)
        self.world.acknowledged.postings.append((pool, key, done["number"], done["count"]))


class Batches(Poster):
    """A game server that posts many results together, corrects one now and then, and publishes lists."""

    def step(self) -> None:
        """Post a batch; every twentieth time correct a result, every fortieth publish a list."""
        some = []
        for _ in range(BATCH):
            first, second = self.lots.sample(range(PLAYERS), 2)
            some.append({"first": f"P{first}", "second": f"P{second}", "score": self.lots.choice((0.0, 1.0))})
        self.post({"games": some}, "arena", "results/batch")
        if self.count % 20 == 0:
            last = self.world.acknowledged.postings[-1][2]
            wrong = {"kind": "score", "number": self.lots.randint(1, last), "score": 0.5}
            key, pool = self.key(), "arena"
            asked = {"corrections": [wrong], "dry_run": False}
            self.client.done("correction", f"/api/pools/{pool}/corrections", asked, key=key)
            self.world.acknowledged.corrections.append((pool, key))
        if self.count % 40 == 10:
            name = f"list-{self.count}"
            self.client.done("list", "/api/pools/blitz/lists", {"name": name})
            self.world.acknowledged.lists.append(("blitz", name))
            self.world.lists.append(name)


class Arbiter(Actor):
    """Somebody who runs one tournament after another, by a program and in a browser."""

    def __init__(self, world: World, name: str, pace: float) -> None:
        super().__init__(world, name, pace)
        self.client = world.office.program()
        self.browser = world.office.browser()
        self.tournaments = 0

    def steps(self) -> Iterator[None]:
        """Run tournaments."""
        while True:
            self.tournaments += 1
            yield from self.tournament(f"{self.name}-{self.tournaments}")

    def tournament(self, name: str) -> Iterator[None]:
        """Run a tournament from its beginning to its end."""
        self.act(name, "", {"name": name, "title": f"Cup {name}", "rounds": ROUNDS, "seed": self.tournaments})
        yield
        entries = [{"name": f"Player {at}", "rating": 2000 - 10 * at} for at in range(ENTRANTS)]
        self.act(name, "participants", {"entries": entries})
        yield
        for number in range(1, ROUNDS + 1):
            self.act(name, "pair", {})
            yield
            self.act(name, f"rounds/{number}/publish", {})
            if number == 1:
                self.world.tournaments.append(name)
            yield
            for board in range(1, ENTRANTS // 2 + 1):
                result = self.lots.choice(("1-0", "½-½", "0-1"))
                if board % 2:
                    self.act(
                        name, f"rounds/{number}/results", {"results": [{"board": board, "result": result}]}
                    )
                else:
                    self.type_in(name, number, board, result)
                self.world.acknowledged.boards.append((name, number, board, result))
                yield
        self.act(name, "finish", {})
        yield

    def act(self, name: str, what: str, body: object) -> None:
        """Do an act by the program, and note it."""
        key = self.key()
        path = f"/api/tournaments/{name}/{what}" if what else "/api/tournaments"
        done = self.client.done("act", path, body, key=key)
        self.world.acknowledged.acts.append((name, key, done["tournament"]["seq"]))

    def type_in(self, name: str, number: int, board: int, result: str) -> None:
        """Enter a result in the page of results."""
        key = self.key()
        path = f"/tournaments/{name}/rounds/{number}/results/{board}"
        self.browser.done("form", path, {f"board-{board}": result, "op": key}, key=key, form=True)


class HallScreen(Actor):
    """An arbiter whose results many watch."""

    def __init__(self, world: World, name: str, pace: float) -> None:
        super().__init__(world, name, pace)
        self.client = world.office.program()

    def step(self) -> None:
        """Enter a result, another one than the board has."""
        self.enter()

    def enter(self) -> int:
        """Enter a result, and return the number of the event."""
        key = self.key()
        board, result = self.count % HALL_BOARDS + 1, ("1-0", "0-1")[self.count // HALL_BOARDS % 2]
        body = {"results": [{"board": board, "result": result}]}
        done = self.client.done("act", f"/api/tournaments/{HALL}/rounds/1/results", body, key=key)
        seq = int(done["tournament"]["seq"])
        self.world.acknowledged.acts.append((HALL, key, seq))
        self.world.acknowledged.boards.append((HALL, 1, board, result))
        self.world.entered.append((seq, self.world.recorder.now()))
        return seq


class Players(Actor):
    """Two who look for a game: each pair comes, and waits until both have an opponent."""

    def __init__(self, world: World, name: str, pace: float) -> None:
        super().__init__(world, name, pace)
        self.client = world.office.program()

    def step(self) -> None:
        """Come into the queue, and wait for the matches."""
        tickets = [self.come(), self.come()]
        for ticket in tickets:
            self.wait_for(ticket)

    def come(self) -> str:
        """Come into the queue, and return the ticket."""
        key = self.key()
        body = {"players": [{"player": key}]}
        ticket = self.client.done("ticket", "/api/queues/duel/tickets", body, key=key)["id"]
        self.world.acknowledged.tickets.append(ticket)
        return str(ticket)

    def wait_for(self, ticket: str) -> bool:
        """Wait until a ticket has a match; return whether it has."""
        recorder = self.world.recorder
        began = recorder.now()
        while recorder.now() - began < UNMATCHED and not self.client.ended.is_set():
            answer = self.client.ask("waiting", f"/api/queues/duel/tickets/{ticket}?wait=10")
            if answer is None or answer.status_code >= 400:
                self.client.ended.wait(0.25)
                continue
            found = answer.json()
            if found["state"] == "found":
                self.world.acknowledged.matched.append((ticket, found["match"]))
                self.world.waits.append((began, recorder.now() - began))
                return True
        return False


class Watcher(Actor):
    """A browser that waits for news of the hall, and comes again when its connection ends."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, name, RETRY)
        self.heard: list[tuple[int, float]] = []
        world.heard.append(self.heard)
        self.client = world.office.visitor().http

    def step(self) -> None:
        """Listen until the connection ends."""
        headers = {"last-event-id": str(self.heard[-1][0])} if self.heard else {}
        try:
            with self.client.stream(
                "GET", f"/tournaments/{HALL}/live", headers=headers, timeout=40.0
            ) as answer:
                if answer.status_code != 200:
                    return
                for line in answer.iter_lines():
                    if line.startswith("id: "):
                        self.heard.append((int(line[4:]), self.world.recorder.now()))
                    if self.ending.is_set():
                        return
        except httpx2.TransportError:
            return


def actors(world: World) -> list[Actor]:
    """Return all who use the office."""
    office = world.office
    return [
        *(Reader(world, f"visitor-{at}", 0.4, office.visitor()) for at in (1, 2, 3)),
        Reader(world, "owner", 0.8, office.browser()),
        Looker(world, "looker", 0.3),
        *(Poster(world, f"poster-{at}", 0.5) for at in (1, 2)),
        Batches(world, "batches", 1.5),
        *(Arbiter(world, f"arbiter-{at}", 0.5) for at in (1, 2)),
        HallScreen(world, "hall-screen", 2.0),
        *(Players(world, f"players-{at}", 1.0) for at in (1, 2)),
        *(Watcher(world, f"watcher-{at}") for at in range(WATCHERS)),
    ]
