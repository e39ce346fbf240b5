"""A record rated on many machines, rating period by rating period, so that a job that dies goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arpad._version import __version__
from arpad.cluster import pair_counts
from arpad.cluster.between_periods import Kept, PlayerStates
from arpad.cluster.reading import (
    ACCOUNT,
    Account,
    GameLayout,
    Input,
    ReadingSettings,
    account,
    no_time,
    numbered,
    taken_account,
)
from arpad.cluster.session import in_words
from arpad.cluster.stepping import PERIOD, PeriodStep, runs_of, stepped
from arpad.cluster.storage import Folder, location
from arpad.core import ArpadError, BadInput, NotProvided, counted, progress
from arpad.core.interface import named_columns, option, setting
from arpad.ratings.model import Schedule
from arpad.ratings.parameters import values_of
from arpad.ratings.rate import rate as rate_here
from arpad.ratings.result import Ratings, day_of
from arpad.ratings.system import RatingSystem
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.record import Games, Players
from arpad.record.kinds.players import read_players_files
from arpad.record.periods import PeriodRule, parse_period
from arpad.rulebooks.rating import as_system

if TYPE_CHECKING:
    from arpad.rulebooks.rating import System

ROW_GROUP = 16_000_000
"""Bytes of a row group of games: some two million of them, which executors divide among themselves."""

REFORM = np.datetime64("2024-03-01")
"""The day on which FIDE raised ratings of all players, with or without games."""


@dataclass(frozen=True)
class Rated:
    """What a job has found.

    Args:
        ratings: the ratings of all players, as after a run on one machine; of the games they know only when
            each player last played.
        account: what became of every row of the input.
        spark: the session.
        period: how rating periods are cut.
        resumed: how many rating periods were found done.
        work: the folder of the job, which is of no use when the list is written.
    """

    ratings: Ratings
    account: Account
    spark: Any
    period: PeriodRule
    resumed: int
    work: Folder

    def table(self, **choice: Any) -> Any:
        """Return the ranking list as a polars DataFrame, as :meth:`.ratings.result.Ratings.state_table`."""
        return self.ratings.state_table(**choice)

    def frame(self, **choice: Any) -> Any:
        """Return the ranking list as a table of Spark's."""
        with in_words():
            return self.spark.createDataFrame(self.table(**choice).to_arrow())

    def forget(self) -> None:
        """Delete the folder of the job."""
        self.work.delete()


def rate(
    source: Any,
    system: System,
    *,
    spark: Any,
    work: str | Path,
    schedule: Schedule | None = None,
    period: str | None = None,
    as_of: date | int | str | None = None,
    players: Sequence[str | Path] = (),
    columns: Mapping[str, str] | None = None,
    byes: Sequence[str] | None = None,
    encoding: str | None = None,
    dates: str | None = None,
    decimal: str | None = None,
    rejects: bool = False,
    say: Callable[[str], None] | None = None,
    **parameters: str | float | None,
) -> Rated:
    """Rate a record on Spark, rating period by rating period, to the numbers of :func:`arpad.rate`.

    Args:
        source: files (Parquet, also folders of it; text is read where all machines see it under one path), or
            a table of Spark's with the columns that :func:`arpad.read_games` knows.
        system: a rating system, its class, or its name.
        spark: the session.
        work: a folder that all machines reach, for the games by numbers and what every period has left. A job
            that died goes on from there; another job is not mixed with it.
        schedule: ``period``, which may be left out.
        period: how long a rating period is, of the calendar or by numbers; or ``all``.
        as_of: make the list of that day.
        players: files of what is known of players, or a list to go on from; read on this machine.
        columns: which column is what.
        byes: the names that stand for nobody.
        encoding: of text.
        dates: how dates are written.
        decimal: the decimal mark of points, ``point`` or ``comma``; None where a file settles it.
        rejects: set bad rows aside, in ``account.faults``; else the first of them is an error.
        say: is told what is being done.
        parameters: of the system, by name.

    Raises:
        BadInput: the games cannot be read, or the record lacks what the system needs.
        NotProvided: the system's rating periods cannot be rated in different places.
    """
    rating_system = as_system(system, parameters)
    tell = say or (lambda _: None)
    rule = rule_of(rating_system, schedule, period)
    day = day_of(as_of) if isinstance(as_of, str) else as_of
    rating_system = rating_system if day is None else rating_system.as_of(day)
    par = rating_system.par if rating_system.continuous else None
    reading = ReadingSettings(columns, byes, encoding, dates, decimal, par, rejects, day)
    inputs = inputs_of(source, spark, reading)
    folder = begun(spark, work, inputs, job_identity(rating_system, str(rule), reading, players))
    with forgotten_if_refused(folder), in_words():
        tell("reading names")
        total_account = accounted(folder, inputs, rule)
        check_record(rating_system, total_account)
        rated_players = Players(list(total_account.players))
        if players:
            rated_players = read_players_files(players, rated_players)
        layout = GameLayout(total_account.optional, total_account.unit, rule)
        if isinstance(rating_system, BradleyTerry):
            tell("counting pairs")
            games = by_period(folder, inputs, layout, total_account)
            ratings = pair_counts.rated(rating_system, folder, games, layout, rated_players)
            return Rated(ratings, total_account, spark, rule, 0, folder)
        step = PeriodStep(rating_system, layout, Kept.of(rating_system, total_account.unit), _places(spark))
        tell(f"reading {total_account.total('games'):,} games")
        games = by_period(folder, inputs, layout, total_account)
        standing = PlayerStates.before(rated_players)
        resumed = carried(folder, games, step, standing, total_account, tell)
    ratings = final(rating_system, rule, total_account, standing, day, list(rated_players.names))
    return Rated(ratings, total_account, spark, rule, resumed, folder)


