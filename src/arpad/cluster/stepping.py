"""One rating period on many machines.

Where a period follows from sums (:mod:`arpad.ratings.summing`), an executor sums up the games that it happens
to hold, and what is exchanged is a row of sums for each player from each: a player with ten million games
weighs no more than another. Otherwise the games are exchanged, each to where either of its players is rated,
and whoever rates a player has all of that player's games. In both, the kernels of :mod:`arpad.ratings` run,
and no addition depends on where a row happened to be by more than rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.cluster.reading import Layout, gathered
from arpad.cluster.standing import PLAYER, Kept, Standing, left_of
from arpad.ratings.rate import rate, timeline_of
from arpad.ratings.result import Ratings
from arpad.ratings.summing import Summing, is_summing
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.win_counts import DRAWN, LAST, LOST, WON, tally
from arpad.record import Games

BUCKET = "bucket"

FOR_ONE = 500_000
"""Games of a period for which another machine is asked; fewer are rated in one place."""

AT_ONCE = 4_000_000
"""Games that an executor sums up in one go."""

NEVER = np.iinfo(np.int64).max


class Step(NamedTuple):
    """How a period is rated, for executors.

    Args:
        system: the rating system.
        layout: the columns of the games.
        kept: what is kept of players.
        buckets: into how many parts the players are divided.
    """

    system: RatingSystem
    layout: Layout
    kept: Kept
    buckets: int

    def timeline(self, games: Games) -> Timeline:
        """Return games of a period as the system runs over them."""
        return timeline_of(games, self.system, schedule="period", period=str(self.layout.rule))


@dataclass(frozen=True)
class Held:
    """Games of a period among their own players.

    Args:
        ids: the numbers of these players among all.
        games: the games.
    """

    ids: NDArray[np.int64]
    games: Games

    @classmethod
    def of(cls, step: Step, standing: Standing, table: Any) -> Held:
        """Return the games of an Arrow table, their players as they stand."""
        columns = {name: table.column(name).to_numpy() for name in step.layout.names}
        there = np.zeros(standing.players, dtype=bool)
        there[columns["first"]] = there[columns["second"]] = True
        ids = np.flatnonzero(there)
        place = (np.cumsum(there) - 1).astype(np.int32)
        for side in ("first", "second"):
            columns[side] = place[columns[side]]
        return cls(ids, step.layout.games(standing.some(ids), columns))


def stepped(spark: Any, games: Any, step: Step, standing: Standing, period: int, count: int) -> Any:
    """Return the rows that a rating period leaves of its players, as a table of Spark's.

    Args:
        spark: the session.
        games: the period's games, a table of Spark's.
        step: how they are rated.
        standing: the players before the period.
        period: its number.
        count: how many games it has.
    """
    known = spark.sparkContext.broadcast(standing)
    places = min(step.buckets, -(-count // FOR_ONE))
    if places == 1:
        games = games.coalesce(1)
    if is_summing(step.system):
        assert isinstance(step.system, Summing)
        parts = games.mapInArrow(partial(_summed, step, known), _schema_of_sums(step.system))
        by, last = PLAYER, partial(_settled, step, known, period)
    else:
        parts = games.mapInArrow(partial(_spread, step), f"{BUCKET} int, {step.layout.schema}")
        by, last = BUCKET, partial(_rated, step, known)
    if places > 1:
        parts = parts.repartition(places, by)
    return parts.mapInArrow(partial(_whole, last), step.kept.schema)


def _whole(work: Callable[[Any], Iterator[Any]], batches: Iterable[Any]) -> Iterator[Any]:
    """Do some work with all rows of a partition together."""
    for table in gathered(batches, NEVER):
        for made in work(table):
            yield from made.to_batches()


# By sums.

OUTCOMES = {WON: "wins", DRAWN: "draws", LOST: "losses"}


def _schema_of_sums(system: Summing) -> str:
    sums = ", ".join(f"sum_{name} double" for name in system.sum_names)
    return f"{PLAYER} int, {sums}, wins bigint, draws bigint, losses bigint, opened bigint, last bigint"


def _summed(step: Step, known: Any, batches: Iterable[Any]) -> Iterator[Any]:
    import pyarrow as pa

    system = step.system
    assert isinstance(system, Summing)
    for table in gathered(batches, AT_ONCE):
        held = Held.of(step, known.value, table)
        timeline = step.timeline(held.games)
        if not len(timeline.record):
            continue
        sums, opened = system.period_sums(timeline)
        counts = tally(timeline.record)
        rated = counts[:, LAST] >= 0
        time = timeline.record.time
        moments = np.zeros(len(timeline.record), np.int64) if time is None else time.astype(np.int64)
        ids = held.ids[rated].astype(np.int32)
        columns: dict[str, Any] = {PLAYER: ids}
        columns |= {f"sum_{name}": sums[rated, at] for at, name in enumerate(system.sum_names)}
        columns |= {name: counts[rated, at].astype(np.int64) for at, name in OUTCOMES.items()}
        columns["opened"] = moments[opened[rated]]
        columns["last"] = moments[counts[rated, LAST]]
        yield from pa.table(columns).to_batches()


def _settled(step: Step, known: Any, period: int, table: Any) -> Iterator[Any]:
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
    players = known.value.some(ids)
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


def _spread(step: Step, batches: Iterable[Any]) -> Iterator[Any]:
    """Yield every game for the bucket of either of its players."""
    import pyarrow as pa

    for batch in batches:
        one, other = (batch.column(side).to_numpy() % np.int32(step.buckets) for side in ("first", "second"))
        columns = [batch.column(name) for name in step.layout.names]
        names = [BUCKET, *step.layout.names]
        yield pa.RecordBatch.from_arrays([pa.array(one), *columns], names=names)
        apart = pa.array(one != other)
        yield pa.RecordBatch.from_arrays([pa.array(other), *columns], names=names).filter(apart)


def _rated(step: Step, known: Any, table: Any) -> Iterator[Any]:
    """Rate the games of buckets; what they make of players of another one is left to that."""
    buckets = table.column(BUCKET).to_numpy()
    for bucket in np.unique(buckets).tolist():
        yield _rated_bucket(step, known, bucket, table.take(np.flatnonzero(buckets == bucket)))


def _rated_bucket(step: Step, known: Any, bucket: int, table: Any) -> Any:
    # One order, whatever the order of the files: by time, and then by what the games are.
    keys = [
        key
        for key in ("time", "first", "second", "score", *step.layout.optional)
        if key in table.column_names
    ]
    order = np.lexsort([table.column(name).to_numpy() for name in reversed(keys)])
    held = Held.of(step, known.value, table.take(order))
    ratings = rate(held.games, step.system, schedule="period", period=str(step.layout.rule))
    played = tally(ratings.timeline.record)[:, LAST] >= 0
    own = played & (held.ids % step.buckets == bucket)
    left = {name: column[own] for name, column in left_of(ratings).items()}
    return step.kept.rows(held.ids[own], left)
