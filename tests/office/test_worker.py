"""Workers beside the requests: begun, hurried, closed; they outlive what is raised, and set aside what fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from queue import Queue

import pytest

from arpad.office import worker as module
from arpad.office.worker import MOST_ITEMS, Worker, pause_after

PATIENCE = 20.0
HOUR = 3600.0


class Clock:
    """Seconds that go on when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def worker() -> Iterator[Callable[..., Worker]]:
    """Make workers that are closed at the end."""
    workers: list[Worker] = []

    def make(*args: object, **settings: object) -> Worker:
        workers.append(Worker(*args, **settings))  # type: ignore[arg-type]
        return workers[-1]

    yield make
    for each in workers:
        each.close()


def threads(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == f"arpad {name}"]


@pytest.mark.parametrize(
    ("count", "least", "most"),
    [(1, 0.75, 1.0), (2, 1.5, 2.0), (6, 24.0, 32.0), (7, 45.0, 60.0), (10**9, 45.0, 60.0)],
)
def test_pauses_grow_from_a_second_to_a_minute(count: int, least: float, most: float) -> None:
    pauses = [pause_after(count) for _ in range(200)]
    assert least <= min(pauses) < max(pauses) <= most


def test_one_thread_lives_as_long_as_the_worker(worker: Callable[..., Worker]) -> None:
    pauses: Queue[float | None] = Queue()
    done: Queue[float | None] = Queue()

    def work() -> float | None:
        done.put(pause := pauses.get(timeout=PATIENCE))
        return pause

    live = worker("lives", work)
    assert not threads("lives")
    live.begin()
    live.begin()
    for pause in (0.001, 0.001, None):
        pauses.put(pause)
        assert done.get(timeout=PATIENCE) == pause
    pauses.put(None)
    assert len(threads("lives")) == 1
    live.begin()
    pauses.put(None)
    done.get(timeout=PATIENCE)
    live.close()
    pauses.put(None)
    for thread in threads("lives"):
        thread.join(PATIENCE)
    live.begin()
    assert not threads("lives")


def test_who_begins_during_the_last_look_is_not_forgotten(worker: Callable[..., Worker]) -> None:
    looks: Queue[int] = Queue()

    def work() -> None:
        looks.put(looks.qsize())
        if looks.qsize() == 1:
            live.begin()  # as somebody would who came after the look at the database

    live = worker("last look", work)
    live.begin()
    assert [looks.get(timeout=PATIENCE), looks.get(timeout=PATIENCE)]


def test_what_waits_is_hurried(worker: Callable[..., Worker]) -> None:
    done: Queue[int] = Queue()

    def work() -> float:
        done.put(1)
        return HOUR

    live = worker("hurried", work)
    live.begin()
    done.get(timeout=PATIENCE)
    live.hurry()
    done.get(timeout=PATIENCE)


@pytest.mark.parametrize("raised", [ValueError("no such board"), MemoryError(), SystemExit(1), KeyError("x")])
def test_whatever_is_raised_is_logged_and_counted_and_the_work_is_done_again(
    worker: Callable[..., Worker],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    raised: BaseException,
) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)
    counts: list[str] = []
    errors: list[BaseException] = [raised, raised]
    works: Queue[int] = Queue()

    def work() -> float:
        if errors:
            raise errors.pop()
        works.put(1)
        return HOUR

    live = worker("webhooks", work, counts.append)
    with caplog.at_level(logging.WARNING):
        live.begin()
        works.get(timeout=PATIENCE)
        live.hurry()
        works.get(timeout=PATIENCE)  # what follows the first success is done
    assert counts == ["webhooks", "webhooks"]
    assert live.failure is None
    failures = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(failures) == 2
    assert all(record.exc_info and record.exc_info[1] is raised for record in failures), "with its traceback"
    assert "webhooks works again after 2 failures" in caplog.messages


def test_a_failure_says_since_when_and_how_often(
    worker: Callable[..., Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)
    rounds: Queue[int] = Queue()

    def work() -> float:
        rounds.put(1)
        if rounds.qsize() < 4:
            raise ValueError("broken")
        monkeypatch.setattr(module, "FIRST_PAUSE", HOUR)
        monkeypatch.setattr(module, "LONGEST_PAUSE", HOUR)
        raise ValueError("the last one")

    live = worker("counts", work)
    live.begin()
    while live.failure is None or live.failure.count < 4:
        threading.Event().wait(0.01)
    assert live.failure.error == "ValueError: the last one"
    summary = module.summary(live)
    assert summary["failures"] == 4
    assert str(summary["failing_since"]).endswith("+00:00")
    live.hurry()  # requests do not set the pace of work that fails
    threading.Event().wait(0.05)
    assert live.failure.count == 4


def test_an_item_that_fails_is_set_aside_and_the_others_go_on(worker: Callable[..., Worker]) -> None:
    clock = Clock()
    counts: list[str] = []
    live = worker("live", lambda: None, counts.append, clock)

    def broken() -> int:
        raise ValueError("damaged")

    assert live.attempt("tournament a", broken) is None
    assert live.attempt("tournament b", lambda: 7) == 7
    assert live.attempt("tournament a", lambda: 1) is None, "it has its pause"
    clock.now += 1.0
    assert live.attempt("tournament a", broken) is None
    clock.now += 1.0
    assert not live.is_due("tournament a"), "the second pause is longer"
    (failure,) = live.set_aside()
    assert (failure.item, failure.count, failure.error) == ("tournament a", 2, "ValueError: damaged")
    assert live.failure is None, "the work as a whole does not fail"
    assert counts == ["live", "live"]
    clock.now += 1.0
    assert live.attempt("tournament a", lambda: 1) == 1
    assert live.set_aside() == []


def test_what_is_remembered_is_bounded(worker: Callable[..., Worker]) -> None:
    live = worker("many", lambda: None)

    def broken() -> int:
        raise SystemExit

    for at in range(MOST_ITEMS + 50):
        live.attempt(f"item {at}", broken)
    assert len(live.set_aside()) == MOST_ITEMS
    assert live.is_due("item 0")


def test_who_counts_may_fail(worker: Callable[..., Worker]) -> None:
    def count(name: str) -> None:
        raise OSError("no space left")

    live = worker("counted", lambda: None, count)
    assert live.attempt("item", lambda: 1 / 0) is None
    assert len(live.set_aside()) == 1
