"""The course of the ratings: what every game met and left, and the steps of time in which they are seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided, counted
from arpad.lab.forecasts.walking import Pace, timeline_for
from arpad.ratings.rate import run
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games
from arpad.record.periods import DAYS, PeriodRule, assign, parse_period

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_STEPS = 400
"""Steps of time that a report has at most."""


@dataclass(frozen=True, eq=False)
class Course:
    """The ratings before and after every game, in the order of the record.

    Args:
        before: float64 per game × 2, as the game met them; NaN for the unrated.
        after: the same after the game, or after its rating period.
        period: int64 per game, the number of its rating period; of a live run of the game itself.
    """

    before: Floats
    after: Floats
    period: Ints


def course_of(games: Games, system: RatingSystem, pace: Pace) -> tuple[Course, Ratings]:
    """Return the course of a system's ratings, and the ratings after the last game.

    Args:
        games: of :func:`arpad.lab.forecasts.walking.in_order`.
        system: the rating system.
        pace: its schedule and rating periods.

    Raises:
        BadInput: the record lacks what the system needs.
        NotProvided: the system rates the whole history at once.
    """
    own = pace if pace.schedule in (None, *system.schedules) else pace._replace(schedule=None)
    timeline = timeline_for(games, system, own)
    ratings = run(system, timeline, history=True)
    trace = ratings.trace
    if trace is None or trace.pull is not None or trace.before.ndim != 3:
        raise NotProvided(
            f"{system.name} rates the whole history at once: no rating is known before a game",
            remedy="Choose a system that goes from game to game, such as elo or glicko2.",
        )
    live = timeline.schedule == "live"
    period = np.arange(len(games), dtype=np.int64) if live else timeline.order
    columns = trace.before[:, :, 0], trace.after[:, :, 0], period
    if timeline.moved is not None:
        back = np.empty(len(games), dtype=np.int64)
        back[timeline.moved] = np.arange(len(games))
        columns = columns[0][back], columns[1][back], columns[2][back]
    return Course(*columns), ratings


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of time of a report.

    Args:
        of: int64 per game, the number of its step, from 0; steps without a game have no number.
        at: float64 per step, where it lies on the axis of time, in steps.
        labels: what each step is called.
        per_year: how many steps a year has; None of numbered periods.
    """

    of: Ints
    at: Floats
    labels: tuple[str, ...]
    per_year: float | None

    @property
    def unit(self) -> str:
        """The unit of time in which drifts are told."""
        return "step" if self.per_year is None else "year"

    @property
    def factor(self) -> float:
        """Steps in the unit of time."""
        return 1.0 if self.per_year is None else self.per_year


def steps_of(games: Games, length: str | None) -> Steps:
    """Return the steps of a record.

    Args:
        games: in order of time.
        length: of a step, such as ``1y``, or ``5`` of numbered periods; if not given, years of a record of at
            least four, and else quarters or months; of numbered periods about twenty steps.

    Raises:
        NotProvided: the record has no times.
        BadInput: the record has fewer than two steps, or too many.
    """
    if games.time is None or not len(games):
        raise NotProvided("the record has no times, so no inflation can be seen")
    rule = parse_period(length) if length else _usual(games)
    if rule.unit in ("event", "all"):
        raise BadInput(f"a step of {rule} has no length", remedy="Give one such as 1y or 3mo.")
    periods = assign(games, rule)
    numbers, of = np.unique(periods.number, return_inverse=True)
    if not 2 <= len(numbers) <= MOST_STEPS:
        raise BadInput(
            f"the record has {counted(len(numbers), 'step')} of {rule}",
            remedy=f"Give a length of a step that makes 2 to {MOST_STEPS} of them.",
        )
    labels = tuple(periods.label(int(number)) for number in numbers)
    per_year = 365.2425 / (DAYS[rule.unit] * rule.size) if rule.calendar else None
    return Steps(of.astype(np.int64), numbers.astype(np.float64), labels, per_year)


def _usual(games: Games) -> PeriodRule:
    time = games.time
    assert time is not None
    if time.dtype.kind != "M":
        return PeriodRule("number", max(1, round((int(time.max()) - int(time.min()) + 1) / 20)))
    days = int((time.max() - time.min()).astype("timedelta64[D]").astype(np.int64))
    return PeriodRule("y") if days >= 4 * 365 else PeriodRule("mo", 3 if days >= 365 else 1)


@dataclass(frozen=True, eq=False)
class RatingPanel:
    """Every player in every step in which the player has a rated game: the last rating of the step.

    Args:
        player: int64 per row, who.
        step: int64 per row, the step.
        row: int64 per row, the last appearance: twice the game, plus 1 for the second side.
        played: int64 per row, games played by then.
    """

    player: Ints
    step: Ints
    row: Ints
    played: Ints

    def of(self, course: Course) -> Floats:
        """Return the rating of every row by a course."""
        return course.after.ravel()[self.row]


def panel_of(games: Games, steps: Steps, course: Course) -> RatingPanel:
    """Return the panel of all players; who is not rated yet by the course has no row."""
    player = np.stack([games.first, games.second], axis=1).ravel().astype(np.int64)
    step = np.repeat(steps.of, 2)
    order = np.lexsort((np.arange(len(player)), player))
    sorted_players, sorted_step = player[order], step[order]
    new = np.concatenate(([True], np.diff(sorted_players) != 0))
    at = np.arange(len(player))
    nth = at - np.maximum.accumulate(np.where(new, at, 0)) + 1
    last = np.concatenate(((np.diff(sorted_players) != 0) | (np.diff(sorted_step) != 0), [True]))
    rows = order[last]
    rated = ~np.isnan(course.after.ravel()[rows])
    return RatingPanel(player[rows][rated], step[rows][rated], rows[rated], nth[last][rated])


def yearly_events(games: Games, steps: Steps) -> Games:
    """Return the games with their steps as seasons."""
    from arpad.record import Labels

    return replace(games, event=Labels(steps.of.astype(np.int32), steps.labels))
