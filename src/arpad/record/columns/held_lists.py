"""The lists of objects that a value of JSON holds, and what their keys say: whether they have sides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arpad.record.columns.candidates import ColumnPair, pairs_of
from arpad.record.columns.keyed_objects import is_part, keyed_objects, named_keys
from arpad.record.columns.nesting import flat_values
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import (
    DATES,
    FINAL,
    GAMES,
    IDS,
    NAMES,
    NOT_DATES,
    OPPONENTS,
    OUTCOMES,
    SCORES,
    folded_words,
    marks_of,
    tokens,
)

DEEPEST = 5
"""Lists are looked for in objects within objects up to here."""

SAME_KEYS = 0.7
"""The share of keys that the objects of two lists have in common if they are one record."""

FIRST = 5
"""How many objects of a list are looked at to know what it holds."""

SEVERAL = 100
"""How many objects are looked at to know whether their keys are not always the same."""

MOST_ALONE = 32
"""How many objects may stand beside each other under keys of their own if each may be a game."""

TELLS_TIME = 0.6
"""How much a word says of a key that tells when a game was played; that of a year or a round says less."""

_EXPECTED = frozenset(
    folded_words(
        "predicted prediction predictions expected projected forecast forecasts simulated simulation tip "
        "tips tipps pick picks bet bets example examples template templates odds"
    )
)
"""What stands in the name of a list of games that nobody has played."""

_RESULTS = OUTCOMES.keys() | FINAL | SCORES.keys()
"""What keys of results are called."""

_OF_SIDES = _RESULTS | NAMES.keys() | IDS
"""What keys of sides and results have beside the words that tell the sides apart."""

_OF_GAMES = frozenset(("game", "match", "the", "of"))
"""What keys of results may have beside."""

_TWO_SIDES = frozenset(
    (*OPPONENTS, "opponents", "players", "teams", "participants", "competitors", "contestants", "sides")
)
"""What a list of the two sides of a game is called."""


Within = tuple[tuple[tuple[str, ...], int], ...]
"""The objects within which another one stands: the path of the list of each, and the number in it."""


@dataclass(frozen=True, eq=False)
class HeldList:
    """The lists of objects under one path of keys.

    Args:
        path: the keys, without the places in lists.
        alone: whether it is no list, but one object.
        rows: the objects, each with what stands beside the list.
        within: of each object, the objects of other lists within which it stands, by path and number.
        is_map: whether it gives a name to each of its keys, and holds no objects.
        is_numbered: whether these keys are the places in a list of names.
    """

    path: tuple[str, ...]
    alone: bool = False
    rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = field(default_factory=list)
    within: list[Within] = field(default_factory=list)
    is_map: bool = False
    is_numbered: bool = False

    @property
    def is_called_games(self) -> bool:
        """Whether the list is called after games, and not after what somebody expects of them.

        A list of games in each of several groups is called after its group.
        """
        if not self.path:
            return False
        if _is_called_games(self.path[-1]):
            return True
        name = next((name for name in self.path[::-1] if not is_part(name)), self.path[-1])
        return _is_called_games(name) and self.has_sides

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """How likely it is that of the games: the more, the likelier."""
        return not self.alone, self.is_called_games, len(self.rows)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the first objects."""
        return frozenset(key for row, _ in self.rows[:FIRST] for key in row)

    @cached_property
    def pairs(self) -> list[ColumnPair]:
        """The pairs of keys that differ by a word for the side alone."""
        return pairs_of([SampleColumn(at, key, ()) for at, key in enumerate(sorted(self.keys))])

    @property
    def has_sides(self) -> bool:
        """Whether the objects have two keys, or objects, that differ by a word for the side alone."""
        return bool(self.pairs)

    @cached_property
    def has_side_objects(self) -> bool:
        """Whether a side is an object of its own: under each key of a pair, or in a list of two."""
        rows = [row for row, _ in self.rows[:FIRST]]
        for pair in self.pairs:
            one, other = (column.name for column in pair.columns)
            if any(isinstance(row.get(one), dict) and isinstance(row.get(other), dict) for row in rows):
                return True
        for key in self.keys:
            lists = [row[key] for row in rows if row.get(key)]
            if lists and _TWO_SIDES.intersection(tokens(key)) and all(map(_is_of_two, lists)):
                return True
        return False

    @cached_property
    def names_nobody(self) -> bool:
        """Whether no text of the first objects is called as that of a name: maps, sets, results by id."""
        if any(self._has_names_as_keys(key) for key in self.keys):
            return False
        for row, _ in self.rows[:FIRST]:
            for key, value in row.items():
                for name, text in flat_values(key, value).items():
                    words = set(tokens(name.rsplit(".", 1)[-1]))
                    marked = any(name in (each.first.name, each.second.name) for each in self.pairs)
                    if not text or _is_number(text) or words & IDS:
                        continue
                    if marked or words & NAMES.keys():
                        return False
        return True

    def _has_names_as_keys(self, key: str) -> bool:
        """Whether the values of a key are objects of two values, under keys that are not always the same."""
        objects = [row[key] for row, _ in self.rows[:SEVERAL] if row.get(key)]
        if not objects or not all(isinstance(each, dict) and len(each) == 2 for each in objects):
            return False
        return (
            bool((_TWO_SIDES | _RESULTS) & set(tokens(key)))
            and len({one for each in objects for one in each}) > 2
        )

    @property
    def tells(self) -> frozenset[str]:
        """The keys that tell sides and results of the objects."""
        marked = {
            column.name for pair in self.pairs if set(pair.stem) <= _OF_SIDES for column in pair.columns
        }
        results = {
            key
            for key in self.keys
            if _RESULTS & set(tokens(key))
            and all(word in _OF_SIDES or word in _OF_GAMES or marks_of(word) for word in tokens(key))
        }
        return frozenset(marked | results)

    @property
    def has_players(self) -> bool:
        """Whether the objects name two sides: by words for them, in a list of two, or as keys."""
        return self.has_sides or self.has_side_objects or any(map(self._has_names_as_keys, self.keys))

    def is_open(self, row: Mapping[str, Any]) -> bool:
        """Whether an object names neither of its two sides yet."""
        sides = {
            column.name
            for pair in self.pairs
            if set(pair.stem) <= NAMES.keys() | IDS
            for column in pair.columns
        }
        return bool(sides) and all(row.get(name) in (None, "") for name in sides)

    @property
    def may_hold_games(self) -> bool:
        """Whether the objects may be games: two sides and a result, or a name for games."""
        marked = {column.name for pair in self.pairs for column in pair.columns}
        told = any(_RESULTS & set(tokens(key)) for key in self.keys)
        return (bool(marked) and told) or (self.is_called_games and not self.alone and not self.names_nobody)

    def has_keys_of(self, other: HeldList) -> bool:
        """Whether the objects have nearly the keys of those of another list."""
        return len(self.keys & other.keys) >= SAME_KEYS * len(self.keys | other.keys)

    def tells_as(self, other: HeldList) -> bool:
        """Whether the objects tell sides and results by the keys by which those of another list do."""
        return bool(other.tells) and other.tells <= self.keys

    def holds(self, other: HeldList) -> bool:
        """Whether another list stands within the objects of this one."""
        return len(self.path) < len(other.path) and other.path[: len(self.path)] == self.path


