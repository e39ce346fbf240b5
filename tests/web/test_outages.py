"""A disk that is full, a database that is gone and comes back: a clear answer, and nothing half-done."""

from __future__ import annotations

import resource
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from arpad.office import desk
from arpad.office.club.people import People
from arpad.office.club.rights import Scope
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from postgres import Server
from web.served import PATIENCE, Served, served, until
from web.visiting import owner_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="limits a process that runs, as Linux can"),
]


class Club:
    """An office that is served, with its owner's browser and a program."""

    def __init__(self, office: Served, database: Database) -> None:
        people = People(database)
        owner = owner_of(people)
        self.browser = office.as_(people, owner)
        self.program = office.client()
        token = people.make_token("program", [Scope.RESULTS, Scope.READ], by=owner)
        self.program.headers["authorization"] = f"Bearer {token}"
        self.posted = 0

    def post(self, key: str) -> httpx2.Response:
        """Post a result under a name."""
        body = {"first": "Ann", "second": "Bo", "score": 1}
        return self.program.post("/api/pools/blitz/results", json=body, headers={"idempotency-key": key})

    def enter(self, board: int, result: str = "1-0") -> httpx2.Response:
        """Enter a result in a page."""
        page = f"/tournaments/cup/rounds/1/results/{board}"
        return self.browser.post(page, data={f"board-{board}": result})

    def close(self) -> None:
        """Close the connections."""
        self.browser.close()
        self.program.close()


def begin(database: Database) -> None:
    """Make a pool, and a tournament of two boards."""
    Pool(database, "blitz").create("elo")
    log = desk.create("Cup", "fide-dutch", rounds=3, seed=1)
    for at in range(4):
        log = desk.enter(log, f"Player {at}", {})
    TournamentLog(database, "cup").create(desk.publish(desk.pair(log), 1))


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    database = open_database(url)
    begin(database)
    with served(url) as office:
        club = Club(office, database)
        first = club.post("one").json()
        process = office.process.pid
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        # No file may grow: what SQLite writes first is the log beside the database.
        size = min(path.stat().st_size for path in tmp_path.glob("club.db*") if path.stat().st_size)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (min(size, 4096), hard))
        before = TournamentLog(database, "cup").content()
        answer = club.post("two")
        assert answer.status_code == 503
        assert answer.json()["code"] == "database.not-written"
        page = club.enter(1)
        assert page.status_code == 503
        assert "Nothing was changed" in page.text
        assert club.browser.get("/tournaments/cup/rounds/1").status_code == 200  # to look is possible
        assert club.program.get("/api/pools/blitz").json()["games"] == 1
        assert TournamentLog(database, "cup").content() == before
        resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))
        done = club.post("two").json()
        assert (done["number"], done["repeated"]) == (2, False)
        assert done["games"][0]["first"]["before"] == first["games"][0]["first"]["after"]
        assert club.enter(1).status_code == 200
        club.close()
        assert office.stop() == 0
    pool = Pool(database, "blitz")
    assert pool.ratings() == pool.known()
    assert len(TournamentLog(database, "cup").read().tournament().rounds[0].pending) == 1
    database.close()


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(durable=True)
    found.start()
    yield found
    found.stop()
    shutil.rmtree(found.folder)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_is_gone_and_comes_back(server: Server, workers: int) -> None:
    database = open_database(server.url)
    begin(database)
    with served(server.url, "--workers", str(workers)) as office:
        club = Club(office, database)
        assert club.post("one").status_code == 200
        heard: list[str] = []
        ready = threading.Event()

        def watch() -> None:
            with office.client() as client, client.stream("GET", "/tournaments/cup/live") as answer:
                for line in answer.iter_lines():
                    ready.set()
                    heard.append(line)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        assert ready.wait(PATIENCE)
        server.stop()
        with office.client() as client:
            health = client.get("/healthz")
            assert health.status_code == 503
            assert health.json()["error"]["code"] == "database.unreachable"
            for page in ("/", "/tournaments/cup", "/lists/blitz", "/register"):
                answer = client.get(page)
                assert answer.status_code == 503, page
                assert "does not answer" in answer.text
                assert "Traceback" not in answer.text
                assert str(server.folder) not in answer.text
            told: dict[str, Any] = client.get(
                "/tournaments/cup", headers={"accept": "application/json"}
            ).json()
            assert told["error"]["code"] == "database.unreachable"
            assert client.get("/static/x/nothing.css").status_code == 404  # what needs no database goes on
        answer = club.post("two")
        assert answer.status_code == 503
        assert answer.json()["code"] == "database.unreachable"
        assert str(server.folder) not in answer.text  # where the database is does not concern programs
        assert club.program.get("/api/pools").status_code == 503
        assert club.enter(1).status_code == 503
        server.start()
        with office.client() as client:
            assert client.get("/healthz").json()["status"] == "ok"
            assert client.get("/lists/blitz").status_code == 200
        done = club.post("two").json()
        assert (done["number"], done["repeated"]) == (2, False)
        assert club.post("two").json()["repeated"]
        assert club.enter(2).status_code == 200
        until(lambda: "event: result-1-2" in heard)
        club.close()
        assert office.stop() == 0
        watcher.join(PATIENCE)
    pool = Pool(database, "blitz")
    assert pool.ratings() == pool.known()
    database.close()
