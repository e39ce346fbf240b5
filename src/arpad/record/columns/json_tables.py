"""Tables that JSON holds without a name at each value: rows that are lists, and columns.

- ``[["Ann", "Bob", 2, 1], …]``, also under a name for games: rows, perhaps with the header as the first one;
- ``{"columns": ["home", …], "data": [["Ann", …], …]}``: rows and their header;
- ``{"home": ["Ann", …], "away": ["Bob", …], …}``: columns;
- ``{"home": {"0": "Ann", …}, "away": {"0": "Bob", …}, …}``: columns by the number of the row.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arpad.record.columns.words import GAMES, folded_words, tokens

FEWEST_COLUMNS = 3
"""The fewest columns: two sides and a result."""

FEWEST_ROWS = 2
"""The fewest rows that are lists; of fewer nobody knows."""

MOST_COLUMNS = 100
"""The most values of a row."""

_BEGINS = re.compile(rb'\[\[|\{"[^"]*":(?:\[[^\[{]|\{"0":)|\{.*:\[\[', re.DOTALL)
"""How such a table begins, without blanks."""

_HEADERS = frozenset(folded_words("columns fields header headers cols keys names"))
"""What the list of the names of the columns is called."""

_ROWS = frozenset(folded_words("data rows values records items"))
"""What the list of the rows is called beside it."""


def csv_of(text: bytes) -> tuple[list[bytes], str] | None:
    """Return a table that JSON holds, as lines of CSV, and where it stands; None where it holds none.

    Args:
        text: the whole text, in UTF-8.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = _table(value)
    if found is None:
        return None
    rows, where = found
    lines = []
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow([_text(cell) for cell in row])
        lines.append(line.getvalue().encode("utf-8", "surrogateescape"))
    return lines, where


def may_hold_a_table(head: bytes) -> bool:
    """Tell whether a text may begin as JSON that holds a table without a name at each value."""
    return _BEGINS.match(b"".join(head.removeprefix(b"\xef\xbb\xbf").split())) is not None


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    return cell if isinstance(cell, str) else str(cell)


def _table(value: Any) -> tuple[list[Sequence[Any]], str] | None:
    if isinstance(value, list):
        return (value, "the rows of the array") if _are_rows(value) else None
    if not isinstance(value, dict):
        return None
    split = _with_header(value)
    if split is not None:
        return split
    columns = _columns(value)
    if columns is not None:
        return columns, "the columns of the object"
    held = [(name, rows) for name, rows in _lists(value) if GAMES.search(name) and _are_rows(rows)]
    return (held[0][1], f"the rows {held[0][0]!r} of the object") if len(held) == 1 else None


def _lists(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, each in value.items():
        if isinstance(each, list):
            yield name, each
        elif isinstance(each, dict):
            yield from _lists(each)


def _are_rows(value: Any) -> bool:
    """Whether a value is a list of rows of one length, none of whose cells is a list or an object."""
    return (
        isinstance(value, list)
        and len(value) >= FEWEST_ROWS
        and all(isinstance(row, list) for row in value)
        and FEWEST_COLUMNS <= len(value[0]) <= MOST_COLUMNS
        and len({len(row) for row in value}) == 1
        and all(_is_plain(cell) for row in value for cell in row)
        and any(isinstance(cell, str) for cell in value[-1])
    )


def _is_plain(cell: Any) -> bool:
    return cell is None or isinstance(cell, (str, int, float))


def _with_header(value: Mapping[str, Any]) -> tuple[list[Sequence[Any]], str] | None:
    """Return the rows of an object that has them beside a list of the names of their columns."""
    headers = [
        each for name, each in value.items() if set(tokens(name)) & _HEADERS and isinstance(each, list)
    ]
    rows = [
        (name, each)
        for name, each in value.items()
        if (set(tokens(name)) & _ROWS or GAMES.search(name)) and isinstance(each, list) and each
    ]
    if len(headers) != 1 or len(rows) != 1 or not all(isinstance(name, str) for name in headers[0]):
        return None
    name, table = rows[0]
    if not all(isinstance(row, list) and len(row) == len(headers[0]) for row in table):
        return None
    if not all(_is_plain(cell) for row in table for cell in row):
        return None
    return [headers[0], *table], f"the rows {name!r} of the object"


def _columns(value: Mapping[str, Any]) -> list[Sequence[Any]] | None:
    """Return the rows of an object of columns, with their header; None for another object."""
    if len(value) < FEWEST_COLUMNS:
        return None
    columns = list(value.values())
    if all(isinstance(each, dict) for each in columns):
        keys = list(columns[0])
        if keys != [str(at) for at in range(len(keys))] or any(list(each) != keys for each in columns):
            return None
        columns = [list(each.values()) for each in columns]
    if not all(isinstance(each, list) for each in columns) or len({len(each) for each in columns}) > 1:
        return None
    if len(columns[0]) < FEWEST_ROWS or not all(_is_plain(cell) for each in columns for cell in each):
        return None
    return [list(value), *zip(*columns, strict=True)]
