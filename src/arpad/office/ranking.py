"""The ranking list as a table on a page, and what a reader must know to read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arpad.office.manifest import Manifest
from arpad.office.markup import count, iso, name, number, text
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl

ROWS = 1000
"""How many rows a page shows at most; files hold all."""

DOUBT = '<abbr class="doubt" title="provisional">?</abbr>'
"""What marks a provisional rating; chess sites write it so."""


def ranking(table: pl.DataFrame, ratings: Ratings, caption: str, key: str) -> str:
    """Return the ranking list as an HTML table in a box that scrolls by itself.

    Args:
        table: :meth:`arpad.ratings.result.Ratings.table`.
        ratings: where it came from.
        caption: what the table is called.
        key: the beginning of its ids, unique on the page.
    """
    uncertain, dated = "deviation" in table.columns, "last_played" in table.columns
    decimals = ratings.system.decimals
    heads = ["Rank", "Player", "Rating"]
    if uncertain:
        heads += ['<abbr title="1.96 deviations">±</abbr>', "95&nbsp;% interval"]
    heads += ["Games", "Won", "Drawn", "Lost"]
    if dated:
        heads.append("Last played")
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "\n".join(_row(row, decimals) for row in table.head(ROWS).iter_rows(named=True))
    return (
        f'<div class="scroll" role="region" aria-labelledby="{key}-caption" tabindex="0">\n'
        f'<table class="ranking">\n<caption id="{key}-caption">{caption}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>\n"
    )


def _row(row: Mapping[str, Any], decimals: int) -> str:
    """Return one player's row."""
    provisional = row["provisional"]
    cells = [f'<td class="rank">{row["rank"]:,}</td>', f'<th scope="row">{name(row["player"])}</th>']
    rating = number(row["rating"], decimals)
    cells.append(f'<td class="rating">{rating}{DOUBT if provisional else ""}</td>')
    if "deviation" in row:
        cells.append(f"<td>{number(row['high'] - row['rating'], decimals)}</td>")
        cells.append(f"<td>{number(row['low'], decimals)} – {number(row['high'], decimals)}</td>")
    cells += [f"<td>{row[each]:,}</td>" for each in ("games", "wins", "draws", "losses")]
    if "last_played" in row:
        cells.append(f"<td>{text(iso(row['last_played']))}</td>")
    mark = ' class="doubtful"' if provisional else ""
    return f"<tr{mark}>{''.join(cells)}</tr>"


def notes(table: pl.DataFrame, ratings: Ratings, manifest: Manifest) -> str:
    """Return how to read the list: ties, marks, and who is not on it."""
    uncertain = "deviation" in table.columns
    order = "the smaller deviation comes first, then the name in" if uncertain else "the names are in"
    said = [f"Players with the same rating share a rank; among them {order} alphabetical order."]
    if uncertain:
        said.append(
            "± is 1.96 deviations: as the system reckons, the true strength lies in the interval with a "
            "probability of 95&nbsp;%."
        )
    if bool(table["provisional"].any()):
        said.append(f"A question mark stands behind a provisional rating, one {_doubt(ratings)}.")
    said += _left_out(table, manifest)
    return "".join(f'<p class="note">{each}</p>\n' for each in said)


def _doubt(ratings: Ratings) -> str:
    """Return what makes a rating provisional in this system."""
    reasons = []
    if ratings.system.provisional_games:
        reasons.append(f"from fewer than {count(ratings.system.provisional_games, 'game')}")
    if ratings.system.provisional_deviation is not None:
        reasons.append(f"with a deviation above {ratings.system.provisional_deviation:g}")
    return " or ".join(reasons)


def _left_out(table: pl.DataFrame, manifest: Manifest) -> list[str]:
    """Return who has played but is not among the rows, and why; nobody disappears unsaid."""
    said = []
    if manifest.min_games > 1:
        said.append(f"Only players with at least {manifest.min_games:,} games are ranked.")
    if table.height > ROWS:
        hidden = table.slice(ROWS)
        first, last = hidden["rank"][0], hidden["rank"][-1]
        said.append(
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
        said.append(f"Not listed: {count(others, 'more player')}, because {' or '.join(reasons)}.")
    return said
