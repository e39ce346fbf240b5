"""A rating system judged against the true strengths of a simulated population.

A system knows differences of strength only: its level is its own affair. So ratings are compared with
strengths beside the level of the month, the mean of rating less strength over the established players; how
that level moves is the inflation. All numbers are in points of true strength: the ratings of a system with
another scale are divided by its points for one of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError, BadInput, NotProvided
from arpad.lab.population.drawing import Simulated
from arpad.ratings.list_columns import INTERVAL
from arpad.ratings.model import Rating
from arpad.ratings.rate import rate
from arpad.ratings.system import RatingSystem
from arpad.record import Games

Floats = NDArray[np.float64]

ESTABLISHED = 30
"""Games after which a player is established."""

NEAR = 50.0
"""Points of strength within which a rating is near the truth."""

FOLLOWED = 200
"""Games over which newcomers are followed."""

FEWEST = 30
"""Newcomers whom a median needs."""

LN10_400 = math.log(10.0) / 400.0

RATED_AT = 1800.0
"""The rating with which a founder of strength 0 enters a system that needs rated players to begin with."""

QUARTER = math.log(3.0) / LN10_400
"""Points of strength at which the stronger expects three quarters."""


@dataclass(frozen=True, eq=False)
class SystemFigures:
    """What a system's ratings are worth; in points of strength.

    Args:
        inflation: points by which the level rises in a year.
        error: the root mean square of the error of the established.
        newcomers: the mean error of newcomers in their first 30 games; below 0 they are underrated.
        strongest: the mean error of the strongest tenth of the established; above 0 they are overrated.
        coverage: how often the 95 % interval holds the strength; NaN where the system has no deviations.
        games: after how many games half of the newcomers are within 50 points; NaN if after none of 200.
        level: float64 per year, the level less that of the first year that counts.
        learning: float64 per number of games, the median error of newcomers without its sign.
    """

    inflation: float
    error: float
    newcomers: float
    strongest: float
    coverage: float
    games: float
    level: Floats
    learning: Floats


def points_of(system: RatingSystem) -> float:
    """Return how many of a system's points one point of strength is, by the expected score of three quarters.

    Raises:
        NotProvided: the system does not say what it expects of two ratings.
    """
    try:
        entry = system.newcomer()
    except BadInput:  # it needs rated players to begin with
        entry = Rating(RATED_AT)
    sure: dict[str, Any] = {} if entry.deviation is None else {"deviation": entry.deviation * 1e-6}
    if entry.volatility is not None:
        sure["volatility"] = entry.volatility
    low, high = 0.0, max(1.0, abs(entry.value))

    def expected(difference: float) -> float:
        player, opponent = (Rating(value, **sure) for value in (entry.value + difference, entry.value))
        return system.predict(player, opponent).expected

    sign = -1.0 if system.lower_is_better else 1.0
    try:
        while expected(sign * high) < 0.75:
            high *= 2.0
            if high > 1e9:
                raise NotProvided(f"{system.name} expects three quarters of no difference of ratings")
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if expected(sign * middle) < 0.75 else (low, middle)
    except (TypeError, ValueError) as problem:
        raise NotProvided(f"{system.name} cannot say what it expects of two ratings: {problem}") from problem
    return sign * high / QUARTER


def judged(life: Simulated, system: RatingSystem, warm_up: int) -> SystemFigures:
    """Return what a system's ratings of a simulated life are worth.

    Args:
        life: the population's.
        system: the rating system; it rates all games in its own way.
        warm_up: years that are rated and not judged.

    Raises:
        BadInput: the system cannot rate the games, or no game is left to judge.
        NotProvided: the system rates the whole history at once, or sides of several players.
    """
    if warm_up * 12 >= life.months:
        raise BadInput(
            f"nothing is left to judge of {life.months // 12} years after {warm_up} of warm-up",
            remedy="Give more years, or a shorter warm-up.",
        )
    try:
        try:
            ratings = rate(life.games, system, history=True)
        except BadInput:
            # Some systems need rated players to begin with.
            ratings = rate(_rated(life), system, history=True)
    except ArpadError as problem:
        raise type(problem)(
            f"{system.name} cannot rate a simulated population: {problem.problem}",
            remedy="Choose another system, such as elo or glicko2.",
        ) from problem
    trace = ratings.trace
    if trace is None or trace.pull is not None or trace.before.ndim != 3:
        raise NotProvided(
            f"{system.name} rates the whole history at once, and is not judged game by game",
            remedy="Choose a system that goes from game to game, such as elo or glicko2.",
        )
    record = ratings.timeline.games
    # One moment may hold several rounds, but the order of the source is kept: the rows are those of the life.
    points = points_of(system)
    player = np.stack([record.first, record.second], axis=1)
    nth = _nth(player.ravel()).reshape(player.shape)
    error = trace.before[:, :, 0] / points - life.strengths
    rated = ~np.isnan(error)
    settled = rated & (nth >= ESTABLISHED)
    if not settled.any():
        raise BadInput(
            f"no player plays more than {ESTABLISHED} games", remedy="Give more years, or more games a year."
        )
    month = np.repeat(life.month[:, None], 2, axis=1)
    level = _levels(error, month, settled, life.months)
    beside = error - level[month]
    counts = settled & (month >= 12 * warm_up)
    if not counts.any():
        raise BadInput(f"nobody has played more than {ESTABLISHED} games after the warm-up")
    year = np.arange(warm_up, life.months // 12)
    yearly = np.array([level[12 * y : 12 * y + 12].mean() for y in year])
    strong = counts & (life.strengths >= np.quantile(life.strengths[counts], 0.9))
    coverage = math.nan
    if "deviation" in system.columns:
        half = INTERVAL * trace.before[:, :, system.columns.index("deviation")] / abs(points)
        coverage = float((np.abs(beside) <= half)[counts].mean())
    learning, first = _learning(life, player, nth, beside, rated, warm_up)
    near = np.flatnonzero(learning <= NEAR)
    return SystemFigures(
        inflation=_slope(level[12 * warm_up :]) * 12.0,
        error=math.sqrt(float((beside[counts] ** 2).mean())),
        newcomers=float(beside[first].mean()) if first.any() else math.nan,
        strongest=float(beside[strong].mean()),
        coverage=coverage,
        games=float(near[0]) if len(near) else math.nan,
        level=yearly - yearly[0],
        learning=learning,
    )


def _rated(life: Simulated) -> Games:
    """Return the games with founders who enter with their true strengths as ratings."""
    games, first = life.games, np.full(len(life.entered), np.nan)
    for side, truth in ((games.first, life.strengths[:, 0]), (games.second, life.strengths[:, 1])):
        first[side[::-1]] = truth[::-1]  # the earliest game is written last
    rating = np.where(life.founder, np.rint(RATED_AT + first), np.nan)
    return replace(games, players=games.players.with_attributes({"rating": rating}))


def _nth(player: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return of every appearance how many the player has had before; they are in order of time."""
    order = np.argsort(player, kind="stable")
    starts = np.concatenate(([True], np.diff(player[order]) != 0))
    at = np.arange(len(player))
    nth = np.empty(len(player), dtype=np.int64)
    nth[order] = at - np.maximum.accumulate(np.where(starts, at, 0))
    return nth


