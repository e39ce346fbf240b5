"""Tables in which a game has several rows, one for each side or player: they become a row for each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arpad.record.columns.candidates import ColumnPair
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, MISLEADING, NAMES, NOT_NAMES, OUTCOMES, PLACES, SCORES, marks_of

MOSTLY = 0.95
"""The share of games that must be as the shape says: a sample may end within a game."""

SEATED = 0.9
"""The share of the rows of contests that must have another row of the same contest."""

_GAME_WORDS = frozenset(
    (
        "game",
        "match",
        "fixture",
        "bout",
        "fight",
        "race",
        "contest",
        "event",
        "series",
        "spiel",
        "partido",
        "경기",
    )
)

FIRST, SECOND = " of the first side", " of the second side"
"""What is added to the names of columns of which each side has one."""


class GameKey(NamedTuple):
    """What tells the rows of one game from those of others.

    Args:
        column: the column.
        rows: the rows of each game, in the order of the table.
    """

    column: SampleColumn
    rows: Sequence[Sequence[int]]


def keys_of(columns: Iterable[SampleColumn]) -> list[GameKey]:
    """Return the columns by whose values rows can belong together, those called ids of games first."""
    found = []
    for column in columns:
        words = set(column.tokens)
        if not (words & IDS and (words & _GAME_WORDS or len(words) == 1)) and not words & _GAME_WORDS:
            continue
        rows: dict[str, list[int]] = {}
        for at, value in enumerate(column.values):
            if value:
                rows.setdefault(value.strip(), []).append(at)
        if 1 < len(rows) < len(column.filled):
            found.append(
                (bool(words & IDS) and bool(words & _GAME_WORDS), GameKey(column, list(rows.values())))
            )
    return [key for _, key in sorted(found, key=lambda one: not one[0])]


def _constant(column: SampleColumn, key: GameKey) -> bool:
    return all(len({column.values[row] for row in rows}) == 1 for rows in key.rows)


def key_of_players(
    columns: Sequence[SampleColumn], sides: Sequence[ColumnPair], points: Sequence[ColumnPair]
) -> tuple[GameKey, ColumnPair] | None:
    """Return the key of the games, and their sides, of a table with a row for each player of both sides.

    The sides and what they made are the same in all rows of a game, and the players are not.
    """
    for key in keys_of(columns):
        same = [pair for pair in sides if all(_constant(column, key) for column in pair.columns)]
        other = [pair for pair in sides if not any(_constant(column, key) for column in pair.columns)]
        made = [pair for pair in points if all(_constant(column, key) for column in pair.columns)]
        if same and other and made:
            return key, same[0]
    return None


@dataclass(frozen=True)
class SideRows:
    """A table with a row for each side of a game.

    Args:
        key: by which the two rows of a game belong together.
        name: the column of who the side is.
        home: the column that says who is at home; None where the first row is the first side.
        at_home: the values of that column of who is at home.
        each: the columns of which the sides may have different values.
    """

    key: GameKey
    name: SampleColumn
    home: SampleColumn | None
    at_home: frozenset[str]
    each: Sequence[SampleColumn]


def side_rows(columns: Sequence[SampleColumn]) -> SideRows | None:
    """Return how a table has a row for each side; None where it has not."""
    for key in keys_of(columns):
        if sum(len(rows) == 2 for rows in key.rows) < MOSTLY * len(key.rows):
            continue
        pairs = [(rows[0], rows[1]) for rows in key.rows if len(rows) == 2]
        each = [
            column
            for column in columns
            if column is not key.column and any(column.values[a] != column.values[b] for a, b in pairs)
        ]
        names = [
            (_name_score(column), column)
            for column in each
            if all(column.values[a] and column.values[a] != column.values[b] for a, b in pairs)
        ]
        names = [one for one in names if one[0] > 0]
        if not names:
            continue
        name = max(names, key=lambda one: (one[0], -one[1].at))[1]
        home, at_home = _home(each, pairs)
        return SideRows(key, name, home, at_home, each)
    return None


def _name_score(column: SampleColumn) -> float:
    words = set(column.tokens)
    score = max((NAMES[word] for word in words if word in NAMES), default=0.0)
    if words & IDS:
        score = min(score, 0.5) or 0.2
    return (
        score
        - 2.0 * bool(words & NOT_NAMES)
        - bool(words & (SCORES.keys() | MISLEADING.keys()) - NAMES.keys())
    )


def _home(
    each: Sequence[SampleColumn], pairs: Sequence[tuple[int, int]]
) -> tuple[SampleColumn | None, frozenset[str]]:
    """Return the column that says of the two rows which is the home side's, and the words for it."""
    for column in each:
        words = column.distinct
        home = frozenset(
            word for word in words if _is_side(word.lower(), second=False) or _says_home(column, word)
        )
        away = words - home
        if (
            len(words) <= 4
            and home
            and away
            and all(
                ((column.values[a] or "").strip() in home) != ((column.values[b] or "").strip() in home)
                for a, b in pairs
            )
        ):
            return column, home
    return None, frozenset()


