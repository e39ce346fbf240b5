"""Cells of JSON that say by names or ids whose value is whose, written so that their columns say it.

- ``{"Ann": 1, "Bob": 0}``: the keys are the players, or the names or ids of sides in other columns;
- ``[{"team_id": 7, "score": 2}, {"team_id": 4, "score": 1}]``: not the places but the ids say whose;
- ``[{"a": 25, "b": 20}, {"a": 20, "b": 25}]``: a list of sets, which is one score.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arpad.record.cells.results import FEWEST_IN_A_SET
from arpad.record.columns.candidates import ColumnPair, pairs_of
from arpad.record.columns.nesting import flat_values, flattened
from arpad.record.columns.reading import GameTable, Reshape, Rows
from arpad.record.columns.set_scores import MOST_SETS, SET_LISTS
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES, OPPONENTS, OUTCOMES, SCORES, marks_of, tokens

MOSTLY_OF_SIDES = 0.5
"""The share of rows whose ids have to be those of the two sides; any other row is rejected then."""

PLAYERS = "players"
"""What the column is called that had names as keys: *score* would say of the names that they are points."""

OF_ANOTHER = "of another side"
"""What stands in the place of the values of a row whose ids are not those of its sides."""

_OF_PLAYERS = frozenset(
    (*NAMES, *OPPONENTS, *SCORES, *OUTCOMES, "players", "teams", "opponents", "participants")
)
"""What cells are called that have the names of players as keys."""

_ONE_GAME = {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.0)}
"""The points that two sides can make in one game."""

Values = Mapping[str, Any]
"""The values of a row by the names of its columns."""

Written = Callable[[Any, Values], Any]
"""Writes a cell, given the values of its row."""


@dataclass(frozen=True)
class _Sides:
    """The columns of the ids or the names of both sides.

    Args:
        cells: the columns of the cells in which they stand.
        names: of the columns, once the cells are flat.
        words: what marks either side in these names.
        pair: by which pair of words the sides are told apart.
    """

    cells: tuple[str, str]
    names: tuple[str, str]
    words: tuple[str, str]
    pair: str

    def of(self, row: Values) -> tuple[str | None, str | None]:
        """Return both ids or names of a row."""
        one, other = (
            flat_values(cell, row[cell]).get(name) for cell, name in zip(self.cells, self.names, strict=True)
        )
        return one, other


def nested_cells(header: Sequence[str], rows: Sequence[Sequence[str | None]]) -> Reshape | None:
    """Return what writes the cells of a table so that their columns say whose values they are.

    Args:
        header: the names of the columns.
        rows: the first rows, as text; an object or a list as JSON.

    Returns:
        None where no cell has to be written anew.
    """
    values = [_values(header, row) for row in rows]
    nested = [name for name in header if any(isinstance(row[name], (dict, list)) for row in values)]
    sides: list[_Sides] | None = None
    written: dict[str, Written] = {}
    called: dict[str, str] = {}
    for name in nested:
        cells = [row[name] for row in values]
        sets = _sets_of(name, cells)
        if sets is None and not _tell_by_key(cells) and not (_tell_by_id(cells) and not _have_names(cells)):
            continue
        sides = _sides_of(header, rows) if sides is None else sides
        others = [each for each in sides if not {name, *written} & set(each.cells)]
        by_side = None if sets is not None else _by_side(name, values, others)
        if sets is not None and any(each.pair == sets.pair for each in others):
            written[name] = _set_texts(sets)
        elif by_side is not None:
            written[name] = by_side
        elif _have_names_as_keys(name, cells):
            written[name] = _with_names
            called[name] = name if PLAYERS in header else PLAYERS
    if not written:
        return None

    def reshape(names: Sequence[str], table: Rows) -> GameTable:
        games = [(line, _row(names, row, written)) for line, row in table]
        return GameTable([called.get(name, name) for name in names], games)

    return reshape


def _row(
    header: Sequence[str], row: Sequence[str | None], written: Mapping[str, Written]
) -> Sequence[str | None]:
    values = _values(header, row)
    cells = dict.fromkeys(header) | dict(zip(header, row, strict=False))
    for name, write in written.items():
        value = write(values[name], values)
        if value is not values[name]:
            cells[name] = value if value is None or isinstance(value, str) else json.dumps(value)
    return list(cells.values())


def _values(header: Sequence[str], row: Sequence[str | None]) -> Values:
    return {name: _value(row[at]) if at < len(row) else None for at, name in enumerate(header)}


def _value(cell: str | None) -> Any:
    if not cell or cell[0] not in "{[":
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):  # no JSON, or nested without end
        return cell


def _sides_of(header: Sequence[str], rows: Sequence[Sequence[str | None]]) -> list[_Sides]:
    """Return the pairs of columns that may hold the ids or the names of both sides."""
    flat = flattened(header, rows)
    if flat is None:
        return []
    names, cells = flat
    by_column = list(zip(*cells, strict=True))
    columns = [SampleColumn(at, name, by_column[at]) for at, name in enumerate(names)]
    return [
        _Sides(
            (_cell(header, one.name), _cell(header, other.name)),
            (one.name, other.name),
            _words(pair),
            pair.pair,
        )
        for pair in pairs_of(columns)
        if pair.kind != "opponent"
        for one, other in [pair.columns]
    ]


def _cell(header: Sequence[str], name: str) -> str:
    """Return the column of the cell in which a flat column stands."""
    return name if name in header else next(each for each in header if name.startswith(f"{each}."))


def _words(pair: ColumnPair) -> tuple[str, str]:
    one, other = (
        next(
            word
            for word in column.tokens
            for mark in marks_of(word)
            if (mark.kind, mark.pair, mark.second) == (pair.kind, pair.pair, second)
        )
        for column, second in zip(pair.columns, (False, True), strict=True)
    )
    return one, other


def _tell_by_key(cells: Sequence[Any]) -> bool:
    """Whether cells are objects of two values under keys that are not the same in all rows."""
    objects = [cell for cell in cells if cell not in (None, {})]
    if not objects or not all(isinstance(each, dict) and len(each) == 2 for each in objects):
        return False
    same = set.intersection(*(set(each) for each in objects))
    return len({key for each in objects for key in each}) > 2 and not same


def _tell_by_id(cells: Sequence[Any]) -> bool:
    """Whether cells are lists of two objects, each with an id."""
    lists = [cell for cell in cells if cell not in (None, [])]
    return bool(lists) and all(
        isinstance(each, list)
        and len(each) == 2
        and all(isinstance(one, dict) and _ids_in(one) for one in each)
        for each in lists
    )


def _have_names(cells: Sequence[Any]) -> bool:
    """Whether the objects of lists have names beside their ids: they are the sides themselves."""
    return any(
        isinstance(value, str) and NAMES.keys() & set(tokens(name.rsplit(".", 1)[-1])) and not _is_id(name)
        for each in cells
        for part in each or ()
        for name, value in flat_values("", part).items()
    )


def _is_id(name: str) -> bool:
    return bool(IDS.intersection(tokens(name.rsplit(".", 1)[-1])))


def _ids_in(value: Mapping[str, Any]) -> list[str]:
    return [
        key
        for key, each in value.items()
        if _is_id(key) and isinstance(each, (str, int)) and not isinstance(each, bool)
    ]


def _by_side(name: str, values: Sequence[Values], sides: Sequence[_Sides]) -> Written | None:
    """Return what puts the values of a cell under the words of the sides whose names or ids they have."""
    rows = [row for row in values if row[name]]
    first = rows[0][name]
    keys: list[str | None] = [*_ids_in(first[0])] if isinstance(first, list) else [None]
    for key in keys:
        for pair in sides:
            known = [(row[name], pair.of(row)) for row in rows]
            told = sum(set(_whose(cell, key)) == set(both) and len(set(both)) == 2 for cell, both in known)
            if told and told >= MOSTLY_OF_SIDES * len(rows):
                return _sided(key, pair)
    return None


def _whose(cell: Any, key: str | None) -> list[str | None]:
    """Return the ids or names that a cell has, in its order."""
    if key is None:
        return list(cell)
    return [None if each.get(key) is None else str(each[key]) for each in cell]


def _sided(key: str | None, pair: _Sides) -> Written:
    def write(cell: Any, row: Values) -> Any:
        if not cell:
            return cell
        parts = list(cell.values()) if key is None and isinstance(cell, dict) else cell
        both = pair.of(row)
        try:
            whose = _whose(cell, key)
        except (AttributeError, TypeError):
            whose = []
        if set(whose) != set(both) or len(whose) != 2:
            return {word: _marked(parts[0] if parts else None) for word in pair.words}
        return dict(zip(pair.words, parts if whose[0] == both[0] else [parts[1], parts[0]], strict=True))

    return write


def _marked(part: Any) -> Any:
    return dict.fromkeys(part, OF_ANOTHER) if isinstance(part, dict) else OF_ANOTHER


def _have_names_as_keys(name: str, cells: Sequence[Any]) -> bool:
    """Whether the keys of cells are the names of two players, and the values what they made in one game.

    Numbers of seats and colours are 0 and 1 for the same side in every row.
    """
    objects = [cell for cell in cells if cell]
    if not _tell_by_key(cells) or not _OF_PLAYERS.intersection(tokens(name)):
        return False
    keys = {key for each in objects for key in each}
    if len(keys) < 3 or any(marks_of(word) for key in keys for word in tokens(key)[:1] if len(key) > 1):
        return False
    made = {tuple(_number(value) for value in each.values()) for each in objects}
    decided = made - {(0.0, 0.0)}
    return made <= _ONE_GAME and len(decided) > 1


def _number(value: Any) -> float:
    if isinstance(value, bool):
        return -1.0
    try:
        return float(value)
    except (TypeError, ValueError):
        return -1.0


def _with_names(cell: Any, row: Values) -> Any:
    """Return the players of a cell and what they made, in their order."""
    if not isinstance(cell, dict):
        return cell
    return [{"name": name, "score": made} for name, made in cell.items()]


def _sets_of(name: str, cells: Sequence[Any]) -> ColumnPair | None:
    """Return the keys of both sides in cells that are lists of sets; None where they are none."""
    lists = [cell for cell in cells if cell not in (None, [])]
    if not lists or not SET_LISTS.intersection(tokens(name)):
        return None
    if not all(isinstance(each, list) and len(each) <= MOST_SETS for each in lists):
        return None
    pair = _pair_of_sets(lists)
    if pair is None:
        return None
    played = [made for each in lists for part in each if (made := _made(part, pair)) is not None]
    return pair if played and all(map(_is_set, played)) else None


def _is_set(made: tuple[str, str]) -> bool:
    numbers = all(re.fullmatch(r"\d{1,3}", points) for points in made)
    return numbers and max(map(int, made)) >= FEWEST_IN_A_SET


def _pair_of_sets(cells: Sequence[Any]) -> ColumnPair | None:
    """Return the keys of both sides in the objects of sets; None where there is not one pair alone."""
    parts = [part for each in cells if isinstance(each, list) for part in each]
    if not all(isinstance(part, dict) for part in parts):
        return None
    keys = dict.fromkeys(key for part in parts for key in part)
    pairs = [
        pair
        for pair in pairs_of([SampleColumn(at, key, ()) for at, key in enumerate(keys)])
        if pair.kind not in ("winner", "opponent") and set(pair.stem) <= SCORES.keys() | NAMES.keys()
    ]
    return pairs[0] if len({pair.first.name for pair in pairs}) == 1 else None


def _made(part: Mapping[str, Any], pair: ColumnPair) -> tuple[str, str] | None:
    """Return what both sides made in a set; None for one that was not played."""
    keys = (pair.first.name, pair.second.name)
    one, other = ("" if part.get(key) is None else str(part[key]).strip() for key in keys)
    return None if {one, other} <= {"", "0"} else (one, other)


def _set_texts(pair: ColumnPair) -> Written:
    def write(cell: Any, row: Values) -> Any:
        if not isinstance(cell, list) or not all(isinstance(part, dict) for part in cell):
            return cell
        played = [made for part in cell if (made := _made(part, pair)) is not None]
        return " ".join(f"{one}-{other}" for one, other in played) or None

    return write
