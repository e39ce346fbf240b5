"""Reading games: the one door for files, several files, and tables in memory."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arpad.core import BadInput, progress
from arpad.core.interface import named_columns, option
from arpad.record.assembly.build_games import Assembled, Conventions, assembled, faults_of
from arpad.record.assembly.fast_reader import plain_table, quick
from arpad.record.assembly.selection import games_of
from arpad.record.cells.dates import date_format
from arpad.record.cells.decimal_marks import decimal_mark
from arpad.record.cells.unplayed import bye_words
from arpad.record.columns.doubtful_headers import is_doubtful
from arpad.record.files.source_file import Stored, stored
from arpad.record.games import Games
from arpad.record.tables.above_header import below_title
from arpad.record.tables.faults import Fault, Faults
from arpad.record.tables.frames import as_polars, is_frame
from arpad.record.tables.header import ColumnsNotFound, Layout, covariate_columns
from arpad.record.tables.table import Table, header_of, polars_reads, separator
from arpad.record.tables.titles import check_choice

if TYPE_CHECKING:
    from typing import TypeAlias

    import polars as pl

    from arpad.record.columns.reading import ColumnReading
    from arpad.record.columns.sampling import HeadOfTable
    from arpad.record.kinds.aliases import Aliases
    from arpad.record.kinds.observer import Lines, Observer
    from arpad.record.kinds.stages import StageTable
    from arpad.record.tables.frames import Frame

    Readable: TypeAlias = str | Path | Sequence[str | Path] | Frame
    """What games are read from: one path or several, or a table in memory."""


def read_games(
    source: Readable,
    *,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,  # noqa: A002 - the word for it
    rejects: str | Path | None = None,
    par: float | None = None,
    byes: Sequence[str] | None = None,
    covariates: Sequence[str] = (),
    encoding: str | None = None,
    sheet: str | None = None,
    aliases: str | Path | Mapping[str, str] | Aliases | None = None,
    dates: str | None = None,
    decimal: str | None = None,
    stages: str | Path | Mapping[str, str] | StageTable | None = None,
) -> Games:
    """Read games from CSV, TSV, JSON, Parquet, PGN or a workbook, or from a table in memory.

    JSON may be Lines or an array; of a workbook (``.xlsx``, ``.ods``, ``.xls``) one sheet is read. Files may
    be compressed (``.gz``, ``.zst``). The columns are known by the usual names
    (:mod:`arpad.record.tables.column_names`); players are numbered in the order of their first appearance.
    Outer blanks of names do not count; otherwise a name is as given. Where the files have ids beside the
    names, the players are known by these (:mod:`arpad.record.assembly.identity`), which ``games.players``
    keeps as ``id``.

    Args:
        source: a path, several paths (one record, the same names are the same players), ``-`` for the
            standard input, or a table: a DataFrame of polars, pandas, pyarrow or DuckDB, columns by name, or
            rows by name (:func:`arpad.record.tables.frames.as_polars`).
        columns: which column is what, before the usual names: ``{"first": "Player", "event": "Season"}``; a
            key may also be a usual name (``{"white": "Player"}`` says who has White), and an empty value
            leaves the column unused.
        format: ``csv``, ``tsv``, ``jsonl``, ``parquet``, ``pgn``, ``xlsx``, ``ods`` or ``xls``, where the
            name does not say it.
        rejects: a file to set bad rows aside in, as CSV; without it the first bad row is an error.
        par: where results are a continuous quantity (IMPs, per cent) as the first side sees it: the even one.
            The result becomes ``points_first``, 2 · par less the result ``points_second``; the score says who
            is above par.
        byes: the names that stand for nobody, so that their rows are byes, in any case of the letters; None
            for :data:`arpad.record.cells.unplayed.BYES`, and an empty list where every name is a player's.
        covariates: columns of numbers that may sway a game, as the first side sees them; two columns as
            ``"A,B"`` are compared: (A − B) / (A + B).
        encoding: of the text, such as ``cp1250``; None for UTF-8, or for what a mark at the beginning of the
            file says, or else for the likeliest, which ``games.source.notes`` names.
        sheet: the sheet of a workbook; None for the first that is not empty, which the notes name where there
            are others.
        aliases: other spellings of players' names (:mod:`arpad.record.kinds.aliases`): a file, or alias ->
        name.
        dates: how dates are written: ``dmy``, ``mdy`` or ``ymd`` where that could be asked (3/11/25), or a
            pattern such as ``%d.%m.%y %H:%M`` for all of them; None where the column settles it
            (:mod:`arpad.record.cells.dates`).
        decimal: the decimal mark of points and covariates, ``point`` or ``comma``, where 2.310 could be
            asked; None where the column settles it (:mod:`arpad.record.cells.decimal_marks`).
        stages: which stage the games of a competition are of (:mod:`arpad.record.kinds.stages`): a file, or
            competition -> stage.

    Returns:
        The games. ``games.source`` accounts for every row: games, byes and forfeits, fixtures without a
        result, and rows set aside (:mod:`arpad.record.cells.unplayed`).

    Raises:
        BadInput: a file cannot be read, or a row is bad; with file, line, column and what was expected.
    """
    check_choice(columns)
    if covariates:
        columns = {**(columns or {}), **covariate_columns(covariates)}
    how = _How(columns, Conventions(par, bye_words(byes), date_format(dates), decimal_mark(decimal)))
    kind = _Kind(format, encoding, sheet)
    if rejects is None:
        games = _read(source, kind, how, Faults())
    else:
        from arpad.record.tables.rejects import Rejects  # most records have no bad rows

        with Rejects(rejects) as faults:
            games = _read(source, kind, how, faults)
            faults.commit()
    if aliases is not None:
        from arpad.record.kinds.aliases import Aliases, applied  # most records have none

        games = applied(games, Aliases.of(aliases))
    if stages is not None:
        from arpad.record.kinds.stages import StageTable, with_stages  # nor these

        games = with_stages(games, StageTable.of(stages))
    return games


def observed_games(
    source: Readable,
    observer: Observer,
    faults: Faults,
    *,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,  # noqa: A002 - the word for it
    byes: Sequence[str] | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
    dates: str | None = None,
    decimal: str | None = None,
) -> Games:
    """Read games as :func:`read_games` does, and show an observer how every file was read.

    Args:
        source: as of :func:`read_games`, like ``columns``, ``format``, ``byes``, ``encoding``, ``sheet``,
            ``dates`` and ``decimal``.
        observer: is shown every file.
        faults: takes the bad rows.

    Raises:
        BadInput: as of :func:`read_games`.
    """
    how = _How(
        columns, Conventions(None, bye_words(byes), date_format(dates), decimal_mark(decimal)), observer
    )
    return _read(source, _Kind(format, encoding, sheet), how, faults)


def observed_upload(
    file: Stored,
    observer: Observer,
    faults: Faults,
    *,
    columns: Mapping[str, str] | None = None,
    dates: str | None = None,
) -> Games:
    """Read the games of a file that has been looked at; see :func:`observed_games`.

    Args:
        file: the file, without what stands above its header.
        observer: is shown it.
        faults: takes the bad rows.
        columns: as of :func:`read_games`, like ``dates``.

    Raises:
        BadInput: as of :func:`read_games`.
    """
    conventions = Conventions(None, bye_words(None), date_format(dates), decimal_mark(None))
    return _read_file(file, _How(columns, conventions, observer), faults)


class _Kind(NamedTuple):
    """What the caller says of the files: the arguments of :func:`arpad.record.files.source_file.stored`."""

    format: str | None
    encoding: str | None
    sheet: str | None


def _read(source: Readable, kind: _Kind, how: _How, faults: Faults) -> Games:
    if is_frame(source):
        return _read_frame(as_polars(source), how, faults)
    paths = _paths(source)
    files = []
    for at, path in enumerate(paths):
        with progress.part(at / len(paths), (at + 1) / len(paths)):
            file = stored(path, *kind).for_columns(how.columns)
            files.append(_read_stored(file, how, faults))
    if len(files) == 1:
        return files[0]
    from arpad.record.assembly.concatenation import concatenate

    return concatenate(files)


def _paths(source: object) -> list[str | Path]:
    """Return the paths that are to be read.

    Raises:
        BadInput: there is none, or something else is given than paths.
    """
    if isinstance(source, (str, Path)):
        return [source]
    one = source
    if isinstance(source, Iterable) and not isinstance(source, Mapping):
        paths = list(source)
        if not paths:
            raise BadInput("there is no file to read")
        one = next((each for each in paths if not isinstance(each, (str, Path))), None)
        if one is None:
            return paths
    raise BadInput(
        f"a value of type {type(one).__name__} is not a file of games",
        remedy="Expected paths, a DataFrame (polars, pandas, pyarrow, DuckDB), or columns by name.",
    )


NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class _How:
    """How the caller wants tables to be read."""

    columns: Mapping[str, str] | None
    conventions: Conventions
    observer: Observer | None = None
    reading: ColumnReading | None = None


def _read_frame(frame: pl.DataFrame, how: _How, faults: Faults) -> Games:
    from arpad.record.tables.row_reader import frame_table, text_rows_of

    name = "DataFrame"
    weighed = None
    if is_doubtful(frame.columns):
        weighed = _weighed_frame(frame, how)
    if weighed is None or weighed.reading is None:
        try:
            return _games(frame_table(frame, name, how.columns), None, faults, how)
        except ColumnsNotFound:
            weighed = _weighed_frame(frame, how)
            if weighed is None or weighed.reading is None:
                raise
    if weighed.reading.reshape is None:
        table = frame_table(frame, name, weighed.columns)
    else:
        from arpad.record.columns.reshaping import reshaped_table

        table = reshaped_table(*text_rows_of(frame), weighed.reading, name, "row")
    note = f"{name}: {weighed.reading.note}"
    return _games(replace(table, notes=(*table.notes, note)), None, faults, weighed)


def _weighed_frame(frame: pl.DataFrame, how: _How) -> _How | None:
    from arpad.record.columns.sampling import head_of_frame

    return _weighed(head_of_frame(frame), how, None)


def _read_stored(file: Stored, how: _How, faults: Faults) -> Games:
    """Read a file; of a workbook the one other sheet that has games, where the first has none.

    Raises:
        BadInput: also where several other sheets have games.
    """
    try:
        return _read_file(below_title(file), how, faults)
    except BadInput as error:
        if not has_no_games(error):
            raise
        read: dict[str, Games] = {}
        for sheet in file.other_sheets():
            with suppress(BadInput):
                read[sheet.sheet] = _read_file(below_title(sheet), how, faults)
        if not read:
            raise
        if len(read) > 1:
            raise _several_sheets(file.name, list(read)) from error
        return next(iter(read.values()))


def has_no_games(error: BadInput) -> bool:
    """Whether a table was refused because it holds something else than games."""
    return isinstance(error, ColumnsNotFound) or error.code in ("columns.standings", "columns.no-header")


def _several_sheets(file: str, names: Sequence[str]) -> BadInput:
    return BadInput(
        f"the sheets {' and '.join(map(repr, names))} hold games",
        file=file,
        remedy=f"Name the one to read: {' or '.join(option('sheet', name) for name in names)}.",
        code="sheets.several",
    )


def _read_file(file: Stored, how: _How, faults: Faults) -> Games:
    if file.format == "pgn":
        from arpad.record.kinds.pgn import read_pgn

        return read_pgn(file, how.columns, faults, how.conventions.byes, how.observer)
    weighed: tuple[Stored, _How] | None = None
    try:
        # Where rows are set aside, a table that the names misread would be set aside whole.
        set_aside = not faults.stops and file.format != "parquet"
        if set_aside or is_doubtful(_names_of(file)):
            weighed = _weighed_file(file, how)
        games = _read_by_names(*(weighed or (file, how)), faults)
        if len(games) or weighed is not None or not games.source.rows or how.observer is not None:
            return games
        # All rows are fixtures or forfeits: perhaps what was taken for the result is none.
        weighed = _weighed_file(file, how)
        return games if weighed is None else _read_by_names(*weighed, faults)
    except BadInput as error:
        misread = isinstance(error, ColumnsNotFound) or (error.row is not None and file.format != "parquet")
        weighed = _weighed_file(file, how) if misread and weighed is None else None
        if weighed is None:
            if isinstance(error, ColumnsNotFound):
                _check_has_header(file)
            raise
    return _read_by_names(*weighed, faults)


def _check_has_header(file: Stored) -> None:
    """Check that the first line of a CSV file has names of columns, and not those of standings.

    Raises:
        BadInput: it has dates or numbers, as a row of games has; or the columns are those of standings.
    """
    if file.format not in ("csv", "tsv"):
        return
    from arpad.record.cells.dates import shape_of

    header, line = header_of(file, separator(file))
    from arpad.record.columns.headerless import likely_numbers
    from arpad.record.columns.standings import are_standings

    if are_standings(header):
        raise BadInput(
            "this is a table of standings (how often each side has won and lost), not a list of games",
            file=file.name,
            row=line,
            remedy="Ratings need the games: a row for each, with both sides and the result.",
            code="columns.standings",
        )
    dates = [name for name in header if shape_of(name) is not None]
    numbers = [name.strip() for name in header if NUMBER.fullmatch(name.strip())]
    # Years and rounds that count on may be the names of columns.
    counts_on = all(
        after == str(int(before) + 1) for before, after in pairwise(numbers) if before.isdecimal()
    )
    if dates or (2 * len(numbers) > len(header) > 2 and not counts_on):
        likely = likely_numbers(header)
        by_number = named_columns(*(f"{role}={at}" for role, at in likely.items())) if len(likely) > 2 else ""
        remedy = (
            "Write the names of the columns into a line above it, such as "
            "date,home,away,home_score,away_score"
            + (f"; or choose the columns by their numbers: {by_number}." if by_number else ".")
        )
        raise BadInput(
            f"there is no header: the line has {(dates or numbers)[0]!r} where the name of a column stands",
            file=file.name,
            row=line,
            remedy=remedy,
            code="columns.no-header",
        )


def _names_of(file: Stored) -> list[str]:
    """Return the names of the columns of a file, of JSON those of the first object; none if it has none."""
    try:
        if file.format in ("csv", "tsv"):
            return header_of(file, separator(file))[0]
        if file.format == "parquet":
            import polars as pl

            whole = file.whole()
            with polars_reads(file.name):
                return list(pl.read_parquet_schema(io.BytesIO(whole) if isinstance(whole, bytes) else whole))
        first = json.loads(file.head.split(b"\n", 1)[0])
        return list(first) if isinstance(first, dict) else []
    except (BadInput, ValueError, RecursionError):
        return []


def _weighed_file(file: Stored, how: _How) -> tuple[Stored, _How] | None:
    """Return how a file is read by the evidence of its first rows, with a note; None where names explain it.

    Raises:
        Ambiguous: two readings are equally good.
    """
    from arpad.record.columns.sampling import head_of

    weighed = _weighed(head_of(file), how, file.name)
    if weighed is None:
        return None
    assert weighed.reading is not None
    return replace(file, notes=(*file.notes, f"{file.name}: {weighed.reading.note}")), weighed


def _weighed(head: HeadOfTable | None, how: _How, file: str | None) -> _How | None:
    """Return how a table is read by the evidence of its first rows; None where there is none.

    Raises:
        Ambiguous: two readings are equally good.
    """
    from arpad.record.columns.weighing import reading_of

    if head is None:
        return None
    reading = reading_of(head.header, head.rows, chosen=how.columns, conventions=how.conventions, file=file)
    return None if reading is None else replace(how, columns=reading.columns, reading=reading)


def _read_by_names(file: Stored, how: _How, faults: Faults) -> Games:
    columns = how.columns
    if how.reading is not None and how.reading.reshape is not None:
        from arpad.record.columns.reshaping import reshaped_table
        from arpad.record.tables.row_reader import text_rows

        ragged: list[Fault] = []
        header, rows = text_rows(file, None if faults.stops else ragged)
        table = reshaped_table(header, rows, how.reading, file.name, file.unit, ragged)
        return _games(table, file, faults, how)
    found = quick(file, columns, how.conventions)
    if how.observer is not None:
        return _read_observed(file, found, how, faults)
    if found is None and file.format != "parquet":
        # Perhaps because it is not UTF-8, and its first bytes did not show it.
        known = file.in_utf8()
        if known is not file:
            return _read_by_names(known, how, faults)
    if found is None:
        return _read_with_lines(file, None, how, faults)
    first_bad = found.first_bad()
    if first_bad is None:
        return games_of(found, (file.name,), rows=len(found.bad), rejected=0, notes=file.notes)
    return _read_with_lines(file, None if found.whole else first_bad, how, faults)


def _read_observed(file: Stored, found: Assembled | None, how: _How, faults: Faults) -> Games:
    """Read a file with the lines of all its rows, whether anything is wrong or not.

    Args:
        file: the file.
        found: what it holds, if it was read without lines.
        how: how it is read.
        faults: takes the bad rows.
    """
    if found is not None and found.lines is not None and found.first_bad() is None:
        are_games = found.are_games()
        lines = found.lines if are_games.all() else np.flatnonzero(are_games) + found.lines.start
        assert found.layout is not None
        _show(how, file, found.layout, lines, "row" if file.format == "parquet" else file.unit)
        return games_of(found, (file.name,), rows=len(found.bad), rejected=0, notes=file.notes)
    from arpad.record.tables.row_reader import careful_table

    file = file if file.format == "parquet" else file.in_utf8()
    table = plain_table(file, how.columns)
    if table is None:
        table = careful_table(file, how.columns, stop=faults.stops)
    return _games(table, file, faults, how)


def _read_with_lines(file: Stored, first_bad: int | None, how: _How, faults: Faults) -> Games:
    """Read a file in which something is wrong so that every fault has its line.

    Args:
        file: the file.
        first_bad: the first row that is wrong, where that is known.
        how: how it is read.
        faults: takes the bad rows.
    """
    from arpad.record.tables.row_reader import careful_table

    columns = how.columns
    if first_bad is not None:
        # To stop, the rows up to the first bad one are enough.
        enough = first_bad + 1 if faults.stops else None
        table = plain_table(file, columns, enough)
        if table is not None and enough is None:
            return _games(table, file, faults, how)
        if enough is not None:
            # This raises, unless a row is found to be good after all; then all are read.
            if table is None:
                table = careful_table(file, columns, stop=True, rows=enough)
            _games(table, file, faults, how)
    return _games(careful_table(file, columns, stop=faults.stops), file, faults, how)


def _games(table: Table, file: Stored | None, faults: Faults, how: _How) -> Games:
    """Return the games of a table with lines; its bad rows are taken by ``faults``."""
    height = len(table) + len(table.faults)
    if file is not None and not height:
        raise BadInput("the file has no rows", file=table.name, remedy="Expected a row for every game.")
    found = assembled(table, how.conventions)
    rejected = faults.add(table.name, faults_of(table, found))
    files, notes = ((), table.notes) if file is None else ((file.name,), (*file.notes, *table.notes))
    _show(how, file, table.layout, table.lines[found.are_games()], table.unit)
    return games_of(found, files, rows=height, rejected=rejected, notes=notes)


def _show(how: _How, file: Stored | None, seen: Layout, lines: Lines, unit: str) -> None:
    """Show the observer, if there is one, how a file was read, or a table in memory."""
    if how.observer is not None:
        name, form = ("DataFrame", "") if file is None else (file.name, file.format)
        roles = {role: seen.name(role) for role in seen.roles}
        how.observer.saw(name, form, seen.header, roles, lines, unit, how.reading)
