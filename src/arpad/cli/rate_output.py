"""What ``arpad rate`` prints and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from arpad.cli import number_formats
from arpad.cli.request import provenance
from arpad.cli.tables import Column, TextTable, as_json, faint, show, strong, visible
from arpad.core import BadInput

if TYPE_CHECKING:
    import polars as pl

    from arpad.cli.progress import Stages
    from arpad.office.publishing.inputs import InputFile
    from arpad.ratings.list_columns import Extras
    from arpad.ratings.previous_list import PreviousList
    from arpad.ratings.result import Ratings
    from arpad.record import Source

SHOWN = 20
"""Rows of a printed list if nothing is said."""

NAMED = 3
"""How many of those who may be first are named in a line."""

GONE = 5
"""How many players are named who are not on the list any more."""

TERMINAL = "terminal"
"""Where a list is printed, for :func:`arpad.ratings.list_columns.printed_columns`."""


def extras(
    ranks: bool, divisions: str | None, previous: PreviousList | None = None, *, joint: bool = False
) -> Extras:
    """Read which columns are asked for beside those that every list has.

    Raises:
        BadInput: the divisions cannot be read.
    """
    from arpad.ratings.list_columns import Extras

    if divisions is None:
        return Extras(ranks, joint=joint, previous=previous)
    from arpad.rulebooks.online.divisions import Divisions

    return Extras(ranks, Divisions.parse(divisions), joint, previous)


def sources(entries: Sequence[str]) -> dict[str, str]:
    """Read ``POOL=OTHER``, the pool from which the newcomers of a pool bring their ratings.

    Raises:
        BadInput: one is not of that form, or names its pool again.
    """
    source_by_pool: dict[str, str] = {}
    for entry in entries:
        pool, sign, other = (part.strip() for part in entry.partition("="))
        if not (pool and sign and other) or pool in source_by_pool:
            raise BadInput(
                f"--entry-from {entry} cannot be read", remedy="Write blitz=rapid, once for every pool."
            )
        source_by_pool[pool] = other
    return source_by_pool


def print_lists(ratings: dict[str, Ratings] | Ratings, how: Mapping[str, Any]) -> None:
    """Print the list, or one per pool, each with what was computed from what.

    Args:
        ratings: what a system made of a record; of several pools, by name.
        how: what is listed and how, as :func:`arpad.office.publish_all` takes it.
    """
    if how["title"]:
        click.echo(strong(how["title"]))
        click.echo()
    lists = [*ratings.items()] if isinstance(ratings, dict) else [(None, ratings)]
    for pool, pool_ratings in lists:
        print_list(pool_ratings, {**how, "extras": how["extras"].of_pool(pool)}, pool)
        click.echo()
        click.echo(faint(provenance(pool_ratings)))
        if pool:
            click.echo()


def print_list(ratings: Ratings, how: Mapping[str, Any], pool: str | None = None) -> None:
    """Print a ranking list, numbers rounded.

    Args:
        ratings: what a system made of a record.
        how: as of :func:`print_lists`; ``extras`` are those of the pool.
        pool: the name of the pool, for the heading.
    """
    choice = {name: how[name] for name in ("min_games", "extras", "active_since", "provisional")}
    whole = ratings.table(**choice)
    rows = whole if how["top"] is None else whole.head(how["top"])
    if pool:
        click.echo(strong(pool))
    show(_table(rows, ratings.system.decimals, apart=how["provisional"] == "apart"))
    hidden = whole.height - rows.height
    if hidden:
        more = number_formats.grouped(hidden)
        click.echo(faint(f"… and {more} more: --top 0 prints all, --out FILE writes all"))
    if how["extras"].joint:
        click.echo(faint(_leaders(whole)))
    if rows["provisional"].any():
        apart = "; ranked are only the others" if how["provisional"] == "apart" else ""
        click.echo(faint(f"? provisional: {_why_provisional(ratings)}{apart}"))
    previous = how["extras"].previous
    if previous is not None:
        for line in _movements(ratings, previous.movements(whole), how):
            click.echo(faint(line))


def _movements(ratings: Ratings, movements: Mapping[str, Any], how: Mapping[str, Any]) -> Iterator[str]:
    """Yield what has changed since the previous list: how many have moved, and who is gone."""
    gone = movements["gone"]
    counts = [
        f"{movements['up']} up",
        f"{movements['down']} down",
        f"{movements['new']} new",
        f"{len(gone)} gone",
    ]
    yield f"since {movements['file']}: {', '.join(counts)}"
    if gone:
        names = [_gone(ratings, entry, how) for entry in gone[:GONE]]
        more = f"; and {number_formats.grouped(len(gone) - GONE)} more" if len(gone) > GONE else ""
        yield f"gone: {'; '.join(names)}{more}"


def _gone(ratings: Ratings, entry: Sequence[Any], how: Mapping[str, Any]) -> str:
    """Return a player who is not on the list any more: earlier rank and rating, and why."""
    player, rank, rating = entry
    was = [] if rank is None else [f"rank {rank}"]
    was.append(number_formats.plain(rating, ratings.system.decimals))
    return f"{player} ({', '.join(was)}; {why_gone(ratings, player, how)})"


def why_gone(ratings: Ratings, player: str, how: Mapping[str, Any]) -> str:
    """Return why a player of the previous list is not on this one."""
    if player not in set(ratings.players.names):
        return "not in the record"
    at = ratings.players.index(player)
    if not ratings.listed()[at]:
        return "no rated game"
    if not ratings.listed(how["min_games"])[at]:
        return f"fewer than {number_formats.counted(how['min_games'], 'game')}"
    if not ratings.listed(how["min_games"], how["active_since"])[at]:
        return f"no game since {how['active_since']}"
    return "provisional"


def _leaders(table: pl.DataFrame) -> str:
    """Return who may be the best player, all comparisons considered."""
    leaders = table.filter(table["best"] == 1)["player"].to_list()
    if len(leaders) == 1:
        return visible(f"first place: {leaders[0]} (95 %, all comparisons together)")
    named = ", ".join(leaders[:NAMED]) + (f" and {len(leaders) - NAMED} more" if len(leaders) > NAMED else "")
    return visible(f"first place is open between {len(leaders)}: {named} (95 %, all comparisons together)")


def _why_provisional(ratings: Ratings) -> str:
    system = ratings.system
    reasons = []
    if system.provisional_games:
        reasons.append(f"fewer than {number_formats.counted(int(system.provisional_games), 'game')}")
    if system.provisional_deviation is not None:
        reasons.append(f"a deviation above {system.provisional_deviation:g}")
    return " or ".join(reasons)


def _table(rows: pl.DataFrame, decimals: int, *, apart: bool = False) -> TextTable:
    from arpad.ratings.list_columns import Style, printed_columns

    style = Style(number_formats.plain, str, str, decimals)
    printed = printed_columns(rows, TERMINAL)
    cells = [
        [column.printed(row, style) + "?" * (column.marked and row["provisional"]) for column in printed]
        for row in rows.iter_rows(named=True)
    ]
    ranked = rows.height - rows["rank"].null_count()
    if apart and 0 < ranked < rows.height:
        cells.insert(ranked, [""] * len(printed))
    return TextTable(
        [
            Column(
                column.heading,
                "left" if column.kind in ("text", "date") else "right",
                shrinks=column.kind == "text",
                spare=column.spare,
                change=column.name == "change",
            )
            for column in printed
        ],
        cells,
    )


def say_cut(
    path: str, ratings: dict[str, Ratings] | Ratings, how: Mapping[str, Any], *, in_parts: bool = False
) -> None:
    """Say on standard error where a page does not show all rows of a list, and what shows the others."""
    if not path.lower().endswith(".html"):
        return
    for rows, most in _rows(ratings, how):
        last = min(rows, how["top"] or rows)
        if rows > most:
            others = ".csv, .json and .parquet have all"
            if in_parts and last > most:
                others = f"the rows to {number_formats.grouped(last)} are on the pages that follow it"
            shown, all_rows = number_formats.grouped(most), number_formats.counted(rows, "row")
            note = f"note: {path} shows the first {shown} of {all_rows}; {others}"
            click.echo(visible(note), err=True)


def _rows(ratings: dict[str, Ratings] | Ratings, how: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield how many rows each list has, and how many of them a page shows at most."""
    from arpad.office.pages.ranking import shown_rows

    for pool_ratings in ratings.values() if isinstance(ratings, dict) else (ratings,):
        rows = int(pool_ratings.listed(how["min_games"], how["active_since"], how["provisional"]).sum())
        yield rows, shown_rows(how["top"])


