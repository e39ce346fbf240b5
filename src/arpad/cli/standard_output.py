"""The standard output where it is closed or full: the work is done to its end, and then it is said."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

UNPRINTED = 2
"""The exit code where what was to be printed could not be, and no event was written."""

INTERRUPTED = 130
"""What a shell reports of a program that Ctrl-C ended: 128 + SIGINT."""

CLOSED_PIPE = 141
"""What a shell reports of a program whose reader, such as ``head``, has seen enough: 128 + SIGPIPE."""


class Output(io.RawIOBase):
    """A descriptor that is written to as long as it can be; after its first failure bytes go nowhere.

    Args:
        descriptor: where to.
        failure: why nothing can be written, if that is known.
    """

    def __init__(self, descriptor: int, failure: OSError | None = None) -> None:
        super().__init__()
        self.descriptor = descriptor
        self.failure = failure

    def writable(self) -> bool:
        """Say that bytes can be written."""
        return True

    def isatty(self) -> bool:
        """Tell whether a person looks at it."""
        return self.failure is None and os.isatty(self.descriptor)

    def fileno(self) -> int:
        """Return the descriptor."""
        return self.descriptor

    def write(self, data: Any) -> int:
        """Write bytes, or note why not."""
        if self.failure is None:
            try:
                return os.write(self.descriptor, data)
            except OSError as error:
                self.failure = error
        return memoryview(data).nbytes


def take_over() -> Output:
    """Put :class:`Output` under ``sys.stdout``, and the null device where a standard stream is closed.

    Whatever is opened later would get a closed stream's number, and what is printed would go into it.
    """
    closed = [number for number in (0, 1, 2) if not _is_open(number)]
    for number in closed:
        os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - open as long as the process
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    missing = sys.stdout is None
    output = Output(1, OSError(errno.EBADF, "it is closed") if missing else None)
    if missing or os.name == "posix" or not sys.stdout.isatty():
        encoding = "utf-8" if missing else sys.stdout.encoding
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(output), encoding=encoding, errors="replace", line_buffering=output.isatty()
        )
    return output


def exit_code(code: int, output: Output) -> int:
    """Return with which code to end, and say on the standard error what could not be printed.

    An event that is written is done, whether that could be printed or not: who tried again because of the
    code would do it twice.

    Args:
        code: what the command ends with by itself.
        output: the standard output.
    """
    sys.stdout.flush()
    if output.failure is None or code:
        return code
    from arpad.core.writing import events_written

    why = f"the standard output cannot be written: {output.failure.strerror}"
    if events_written():
        print(f"arpad: done and written, but {why}", file=sys.stderr)
        return 0
    if output.failure.errno == errno.EPIPE:
        return CLOSED_PIPE
    print(f"arpad: {why}", file=sys.stderr)
    return UNPRINTED


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
