"""Where rating points come from and go to: the account of every step of time.

Active in a step is who has a rated game in it. The points of the active, added up, change from step to step
by what entrants bring, what returners bring back, what leavers take, what games create (bonuses, floors,
unequal K-factors) and what happens between games (seasons, decay): the account is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.lab.inflation.course import Course, RatingPanel, Steps
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.system import RatingSystem
from arpad.record import Games

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Flows:
    """The account of the points, each a column over the steps.

    Args:
        active: int64, players with a rated game.
        total: float64, their points at the end of the step.
        entered: int64, players who play for the first time.
        brought: float64, the points with which they enter.
        returned: int64, players who played before, but not in the step before.
        back: float64, the points that they had.
        left: int64, players of the step before who do not play in this one.
        took: float64, the points that they had.
        created: float64, the points that games created.
        bonuses: float64, those of them by bonuses for games, such as for a loss; NaN where the system does
            not tell.
        floors: float64, those of them in games that end with a player at the floor; NaN likewise.
        between: float64, the points that were created between games.
    """

    active: Ints
    total: Floats
    entered: Ints
    brought: Floats
    returned: Ints
    back: Floats
    left: Ints
    took: Floats
    created: Floats
    bonuses: Floats
    floors: Floats
    between: Floats


def flows_of(games: Games, steps: Steps, course: Course, panel: RatingPanel, system: RatingSystem) -> Flows:
    """Return the account of the points."""
    n = len(steps.labels)
    player = np.stack([games.first, games.second], axis=1).ravel().astype(np.int64)
    step, period = np.repeat(steps.of, 2), np.repeat(course.period, 2)
    before, after = course.before.ravel(), course.after.ravel()
    order = np.lexsort((np.arange(len(player)), player))
    # One row for each update: of a rating period the first appearance, which has its change as all have.
    new = np.concatenate(([True], (np.diff(player[order]) != 0) | (np.diff(period[order]) != 0)))
    rows = order[new]
    rows = rows[~np.isnan(after[rows])]
    mine, at = player[rows], step[rows]
    first = np.concatenate(([True], np.diff(mine) != 0))
    start = np.where(
        np.isnan(before[rows]), after[rows], before[rows]
    )  # who is rated by the game enters with it
    gained = after[rows] - start
    gap = np.where(first, 0.0, start - np.concatenate(([0.0], after[rows][:-1])))
    value = panel.of(course)
    same = np.concatenate(([False], np.diff(panel.player) == 0))
    away = same & (np.concatenate(([0], np.diff(panel.step))) > 1)
    stays = np.concatenate((np.diff(panel.player) == 0, [False]))
    next_step = np.concatenate((panel.step[1:], [0]))
    gone = ~(stays & (next_step == panel.step + 1)) & (panel.step + 1 < n)
    previous = np.concatenate(([0.0], value[:-1]))

    def sums(where: Ints, what: Floats) -> Floats:
        return np.bincount(where, what, minlength=n).astype(np.float64)

    def counts(where: Ints) -> Ints:
        return np.bincount(where, minlength=n).astype(np.int64)

    created = sums(at, gained)
    bonuses, floors = _bonuses_and_floors(games, steps, course, system, n)
    return Flows(
        active=counts(panel.step),
        total=sums(panel.step, value),
        entered=counts(at[first]),
        brought=sums(at[first], start[first]),
        returned=counts(panel.step[away]),
        back=sums(panel.step[away], previous[away]),
        left=counts(panel.step[gone] + 1),
        took=sums(panel.step[gone] + 1, value[gone]),
        created=created,
        bonuses=bonuses,
        floors=floors,
        between=sums(at, gap),
    )


def _bonuses_and_floors(
    games: Games, steps: Steps, course: Course, system: RatingSystem, n: int
) -> tuple[Floats, Floats]:
    """Return the points by bonuses and those by floors; NaN where the system does not tell them.

    Floors are told of live runs: what a game creates beside bonuses and leaves a player at the floor with.
    """
    nothing = np.full(n, np.nan)
    if not isinstance(system, EloFamily):
        return nothing, nothing
    scores, index = np.unique(system.game_scores(games), return_inverse=True)
    pays, p = system.part("bonus"), system.numbers()
    paid = np.array([pays(p, float(s)) + pays(p, 1.0 - float(s)) for s in scores])[index]
    bonuses: Floats = np.bincount(steps.of, paid, minlength=n).astype(np.float64)
    floor = getattr(system, "floor", None)
    if floor is None:
        return bonuses, np.zeros(n)
    if len(course.period) and not (course.period == np.arange(len(course.period))).all():
        return bonuses, nothing
    held = (course.after <= floor + 1e-9).any(axis=1)
    more = (course.after - course.before).sum(axis=1) - paid
    return bonuses, np.bincount(steps.of[held], more[held], minlength=n).astype(np.float64)
