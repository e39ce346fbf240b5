"""Reading games: the one door for files, several files, and tables in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from arpad.core import BadInput
from arpad.record.assembly import assembled, faults_of, games_of
from arpad.record.careful import careful_table, frame_table
from arpad.record.faults import Faults
from arpad.record.games import Games, Source
from arpad.record.joining import concatenate
from arpad.record.players_file import read_players
from arpad.record.quick import plain_table, quick
from arpad.record.stored import Stored, stored
from arpad.record.tables import Table

if TYPE_CHECKING:
    import polars as pl

__all__ = ["read_games", "read_players"]

Readable: TypeAlias = "str | Path | Sequence[str | Path] | pl.DataFrame"


def read_games(
    source: Readable,
    *,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,  # noqa: A002 - the word for it
    rejects: str | Path | None = None,
    par: float | None = None,
) -> Games:
    """Read games from CSV, TSV, JSON Lines, Parquet or PGN, or from a polars DataFrame.

    Text may be compressed (``.gz``, ``.zst``). The columns are known by the usual names
    (:mod:`arpad.record.columns`); players are numbered in the order of their first appearance. Outer blanks
    of names do not count; otherwise a name is as given.

    Args:
        source: a path, several paths (one record, the same names are the same players), ``-`` for the
            standard input, or a DataFrame.
        columns: which column is what, before the usual names: ``{"first": "Player", "event": "Season"}``; a
            key may also be a usual name (``{"white": "Player"}`` says who has White), and an empty value
            leaves the column unused.
        format: ``csv``, ``tsv``, ``jsonl``, ``parquet`` or ``pgn``, where the name does not say it.
        rejects: a file to set bad rows aside in, as CSV; without it the first bad row is an error.
        par: where results are a continuous quantity (IMPs, per cent) as the first side sees it: the even one.
            The result becomes ``points_first``, 2 · par less the result ``points_second``; the score says who
            is above par.

    Returns:
        The games. ``games.source`` counts the rows, and those set aside.

    Raises:
        BadInput: a file cannot be read, or a row is bad; with file, line, column and what was expected.
    """
    with Faults(rejects) as faults:
        if _is_frame(source):
            games = _read_frame(source, columns, faults, par)
        else:
            paths = (
                [source] if isinstance(source, (str, Path)) else list(cast("Sequence[str | Path]", source))
            )
            if not paths:
                raise BadInput("there is no file to read")
            games = concatenate([_read_file(stored(path, format), columns, faults, par) for path in paths])
        faults.commit()
    return games


def _is_frame(source: object) -> bool:
    # A path is told from a table without importing polars.
    return hasattr(source, "get_column")


def _read_frame(frame: Any, columns: Mapping[str, str] | None, faults: Faults, par: float | None) -> Games:
    return _games(frame_table(frame, "DataFrame", columns), (), faults, par)


def _read_file(file: Stored, columns: Mapping[str, str] | None, faults: Faults, par: float | None) -> Games:
    if file.format == "pgn":
        from arpad.record.pgn import read_pgn

        return read_pgn(file, columns, faults)
    found = quick(file, columns, par)
    if found is not None:
        first_bad = found.first_bad()
        if first_bad is None:
            return games_of(found, Source((file.name,), len(found.bad)))
        # Something is wrong: read again with lines. To stop, the rows up to the first bad one are enough.
        enough = first_bad + 1 if faults.stops else None
        table = plain_table(file, columns, enough)
        if table is not None and enough is None:
            return _games(table, (file.name,), faults, par)
        if enough is not None:
            # This raises, unless a row is found to be good after all; then all are read.
            if table is None:
                table = careful_table(file, columns, stop=True, rows=enough)
            _games(table, (file.name,), faults, par)
    return _games(careful_table(file, columns, stop=faults.stops), (file.name,), faults, par)


def _games(table: Table, files: tuple[str, ...], faults: Faults, par: float | None) -> Games:
    """Return the games of a table with lines; its bad rows are taken by ``faults``."""
    height = len(table) + len(table.faults)
    found = assembled(table, par)
    rejected = faults.add(table.name, faults_of(table, found))
    return games_of(found, Source(files, height, rejected))
