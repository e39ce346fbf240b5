"""Several processes that serve one office: nothing is lost between them, also where they are killed."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from arpad.office import desk
from arpad.office.club.people import People
from arpad.office.club.rights import Role, Scope
from arpad.office.events.rounds import ResultEntered
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from postgres import new_database, running
from web.served import PATIENCE, Served, opened, served, until
from web.visiting import owner_of, somebody

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them"),
]

WORKERS = 4
BOARDS = 12
KILLS = 4


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running() as found:
        yield found


@pytest.fixture(params=["postgresql", "sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/club.db"
    return new_database(request.getfixturevalue("server"))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    found = opened(url)
    yield found
    found.close()


def with_a_round(database: Database) -> TournamentLog:
    """A tournament whose first round is paired and published."""
    names = [f"Player {at}" for at in range(2 * BOARDS)]
    log = desk.create("Cup", "fide-dutch", rounds=5, seed=1)
    for name in names:
        log = desk.enter(log, name, {})
    log = desk.publish(desk.pair(log), 1)
    found = TournamentLog(database, "cup")
    found.create(log)
    return found


class Watcher:
    """A browser that waits for news, and when it has heard of which board."""

    def __init__(self, client: httpx2.Client) -> None:
        self.heard: dict[str, float] = {}
        self.client = client
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()
        assert self.ready.wait(PATIENCE)

    def _watch(self) -> None:
        with self.client, self.client.stream("GET", "/tournaments/cup/live", timeout=None) as answer:
            for line in answer.iter_lines():
                self.ready.set()
                if line.startswith("event: result-"):
                    self.heard.setdefault(line.removeprefix("event: "), time.monotonic())


def test_two_arbiters_lose_nothing_and_see_each_other(url: str, database: Database) -> None:
    people = People(database)
    owner = owner_of(people)
    arbiters = [owner, somebody(database, Role.ARBITER, "Bo")]
    log = with_a_round(database)
    people.give_tournament(arbiters[1].user, "cup", by=owner)
    with served(url, "--workers", str(WORKERS)) as office:
        until(lambda: len(office.workers()) == WORKERS)
        watchers = [Watcher(office.as_(people, who)) for who in arbiters]
        entered: dict[str, float] = {}

        def enter(at: int) -> None:
            # Each board over a connection of its own, so that any of the processes may have it.
            for board in range(1 + at, BOARDS + 1, 2):
                with office.as_(people, arbiters[at]) as client:
                    answer = client.post(
                        f"/tournaments/cup/rounds/1/results/{board}", data={f"board-{board}": "1-0"}
                    )
                    assert answer.status_code == 200, answer.text
                    entered[f"result-1-{board}"] = time.monotonic()

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(enter, range(2)))
        assert len(entered) == BOARDS
        until(lambda: all(set(entered) <= set(one.heard) for one in watchers))
        late = max(one.heard[name] - at for one in watchers for name, at in entered.items())
        assert late < 20  # 2 on a machine that has nothing else to do
        assert office.stop() == 0  # which ends what the browsers wait for
        for one in watchers:
            one.thread.join(PATIENCE)
            assert not one.thread.is_alive()
        print(f"the last arbiter heard of a result {late:.2f} s after it was entered")
    events = [one for one in log.read().events if isinstance(one, ResultEntered)]
    assert sorted(one.board for one in events) == list(range(1, BOARDS + 1))
    assert log.read().tournament().rounds[0].pending == ()


class Posters:
    """Programs that post results to one pool until they are told to stop, and what each was answered."""

    def __init__(self, office: Served, token: str, count: int) -> None:
        self.office, self.token = office, token
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self._post, args=(at,), daemon=True) for at in range(count)]
        for one in self.threads:
            one.start()

    def _post(self, at: int) -> None:
        lots = random.Random(at)
        number = 0
        client = self._client()
        while not self.over.is_set():
            first, second = lots.sample(range(20), 2)
            body = {"first": f"P{first}", "second": f"P{second}", "score": lots.choice((0, 0.5, 1))}
            key = f"{at}-{number}"
            until_answered = time.monotonic() + PATIENCE
            while True:
                try:
                    answer = client.post(
                        "/api/pools/arena/results", json=body, headers={"idempotency-key": key}
                    )
                    break
                except httpx2.TransportError:  # the process was killed: the same again, to another one
                    assert time.monotonic() < until_answered
                    client.close()
                    client = self._client()
            assert answer.status_code == 200, answer.text
            self.told.append((key, answer.json()))
            number += 1
            if number % 7 == 0:  # so that every process has some of each program
                client.close()
                client = self._client()
        client.close()

    def _client(self) -> httpx2.Client:
        found = self.office.client()
        found.headers["authorization"] = f"Bearer {self.token}"
        return found

    def stop(self) -> None:
        """Let each end with the posting that it is at."""
        self.over.set()
        for one in self.threads:
            one.join(2 * PATIENCE)
            assert not one.is_alive()


def test_what_several_processes_acknowledge_is_there_once(url: str, database: Database) -> None:
    people = People(database)
    token = people.make_token("program", [Scope.RESULTS], by=owner_of(people))
    pool = Pool(database, "arena")
    pool.create("glicko2")
    lots = random.Random(4)
    with served(url, "--workers", str(WORKERS)) as office:
        until(lambda: len(office.workers()) == WORKERS)
        posters = Posters(office, token, 6)
        killed = set()
        for _ in range(KILLS):
            enough = len(posters.told) + lots.randint(20, 60)
            until(lambda enough=enough: len(posters.told) >= enough)  # type: ignore[misc]
            victim = lots.choice(office.workers())
            os.kill(victim, signal.SIGKILL)
            killed.add(victim)
            until(lambda victim=victim: victim not in office.workers())  # type: ignore[misc]
        until(lambda: len(posters.told) >= 150)
        posters.stop()
        until(lambda: len(office.workers()) == WORKERS)
        assert office.stop() == 0
        assert sum("was ended by SIGKILL" in line for line in office.errors) == len(killed)
    told = dict(posters.told)
    assert len(told) == len(posters.told), "one posting was answered twice"
    # Each is there once, and no game is there of which nobody was told.
    assert sorted(one["number"] for one in told.values()) == list(range(1, len(told) + 1))
    assert sum(one.games for one in pool.ratings()) == 2 * len(told)
    # Each game met what the one before it had left, and the ratings are those of a replay, bit for bit.
    state: dict[str, float] = {}
    for one in sorted(told.values(), key=lambda one: int(one["number"])):
        for side in (one["games"][0]["first"], one["games"][0]["second"]):
            assert side["before"]["rating"] == state.get(side["player"], 1500.0)
            state[side["player"]] = side["after"]["rating"]
    ratings = pool.ratings()
    assert ratings == pool.known()
    assert {one.player: one.rating for one in ratings} == state
