"""The ranking list as a table on a page, and what a reader must know to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.pages.formatting import count, iso, number
from arpad.office.pages.heads import Head
from arpad.office.publishing.manifest import Manifest
from arpad.ratings.list_columns import ListColumn, Style, printed_columns
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl

ROWS = 1000
"""How many rows a page shows at most; files hold all."""

PAGE = "page"
"""Where a list is printed, for :func:`arpad.ratings.list_columns.printed_columns`."""


@dataclass(frozen=True)
class Cell:
    """A cell of the list.

    Args:
        text: what is printed.
        name: the column.
        doubtful: whether a mark says that the rating is provisional.
    """

    text: str
    name: str
    doubtful: bool


@dataclass(frozen=True)
class Ranking:
    """The list as it is printed.

    Args:
        columns: the columns.
        rows: the cells of each player; best first.
    """

    columns: Sequence[ListColumn]
    rows: Sequence[Sequence[Cell]]

    @property
    def heads(self) -> list[Head]:
        """What stands above the columns."""
        return [
            Head(one.heading[0].upper() + one.heading[1:], one.title, kind=one.name) for one in self.columns
        ]


def ranking(table: pl.DataFrame, ratings: Ratings) -> Ranking:
    """Return the ranking list as a page prints it.

    Args:
        table: :meth:`arpad.ratings.result.Ratings.table`.
        ratings: where it came from.
    """
    style = Style(number, lambda value: f"{value:,}", iso, ratings.system.decimals)
    columns = printed_columns(table, PAGE)
    return Ranking(
        columns,
        [
            [Cell(one.printed(row, style), one.name, one.marked and row["provisional"]) for one in columns]
            for row in table.head(ROWS).iter_rows(named=True)
        ],
    )


def notes(table: pl.DataFrame, ratings: Ratings, manifest: Manifest) -> Iterator[str]:
    """Yield how to read the list: ties, marks, and who is not on it."""
    uncertain = "deviation" in table.columns
    order = "the smaller deviation comes first, then the name in" if uncertain else "the names are in"
    yield f"Players with the same rating share a rank; among them {order} alphabetical order."
    if uncertain:
        yield (
            "± is 1.96 deviations: by the model of the system, the true strength lies in the interval with a "
            "probability of 95\u00a0%."
        )
    if bool(table["provisional"].any()):
        yield f"A question mark stands behind a provisional rating, one {_doubt(ratings)}."
    yield from _left_out(table, manifest)


def _doubt(ratings: Ratings) -> str:
    """Return what makes a rating provisional in this system."""
    reasons = []
    if ratings.system.provisional_games:
        reasons.append(f"from fewer than {count(ratings.system.provisional_games, 'game')}")
    if ratings.system.provisional_deviation is not None:
        reasons.append(f"with a deviation above {ratings.system.provisional_deviation:g}")
    return " or ".join(reasons)


def _left_out(table: pl.DataFrame, manifest: Manifest) -> Iterator[str]:
    """Yield who has played but is not among the rows, and why; nobody disappears unsaid."""
    if manifest.min_games > 1:
        yield f"Only players with at least {manifest.min_games:,} games are ranked."
    if table.height > ROWS:
        hidden = table.slice(ROWS)
        first, last = hidden["rank"][0], hidden["rank"][-1]
        yield (
            f"This page shows the first {ROWS:,} of {count(table.height, 'row')}; left out are the "
            f"last {hidden.height:,}, from rank {first:,} to {last:,}. A list written as .csv, .json or "
            ".parquet has them all."
        )
    others = manifest.players - table.height
    if others:
        reasons = []
        if manifest.min_games > 1:
            reasons.append(f"they have played fewer than {manifest.min_games:,} games")
        if manifest.top is not None and table.height >= manifest.top:
            reasons.append(f"the list ends after {count(manifest.top, 'row')}")
        yield f"Not listed: {count(others, 'more player')}, because {' or '.join(reasons)}."
