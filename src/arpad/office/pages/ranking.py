"""The ranking list as a table on a page, and what a reader must know to read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.office.pages.formatting import count, day, iso, number
from arpad.office.pages.heads import Head
from arpad.office.publishing.manifest import Manifest
from arpad.ratings.list_columns import ListColumn, Style, printed_columns
from arpad.ratings.parameters import values_of
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl

ROWS = 5000
"""How many rows a page shows at most; files hold all."""

GONE = 200
"""How many players a page names who are not on the list any more."""

PAGE = "page"
"""Where a list is printed, for :func:`arpad.ratings.list_columns.printed_columns`."""


@dataclass(frozen=True)
class RankingCell:
    """A cell of the list.

    Args:
        text: what is printed.
        name: the column.
        doubtful: whether a mark says that the rating is provisional.
        link: where the player's page is; empty where the player has none, and in other columns.
    """

    text: str
    name: str
    doubtful: bool
    link: str = ""


@dataclass(frozen=True)
class Ranking:
    """The list as it is printed.

    Args:
        columns: the columns.
        rows: the cells of each player; best first.
        apart: those of players who are rated provisionally and stand behind the others without a rank.
    """

    columns: Sequence[ListColumn]
    rows: Sequence[Sequence[RankingCell]]
    apart: Sequence[Sequence[RankingCell]] = ()

    @property
    def heads(self) -> list[Head]:
        """What stands above the columns."""
        return [
            Head(column.heading[0].upper() + column.heading[1:], column.title, kind=column.name)
            for column in self.columns
        ]


def shown_rows(top: int | None) -> int:
    """Return how many rows of a list a page shows at most, where ``top`` are asked for."""
    return ROWS if top is None else max(0, min(ROWS, top))


def ranking(table: pl.DataFrame, ratings: Ratings, links: Mapping[str, str] | None = None) -> Ranking:
    """Return the ranking list as a page prints it.

    Args:
        table: :meth:`arpad.ratings.result.Ratings.table`.
        ratings: where it came from.
        links: where the pages of the players are, by name; None where there are none.
    """
    style = Style(number, lambda value: f"{value:,}", iso, ratings.system.decimals)
    columns = printed_columns(table, PAGE)
    rows = [
        [
            RankingCell(
                column.printed(row, style),
                column.name,
                column.marked and row["provisional"],
                links.get(row["player"], "") if links and column.name == "player" else "",
            )
            for column in columns
        ]
        for row in table.iter_rows(named=True)
    ]
    ranked = table.height - table["rank"].null_count()
    return Ranking(columns, rows[:ranked], rows[ranked:])


def notes(
    whole: pl.DataFrame, ratings: Ratings, manifest: Manifest, *, in_parts: bool = False
) -> Iterator[str]:
    """Yield how to read the list: ties, marks, and who is not on it.

    Args:
        whole: the list with all its rows, also those that the page does not show.
        ratings: where it came from.
        manifest: what was asked for.
        in_parts: whether further pages have the rows that this one does not show.
    """
    uncertain = "deviation" in whole.columns
    order = "the smaller deviation comes first, then the name in" if uncertain else "the names are in"
    yield f"Players with the same rating share a rank; among them {order} alphabetical order."
    if uncertain:
        yield _interval(ratings, manifest)
    if "best" in whole.columns:
        scope = "for all players together" if "tier" in whole.columns else "for each player by itself"
        yield f"Ranks are those that the games leave open, with 95\u00a0% {scope}."
    if "tier" in whole.columns:
        yield (
            "A tier begins with the best player settled to be worse than the first of the tier above. Which "
            "of two neighbours on both sides of a tier's border is better may be open: look at their ranks."
        )
    if bool(whole["provisional"].any()):
        apart = " Such players stand behind the others, without a rank." if whole["rank"].null_count() else ""
        yield f"A question mark stands behind a provisional rating, one {_doubt(ratings)}.{apart}"
    if manifest.previous is not None:
        yield _movements(manifest.previous)
    yield from _left_out(whole, manifest, in_parts)


def _interval(ratings: Ratings, manifest: Manifest) -> str:
    """Return what ± stands for."""
    variance = values_of(ratings.system).get("variance")
    if variance is None:
        return (
            "± is 1.96 deviations: by the model of the system, the true strength lies in the interval with a "
            "probability of 95\u00a0%."
        )
    named = zip(manifest.options, manifest.options[1:], strict=False)
    column = next((value for word, value in named if word.lstrip("-") == "cluster"), "")
    clusters = f"the clusters of the column {column}" if column else "clusters of games"
    by = {
        "model": "by the model",
        "sandwich": "from the spread of the results, games counted as independent (sandwich)",
        "cluster": f"from the spread of the results, {clusters} counted as independent",
        "bootstrap": f"by the bootstrap, {clusters if column else 'games'} counted as independent",
    }[str(variance)]
    return f"± is 1.96 standard errors: the 95\u00a0% confidence interval of a rating, {by}."


def _movements(movements: Mapping[str, Any]) -> str:
    """Return how many have moved since the previous list."""
    up, down = (count(movements[way], "player") for way in ("up", "down"))
    gone = count(len(movements["gone"]), "player")
    return (
        f"Since the previous list ({movements['file']}) {up} moved up (▲) and {down} down (▼); "
        f"{count(movements['new'], 'player')} new, {gone} not on the list any more."
    )


def gone(manifest: Manifest, decimals: int) -> list[tuple[str, str]]:
    """Return the players of the previous list who are not on this one: name, earlier rank and rating.

    Args:
        manifest: what was asked for.
        decimals: of a rating.
    """
    rows = [] if manifest.previous is None else manifest.previous["gone"]
    return [
        (player, number(rating, decimals) if rank is None else f"rank {rank:,}, {number(rating, decimals)}")
        for player, rank, rating in rows[:GONE]
    ]


def _doubt(ratings: Ratings) -> str:
    """Return what makes a rating provisional in this system."""
    reasons = []
    if ratings.system.provisional_games:
        reasons.append(f"from fewer than {count(ratings.system.provisional_games, 'game')}")
    if ratings.system.provisional_deviation is not None:
        reasons.append(f"with a deviation above {ratings.system.provisional_deviation:g}")
    return " or ".join(reasons)


def _left_out(whole: pl.DataFrame, manifest: Manifest, in_parts: bool) -> Iterator[str]:
    """Yield who has played but is not among the rows, and why; nobody disappears unsaid."""
    if manifest.min_games > 1:
        yield f"Only players with at least {manifest.min_games:,} games are listed."
    if manifest.active_since is not None:
        yield f"Only players who have played since {day(manifest.active_since)} are listed."
    if manifest.provisional == "omitted":
        yield "Players with a provisional rating are not listed."
    most = shown_rows(manifest.top)
    if whole.height > most:
        last = min(whole.height, manifest.top or whole.height)
        more = (
            f"Further pages show the rows to {last:,}; the first {most:,} players have a page of their own."
            if in_parts and last > most
            else "A list written as .csv, .json or .parquet has them all, and so has a folder of pages."
        )
        yield f"This page shows the first {most:,} of {count(whole.height, 'row')}. {more}"
    others = manifest.players - whole.height
    if others > 0:
        yield f"Not listed: {count(others, 'more player')} of the record."