def list_page_of(pages: str) -> str:
    """Return the page of the list where it comes with its players: in a folder, or that page itself."""
    from arpad.office.publishing.file_kinds import INDEX_PAGE
    from arpad.office.publishing.publication import is_book

    return pages if is_book(pages) else str(Path(pages) / INDEX_PAGE)


def say_pages(
    folder: str,
    ratings: dict[str, Ratings] | Ratings,
    how: Mapping[str, Any],
    written: Sequence[Path],
    *,
    as_json: bool,
) -> None:
    """Say how many pages of players there are, and on standard error which are left over.

    Of one page that has all players: how much of each.
    """
    from arpad.office.pages.pair_page import FOLDER as PAIRS
    from arpad.office.pages.player_page import FOLDER
    from arpad.office.pages.player_sections import SectionLimits
    from arpad.office.publishing.publication import is_book

    if is_book(folder):
        from arpad.ratings.win_counts import played

        lists = ratings.values() if isinstance(ratings, dict) else (ratings,)
        room = SectionLimits.of(sum(min(most, rows) for rows, most in _rows(ratings, how)))
        if room.less(max(int(played(pool_ratings.counts).max(initial=0)) for pool_ratings in lists)):
            games = number_formats.counted(room.games, "game")
            note = (
                f"note: {folder} has the latest {games} of each player at most; --pages DIR has more of each"
            )
            click.echo(visible(note), err=True)
        return
    mine = {path.name for path in written if path.parent.name == FOLDER}
    pairs = sum(path.parent.name == PAIRS for path in written)
    more = f" and {pairs:,} of pairs" if pairs else ""
    click.echo(f"wrote {number_formats.counted(len(mine), 'page')} of players{more}", err=as_json)
    others = sorted({path.name for path in (Path(folder) / FOLDER).glob("*.html")} - mine)
    if others:
        named = ", ".join(others[:GONE]) + (f" and {len(others) - GONE} more" if len(others) > GONE else "")
        note = f"note: in {Path(folder) / FOLDER} are pages that this list does not lead to: {named}"
        click.echo(visible(note), err=True)


