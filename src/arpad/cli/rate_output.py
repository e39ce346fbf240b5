"""What ``arpad rate`` prints and writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from arpad.cli import numbers
from arpad.cli.request import provenance
from arpad.cli.tables import Column, Table, as_json, faint, show, strong
from arpad.core import BadInput

if TYPE_CHECKING:
    import polars as pl

    from arpad.office.inputs import InputFile
    from arpad.ratings.elo.online_rules import Divisions
    from arpad.ratings.result import Ratings
    from arpad.record import Source

SHOWN = 20
"""Rows of a printed list if nothing is said."""

HEADINGS = {
    "rank": Column("rank", "right"),
    "best": Column("ranks", "right"),
    "player": Column("player", shrinks=True),
    "division": Column("division", shrinks=True),
    "rating": Column("rating", "right"),
    "deviation": Column("±", "right"),
    "volatility": Column("volatility", "right", spare=4),
    "games": Column("games", "right", spare=1),
    "wins": Column("won", "right", spare=2),
    "draws": Column("drawn", "right", spare=2),
    "losses": Column("lost", "right", spare=2),
    "last_played": Column("last played", spare=3),
}
"""The columns of the list as printed: ± stands for low and high, ? after a rating for provisional."""


@dataclass(frozen=True)
class Extra:
    """What the printed list has beside its own columns.

    Args:
        ranks: whether it has the 95 % rank intervals.
        divisions: names over ratings; None for none.
    """

    ranks: bool = False
    divisions: Divisions | None = None

    @classmethod
    def of(cls, ranks: bool, divisions: str | None) -> Extra:
        """Read what the options say.

        Raises:
            BadInput: the divisions cannot be read.
        """
        from arpad.ratings.elo.online_rules import Divisions

        return cls(ranks, None if divisions is None else Divisions.parse(divisions))

    def table(
        self, ratings: Ratings, min_games: int, top: int | None, *, state: bool = False
    ) -> pl.DataFrame:
        """Return the list with ``best`` and ``worst`` rank and ``division``, as far as asked for.

        Args:
            ratings: what a system made of a record.
            min_games: leave out who has played fewer.
            top: only so many rows; None for all.
            state: whether to have the columns too that going on from the list needs.

        Raises:
            NotProvided: the system has no deviations to say how sure a rank is.
        """
        import polars as pl

        list_of = ratings.state_table if state else ratings.table
        found = list_of(min_games=min_games, top=top)
        if self.ranks:
            intervals = ratings.rank_intervals(min_games=min_games).head(found.height)
            found = found.with_columns(intervals["best"], intervals["worst"])
        if self.divisions is not None:
            names = [self.divisions.of(rating) for rating in found["rating"]]
            found = found.with_columns(pl.Series("division", names, dtype=pl.String))
        return found


NOTHING = Extra()


def sources(entries: Sequence[str]) -> dict[str, str]:
    """Read ``POOL=OTHER``, the pool from which the newcomers of a pool bring their ratings.

    Raises:
        BadInput: one is not of that form, or names its pool again.
    """
    found: dict[str, str] = {}
    for entry in entries:
        pool, sign, other = (part.strip() for part in entry.partition("="))
        if not (pool and sign and other) or pool in found:
            raise BadInput(
                f"--entry-from {entry} cannot be read", remedy="Write blitz=rapid, once for every pool."
            )
        found[pool] = other
    return found


def print_lists(
    ratings: dict[str, Ratings] | Ratings, min_games: int, top: int | None, extra: Extra = NOTHING
) -> None:
    """Print the list, or one per pool, each with what was computed from what."""
    lists = ratings if isinstance(ratings, dict) else {"": ratings}
    for pool, one in lists.items():
        print_list(one, min_games, top, pool, extra)
        click.echo()
        click.echo(faint(provenance(one)))
        if pool:
            click.echo()


def print_list(
    ratings: Ratings, min_games: int, top: int | None, pool: str = "", extra: Extra = NOTHING
) -> None:
    """Print a ranking list, numbers rounded.

    Args:
        ratings: what a system made of a record.
        min_games: leave out who has played fewer.
        top: print only so many rows; None for all.
        pool: the name of the pool, for the heading.
        extra: what the list has beside.
    """
    shown = extra.table(ratings, min_games, top)
    if pool:
        click.echo(strong(pool))
    show(_table(shown, ratings.system.decimals))
    hidden = int(ratings.listed(min_games).sum()) - shown.height
    if hidden:
        click.echo(faint(f"… and {numbers.grouped(hidden)} more: --top 0 prints all, --out FILE writes all"))
    if shown["provisional"].any():
        click.echo(faint(f"? provisional: {_why_provisional(ratings)}"))


def _why_provisional(ratings: Ratings) -> str:
    system = ratings.system
    reasons = []
    if system.provisional_games:
        reasons.append(f"fewer than {numbers.counted(int(system.provisional_games), 'game')}")
    if system.provisional_deviation is not None:
        reasons.append(f"a deviation above {system.provisional_deviation:g}")
    return " or ".join(reasons)


def _table(rows: pl.DataFrame, decimals: int) -> Table:
    columns = [name for name in HEADINGS if name in rows.columns]
    return Table(
        [HEADINGS[name] for name in columns],
        [[_cell(name, row, decimals) for name in columns] for row in rows.iter_rows(named=True)],
    )


def _cell(name: str, row: dict[str, Any], decimals: int) -> str:
    value = row[name]
    if name == "rating":
        return numbers.plain(value, decimals) + ("?" if row["provisional"] else "")
    if name == "best":
        return f"{value}" if value == row["worst"] else f"{value}–{row['worst']}"
    if name == "deviation":
        return numbers.plain(row["high"] - row["rating"], decimals)
    if name == "volatility":
        return numbers.plain(value, 4)
    return str(value)


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
    extra: Extra = NOTHING,
) -> None:
    """Print what a ``.json`` file of ``--out`` holds, ``manifest`` and ``players``, and the ``rows`` read.

    ``notes`` are the sentences on what was made of the record, those of all pools, each once.
    """
    from arpad.office.composition import LIST, Composition, Wanted

    rows: list[dict[str, Any]] = []
    cut = {"min_games": how["min_games"], "top": how["top"]}
    if isinstance(pools, dict):
        for pool, one in pools.items():
            rows += (
                {"pool": pool, **row} for row in extra.table(one, **cut, state=True).iter_rows(named=True)
            )
    else:
        rows = extra.table(pools, **cut, state=True).to_dicts()
    manifest = Composition(pools, [Wanted(LIST, ".json")], inputs=inputs, **how).manifest
    every = pools.values() if isinstance(pools, dict) else (pools,)
    notes = list(dict.fromkeys(note for one in every for note in one.notes))
    as_json({"rows": rows_of(source), "notes": notes, "manifest": manifest, "players": rows})


def check_targets(lists: Sequence[str], history: str | None = None) -> None:
    """Find out whether the files may be written, before anything is computed.

    Raises:
        BadInput: one may not, or two outputs would be one file.
    """
    from arpad.office import check_destination

    for path in lists:
        check_destination(path)
    if history is not None:
        check_destination(history, history=True)
