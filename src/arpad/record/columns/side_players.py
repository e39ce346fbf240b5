"""Sides that are several players in JSON: ``["Ann", "Bob"]``, ``{"players": [{"name": …}, …]}``.

The players may also stand under a key each (``{"front_id": "P7", "back_id": "P4"}``, where the second may be
missing). Those of a side are rated as one, whatever their order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arpad.record.columns.candidates import ColumnPair, pairs_of
from arpad.record.columns.lineups import together
from arpad.record.columns.reading import GameTable, Reshape, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES, NOT_NAMES, SCORES, folded_words, tokens

PLAYERS = "players"
"""The key of the players of a side, where it has other values too."""

MOST = 8
"""The most players of a side."""

MOSTLY = 0.9
"""The share of the rows whose sides must be written so."""

IN_COMMON = 0.2
"""The share of the players under one key that stand under the other too, now and then."""

_LISTS = frozenset(
    folded_words(
        "players player members member names ids roster partners pair spieler joueurs jugadores giocatori "
        "spelers jogadores zawodnicy hraci spelare spillere pelaajat игроки 선수"
    )
)
"""What the list of the players of a side is called."""


def side_players(header: Sequence[str], rows: Sequence[Sequence[str | None]]) -> Reshape | None:
    """Return what writes the players of each side into one cell; None where a side is one name, or no object.

    Args:
        header: the names of the columns.
        rows: the first rows, as text; an object or a list as JSON.
    """
    columns = [
        SampleColumn(at, name, [row[at] if at < len(row) else None for row in rows])
        for at, name in enumerate(header)
    ]
    sides = [pair for pair in pairs_of(columns) if set(pair.stem) <= NAMES.keys() | IDS | _LISTS]
    nested = [pair for pair in sides if all(map(_is_nested, pair.columns))]
    if len(nested) != 1 or any(_are_names(pair) for pair in sides if pair is not nested[0]):
        return None
    pair = nested[0]
    cells = [_value(value) for column in pair.columns for value in column.values if value]
    keys = _keys(cells)
    told = [_players(cell, keys) for cell in cells]
    if sum(each is not None for each in told) < MOSTLY * len(told):
        return None
    if not any(each is not None and len(each) > 1 for each in told):
        return None

    def reshape(names: Sequence[str], table: Rows) -> GameTable:
        places = {column.at for column in pair.columns}
        games = []
        for line, row in table:
            games.append(
                (line, [_written(cell, keys) if at in places else cell for at, cell in enumerate(row)])
            )
        return GameTable(names, games)

    return reshape


def _is_nested(column: SampleColumn) -> bool:
    begins = [value[0] in "{[" for value in column.filled]
    return bool(begins) and sum(begins) >= MOSTLY * len(begins)


def _are_names(pair: ColumnPair) -> bool:
    return all(column.filled and not _is_nested(column) for column in pair.columns)


def _value(cell: str | None) -> Any:
    try:
        return json.loads(cell or "null")
    except (ValueError, RecursionError):
        return cell


def _keys(cells: Sequence[Any]) -> tuple[str, ...]:
    """Return the keys under each of which a player of a side stands; none where there are not several."""
    objects = [cell for cell in cells if isinstance(cell, dict)]
    if not objects:
        return ()
    by_end: dict[str, list[str]] = {}
    for key in objects[0]:
        words = tokens(key)
        if (
            len(words) > 1
            and words[-1] in IDS | NAMES.keys()
            and not set(words) & (NOT_NAMES | SCORES.keys())
        ):
            by_end.setdefault(words[-1], []).append(key)
        elif len(words) == 2 and words[0] in NAMES and words[1].isdecimal():
            by_end.setdefault(words[0], []).append(key)
    for keys in by_end.values():
        values = [{str(each[key]) for each in objects if each.get(key)} for key in keys]
        if 2 <= len(keys) <= MOST and all(map(_are_of_one_set, values, [*values[1:], values[0]])):
            return tuple(keys)
    return ()


def _are_of_one_set(one: set[str], other: set[str]) -> bool:
    """Whether two keys hold the ids or names of the same players: some are under both, or written alike."""
    if not one or not other:
        return False
    if len(one & other) >= IN_COMMON * min(len(one), len(other)):
        return True
    forms = {"".join("0" if sign.isdecimal() else sign for sign in each) for each in one | other}
    return len(forms) == 1 and any(sign.isalpha() for sign in next(iter(forms)))


def _players(cell: Any, keys: Sequence[str]) -> list[str] | None:
    """Return the players of a side; None where it is none, or has a name of its own."""
    if isinstance(cell, list):
        found = [_name(each) for each in cell]
        return found if 1 <= len(found) <= MOST and all(found) else None  # type: ignore[return-value]
    if not isinstance(cell, dict):
        return None
    if keys:
        found = [str(cell[key]) for key in keys if cell.get(key) not in (None, "")]
        return found if found else None  # type: ignore[return-value]
    for key in _lists_in(cell):
        return _players(cell[key], ()) if not _has_name(cell) else None
    return None


def _lists_in(cell: Mapping[str, Any]) -> Iterator[str]:
    for key, value in cell.items():
        if isinstance(value, list) and set(tokens(key)) <= _LISTS | NAMES.keys():
            yield key


def _has_name(cell: Mapping[str, Any]) -> bool:
    return any(
        isinstance(value, str) and value.strip() and NAMES.get((tokens(key) or ("",))[-1], 0.0) == 1.0
        for key, value in cell.items()
    )


def _name(value: Any) -> str | None:
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return str(value).strip() or None
    if not isinstance(value, dict):
        return None
    names = [
        each.strip()
        for key, each in value.items()
        if isinstance(each, str) and each.strip() and NAMES.get((tokens(key) or ("",))[-1], 0.0) >= 0.6
    ]
    return names[0] if names else None


def _written(cell: str | None, keys: Sequence[str]) -> str | None:
    value = _value(cell)
    players = _players(value, keys)
    if players is None:
        return cell
    side = together(players)
    if not isinstance(value, dict):
        return side
    taken = {*keys} if keys else {*_lists_in(value)}
    rest = {key: each for key, each in value.items() if key not in taken}
    return json.dumps({PLAYERS: side, **rest}) if rest else side
