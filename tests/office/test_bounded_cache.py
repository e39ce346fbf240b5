"""What a process keeps in memory has bounds, and nobody waits for somebody else's calculation."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import pytest

from arpad.office import cache as module
from arpad.office.cache import Cache, caches
from arpad.office.turns import Busy


@pytest.fixture
def texts() -> Iterator[Cache[str, str]]:
    yield Cache("texts of a test", 3, 100, len)
    del module._CACHES["texts of a test"]


def test_the_value_that_was_used_longest_ago_is_dropped_first(texts: Cache[str, str]) -> None:
    for key in "abc":
        texts.put(key, key)
    assert texts.get("a") == "a"
    texts.put("d", "d")
    assert [texts.get(key) for key in "abcd"] == ["a", None, "c", "d"]


def test_values_are_bounded_by_bytes(texts: Cache[str, str]) -> None:
    texts.put("a", "a" * 60)
    texts.put("b", "b" * 30)
    texts.put("b", "b" * 50)
    assert (texts.get("a"), texts.state.entries, texts.state.bytes) == (None, 1, 50)
    texts.put("c", "c" * 500)  # alone it stays: without it, it would be calculated at every request
    assert (texts.state.entries, texts.state.bytes) == (1, 500)
    texts.put("d", "d")
    assert (texts.get("c"), texts.state.bytes) == (None, 1)
    texts.drop("d")
    texts.drop("e")
    assert (texts.state.entries, texts.state.bytes) == (0, 0)
    texts.put("f", "f")
    texts.clear()
    assert (texts.state.entries, texts.state.bytes) == (0, 0)


def test_a_cache_tells_how_it_is_used(texts: Cache[str, str]) -> None:
    texts.put("a", "12345")
    assert (texts.get("a"), texts.get("b")) == ("12345", None)
    assert texts.state == ("texts of a test", 1, 5, 3, 100, 1, 1)
    assert texts.state in caches()


def test_a_calculation_keeps_only_those_waiting_who_want_the_same(texts: Cache[str, str]) -> None:
    begun, go_on = Event(), Event()

    def calculate() -> None:
        with texts.calculating("large"):
            begun.set()
            assert go_on.wait(30)
            texts.put("large", "made once")

    first = Thread(target=calculate)
    first.start()
    assert begun.wait(30)
    with texts.calculating("small"):  # at once, although the large one is not there yet
        texts.put("small", "there")
    assert texts.get("small") == "there"
    values = []

    def want() -> None:
        with texts.calculating("large"):
            values.append(texts.get("large"))

    second = Thread(target=want)
    second.start()
    go_on.set()
    first.join(30)
    second.join(30)
    assert values == ["made once"]
    assert texts._turns == {}


def test_a_calculation_that_fails_lets_the_next_one_try(texts: Cache[str, str]) -> None:
    with pytest.raises(ZeroDivisionError), texts.calculating("a"):
        raise ZeroDivisionError
    with texts.calculating("a"):
        texts.put("a", "made")
    assert texts._turns == {}


def test_threads_are_left_for_everybody_else(texts: Cache[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where half of the threads calculate or wait, over all caches, who must wait is refused soon."""
    monkeypatch.setattr(module, "MOST_THREADS", 1)
    with (
        texts.calculating("a"),
        texts.calculating("b"),  # nobody calculates this: it is done
        pytest.raises(Busy, match="too many requests wait"),
        texts.calculating("a"),
    ):
        raise AssertionError
    assert module._THREADS._count == 0
