"""Long work is waited for so that an interrupt is answered, and what it comes to is what it returns."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from contextvars import ContextVar
from pathlib import Path

import pytest

from arpad.core.waiting import InTurn, beside, interruptible, result, shared, started

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

MINUTES = """
import hashlib
from arpad.core.waiting import InTurn, beside, interruptible, result, shared

def work():  # minutes of machine code, which looks for no interrupt
    return hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)

def idle():
    print("begun", flush=True)
    {how}

idle()
"""


def ended(how: str, within: float) -> str:
    """Run the code, interrupt it, and return what it says when it ends, which it must do in time."""
    source = str(Path(__file__).parents[2] / "src")
    words = [sys.executable, "-c", MINUTES.format(how=how)]
    with subprocess.Popen(
        words, env={"PYTHONPATH": source}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stderr is not None
            assert running.stdout.readline() == "begun\n"
            time.sleep(0.2)
            running.send_signal(signal.SIGINT)
            running.wait(within)
            return running.stderr.read()
        finally:
            running.kill()


@pytest.mark.parametrize(
    "how",
    [
        "interruptible(work)",
        "with beside(work):\n        interruptible(work)",
        "shared(lambda part: work(), range(3))",
        "result(InTurn().begin(work))",
    ],
)
def test_an_interrupt_is_answered_while_machine_code_runs(how: str) -> None:
    said = ended(how, within=5.0)  # a moment, and a shared machine may be slow
    assert said.rstrip().endswith("KeyboardInterrupt")


def test_without_it_the_interrupt_waits() -> None:
    """What the test above rests on: the same work in the main thread answers nothing."""
    with pytest.raises(subprocess.TimeoutExpired):
        ended("work()", within=0.5)


def test_the_result_and_the_error_are_the_calls() -> None:
    assert interruptible(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
    with pytest.raises(TimeoutError, match="of the call"):  # not taken for that of the waiting
        interruptible(lambda: (_ for _ in ()).throw(TimeoutError("of the call")))
    assert result(started(lambda: "done")) == "done"


def test_the_call_knows_the_context_of_who_waits() -> None:
    told: ContextVar[str] = ContextVar("told", default="nothing")
    told.set("this")
    assert interruptible(told.get) == "this"


def test_in_another_thread_nothing_is_started() -> None:
    found: list[int] = []
    thread = threading.Thread(
        target=lambda: found.append(interruptible(threading.get_ident) - threading.get_ident())
    )
    thread.start()
    thread.join()
    assert found == [0]
    assert interruptible(threading.get_ident) != threading.get_ident()


def test_what_runs_beside_is_waited_for_unless_the_block_fails() -> None:
    go = threading.Event()
    with beside(lambda: go.wait(0.2)) as found:
        assert not found.done()
    assert found.result() is False
    with pytest.raises(ValueError, match="the block"), beside(lambda: go.wait(20)) as found:
        raise ValueError("the block")
    assert not found.done()
    go.set()


def test_what_fails_beside_is_told_to_whoever_asks() -> None:
    with beside(lambda: 1 // 0) as found:
        pass
    with pytest.raises(ZeroDivisionError):
        found.result()


def test_parts_are_made_by_several_threads_and_come_in_their_order() -> None:
    together = threading.Barrier(min(2, os.cpu_count() or 1))

    def square(number: int) -> int:
        together.wait(20)  # on two cores both work at the same time
        return number * number

    assert shared(square, [3, 1, 2, 4]) == [9, 1, 4, 16]
    assert shared(square, []) == []


def test_after_a_part_that_fails_no_further_part_is_begun() -> None:
    begun: list[int] = []
    parts = 1000

    def some(number: int) -> int:
        begun.append(number)
        time.sleep(0.002)
        return 10 // number

    with pytest.raises(ZeroDivisionError):
        shared(some, range(parts))
    time.sleep(0.05)
    assert len(begun) < parts


def test_calls_in_turn_are_made_one_after_another() -> None:
    turn, go = InTurn(), threading.Event()
    order: list[int] = []

    def slow() -> None:
        go.wait(20)
        order.append(1)

    first, second = turn.begin(slow), turn.begin(lambda: order.append(2))
    failed, last = turn.begin(lambda: 1 // 0), turn.begin(threading.current_thread)
    assert not first.done()
    go.set()
    thread = result(last)
    assert order == [1, 2]
    assert second.done()
    with pytest.raises(ZeroDivisionError):
        result(failed)
    del turn
    thread.join(20)
    assert not thread.is_alive()


def test_a_call_that_holds_its_own_thread_is_let_go_when_it_is_done() -> None:
    class Holder:
        def __init__(self) -> None:
            self.turn = InTurn()

        def work(self) -> None:
            result(self.turn.begin(lambda: bool(self)))

    before = set(threading.enumerate())
    holder = Holder()
    (thread,) = set(threading.enumerate()) - before
    holder.work()
    del holder
    gc.collect()
    thread.join(10.0)
    assert not thread.is_alive()
