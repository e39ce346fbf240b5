"""Bad rows: the first one stops, or all of them are kept. None vanishes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.core import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    """Takes the bad rows: raises the first."""

    stops: bool = True
    """Whether the first fault ends the reading."""

    def add(self, file: str, faults: Iterable[Fault]) -> int:
        """Take the faults of one file, in the order of its lines, and return how many there were.

        Raises:
            BadInput: the first of them, where nobody wants the others.
        """
        for fault in faults:
            raise fault.error(file)
        return 0


class KeptFaults(Faults):
    """Keeps the bad rows, each with its file, instead of stopping at the first."""

    stops = False

    def __init__(self) -> None:
        self.kept: list[tuple[str, Fault]] = []

    def add(self, file: str, faults: Iterable[Fault]) -> int:
        """Keep the faults of one file, and return how many there were."""
        before = len(self.kept)
        self.kept += ((file, fault) for fault in faults)
        return len(self.kept) - before


def escaped(text: str) -> str:
    r"""Return text whose bytes outside UTF-8 were kept as surrogates, those shown as ``\xe9``."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
