"""Parameters with which a system would have predicted the training games best, tried on later games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import COMPILE_FROM, always_compiled
from arpad.core import ArpadError, BadInput, counted, progress, worded
from arpad.core.interface import option
from arpad.core.waiting import shared
from arpad.lab.forecasts.comparing import MeanEstimate, estimate
from arpad.lab.forecasts.cutting import cut, played_before, span_of
from arpad.lab.forecasts.judging import GAMES, LOG_LOSS, GameBlocks, Sums, judged
from arpad.lab.forecasts.walking import OWN_PACE, Pace, in_order, timeline_for, walk_forward
from arpad.lab.tuning import elo_lanes
from arpad.lab.tuning.searching import Point, search
from arpad.lab.tuning.space import Free, Space, space_of
from arpad.ratings.elo.system import Elo
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.record import Games, Record
from arpad.record.winner_first import winner_first

if TYPE_CHECKING:
    import polars as pl

Floats = NDArray[np.float64]

SHARE = 2.0 / 3.0
"""Of the games that count so many are for training where nothing else is asked for."""

PROFILE = 17
"""Evenly spaced values of each parameter at which the loss is told…"""

NEAR = (0.01, 0.03, 0.06)
"""…and those at these shares of the range to both sides of the best one."""


SEARCHED, SPANNED = 0.7, 0.8
"""Which shares of the work a bar supposes done once the search is over, and once all games are judged."""

TRIES = 100
"""About how many settings are tried: so often as long may the loops run interpreted."""


class SpanLoss(NamedTuple):
    """The log loss of a span of games, and of another setting on the same games.

    Args:
        games: how many count.
        log_loss: of the best values.
        given: of the values that the system was given with.
        gain: how much lower the best values' log loss is, with its 95 % interval.
    """

    games: int
    log_loss: float
    given: float
    gain: MeanEstimate

    def as_json(self) -> dict[str, Any]:
        """Return the span as a document."""
        return {
            "log_loss": self.log_loss,
            "games": self.games,
            "log_loss_as_given": self.given,
            "gain": self.gain.mean,
            "gain_low": _finite(self.gain.low),
            "gain_high": _finite(self.gain.high),
        }


class ProfilePoint(NamedTuple):
    """The loss on the training games where one parameter is changed, and the others keep their best values.

    Args:
        name: the parameter.
        value: its value.
        log_loss: on the training games.
        more: how much higher that is than at the best value.
        low: the lower bound of its 95 % interval.
        high: the upper bound.
        differs: whether the interval leaves out 0.
    """

    name: str
    value: float
    log_loss: float
    more: float
    low: float
    high: float
    differs: bool


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


@dataclass(frozen=True, eq=False)
class Tuning:
    """What tuning found.

    Args:
        system: with the best values.
        given: the system as it was given.
        free: the parameters that were free.
        best: their best values.
        training: on which they were found.
        validation: the later games on which they were tried; None where there are none.
        profile: the loss around the best values.
        tried: how many settings were tried.
        split: the first moment after the training games, in words; empty without times.
        notes: what a reader should know, as sentences.
    """

    system: RatingSystem
    given: RatingSystem
    free: tuple[Free, ...]
    best: dict[str, float]
    training: SpanLoss
    validation: SpanLoss | None
    profile: tuple[ProfilePoint, ...]
    tried: int
    split: str
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what was found as a document."""
        return {
            "system": self.system.name,
            "best": self.best,
            "free": {parameter.name: [parameter.low, parameter.high] for parameter in self.free},
            "training": self.training.as_json(),
            "validation": None if self.validation is None else self.validation.as_json(),
            "profile": [
                {name: _finite(x) if isinstance(x, float) else x for name, x in point._asdict().items()}
                for point in self.profile
            ],
            "tried": self.tried,
            "split": self.split,
            "advice": self.advice,
            "notes": list(self.notes),
        }

    def table(self) -> pl.DataFrame:
        """Return the profile as a polars DataFrame."""
        import polars as pl

        return pl.DataFrame([point._asdict() for point in self.profile])

    def plausible(self, name: str) -> tuple[float, float]:
        """Return from where to where a parameter's values are not significantly worse than the best one."""
        values = [point.value for point in self.profile if point.name == name and not point.differs]
        return min(values), max(values)

    @cached_property
    def at_ends(self) -> dict[str, float]:
        """The parameters whose best value is an end of the range that was searched, with that end."""
        places = [(parameter, parameter.unit(self.best[parameter.name])) for parameter in self.free]
        return {
            parameter.name: parameter.low if place < 0.5 else parameter.high
            for parameter, place in places
            if place < 0.005 or place > 0.995
        }

    @cached_property
    def advice(self) -> list[str]:
        """What was found in plain sentences."""
        sentences = []
        for parameter in self.free:
            low, high = self.plausible(parameter.name)
            value = self.best[parameter.name]
            sentences.append(
                f"{parameter.name} = {value:g} predicts the training games best; values from {low:g} "
                f"to {high:g} are not significantly worse."
            )
            if parameter.name in self.at_ends:
                end = self.at_ends[parameter.name]
                sentences.append(
                    f"That is the end {end:g} of the range of {parameter.name}: try a wider one."
                )
        if self.validation is not None:
            gain = self.validation.gain
            games = counted(self.validation.games, "later game")
            if gain.low > 0.0:
                sentences.append(
                    f"On {games} these values are better than those given, by {gain.mean:.4f} "
                    f"({gain.low:.4f} to {gain.high:.4f})."
                )
            elif gain.high < 0.0:
                sentences.append(
                    f"On {games} these values are worse than those given, by {-gain.mean:.4f}: what suited "
                    "the training games did not last."
                )
            else:
                sentences.append(f"On {games} these values are not significantly better than those given.")
        return sentences


