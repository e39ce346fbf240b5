"""Tables in which every game stands twice, once from each side: the second row says nothing new."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.tables.letters import folded

SUSPECTED = 0.25
"""The share of the first rows with a mirror image from which the whole table is looked at."""

MOSTLY = 0.9
"""The share of all rows with a mirror image from which one of the two rows is left out: a few are games
played twice on a day."""

LONG_RUN = 5
"""The rows with one name of the first side in a row, on the average, in records of one player after another:
there the mirror image of a row is the same game, though not every opponent's record is there."""

Game = tuple[str, ...]


_OPPOSITE = {"w": "l", "win": "loss", "won": "lost", "1": "0", "+": "-", "s": "n", "sieg": "niederlage"}
_OPPOSITE |= {"victoria": "derrota", "gewonnen": "verloren", "true": "false", "yes": "no"}
OPPOSITE = _OPPOSITE | {other: word for word, other in _OPPOSITE.items()}
"""Words for a result, and what the other side says of the same game."""


def opposite(result: str) -> str:
    """Return a result as the other side writes it: ``W`` is ``l``, ``3-1`` is ``1-3``, a draw is a draw."""
    word = folded(result.strip())
    parts = re.split(r"\s*[-–:]\s*", word)
    return "-".join(parts[::-1]) if len(parts) == 2 and all(parts) else OPPOSITE.get(word, word)


def without_mirror_images(
    header: Sequence[str], swapped: Sequence[tuple[str, str]], same: Sequence[str], result: str = ""
) -> Callable[[Rows], Rows]:
    """Return what leaves the second row of each game out, where nearly all games stand twice.

    Args:
        header: the names of the columns.
        swapped: the columns of which the two rows have each other's values: the sides, their points.
        same: those of which both have the same: the day, the round.
        result: the column of which the two rows have opposite words; empty where nothing is known of it.
    """
    places = [(header.index(first), header.index(second)) for first, second in swapped]
    kept = [header.index(name) for name in same]
    opposed = header.index(result) if result else None

    def without(rows: Rows) -> Rows:
        cells = [row for _, row in rows]
        images = mirror_images(cells, places, kept, opposed)
        told = result or len(swapped) > 1  # the opposite result, or the same points
        if not told and 2 * len(images) < MOSTLY * len(rows) and not are_records(cells, places[0][0]):
            return rows
        return [row for at, row in enumerate(rows) if at not in images]

    return without


def mirror_images(
    rows: Sequence[Sequence[str | None]],
    swapped: Sequence[tuple[int, int]],
    same: Sequence[int],
    result: int | None = None,
) -> set[int]:
    """Return the places of the rows that say of a game what an earlier row says from the other side."""
    waiting: dict[Game, list[int]] = {}
    images: set[int] = set()
    for at, row in enumerate(rows):
        cells = [(cell or "").strip() for cell in row]
        shared = tuple(cells[place] for place in same)
        turned = tuple(cells[place] for first, second in swapped for place in (second, first))
        word = () if result is None else (folded(cells[result]).replace(":", "-").replace(" ", ""),)
        other = () if result is None else (opposite(cells[result]),)
        earlier = waiting.get((*shared, *other, *turned))
        if earlier:
            earlier.pop()
            images.add(at)
            continue
        mine = tuple(cells[place] for first, second in swapped for place in (first, second))
        waiting.setdefault((*shared, *word, *mine), []).append(at)
    return images


def are_all_mirrored(
    table: GameTable, swapped: Sequence[tuple[str, str]], same: Sequence[str], result: str
) -> bool:
    """Whether nearly all of the first rows have a mirror image with the opposite result."""
    images = mirror_images(
        [row for _, row in table.rows],
        [(table.header.index(first), table.header.index(second)) for first, second in swapped],
        [table.header.index(name) for name in same],
        table.header.index(result) if result else None,
    )
    return bool(images) and 2 * len(images) >= MOSTLY * len(table.rows)


def looks_mirrored(
    table: GameTable, swapped: Sequence[tuple[str, str]], same: Sequence[str], result: str = ""
) -> bool:
    """Whether enough of the first rows have a mirror image, or one of the records of several players has."""
    places = [(table.header.index(first), table.header.index(second)) for first, second in swapped]
    kept = [table.header.index(name) for name in same]
    cells = [row for _, row in table.rows]
    images = mirror_images(cells, places, kept, table.header.index(result) if result else None)
    return bool(images) and (2 * len(images) >= SUSPECTED * len(cells) or are_records(cells, places[0][0]))


def are_records(rows: Sequence[Sequence[str | None]], first: int) -> bool:
    """Whether the rows are the records of several players, one after the other.

    Args:
        rows: the rows.
        first: the place of the first side.
    """
    names = [(row[first] or "").strip() for row in rows]
    runs = sum(name != before for name, before in zip(names, ["", *names], strict=False))
    return runs * LONG_RUN <= len(rows) and runs == len(set(names))
