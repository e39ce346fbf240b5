"""Tables without a header: the first line is a row of games, and the values alone tell the columns.

The columns are called by their numbers, from 1 on, so that a choice can name them (``first=6``). Two columns
that have names in common name the sides; what they made stands beside them, or in one cell (``2:1``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from arpad.core.score import points_of
from arpad.record.cells.dates import seconds_of, shape_of
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.tables.header import names_games

MOSTLY = 0.9
"""The share of the values below that have to be of the kind of the value on the first line."""

FEWEST = 3
"""How many different words a column of names has at least."""

ALIKE = 0.4
"""The share of the names in the column with fewer that the other one has too, if they name the sides."""

MOST = 300.0
"""The most that a side makes in a game; larger numbers are ids, years or attendances."""

_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_TWO = re.compile(r"\d{1,3}\s*[-–:/]\s*\d{1,3}")


def _kind(value: str) -> str:
    """Return what a value is: a number, a date, a time of day, two numbers, or text; empty for a blank."""
    text = value.strip()
    if not text:
        return ""
    if _NUMBER.fullmatch(text):
        return "number"
    if "½" in text or "1/2-1/2" in text:
        return "two" if points_of(text) is not None else "text"
    if shape_of(text) is not None and not _TWO.fullmatch(text):
        return "date"
    if re.fullmatch(r"\d?\d:\d\d(:\d\d)?", text) and seconds_of(text) is not None:
        return "clock"
    return "two" if _TWO.fullmatch(text) else "text"


def _kind_below(values: Sequence[str | None]) -> str:
    """Return the kind of nearly all values of a column; ``text`` where they have several."""
    kinds = [kind for kind in (_kind(value or "") for value in values) if kind]
    for kind in dict.fromkeys(kinds):
        if kinds.count(kind) >= MOSTLY * len(kinds):
            return kind
    return "text" if kinds else ""


def is_headerless(header: Sequence[str], rows: Sequence[Sequence[str | None]]) -> bool:
    """Tell whether the first line of a table is a row like those below it.

    One of its values is a date, a result or a number above others of this kind, and none is text above these.
    Numbers that count on (1, 2, 3, or years) are the names of columns.

    Args:
        header: the first line.
        rows: those below it; at least one.
    """
    whole = [row for row in rows if len(row) == len(header)]
    if len(header) < 4 or not whole or names_games(header):
        return False
    kinds = [_kind(value) for value in header]
    columns = list(zip(*whole, strict=True))
    below = [_kind_below(column) for column in columns]
    if any(kind == "text" and under not in ("text", "") for kind, under in zip(kinds, below, strict=True)):
        return False
    same = {kind for kind, under in zip(kinds, below, strict=True) if kind == under}
    if same & {"date", "two"}:
        return True
    numbers = [
        float(value.replace(",", ".")) for value, kind in zip(header, kinds, strict=True) if kind == "number"
    ]
    counts_on = all(after - before == 1 for before, after in pairwise(numbers))
    return "number" in same and len(numbers) > 1 and not counts_on and _has_a_word_below(header, columns)


def _has_a_word_below(header: Sequence[str], columns: Sequence[Sequence[str | None]]) -> bool:
    """Whether a word of the first line stands below it too, as the name of a side that plays again does."""
    there = {value.strip() for column in columns for value in column if value}
    return any(value.strip() in there for value in header if _kind(value) == "text")


def has_numbers_for_names(
    header: Sequence[str], rows: Sequence[Sequence[str | None]], chosen: Iterable[str] = ()
) -> bool:
    """Tell whether the columns of a table are called by their numbers, as it has no header.

    Args:
        header: the first line.
        rows: those below it.
        chosen: the columns that the caller chose, empty for what is left out: numbers that are no
            names of columns say that there is no header.
    """
    names = [name.strip() for name in chosen if name.strip()]
    if not all(name.isdecimal() and 1 <= int(name) <= len(header) for name in names):
        return False
    return any(name not in header for name in names) or is_headerless(header, rows)


def likely_numbers(row: Sequence[str]) -> dict[str, int]:
    """Return role -> number of the column that has it, as far as a row of games shows by itself.

    Args:
        row: the first line of a table without a header.
    """
    by_kind: dict[str, list[int]] = {}
    for at, value in enumerate(row, start=1):
        by_kind.setdefault(_kind(value), []).append(at)
    texts, behind = by_kind.get("text", []), by_kind.get("number", [])
    roles = {"time": by_kind["date"][0]} if "date" in by_kind else {}
    roles |= dict(zip(("first", "second"), texts, strict=False))
    if "two" in by_kind:
        return roles | {"score": by_kind["two"][0]}
    numbers = [
        at for at in behind if texts and at > texts[0] and float(row[at - 1].replace(",", ".")) <= MOST
    ]
    if len(numbers) > 1:
        roles |= dict(zip(("points_first", "points_second"), numbers, strict=False))
    return roles


def with_numbers(header: Sequence[str], rows: Rows) -> GameTable:
    """Return a table whose first line is a row, and whose columns are called by their numbers."""
    line = rows[0][0] - 1 if rows else 1
    names = [str(at) for at in range(1, len(header) + 1)]
    return GameTable(names, [(line, [value or None for value in header]), *rows])


@dataclass(frozen=True)
class Positions:
    """What the columns of a table without a header can be.

    Args:
        sides: the columns that can name the two sides.
        time: the first column of dates; None where there is none.
    """

    sides: Sequence[tuple[SampleColumn, SampleColumn]]
    time: SampleColumn | None

    def choices(self, columns: Sequence[SampleColumn]) -> Iterator[dict[str, str]]:
        """Yield role -> column of what may be the sides and the result."""
        when = {"time": "" if self.time is None else self.time.name, "clock": ""}
        for first, second in self.sides:
            names = {"first": first.name, "second": second.name}
            for result in results_beside(columns, first.at, second.at):
                yield {**names, **result, **when}


def positions(columns: Sequence[SampleColumn]) -> Positions:
    """Return what the columns of a table without a header can be, by their values."""
    texts = [
        column
        for column in columns
        if len(column.distinct) >= min(FEWEST, len(column.values))
        and _kind_below(column.values) == "text"
        and column.numeric < 0.5
    ]
    sides = [
        (first, second)
        for first, second in combinations(texts, 2)
        if not _meet(first, second) and (first.overlap(second) >= ALIKE or _have_one_in_common(first, second))
    ]
    time = next((column for column in columns if _kind_below(column.values) == "date"), None)
    return Positions(sides, time)


def results_beside(columns: Sequence[SampleColumn], first: int, second: int) -> Iterator[dict[str, str]]:
    """Yield what may be the result beside two sides: a cell of two numbers, a winner, or two columns.

    Args:
        columns: of the table.
        first: the place of the first side.
        second: of the second.
    """
    cells = [column for column in columns if _kind_below(column.values) == "two"]
    if cells:
        yield from ({"score": column.name} for column in cells)
        return
    a, b = columns[first], columns[second]
    for column in columns:
        if column.at not in (first, second) and column.filled and _names_one_of(column, a, b):
            yield {"winner": column.name}
    numbers = {column.at for column in columns if _is_count(column)}
    beside = [(first + 1, second + 1), (second + 1, second + 2), (second + 3, second + 4)]
    if second > first + 2:
        beside.append((first + 1, first + 2))
    for one, two in beside:
        if {one, two} <= numbers and one != second:
            yield {"points_first": columns[one].name, "points_second": columns[two].name}


def _is_count(column: SampleColumn) -> bool:
    numbers = [number for number in column.numbers if number is not None]
    return column.numeric >= MOSTLY and column.whole == 1.0 and max(numbers) <= MOST and len(set(numbers)) > 1


def _names_one_of(column: SampleColumn, a: SampleColumn, b: SampleColumn) -> bool:
    rows = list(zip(column.values, a.values, b.values, strict=True))
    told = [value in (one, other) for value, one, other in rows if value]
    return sum(told) >= MOSTLY * len(told)


def _meet(first: SampleColumn, second: SampleColumn) -> bool:
    """Whether a row has one name in both columns."""
    return any(a and a == b for a, b in zip(first.values, second.values, strict=True))


def _have_one_in_common(first: SampleColumn, second: SampleColumn) -> bool:
    """Whether one name stands in one or the other column of every row: the games of one side."""
    rows = [{a, b} for a, b in zip(first.values, second.values, strict=True) if a and b]
    return len(rows) > FEWEST and bool(set.intersection(*rows) & first.distinct & second.distinct)
