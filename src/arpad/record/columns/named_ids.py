"""Sides told by ids that a list of the same document names: ``"teams": [{"id": 7, "name": …}, …]``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arpad.record.columns.candidates import pairs_of
from arpad.record.columns.held_lists import HeldList
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES, marks_of, tokens

DEEPEST = 4
"""Ids are looked for in objects within objects up to here."""

_ID = re.compile(r"(?i)_?(?<![a-z])ids?$|(?<=[a-z_])I[dD]s?$")
"""The part of a key that says that it is an id."""

_PATH = tuple[str, ...]


@dataclass(frozen=True)
class _Names:
    """A list that names ids.

    Args:
        called: the words of the list's name.
        names: id -> name.
    """

    called: frozenset[str]
    names: Mapping[str, str]


def with_names(
    rows: Sequence[Mapping[str, Any]], lists: Sequence[HeldList]
) -> tuple[list[Mapping[str, Any]], str]:
    """Return objects with the names of their sides beside the ids, and the list that has them.

    The objects are returned as they are, with no list, where their sides have names, where an id has none, or
    where two lists could name them.

    Args:
        rows: the objects of games.
        lists: the other lists of the document.
    """
    same = list(rows)
    named = [(each, names) for each in lists if not each.alone and (names := _names_of(each)) is not None]
    if not named:
        return same, ""
    paths = list(dict.fromkeys(path for row in rows for path, _ in _scalars(row)))
    sides = _sides(rows, paths)
    if sides is None:
        return same, ""
    ids = {text for row in rows for path in sides if (text := _text(_at(row, path))) is not None}
    able = [(each, names) for each, names in named if ids and ids <= names.names.keys()]
    words = {word for path in sides for word in _words(path)}
    called = [(each, names) for each, names in able if names.called & words]
    chosen = called or able
    if len(chosen) != 1:
        return same, ""
    held, names = chosen[0]
    winners = [path for path in paths if _names_winners(rows, path, sides)]
    told = {_text(_at(row, path)) for path in winners for row in rows}
    if winners and told <= {None, "0", "1", "2"}:
        return same, ""  # the numbers of the sides, or ids
    return [_named(row, (*sides, *winners), names.names) for row in rows], ".".join(held.path)


def _names_of(held: HeldList) -> _Names | None:
    """Return what a list names; None where its objects have no id and name each, none of them twice."""
    objects = [row for row, _ in held.rows]
    ids = [key for key in held.keys if set(tokens(key)) <= IDS | _called(held) and IDS & set(tokens(key))]
    names = [key for key in held.keys if tokens(key)[-1:] == ("name",) and len(tokens(key)) <= 2]
    names = [key for key in names if set(tokens(key)) <= {"name"} | _called(held)] or names
    if len(ids) != 1 or len(names) != 1 or len(objects) < 2:
        return None
    pairs = {_text(row.get(ids[0])): row.get(names[0]) for row in objects}
    texts = {text: name.strip() for text, name in pairs.items() if text and isinstance(name, str)}
    if len(texts) < len(objects) or len(set(texts.values())) < len(texts) or "" in texts.values():
        return None
    return _Names(_called(held), texts)


def _called(held: HeldList) -> frozenset[str]:
    """Return the words for what a list holds, each also without the s of its plural."""
    words = tokens(held.path[-1]) if held.path else ()
    return frozenset((*words, *(word.removesuffix("s") for word in words)))


def _scalars(value: Mapping[str, Any], path: _PATH = ()) -> Iterator[tuple[_PATH, Any]]:
    for key, each in value.items():
        if isinstance(each, dict):
            if len(path) < DEEPEST:
                yield from _scalars(each, (*path, key))
        elif not isinstance(each, list):
            yield (*path, key), each


def _at(row: Any, path: _PATH) -> Any:
    for key in path:
        if not isinstance(row, dict):
            return None
        row = row.get(key)
    return row


def _text(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (int, str)) or value == "":
        return None
    return str(value).strip()


def _words(path: _PATH) -> set[str]:
    return {word for key in path for word in tokens(key)}


def _sides(rows: Sequence[Mapping[str, Any]], paths: Sequence[_PATH]) -> tuple[_PATH, _PATH] | None:
    """Return the keys of the ids of both sides; None where they have names, or are not one pair alone."""
    columns = [SampleColumn(at, ".".join(path), ()) for at, path in enumerate(paths)]
    found: list[tuple[_PATH, _PATH]] = []
    for pair in pairs_of(columns):
        if pair.kind in ("opponent", "winner") or not set(pair.stem) <= IDS | NAMES.keys():
            continue
        one, other = (paths[column.at] for column in pair.columns)
        if _ID.search(one[-1]) is None and set(pair.stem) & NAMES.keys() and not _are_numbers(rows, one):
            return None  # they have names
        if not set(pair.stem) and not _are_numbers(rows, one):
            return None
        found.append((one, other))
    return found[0] if len(set(found)) == 1 else None


def _are_numbers(rows: Sequence[Mapping[str, Any]], path: _PATH) -> bool:
    texts = [text for row in rows if (text := _text(_at(row, path))) is not None]
    return bool(texts) and all(text.isdecimal() for text in texts)


def _names_winners(rows: Sequence[Mapping[str, Any]], path: _PATH, sides: tuple[_PATH, _PATH]) -> bool:
    """Whether a key has the id of one of the two sides, and is called after the winner."""
    if not any(mark.kind == "winner" and not mark.second for word in _words(path) for mark in marks_of(word)):
        return False
    told = [
        (text, {_text(_at(row, side)) for side in sides})
        for row in rows
        if (text := _text(_at(row, path))) is not None
    ]
    return bool(told) and all(text in both for text, both in told)


def _named(row: Mapping[str, Any], paths: Sequence[_PATH], names: Mapping[str, str]) -> Mapping[str, Any]:
    for path in paths:
        text = _text(_at(row, path))
        if text is not None:
            row = _with(row, path, names[text])
    return row


def _with(row: Mapping[str, Any], path: _PATH, name: str) -> Mapping[str, Any]:
    """Return an object with a name beside the id at a path, or in its place where its key says no id."""
    key, *rest = path
    if rest:
        return {**row, key: _with(row[key], tuple(rest), name)}
    if _ID.search(key) is None:
        return {**row, key: name}
    return {**row, _ID.sub("", key) + ("Name" if _ID.sub("", key) else "name"): name}
