"""Games from files, or from a table of Spark's, by the same readers as on one machine.

Each executor reads its share as :func:`arpad.read_games` reads a file or a table, twice: first for the names
of the players and an account of every row, then for the games themselves, by numbers of players and cut into
rating periods. Text is read file by file, for a file says how its dates are written; Parquet and tables of
Spark are read in parts of any size, Parquet by the executors themselves where they see it
(:mod:`arpad.cluster.shares`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.cluster.shares import divided, files_below, frame_of, tables_of
from arpad.cluster.storage import Folder, local_path, location
from arpad.core import BadInput, NotProvided
from arpad.core.interface import named_columns, option
from arpad.ratings.rate import until
from arpad.record import Games, Players, read_games
from arpad.record.assembly.concatenation import FILL
from arpad.record.assembly.identity import ids_of
from arpad.record.kinds.games import observed_games
from arpad.record.kinds.observer import Observer
from arpad.record.periods import PeriodRule, assign
from arpad.record.tables.faults import Fault, KeptFaults

FILE, ROW = "__arpad_file", "__arpad_row"
"""The columns in which parts of Parquet files tell where they come from."""

TABLE = "table"
"""What a table of Spark's is called where a file would be named."""

CHUNK = 1_000_000
"""Rows that are read at a time, where they need not be a whole file."""

SHARE = 256_000_000
"""Bytes of Parquet that are read in one go, at most: each time all names that occur are told anew."""

NAMES = 500_000
"""Names that are told in one batch."""

UNITS = {"D": "days", "s": "seconds", "i": "numbers"}
"""How the times of a record are counted."""


@dataclass(frozen=True)
class ReadingSettings:
    """How games are read: the arguments of :func:`arpad.read_games`.

    Args:
        columns: which column is what.
        byes: the names that stand for nobody.
        encoding: of text.
        dates: how dates are written.
        decimal: the decimal mark of points.
        par: the even result, where results are a continuous quantity.
        rejects: whether bad rows are set aside; else the first of them is an error.
        until: the day, or the number, after which games do not count.
    """

    columns: Mapping[str, str] | None = None
    byes: Sequence[str] | None = None
    encoding: str | None = None
    dates: str | None = None
    decimal: str | None = None
    par: float | None = None
    rejects: bool = False
    until: date | int | None = None

    def games(self, source: Any, faults: list[tuple[str, Fault]]) -> Games:
        """Read a file or a table.

        Args:
            source: what :func:`arpad.read_games` takes.
            faults: takes the bad rows, where they are set aside.

        Raises:
            BadInput: it cannot be read, or a row is bad and is not to be set aside.
        """
        games = self._all(source, faults)
        return games if self.until is None else until(games, self.until)

    def _all(self, source: Any, faults: list[tuple[str, Fault]]) -> Games:
        try:
            return read_games(
                source,
                columns=self.columns,
                par=self.par,
                byes=self.byes,
                encoding=self.encoding,
                dates=self.dates,
                decimal=self.decimal,
            )
        except BadInput as problem:
            if not self.rejects or problem.row is None:
                raise
        kept = KeptFaults()
        games = observed_games(
            source,
            Observer(),
            kept,
            columns=self.columns,
            byes=self.byes,
            encoding=self.encoding,
            dates=self.dates,
            decimal=self.decimal,
        )
        faults += kept.kept
        return games


@dataclass(frozen=True)
class GameBatch:
    """Games that were read in one go.

    Args:
        file: where they come from.
        games: the games; None where reading failed.
        faults: the bad rows that were set aside.
        error: why nothing could be read.
        row: the row of the first game in its file, for their order; None where rows have none.
    """

    file: str
    games: Games | None
    faults: Sequence[Fault] = ()
    error: BadInput | None = None
    row: int | None = None


def parts_of_files(reading: ReadingSettings, batches: Iterable[Any]) -> Iterator[GameBatch]:
    """Read whole files, named by the column ``path``."""
    for batch in batches:
        for name in batch.column("path").to_pylist():
            path = local_path(name)
            faults: list[tuple[str, Fault]] = []
            try:
                games = reading.games(path, faults)
            except BadInput as problem:
                yield GameBatch(name, None, error=problem)
                continue
            yield GameBatch(name, games, tuple(fault for _, fault in faults), row=0)


