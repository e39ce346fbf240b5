"""What is published, put together in memory: tables and pages, and the one manifest of them all."""

from __future__ import annotations

import io
import json
import platform
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from arpad._version import __version__
from arpad.core import BadInput
from arpad.core.hostile import FORMULA, is_raw, visible_json
from arpad.office.pages.speaking import speaking
from arpad.office.publishing.containers import (
    CSV,
    HTML,
    HTML_HEAD,
    HTML_TAIL,
    JSON_HEAD,
    MANIFEST_KEY,
    MARK,
    PARQUET,
    VERSION,
    Content,
    before_footer,
    enclosed,
    manifest_text,
)
from arpad.office.publishing.inputs import InputFile
from arpad.office.publishing.manifest import Manifest
from arpad.office.publishing.table_digest import kinds_of, table_digest
from arpad.ratings.list_columns import PLAIN, Extras
from arpad.ratings.rate import with_history
from arpad.ratings.result import Provisional, Ratings

if TYPE_CHECKING:
    import polars as pl

    from arpad.office.pages.list_page import PageLinks
    from arpad.office.pages.pair_page import Names

Pools: TypeAlias = Mapping[str, Ratings]
"""The ratings of every pool by its name."""

LIST, HISTORY = "list", "history"
"""What can be published of ratings."""

INDEX = "index"
"""The list as a page that leads to the pages of its players."""

BOOK = "book"
"""The list as a page that holds the players, too."""

PAGES = (INDEX, BOOK)
"""The list as pages."""

POINTS, FIDE_LIST, ODDS, STANDINGS = "points", "fide-list", "odds", "standings"
"""What can be published beside (:mod:`arpad.office.publishing.published_table`)."""

ROWS = {
    LIST: "players",
    HISTORY: "history",
    POINTS: "players",
    FIDE_LIST: "players",
    ODDS: "fixtures",
    STANDINGS: "players",
}
"""The member of a JSON file that holds the rows."""

LIBRARIES = ("jinja2", "markupsafe", "numba", "numpy", "polars", "scipy")
"""The libraries that ratings are computed and pages are written with."""


class RequestedOutput(NamedTuple):
    """One output.

    Args:
        table: ``list``, ``index`` (the list with pages of its players), ``book`` (the list with its players
            on one page) or ``history``.
        format: ``.csv``, ``.json``, ``.parquet`` or ``.html``.
    """

    table: str
    format: str