def tune(
    record: Record,
    system: RatingSystem,
    free: Mapping[str, Sequence[float]],
    *,
    pace: Pace = OWN_PACE,
    start: str | None = None,
    train_to: str | None = None,
    end: str | None = None,
    min_games: int = 0,
    seed: int = 1,
    profiled: bool = True,
) -> Tuning:
    """Return the parameters with which a system would have predicted the training games best.

    The loss is the two-way log loss of forecasts that each were made from the games before; see
    :func:`arpad.backtest`. The later games are looked at once, with the best values and with those given.

    Args:
        record: the games.
        system: the rating system, with the values of the parameters that are not free.
        free: parameter → the least and the greatest value that is tried.
        pace: the system's schedule and rating periods.
        start: the first moment whose games count; earlier ones are learned from only.
        train_to: the last moment of the training games; if not given, about two thirds of the games that
            count are for training.
        end: the last moment of the later games.
        min_games: games count whose sides have both played so many before.
        seed: of what is drawn at random.
        profiled: whether the loss around the best values is told.

    Raises:
        BadInput: a parameter cannot be tuned, or no game is for training.
        NotProvided: the record has contests of several players or sides.
    """
    games = in_order(record)
    free, notes = _tunable(games, system, free)
    space = space_of(system, free)
    if end is not None:
        games = games.take(np.flatnonzero(span_of(games, None, end)))
    counts = span_of(games, start, None)
    if min_games:
        counts &= played_before(games) >= min_games
    training, split = _training(games, counts, train_to)
    run = _Run(space, games, training, pace)
    with progress.part(0.0, SEARCHED):
        values = space.settings(search(run.losses, space.start, seed))
    if not math.isfinite(run.loss(values)):
        raise run.refusal or BadInput("no setting within the ranges can be used")
    tried = len(run.block_losses)
    best_system = space.system_at(values)
    assert best_system is not None
    with progress.part(SEARCHED, SPANNED if profiled else 1.0):
        trained, later = run.spans(best_system, system, counts)
    with progress.part(SPANNED, 1.0):
        profile = tuple(run.profile(values)) if profiled else ()
    return Tuning(
        best_system,
        system,
        space.free,
        values,
        trained,
        later,
        profile,
        tried,
        split,
        tuple(notes),
    )


