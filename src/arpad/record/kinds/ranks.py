"""A ranking list as it was published: who stood where, and with which rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from arpad.core import BadInput
from arpad.record.assembly.identity import NO_ID
from arpad.record.cells.interning import composed
from arpad.record.files.source_file import Stored, stored
from arpad.record.kinds.aliases import Aliases
from arpad.record.kinds.players import IDS, NAME, NUMBERS, player_rows
from arpad.record.tables.titles import Titles

RANK = ("rank", "place", "rang", "platz")
"""The names of the column of the rank."""


@dataclass(frozen=True)
class Ranked:
    """A player on a published list.

    Args:
        player: the name.
        rank: the place; None where the list gives none.
        rating: the rating.
        id: the id; empty where the list gives none.
    """

    player: str
    rank: int | None
    rating: float
    id: str = ""


def read_ranks(path: str | Path, aliases: Aliases | None = None) -> dict[str | None, list[Ranked]]:
    """Read the places and ratings of a published list from CSV, TSV, JSON or Parquet.

    Args:
        path: the list: one that arpad has written, or any table with a player and a rating in each row.
        aliases: the other spellings of players' names.

    Returns:
        The players of each pool, in the order of the list; under None where the list has no pools. Players
        without a rating are left out.

    Raises:
        BadInput: a column is missing, a player is on the list twice, or a number cannot be read.
    """
    file = stored(path)
    if file.format == "pgn":
        raise BadInput("a ranking list cannot be PGN", file=file.name, remedy="Expected CSV or Parquet.")
    header, rows = player_rows(file)
    titles = Titles(header, file.name)
    player = titles.one_of(NAME, "name of the player", f"Name a column {NAME[0]}.")
    rating = titles.one_of(NUMBERS["rating"], "rating", f"Name a column {NUMBERS['rating'][0]}.")
    rank = titles.first_of(RANK)
    number = titles.first_of(title for title in IDS if titles.first_of([title]) != player)
    pools = titles.first_of(["pool"])
    known_as = Aliases() if aliases is None else aliases
    found: dict[str | None, list[Ranked]] = {}
    seen: set[tuple[str | None, str]] = set()
    for line, row in rows:
        pool = None if pools is None else row[pools] or ""
        name = known_as.name_of(composed((row[player] or "").strip()))
        if (pool, name) in seen:
            raise BadInput(
                f"{name!r} is on the list twice",
                file=file.name,
                row=line,
                unit=file.unit,
                remedy="Keep one of the two.",
            )
        seen.add((pool, name))
        value = _number(file, line, header[rating], row[rating])
        if value is None or not name:
            continue
        place = None if rank is None else _number(file, line, header[rank], row[rank])
        ranked = Ranked(name, None if place is None else int(place), value, _id(row, number))
        found.setdefault(pool, []).append(ranked)
    return found


def _id(row: Sequence[str | None], column: int | None) -> str:
    """Return the id of a row; empty where there is none."""
    number = "" if column is None else composed((row[column] or "").strip())
    return "" if number.lower() in NO_ID else number


def _number(file: Stored, line: int, column: str, text: str | None) -> float | None:
    """Return a number; None where there is none.

    Raises:
        BadInput: it is not a number.
    """
    words = (text or "").strip()
    if not words:
        return None
    try:
        value = float(words)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise BadInput(
            f"{words!r} is not a number",
            file=file.name,
            row=line,
            unit=file.unit,
            column=column,
            remedy="Expected a number.",
        )
    return value
