"""Rating periods on many machines: a large one by several executors, small ones by one after the other.

Where a period follows from sums (:mod:`arpad.ratings.summing`), an executor sums up the games that it happens
to hold, and what is exchanged is a row of sums for each player from each: a player with ten million games
weighs no more than another. Otherwise the games are exchanged, each to where either of its players is rated,
and whoever rates a player has all of that player's games. In both, the kernels of :mod:`arpad.ratings` run,
and no addition depends on where a row happened to be by more than rounding.

Games of which one executor holds enough at a time are not worth an exchange, which costs more than rating
them: periods that have no more, alone or several in a row, are rated in one place, with no job of Spark's
between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.cluster.between_periods import PLAYER, Kept, PlayerStates, left_of
from arpad.cluster.reading import GameLayout, gathered
from arpad.cluster.shares import divided, files_below, frame_of, tables_of
from arpad.cluster.storage import Folder
from arpad.ratings.rate import rate, timeline_of
from arpad.ratings.result import Ratings
from arpad.ratings.summing import Summing, is_summing
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.win_counts import DRAWN, LAST, LOST, WON, tally
from arpad.record import Games

BUCKET, PERIOD = "bucket", "period"

FOR_ONE = 5_000_000
"""Games for which no other executor is asked: periods of no more are rated in one place."""

AT_ONCE = 2_000_000
"""Games that are summed up in one go."""

ROWS = 500_000
"""Rows of players that go to Spark at a time."""

NEVER = np.iinfo(np.int64).max


class PeriodStep(NamedTuple):
    """How a period is rated, for executors.

    Args:
        system: the rating system.
        layout: the columns of the games.
        kept: what is kept of players.
        places: into how many parts the players are divided.
    """

    system: RatingSystem
    layout: GameLayout
    kept: Kept
    places: int = 1

    def timeline(self, games: Games) -> Timeline:
        """Return games of a period as the system runs over them."""
        return timeline_of(games, self.system, schedule="period", period=str(self.layout.rule))


@dataclass(frozen=True)
class PeriodGames:
    """Games of a period among their own players.

    Args:
        ids: the numbers of these players among all.
        games: the games.
    """

    ids: NDArray[np.int64]
    games: Games

    @classmethod
    def of(cls, step: PeriodStep, standing: PlayerStates, table: Any) -> PeriodGames:
        """Return the games of an Arrow table, their players as they stand."""
        columns = {name: table.column(name).to_numpy() for name in step.layout.names}
        there = np.zeros(standing.players, dtype=bool)
        there[columns["first"]] = there[columns["second"]] = True
        ids = np.flatnonzero(there)
        place = (np.cumsum(there) - 1).astype(np.int32)
        for side in ("first", "second"):
            columns[side] = place[columns[side]]
        return cls(ids, step.layout.games(standing.some(ids), columns))


def runs_of(periods: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield rating periods that are rated together: as many in a row as one executor holds, or one.

    Args:
        periods: how many games each has, by number, in order.
    """
    run: list[int] = []
    held = 0
    for number, count in periods.items():
        if run and held + count > FOR_ONE:
            yield run
            run, held = [], 0
        run.append(number)
        held += count
    if run:
        yield run


def decays(system: RatingSystem) -> bool:
    """Tell whether ratings decay at rest, so that one place rates a period, whatever its size.

    What a rating has lost before a game follows from the first game of the period in which its player plays,
    which only who has all games of that player knows; but it counts for every opponent.
    """
    return bool(getattr(system, "decays", False))


