"""The lines of a tournament report file, and the fields in their columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from arpad.core import BadInput, NotProvided, worded

FIRST_ROUND = 92
"""The first column of round 1."""

WIDTH = 10
"""How many columns every round has."""

PLAYER_COLUMNS = (
    ("sex", 10, 10),
    ("title", 11, 13),
    ("name", 15, 47),
    ("rating", 49, 52),
    ("federation", 54, 56),
    ("identity", 58, 68),
    ("birth", 70, 79),
)
"""What of a player stands in which columns, the first and the last (001)."""

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,6}(?:[.,][0-9]{0,6})?|[.,][0-9]{1,6})\Z")


@dataclass(frozen=True)
class ReportLine:
    """One line.

    Args:
        row: its number, from 1.
        text: what it says, without its end.
        end: CR, LF, both or (the last line) nothing.
        file: the file it stands in, for errors.
    """

    row: int
    text: str
    end: str = "\n"
    file: str | None = None

    @property
    def code(self) -> str:
        """The three characters that say what the line is."""
        return self.text[:3]

    def bad(self, problem: str, first: int = 0, last: int = 0, expected: str = "") -> BadInput:
        """Return what is wrong with the line, in some columns (from 1, both included) or as a whole."""
        column = None if not first else str(first) if last in (0, first) else f"{first}-{last}"
        return BadInput(problem, file=self.file, row=self.row, column=column, remedy=expected or None)

    def field(self, first: int, last: int) -> str:
        """Return what stands in some columns (from 1, both included), without outer blanks."""
        return self.text[first - 1 : last].strip()

    def rest(self, first: int = 5) -> str:
        """Return what stands from a column on, without outer blanks."""
        return self.text[first - 1 :].strip()

    def whole(self, first: int, last: int, what: str) -> int | None:
        """Return the whole number in some columns, None where they are blank.

        Raises:
            BadInput: it is none.
        """
        text = self.field(first, last)
        if not text:
            return None
        if _WHOLE.match(text) is None:
            raise self.bad(
                worded("{text!r} is not {what}", text=text, what=what),
                first,
                last,
                worded("Expected a whole number."),
            )
        return int(text)

    def decimal(self, first: int, last: int, what: str) -> Fraction | None:
        """Return the number in some columns, None where they are blank.

        Raises:
            BadInput: it is none.
        """
        text = self.field(first, last)
        return decimal(self, text, what, first, last) if text else None

    def words(self, first: int) -> list[tuple[int, str]]:
        """Return what stands from a column on, apart by blanks, each with its first column."""
        return [
            (match.start() + 1, match[0])
            for match in re.finditer(r"\S+", self.text)
            if match.start() >= first - 1
        ]

    def numbers(self, first: int, what: str) -> list[int]:
        """Return the whole numbers from a column on.

        Raises:
            BadInput: something else stands there.
        """
        numbers = []
        for column, word in self.words(first):
            if _WHOLE.match(word) is None:
                last = column + len(word) - 1
                raise self.bad(
                    worded("{text!r} is not {what}", text=word, what=what),
                    column,
                    last,
                    worded("Expected whole numbers apart by blanks."),
                )
            numbers.append(int(word))
        return numbers


def decimal(line: ReportLine, text: str, what: str, first: int, last: int) -> Fraction:
    """Return a number with a decimal point (or comma), exactly.

    Raises:
        BadInput: it is none.
    """
    if _DECIMAL.match(text) is None:
        raise line.bad(
            worded("{text!r} is not {what}", text=text, what=what),
            first,
            last,
            worded("Expected a number such as 1.5."),
        )
    return Fraction(text.replace(",", "."))


def lines_of(text: str, file: str | None = None) -> tuple[ReportLine, ...]:
    """Cut a text into lines, whichever of CR, LF and CRLF ends each of them."""
    lines = []
    for row, match in enumerate(_LINE.finditer(text), 1):
        if not match[1] and not match[2]:
            break
        lines.append(ReportLine(row, match[1], match[2], file))
        if not match[2]:
            break
    return tuple(lines)


def points_text(value: Fraction, width: int = 4) -> str:
    """Return points as a file has them: one decimal, or as many as they need.

    Raises:
        NotProvided: the columns have no room for them.
    """
    for decimals in range(1, width - 1):
        shifted = value * 10**decimals
        if shifted.denominator == 1:
            whole, rest = divmod(abs(int(shifted)), 10**decimals)
            text = f"{'-' if value < 0 else ''}{whole}.{rest:0{decimals}}"
            if len(text) <= width:
                return text.rjust(width)
    raise NotProvided(worded("a tournament report file has no room for {value} points", value=value))


def put(text: str, first: int, last: int, value: str) -> str:
    """Return a line with something else in some of its columns (from 1, both included)."""
    width = last - first + 1
    return text[: first - 1].ljust(first - 1) + value.ljust(width)[:width] + text[last:]
