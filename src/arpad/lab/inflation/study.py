"""Inflation of a record: the ratings by steps of time, the account of their points, drifts, measures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, Figure, NotProvided, worded, worded_count
from arpad.core.waiting import interruptible, shared
from arpad.core.wording import Worded
from arpad.lab.backtest.face import label_of
from arpad.lab.forecasts.cutting import span_of
from arpad.lab.forecasts.walking import OWN_PACE, Pace, in_order
from arpad.lab.inflation.course import Course, RatingPanel, Steps, course_of, panel_of, steps_of
from arpad.lab.inflation.estimating import Slope, drift, levels, rise
from arpad.lab.inflation.flows import Flows, flows_of
from arpad.lab.inflation.measures import MEASURES, Measure, measure_of
from arpad.ratings.elo.system import Elo
from arpad.ratings.parameters import settings_of
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Record, read_games
from arpad.rulebooks.rating import as_system

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.kinds.games import Readable
    from arpad.rulebooks.rating import System

Floats = NDArray[np.float64]

ESTABLISHED = 60
"""Games after which a player counts for the drift: by then a newcomer's rating has found its place."""

TOPS = (10, 100)
"""How many of the highest ratings have a mean of their own."""


@dataclass(frozen=True)
class Effect:
    """What a measure would have changed.

    Args:
        measure: the measure.
        effect: points by which the ratings of the active rise faster with it, in the unit of time.
        drift: the drift of players of constant strength with it.
        last: the mean rating in the last step with it.
        problem: why it was not tried; empty if it was.
    """

    measure: Measure
    effect: Slope
    drift: Slope
    last: float
    problem: str = ""