class RatingFiles(NamedTuple):
    """The files that ``arpad rate`` writes.

    Args:
        lists: the files of the list.
        history: the file of the history of ratings; None for none.
        pages: the folder of the list with its players, or the one page that holds them all; None for none.
    """

    lists: Sequence[str]
    history: str | None
    pages: str | None

    @property
    def paths(self) -> list[str]:
        """Every file, of a folder of pages the page of the list."""
        pages = [] if self.pages is None else [list_page_of(self.pages)]
        return [*self.lists, *pages, *([] if self.history is None else [self.history])]

    @property
    def traced(self) -> bool:
        """Whether any of them shows how ratings came about."""
        return (
            self.history is not None
            or self.pages is not None
            or any(path.lower().endswith(".html") for path in self.lists)
        )

    def write(
        self,
        ratings: dict[str, Ratings] | Ratings,
        inputs: Sequence[InputFile],
        how: Mapping[str, Any],
        stages: Stages,
    ) -> Sequence[Path]:
        """Write them together, and return what was written; nothing where no file is asked for."""
        if not self.paths:
            return ()
        from arpad.office import publish_all

        with stages.stage(f"writing {', '.join(self.paths)}"):
            return publish_all(ratings, self.lists, self.history, pages=self.pages, inputs=inputs, **how)

    def say_written(
        self,
        ratings: dict[str, Ratings] | Ratings,
        how: Mapping[str, Any],
        written: Sequence[Path],
        *,
        as_json: bool,
    ) -> None:
        """Say which files are written, and which do not hold everything."""
        pages = None if self.pages is None else list_page_of(self.pages)
        for path in self.paths:
            click.echo(f"wrote {path}", err=as_json)
            say_cut(path, ratings, how, in_parts=path == pages and path != self.pages)
        if self.pages is not None:
            say_pages(self.pages, ratings, how, written, as_json=as_json)


def rows_of(source: Source) -> dict[str, int]:
    """Return what became of the rows that were read: ``read`` is the sum of the others."""
    return {
        "read": source.rows,
        "games": source.games,
        "byes": source.byes,
        "fixtures": source.fixtures,
        "rejected": source.rejected,
    }


def print_json(
    pools: dict[str, Ratings] | Ratings,
    source: Source,
    inputs: Sequence[InputFile],
    how: dict[str, Any],
) -> None:
    """Print what a ``.json`` file of ``--out`` holds, ``manifest`` and ``players``, and the ``rows`` read.

    ``notes`` are those of the manifest, of all pools, each once.
    """
    from arpad.office.publishing.composition import LIST, Composition, RequestedOutput

    composition = Composition(pools, [RequestedOutput(LIST, ".json")], inputs=inputs, **how)
    manifest = composition.manifest
    every = manifest["pools"].values() if "pools" in manifest else (manifest,)
    notes = list(dict.fromkeys(note for pool_manifest in every for note in pool_manifest["notes"]))
    players = composition.table(LIST).to_dicts()
    as_json({"rows": rows_of(source), "notes": notes, "manifest": manifest, "players": players})


def check_targets(lists: Sequence[str], history: str | None = None, pages: str | None = None) -> None:
    """Find out whether the files may be written, before anything is computed.

    Raises:
        BadInput: one may not, or two outputs would be one file.
    """
    if not lists and history is None and pages is None:
        return
    from arpad.office.publishing.publication import check_destination, check_folder

    for path in lists:
        check_destination(path)
    if history is not None:
        check_destination(history, history=True)
    if pages is not None:
        check_folder(pages)
