"""The players' lines (001): who they are, and their line of results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arpad.core import BadInput, worded
from arpad.tournament.model import Colour, Entrant
from arpad.tournament.results import Result
from arpad.tournament.trf import what
from arpad.tournament.trf.fields import FIRST_ROUND, WIDTH, ReportLine

RESULTS = {result.value: result for result in Result}
_UNPAIRED = {
    "": Result.ZERO_BYE,
    "Z": Result.ZERO_BYE,
    "H": Result.HALF_BYE,
    "F": Result.FULL_BYE,
    "U": Result.PAIRING_BYE,
    # Notations of older programs for a round without an opponent.
    "+": Result.FULL_BYE,
    "=": Result.HALF_BYE,
    "-": Result.ZERO_BYE,
}


@dataclass(frozen=True)
class Cell:
    """What a player's line says of one round.

    Args:
        opponent: the number, 0 for none.
        colour: ``w``, ``b`` or none.
        result: blank is a game still pending, or a round without a game.
    """

    opponent: int
    colour: Colour
    result: Result


@dataclass(frozen=True)
class PlayerRow:
    """A player's line.

    Args:
        line: where it stands; of a line whose columns are bytes, with a character for every byte.
        entrant: the player.
        points: what the file says the player has; None where it says nothing.
        rank: the same of the rank.
        cells: one for each round, None where the columns are blank.
        bytewise: whether its columns are the bytes of UTF-8, not the characters.
    """

    line: ReportLine
    entrant: Entrant
    points: Fraction | None
    rank: int | None
    cells: tuple[Cell | None, ...]
    bytewise: bool = False

    def cell(self, at: int) -> Cell | None:
        """Return what stands for a round (from 1)."""
        return self.cells[at - 1] if at <= len(self.cells) else None


WORDS = ("name", "title", "federation", "sex", "identity", "birth")
"""What of a player is text."""


def columns(at: int) -> tuple[int, int]:
    """Return the first and the last column of a round's opponent, colour and result."""
    first = FIRST_ROUND + WIDTH * (at - 1)
    return first, first + 7


def spread(text: str) -> str:
    """Return a text with a character for every byte of its UTF-8."""
    return text.encode().decode("latin-1")


def gathered(text: str) -> str:
    """Return what was spread, a character cut in two aside."""
    return text.encode("latin-1").decode("utf-8", "replace")


def player_rows(lines: Iterable[ReportLine]) -> dict[int, PlayerRow]:
    """Read the players' lines, by number.

    Some programs count columns in bytes. If a line has its columns in their places only so, all lines do.

    Raises:
        BadInput: one is bad, or two have the same number.
    """
    players = [line for line in lines if line.code == "001"]
    rows = [_row_either_way(line) for line in players]
    if any(row.bytewise for row in rows):
        rows = [_row_either_way(row.line, True) if not row.bytewise else row for row in rows]
    by_number: dict[int, PlayerRow] = {}
    for row in rows:
        number = row.entrant.number
        if number in by_number:
            before = by_number[number].line.row
            raise row.line.bad(
                worded(
                    "the starting rank {number} stands in line {before} too", number=number, before=before
                ),
                5,
                8,
            )
        by_number[number] = row
    return dict(sorted(by_number.items()))


def _row_either_way(line: ReportLine, bytes_first: bool = False) -> PlayerRow:
    if line.text.isascii():
        return _row(line)
    try:
        return _row(line, bytes_first)
    except BadInput:
        try:
            return _row(line, not bytes_first)
        except BadInput:
            pass
        raise


def _row(line: ReportLine, bytewise: bool = False) -> PlayerRow:
    if bytewise:
        row = _row(replace(line, text=spread(line.text)))
        own = row.entrant
        words: dict[str, Any] = {name: gathered(getattr(own, name)) for name in WORDS}
        return replace(row, entrant=replace(own, **words), bytewise=True)
    number = line.whole(5, 8, what.STARTING_RANK)
    if not number:
        raise line.bad(worded("the player has no starting rank"), 5, 8, worded("Expected a number from 1."))
    _blank(line, 4, 4)
    rating = line.whole(49, 52, what.RATING)
    entrant = Entrant(
        number,
        line.field(15, 47),
        rating or 0,
        title=line.field(11, 13),
        federation=line.field(54, 56),
        sex=line.field(10, 10),
        identity=line.field(58, 68),
        birth=line.field(70, 79),
    )
    points = line.decimal(81, 84, what.POINTS)
    rank = line.whole(86, 89, what.RANK)
    count = (len(line.text.rstrip()) - FIRST_ROUND) // WIDTH + 1
    cells = tuple(_cell(line, at) for at in range(1, count + 1))
    return PlayerRow(line, entrant, points, rank, cells)


def _cell(line: ReportLine, at: int) -> Cell | None:
    first, last = columns(at)
    text = line.text[first - 1 : last].ljust(last - first + 1)
    for gap in (first - 1, first + 4, first + 6, last + 1):
        _blank(line, gap, at)
    if not text.strip():
        return None
    opponent = line.whole(first, first + 3, f"the number of the opponent of round {at}") or 0
    colour = text[5].lower()
    if colour not in "wb- ":
        raise line.bad(
            worded("{text!r} is not a colour", text=text[5]),
            first + 5,
            first + 5,
            worded("Expected w, b or -."),
        )
    letter = text[7].strip().upper()
    side: Colour = "w" if colour == "w" else "b" if colour == "b" else ""
    if not opponent:
        if letter == Result.PENDING.value:
            return None
        bye = _UNPAIRED.get(letter)
        if bye is None:
            problem = worded(
                "round {at} has the result {letter!r} of a game, and no opponent", at=at, letter=letter
            )
            raise line.bad(problem, first, last, worded("Expected H, F, U or Z, or the opponent's number."))
        return Cell(0, "", bye)
    result = RESULTS.get(letter, Result.PENDING) if letter else Result.PENDING
    if (letter and letter not in RESULTS) or result.bye:
        raise line.bad(
            worded("{text!r} is not the result of a game", text=text[7]),
            last,
            last,
            worded("Expected 1, =, 0, +, -, W, D, L or a blank."),
        )
    return Cell(opponent, side, result)


def _blank(line: ReportLine, column: int, at: int) -> None:
    if line.text[column - 1 : column].strip():
        problem = worded("{text!r} stands between two columns", text=line.text[column - 1])
        raise line.bad(problem, column, column, worded("Expected a blank: is the line shifted?"))
