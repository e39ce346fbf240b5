"""Work beside the requests: begun, hurried, ended, and never forgotten between two looks."""

from __future__ import annotations

import threading
from queue import Queue

from arpad.web.background import Background

PATIENCE = 20.0
HOUR = 3600.0


def threads(name: str) -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == name]


def ended(name: str) -> None:
    for one in threads(name):
        one.join(PATIENCE)
    assert not threads(name)


def test_a_thread_is_there_while_there_is_something_to_do() -> None:
    left: Queue[float | None] = Queue()
    done: Queue[float | None] = Queue()

    def work() -> float | None:
        done.put(pause := left.get(timeout=PATIENCE))
        return pause

    one = Background("while", work)
    assert not threads("while")
    one.begin()
    one.begin()  # the thread is there already
    for pause in (0.001, 0.001, None):
        left.put(pause)
        assert done.get(timeout=PATIENCE) == pause
    left.put(None)  # it is asked once more: begun again since the look began, or before it
    ended("while")
    one.begin()
    left.put(None)
    ended("while")


def test_who_begins_during_the_last_look_is_not_forgotten() -> None:
    looked: list[int] = []

    def work() -> None:
        looked.append(len(looked))
        if len(looked) == 1:
            one.begin()  # as somebody would who came after the look at the database

    one = Background("last look", work)
    one.begin()
    ended("last look")
    assert looked == [0, 1]


def test_what_waits_is_hurried_and_ended() -> None:
    done: Queue[int] = Queue()

    def work() -> float:
        done.put(1)
        return HOUR

    one = Background("hurried", work)
    one.begin()
    done.get(timeout=PATIENCE)
    one.hurry()
    done.get(timeout=PATIENCE)
    one.close()
    ended("hurried")
    assert one.over
    one.begin()
    assert not threads("hurried")
    assert done.empty()