def _is_side(word: str, *, second: bool) -> bool:
    return any(mark.kind in ("home", "white") and mark.second is second for mark in marks_of(word)) and not (
        word == "a" and not second
    )


def _says_home(column: SampleColumn, word: str) -> bool:
    """Whether a column called *home* says yes."""
    asked = any(_is_side(token, second=False) for token in column.tokens)
    return asked and word.lower() in ("1", "true", "yes", "t", "y")


def by_game(
    header: Sequence[str], rows: Sequence[tuple[int, Sequence[str | None]]], sides: SideRows
) -> tuple[list[str], list[tuple[int, list[str | None]]], list[tuple[int, Sequence[str | None]]]]:
    """Return a table with a row for each side as one with a row for each game.

    Args:
        header: the names of the columns.
        rows: the rows, each with its line.
        sides: how the table has them.

    Returns:
        The header: the columns that both sides share, and two of each other column; a row a game, with the
        line of its first row; and the rows whose game has not two.
    """
    found: dict[str, list[tuple[int, Sequence[str | None]]]] = {}
    alone = []
    for line, row in rows:
        key = (row[sides.key.column.at] or "").strip()
        if key:
            found.setdefault(key, []).append((line, row))
        else:
            alone.append((line, row))
    each = {column.at for column in sides.each}
    names = [name for at, name in enumerate(header) if at not in each]
    names += [header[at] + end for at in sorted(each) for end in (FIRST, SECOND)]
    games = []
    for pair in found.values():
        if len(pair) != 2:
            alone += pair
            continue
        (line, one), (_, other) = pair
        if sides.home is not None and (one[sides.home.at] or "").strip() not in sides.at_home:
            one, other = other, one
        row = [value for at, value in enumerate(one) if at not in each]
        row += [side[at] for at in sorted(each) for side in (one, other)]
        games.append((line, row))
    return names, games, alone


def roles_by_game(sides: SideRows) -> Mapping[str, str]:
    """Return role -> column of the table that :func:`by_game` makes, as far as the sides say it."""
    keys = ("home", "away") if sides.home is not None else ("first", "second")
    roles = {keys[0]: sides.name.name + FIRST, keys[1]: sides.name.name + SECOND}
    points = [(_score_words(column), column) for column in sides.each if column.numeric > 0.95]
    best = max(points, key=lambda one: (one[0], -one[1].at), default=(0.0, None))
    if best[1] is not None and best[0] > 0:
        return {**roles, "points_first": best[1].name + FIRST, "points_second": best[1].name + SECOND}
    outcomes = [column for column in sides.each if set(column.tokens) & OUTCOMES.keys()]
    if outcomes:
        return {**roles, "score": outcomes[0].name + FIRST}
    return roles


def _score_words(column: SampleColumn) -> float:
    words = set(column.tokens)
    score = max((SCORES[word] for word in words if word in SCORES), default=0.0)
    return score - 1.2 * len(words & MISLEADING.keys()) - 2.0 * bool(words & (IDS | NOT_NAMES))


class SeatRows(NamedTuple):
    """A table with a row for each player of a contest of several.

    Args:
        key: by which the rows of a contest belong together.
        name: the column of the players.
        results: the columns that can say who did better, the likeliest first.
    """

    key: SampleColumn
    name: SampleColumn
    results: Sequence[SampleColumn]


def seat_rows(columns: Sequence[SampleColumn]) -> SeatRows | None:
    """Return how a table has a row for each player of a contest; None where it has not."""
    for key in keys_of(columns):
        together = sum(len(rows) for rows in key.rows if len(rows) > 1)
        if together < SEATED * len(key.column.filled):
            continue
        others = [column for column in columns if column is not key.column and not _constant(column, key)]
        names = [
            (_name_score(column), column)
            for column in others
            if all(len({column.values[row] for row in rows}) == len(rows) for rows in key.rows)
        ]
        names = [one for one in names if one[0] > 0]
        results = [(_seat_score(column), column) for column in others]
        results = [one for one in results if one[0] > 0]
        if names and results:
            name = max(names, key=lambda one: (one[0], -one[1].at))[1]
            ordered = [column for _, column in sorted(results, key=lambda one: (-one[0], one[1].at))]
            return SeatRows(key.column, name, [column for column in ordered if column is not name])
    return None


def _seat_score(column: SampleColumn) -> float:
    words = set(column.tokens)
    if words & (IDS | NOT_NAMES) or column.numeric < 0.9:
        return 0.0
    known = words & (SCORES.keys() | OUTCOMES.keys() | PLACES)
    return 1.0 if known else 0.3
