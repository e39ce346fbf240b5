"""Forecasts of every game of a record from the games before it, of any rating system.

That nothing of a game, or of a later one, gets into its forecast is a matter of construction: a system that
goes from game to game, or from period to period, tells what it expects before it learns the result; one that
rates a whole record at once is given only the games before each period
(:mod:`arpad.ratings.predicting`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided
from arpad.ratings.model import Schedule
from arpad.ratings.predicting import expected_before
from arpad.ratings.rate import Events, run, timeline_of
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.record import Games, Record
from arpad.record.winner_first import without_order

Floats = NDArray[np.float64]


class Pace(NamedTuple):
    """How a system goes through the record; see :func:`arpad.rate` for the first three.

    Args:
        schedule: ``live`` or ``period``; None for the system's own.
        period: the length of a rating period; None for the system's own.
        events: whether a name that comes back is another event.
        refit: how often a system that rates all games at once is run anew, such as ``1mo``; None for its
            rating periods, or else for every month.
    """

    schedule: Schedule | None = None
    period: str | None = None
    events: Events = "split"
    refit: str | None = None


OWN_PACE = Pace()
"""Each system goes through the record in its own way."""


class Expected(NamedTuple):
    """What is expected of every game before it.

    Args:
        expected: float64 per game, the expected score of the first side; NaN where nothing is expected.
        draw: float64 per game, the probability of a draw, NaN where the forecaster does not say; None where
            it says nothing of draws.
        schedule: ``live`` or ``period``; None of other forecasters than rating systems.
        period: the length of a rating period; None where there are none.
    """

    expected: Floats
    draw: Floats | None
    schedule: Schedule | None = None
    period: str | None = None


def in_order(record: Record) -> Games:
    """Return the games that are rated, in order of time.

    Where the winner stands first, nobody has White or plays at home: the order tells the result.

    Raises:
        NotProvided: the record has contests of several players or sides.
    """
    if not isinstance(record, Games):
        raise NotProvided(
            "forecasts are judged of games of one against one, and the record has contests",
            remedy="Give games of two sides.",
        )
    return without_order(Timeline.of(record, "live").games)


def timeline_for(games: Games, system: RatingSystem, pace: Pace) -> Timeline:
    """Return the games as a system goes through them.

    Args:
        games: of :func:`in_order`.
        system: the rating system.
        pace: its schedule and rating periods.

    Raises:
        BadInput: the system has no such schedule, or the record lacks what it needs.
    """
    if games.covariates is not None and not system.takes_covariates:
        games = replace(games, covariates=None)
    return timeline_of(games, system, schedule=pace.schedule, period=pace.period, events=pace.events)


def walk_forward(
    games: Games,
    system: RatingSystem,
    pace: Pace = OWN_PACE,
    timeline: Timeline | None = None,
) -> Expected:
    """Return what a system expects of every game, from the games before it.

    Args:
        games: of :func:`in_order`.
        system: the rating system.
        pace: its schedule and rating periods.
        timeline: of :func:`timeline_for`, where it is known already.

    Raises:
        BadInput: the system has no such schedule, or the record lacks what it needs.
        NotProvided: the system rates sides of several players, and the record has some; or no game is before
            another one.
    """
    if timeline is None:
        timeline = timeline_for(games, system, pace)
    rule = None if timeline.rule is None else str(timeline.rule)
    expected = system.forecasts(timeline) if isinstance(timeline.record, Games) else None
    draw: Floats | None = None
    if expected is None:
        expected, draw = expected_before(run(system, timeline, history=True), pace.refit)
    if timeline.moved is not None:
        expected = _put_back(expected, timeline.moved)
        draw = None if draw is None else _put_back(draw, timeline.moved)
    return Expected(expected, draw, timeline.schedule, rule)


def _put_back(column: Floats, moved: NDArray[np.int64]) -> Floats:
    """Return a column of a timeline in the order of time."""
    in_time_order = np.empty_like(column)
    in_time_order[moved] = column
    return in_time_order