def _levels(
    error: Floats, month: NDArray[np.int64], settled: NDArray[np.bool_], months: int
) -> NDArray[np.float64]:
    """Return the level of every month; one in which nobody established plays has that of its neighbours."""
    games = np.bincount(month[settled], minlength=months)
    sums = np.bincount(month[settled], error[settled], minlength=months)
    there = np.flatnonzero(games)
    levels: Floats = np.interp(np.arange(months), there, sums[there] / games[there])
    return levels


def _slope(values: Floats) -> float:
    """Return the slope of a least-squares line through values at equal distances."""
    at = np.arange(len(values)) - 0.5 * (len(values) - 1)
    return float(at @ values / (at @ at)) if len(values) > 1 else math.nan


def _learning(
    life: Simulated,
    player: NDArray[np.int32],
    nth: NDArray[np.int64],
    beside: Floats,
    rated: NDArray[np.bool_],
    warm_up: int,
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the median error of newcomers by their games so far, and which games are their first ones.

    Newcomers are those who enter after the warm-up; where they are few, everybody is one.
    """
    new = life.entered >= 12 * warm_up
    if new.sum() < FEWEST:
        new = np.ones(len(new), dtype=np.bool_)
    mine = new[player] & rated & (nth < FOLLOWED)
    size, at = np.abs(beside[mine]), nth[mine]
    order = np.lexsort((size, at))
    size, at = size[order], at[order]
    counts = np.bincount(at, minlength=FOLLOWED)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
    enough = counts >= FEWEST
    median = np.full(FOLLOWED, np.nan)
    low, high = (starts + (counts - 1) // 2)[enough], (starts + counts // 2)[enough]
    median[enough] = 0.5 * (size[low] + size[high])
    return median, mine & (nth < ESTABLISHED)
