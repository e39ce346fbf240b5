"""Objects within the objects of JSON as columns: ``white.username``, ``score.ft.1``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

DEEPEST = 4
"""Objects within objects up to here become columns."""

MOST_OF_LIST = 4
"""Values of a list up to which each is a column: the points of two sides, not the moves of a game."""


def flattened(
    header: Sequence[str], rows: Sequence[Sequence[str | None]]
) -> tuple[list[str], list[list[str | None]]] | None:
    """Return a table with a column for each value of the objects in its cells; None where there are none.

    Args:
        header: the names of the columns.
        rows: as text; an object or a list as JSON.
    """
    nested = {
        at
        for at in range(len(header))
        if any(at < len(row) and (row[at] or "")[:1] in ("{", "[") for row in rows[:100])
    }
    if not nested:
        return None
    names: dict[str, None] = dict.fromkeys(header)
    table: list[dict[str, str | None]] = []
    for row in rows:
        plain: dict[str, str | None] = {}
        for at, name in enumerate(header):
            value = row[at] if at < len(row) else None
            if at in nested and value and value[0] in "{[":
                try:
                    plain.update(_flat(name, json.loads(value), 0))
                    continue
                except (ValueError, RecursionError):  # no JSON, or nested without end
                    pass
            plain[name] = value
        names.update(dict.fromkeys(plain))
        table.append(plain)
    if len(names) == len(header):
        return None
    kept = [name for name in names if any(plain.get(name) is not None for plain in table)]
    return kept, [[plain.get(name) for name in kept] for plain in table]


def flat_values(name: str, value: Any) -> dict[str, str | None]:
    """Return the values of an object by their keys behind its name, with dots between."""
    return dict(_flat(name, value, 0))


def _united(parts: Sequence[Mapping[str, str | None]]) -> dict[str, str | None]:
    return {key: text for part in parts for key, text in part.items()}


def _flat(name: str, value: Any, depth: int) -> Mapping[str, str | None]:
    if isinstance(value, dict) and depth < DEEPEST:
        parts = [_flat(f"{name}.{key}", inner, depth + 1) for key, inner in value.items()]
        return _united(parts)
    if isinstance(value, list):
        if depth >= DEEPEST or len(value) > MOST_OF_LIST:
            return {}
        parts = [_flat(f"{name}.{at}", inner, depth + 1) for at, inner in enumerate(value, start=1)]
        return _united(parts)
    if value is None:
        return {name: None}
    return {name: str(value).lower() if isinstance(value, bool) else str(value)}
