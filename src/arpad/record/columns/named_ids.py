"""Sides told by ids that a list of the same document names: ``"teams": [{"id": 7, "name": …}, …]``.

The names may also stand under the ids (``"teams": {"7": {"name": …}}``, ``"teams": {"7": "Ann"}``). Where
each of several tournaments has a list of its own, its games are named by that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arpad.record.columns.candidates import pairs_of
from arpad.record.columns.held_lists import HeldList, Within
from arpad.record.columns.keyed_objects import ID, KEY
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES, marks_of, tokens

DEEPEST = 4
"""Ids are looked for in objects within objects up to here."""

_ID = re.compile(r"(?i)_?(?<![a-z])ids?$|(?<=[a-z_])I[dD]s?$")
"""The part of a key that says that it is an id."""

_NAME = re.compile(
    r"(?i)name|nombre|nome|nom|naam|nazwa|imie|jmeno|nazev|meno|navn|namn|nimi|isim|ime|nev|nama|имя|название|이름|名前|名称|姓名"
)
"""What the key of a name is called."""

_PATH = tuple[str, ...]


@dataclass(frozen=True)
class _Names:
    """A list that names ids.

    Args:
        held: the list.
        called: the words of the list's name.
        every: id -> name, where an id has the same name wherever it stands; else empty.
        inner: within what a list stands -> id -> name.
        needs: the id that must be among those of the games; empty for any.
    """

    held: HeldList
    called: frozenset[str]
    every: Mapping[str, str]
    inner: Mapping[Within, Mapping[str, str]]
    needs: str = ""

    def of(self, within: Within) -> Mapping[str, str]:
        """Return id -> name for a game.

        Args:
            within: what the game stands in.
        """
        if self.every:
            return self.every
        depth = len(next(iter(self.inner)))
        return self.inner.get(within[:depth], {})


def with_names(
    rows: Sequence[Mapping[str, Any]], within: Sequence[Within], lists: Sequence[HeldList]
) -> tuple[list[Mapping[str, Any]], str]:
    """Return objects with the names of their sides beside the ids, and the list that has them.

    The objects are returned as they are, with no list, where their sides have names, where an id has none, or
    where two lists could name them.

    Args:
        rows: the objects of games.
        within: what each of them stands in.
        lists: the other lists of the document.
    """
    same = list(rows)
    named = [
        names for each in lists if not each.alone or each.is_map for names in _names_of(each) if names.inner
    ]
    if not named:
        return same, ""
    paths = list(dict.fromkeys(path for row in rows for path, _ in _scalars(row)))
    sides = _sides(rows, paths, lambda path: any(_names_all(names, rows, within, (path,)) for names in named))
    if sides is None:
        return same, ""
    able = [names for names in named if _names_all(names, rows, within, sides)]
    words = {word for path in sides for word in _words(path)}
    chosen = [names for names in able if names.called & words] or able
    if len(chosen) != 1:
        return same, ""
    (names,) = chosen
    winners = [path for path in paths if _names_winners(rows, path, sides)]
    told = {_text(_at(row, path)) for path in winners for row in rows}
    if winners and told <= {None, "0", "1", "2"}:
        return same, ""  # the numbers of the sides, or ids
    return [
        _named(row, (*sides, *winners), names.of(inside)) for row, inside in zip(rows, within, strict=True)
    ], ".".join(names.held.path)


def _names_all(
    names: _Names, rows: Sequence[Mapping[str, Any]], within: Sequence[Within], paths: Sequence[_PATH]
) -> bool:
    """Whether a list names each id of some keys of the games, of which there is one."""
    ids = [
        (text, inside)
        for row, inside in zip(rows, within, strict=True)
        for path in paths
        if (text := _text(_at(row, path))) is not None
    ]
    if names.needs and names.needs not in {text for text, _ in ids}:
        return False
    return bool(ids) and all(text in names.of(inside) for text, inside in ids)


def _names_of(held: HeldList) -> Iterator[_Names]:
    """Yield what a list names, by each key that may be an id: two objects must have two ids and names."""
    called = _called(held)
    ids = [
        key
        for key in held.keys
        if key == KEY or (set(tokens(key)) <= IDS | called and IDS & set(tokens(key)))
    ]
    names = [key for key in held.keys if tokens(key)[-1:] == ("name",) or _NAME.fullmatch(key)]
    names = [key for key in names if len(tokens(key)) <= 2]
    names = [key for key in names if set(tokens(key)) <= {"name", *tokens(key)[-1:]} | called] or names
    own = [key for key in ids if key != KEY]
    if len(names) != 1 or len(own) > 1:
        return
    for key in ids:
        inner: dict[Within, list[tuple[str, str]]] = {}
        for (row, _), within in zip(held.rows, held.within, strict=True):
            text, name = _text(row.get(key)), row.get(names[0])
            if text is None or not isinstance(name, str) or not name.strip():
                break
            if key == KEY and not ID.fullmatch(text):
                break
            inner.setdefault(within, []).append((text, name.strip()))
        else:
            every = [pair for pairs in inner.values() for pair in pairs]
            if all(map(_are_ids, inner.values())) and len(held.rows) > 1:
                one = dict(every) if _are_ids(list(dict.fromkeys(every))) else {}
                names_by_id = _Names(held, called, one, {at: dict(pairs) for at, pairs in inner.items()})
                yield from _numbered(names_by_id) if held.is_numbered else (names_by_id,)


def _numbered(names: _Names) -> Iterator[_Names]:
    """Yield what a list of names says where its numbers begin with 0, and where with 1.

    Which it is the games tell, of which one has the first number, or the last.
    """
    yield replace(names, needs="0")
    inner = {
        at: {str(int(text) + 1): name for text, name in pairs.items()} for at, pairs in names.inner.items()
    }
    every = {str(int(text) + 1): name for text, name in names.every.items()}
    yield replace(names, every=every, inner=inner, needs=str(max(len(pairs) for pairs in inner.values())))


def _are_ids(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether neither an id nor a name stands twice."""
    return all(len({pair[at] for pair in pairs}) == len(pairs) for at in (0, 1))


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


def _sides(
    rows: Sequence[Mapping[str, Any]], paths: Sequence[_PATH], are_ids: Callable[[_PATH], bool]
) -> tuple[_PATH, _PATH] | None:
    """Return the keys of the ids of both sides; None where they have names, or are not one pair alone.

    Args:
        rows: the objects of games.
        paths: their keys.
        are_ids: tells of a key whether a list names all that stands there.
    """
    columns = [SampleColumn(at, ".".join(path), ()) for at, path in enumerate(paths)]
    found: list[tuple[_PATH, _PATH]] = []
    for pair in pairs_of(columns):
        if pair.kind in ("opponent", "winner") or not set(pair.stem) <= IDS | NAMES.keys():
            continue
        one, other = (paths[column.at] for column in pair.columns)
        called_ids = _ID.search(one[-1]) is not None
        if not called_ids and not _are_numbers(rows, one) and not (are_ids(one) and are_ids(other)):
            return None  # they have names
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