def parts_of_tables(reading: ReadingSettings, batches: Iterable[Any]) -> Iterator[GameBatch]:
    """Read parts of tables, each as far as it comes from one file."""
    for table in gathered(batches, CHUNK):
        named = FILE in table.column_names
        codes, files = _files_of(table.column(FILE)) if named else (np.zeros(len(table), np.int32), [TABLE])
        cuts = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
        plain = table.drop_columns([FILE, ROW]) if named else table
        for start, end in pairwise(cuts):
            rows = table.column(ROW).slice(start, end - start).to_numpy() + 1 if named else None
            yield _part(reading, files[codes[start]], plain.slice(start, end - start), rows)


def _files_of(column: Any) -> tuple[NDArray[np.int32], list[str]]:
    """Return a column of files as codes, and what they stand for."""
    coded = column.combine_chunks().dictionary_encode()
    return coded.indices.to_numpy(), coded.dictionary.to_pylist()


def parts_of_shares(reading: ReadingSettings, batches: Iterable[Any]) -> Iterator[GameBatch]:
    """Read the parts of Parquet files that Spark names."""
    for file, row, table in tables_of(batches, CHUNK):
        yield _part(reading, location(file), table, np.arange(row + 1, row + 1 + len(table)))


def _part(reading: ReadingSettings, file: str, table: Any, rows: NDArray[np.int64] | None) -> GameBatch:
    """Read a table; ``rows`` are the numbers that its rows have in their file, from 1."""
    faults: list[tuple[str, Fault]] = []
    try:
        games = reading.games(table, faults)
    except BadInput as problem:
        row = None if rows is None or problem.row is None else int(rows[problem.row - 1])
        placed = BadInput(
            problem.problem,
            file=file,
            row=row,
            unit="row",
            column=problem.column,
            remedy=problem.remedy,
            code=problem.code,
        )
        return GameBatch(file, None, error=placed)
    kept = [fault for _, fault in faults]
    if rows is not None:
        kept = [_moved(fault, int(rows[fault.line - 1])) for fault in kept]
    return GameBatch(file, games, kept, row=None if rows is None else int(rows[0]))


def _moved(fault: Fault, line: int) -> Fault:
    return Fault(line, fault.column, fault.value, fault.problem, fault.expected, fault.row, "row")


def gathered(batches: Iterable[Any], rows: int) -> Iterator[Any]:
    """Yield Arrow tables of about so many rows from record batches."""
    import pyarrow as pa

    held: list[Any] = []
    count = 0
    for batch in batches:
        held.append(batch)
        count += batch.num_rows
        if count >= rows:
            yield pa.Table.from_batches(held)
            held, count = [], 0
    if count:
        yield pa.Table.from_batches(held)


