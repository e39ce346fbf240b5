"""Tables in which a game has several rows, one for each side or player: they become a row for each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arpad.record.columns.candidates import ColumnPair
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import (
    IDS,
    MISLEADING,
    NAMES,
    NOT_NAMES,
    OPPONENTS,
    OUTCOMES,
    PLACES,
    SCORES,
    marks_of,
)

MOSTLY = 0.95
"""The share of games that must be as the shape says: a sample may end within a game."""

SEATED = 0.9
"""The share of the rows of contests that must have another row of the same contest."""

GAME_WORDS = frozenset(
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
        "kamp",
        "mecz",
        "zapas",
        "wedstrijd",
        "partita",
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
        is_id: whether the column is called the id of a game, and not an event or a number alone.
    """

    column: SampleColumn
    rows: Sequence[Sequence[int]]
    is_id: bool


def keys_of(columns: Iterable[SampleColumn]) -> list[GameKey]:
    """Return the columns by whose values rows can belong together, those called ids of games first."""
    keys: list[GameKey] = []
    for column in columns:
        words = set(column.tokens)
        of_games, is_id = bool(words & GAME_WORDS), bool(words & IDS)
        if not (of_games or (is_id and len(words) == 1)):
            continue
        rows: dict[str, list[int]] = {}
        for at, value in enumerate(column.values):
            if value:
                rows.setdefault(value.strip(), []).append(at)
        if 1 < len(rows) < len(column.filled):
            keys.append(GameKey(column, list(rows.values()), of_games and is_id))
    return sorted(keys, key=lambda key: not key.is_id)


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
        same_points = any(all(_constant(column, key) for column in pair.columns) for pair in points)
        if same and other and same_points:
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
        differ = [
            column
            for column in each
            if all(column.values[a] and column.values[a] != column.values[b] for a, b in pairs)
        ]
        names = _likeliest(differ, _name_score)
        if names:
            home, at_home = _home(each, pairs)
            return SideRows(key, names[0], home, at_home, each)
    return None


def _likeliest(columns: Iterable[SampleColumn], score: Callable[[SampleColumn], float]) -> list[SampleColumn]:
    """Return the columns with a score above 0, the highest first; of equal ones, the first in the table."""
    scores = [(score(column), column) for column in columns]
    return [column for value, column in sorted(scores, key=lambda pair: (-pair[0], pair[1].at)) if value > 0]


def _name_score(column: SampleColumn) -> float:
    words = set(column.tokens)
    score = max((NAMES[word] for word in words if word in NAMES), default=0.0)
    if words & IDS:
        score = min(score, 0.5) or 0.2
    return score - 2.0 * bool(words & NOT_NAMES) - bool(words & (SCORES.keys() | MISLEADING) - NAMES.keys())


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
    named_so = any(_is_side(token, second=False) for token in column.tokens)
    return named_so and word.lower() in ("1", "true", "yes", "t", "y")


def by_game(header: Sequence[str], rows: Rows, sides: SideRows) -> GameTable:
    """Return a table with a row for each side as one with a row for each game.

    Args:
        header: the names of the columns.
        rows: the rows, each with its line.
        sides: how the table has them.

    Returns:
        The columns that both sides share, and two of each other column; alone are the rows whose game has not
        two.
    """
    by_key: dict[str, list[tuple[int, Sequence[str | None]]]] = {}
    alone = []
    for line, row in rows:
        key = (row[sides.key.column.at] or "").strip()
        if key:
            by_key.setdefault(key, []).append((line, row))
        else:
            alone.append((line, row))
    each = {column.at for column in sides.each}
    names = [name for at, name in enumerate(header) if at not in each]
    names += [header[at] + end for at in sorted(each) for end in (FIRST, SECOND)]
    games = []
    for pair in by_key.values():
        if len(pair) != 2:
            alone += pair
            continue
        (line, first), (_, second) = pair
        if sides.home is not None and (first[sides.home.at] or "").strip() not in sides.at_home:
            first, second = second, first
        row = [value for at, value in enumerate(first) if at not in each]
        row += [side[at] for at in sorted(each) for side in (first, second)]
        games.append((line, row))
    return GameTable(names, games, alone)


def roles_by_game(sides: SideRows) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return role -> column of the table that :func:`by_game` makes: of the two sides, and of the result."""
    first, second = ("home", "away") if sides.home is not None else ("first", "second")
    names = {first: sides.name.name + FIRST, second: sides.name.name + SECOND}
    points = _likeliest((column for column in sides.each if column.numeric > 0.95), _score_words)
    won = [column for column in sides.each if set(column.tokens) & OUTCOMES.keys() and _says_won(column)]
    if won and points and not _goes_with(won[0], points[0], sides.key):
        return names, {"score": won[0].name + FIRST}  # of strokes and times less is better
    if points:
        return names, {"points_first": points[0].name + FIRST, "points_second": points[0].name + SECOND}
    outcome = next((column for column in sides.each if set(column.tokens) & OUTCOMES.keys()), None)
    return names, {} if outcome is None else {"score": outcome.name + FIRST}


def _says_won(column: SampleColumn) -> bool:
    return {value.lower() for value in column.distinct} <= {
        "w",
        "l",
        "d",
        "t",
        "win",
        "loss",
        "draw",
        "tie",
        "won",
        "lost",
    }


def _goes_with(won: SampleColumn, points: SampleColumn, key: GameKey) -> bool:
    """Whether the side that is said to have won has more points than the other, in most games."""
    more = fewer = 0
    for rows in key.rows:
        if len(rows) != 2:
            continue
        one, two = ((won.values[row] or "").strip().lower()[:1] == "w" for row in rows)
        first, second = (points.numbers[row] or 0.0 for row in rows)
        if one != two and first != second:
            more += (first > second) == one
            fewer += (first > second) != one
    return more >= fewer


def _score_words(column: SampleColumn) -> float:
    words = set(column.tokens)
    score = max((SCORES[word] for word in words if word in SCORES), default=0.0)
    # What the opponent made is said of the other side.
    return score - 1.2 * len(words & MISLEADING) - 2.0 * bool(words & (IDS | NOT_NAMES | OPPONENTS))


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
        differ = [
            column
            for column in others
            if all(len({column.values[row] for row in rows}) == len(rows) for rows in key.rows)
        ]
        names = _likeliest(differ, _name_score)
        results = [column for column in _likeliest(others, _seat_score) if column not in names[:1]]
        if names and results:
            return SeatRows(key.column, names[0], results)
    return None


def _seat_score(column: SampleColumn) -> float:
    words = set(column.tokens)
    if words & (IDS | NOT_NAMES) or column.numeric < 0.9:
        return 0.0
    return 1.0 if words & (SCORES.keys() | OUTCOMES.keys() | PLACES) else 0.3
