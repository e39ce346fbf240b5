"""What ``arpad odds`` prints of a game, whether its players are ratings or names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.number_formats import plain, signed
from arpad.cli.tables import Column, TextTable, faint, show, shown
from arpad.ratings.odds import RESULTS

if TYPE_CHECKING:
    from arpad.ratings.odds import Odds, SideOdds
    from arpad.ratings.system import RatingSystem

ALIKE = "by the rules each side's expected score has its own difference: the two need not sum to 1"


def show_odds(
    odds: Odds, names: Sequence[str], system: RatingSystem, *, below: str = "", ratings: bool = False
) -> None:
    """Print the expected scores, the changes and the chances of two sides.

    Args:
        odds: the odds.
        names: what the sides are called.
        system: the rating system.
        below: a line that follows the table.
        ratings: whether their ratings are printed beside.
    """
    columns = [Column("", shrinks=True)]
    if ratings:
        columns.append(Column("rating", "right"))
    columns.append(Column("expected", "right"))
    width = len(columns)
    if any(side.changes is not None or side.chances is not None for side in odds.sides):
        columns += [Column(result, "right", change=True) for result, _ in RESULTS]
    rows = []
    for name, side in zip(names, odds.sides, strict=True):
        given = [_rating(side, system)] if ratings else []
        changes = [] if side.changes is None else [signed(side.changes[result]) for result, _ in RESULTS]
        rows.append(_filled([name, *given, f"{side.expected:.4f}", *changes], columns))
        if side.rounded is not None:
            rounded = [signed(side.rounded[result], 0) for result, _ in RESULTS]
            rows.append(_filled([*_blank("  rounded", width), *rounded], columns))
        if side.chances is not None:
            chances = [f"{side.chances[result]:.4f}" for result, _ in RESULTS]
            rows.append(_filled([*_blank("  chance", width), *chances], columns))
    show(TextTable(columns, rows))
    if below:
        click.echo(faint(below))
    if odds.better is not None:
        click.echo(shown(f"{names[0]} is the stronger of the two with a probability of {odds.better:.4f}"))
    if not odds.mirrored:
        click.echo(ALIKE)


def show_steps(odds: Odds) -> None:
    """Print the calculation of the expected score."""
    click.echo()
    for step in odds.steps:
        click.echo(shown(f"    {step.line()}"))


def say_lacking(odds: Odds, *, err: bool = True) -> None:
    """Say why there are no changes, where something is missing for them."""
    if odds.lacking is not None:
        click.echo(f"arpad: no points at stake: {shown(_sentence(odds.lacking))}", err=err)


def show_places(names: Sequence[str], chances: Any) -> None:
    """Print the probability of every place for each side."""
    columns = [
        Column("", shrinks=True),
        *(Column(f"place {n}", "right") for n in range(1, len(names) + 1)),
    ]
    rows = [[name, *(f"{share:.4f}" for share in row)] for name, row in zip(names, chances, strict=True)]
    show(TextTable(columns, rows))


def _sentence(problem: Any) -> str:
    return f"{problem.problem}. {problem.remedy}" if problem.remedy else problem.problem


def _rating(side: SideOdds, system: RatingSystem) -> str:
    rating = side.rating
    text = plain(rating.value, system.decimals)
    if rating.deviation is None or "deviation" not in system.columns:
        return text
    return f"{text} ± {plain(1.96 * rating.deviation, system.decimals)}"


def _blank(word: str, width: int) -> list[str]:
    return [word, *[""] * (width - 1)]


def _filled(cells: list[str], columns: Sequence[Column]) -> list[str]:
    return [*cells, *[""] * (len(columns) - len(cells))]