@dataclass(frozen=True)
class Composition:
    """What is published of ratings in one go.

    Args:
        ratings: the ratings; of several pools, by name.
        wanted: the outputs.
        min_games: players who have played fewer are left out of the list.
        top: how many rows a page shows at most (of every pool); tables have all.
        title: the heading of the page.
        options: what the command line needs besides system and schedule to read the record again.
        extras: the columns of the list that are asked for beside those that every list has.
        inputs: the files that were read.
        raw: whether texts in CSV stand as they are, for programs that run no cells; None for what
            :func:`arpad.core.hostile.raw_csv` says.
        active_since: players who have not played since that day are left out of the list.
        provisional: how the list has players who are rated provisionally.
        former: the parameters that the system did not have yet when it was published before, and that are
            not named again.
    """

    ratings: Ratings | Pools
    wanted: Sequence[RequestedOutput]
    min_games: int = 1
    top: int | None = None
    title: str | None = None
    options: Sequence[str] = ()
    extras: Extras = PLAIN
    inputs: Iterable[InputFile] = ()
    raw: bool | None = None
    active_since: date | int | str | None = None
    provisional: Provisional = "ranked"
    former: Collection[str] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.ratings, Ratings) and not self.ratings:
            raise BadInput("there are no pools to publish")

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What was computed from what, of all outputs: the same for each of them."""
        facts = {name: manifest.as_dict() for name, manifest in self._manifests.items()}
        wanted = sorted(set(self.wanted))
        return {
            MARK: VERSION,
            **facts.get(None, {"pools": facts}),
            "command": next(iter(self._manifests.values())).command(by_pool=None not in facts),
            "raw_csv": self.is_raw,
            "versions": versions(),
            "inputs": [each.as_dict() for each in self.inputs],
            "tables": {
                name: facts_of_table(self.table(name))
                for name in sorted({LIST if output.table in PAGES else output.table for output in wanted})
            },
            "outputs": [facts_of_output(output, self.content(output)) for output in wanted],
            **({"pages": self._page_hashes} if any(output.table == INDEX for output in wanted) else {}),
        }

    @property
    def _page_hashes(self) -> dict[str, str]:
        return {name: Content(page).sha256 for name, page in self.further_pages.items()}

    @cached_property
    def is_raw(self) -> bool:
        """Whether texts in CSV stand as they are."""
        return is_raw() if self.raw is None else self.raw

    @cached_property
    def _pools(self) -> Mapping[str | None, Ratings]:
        if isinstance(self.ratings, Ratings):
            return {None: self.ratings}
        pools: dict[str | None, Ratings] = {}
        pools.update(self.ratings)
        return pools

    @cached_property
    def _manifests(self) -> Mapping[str | None, Manifest]:
        return {
            name: Manifest.of(ratings, **{**self._selection, "extras": self.extras.of_pool(name)})
            for name, ratings in self._pools.items()
        }

    @property
    def _selection(self) -> dict[str, Any]:
        """What is published of the ratings, and under which heading."""
        return {
            "min_games": self.min_games,
            "top": self.top,
            "title": self.title,
            "options": self.options,
            "extras": self.extras,
            "active_since": self.active_since,
            "provisional": self.provisional,
            "former": self.former,
        }

    @cached_property
    def _tables(self) -> dict[str, pl.DataFrame]:
        return {}

    def table(self, name: str) -> pl.DataFrame:
        """Return the list or the history as it is published; what is not a number is null."""
        name = LIST if name in PAGES else name
        if name not in self._tables:
            self._tables[name] = storable(
                self._joined_tables(self._history if name == HISTORY else self._list)
            )
        return self._tables[name]

    def _history(self, ratings: Ratings, _: str | None) -> pl.DataFrame:
        return with_history(ratings).history()

    def _list(self, ratings: Ratings, pool: str | None) -> pl.DataFrame:
        return ratings.state_table(
            min_games=self.min_games,
            extras=self.extras.of_pool(pool),
            active_since=self.active_since,
            provisional=self.provisional,
        )

    def _joined_tables(self, table: Callable[[Ratings, str | None], pl.DataFrame]) -> pl.DataFrame:
        """Return one table; of several pools theirs one below the other, with their names before them."""
        import polars as pl

        if isinstance(self.ratings, Ratings):
            return table(self.ratings, None)
        parts = [(name, table(ratings, name)) for name, ratings in self.ratings.items()]
        return pl.concat([part.select(pl.lit(name).alias("pool"), pl.all()) for name, part in parts])

    @cached_property
    def _contents(self) -> dict[RequestedOutput, Content]:
        return {}

    def content(self, wanted: RequestedOutput) -> Content:
        """Return an output without its manifest."""
        if wanted not in self._contents:
            self._contents[wanted] = self._content(wanted)
        return self._contents[wanted]

    def _content(self, wanted: RequestedOutput) -> Content:
        if wanted.format == HTML:
            return self._page(wanted.table)
        return content_of(self.table(wanted.table), wanted, raw=self.is_raw)

    @cached_property
    def _links(self) -> PageLinks:
        """The pages of the players on the page of the list, by pool and name."""
        from arpad.office.pages.player_page import FOLDER, file_names

        return {key: f"{FOLDER}/{name}" for key, name in file_names(self._page_players).items()}

    @staticmethod
    def _pair_links(pools: Mapping[str | None, Sequence[Names]]) -> Mapping[tuple[str | None, Names], str]:
        """Return the pages of pairs beside the page of the list, by pool and players."""
        from arpad.office.pages.pair_page import FOLDER
        from arpad.office.pages.player_page import file_names

        named = {(pool, "\n".join(pair)): (pool, pair) for pool, pairs in pools.items() for pair in pairs}
        return {named[key]: f"{FOLDER}/{name}" for key, name in file_names(named).items()}

    @property
    def _anchors(self) -> PageLinks:
        """Where the players are on a page that holds them, by pool and name."""
        from arpad.office.pages.player_page import file_names
        from arpad.office.pages.player_sections import KEY

        return {
            key: f"#{KEY}{name.removesuffix('.html')}" for key, name in file_names(self._page_players).items()
        }

    @property
    def _page_players(self) -> list[tuple[str | None, str]]:
        """Who is on the page of the list: pool and name."""
        return [(pool, row) for pool, table in self._page_rows.items() for row in table["player"].to_list()]

    @property
    def _page_rows(self) -> Mapping[str | None, pl.DataFrame]:
        """The rows that the page of the list shows, by pool."""
        from arpad.office.pages.ranking import shown_rows

        return {pool: table.head(shown_rows(self.top)) for pool, table in self._rows_of_pages.items()}

    @cached_property
    def _rows_of_pages(self) -> Mapping[str | None, pl.DataFrame]:
        """The rows that the pages of the list show together, by pool."""
        choice: dict[str, Any] = {"active_since": self.active_since, "provisional": self.provisional}
        tables = {
            pool: ratings.table(min_games=self.min_games, extras=self.extras.of_pool(pool), **choice)
            for pool, ratings in self._pools.items()
        }
        return {pool: table.head(self.top) if self.top else table for pool, table in tables.items()}

    @cached_property
    def further_pages(self) -> Mapping[str, bytes]:
        """The parts of the list behind the first, and the pages of players and pairs, by their places."""
        from arpad.office.pages.list_parts import following_pages
        from arpad.office.pages.pair_page import by_player, pair_page, pairs_of, partners, with_pages
        from arpad.office.pages.player_page import player_page

        title = self.title or "Ranking list"
        with speaking(str):
            pages = following_pages(self._pools, self._rows_of_pages, title)
            contents = {name: text.encode() for name, text in pages}
        shown = self._page_rows
        pairs = {pool: pairs_of(pool_ratings) for pool, pool_ratings in self._pools.items()}
        leading = {pool: with_pages(pairs[pool], shown[pool]["player"]) for pool in pairs}
        beside = self._pair_links(leading)
        for pool, pool_ratings in self._pools.items():
            ratings, table = with_history(pool_ratings), shown[pool]
            files = {
                player: place.rpartition("/")[2]
                for (name, player), place in self._links.items()
                if name == pool
            }
            pair_files = {both: f"../{beside[pool, both]}" for both in leading[pool]}
            sitting = by_player(pairs[pool].values())
            for row in table.iter_rows(named=True):
                sat = partners(sitting.get(row["player"], ()), row["player"], pair_files)
                with speaking(str):
                    text = player_page(ratings, row, table, files, title=title, pool=pool, partners=sat)
                contents[self._links[pool, row["player"]]] = text.encode()
            rows = {row["player"]: row for row in table.iter_rows(named=True)} if leading[pool] else {}
            back = {player: f"../{self._links[pool, player]}" for player in rows}
            for both in leading[pool]:
                with speaking(str):
                    text = pair_page(ratings, pairs[pool][both], rows, back, title=title, pool=pool)
                contents[beside[pool, both]] = text.encode()
        return contents

    def _page(self, table: str) -> Content:
        from arpad.office.pages.list_page import page

        links = {INDEX: self._links, BOOK: self._anchors}[table] if table in PAGES else None
        with speaking(str):  # whoever asks for it, its bytes are the same
            text = page(
                self.ratings,
                **self._selection,
                links=links,
                with_players=table == BOOK,
                in_parts=table == INDEX,
                verifiable=True,
            )
        whole = text.encode()
        head, _, tail = whole.partition(HTML_HEAD + HTML_TAIL)
        return Content(head + HTML_HEAD, HTML_TAIL + tail)

    def file(self, wanted: RequestedOutput, manifest: dict[str, Any] | None = None) -> bytes:
        """Return an output as it is written; with another manifest where one is given."""
        text = manifest_text(self.manifest if manifest is None else manifest)
        if wanted.format == CSV:
            return self.content(wanted).head
        if wanted.format == PARQUET:
            return parquet(self.table(wanted.table), text)
        return enclosed(self.content(wanted), text, wanted.format)


def versions() -> dict[str, str]:
    """Return the versions of what computes here."""
    program_versions = {"arpad": __version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            program_versions[library] = version(library)
        except PackageNotFoundError:
            program_versions[library] = "none"
    return program_versions


def facts_of_table(table: pl.DataFrame) -> dict[str, Any]:
    """Return what a manifest says of a table."""
    return {"rows": table.height, "columns": kinds_of(table), "digest": table_digest(table)}


def facts_of_output(wanted: RequestedOutput, content: Content) -> dict[str, Any]:
    """Return what a manifest says of an output."""
    return {
        "table": wanted.table,
        "format": wanted.format.removeprefix("."),
        "size": content.size,
        "sha256": content.sha256,
    }


def content_of(table: pl.DataFrame, wanted: RequestedOutput, *, raw: bool = False) -> Content:
    """Return a table in a format, without its manifest; texts in CSV as they are if ``raw``."""
    if wanted.format == PARQUET:
        return Content(before_footer(parquet(table, None)))
    stream = io.BytesIO()
    if wanted.format == CSV:
        (in_words(table) if raw else _with_spreadsheet_guard(in_words(table))).write_csv(stream)
        return Content(stream.getvalue())
    rows = in_words(table).write_ndjson().rstrip("\n").replace("\n", ",\n")
    return Content(JSON_HEAD, f",\n{json.dumps(ROWS[wanted.table])}: [\n{visible_json(rows)}\n]}}\n".encode())


def _with_spreadsheet_guard(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with its texts as cells that no spreadsheet runs (:mod:`arpad.core.hostile`)."""
    import polars as pl
    import polars.selectors as cs

    text = cs.string()
    if not table.select(text).width:
        return table
    return table.with_columns(
        pl.when(text.str.contains(FORMULA)).then("'" + text.as_expr()).otherwise(text).name.keep()
    )


def storable(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table as every format can store it: what is not a number is null."""
    import polars.selectors as cs

    return table.with_columns(cs.float().fill_nan(None))


def parquet(table: pl.DataFrame, text: str | None) -> bytes:
    """Return a table as Parquet, with its manifest if there is one."""
    stream = io.BytesIO()
    table.write_parquet(stream, metadata=None if text is None else {MANIFEST_KEY: text})
    return stream.getvalue()


def in_words(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with its moments as ISO 8601 to the second, the same in CSV and JSON."""
    import polars.selectors as cs

    return table.with_columns(cs.datetime().dt.strftime("%Y-%m-%dT%H:%M:%S"))
