"""Ratings that decay while a player rests, as online games take points from a player who does not play.

After ``decay_after`` days without a game, ``decay`` points go for every ``decay_every`` days, down to
``decay_to`` and not below; a rating below that stays. Where time is numbered, its numbers are the days.
The points go when the player returns, so that a list shows the rating of the last game; one that is made
as of a day shows what is left on it.

Units: ratings in points, time in days.
"""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput
from arpad.core.interface import named_columns, setting
from arpad.ratings.elo.loop import enter_season


@kernel
def decayed(rating: float, idle: float, points: float, after: float, every: float, to: float) -> float:
    """Return a rating after ``idle`` days without a game: whole steps of ``every`` days count."""
    if idle <= after or rating <= to:
        return rating
    return max(to, rating - points * math.floor((idle - after) / every))


@kernel
def enter_after_rest(
    p: Any, row: int, side: int, player: int, rating: float, columns: Any, memory: Any
) -> float:
    """Return the rating with which a side enters a game: decayed, then carried into a season if it is new."""
    now = columns.day[row]
    idle = now - memory.last[player]
    memory.last[player] = now
    if idle > 0.0:  # not so for a newcomer, whose last day is NaN
        rating = decayed(rating, idle, p.decay, p.decay_after, p.decay_every, p.decay_to)
    return enter_season(p, row, side, player, rating, columns, memory)


def days_of(time: NDArray[Any] | None, system: str) -> NDArray[np.float64]:
    """Return float64 over games: the day of each, or its number.

    Raises:
        BadInput: the record has no time.
    """
    if time is None:
        raise BadInput(
            f"{system} deducts points for inactivity, and the record has no dates",
            remedy=f"Name their column: {named_columns('time')}, or {setting('decay=0')}.",
        )
    whole = time.astype("datetime64[D]") if time.dtype.kind == "M" else time
    return whole.astype(np.int64).astype(np.float64)


def decayed_on(
    p: Any, rating: NDArray[np.float64], days: NDArray[np.float64], last: NDArray[np.int32], day: date | int
) -> NDArray[np.float64]:
    """Return float64 over players: the ratings on a day, with what was lost since the last game.

    Args:
        p: the parameters, with ``decay`` and those that belong to it.
        rating: float64 over players, after the last game of each.
        days: float64 over games, the day of each.
        last: int32 over players, the row of the last game; −1 for none.
        day: the day, or its number.
    """
    now = float(np.datetime64(day, "D").astype(np.int64)) if isinstance(day, date) else float(day)
    decayed_ratings = rating.copy()
    for player in np.flatnonzero(last >= 0):
        rest = now - days[last[player]]
        decayed_ratings[player] = decayed(
            decayed_ratings[player], rest, p.decay, p.decay_after, p.decay_every, p.decay_to
        )
    return decayed_ratings
