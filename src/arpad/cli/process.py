"""The command as a process of its own, where arpad may settle what a library must leave alone."""

from __future__ import annotations

import _thread
import atexit
import contextlib
import gc
import os
import signal
import sys
import warnings
from threading import Timer
from types import FrameType
from typing import NoReturn, TextIO

from arpad.cli.standard_output import INTERRUPTED, exit_code, take_over
from arpad.compiled.numba_start import spare_blas

IMPORTING = "<frozen importlib._bootstrap>"
"""Where the code of Python's import system says that it lies."""

MOMENT = 0.02
"""Seconds after which an interrupt that came in the midst of an import comes again."""

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""What tells NumPy's OpenBLAS how many threads it may begin: in its own words, and in those of OpenMP."""

COLLECT_AFTER = 100_000
"""How many objects are made before the interpreter looks for garbage among them; its own choice is 700."""


def tell_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say a warning as the command says its notes: without the line of code that gave it."""
    from arpad.cli.events import tell

    tell([str(message)])


class Ending:
    """The end of the process, once all threads are done and all that libraries do at the end."""

    def __init__(self) -> None:
        self.code: int | None = None
        """With which it ends; None where an error is still to be shown."""

    def last(self) -> None:
        """End it at once; registered before any library is there, this comes after all that they register."""
        if self.code is not None:
            _end_at_once(self.code)


def run() -> None:
    """Run ``arpad``.

    What takes time at the start are libraries, which make a million objects and no garbage; and at the end
    the interpreter would take them all apart, one by one.
    """
    output = take_over()
    gc.set_threshold(COLLECT_AFTER)
    ending = Ending()
    atexit.register(ending.last)
    spare_blas()
    keep_blas_to_one_thread()
    warnings.showwarning = tell_warning
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, answer_interrupt)
    try:
        from arpad.cli.app import main

        main(prog_name="arpad")
    except KeyboardInterrupt:  # before there was a command, or after it
        _end_at_once(INTERRUPTED)
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        if end.code == INTERRUPTED:
            _end_at_once(INTERRUPTED)
        ending.code = exit_code(end.code or 0, output)
        sys.exit(ending.code)


def keep_blas_to_one_thread() -> None:
    """Let OpenBLAS begin no threads, unless the user has said how many.

    It begins one for every core when NumPy is loaded, and each waits for work in a loop that keeps its core
    busy for a tenth of a second: a third of what a short command costs. The laboratory's matrices are small,
    and their sums are now the same whatever the number of cores.
    """
    if not any(name in os.environ for name in BLAS_THREADS):
        os.environ[BLAS_THREADS[0]] = "1"


def answer_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt as Python does, but not in the midst of its import system, nor in a finalizer.

    In the import system it may come between taking the lock of all imports and the block that gives it back,
    in a callback whose errors Python ignores, as it ignores those of a finalizer. Then nobody hears of the
    interrupt, and every thread that imports waits for ever. So it comes again a moment later.
    """
    if frame is None or not (frame.f_code.co_filename == IMPORTING or _is_in_finalizer(frame)):
        signal.default_int_handler(number, frame)
    later = Timer(MOMENT, _thread.interrupt_main)
    later.daemon = True
    later.start()


def _is_in_finalizer(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


def _end_at_once(code: int) -> NoReturn:
    """End the process: all is tidied up, and nobody waits for what is still there."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)