def _tunable(
    games: Games, system: RatingSystem, free: Mapping[str, Sequence[float]]
) -> tuple[dict[str, Sequence[float]], list[str]]:
    """Return the free parameters that the games can tell something of, and notes on what is left out.

    Raises:
        BadInput: none is left.
    """
    first = winner_first(games)
    if first is None:
        return dict(free), []
    notes: list[str] = [first.note]
    name = "gamma" if system.name == "stephenson" else "advantage"
    if name in free:
        notes.append(worded("{name} is not tuned: nobody has White or plays at home.", name=name))
    others = {parameter: ends for parameter, ends in free.items() if parameter != name}
    if not others:
        raise BadInput(
            "no parameter is left to tune: the order of the sides tells the result, and so no advantage "
            "of the first side can be found",
            remedy="Name another parameter, such as k.",
        )
    return others, notes


def _training(games: Games, counts: NDArray[np.bool_], train_to: str | None) -> tuple[NDArray[np.bool_], str]:
    """Return which games are for training, and the first moment after them.

    Raises:
        BadInput: no game is for training.
    """
    before: NDArray[np.bool_]
    if train_to is not None:
        before = span_of(games, None, train_to)
    else:
        indices = np.flatnonzero(counts)
        at = int(indices[int(SHARE * len(indices))]) if len(indices) else 0
        if games.time is None:
            before = np.arange(len(games)) < at
        else:
            before = games.time < games.time[at] if len(indices) else np.zeros(len(games), dtype=np.bool_)
            if not (before & counts).any():
                before = np.ones(len(games), dtype=np.bool_)  # all at one time
    training = counts & before
    if not training.any():
        raise BadInput(
            "no game is for training",
            remedy=f"Choose a later end of the training: {option('train_to', '2015')}.",
        )
    after = np.flatnonzero(~before)
    split = "" if games.time is None or not len(after) else str(np.asarray(games.time_of(after[:1]))[0])
    return training, split[:10]


