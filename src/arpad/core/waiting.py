"""Waiting for long work so that an interrupt (Ctrl-C) is answered at once.

Python answers an interrupt between two of its own instructions, in its main thread. A loop of machine code,
or of a library, may run for half a minute between two of them. So such work runs in a thread of its own, for
which the main thread waits. What is interrupted is the waiting: the call that is under way goes on behind it,
on arrays that nobody sees any more, and ends by itself, or with the process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from threading import Event, Lock, Thread, current_thread, main_thread
from typing import TYPE_CHECKING, TypeVar, cast

from arpad.core import progress

if TYPE_CHECKING:
    from concurrent.futures import Future
    from queue import SimpleQueue

P = TypeVar("P")
T = TypeVar("T")

MOMENT = 0.1
"""Seconds after which whoever waits looks up: on Windows a wait without end answers no interrupt."""


def started(call: Callable[[], T]) -> Future[T]:
    """Begin a call in a thread of its own, for which nobody waits at the end of the process."""
    from concurrent.futures import Future

    future: Future[T] = Future()
    context = copy_context()

    def run() -> None:
        try:
            future.set_result(context.run(call))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future


def result(future: Future[T]) -> T:
    """Wait for what a call comes to; an interrupt ends the waiting.

    Raises:
        BaseException: whatever the call raised.
    """
    _wait(future)
    return future.result()


def interruptible(call: Callable[[], T]) -> T:
    """Return what a long call returns, which is made so that an interrupt is answered while it runs.

    Only the main thread is interrupted: in others the call is made as it is.

    Raises:
        KeyboardInterrupt: there was an interrupt.
    """
    return result(started(call)) if current_thread() is main_thread() else call()


@contextmanager
def beside(call: Callable[[], T]) -> Iterator[Future[T]]:
    """Make a call in a thread of its own while the block runs, and wait for it at the end of the block.

    How far the call is, it tells nobody: the block is what is waited for. Where the block fails, or is
    interrupted, nobody waits. What the call raises is for whoever asks the future for its result.
    """
    with progress.listening(None):
        future = started(call)
    yield future
    _wait(future)


def shared(call: Callable[[P], T], parts: Sequence[P]) -> list[T]:
    """Return what a call makes of every part, in their order, the work shared among all cores.

    The parts count alike in how far the work is (:mod:`arpad.core.progress`). After an interrupt, or where
    a call fails, no further part is begun, and nobody waits for those that are under way.

    Raises:
        BaseException: what the call raised of the first part that failed.
    """
    from concurrent.futures import Future

    futures: list[Future[T]] = [Future() for _ in parts]
    waiting = iter(list(zip(parts, futures, progress.parts(len(parts)), strict=True)))
    turn, over = Lock(), Event()

    def work() -> None:
        while not over.is_set():
            with turn:
                part, future, listener = next(waiting, (None, None, None))
            if future is None:
                return
            try:
                with progress.listening(listener):
                    value = call(cast(P, part))
                    progress.tell(1.0)
                future.set_result(value)
            except BaseException as error:
                future.set_exception(error)
                return

    for _ in range(min(len(parts), os.cpu_count() or 1)):
        started(work)
    try:
        return [result(each) for each in futures]
    finally:
        over.set()


class InTurn:
    """A thread that makes calls one after another, and for which nobody waits at the end of the process."""

    def __init__(self) -> None:
        from queue import SimpleQueue

        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        Thread(target=_call_in_turn, args=(self._calls,), daemon=True).start()

    def begin(self, call: Callable[[], T]) -> Future[T]:
        """Make a call when those before it are done."""
        from concurrent.futures import Future

        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)

        self._calls.put(run)
        return future

    def __del__(self) -> None:
        self._calls.put(None)


def _call_in_turn(calls: SimpleQueue[Callable[[], None] | None]) -> None:
    while (call := calls.get()) is not None:
        call()
        del call  # it may hold the InTurn, whose end is what ends the waiting for the next call


def _wait(future: Future[T]) -> None:
    # A bare lock: an interrupt within a condition of concurrent.futures may leave its lock released twice.
    over = Lock()
    over.acquire()
    future.add_done_callback(lambda _: over.release())
    while not over.acquire(timeout=MOMENT):
        pass