@dataclass(frozen=True)
class Input:
    """What is read: parts of a table of Spark's, and how an executor reads them.

    Args:
        frame: the table: the games themselves, or what is to be read.
        parts: how its rows are read.
        reading: how games are read.
        names: what is read, for the manifest.
    """

    frame: Any
    parts: Callable[[ReadingSettings, Iterable[Any]], Iterator[GameBatch]]
    reading: ReadingSettings
    names: tuple[str, ...]

    @classmethod
    def of_files(cls, spark: Any, paths: Sequence[str | Path], reading: ReadingSettings) -> list[Input]:
        """Return what is read from files, which may be folders of Parquet.

        Raises:
            BadInput: a file is not there, or is neither Parquet nor within this machine's reach.
        """
        places = [location(path) for path in paths]
        columnar = [place for place in places if _is_parquet(place)]
        texts = [place for place in places if place not in columnar]
        for place in texts:
            path = local_path(place)
            if path is None:
                raise NotProvided(
                    f"{place} is neither Parquet nor a file that all machines see under one path",
                    remedy="Write the games as Parquet, or as a table of Spark's.",
                )
            if not path.is_file():
                raise BadInput("there is no such file", file=str(path))
        seen = [(place, files_below(place)) for place in columnar]
        own = [file for _, files in seen for file in files or []]
        others = [place for place, files in seen if files is None]
        inputs = []
        if own:
            shares = divided(own, 2 * spark.sparkContext.defaultParallelism, SHARE)
            if shares:
                names = tuple(place for place, files in seen if files is not None)
                inputs.append(cls(frame_of(spark, shares), parts_of_shares, reading, names))
        if others:
            inputs.append(cls(_read_by_spark(spark, others), parts_of_tables, reading, tuple(others)))
        if texts:
            rows = spark.createDataFrame([(place,) for place in texts], "path string")
            inputs.append(cls(rows.repartition(len(texts)), parts_of_files, reading, tuple(texts)))
        if not inputs:
            raise BadInput("no game has been played", file=", ".join(columnar))
        return inputs

    @classmethod
    def of_frame(cls, frame: Any, reading: ReadingSettings) -> Input:
        """Return what is read from a table of Spark's."""
        return cls(frame, parts_of_tables, reading, (TABLE,))

    def identity(self) -> list[Any]:
        """Return what tells this input from another one, so that a job goes on with its own only."""
        if self.names == (TABLE,):
            return [TABLE, self.frame.schema.json(), self.frame.semanticHash()]
        spark = self.frame.sparkSession
        return [
            [place, each.getLen(), each.getModificationTime()]
            for name in self.names
            for place, each in Folder(spark, name).files()
        ]

    def mapped(self, work: Any, schema: str) -> Any:
        """Return the table that some work makes of the parts.

        Args:
            work: a function of parts that yields Arrow batches.
            schema: their columns, for Spark.
        """
        return self.frame.mapInArrow(partial(_worked, partial(self.parts, self.reading), work), schema)


def _worked(parts: Any, work: Any, batches: Iterable[Any]) -> Iterator[Any]:
    yield from work(parts(batches))


def _read_by_spark(spark: Any, places: Sequence[str]) -> Any:
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions as f

    try:
        frame = spark.read.parquet(*places)
        return frame.select(
            "*", f.col("_metadata.file_path").alias(FILE), f.col("_metadata.row_index").alias(ROW)
        )
    except AnalysisException as error:
        raise BadInput(
            f"Spark cannot read it as Parquet: {str(error).splitlines()[0]}", file=", ".join(places)
        ) from error


def _is_parquet(place: str) -> bool:
    path = local_path(place)
    if path is not None and path.is_dir():
        return True
    return place.lower().rstrip("/").endswith((".parquet", ".pq")) or (
        path is None and "." not in place.rstrip("/").rsplit("/", 1)[-1]
    )


# The first reading: names, and an account of every row.

ACCOUNT = "name string, told string"


def account(rule: PeriodRule | None, parts: Iterable[GameBatch]) -> Iterator[Any]:
    """Yield what became of the rows of every part, and then the names of all their players, each once."""
    import polars as pl

    seen, more = pl.Series(dtype=pl.String), 0
    held: list[pl.Series] = []
    for part in parts:
        yield _batch_of_account([None], [json.dumps(_part_account(rule, part))])
        if part.games is None:
            continue
        held.append(pl.Series(list(part.games.players.names), dtype=pl.String))
        more += len(held[-1])
        if more > max(NAMES, len(seen)):
            seen, more, held = pl.concat([seen, *held]).unique(), 0, []
    names = pl.concat([seen, *held]).unique()
    for start in range(0, len(names), NAMES):
        few = names[start : start + NAMES].to_list()
        yield _batch_of_account(few, [None] * len(few))


def _batch_of_account(names: Sequence[str | None], accounts: Sequence[str | None]) -> Any:
    import pyarrow as pa

    columns = [pa.array(names, type=pa.string()), pa.array(accounts, type=pa.string())]
    return pa.RecordBatch.from_arrays(columns, names=["name", "told"])