def rule_of(system: RatingSystem, schedule: Schedule | None, period: str | None) -> PeriodRule:
    """Return how rating periods are cut.

    Raises:
        NotProvided: the system has none that can be rated in different places.
    """
    chosen = schedule or ("period" if period else system.schedules[0])
    if chosen == "live" or "period" not in system.schedules:
        way = (
            f"; or by rating periods: {option('schedule', 'period')}" if "period" in system.schedules else ""
        )
        raise NotProvided(
            f"{system.name} by game is rated in one place from the first game to the last",
            remedy=f"Rate its pools side by side, each in one place{way}.",
        )
    if isinstance(system, BradleyTerry):
        pair_counts.check_variance(system)
        if period not in (None, "all"):
            raise NotProvided(
                f"{system.name} rates the whole history at once", remedy="Leave the period out."
            )
        return parse_period("all")
    if not system.independent:
        raise NotProvided(
            f"a period of {system.name} needs more than a player's own games and the ratings before it",
            remedy="Rate it on one machine.",
        )
    if getattr(system, "is_carried", False):
        raise NotProvided(
            f"{system.name} carries ratings from season to season, and several machines do not see one whole",
            remedy=f"Rate it on one machine, or without seasons: {setting('carry=1')}.",
        )
    rule = parse_period(period or (system.default_period if system.default_period != "event" else "1mo"))
    if rule.unit == "event":
        raise no_time(rule)
    return rule


def inputs_of(source: Any, spark: Any, reading: ReadingSettings) -> list[Input]:
    """Return what is read: of files, or of a table of Spark's."""
    if hasattr(source, "mapInArrow"):
        return [Input.of_frame(source, reading)]
    paths = [source] if isinstance(source, (str, Path)) else list(source)
    return Input.of_files(spark, paths, reading)


def begun(spark: Any, work: str | Path, inputs: Sequence[Input], job: Mapping[str, Any]) -> Folder:
    """Return the folder of a job, empty, or as the same job has left it.

    Raises:
        BadInput: the folder has something else in it.
    """
    folder = Folder(spark, location(work))
    states = [input_.identity() for input_ in inputs]
    key = hashlib.sha256(json.dumps([job, states], sort_keys=True).encode()).hexdigest()
    there = folder / "job.json"
    if there.exists():
        if json.loads(there.read())["job"] == key:
            return folder
        folder.delete()
    elif folder.names():
        raise BadInput(
            "the folder holds files that are no job of arpad's", file=folder.path, remedy="Name another."
        )
    there.write(json.dumps({"job": key, "arpad": __version__, "asked": job}).encode())
    return folder


@contextmanager
def forgotten_if_refused(folder: Folder) -> Iterator[None]:
    """Delete the folder of a job that is refused: nothing is to go on from, as there is after a death."""
    try:
        yield
    except ArpadError:
        folder.delete()
        raise


def job_identity(
    system: RatingSystem, period: str | None, reading: ReadingSettings, players: Sequence[str | Path]
) -> dict[str, Any]:
    """Return what makes two jobs the same, beside their input."""
    digests = [hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in players]
    return {
        "arpad": __version__,
        "system": system.name,
        "parameters": {name: str(value) for name, value in values_of(system).items()},
        "period": period,
        "reading": repr(reading),
        "players": digests,
    }


