"""Sides that are objects of one form: ``{"blue": {"score": 4, "team": {"name": …}}, "orange": {…}}``.

In few rows no value bears out that two columns name players, since each may be there once. The form does:
two objects whose keys differ by a word for the side alone, each with one name and one number of points.
"""

from __future__ import annotations

from collections.abc import Sequence

from arpad.record.columns.candidates import ColumnPair, pairs_of
from arpad.record.columns.cell_words import LOST, TRUTHS, WON
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, MISLEADING, NAMES, NOT_NAMES, OUTCOMES, SCORES, marks_of, tokens
from arpad.record.tables.letters import folded

SURE = 1.0
"""How much a word has to say of a name, or of points."""

_TALLIES = frozenset(("wins", "won", "total"))
"""What may count the games that a side won before."""


def side_objects(columns: Sequence[SampleColumn]) -> tuple[ColumnPair, ColumnPair] | None:
    """Return the columns of the names and of the points; None where not both sides have one of each."""
    pairs = [pair for pair in pairs_of(columns) if _path(pair) is not None]
    names = [pair for pair in pairs if _are_names(pair)]
    if not names:
        return None
    nearest = min(map(_depth, names))
    near = [pair for pair in names if _depth(pair) == nearest]
    if len(near) != 1 or _has_third(near[0], columns):
        return None
    points = [pair for pair in pairs if _path(pair) == _path(near[0]) and _are_points(pair)]
    if len(points) != 1 or _is_contradicted(points[0], pairs):
        return None
    return near[0], points[0]


def _path(pair: ColumnPair) -> tuple[tuple[str, ...], str, str] | None:
    """Return the keys that lead to both objects, the first side's key and the second's; None for others."""
    one, other = (column.name.split(".") for column in pair.columns)
    differing = [at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs]
    if len(one) != len(other) or len(differing) != 1 or differing[0] == len(one) - 1:
        return None
    at = differing[0]
    return tuple(one[:at]), one[at], other[at]


def _depth(pair: ColumnPair) -> int:
    return pair.first.name.count(".")


def _within_a_list(pair: ColumnPair) -> bool:
    found = _path(pair)
    assert found is not None
    return any(key.isdecimal() for key in pair.first.name.split(".")[len(found[0]) + 1 :])


def _are_names(pair: ColumnPair) -> bool:
    words = set(pair.stem)
    if _within_a_list(pair) or words & (IDS | NOT_NAMES | (SCORES.keys() - NAMES.keys())):
        return False
    named = any(NAMES.get(word) == SURE for word in tokens(pair.first.name.rsplit(".", 1)[-1]))
    first, second = pair.columns
    filled = all(len(column.filled) == len(column.values) and column.numeric == 0 for column in pair.columns)
    return named and filled and all(a != b for a, b in zip(first.values, second.values, strict=True))


def _are_points(pair: ColumnPair) -> bool:
    words = set(pair.stem)
    if _within_a_list(pair) or not words or words & (_TALLIES | MISLEADING | IDS | NOT_NAMES):
        return False
    whole = all(column.numeric == column.whole == 1.0 for column in pair.columns)
    return whole and all(SCORES.get(word) == SURE or word in NAMES for word in words)


def _has_third(names: ColumnPair, columns: Sequence[SampleColumn]) -> bool:
    """Whether more sides than two have a name of this form."""
    found = _path(names)
    assert found is not None
    before, *sides = found
    at = len(before)
    form = names.first.name.split(".")
    for column in columns:
        keys = column.name.split(".")
        same = len(keys) == len(form) and keys[:at] == form[:at] and keys[at + 1 :] == form[at + 1 :]
        if same and keys[at] not in sides:
            return True
    return False


def _is_contradicted(points: ColumnPair, pairs: Sequence[ColumnPair]) -> bool:
    """Whether a column that says of one side whether it won does not agree with the points."""
    sides = {column: at for pair in pairs for at, column in enumerate(pair.columns)}
    for column, second in sides.items():
        says = OUTCOMES.keys() & set(column.tokens) or any(
            mark.kind == "winner" for word in column.tokens for mark in marks_of(word)
        )
        if (
            column in points.columns
            or not says
            or not column.filled
            or not {folded(value) for value in column.filled} <= TRUTHS
        ):
            continue
        for value, *made in zip(column.values, points.first.numbers, points.second.numbers, strict=True):
            mine, theirs = (made[1], made[0]) if second else made
            if value is None or mine is None or theirs is None or mine == theirs:
                continue
            if folded(value) in (LOST if mine > theirs else WON):
                return True
    return False
