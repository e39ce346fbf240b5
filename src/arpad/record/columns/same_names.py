"""Columns of one name: ``Visitor, PTS, Home, PTS``. Each gets a name of its own, by the side before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.words import marks_of, tokens


def own_names(header: Sequence[str]) -> list[str] | None:
    """Return the names of columns, each once; None where they are so already."""
    names = [name.strip() for name in header]
    count = Counter(names)
    if max(count.values(), default=0) < 2:
        return None
    number: Counter[str] = Counter()
    own = []
    for at, name in enumerate(names):
        if count[name] == 1:
            own.append(name)
            continue
        number[name] += 1
        if not name:
            own.append(f"(column {at + 1})")
            continue
        side = names[at - 1] if at and count[names[at - 1]] == 1 else ""
        marked = any(marks_of(word) for word in tokens(side))
        own.append(f"{side} {name}" if marked else f"{name} {number[name]}")
    return own if len(set(own)) == len(own) else None


def with_own_names(header: Sequence[str], rows: Rows) -> GameTable:
    """Return a table whose columns have names of their own."""
    return GameTable(own_names(header) or header, rows)
