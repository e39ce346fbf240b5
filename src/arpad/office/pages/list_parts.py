"""A list of more rows than a page shows, in parts: the page of the list and those that follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.pages.formatting import count
from arpad.office.pages.ranking import ROWS, Ranking, ranking
from arpad.office.pages.templating import render
from arpad.office.publishing.file_kinds import INDEX_PAGE
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class ListPart:
    """A part of a list, as the other parts lead to it.

    Args:
        file: its page.
        rows: which rows it shows, in words.
        here: whether it is the page that leads.
    """

    file: str
    rows: str
    here: bool


@dataclass(frozen=True)
class PartSection:
    """What a part has of the list of a pool.

    Args:
        key: its id, unique on the page.
        pool: the name of the pool; None without pools.
        rows: which rows these are of how many, in words.
        list: the rows.
    """

    key: str
    pool: str | None
    rows: str
    list: Ranking


def parts_of(tables: Mapping[str | None, pl.DataFrame], here: int = 1) -> list[ListPart]:
    """Return the parts of lists; nothing where one page shows them all.

    Args:
        tables: the lists, by pool.
        here: the part whose page leads to the others, from 1.
    """
    most = max((table.height for table in tables.values()), default=0)
    parts = -(-most // ROWS)
    if parts < 2:
        return []
    return [
        ListPart(INDEX_PAGE if n == 1 else f"list-{n}.html", _rows(n, most), n == here)
        for n in range(1, parts + 1)
    ]


def following_pages(
    pools: Mapping[str | None, Ratings], tables: Mapping[str | None, pl.DataFrame], title: str
) -> Iterator[tuple[str, str]]:
    """Yield the file names and the pages of the parts behind the first.

    Args:
        pools: where the lists came from, by pool.
        tables: the lists with all their rows, by pool.
        title: of the list.
    """
    for n, part in list(enumerate(parts_of(tables), 1))[1:]:
        yield part.file, _page(pools, tables, title, n)


def _page(
    pools: Mapping[str | None, Ratings], tables: Mapping[str | None, pl.DataFrame], title: str, n: int
) -> str:
    """Return the page of a part."""
    system = next(iter(pools.values())).system
    parts: Sequence[ListPart] = parts_of(tables, n)
    rows = parts[n - 1].rows
    return render(
        "list_part.html.j2",
        window=f"{title}, {rows} · {system.title}",
        kicker=f"{system.title} ratings",
        title=title,
        lede=f"{rows[:1].upper()}{rows[1:]}.",
        parts=parts,
        sections=[
            PartSection(
                "list" if pool is None else f"pool-{at}",
                pool,
                f"{_rows(n, table.height)} of {count(table.height, 'row')}",
                ranking(table.slice((n - 1) * ROWS, ROWS), pools[pool]),
            )
            for at, (pool, table) in enumerate(tables.items(), 1)
            if table.height > (n - 1) * ROWS
        ],
        first=INDEX_PAGE,
    )


def _rows(n: int, height: int) -> str:
    """Return which rows a part has of so many."""
    return f"rows {(n - 1) * ROWS + 1:,} to {min(n * ROWS, height):,}"
