"""What a thread fetches ahead: in its order, and no more once nobody wants it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from arpad.office.store.ahead import PAGES, ahead


def test_all_come_in_their_order() -> None:
    with ahead(iter(range(1, 100))) as numbers:
        assert list(numbers) == list(range(1, 100))
    with ahead(iter(())) as nothing:
        assert list(nothing) == []


def test_what_fails_fails_where_it_would_have_come() -> None:
    def failing() -> Iterator[str]:
        yield "one"
        raise ValueError("no second")

    with ahead(failing()) as answers:
        assert next(answers) == "one"
        with pytest.raises(ValueError, match="no second"):
            next(answers)


def test_whoever_stops_finds_the_thread_ended() -> None:
    """The connection by which it asks is free then."""
    questions = []

    def slow() -> Iterator[int]:
        for at in range(1, 1_000):
            questions.append(at)
            time.sleep(0.01)
            yield at

    before = threading.active_count()
    with ahead(slow()) as numbers:
        assert next(numbers) == 1
    assert threading.active_count() == before
    count = len(questions)
    assert count <= PAGES + 2
    time.sleep(0.05)
    assert len(questions) == count