def _is_called_games(name: str) -> bool:
    return bool(GAMES.search(name)) and not _EXPECTED.intersection(tokens(name))


def _is_of_two(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, dict) for each in value)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(?:[.,]\d+)?", text.strip()) is not None


def tells_time(key: str) -> bool:
    """Whether a key is called as one that tells when a game was played."""
    words = set(tokens(key))
    return not words & NOT_DATES and any(DATES.get(word, 0.0) >= TELLS_TIME for word in words)


def _tells_period(key: str) -> bool:
    """Whether a key is called as a time or a round; a season or a year is that of all that stands within."""
    return bool((DATES.keys() - {"year", "season"}).intersection(tokens(key)))


def held_lists(value: Any) -> list[HeldList]:
    """Return the lists of objects that a value holds, and single objects that have two sides.

    Args:
        value: an object or a list, as JSON is read.
    """
    lists: dict[tuple[str, ...], HeldList] = {}

    def look(inner: Any, path: tuple[str, ...], beside: Mapping[str, Any], within: Within) -> None:
        if len(path) > DEEPEST:
            return
        if isinstance(inner, dict):
            keyed = keyed_objects(inner)
            if keyed is not None:
                take(keyed, path, beside, within)
                return
            few = sum(isinstance(each, dict) for each in inner.values()) <= MOST_ALONE
            for key, each in inner.items():
                if few and isinstance(each, dict):
                    alone = HeldList((*path, key), alone=True, rows=[(each, beside)], within=[within])
                    if alone.has_sides:
                        lists.setdefault(alone.path, alone)
                names = named_keys(key, each)
                if names is not None:
                    held = HeldList((*path, key), alone=True, is_map=True, is_numbered=isinstance(each, list))
                    held.rows.extend((row, beside) for row in names)
                    held.within.extend(within for _ in names)
                    lists.setdefault(held.path, held)
                elif isinstance(each, (dict, list)):
                    look(each, (*path, key), beside, within)
        elif isinstance(inner, list):
            take(_objects_of(inner), path, beside, within)

    def take(
        objects: Iterable[Mapping[str, Any]],
        path: tuple[str, ...],
        beside: Mapping[str, Any],
        within: Within,
    ) -> None:
        for each in objects:
            if path not in lists or lists[path].alone:
                lists[path] = HeldList(path)
            held = lists[path]
            inside = (*within, (path, len(held.rows)))
            held.rows.append((each, beside))
            held.within.append(within)
            around = _beside(beside, path[-1] if path else "list", each)
            for key, deeper in each.items():
                if isinstance(deeper, list) or _holds_lists(deeper):
                    look(deeper, (*path, key), around, inside)

    look(value, (), {}, ())
    return list(lists.values())


def _holds_lists(value: Any) -> bool:
    """Whether an object is no side of a game but a part of what holds it: it has lists of objects."""
    return isinstance(value, dict) and any(
        isinstance(each, list) and any(isinstance(one, dict) for one in each) for each in value.values()
    )


def _objects_of(values: Sequence[Any], depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a list, and of the lists within it: the matches of each round."""
    for each in values:
        if isinstance(each, dict):
            yield each
        elif isinstance(each, list) and depth < DEEPEST:
            yield from _objects_of(each, depth + 1)


def _beside(outer: Mapping[str, Any], name: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stands beside the lists of an object: of two times, the nearer one is that of the games."""
    plain = {f"{name} {key}": cell for key, cell in row.items() if isinstance(cell, (str, int, float, bool))}
    timed = any(tells_time(key) for key in row if f"{name} {key}" in plain)
    kept = {key: cell for key, cell in outer.items() if not (timed and _tells_period(key))}
    return {**kept, **plain}
