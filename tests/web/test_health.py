"""Workers beside the requests that fail: the others go on, and the office says what fails and since when."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office import desk, worker
from arpad.office.log.event_log import EventLog
from arpad.office.matchmaking.queues import GameQueue
from arpad.office.matchmaking.rounds import QueueRounds
from arpad.office.matchmaking.settings import QueueSettings
from arpad.office.matchmaking.tickets import Party, PartyPlayer, Tickets
from arpad.office.pools.games import Game, PoolGames, moment_now
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import CheckedPosting, Posted
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.live import Watch
from arpad.web.matchmaker import Matchmaker
from arpad.web.webhook_delivery import Deliverer
from web.test_observing import counts, here
from web.visiting import Visit

PATIENCE = 20.0


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FIRST_PAUSE", 0.01)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def cup(database: Database, name: str) -> TournamentLog:
    log = TournamentLog(database, name)
    log.create(desk.enter(EventLog.new(name=name, system="monrad", rounds=3, seed=1), "Ann", {}))
    return log


def fails(*called: Any, **settings: Any) -> Any:
    raise RuntimeError("an unforeseen exception")


def test_a_damaged_log_silences_no_other_tournament(empty: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = [cup(empty, "bad"), cup(empty, "good")]
    seq = logs[0].read().seq
    read = TournamentLog.read

    def damaged(log: TournamentLog) -> EventLog:
        return fails() if log.name == "bad" else read(log)

    monkeypatch.setattr(TournamentLog, "read", damaged)
    failures: list[str] = []
    watch = Watch(empty, failed=failures.append)

    async def first_news() -> bytes:
        async def news(name: str) -> bytes:
            async for text in watch.events(name, seq):
                if text.startswith(b"id:"):
                    return text
            return b""

        bad = asyncio.create_task(news("bad"))
        good = asyncio.create_task(news("good"))
        await asyncio.sleep(0.05)
        monkeypatch.setattr(TournamentLog, "read", read)
        for log in logs:
            log.act(lambda each: desk.enter(each, "Bo", {}))
        monkeypatch.setattr(TournamentLog, "read", damaged)
        watch.changed()
        text = await asyncio.wait_for(good, PATIENCE)
        await asyncio.to_thread(until, watch.worker.set_aside)
        assert not bad.done()
        monkeypatch.setattr(TournamentLog, "read", read)  # it is mended
        assert (await asyncio.wait_for(bad, PATIENCE)).startswith(b"id:")
        return text

    assert asyncio.run(first_news()).startswith(f"id: {seq + 1}".encode())
    assert failures
    assert watch.worker.failure is None
    watch.close()


def test_a_queue_that_fails_keeps_no_other_waiting(empty: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    make_if_due = QueueRounds.make_if_due
    monkeypatch.setattr(
        QueueRounds,
        "make_if_due",
        lambda rounds: fails() if rounds.queue.name == "a" else make_if_due(rounds),
    )
    for name in ("a", "b"):
        queue = GameQueue(empty, name)
        queue.create(QueueSettings(every=0.1))
        for player in ("Ann", "Bo"):
            Tickets(queue).enter(Party([PartyPlayer(f"{player} {name}", 1500.0, 50.0)], {}))
    failures: list[str] = []
    matchmaker = Matchmaker(empty, failures.append)
    matchmaker.begin()
    until(lambda: GameQueue(empty, "b").state().match_count == 1 and len(failures) > 1)
    assert [failure.item for failure in matchmaker.worker.set_aside()] == ["queue a"]
    monkeypatch.setattr(QueueRounds, "make_if_due", make_if_due)
    until(lambda: GameQueue(empty, "a").state().match_count == 1)
    matchmaker.close()


def test_a_delivery_that_raises_keeps_no_other_waiting(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    deliverer = Deliverer(empty, failed=told.append)

    class Two:
        def any(self) -> bool:
            return True

        def due(self) -> list[str]:
            return ["bad", "good"]

    monkeypatch.setattr(Deliverer, "webhooks", Two())
    done: list[str] = []
    monkeypatch.setattr(
        Deliverer, "tell", lambda deliverer, name: fails() if name == "bad" else done.append(name)
    )
    monkeypatch.setattr("arpad.web.webhook_delivery.PULSE", 0.01)
    deliverer.begin()
    until(lambda: len(done) > 2 and len(told) > 1)
    assert set(told) == {"webhooks"}
    assert [failure.item for failure in deliverer.worker.set_aside()] == ["webhook bad"]
    deliverer.close()


def test_the_office_says_which_worker_fails_and_since_when(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Visit(empty).as_owner()
    answer = owner.client.get("/readyz")
    assert answer.status_code == 200
    state = answer.json()
    assert state["ready"] is True
    assert set(state["workers"]) == {"live", "matchmaking", "notices", "webhooks"}
    assert state["workers"]["webhooks"] == {
        "failing_since": None,
        "failures": 0,
        "retry_in": None,
        "set_aside": 0,
    }
    assert "Work that fails" not in owner.get("/people/log").text

    monkeypatch.setattr(Deliverer, "_run", fails)
    deliverer = Deliverer(empty, failed=owner.site.metrics.failed)
    object.__setattr__(owner.site, "deliverer", deliverer)
    monkeypatch.setattr(worker, "FIRST_PAUSE", 3600.0)
    deliverer.begin()
    until(lambda: deliverer.worker.failure)
    answer = owner.client.get("/readyz")
    assert answer.status_code == 503
    state = answer.json()
    assert (state["ready"], state["failed"]) == (False, ["webhooks"])
    assert state["workers"]["webhooks"]["failures"] == 1
    assert state["workers"]["webhooks"]["failing_since"].startswith("20")
    assert "unforeseen" not in answer.text, "what is wrong is for the owner"
    assert owner.client.get("/healthz").status_code == 200
    page = owner.get("/people/log").text
    assert "Work that fails" in page
    assert "RuntimeError: an unforeseen exception" in page
    found = counts(here(owner.site).get("/metrics").text)
    assert found["arpad_worker_failures_total", ("webhooks",)] == 1
    assert found["arpad_worker_failures_total", ("live",)] == 0
    deliverer.close()


def test_where_the_database_is_down_nothing_tells_its_address(
    empty: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    visit = Visit(empty)
    address = "postgresql://arpad@db.example.org/club"

    def down(database: Database) -> Any:
        raise BadInput(f"{address} does not answer: refused", code="database.unreachable")

    monkeypatch.setattr(Database, "reading", down)
    for path in ("/healthz", "/readyz"):
        answer = visit.client.get(path)
        assert answer.status_code == 503
        assert "example.org" not in answer.text
        assert "database.unreachable" in answer.text
    assert visit.client.get("/readyz").json()["failed"] == ["database"]
    assert address in caplog.text
    stranger = visit.client.get("/metrics", headers={"authorization": "Bearer arpad_token_x"})
    assert stranger.status_code == 503, "the database is down: the token may be right"
    assert "example.org" not in stranger.text


def test_a_client_who_goes_away_stops_no_other_posting(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that cannot be set would end the thread of the pool, and all who post after it would wait for ever."""
    visit = Visit(empty)
    pool = Pool(empty, "blitz")
    pool.create("elo")
    checked = threading.Event()
    post_checked = Pool.post_checked

    def slowly(own: Pool, postings: Any) -> Any:
        checked.wait(PATIENCE)
        return post_checked(own, postings)

    monkeypatch.setattr(Pool, "post_checked", slowly)

    def posting() -> Future[Posted]:
        batch = PoolGames.of([Game("Ann", "Bo", 1.0)], moment_now())
        return visit.site.postings.post("blitz", CheckedPosting.of(batch, [None], "", "program"))

    gone = posting()
    gone.cancel()
    later = posting()
    checked.set()
    assert later.result(PATIENCE).number == 2
