"""Bad rows: the first one stops, or all of them are set aside in a file. None vanishes."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import IO, TYPE_CHECKING

from arpad.core import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable

HEADER = ("file", "line", "column", "value", "reason", "row")
"""The columns of a file of rejects; ``row`` is the row itself, as CSV (or as it stood, in JSON Lines)."""


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
    """

    line: int
    column: str
    value: str | None
    problem: str
    expected: str = ""
    row: str = ""

    def error(self, file: str) -> BadInput:
        """Return the fault as the error that stops the reading."""
        return BadInput(
            self.problem,
            file=file,
            row=self.line,
            column=self.column or None,
            remedy=self.expected or None,
        )


class Faults:
    """Takes the bad rows: raises the first, or writes them all to a file of rejects.

    The file is written beside its place and moved there by :func:`commit`, so that a reading that fails
    leaves what was there before.

    Args:
        rejects: the file for them; None stops at the first.
    """

    def __init__(self, rejects: str | Path | None = None) -> None:
        self.path = None if rejects is None else Path(rejects)
        self.temporary: Path | None = None
        self.stream: IO[str] | None = None

    @property
    def stops(self) -> bool:
        """Whether the first fault ends the reading."""
        return self.path is None

    def __enter__(self) -> Faults:
        if self.path is not None:
            # A device (/dev/null) is written to; it cannot be replaced.
            device = self.path.exists() and not self.path.is_file()
            part = self.path if device else self.path.with_name(f".{self.path.name}.{token_hex(4)}.part")
            try:
                # Bytes that are no UTF-8 are shown as \\xe9, so that the file itself is.
                self.stream = part.open("w", encoding="utf-8", errors="backslashreplace", newline="")
            except OSError as error:
                problem = f"the rejects cannot be written ({error.strerror})"
                raise BadInput(problem, file=str(self.path)) from error
            self.temporary = None if device else part
            csv.writer(self.stream).writerow(HEADER)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.stream is not None:
            self.stream.close()
        if self.temporary is not None:
            self.temporary.unlink(missing_ok=True)

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
                    file,
                    fault.line,
                    fault.column,
                    escaped(fault.value or ""),
                    fault.problem,
                    escaped(fault.row),
                ]
            )
        return count

    def commit(self) -> None:
        """Put the file of rejects in its place."""
        if self.stream is not None:
            self.stream.close()
        if self.temporary is not None and self.path is not None:
            self.temporary.replace(self.path)
            self.temporary = None


def escaped(text: str) -> str:
    r"""Return text whose bytes outside UTF-8 were kept as surrogates, those shown as ``\xe9``."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