@dataclass(frozen=True, eq=False)
class Inflation:
    """What happened to the ratings of a record.

    Args:
        system: the rating system.
        steps: of time.
        first: the first step that counts; those before are rated only.
        games: how many games were rated.
        panel: every player in every step.
        value: float64 per row of the panel, the rating.
        flows: the account of the points.
        rise: the slope of the ratings of all who play, in points in the unit of time.
        drift: the slope of the ratings of players of constant strength.
        levels: steps × 3, the level of the ratings of players of constant strength, with its interval.
        established: games after which a player counts for the drift.
        followed: how many players count for the drift.
        effects: of the measures.
    """

    system: RatingSystem
    steps: Steps
    first: int
    games: int
    panel: RatingPanel
    value: Floats
    flows: Flows
    rise: Slope
    drift: Slope
    levels: Floats
    established: int
    followed: int
    effects: tuple[Effect, ...]

    @property
    def unit(self) -> str:
        """``year``, or ``step`` of numbered periods."""
        return self.steps.unit

    @cached_property
    def table(self) -> pl.DataFrame:
        """A row for each step that counts.

        Columns: ``step``, ``players``, ``mean``, ``median``, ``top_10``, ``top_100`` (null where there are
        fewer), ``spread`` (standard deviation), ``level``, ``level_low``, ``level_high``, then the account:
        ``total``, ``entered``, ``brought``, ``returned``, ``back``, ``left``, ``took``, ``created``,
        ``bonuses``, ``floors``, ``between``.
        """
        import polars as pl

        sign = -1.0 if self.system.lower_is_better else 1.0
        rows = []
        for at in range(self.first, len(self.steps.labels)):
            values = np.sort(self.value[self.panel.step == at] * sign)[::-1] * sign
            there = len(values) > 0
            row: dict[str, Any] = {
                "step": self.steps.labels[at],
                "players": len(values),
                "mean": float(values.mean()) if there else None,
                "median": float(np.median(values)) if there else None,
            }
            for top in TOPS:
                row[f"top_{top}"] = float(values[:top].mean()) if len(values) >= top else None
            row["spread"] = float(values.std()) if there else None
            for name, value in zip(("level", "level_low", "level_high"), self.levels[at], strict=True):
                row[name] = _finite(float(value))
            for name in (
                *("total", "entered", "brought", "returned", "back", "left", "took"),
                *("created", "bonuses", "floors", "between"),
            ):
                column = getattr(self.flows, name)[at]
                row[name] = int(column) if column.dtype.kind == "i" else _finite(float(column))
            rows.append(row)
        return pl.DataFrame(rows, infer_schema_length=None)

    @property
    def memo(self) -> list[str]:
        """What happened in plain sentences; "rise" and "fall" only where the intervals say so."""
        of = self.table
        start, end = of["step"][0], of["step"][-1]
        sentences: list[str] = [
            worded(
                "The ratings of all who play {way} from {start} to {end}: {slope}.",
                way=_way(self.rise),
                start=start,
                end=end,
                slope=self._slope(self.rise),
            )
        ]
        if math.isnan(self.drift.mean):
            sentences.append(
                worded_count(
                    "Nobody has {count} game in two steps of time, so the drift of players of constant "
                    "strength cannot be told.",
                    "Nobody has {count} games in two steps of time, so the drift of players of constant "
                    "strength cannot be told.",
                    self.established,
                )
            )
        else:
            sentences.append(
                worded_count(
                    "The ratings of players of constant strength {way}: {slope}, by the overlapping careers "
                    "of {count} established player, if those become neither stronger nor weaker on average.",
                    "The ratings of players of constant strength {way}: {slope}, by the overlapping careers "
                    "of {count} established players, if those become neither stronger nor weaker on average.",
                    self.followed,
                    way=_way(self.drift),
                    slope=self._slope(self.drift),
                )
            )
        sentences.append(self._eras())
        if type(self.system) is not Elo:
            sentences.append(
                worded(
                    "No measure was tried on the same games: measures change Elo's rating system, and these "
                    "ratings are those of {system}.",
                    system=self.system.name,
                )
            )
        return sentences

    def _slope(self, slope: Slope) -> Worded:
        """Return points in the unit of time, with their interval."""
        mean, low, high = (Figure(f"{each + 0.0:+.2f}") for each in (slope.mean, slope.low, slope.high))
        if not math.isfinite(slope.low):
            return per_unit(mean, self.unit)
        if self.unit == "year":
            return worded("{mean} points (95 %: {low} to {high}) a year", mean=mean, low=low, high=high)
        return worded("{mean} points (95 %: {low} to {high}) a step", mean=mean, low=low, high=high)

    def _eras(self) -> str:
        """Return the warning about comparing eras with the numbers that show it."""
        tops = [(worded("the {top} highest ratings", top=top), f"top_{top}") for top in TOPS]
        tops.append((worded("all ratings"), "mean"))
        name, column = next(each for each in tops if self.table[each[1]].is_not_null().sum() > 1)
        rows = self.table.filter(self.table[column].is_not_null())
        early, late = rows.row(0, named=True), rows.row(-1, named=True)
        sentence = worded(
            "The mean of {name} went from {before} in {start} to {after} in {end} ({change})",
            name=name,
            before=Figure(f"{early[column]:.0f}"),
            start=early["step"],
            after=Figure(f"{late[column]:.0f}"),
            end=late["step"],
            change=_signed(late[column] - early[column]),
        )
        if early["level"] is not None and late["level"] is not None:
            sentence = worded(
                "{told}; the level for players of constant strength changed by {change} in that time",
                told=sentence,
                change=_signed(late["level"] - early["level"]),
            )
        return worded(
            "{told}. Do not compare ratings of different eras: a rating says how far a player stands above "
            "the others of the time, not how strong those were.",
            told=sentence,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the whole study as a document."""
        return {
            "system": label_of(self.system),
            "games": self.games,
            "unit": self.unit,
            "established": self.established,
            "followed": self.followed,
            "rise": _document(self.rise),
            "drift": _document(self.drift),
            "steps": self.table.to_dicts(),
            "measures": [
                {
                    "measure": effect.measure.name,
                    "label": effect.measure.label,
                    "problem": effect.problem or None,
                    "effect": _document(effect.effect),
                    "drift": _document(effect.drift),
                    "last_mean": _finite(effect.last),
                }
                for effect in self.effects
            ],
            "memo": self.memo,
        }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _document(slope: Slope) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in slope._asdict().items()}


def _signed(value: float) -> Figure:
    return Figure(f"{round(value) + 0.0:+.0f}")


def _way(slope: Slope) -> Worded:
    if not slope.significant:
        return worded("neither rise nor fall measurably")
    return worded("rise") if slope.mean > 0.0 else worded("fall")


def per_unit(points: object, unit: str) -> Worded:
    """Return points in the unit of time, in words: ``2 points a year``."""
    if unit == "year":
        return worded("{points} points a year", points=points)
    return worded("{points} points a step", points=points)


def inflation(
    games: Record | Readable,
    system: System = "elo",
    *,
    step: str | None = None,
    start: str | None = None,
    established: int = ESTABLISHED,
    ages: tuple[float, float] | None = None,
    measures: Sequence[str | Measure] | None = None,
    pace: Pace = OWN_PACE,
    **parameters: str | float | None,
) -> Inflation:
    """Return how the ratings of a record rose, where their points came from, and what would change it.

    ``arpad.inflation("games.csv", "elo", k=24, step="1y")``.

    Args:
        games: a record, or what :func:`arpad.read_games` reads.
        system: a rating system that goes from game to game, its class, or its name.
        step: the length of a step of time, such as ``1y``, ``3mo`` or, of numbered periods, ``5``.
        start: the first moment that counts (``2010``, ``2010-05``, or a number); earlier games are rated
            only.
        established: games after which a player counts for the drift.
        ages: the ages between which a player counts for the drift, both included; all ages if not given.
        measures: what is tried on the same games, by name or made; all if not given. They are tried on
            Elo: of another system there are none.
        pace: schedule and rating periods.
        parameters: of the system, by name.

    Returns:
        The study, with ``table``, ``rise``, ``drift``, ``effects`` and ``memo``.

    Raises:
        BadInput: a name, a parameter or a setting is not known, or the record has a single step.
        NotProvided: the record has no times or contests of several sides, the system rates the whole history
            at once, or measures are asked for of another system than Elo.
    """
    rating_system = as_system(system, parameters)
    record = in_order(games if isinstance(games, Record) else read_games(games))
    record = replace(record, covariates=None)
    steps = steps_of(record, step)
    counts = span_of(record, start, None)
    if not counts.any():
        raise BadInput(f"the record has no games from {start}", remedy="Choose a moment within the record.")
    first = int(steps.of[np.argmax(counts)])
    if first >= len(steps.labels) - 1:
        raise BadInput(f"only one step of time is left from {start}", remedy="Choose an earlier moment.")
    plain, ratings = interruptible(lambda: course_of(record, rating_system, pace))
    panel = panel_of(record, steps, plain)
    value = panel.of(plain)
    row = _Rows(record, steps, panel, first, established, ages)
    tried = _chosen(rating_system, measures)
    effects: list[Effect] = []
    if tried:
        assert type(rating_system) is Elo
        base = rating_system
        effects = shared(lambda each: _effect(each, record, base, steps, pace, plain, row), tried)
    return Inflation(
        ratings.system,
        steps,
        first,
        len(record),
        panel,
        value,
        flows_of(record, steps, plain, panel, ratings.system),
        row.rise(value),
        row.drift(value),
        row.levels(value),
        established,
        row.followed,
        tuple(effects),
    )


def _chosen(system: RatingSystem, measures: Sequence[str | Measure] | None) -> list[Measure]:
    """Return the measures that are tried."""
    if type(system) is not Elo:
        if measures:
            raise NotProvided(
                f"measures are tried on elo, and the system is {system.name}",
                remedy="Choose elo with the parameters that you use.",
            )
        return []
    if measures is None:
        carried = "carry" in settings_of(system)
        return [measure() for name, measure in MEASURES.items() if not (carried and name == "seasons")]
    return [measure_of(each) if isinstance(each, str) else each for each in measures]


class _Rows:
    """The rows of a panel that count, and the estimates of a column over it."""

    def __init__(
        self,
        games: Games,
        steps: Steps,
        panel: RatingPanel,
        first: int,
        established: int,
        ages: tuple[float, float] | None,
    ) -> None:
        self.panel, self.steps, self.first = panel, steps, first
        self.time = steps.at[panel.step]
        self.counts = panel.step >= first
        kept = self.counts & (panel.played >= established)
        if ages is not None:
            kept &= self._of_age(games, ages)
        self.kept = kept
        several = np.bincount(panel.player[kept], minlength=len(games.players)) > 1
        self.followed = int(several.sum())

    def _of_age(self, games: Games, ages: tuple[float, float]) -> NDArray[np.bool_]:
        if games.time is None or games.time.dtype.kind != "M":
            raise NotProvided("the record has no dates, so nobody's age is known")
        born = games.players.number("birth_year")[self.panel.player]
        year = games.time.astype("datetime64[Y]").astype(np.int64)[self.panel.row // 2] + 1970
        if np.isnan(born).all():
            raise NotProvided("no player's year of birth is known", remedy="Give it in a players file.")
        return np.asarray((year - born >= ages[0]) & (year - born <= ages[1]))

    def rise(self, value: Floats) -> Slope:
        at = self.counts
        return rise(self.panel.player[at], self.time[at], value[at]).times(self.steps.factor)

    def drift(self, value: Floats) -> Slope:
        at = self.kept
        return drift(self.panel.player[at], self.time[at], value[at]).times(self.steps.factor)

    def levels(self, value: Floats) -> Floats:
        at = self.kept
        return levels(self.panel.player[at], self.panel.step[at], value[at], len(self.steps.labels))


def _effect(
    measure: Measure, games: Games, system: Elo, steps: Steps, pace: Pace, plain: Course, row: _Rows
) -> Effect:
    """Return what a measure would have changed."""
    nothing = Slope(math.nan, math.nan, math.nan)
    try:
        without, measured = measure.course(games, system, steps, pace, plain)
    except NotProvided as problem:
        return Effect(measure, nothing, nothing, math.nan, problem.problem)
    value = row.panel.of(measured)
    last = row.panel.step == len(steps.labels) - 1
    return Effect(
        measure, row.rise(value - row.panel.of(without)), row.drift(value), float(value[last].mean())
    )
