"""Plays from a table: a row for each play of an item, with its player and its points.

Columns are known by their usual names: player; item (song, chart, map); difficulty, which makes an item of
its own of each song; points (score); date.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.record.files.source_file import Stored, stored
from arpad.record.tables.column_names import SINGLE
from arpad.record.tables.row_reader import Row, text_rows
from arpad.record.tables.schema import Schema
from arpad.record.tables.titles import Titles
from arpad.rulebooks.online.skill_points import Play

ROLES: dict[str, tuple[str, ...]] = {
    "player": ("player", "name", "user", "player_name", "username"),
    "item": ("item", "song", "chart", "map", "beatmap", "track", "title", "music"),
    "difficulty": ("difficulty", "diff", "chart_level", "level"),
    "points": ("points", "score", "result", "pp"),
    "time": SINGLE["time"],
}
"""Role -> the titles of its column; the first that is there is taken."""

SCHEMA = Schema(
    ROLES,
    needed=(("player",), ("item",), ("points",)),
    remedy=lambda group: f"Expected {', '.join(ROLES[group[0]][:3])}, or {named_columns(group[0])}.",
)


@dataclass(frozen=True)
class Plays:
    """The plays of some files, and what became of their rows: ``rows == len(plays) + later``.

    Args:
        plays: those that count, in the order of the files.
        rows: how many rows there are.
        later: how many of them were played after the day of the list.
        notes: what was supposed in reading them, as sentences.
    """

    plays: list[Play]
    rows: int
    later: int
    notes: tuple[str, ...] = ()


def read_plays(
    paths: Sequence[str | Path],
    columns: Mapping[str, str] | None = None,
    as_of: date | int | None = None,
    *,
    encoding: str | None = None,
) -> Plays:
    """Read plays from tables: CSV, TSV, JSON (Lines or an array) or Parquet, also .gz or .zst.

    Args:
        paths: the files; ``-`` for the standard input.
        columns: role (:data:`ROLES`) -> name of its column; an empty name leaves it unused.
        as_of: leave out the plays after that day.
        encoding: of the text; None as in :func:`arpad.record.read_games`.

    Raises:
        BadInput: the header lacks a role, or a row is bad (with its line).
    """
    plays: list[Play] = []
    notes: list[str] = []
    total = 0
    for path in paths:
        file = stored(path, encoding=encoding)
        notes += file.notes
        if file.format == "pgn":
            raise BadInput("PGN holds games of two, and no plays", file=file.name)
        header, rows = text_rows(file)
        total += len(rows)
        titles = Titles(header, file.name)
        roles = SCHEMA.match(titles, columns)
        SCHEMA.check(titles, roles)
        within = _within(file, header, roles, rows, as_of)
        for (line, row), counts in zip(rows, within, strict=True):
            play = _play(file, header, roles, line, row)
            if counts:
                plays.append(play)
    return Plays(plays, total, total - len(plays), tuple(notes))


def _word(row: Row, roles: Mapping[str, int], role: str) -> str:
    return (row[roles[role]] or "").strip() if role in roles else ""


def _play(file: Stored, header: list[str], roles: Mapping[str, int], line: int, row: Row) -> Play:
    """Return the play of one row.

    Raises:
        BadInput: a word is missing, or the points are none.
    """

    def error(role: str, problem: str, remedy: str) -> BadInput:
        return BadInput(problem, file=file.name, row=line, column=header[roles[role]], remedy=remedy)

    for role in ("player", "item"):
        if not _word(row, roles, role):
            raise error(role, f"the {role} is missing", "Expected a name.")
    text = _word(row, roles, "points")
    try:
        points = float(text)
    except ValueError:
        points = math.nan
    if not (math.isfinite(points) and points >= 0.0):
        problem = f"{text!r} is not a valid number of points" if text else "the points are missing"
        raise error("points", problem, "Expected a number that is 0 or more.")
    item, difficulty = _word(row, roles, "item"), _word(row, roles, "difficulty")
    return Play(_word(row, roles, "player"), f"{item} [{difficulty}]" if difficulty else item, points)


def _within(
    file: Stored,
    header: list[str],
    roles: Mapping[str, int],
    rows: Sequence[tuple[int, Row]],
    as_of: date | int | None,
) -> list[bool]:
    """Tell of every row whether it was played by a day.

    Raises:
        BadInput: there are no dates, one cannot be read, or the day is of another kind.
    """
    if as_of is None or not rows:
        return [True] * len(rows)
    if "time" not in roles:
        raise BadInput("the plays have no dates, so there is no list as of a day", file=file.name)
    import polars as pl

    from arpad.record.cells.times import times

    texts = [_word(row, roles, "time") or None for _, row in rows]
    column = header[roles["time"]]
    when, check, _ = times(pl.Series(column, texts, dtype=pl.String), file=file.name)
    if check.bad.any():
        at = int(np.argmax(check.bad))
        raise BadInput(
            check.problem(texts[at]), file=file.name, row=rows[at][0], column=column, remedy=check.expected
        )
    if (when.dtype.kind == "M") != isinstance(as_of, date):
        raise BadInput(f"{as_of} cannot be compared with the times of the plays", file=file.name)
    whole = when.astype("datetime64[D]") if when.dtype.kind == "M" else when
    limit = np.datetime64(as_of, "D") if isinstance(as_of, date) else as_of
    return [bool(played) for played in whole <= limit]
