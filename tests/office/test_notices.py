"""What processes tell each other through PostgreSQL: heard at once, and again after the server was gone."""

from __future__ import annotations

import queue
import shutil
import time
from collections.abc import Iterator

import pytest

from arpad.office.store.database import Database
from arpad.office.store.notices import Listener, notify
from arpad.office.store.opening import open_database
from postgres import Server

PATIENCE = 30.0


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    server.start()
    yield server
    if server.is_running():
        server.stop()
    shutil.rmtree(server.folder)


def tell(database: Database, what: str) -> None:
    with database.writing() as connection:
        notify(connection, what)
        connection.commit()


def until_listens(listener: Listener, *, wanted: bool = True) -> None:
    end = time.monotonic() + PATIENCE
    while listener.listens is not wanted:
        assert time.monotonic() < end, listener.worker.failure
        time.sleep(0.02)


def failed_twice(listener: Listener) -> None:
    end = time.monotonic() + PATIENCE
    while listener.worker.failure is None or listener.worker.failure.count < 2:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_what_another_process_tells_is_heard_at_once_and_after_the_server_was_gone(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    database = open_database(server.url)
    heard: queue.Queue[str] = queue.Queue()
    listener = Listener(database, heard.put)
    listener.start()
    until_listens(listener)
    assert listener.worker.failure is None
    assert heard.get(timeout=PATIENCE) == "", "something may have been missed before"
    tell(database, "tournament cup")
    assert heard.get(timeout=PATIENCE) == "tournament cup"
    server.stop()
    until_listens(listener, wanted=False)
    failed_twice(listener)
    assert "does not answer" in caplog.text
    assert "Traceback" not in caplog.text, "an outage is foreseen, and is not to fill the log"
    server.start()
    until_listens(listener)
    assert listener.worker.failure is None
    assert heard.get(timeout=PATIENCE) == "", "something may have been missed meanwhile"
    tell(database, "queue duel")
    assert heard.get(timeout=PATIENCE) == "queue duel"
    assert database.engine.pool.checkedout() == 0, "a listener has a connection of its own"  # type: ignore[attr-defined]
    listener.close()
    database.close()
