"""Answers of a database that are wanted one after the other: a thread fetches the next ones meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

PAGES = 8
"""Answers that wait at most: a few hundred thousand bytes each."""


@contextmanager
def ahead(answers: Iterator[T]) -> Iterator[Iterator[T]]:
    """Yield what an iterator yields, which a thread asks for the next ones.

    Within, nobody else uses the connection by which it asks. At the end the thread has ended too.
    """
    other = ThreadPoolExecutor(1)
    try:
        yield _in_turn(other, answers)
    finally:
        other.shutdown(cancel_futures=True)


def _in_turn(other: ThreadPoolExecutor, answers: Iterator[T]) -> Iterator[T]:
    coming = deque(other.submit(next, answers, None) for _ in range(PAGES))
    while (answer := coming.popleft().result()) is not None:
        coming.append(other.submit(next, answers, None))
        yield answer