def stepped(
    spark: Any, games: Folder, step: PeriodStep, standing: PlayerStates, periods: Mapping[int, int]
) -> Any:
    """Return the rows that rating periods leave of their players, as a table of Spark's with their numbers.

    Args:
        spark: the session.
        games: the games, a folder for each period.
        step: how they are rated.
        standing: where the players stand before the first of the periods, broadcast.
        periods: how many games each has, by number, in order: several only of few games.
    """
    count = sum(periods.values())
    most = 1 if decays(step.system) else step.places
    step = step._replace(places=max(1, min(most, -(-count // FOR_ONE))))
    folders = {number: f"{games.path}/{PERIOD}={number}" for number in periods}
    schema = f"{PERIOD} bigint, {step.kept.schema}"
    if step.places == 1:
        frame, tables = _games_of(spark, folders, step, 1)
        return frame.mapInArrow(partial(_in_one_place, step, standing, tables), schema)
    ((period, _),) = periods.items()
    frame, tables = _games_of(spark, folders, step, step.places)
    if is_summing(step.system):
        assert isinstance(step.system, Summing)
        parts = frame.mapInArrow(partial(_summed, step, standing, tables), _schema_of_sums(step.system))
        by, last = PLAYER, _settled
    else:
        parts = frame.mapInArrow(partial(_spread, step, tables), f"{BUCKET} int, {step.layout.schema}")
        by, last = BUCKET, _rated
    return parts.repartition(step.places, by).mapInArrow(
        partial(_whole, last, step, standing, period), schema
    )


Tables = Callable[[Iterable[Any]], Iterator[tuple[int, Any]]]
"""From what Spark hands an executor to the rating periods of games and these, some at a time."""


def _games_of(spark: Any, folders: Mapping[int, str], step: PeriodStep, places: int) -> tuple[Any, Tables]:
    """Return the games of periods as a table of Spark's in some parts, and how an executor takes them."""
    files = [files_below(folder) for folder in folders.values()]
    own = [file for each in files for file in each or ()]
    if all(each is not None for each in files):
        return frame_of(spark, divided(own, places)), _own_games
    from pyspark.sql import functions as f

    frames = [
        spark.read.schema(step.layout.schema).parquet(folder).withColumn(PERIOD, f.lit(number))
        for number, folder in folders.items()
    ]
    whole = reduce(lambda frame, other: frame.unionAll(other), frames)
    return (whole.coalesce(1), _few_games_by_spark) if places == 1 else (whole, _games_by_spark)


def _own_games(batches: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    for file, _, table in tables_of(batches, AT_ONCE):
        yield int(Path(file).parent.name.removeprefix(f"{PERIOD}=")), table


def _games_by_spark(batches: Iterable[Any], rows: int = AT_ONCE) -> Iterator[tuple[int, Any]]:
    for table in gathered(batches, rows):
        numbers = table.column(PERIOD).to_numpy()
        for number in np.unique(numbers).tolist():
            yield number, table.filter(numbers == number)


def _few_games_by_spark(batches: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    return _games_by_spark(batches, NEVER)


def _joined(tables: Iterable[tuple[int, Any]], rows: int) -> Iterator[Any]:
    """Yield tables joined until they have so many rows, and what is left in the end."""
    import pyarrow as pa

    held: list[Any] = []
    for _, table in tables:
        if held and sum(map(len, held)) + len(table) > rows:
            yield pa.concat_tables(held)
            held = []
        held.append(table)
    if held:
        yield pa.concat_tables(held)


def _in_one_place(
    step: PeriodStep, shared_standing: Any, tables: Tables, batches: Iterable[Any]
) -> Iterator[Any]:
    """Rate periods one after the other."""
    standing = shared_standing.value.apart()
    for number, games in groupby(tables(batches), key=itemgetter(0)):
        for rows in _of_one(step, standing, number, games):
            standing.take(rows, step.kept)
            yield from _numbered(number, rows)


def _of_one(
    step: PeriodStep, standing: PlayerStates, number: int, games: Iterable[tuple[int, Any]]
) -> Iterator[Any]:
    if is_summing(step.system):
        sums = _sums_of(step, standing, games)
        if sums is not None:
            yield from _settled(step, standing, number, sums)
    else:
        for table in _joined(games, NEVER):
            yield _rated_bucket(step, standing, 0, table)


def _numbered(period: int, table: Any) -> Iterator[Any]:
    import pyarrow as pa

    numbers = pa.array(np.full(len(table), period))
    yield from table.add_column(0, PERIOD, numbers).to_batches(max_chunksize=ROWS)


def _whole(
    work: Any, step: PeriodStep, shared_standing: Any, period: int, batches: Iterable[Any]
) -> Iterator[Any]:
    """Do some work with all rows of a partition together."""
    for table in gathered(batches, NEVER):
        for rows in work(step, shared_standing.value, period, table):
            yield from _numbered(period, rows)


# By sums.

OUTCOMES = {WON: "wins", DRAWN: "draws", LOST: "losses"}


def _schema_of_sums(system: Summing) -> str:
    sums = ", ".join(f"sum_{name} double" for name in system.sum_names)
    return f"{PLAYER} int, {sums}, wins bigint, draws bigint, losses bigint, opened bigint, last bigint"


def _summed(step: PeriodStep, shared_standing: Any, tables: Tables, batches: Iterable[Any]) -> Iterator[Any]:
    sums = _sums_of(step, shared_standing.value, tables(batches))
    if sums is not None:
        yield from sums.to_batches(max_chunksize=ROWS)


def _sums_of(step: PeriodStep, standing: PlayerStates, games: Iterable[tuple[int, Any]]) -> Any:
    """Return the sums of games of one period, a row for each player; None if no game counts."""
    import polars as pl

    whole: pl.DataFrame | None = None
    for table in _joined(games, AT_ONCE):
        some = _sums_of_some(step, standing, table)
        if some is None or whole is None:
            whole = whole if some is None else some
            continue
        added = pl.exclude(PLAYER, "opened", "last").sum()
        both = pl.concat([whole, some]).group_by(PLAYER)
        whole = both.agg(added, pl.col("opened").min(), pl.col("last").max()).select(some.columns)
    return None if whole is None else whole.to_arrow()


def _sums_of_some(step: PeriodStep, standing: PlayerStates, table: Any) -> Any:
    """Return the sums of games that are held at a time, as a DataFrame of polars."""
    import polars as pl

    system = step.system
    assert isinstance(system, Summing)
    held = PeriodGames.of(step, standing, table)
    timeline = step.timeline(held.games)
    if not len(timeline.record):
        return None
    sums, opened = system.period_sums(timeline)
    counts = tally(timeline.record)
    rated = counts[:, LAST] >= 0
    time = timeline.record.time
    moments = np.zeros(len(timeline.record), np.int64) if time is None else time.astype(np.int64)
    columns: dict[str, Any] = {PLAYER: held.ids[rated].astype(np.int32)}
    columns |= {f"sum_{name}": sums[rated, at] for at, name in enumerate(system.sum_names)}
    columns |= {name: counts[rated, at].astype(np.int64) for at, name in OUTCOMES.items()}
    columns["opened"] = moments[opened[rated]]
    columns["last"] = moments[counts[rated, LAST]]
    return pl.DataFrame(columns)


def _settled(step: PeriodStep, standing: PlayerStates, period: int, table: Any) -> Iterator[Any]:
    system = step.system
    assert isinstance(system, Summing)
    names = [f"sum_{name}" for name in system.sum_names]
    columns = {name: table.column(name).to_numpy() for name in table.column_names}
    # The rows of a player are added in an order of their own, wherever they came from.
    order = np.lexsort((*(columns[name] for name in names), columns[PLAYER]))
    columns = {name: column[order] for name, column in columns.items()}
    starts = np.flatnonzero(np.diff(columns[PLAYER], prepend=-1))
    ids = columns[PLAYER][starts]
    sums = np.stack([np.add.reduceat(columns[name], starts) for name in names], axis=1)
    players = standing.some(ids)
    unit = step.layout.unit
    empty = np.empty(0, dtype=np.int32)
    time = None if unit is None else np.empty(0, "int64" if unit == "i" else f"datetime64[{unit}]")
    timeline = step.timeline(Games(players, empty, empty, np.empty(0), time=time))
    opened = last = None
    if unit is not None:
        moments = np.maximum.reduceat(columns["last"], starts)
        last = moments.astype(np.float64) if unit == "i" else moments.astype(f"datetime64[{unit}]")
        if unit != "i":
            first = np.minimum.reduceat(columns["opened"], starts)
            opened = first.astype(f"datetime64[{unit}]").astype("datetime64[D]")
    state = system.settled(timeline, period, sums, opened)
    ratings = Ratings(system, timeline, state)
    counts = ratings.counts.astype(np.int64)
    for at, name in OUTCOMES.items():
        counts[:, at] += np.add.reduceat(columns[name], starts)
    vars(ratings)["counts"] = counts
    left = dict(left_of(ratings, last))
    if "rested" in left:
        left["rested"] = np.zeros(len(ids))
    yield step.kept.rows(ids, left)


# By games.


def _spread(step: PeriodStep, tables: Tables, batches: Iterable[Any]) -> Iterator[Any]:
    """Yield every game for the bucket of either of its players."""
    import pyarrow as pa

    for _, table in tables(batches):
        for batch in table.to_batches(max_chunksize=ROWS):
            first_bucket, second_bucket = (
                batch.column(side).to_numpy() % np.int32(step.places) for side in ("first", "second")
            )
            columns = [batch.column(name) for name in step.layout.names]
            names = [BUCKET, *step.layout.names]
            yield pa.RecordBatch.from_arrays([pa.array(first_bucket), *columns], names=names)
            apart = pa.array(first_bucket != second_bucket)
            yield pa.RecordBatch.from_arrays([pa.array(second_bucket), *columns], names=names).filter(apart)


def _rated(step: PeriodStep, standing: PlayerStates, period: int, table: Any) -> Iterator[Any]:
    """Rate the games of buckets; what they make of players of another one is left to that."""
    buckets = table.column(BUCKET).to_numpy()
    for bucket in np.unique(buckets).tolist():
        yield _rated_bucket(step, standing, bucket, table.take(np.flatnonzero(buckets == bucket)))


def _rated_bucket(step: PeriodStep, standing: PlayerStates, bucket: int, table: Any) -> Any:
    # One order, whatever the order of the files: by time, and then by what the games are.
    keys = [
        key
        for key in ("time", "first", "second", "score", *step.layout.optional)
        if key in table.column_names
    ]
    order = np.lexsort([table.column(name).to_numpy() for name in reversed(keys)])
    held = PeriodGames.of(step, standing, table.take(order))
    ratings = rate(held.games, step.system, schedule="period", period=str(step.layout.rule))
    played = tally(ratings.timeline.record)[:, LAST] >= 0
    own = played & (held.ids % step.places == bucket)
    left = {name: column[own] for name, column in left_of(ratings).items()}
    return step.kept.rows(held.ids[own], left)
