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


def run() -> None:
    """Run ``arpad``.

    What takes time at the start are libraries, which make a million objects and no garbage; and at the end
    the interpreter would look through them all once more.
    """
    output = take_over()
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)
    spare_blas()
    warnings.showwarning = tell_warning
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, answer_interrupt)
    try:
        from arpad.cli.app import main

        main(prog_name="arpad")
    except KeyboardInterrupt:  # before there was a command, or after it
        _end_at_once()
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        if end.code == INTERRUPTED:
            _end_at_once()
        sys.exit(exit_code(end.code or 0, output))


def answer_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt as Python does, but not in the midst of its import system.

    There it may come between taking the lock of all imports and the block that gives it back, in a callback
    whose errors Python ignores. Then nobody hears of the interrupt, and every thread that imports waits for
    ever. So it comes again a moment later.
    """
    if frame is None or frame.f_code.co_filename != IMPORTING:
        signal.default_int_handler(number, frame)
    later = Timer(MOMENT, _thread.interrupt_main)
    later.daemon = True
    later.start()


def _end_at_once() -> NoReturn:
    """End as Ctrl-C ends a program: all is tidied up, and nobody waits for the call that was under way."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(INTERRUPTED)