def _part_account(rule: PeriodRule | None, part: GameBatch) -> dict[str, Any]:
    if part.games is None:
        assert part.error is not None
        error = part.error
        return {
            "file": part.file,
            "error": {
                "problem": error.problem,
                "file": error.file or part.file,
                "row": error.row,
                "unit": error.unit,
                "column": error.column,
                "remedy": error.remedy,
                "code": error.code,
            },
        }
    games = part.games
    source, time = games.source, games.time
    periods: dict[str, int] = {}
    failed: dict[str, Any] = {}
    if rule is not None and len(games):
        try:
            numbers, counts = np.unique(assign(games, rule).number, return_counts=True)
            periods = {str(number): int(count) for number, count in zip(numbers, counts, strict=True)}
        except (BadInput, NotProvided) as problem:
            failed = {
                "error": {
                    "problem": problem.problem,
                    "file": part.file,
                    "remedy": problem.remedy,
                    "code": problem.code,
                },
            }
    unit = None if time is None else ("i" if time.dtype.kind != "M" else np.datetime_data(time.dtype)[0])
    ends = (
        []
        if time is None or not len(games)
        else [int(each.astype(np.int64)) for each in (time.min(), time.max())]
    )
    return {
        "file": part.file,
        "rows": source.rows,
        "games": len(games),
        "byes": source.byes,
        "forfeits": source.forfeits,
        "fixtures": source.fixtures,
        "rejected": source.rejected,
        "unit": unit,
        "ends": ends,
        "columns": sorted(games.columns()),
        "ids": bool(ids_of(games.players)),
        "notes": list(source.notes),
        "periods": periods,
        "faults": [
            [fault.line, fault.column, fault.value, fault.problem, fault.row] for fault in part.faults
        ],
        **failed,
    }


@dataclass(frozen=True)
class Account:
    """What became of every row, over all files.

    Args:
        parts: what was told of each part.
        players: the names of all players, in the order of their letters.
    """

    parts: Sequence[Mapping[str, Any]] = field(repr=False)
    players: Sequence[str] = field(repr=False)

    @cached_property
    def columns(self) -> frozenset[str]:
        """The columns that some of the games have."""
        return frozenset(name for part in self.parts for name in part["columns"])

    @cached_property
    def optional(self) -> tuple[str, ...]:
        """Those that not all records have, in one order."""
        return tuple(name for name in FILL if name in self.columns)

    @cached_property
    def unit(self) -> str | None:
        """How times are counted: by days, by seconds or by numbers; None where there are none."""
        units = {part["unit"] for part in self.parts if part["games"]}
        if len({{"D": "dates", "s": "dates"}.get(unit, unit) for unit in units}) > 1:
            raise BadInput(
                "some files have dates where others have numbered periods, or no times",
                remedy="Rate them apart, or choose the columns of time.",
            )
        return "s" if "s" in units else next(iter(units), None)

    @cached_property
    def periods(self) -> dict[int, int]:
        """The rating periods that have games, in order, with how many."""
        counts: dict[int, int] = {}
        for part in self.parts:
            for number, count in part["periods"].items():
                counts[int(number)] = counts.get(int(number), 0) + count
        return dict(sorted(counts.items()))

    @cached_property
    def ends(self) -> tuple[str | int | None, str | int | None]:
        """The day, or the number, of the first and of the last game."""
        moments = [
            end if part["unit"] == "i" else str(np.datetime64(end, part["unit"]).astype("datetime64[D]"))
            for part in self.parts
            for end in part["ends"]
        ]
        return (min(moments), max(moments)) if moments else (None, None)

    @cached_property
    def files(self) -> list[dict[str, Any]]:
        """For every file how many rows it has, and what became of them."""
        counted = ("rows", "games", "byes", "forfeits", "fixtures", "rejected")
        by_file: dict[str, dict[str, Any]] = {}
        for part in self.parts:
            file = by_file.setdefault(part["file"], {"file": part["file"], **dict.fromkeys(counted, 0)})
            for name in counted:
                file[name] += part[name]
        return [by_file[name] for name in sorted(by_file)]

    def total(self, name: str) -> int:
        """Return a count over all files, such as ``rows``, ``games``, ``rejected``."""
        return sum(part[name] for part in self.parts)

    @property
    def notes(self) -> list[str]:
        """What was supposed in reading the files, each sentence once."""
        return list(dict.fromkeys(note for part in self.parts for note in part["notes"]))

    @property
    def faults(self) -> list[tuple[str, Fault]]:
        """The bad rows, by file and line."""
        faulty_rows = [
            (part["file"], Fault(line, column, value, problem, "", row))
            for part in self.parts
            for line, column, value, problem, row in part["faults"]
        ]
        return sorted(faulty_rows, key=lambda each: (each[0], each[1].line))


