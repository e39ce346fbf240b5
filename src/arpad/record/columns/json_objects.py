"""A JSON object that holds the list of games, as JSON Lines: ``{"season": …, "matches": [{…}, {…}]}``.

The list may be one, or one of each of several objects (the matches of each round). Of several lists the one
that is called after games is read, else the longest; a note says which. Lists of objects with the same keys
are one record (group stage, final), and of matches that hold the list of their maps the matches are read.
What stands beside a list that is one of several stands beside each of its objects too: the name of the round.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arpad.record.columns.candidates import pairs_of
from arpad.record.columns.values import SampleColumn
from arpad.record.tables.header import names_games

MOST_BYTES = 1 << 28
"""The largest object that is looked into: it is held as a whole."""

DEEPEST = 5
"""Lists are looked for in objects within objects up to here."""

SAME_KEYS = 0.7
"""The share of keys that the objects of two lists have in common if they are one record."""

_GAMES = re.compile(
    r"(?i)(match|game|result|fixture|bout|fight|score|event|partid|spiel|partie|wedstrijd|rencontre|series|sets?$)"
)
"""What a list of games is called."""


@dataclass(frozen=True)
class _Lists:
    """The lists of objects under one path of keys.

    Args:
        path: the keys, without the places in lists.
        rows: the objects, each with what stands beside the list.
    """

    path: tuple[str, ...]
    rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = field(default_factory=list)

    @property
    def rank(self) -> tuple[bool, int]:
        """How likely it is that of the games: the more, the likelier."""
        return bool(self.path and _GAMES.search(self.path[-1])), len(self.rows)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the first objects."""
        return frozenset(key for row, _ in self.rows[:5] for key in row)

    @property
    def has_sides(self) -> bool:
        """Whether the objects have two keys, or objects, that differ by a word for the side alone."""
        return bool(pairs_of([SampleColumn(at, key, ()) for at, key in enumerate(sorted(self.keys))]))

    def has_keys_of(self, other: _Lists) -> bool:
        """Whether the objects have nearly the keys of those of another list."""
        return len(self.keys & other.keys) >= SAME_KEYS * len(self.keys | other.keys)


def holds_a_list(head: bytes) -> bool:
    """Tell whether a text begins as a JSON object that is not the first of JSON Lines."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith(b"{"):
        return False
    first, _, rest = text.partition(b"\n")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        # Pretty-printed, or longer than what is looked at; a line of JSON Lines that is damaged ends in "}".
        return not first.rstrip().endswith(b"}")
    if rest.strip() or not isinstance(value, dict) or names_games(value):
        return False  # JSON Lines, or one game, whose list is that of its moves
    return bool(_lists_of(value))


def lines_of_object(text: bytes, file: str) -> tuple[Iterator[bytes], str] | None:
    """Return the objects of the list of games, a line each, and a note; None where there is no such list.

    Args:
        text: the whole text, in UTF-8.
        file: its name, for the note.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    lists = _lists_of(value)
    if not lists:
        return None
    best = max(lists, key=lambda candidate: candidate.rank)
    outer = [each for each in lists if each.path == best.path[: len(each.path)] and each is not best]
    best = next((each for each in outer if each.rank[0] and each.has_sides), best)
    read = [each for each in lists if each is best or (each.rank[0] and each.has_keys_of(best))]
    names = " and ".join(repr(".".join(each.path)) for each in read)
    what, be = ("list", "is") if len(read) == 1 else ("lists", "are")
    note = f"{file}: the {what} {names} of the object {be} read"
    return (json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in _rows_of(read)), note


def _rows_of(lists: Sequence[_Lists]) -> Iterator[Mapping[str, Any]]:
    """Yield the objects with what stands beside their list; one that stands in two lists (*latest*) once."""
    if len(lists) == 1:
        yield from ({**beside, **row} for row, beside in lists[0].rows)
        return
    before: set[str] = set()
    for each in lists:
        texts = [json.dumps(row, sort_keys=True) for row, _ in each.rows]
        yield from (
            {**beside, **row}
            for text, (row, beside) in zip(texts, each.rows, strict=True)
            if text not in before
        )
        before.update(texts)


def _lists_of(value: Mapping[str, Any]) -> list[_Lists]:
    lists: dict[tuple[str, ...], _Lists] = {}

    def look(inner: Any, path: tuple[str, ...], beside: Mapping[str, Any]) -> None:
        if len(path) > DEEPEST:
            return
        if isinstance(inner, dict):
            for key, each in inner.items():
                if isinstance(each, (dict, list)):
                    look(each, (*path, key), beside)
        elif isinstance(inner, list):
            for each in inner:
                if not isinstance(each, dict):
                    continue
                lists.setdefault(path, _Lists(path)).rows.append((each, beside))
                plain = {
                    f"{path[-1]} {key}": cell
                    for key, cell in each.items()
                    if isinstance(cell, (str, int, float, bool))
                }
                for key, deeper in each.items():
                    if isinstance(deeper, list):
                        look(deeper, (*path, key), {**beside, **plain})

    look(value, (), {})
    return list(lists.values())
