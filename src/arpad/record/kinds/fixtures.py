"""Fixtures: the rows of a table that have two sides and no result yet, as games still to be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from arpad.core import BadInput
from arpad.record.assembly.build_games import RESULTS, Assembled, Conventions, assembled, faults_of
from arpad.record.assembly.concatenation import concatenate
from arpad.record.assembly.identity import ids_of
from arpad.record.assembly.selection import games_of
from arpad.record.cells.dates import date_format
from arpad.record.cells.decimal_marks import decimal_mark
from arpad.record.cells.unplayed import BYE, FIXTURE, GAME, bye_words
from arpad.record.files.source_file import Stored, stored
from arpad.record.games import Games
from arpad.record.kinds.aliases import Aliases, applied
from arpad.record.players import Players
from arpad.record.tables.above_header import below_title
from arpad.record.tables.header import Layout
from arpad.record.tables.row_reader import careful_table, columns_of, text_rows
from arpad.record.tables.table import Table
from arpad.record.tables.titles import Titles

EVEN = 0.5
"""What stands for the score of a game that has none yet."""


@dataclass(frozen=True)
class Fixtures:
    """Games that are still to be played.

    Args:
        games: the fixtures, in the order of the file; their score is :data:`EVEN` and says nothing.
        played: how many rows of the files have a result, and are left out.
    """

    games: Games
    played: int = 0

    def __len__(self) -> int:
        return len(self.games)


def read_fixtures(
    source: str | Path | Sequence[str | Path],
    *,
    columns: Mapping[str, str] | None = None,
    byes: Sequence[str] | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
    par: float | None = None,
    dates: str | None = None,
    decimal: str | None = None,
    aliases: str | Path | Mapping[str, str] | Aliases | None = None,
    players: Players | None = None,
    among_games: bool = False,
) -> Fixtures:
    """Read the fixtures of tables: rows with two sides whose result is blank, or that have no result column.

    The columns are those of :func:`arpad.read_games`; byes and rows with a result are left out.

    Args:
        source: a path, or several.
        columns: as of :func:`arpad.read_games`; a choice whose column a file lacks does not hold for it.
        byes: the names that stand for nobody, as of :func:`arpad.read_games`.
        encoding: of the text; None for UTF-8 or a guess.
        sheet: the sheet of a workbook; None for the first that is not empty.
        par: the even result, where results are a continuous quantity.
        dates: how dates are written, as of :func:`arpad.read_games`.
        decimal: the decimal mark of points and covariates, as there.
        aliases: other spellings of players' names, as there.
        players: those of the record that the fixtures follow: who has the id of one of them has that one's
            name.
        among_games: the files are those of a record, whose unreadable rows its reader has judged; they are
            passed over here.

    Raises:
        BadInput: a file cannot be read or is not a table, or a row is bad; with file, line and column.
    """
    paths = [source] if isinstance(source, str | Path) else list(source)
    meant = Conventions(par, bye_words(byes), date_format(dates), decimal_mark(decimal))
    files = (below_title(stored(path, None, encoding, sheet)) for path in paths)
    found = [_of_file(file, columns, meant, among_games) for file in files]
    if not found:
        raise BadInput("there is no file to read")
    games = concatenate([one.games for one in found])
    if players is not None:
        games = applied(games, _by_ids(games.players, players))
    if aliases is not None:
        games = applied(games, Aliases.of(aliases))
    return Fixtures(games, sum(one.played for one in found))


def _by_ids(mine: Players, others: Players) -> Aliases:
    """Return the names that some players have elsewhere, where the ids say who is who."""
    known = {number: name for name, number in ids_of(others).items()}
    named = {name: known[number] for name, number in ids_of(mine).items() if number in known}
    return Aliases({name: other for name, other in named.items() if name != other})


def _of_file(
    file: Stored,
    columns: Mapping[str, str] | None,
    meant: Conventions,
    among_games: bool,
) -> Fixtures:
    if file.format == "pgn":
        raise BadInput(
            "fixtures are rows of a table, and this is PGN", file=file.name, remedy="Expected CSV or Parquet."
        )
    if file.format != "parquet":
        file = file.in_utf8()
    if columns and not among_games:
        columns = _held(columns, text_rows(file)[0] if file.format == "jsonl" else columns_of(file))
    table = careful_table(file, columns, stop=not among_games, played=False)
    table = _with_result(table)
    found = assembled(table, meant)
    if not among_games:
        for faulty in (found, _beside_result(found)):
            fault = next(iter(faults_of(table, faulty)), None)
            if fault is not None:
                raise fault.error(file.name)
    kinds = np.full(len(table), GAME, dtype=np.uint8) if found.kinds is None else found.kinds
    chosen = (kinds == FIXTURE) & ~found.bad
    kept = {name: column for name, column in found.columns.items() if not name.startswith("points_")}
    rows = replace(
        found,
        columns={**kept, "score": np.full(len(table), EVEN)},
        kinds=np.where(chosen, GAME, BYE).astype(np.uint8),
    )
    counts = {"byes": int((kinds == BYE).sum())}
    games = games_of(
        rows, (file.name,), rows=len(table), rejected=0, notes=(*file.notes, *table.notes), counts=counts
    )
    return Fixtures(games, int(((kinds == GAME) & ~found.bad).sum()))


def _beside_result(found: Assembled) -> Assembled:
    """Return what is wrong with fixtures beside the missing result; a time may be missing too."""
    checks = [check for check in found.checks if check.role not in RESULTS]
    bad = np.zeros(len(found.bad), dtype=np.bool_)
    if found.kinds is not None:
        for at, check in enumerate(checks):
            known = np.ones(len(bad), dtype=np.bool_)
            if check.role == "time" and check.values is not None:
                words = check.values.cast(pl.String).str.strip_chars()
                known = (words.is_not_null() & (words != "")).fill_null(False).to_numpy()
            checks[at] = replace(check, bad=check.bad & known & (found.kinds == FIXTURE))
            bad |= checks[at].bad
    return replace(found, checks=checks, bad=bad)


def _with_result(table: Table) -> Table:
    """Return a table with a blank column of results where it has none."""
    layout = table.layout
    if {"score", "points_first"} & layout.roles.keys() or layout.sides.won:
        return table
    roles = {**layout.roles, "score": len(layout.header)}
    blank = pl.Series("score", [None] * len(table), dtype=pl.String)
    widened = Layout(roles, (*layout.header, "result"), layout.sides, layout.notes, layout.file)
    return replace(table, layout=widened, columns={**table.columns, "score": blank})


def _held(columns: Mapping[str, str], header: Iterable[str]) -> dict[str, str]:
    """Return the choices of columns that a header can meet."""
    titles = Titles(list(header))
    return {role: name for role, name in columns.items() if not name or name in titles}
