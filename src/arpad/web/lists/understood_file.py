"""A file of results as pages show it: its columns with what they are, and its rows beside what was read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from arpad.core import BadInput, worded
from arpad.record import Games
from arpad.record.columns.questions import Ambiguous, ContestsAsked
from arpad.record.survey.survey import Reject
from arpad.record.survey.understanding import ROWS, Understanding
from arpad.record.tables.header import ColumnsNotFound
from arpad.web.uploaded_table import REJECTS, ColumnShown, Problem, cells_shown, columns_shown

ROLE_WORDS: Mapping[str, str] = {
    "": worded("not used"),
    "white": worded("White"),
    "black": worded("Black"),
    "home": worded("Home side"),
    "away": worded("Away side"),
    "winner": worded("Winner"),
    "loser": worded("Loser"),
    "first": worded("First player"),
    "second": worded("Second player"),
    "score": worded("Result"),
    "points_first": worded("Points of the first"),
    "points_second": worded("Points of the second"),
    "time": worded("Date"),
    "clock": worded("Time of day"),
    "weight": worded("Weight of the game"),
    "neutral": worded("Neutral venue"),
}
"""What a column can be chosen for, in words."""

SHAPES: Mapping[str, str] = {
    "games": "",
    "sides": worded("Two rows of the file are one game, a row for each side."),
    "players": worded("Several rows of the file are one game, a row for each player."),
    "matrix": worded("The file is a crosstable: each pair of its cells is a game."),
    "counts": worded("The file is a crosstable: each cell counts the games that each of a pair has won."),
    "own": worded("The file has the games of one side: each row is its game against an opponent."),
    "rosters": worded("Several rows of the file are one side, whose players are rated together as one."),
    "lineups": worded("A side has a column for each of its players, who are rated together as one."),
    "sets": worded("Several rows of the file are one match, a row for each set."),
    "positions": worded("The file has no header: its columns are called by their numbers."),
    "mirrored": worded("Two rows of the file are one game, one from each side."),
}
"""What is said of the rows of each shape."""

ROW_A_GAME = ("games", "positions")
"""The shapes of which every row is a game."""


class GameRead(NamedTuple):
    """A game as it was read.

    Args:
        line: where it stands in the file.
        first: the first player.
        second: the second.
        score: of the first.
        points: of both sides, where the file has them.
        day: when it was played, in ISO form; empty where the file does not say it.
    """

    line: int
    first: str
    second: str
    score: float
    points: tuple[float, float] | None
    day: str


class RowRead(NamedTuple):
    """A row of a file, beside what was read.

    Args:
        line: where it stands in the file.
        cells: of the columns that are shown.
        game: that was read; None where the row is none, or none of its own.
        problem: why it is rejected; empty if it is not.
    """

    line: int
    cells: Sequence[str]
    game: GameRead | None
    problem: str


class FileShown(NamedTuple):
    """What was understood of a file.

    Args:
        name: of the file.
        unit: what its lines count.
        columns: those that are shown: all that are used, and the first ones of the others.
        hidden: how many are not shown.
        rows: the first rows.
        games: the first games, where a row is not a game.
        shape: what is said of the rows; empty where each is a game.
        counts: how many rows there are, and how many became what; empty where the file cannot be read.
        rejects: rows that cannot be read, the first of them.
        notes: what was supposed.
        place: where in the file what is wrong stands; empty for nowhere in particular.
        problem: why the file cannot be read; empty if it can.
        remedy: what to do about it.
        choices: readings that are equally good, each as the columns by their roles.
    """

    name: str
    unit: str
    columns: Sequence[ColumnShown]
    hidden: int
    rows: Sequence[RowRead]
    games: Sequence[GameRead]
    shape: str
    counts: Mapping[str, int]
    rejects: Sequence[Reject]
    notes: Sequence[str]
    place: str
    problem: str
    remedy: str
    choices: Sequence[Sequence[tuple[str, str]]]


def file_shown(understanding: Understanding, problem: BadInput | None = None) -> FileShown:
    """Return how a page shows what was understood of a file.

    Args:
        understanding: the file.
        problem: why its games cannot be taken, though the file can be read.
    """
    columns = columns_shown(understanding.header, understanding.roles)
    games = [] if understanding.games is None else games_read(understanding.games, understanding.lines)
    in_rows = understanding.shape in ROW_A_GAME
    by_line = {game.line: game for game in reversed(games)} if in_rows else {}
    faults = {reject.line: reject.problem for reject in understanding.rejects}
    rows = [
        RowRead(
            row.line,
            cells_shown(row.cells, columns),
            by_line.get(row.line),
            faults.get(row.line, ""),
        )
        for row in understanding.rows
    ]
    error = problem or understanding.problem
    remedy = (
        "" if error is None else remedy_of(error, choices=bool(understanding.choices), columns=bool(columns))
    )
    return FileShown(
        understanding.name,
        understanding.unit,
        columns,
        len(understanding.header) - len(columns),
        rows,
        games[:ROWS] if not in_rows or not rows else (),
        SHAPES.get(understanding.shape, ""),
        {} if understanding.games is None else _counts(understanding.games),
        understanding.rejects[:REJECTS],
        []
        if understanding.games is None
        else [_own(note, understanding.name) for note in understanding.games.source.notes],
        *Problem.of(error, remedy),
        [[(role, name) for role, name in choice.items() if name] for choice in understanding.choices],
    )


def remedy_of(error: BadInput, *, choices: bool, columns: bool) -> str:
    """Return what to do on the page about a file that cannot be read.

    Args:
        error: why it cannot.
        choices: whether there are readings to choose from.
        columns: whether there are columns to choose from.
    """
    if choices:
        return worded("Choose the reading that is right.")
    if isinstance(error, ContestsAsked):
        return worded("A ranking list takes games of two players; arpad rate rates contests of several.")
    if isinstance(error, Ambiguous | ColumnsNotFound) and columns:
        return worded("Choose above the columns what each of them is, and read the file again.")
    if error.code == "dates.ambiguous":
        return worded("Choose how dates are written, and read the file again.")
    return error.remedy or ""


def games_read(games: Games, lines: Sequence[int]) -> list[GameRead]:
    """Return games as they were read, in the order of the file."""
    names = games.players.names
    points = _points(games)
    days = [""] * len(games)
    if games.time is not None and games.time.dtype.kind == "M":
        days = [str(time).replace("T", " ") for time in np.datetime_as_string(games.time).tolist()]
    columns = zip(games.first.tolist(), games.second.tolist(), games.score.tolist(), strict=True)
    return [
        GameRead(line, names[first], names[second], score, points[at], days[at][:16])
        for at, (line, (first, second, score)) in enumerate(zip(lines, columns, strict=False))
    ]


def _points(games: Games) -> Sequence[tuple[float, float] | None]:
    if games.points_first is None or games.points_second is None:
        return [None] * len(games)
    pairs = zip(games.points_first.tolist(), games.points_second.tolist(), strict=True)
    return [None if math.isnan(first) or math.isnan(two) else (first, two) for first, two in pairs]


def _counts(games: Games) -> dict[str, int]:
    rows = games.source
    return {
        "rows": rows.rows,
        "games": rows.games,
        "byes": rows.byes,
        "fixtures": rows.fixtures,
        "rejected": rows.rejected,
    }


def _own(note: str, name: str) -> str:
    """Return a note without the name of the file, which the page has at its head."""
    return note.removeprefix(f"{name}: ")
