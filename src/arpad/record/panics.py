"""Panics: what polars prints when it gives up on a damaged file is kept from the standard error.

A panic is raised as an exception too, and said in our words; the report that precedes it, with places in the
source of polars and a stack, is written to the file descriptor by its hook, which nothing in Python reaches.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import BinaryIO

STDERR = 2
"""The file descriptor that the hook writes to."""

PANIC = rb"(?ms)^\n?thread '[^\n]*' (\(\d+\) )?panicked at .*\Z"
"""The report of a panic, with all that follows."""


class _Aside:
    """The standard error while it is set aside, by however many threads at once."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.users = 0
        self.kept: BinaryIO | None = None
        self.real = -1

    def begin(self) -> None:
        with self.lock:
            self.users += 1
            if self.users > 1:
                return
            from tempfile import TemporaryFile

            with suppress(OSError, ValueError, AttributeError):
                sys.stderr.flush()
            try:
                kept = TemporaryFile()  # noqa: SIM115 - closed where the last thread ends
            except OSError:
                return
            try:
                self.real = os.dup(STDERR)
                os.dup2(kept.fileno(), STDERR)
            except OSError:  # there is no standard error
                kept.close()
                self._close()
                return
            self.kept = kept

    def end(self) -> None:
        with self.lock:
            self.users -= 1
            if self.users or self.kept is None:
                return
            with suppress(OSError, ValueError, AttributeError):
                sys.stderr.flush()
            os.dup2(self.real, STDERR)
            kept, self.kept = self.kept, None
            with kept:
                kept.seek(0)
                other = re.sub(PANIC, b"", kept.read())
            with suppress(OSError):
                while other:
                    other = other[os.write(STDERR, other) :]
            self._close()

    def _close(self) -> None:
        if self.real >= 0:
            os.close(self.real)
            self.real = -1


_ASIDE = _Aside()


@contextmanager
def without_panic_reports() -> Iterator[None]:
    """Drop the report of a panic from the standard error; what was written before it appears at the end."""
    _ASIDE.begin()
    try:
        yield
    finally:
        _ASIDE.end()
