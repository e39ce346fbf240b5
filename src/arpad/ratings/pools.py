"""Several pools (standard, rapid, blitz): what a player brings from one pool into another.

A player without a rating of the new pool enters it with the one that the other pool's system had last given
before the day of the first game there; without a game in the other pool by then, as a newcomer.

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided
from arpad.ratings.result import Ratings
from arpad.record import Record

R = TypeVar("R", bound=Record)


def in_turn(pools: list[str], entry_from: Mapping[str, str]) -> list[str]:
    """Return the pools so that each comes after the one from which its newcomers' ratings are taken.

    Raises:
        BadInput: a pool is unknown, or takes its ratings from itself, be it through others.
    """
    for name in {*entry_from, *entry_from.values()}:
        if name not in pools:
            raise BadInput(f"the record has no pool {name!r}", remedy=f"It has {', '.join(pools)}.")
    order: list[str] = []
    while len(order) < len(pools):
        left = [name for name in pools if name not in order]
        ready = [name for name in left if entry_from.get(name) not in left]
        if not ready:
            raise BadInput(f"the pools {', '.join(left)} take their ratings in a circle")
        order += ready
    return order


def entering(games: R, other: Ratings) -> R:
    """Return the games of a pool, its newcomers with the ratings that another pool gave them before.

    Args:
        games: the pool's games.
        other: the other pool's ratings, of the same players, with its history.

    Raises:
        NotProvided: a record has no time.
    """
    days, then = _days(games), _days(other.timeline.record)
    first = np.full(len(games.players), np.iinfo(np.int64).max)
    seats = games.appearances()
    np.minimum.at(first, seats.player, days[seats.row])
    ratings = games.players.number("rating").copy()
    has_rating = ~np.isnan(ratings)
    theirs = other.timeline.record.appearances()
    after = other.traced().after.reshape(len(theirs.player), -1)[:, 0]
    live = other.timeline.schedule == "live"
    order = None if live else other.timeline.order
    limit: dict[int, int] = {}
    for seat, (player, row) in enumerate(zip(theirs.player, theirs.row, strict=True)):
        number = int(player)
        if has_rating[number] or first[number] == np.iinfo(np.int64).max:
            continue
        if order is None:
            counts = then[row] < first[number]
        else:
            if number not in limit:
                limit[number] = other.timeline.periods.number_of(_moment(other, int(first[number])))
            counts = order[row] < limit[number]
        if counts:
            ratings[number] = after[seat]
    return replace(games, players=games.players.with_attributes({"rating": ratings}))


def _moment(other: Ratings, day: int) -> date | int:
    time = other.timeline.record.time
    if time is None or time.dtype.kind != "M":
        return day
    moment: date = np.datetime64(day, "D").astype(object)
    return moment


def _days(record: Record) -> NDArray[np.int64]:
    if record.time is None:
        raise NotProvided("ratings pass from pool to pool by the day, and the record has no dates")
    time = record.time.astype("datetime64[D]") if record.time.dtype.kind == "M" else record.time
    days: NDArray[np.int64] = time.astype(np.int64)
    return days
