"""Independent pools, each rated in order in one place, and thousands side by side.

Time controls, games, regions: where nothing of one pool counts in another, each is a record of its own.
Whatever rates on one machine rates here, game by game or by periods; a pool has to fit one executor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.cluster.rating import accounted, begun, forgotten_if_refused, inputs_of, job_identity, joined
from arpad.cluster.reading import Account, GameBatch, ReadingSettings, gathered
from arpad.cluster.session import in_words
from arpad.cluster.storage import Folder
from arpad.core import ArpadError, NotProvided
from arpad.core.interface import named_columns
from arpad.ratings.model import Schedule
from arpad.ratings.rate import NO_POOL, Events, rate
from arpad.ratings.result import Ratings, day_of
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Labels, Players
from arpad.record.assembly.concatenation import FILL
from arpad.rulebooks.rating import as_system

if TYPE_CHECKING:
    from arpad.rulebooks.rating import System

POOL, FILE, ROW = "pool", "arpad_file", "arpad_row"

LABELS = ("event", "round", "stage")
"""The columns of words that are kept beside the pool."""


@dataclass(frozen=True)
class Pools:
    """What a job has found.

    Args:
        lists: the ranking lists one below the other, a table of Spark's with the column ``pool`` first.
        account: what became of every row of the input.
        notes: what a reader of the lists should know.
        work: the folder of the job.
    """

    lists: Any
    account: Account
    notes: tuple[str, ...]
    work: Folder

    def table(self) -> Any:
        """Return the lists as a polars DataFrame, in the order of the pools and ranks."""
        import polars as pl

        with in_words():
            lists = pl.DataFrame(self.lists.toArrow())
        return lists.sort("pool", "rank", "player", nulls_last=True)

    def forget(self) -> None:
        """Delete the folder of the job."""
        self.work.delete()


@dataclass(frozen=True)
class Way:
    """How every pool is rated: the arguments of :func:`arpad.rate`.

    Args:
        system: the rating system.
        schedule: ``live`` or ``period``.
        period: how long a rating period is.
        events: whether a name that comes back is another event.
        as_of: the day of the lists.
        min_games: players who have played fewer are left out.
        columns: of the games, beside sides, score and place in the input.
        unit: how times are counted.
    """

    system: RatingSystem
    schedule: Schedule | None
    period: str | None
    events: Events
    as_of: date | int | None
    min_games: int
    columns: tuple[str, ...]
    unit: str | None

    @property
    def schema(self) -> str:
        """The columns of the games, for Spark."""
        kinds = dict.fromkeys((*LABELS, "first", "second"), "string") | {
            "time": "bigint",
            "advantage": "tinyint",
        }
        names = ("first", "second", "score", *(("time",) if self.unit else ()), *self.columns)
        own = ", ".join(f"{name} {kinds.get(name, 'double')}" for name in names)
        return f"{POOL} string, {FILE} string, {ROW} bigint, {own}"

    def ratings(self, games: Games) -> Ratings:
        """Rate the games of a pool."""
        return rate(
            games,
            self.system,
            schedule=self.schedule,
            period=self.period,
            events=self.events,
            as_of=self.as_of,
        )

    def table(self, pool: str, games: Games) -> Any:
        """Return the list of a pool as an Arrow table.

        Raises:
            ArpadError: the pool cannot be rated; with its name.
        """
        import polars as pl

        try:
            table = self.ratings(games).state_table(min_games=self.min_games)
        except ArpadError as problem:
            raise type(problem)(
                f"in the pool {pool}: {problem.problem}", remedy=problem.remedy, code=problem.code
            ) from problem
        return table.select(pl.lit(pool).alias(POOL), pl.all()).to_arrow()


def rate_by_pool(
    source: Any,
    system: System,
    *,
    spark: Any,
    work: str | Path,
    by: str = POOL,
    schedule: Schedule | None = None,
    period: str | None = None,
    events: Events = "split",
    as_of: date | int | str | None = None,
    min_games: int = 1,
    columns: Mapping[str, str] | None = None,
    byes: Sequence[str] | None = None,
    encoding: str | None = None,
    dates: str | None = None,
    decimal: str | None = None,
    rejects: bool = False,
    **parameters: str | float | None,
) -> Pools:
    """Rate every pool of a record by itself, each on one executor, to the numbers of one machine.

    Games of one moment count in the order of the files and their rows; of a table of Spark's, whose rows have
    no order, by the names of the players.

    Args:
        source: as of :func:`arpad.cluster.rate`, and so are ``spark`` and ``work``.
        system: any rating system of games of one against one.
        by: the column that tells the pools apart.
        schedule: ``live`` or ``period``.
        period: how long a rating period is.
        events: whether a name that comes back is another event.
        as_of: make the lists of that day.
        min_games: leave out players with fewer games.
        columns: which column is what.
        byes: the names that stand for nobody.
        encoding: of text.
        dates: how dates are written.
        decimal: the decimal mark of points, ``point`` or ``comma``; None where a file settles it.
        rejects: set bad rows aside, in ``account.faults``.
        parameters: of the system, by name.

    Raises:
        BadInput: the games cannot be read, or the games of a pool lack what the system needs.
        NotProvided: the record has no such column, or the system cannot rate a pool.
    """
    rating_system = as_system(system, parameters)
    day = day_of(as_of) if isinstance(as_of, str) else as_of
    named = dict(columns or {}) if by == POOL else {**(columns or {}), "pool": by}
    par = rating_system.par if rating_system.continuous else None
    reading = ReadingSettings(named or None, byes, encoding, dates, decimal, par, rejects)
    inputs = inputs_of(source, spark, reading)
    words = {"by": by, "schedule": schedule, "events": events, "as_of": str(day), "least": min_games}
    folder = begun(spark, work, inputs, {**job_identity(rating_system, period, reading, ()), **words})
    with forgotten_if_refused(folder), in_words():
        account = accounted(folder, inputs, None)
        if POOL not in account.columns:
            raise NotProvided(
                "the record has no pools", remedy=f"Name their column: {named_columns('pool')}."
            )
        kept = (*account.optional, *(name for name in LABELS if name in account.columns))
        way = Way(rating_system, schedule, period, events, day, min_games, kept, account.unit)
        lists = folder / "lists"
        if not lists.is_complete():
            games = joined([input_.mapped(partial(_in_pools, way), way.schema) for input_ in inputs])
            schema = _schema(way, games)
            rated = games.repartition(POOL).mapInArrow(partial(_rated, way), schema)
            rated.write.mode("overwrite").parquet(lists.path)
            lists.complete()
        table = spark.read.parquet(lists.path)
    return Pools(table, account, (), folder)


def _schema(way: Way, games: Any) -> Any:
    """Return the columns of a list, which are those of any pool, as Spark has them."""
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema

    few = pa.Table.from_batches(games.limit(1).toArrow().to_batches())
    ((pool, pool_games),) = _pools_of(way, few)
    return from_arrow_schema(_plain(way.table(pool, pool_games)).schema)


def _plain(table: Any) -> Any:
    """Return a table whose texts and moments Spark takes."""
    import pyarrow as pa

    fields = []
    for each in table.schema:
        kind = each.type
        if pa.types.is_large_string(kind) or str(kind) == "string_view":
            kind = pa.string()
        elif pa.types.is_timestamp(kind):
            kind = pa.timestamp("us", tz="UTC")
        fields.append(pa.field(each.name, kind))
    return table.cast(pa.schema(fields))


def _in_pools(way: Way, parts: Iterable[GameBatch]) -> Iterator[Any]:
    """Yield games by names with their pools, and their place in the input."""
    import pyarrow as pa

    for part in parts:
        games = part.games
        if games is None or not len(games):
            continue
        names = np.array(games.players.names, dtype=object)
        rows = (
            np.arange(part.row, part.row + len(games)) if part.row is not None else np.zeros(len(games), int)
        )
        columns: dict[str, Any] = {
            POOL: _words(games.pool, len(games), NO_POOL),
            FILE: pa.array([part.file]).take(pa.array(np.zeros(len(games), np.int32))),
            ROW: pa.array(rows),
            "first": pa.array(names[games.first], type=pa.string()),
            "second": pa.array(names[games.second], type=pa.string()),
            "score": pa.array(games.score),
        }
        if way.unit:
            assert games.time is not None
            time = games.time if way.unit == "i" else games.time.astype(f"datetime64[{way.unit}]")
            columns["time"] = pa.array(time.astype(np.int64))
        for name in way.columns:
            if name in LABELS:
                columns[name] = _words(getattr(games, name), len(games), None)
                continue
            kind, fill = FILL[name]
            column = getattr(games, name)
            columns[name] = pa.array(np.full(len(games), fill, kind) if column is None else column)
        yield pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _words(labels: Any, games: int, blank: str | None) -> Any:
    import pyarrow as pa

    if labels is None:
        return pa.array([blank] * games, type=pa.string())
    words = pa.array([*labels.names, blank], type=pa.string())
    codes = np.where(labels.codes < 0, len(labels.names), labels.codes)
    return words.take(pa.array(codes))


def _rated(way: Way, batches: Iterable[Any]) -> Iterator[Any]:
    """Rate the pools of a partition, one after the other."""
    for table in gathered(batches, np.iinfo(np.int64).max):
        for pool, games in _pools_of(way, table):
            yield from _plain(way.table(pool, games)).to_batches()


def _pools_of(way: Way, table: Any) -> Iterator[tuple[str, Games]]:
    """Yield the games of each pool in the order of the input."""
    import polars as pl

    frame = pl.DataFrame(table)
    by = [FILE, ROW, *(name for name in ("time", "first", "second", "score") if name in frame.columns)]
    for (pool,), games in frame.sort(by).group_by(POOL, maintain_order=True):
        yield str(pool), _games(way, games)


def _games(way: Way, frame: Any) -> Games:
    """Return the games of a pool from its rows."""
    import polars as pl

    sides = pl.concat([frame["first"], frame["second"]])
    names = sides.unique(maintain_order=True)
    codes = sides.cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int32)
    more: dict[str, Any] = {}
    for name in way.columns:
        column = frame[name]
        if name not in LABELS:
            more[name] = column.to_numpy()
            continue
        words = column.drop_nulls().unique(maintain_order=True)
        word_codes = column.cast(pl.Enum(words)).to_physical().cast(pl.Int32).fill_null(-1)
        more[name] = Labels(word_codes.to_numpy(), words.to_list())
    time = None
    if way.unit:
        time = frame["time"].to_numpy()
        time = time if way.unit == "i" else time.astype(f"datetime64[{way.unit}]")
    players = Players(names.to_list())
    return Games(
        players, codes[: len(frame)], codes[len(frame) :], frame["score"].to_numpy(), time=time, **more
    )
