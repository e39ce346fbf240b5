"""Bad rows: the first one stops, or all of them are set aside in a file. None vanishes."""

from __future__ import annotations

import csv
import io
import re
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.core import BadInput
from arpad.core.hostile import guarded
from arpad.core.overwriting import Kind, begins

if TYPE_CHECKING:
    from collections.abc import Iterable

HEADER = ("file", "line", "column", "value", "reason", "row")
"""The columns of a file of rejects; ``row`` is the row itself, as CSV (or as it stood, in JSON Lines)."""

REJECTS = Kind("a file of rejects", begins(re.compile(",".join(HEADER).encode())))
"""A file of rejects, which is known by its header."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with one row.

    Args:
        line: the line of the file where the row begins, the header being line 1; for a table without
            lines (Parquet, a DataFrame) the number of the row, from 1.
        column: the header's name of the column; empty where the row as a whole is wrong.
        value: what stands there; None where nothing does.
        problem: what is wrong, as a sentence without a full stop.
        expected: what should be there instead.
        row: the whole row as text.
        unit: what ``line`` counts.
    """

    line: int
    column: str
    value: str | None
    problem: str
    expected: str = ""
    row: str = ""
    unit: str = "line"

    def error(self, file: str) -> BadInput:
        """Return the fault as the error that stops the reading."""
        return BadInput(
            self.problem,
            file=file,
            row=self.line,
            unit=self.unit,
            column=self.column or None,
            remedy=self.expected or None,
        )


class Faults:
    """Takes the bad rows: raises the first, or writes them all to a file of rejects.

    The file appears by :func:`commit`, or with the other files of a set
    (:func:`arpad.core.writing.together`); a reading that fails leaves what was there before.

    Args:
        rejects: the file for them; None stops at the first.
    """

    def __init__(self, rejects: str | Path | None = None) -> None:
        self.path: Path | None = None if rejects is None else Path(rejects)
        self.stream: io.TextIOWrapper | None = None
        self._writing = ExitStack()

    @property
    def stops(self) -> bool:
        """Whether the first fault ends the reading."""
        return self.path is None

    def __enter__(self) -> Faults:
        if self.path is not None:
            from arpad.core.writing import replace

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
        """Take the faults of one file, in the order of its lines, and return how many there were.

        Raises:
            BadInput: the first of them, where nobody wants the others.
        """
        count = 0
        for count, fault in enumerate(faults, start=1):  # noqa: B007 - the last is how many
            if self.stream is None:
                raise fault.error(file)
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


class KeptFaults(Faults):
    """Keeps the bad rows, each with its file, instead of stopping at the first or writing them to a file."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[tuple[str, Fault]] = []

    @property
    def stops(self) -> bool:
        """No fault ends the reading."""
        return False

    def add(self, file: str, faults: Iterable[Fault]) -> int:
        """Keep the faults of one file, and return how many there were."""
        before = len(self.kept)
        self.kept += ((file, fault) for fault in faults)
        return len(self.kept) - before


def escaped(text: str) -> str:
    r"""Return text whose bytes outside UTF-8 were kept as surrogates, those shown as ``\xe9``."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
