"""One family of errors: what is wrong, where it is, and what to do about it."""

from __future__ import annotations

from typing import Any, ClassVar

from arpad.core.wording import as_worded, joined, shortened, worded

MOST = 400
"""How many characters a sentence of an error has at most: what stands in a file may be of any length."""


class ArpadError(Exception):
    """Anything that arpad refuses to do, in words for the person who asked.

    Args:
        problem: what is wrong, as a sentence without a full stop. Where pages are to say it in their
            language, a name or a number is filled into it by :func:`arpad.core.wording.worded`.
        file: the file it was found in.
        row: the line of that file, counted from 1 with the header, as an editor shows it.
        unit: what ``row`` counts where it is not lines, such as the objects of a JSON array.
        column: the name of the column.
        article: the rule that is breached, as its rulebook numbers it.
        remedy: what to do about it.
        code: a stable name of the kind of error for programs, such as ``result.unknown-board``; that of the
            class if nothing more is known.
    """

    CODE: ClassVar[str] = "error"

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        row: int | None = None,
        unit: str = "line",
        column: str | None = None,
        article: str | None = None,
        remedy: str | None = None,
        code: str | None = None,
    ) -> None:
        self.code: str = code or self.CODE
        self.problem: str = shortened(problem, MOST)
        self.file: str | None = None if file is None else shortened(file, MOST)
        self.row = row
        self.unit = unit
        self.column: str | None = None if column is None else shortened(column, MOST // 4)
        self.article = article
        self.remedy: str | None = None if remedy is None else shortened(remedy, 2 * MOST)
        super().__init__(str(self))

    @property
    def place(self) -> str:
        """Where it is: ``games.csv, line 7, column result``; empty if it is nowhere in particular."""
        parts: list[str] = []
        if self.file is not None:
            parts.append(self.file)
        if self.row is not None:
            line = self.unit == "line"
            parts.append(worded("line {row}", row=self.row) if line else f"{self.unit} {self.row}")
        if self.column is not None:
            parts.append(worded("column {column}", column=self.column))
        if self.article is not None:
            parts.append(worded("article {article}", article=self.article))
        return joined(parts)

    @property
    def told(self) -> str:
        """The error in words, which pages say in their language: where, what is wrong, and what to do."""
        text = as_worded(self.problem)
        if self.place:
            text = joined([self.place, text], ": ")
        return joined([text, as_worded(self.remedy)], ". ") if self.remedy else text

    def as_dict(self) -> dict[str, Any]:
        """Return the error for JSON; what it does not have is left out, but code, remedy and article."""
        place = {"file": self.file, "row": self.row, "column": self.column}
        return {
            "code": self.code,
            "problem": self.problem,
            "remedy": self.remedy,
            "article": self.article,
            **{name: value for name, value in place.items() if value is not None},
        }

    def __str__(self) -> str:
        return str(self.told)


class BadInput(ArpadError, ValueError):
    """A file, a row, an option or an argument that cannot be what was meant; also a ``ValueError``."""

    CODE: ClassVar[str] = "bad-input"


class NotProvided(ArpadError):
    """Something that this system or record does not have, such as a deviation in Elo."""

    CODE: ClassVar[str] = "not-provided"
