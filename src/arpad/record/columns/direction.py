"""Whether more or less of what decides a contest is better: points or strokes, prizes or faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.record.columns.words import folded_words, tokens
from arpad.record.tables.titles import Titles

LESS = "-"
"""Stands before the name of the column of results of which less is better: ``result=-strokes``."""

LESS_IS_BETTER = frozenset(
    folded_words(
        "strokes stroke penalties penalty faults fault errors error mistakes deductions demerits schlage "
        "schlag fehler strafpunkte fehlerpunkte coups fautes penalites golpes faltas penalizaciones slagen "
        "fouten strafpunten colpi penalita errori falhas pancadas uderzenia bledy trestne удары ударов штраф "
        "штрафы ошибки vurus hata straffpoang slag straffpoeng feil virheet rangaistus 타수 벌점 실수 打数 "
        "ストローク ペナルティ 杆数 罚分"
    )
)
"""What a column is called of which less is better."""

_GOLF = frozenset(
    folded_words("par birdie birdies bogey bogeys eagle eagles hole holes topar loch green golf")
)
"""What stands beside the scores of golf, of which less is better, or beside the points of Stableford."""


class Direction(Enum):
    """Which of two results is the better one."""

    MORE = "more"
    LESS = "less"
    UNCLEAR = "unclear"


def direction_of(name: str, header: Sequence[str]) -> Direction:
    """Return whether more or less of a result is better, by the name of its column and those beside it.

    Args:
        name: of the column.
        header: the names of all columns.
    """
    words = set(tokens(name))
    if words & LESS_IS_BETTER:
        return Direction.LESS
    others = {word for other in header if other != name for word in tokens(other)}
    return Direction.UNCLEAR if (words | others) & _GOLF else Direction.MORE


def chosen_direction(
    header: Sequence[str], columns: Mapping[str, str] | None
) -> tuple[Mapping[str, str] | None, Direction | None]:
    """Return a choice of columns without the sign before the result, and the direction that it says.

    Args:
        header: the names of the columns.
        columns: role -> column.

    Returns:
        None for the direction where no column is chosen for the result.
    """
    name = (columns or {}).get("result", "").strip()
    titles = Titles(header)
    if columns is None or not name:
        return columns, None
    if name.startswith(LESS) and name not in titles.names and name[1:] in titles:
        return {**columns, "result": name[1:]}, Direction.LESS
    return columns, Direction.MORE


def direction_asked(name: str, file: str | None) -> BadInput:
    """Return the error that nothing says whether more or less of a result is better."""
    more, less = named_columns(f"result={name}"), named_columns(f"result={LESS}{name}")
    return BadInput(
        f"whether more or less of {name!r} is better is not said",
        file=file,
        remedy=f"Choose it: {more} if more is better, {less} if less is.",
        code="columns.ambiguous",
    )