@dataclass(eq=False)
class _Run:
    """A search that is under way."""

    space: Space
    games: Games
    training: NDArray[np.bool_]
    pace: Pace

    def __post_init__(self) -> None:
        self.block_losses: dict[tuple[float, ...], Floats | None] = {}
        self.refusal: ArpadError | None = None
        last = int(np.flatnonzero(self.training)[-1]) + 1
        self.early = self.games.take(np.arange(last)) if last < len(self.games) else self.games
        self.counted = self.training[:last]
        self.cut = cut(self.early, self.counted)[0]
        inside = np.add.reduceat(self.counted, self.cut.blocks[:-1], dtype=np.int64)
        self.games_by_block: Floats = inside.astype(np.float64)
        self.total = float(self.games_by_block.sum())
        self.timelines: dict[tuple[int, bool], Timeline] = {}
        self.long = len(self.early) * TRIES >= COMPILE_FROM

    @cached_property
    def lanes(self) -> Timeline | None:
        """The training games as the lanes take them; None where the system needs a run for each setting."""
        if type(self.space.system) is not Elo:
            return None
        timeline = timeline_for(self.early, self.space.system, self.pace)
        ends = {parameter.name: parameter for parameter in self.space.free}
        constant = self.space.system.k_rule.constant
        k = max(abs(ends["k"].low), abs(ends["k"].high)) if "k" in ends else abs(constant or 0.0)
        scale = ends["scale"].low if "scale" in ends else self.space.system.scale
        fits = elo_lanes.takes(self.space.system, list(ends), timeline, (k, scale))
        return timeline if fits else None

    def losses(self, points: list[Point]) -> list[float]:
        """Return the training loss at some points, infinity where there is no such system."""
        settings = [self.space.settings(point) for point in points]
        self.try_all(settings)
        return [self.loss(values) for values in settings]

    def loss(self, values: Mapping[str, float]) -> float:
        """Return the training loss of a setting that was tried; infinity where there is no such system."""
        blocks = self.block_losses[tuple(values.values())]
        mean = math.inf if blocks is None else float(blocks.sum()) / self.total
        return mean if math.isfinite(mean) else math.inf

    def try_all(self, settings: Iterable[Mapping[str, float]]) -> None:
        """Find the training log loss, summed by block, of the settings that were not tried yet."""
        new = {tuple(values.values()): values for values in settings}
        systems_by_values = {
            key: self.space.system_at(values) for key, values in new.items() if key not in self.block_losses
        }
        systems = [system for system in systems_by_values.values() if system is not None]
        losses: Iterable[Floats | None]
        if self.lanes is not None and len(systems) > 1:
            lanes = [system for system in systems if isinstance(system, Elo)]
            losses = elo_lanes.log_losses(self.lanes, lanes, self.cut).T
        else:
            losses = shared(self._run, systems) if len(systems) > 1 else map(self._run, systems)
        next_losses = iter(losses)
        self.block_losses |= {
            key: None if system is None else next(next_losses) for key, system in systems_by_values.items()
        }

    def _run(self, system: RatingSystem) -> Floats | None:
        """Return the same of one system; None where it is refused."""
        try:
            expected = self._expected(system, self.early)
        except ArpadError as problem:
            self.refusal = problem
            return None
        return self._judged(expected, self.early, self.cut).blocks[:, LOG_LOSS]

    def _expected(self, system: RatingSystem, games: Games) -> Floats:
        """Return a system's forecasts; a game without a forecast is one of ½."""
        with always_compiled() if self.long else nullcontext():
            kind = len(games), system.uses_events
            if kind not in self.timelines:
                self.timelines[kind] = timeline_for(games, system, self.pace)
            expected = walk_forward(games, system, self.pace, self.timelines[kind]).expected
        return np.where(np.isnan(expected), 0.5, expected)

    def _judged(self, expected: Floats, games: Games, parts: GameBlocks) -> Sums:
        with always_compiled() if self.long else nullcontext():
            return judged(expected, games.score, parts)

    def spans(
        self, best: RatingSystem, given: RatingSystem, counts: NDArray[np.bool_]
    ) -> tuple[SpanLoss, SpanLoss | None]:
        """Return what two settings are worth on the training games, and on later ones, if there are any."""
        expected = shared(lambda system: self._expected(system, self.games), (best, given))
        after = counts.copy()
        after[: len(self.early)] = False
        return self._span(expected, self.training), self._span(expected, after) if after.any() else None

    def _span(self, expected: Sequence[Floats], counts: NDArray[np.bool_]) -> SpanLoss:
        parts = cut(self.games, counts)[0]
        best, given = (self._judged(each, self.games, parts) for each in expected)
        gain = estimate(given.blocks[:, LOG_LOSS] - best.blocks[:, LOG_LOSS], best.blocks[:, GAMES])
        return SpanLoss(int(counts.sum()), best.mean(LOG_LOSS), given.mean(LOG_LOSS), gain)

    def profile(self, best: Mapping[str, float]) -> list[ProfilePoint]:
        """Return the loss where one parameter is changed."""
        settings: list[tuple[str, dict[str, float]]] = []
        for parameter in self.space.free:
            at = parameter.unit(best[parameter.name])
            units = {*np.linspace(0.0, 1.0, PROFILE).tolist()}
            units |= {at + side * near for near in NEAR for side in (-1.0, 1.0)}
            values = sorted({best[parameter.name], *(parameter.value(unit) for unit in units)})
            settings += [(parameter.name, {**best, parameter.name: value}) for value in values]
        self.try_all(each for _, each in settings)
        base = self.block_losses[tuple(best.values())]
        assert base is not None
        points = []
        for name, each in settings:
            losses = self.block_losses[tuple(each.values())]
            if losses is None:
                continue
            more = estimate(losses - base, self.games_by_block)
            differs = bool(more.low > 0.0 or more.high < 0.0)
            points.append(
                ProfilePoint(name, each[name], self.loss(each), more.mean, more.low, more.high, differs)
            )
        return points
