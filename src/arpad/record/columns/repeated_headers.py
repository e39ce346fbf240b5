"""Lines between the rows that repeat the header, word by word or in another language, as pages print it."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.words import DATES, OUTCOMES, SCORES, marks_of, tokens

LONGEST = 60
"""How many letters the name of a column has at most."""

_TOLD = OUTCOMES.keys() | SCORES.keys() | DATES.keys()


def repeats_header(header: Sequence[str], row: Sequence[str | None]) -> bool:
    """Tell whether a line repeats the header: by its names, or by words for both sides and a result."""
    cells = [(cell or "").strip() for cell in row]
    names = [name.strip() for name in header]
    if [cell.lower() for cell in cells] == [name.lower() for name in names]:
        return True
    if any(len(cell) > LONGEST for cell in cells):
        return False
    words = [set(tokens(cell)) for cell in cells]
    marks = [
        {(mark.kind, mark.pair, mark.second) for word in each for mark in marks_of(word)} for each in words
    ]
    sides = [
        (kind, pair)
        for each in marks
        for kind, pair, second in each
        if kind in ("home", "white") and not second and any((kind, pair, True) in other for other in marks)
    ]
    told = sum(bool(each) and each <= _TOLD for each in words)
    return bool(sides) and told >= 2 and not any(any(sign.isdigit() for sign in cell) for cell in cells)


def without_repeated_headers(header: Sequence[str], rows: Rows) -> GameTable:
    """Return a table without the lines that repeat its header."""
    return GameTable(header, [(line, row) for line, row in rows if not repeats_header(header, row)])