def taken_account(parts: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Account:
    """Return the account of all parts.

    Raises:
        BadInput: one could not be read; the first by its file and row.
        NotProvided: the players are known by ids beside their names.
    """
    failed = [part["error"] for part in parts if "error" in part]
    if failed:
        first = min(failed, key=lambda each: (each["file"], each.get("row") or 0))
        raise BadInput(**first)
    total_account = Account(sorted(parts, key=lambda part: (part["file"], json.dumps(part))), names)
    if any(part["ids"] for part in parts):
        raise NotProvided(
            "the files have ids of players beside their names, which several machines do not bring together",
            remedy=f"Let the ids be the names: {named_columns('first', 'second')}.",
        )
    if not total_account.total("games"):
        raise BadInput(
            "no game has been played", file=", ".join(each["file"] for each in total_account.files) or None
        )
    return total_account


# The second reading: the games, by numbers.


@dataclass(frozen=True)
class GameLayout:
    """The columns of games by numbers.

    Args:
        optional: those beside ``first``, ``second``, ``score`` and ``time``.
        unit: how times are counted.
        rule: how rating periods are cut; None where games are cut by pools.
    """

    optional: tuple[str, ...]
    unit: str | None
    rule: PeriodRule

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of a game."""
        return ("first", "second", "score", *(("time",) if self.unit else ()), *self.optional)

    @property
    def schema(self) -> str:
        """The columns for Spark."""
        kinds = {"first": "int", "second": "int", "time": "bigint", "advantage": "tinyint"}
        return ", ".join(f"{name} {kinds.get(name, 'double')}" for name in self.names)

    def columns_of(self, games: Games, number: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
        """Return games as columns, with the numbers of the players.

        Args:
            games: of one part.
            number: int32 per player of the part, the number of that player among all.
        """
        columns: dict[str, NDArray[Any]] = {
            "first": number[games.first],
            "second": number[games.second],
            "score": games.score,
        }
        if self.unit:
            assert games.time is not None
            time = games.time if self.unit == "i" else games.time.astype(f"datetime64[{self.unit}]")
            columns["time"] = time.astype(np.int64)
        for name in self.optional:
            kind, fill = FILL[name]
            column = getattr(games, name)
            columns[name] = np.full(len(games), fill, kind) if column is None else column
        return columns

    def games(self, players: Players, columns: Mapping[str, NDArray[Any]]) -> Games:
        """Return columns as games of these players, whose places in the record they name."""
        time = None
        if self.unit:
            time = columns["time"]
            time = time if self.unit == "i" else time.view(f"datetime64[{self.unit}]")
        more: dict[str, Any] = {name: columns[name] for name in self.optional}
        return Games(players, columns["first"], columns["second"], columns["score"], time=time, **more)


def numbered(layout: GameLayout, names: Any, parts: Iterable[GameBatch]) -> Iterator[Any]:
    """Yield games by numbers with their rating periods.

    Args:
        layout: their columns.
        names: the broadcast names of all players, an Arrow array in the order of their numbers.
        parts: what is read.
    """
    import polars as pl
    import pyarrow as pa

    numbers = pl.DataFrame({"name": pl.Series(names.value)}).with_row_index("number")
    for part in parts:
        games = part.games
        if games is None or not len(games):
            continue
        own = pl.DataFrame({"name": pl.Series(list(games.players.names), dtype=pl.String)})
        number = own.join(numbers, on="name", how="left", maintain_order="left")["number"]
        columns = layout.columns_of(games, number.to_numpy().astype(np.int32))
        period = assign(games, layout.rule).number
        yield pa.RecordBatch.from_arrays(
            [pa.array(period), *(pa.array(column) for column in columns.values())],
            names=["period", *columns],
        )


def no_time(rule: PeriodRule) -> NotProvided:
    """Return the error that rating periods are needed which several machines agree on."""
    return NotProvided(
        f"rating periods by {rule.unit} are not cut on several machines, for an event is to be seen whole",
        remedy=f"Choose a period of the calendar: {option('period', '1mo')}.",
    )