def carried(
    folder: Folder,
    games: Folder,
    step: PeriodStep,
    standing: PlayerStates,
    total_account: Account,
    tell: Callable[[str], None],
) -> int:
    """Carry the standing through all rating periods; return how many of them were found done.

    Args:
        folder: of the job.
        games: the games, a folder for each period.
        step: how they are rated.
        standing: of the players before the first period, and after the last one when this is done.
        total_account: what is known of the games.
        tell: is told what is being done.
    """
    places = [(folder / "periods" / str(run[0]), run) for run in runs_of(total_account.periods)]
    of = len(total_account.periods)
    resumed = sum(len(run) for place, run in places if place.is_complete())
    if resumed:
        tell(f"{resumed} of {counted(of, 'rating period')} were done before")
    done = 0
    for place, run in places:
        progress.tell(done / of)
        if not place.is_complete():
            several = f" to {done + len(run)}" if len(run) > 1 else ""
            counts = {number: total_account.periods[number] for number in run}
            tell(f"rating period {done + 1}{several} of {of}: {sum(counts.values()):,} games")
            shared_standing = folder.spark.sparkContext.broadcast(standing)
            left = stepped(folder.spark, games, step, shared_standing, counts)
            left.write.mode("overwrite").partitionBy(PERIOD).parquet(place.path)
            shared_standing.destroy()
            place.complete({"games": counts})
        for number in run:
            period_folder = place / f"{PERIOD}={number}"
            if period_folder.exists():  # there is none of a period without a game that counts
                standing.take(period_folder.table(step.kept.schema), step.kept)
        done += len(run)
    return resumed


def _places(spark: Any) -> int:
    return max(2, int(spark.conf.get("spark.sql.shuffle.partitions")))


def accounted(folder: Folder, inputs: Sequence[Input], rule: PeriodRule | None) -> Account:
    """Read the names of all players, and what becomes of every row.

    Raises:
        BadInput: a row is bad, or there is no game.
    """
    from pyspark.sql import functions as f

    place = folder / "names"
    if not place.is_complete():
        whole = joined([input_.mapped(partial(account, rule), ACCOUNT) for input_ in inputs])
        whole.write.mode("overwrite").parquet(place.path)
        place.complete()
    read = folder.spark.read.schema(ACCOUNT).parquet(place.path)
    part_accounts = [
        json.loads(row.told) for row in read.where(f.col("told").isNotNull()).select("told").collect()
    ]
    try:
        names = read.where(f.col("name").isNotNull()).select("name").distinct().toArrow().column("name")
        return taken_account(part_accounts, pl.Series(names).sort().to_list())
    except (BadInput, NotProvided):
        place.delete()
        raise


def joined(frames: Sequence[Any]) -> Any:
    """Return tables of Spark's one below the other."""
    return reduce(lambda whole, frame: whole.unionAll(frame), frames)


def by_period(folder: Folder, inputs: Sequence[Input], layout: GameLayout, total_account: Account) -> Folder:
    """Write the games by numbers, a folder for every rating period, if that is not done."""
    import pyarrow as pa

    place = folder / "games"
    if place.is_complete():
        return place
    names = folder.spark.sparkContext.broadcast(pa.array(total_account.players, type=pa.large_string()))
    whole = joined(
        [
            input_.mapped(partial(numbered, layout, names), f"period bigint, {layout.schema}")
            for input_ in inputs
        ]
    )
    write = whole.write.mode("overwrite").option("parquet.block.size", ROW_GROUP)
    write.partitionBy(PERIOD).parquet(place.path)
    place.complete()
    return place


def check_record(system: RatingSystem, total_account: Account) -> None:
    """Refuse a record of which other players' games would be needed, or events.

    Raises:
        NotProvided: the system cannot rate it in different places.
    """
    if system.uses_events and "event" in total_account.columns:
        raise NotProvided(
            f"{system.name} rates a tournament when it ends, and several machines do not see it whole",
            remedy=f"Leave the column of events out: {named_columns('event')} with an empty name.",
        )
    first, last = total_account.ends
    if (
        getattr(system, "conversion", False)
        and getattr(system, "initial", 0.0) is None
        and total_account.unit != "i"
    ):
        inside = first is not None and np.datetime64(str(first)) < REFORM <= np.datetime64(str(last))
        if inside:
            raise NotProvided(
                "the games pass 2024-03-01, when FIDE raised the ratings of all, with games or without",
                remedy=f"Rate up to that day on one machine, or leave it out: {setting('conversion=no')}.",
            )


def final(
    system: RatingSystem,
    rule: PeriodRule,
    total_account: Account,
    standing: PlayerStates,
    day: date | int | None,
    names: Sequence[str],
) -> Ratings:
    """Return the ratings after the last period, as of a record that goes on from their list."""
    empty = np.empty(0, dtype=np.int32)
    kinds = {"D": "datetime64[D]", "s": "datetime64[s]", "i": "int64"}
    time = None if total_account.unit is None else np.empty(0, dtype=kinds[total_account.unit])
    nothing = Games(standing.all(names), empty, empty, np.empty(0), time=time)
    return rate_here(nothing, system, schedule="period", period=str(rule), as_of=day)
