"""Many settings judged side by side: the record goes to every executor, the settings are divided among them.

Each setting is judged by :mod:`arpad.lab.backtest` as on one machine. A record is held whole by every
executor, so it is one that a machine can hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from arpad.cluster.session import in_words
from arpad.core import BadInput
from arpad.core.overwriting import Kind, begins
from arpad.lab.backtest.face import label_of, systems_of
from arpad.lab.backtest.study import Backtest, Candidate, CountingRules, ForecastScores, compare
from arpad.lab.forecasts.walking import Pace
from arpad.ratings.model import Schedule
from arpad.ratings.parameters import LARGEST, configure, settings_of
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Record, read_games

SCORES = Kind("scores of settings", begins(re.compile(rb"system,label,")))
"""A table of the scores of all settings."""

PER_PLACE = 4
"""Into how many parts the settings of an executor's core are divided, so that none waits long for another."""


@dataclass(frozen=True)
class SettingResult:
    """What an executor has found of one setting.

    Args:
        at: the place of the setting among all.
        whole: the backtest of all settings without its games, of the first setting; None of the others.
        entry: how good the forecasts were.
        counted: how many games count.
    """

    at: int
    whole: Backtest | None
    entry: ForecastScores
    counted: int


def grid(system: RatingSystem, ranges: Mapping[str, Sequence[float]]) -> list[RatingSystem]:
    """Return a system with every combination of some values of its parameters.

    Args:
        system: the system.
        ranges: the values, by the parameter's name.

    Raises:
        BadInput: it has no such parameter, or a value is out of its range.
    """
    own = settings_of(system)
    names = list(ranges)
    return [
        configure(type(system), {**own, **dict(zip(names, values, strict=True))})
        for values in product(*ranges.values())
    ]


def values_between(text: str) -> list[float]:
    """Read ``FROM:TO:COUNT``: so many values at equal distances.

    Raises:
        BadInput: it is not of that form.
    """
    try:
        low, high, count = (float(part) for part in text.split(":"))
        if not (count == int(count) and 1 <= count <= LARGEST and low <= high):
            raise ValueError
    except ValueError:
        raise BadInput(f"{text!r} is not a range", remedy="Write it as FROM:TO:COUNT, 10:40:31.") from None
    return [float(value) for value in np.linspace(low, high, int(count))]


def backtest(
    games: Any,
    systems: str | RatingSystem | Sequence[str | RatingSystem],
    *,
    spark: Any,
    schedule: Schedule | None = None,
    period: str | None = None,
    start: str | None = None,
    end: str | None = None,
    min_games: int = 0,
    columns: Mapping[str, str] | None = None,
) -> Backtest:
    """Return how well many systems would have predicted the games, as :func:`arpad.backtest` says.

    Args:
        games: a record, files, or a table of Spark's.
        systems: names with parameters (``"elo,k=24,elo,k=32"``), or systems such as those of :func:`grid`.
        spark: the session.
        schedule: ``live`` or ``period``, for the systems that have it.
        period: the length of a rating period.
        start: the first moment whose games count.
        end: the last one.
        min_games: games count whose sides have both played so many before.
        columns: of a table or a file, which column is what.

    Raises:
        BadInput: a name or a parameter is unknown, the games cannot be read, or no game counts.
    """
    record = _record(games, columns)
    rules = CountingRules(start, end, min_games, segments=("games",))
    candidates = []
    for system in systems_of(systems, {}):
        own = schedule if schedule is None or schedule in system.schedules else None
        candidates.append(Candidate(label_of(system), system, Pace(own, period)))
    if len({candidate.label for candidate in candidates}) < len(candidates):
        raise BadInput("two of the settings are the same", remedy="Give each once.")
    if not candidates:
        raise BadInput("no system is given")
    with in_words():
        context = spark.sparkContext
        shared = context.broadcast(record)
        places = min(len(candidates), PER_PLACE * context.defaultParallelism)
        # Settings that lie side by side cost about the same: every place takes some of each region.
        order = sorted(enumerate(candidates), key=lambda each: each[0] % places)
        work = context.parallelize(order, places).mapPartitions(partial(_judged, shared, rules))
        results: list[SettingResult] = sorted(work.collect(), key=lambda each: each.at)
    if len({result.counted for result in results}) > 1:
        raise BadInput(
            "not all settings predict the same games",
            remedy="Compare settings of one system, or count only later games of players who have played.",
        )
    whole = next(result.whole for result in results if result.whole is not None)
    entries = sorted((result.entry for result in results), key=lambda entry: entry.log_loss.mean)
    return replace(whole, games=record, entries=tuple(entries))


def _record(games: Any, columns: Mapping[str, str] | None) -> Games:
    if isinstance(games, Record):
        record: Any = games
    elif hasattr(games, "mapInArrow"):
        record = read_games(games.toArrow(), columns=columns)
    else:
        record = read_games(games, columns=columns)
    if not isinstance(record, Games):
        raise BadInput("contests of many sides are not backtested on a cluster")
    return record


def _judged(
    shared: Any, rules: CountingRules, candidates: Iterable[tuple[int, Candidate]]
) -> Iterator[SettingResult]:
    """Judge settings one after the other, on an executor."""
    record: Games = shared.value
    for at, candidate in candidates:
        study = compare(record, [candidate], (), rules)
        counted = int(study.counts.sum())
        # The games stay where they are: everybody has them.
        nothing = record.take(np.empty(0, dtype=np.int64))
        whole = replace(study, games=nothing, entries=(), forecasts=()) if at == 0 else None
        yield SettingResult(at, whole, study.entries[0], counted)
