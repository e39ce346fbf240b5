"""A file of rejects: bad rows that are set aside, while the others are read."""

from __future__ import annotations

import csv
import io
import re
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.core import BadInput
from arpad.core.hostile import guarded
from arpad.core.overwriting import Kind, begins
from arpad.core.writing import replace
from arpad.record.tables.faults import Faults, escaped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.record.tables.faults import Fault

HEADER = ("file", "line", "column", "value", "reason", "row")
"""The columns of a file of rejects; ``row`` is the row itself, as CSV (or as it stood, in JSON Lines)."""

REJECTS = Kind("a file of rejects", begins(re.compile(",".join(HEADER).encode())))
"""A file of rejects, which is known by its header."""


class Rejects(Faults):
    """Takes the bad rows and writes them all to a file.

    The file appears by :func:`commit`, or with the other files of a set
    (:func:`arpad.core.writing.together`); a reading that fails leaves what was there before.

    Args:
        path: the file for them.
    """

    stops = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.stream: io.TextIOWrapper | None = None
        self._writing = ExitStack()

    def __enter__(self) -> Rejects:
        binary = self._writing.enter_context(replace(self.path, REJECTS))
        # Bytes that are not UTF-8 are shown as \\xe9, so that the file itself is.
        self.stream = io.TextIOWrapper(binary, encoding="utf-8", errors="backslashreplace", newline="")
        csv.writer(self.stream).writerow(HEADER)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        if self.stream is not None:
            with suppress(OSError):
                self.stream.detach()
            self.stream = None
            failed = error or BadInput("the reading was given up")
            with suppress(type(failed)):
                self._writing.__exit__(type(failed), failed, trace)

    def add(self, file: str, faults: Iterable[Fault]) -> int:
        """Write the faults of one file, and return how many there were."""
        assert self.stream is not None
        count = 0
        for count, fault in enumerate(faults, start=1):  # noqa: B007 - the last is how many
            csv.writer(self.stream).writerow(
                [
                    guarded(file),
                    fault.line,
                    guarded(fault.column),
                    guarded(escaped(fault.value or "")),
                    guarded(fault.problem),
                    guarded(escaped(fault.row)),
                ]
            )
        return count

    def commit(self) -> None:
        """Put the file of rejects in its place, or among the files of the set that is being written.

        Raises:
            BadInput: it cannot be written.
        """
        if self.stream is not None:
            with self._writing:
                self.stream.detach()
            self.stream = None
