"""The rating list of a month: which tournaments it holds, who is on it, who is inactive (B.02, 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.ratings.rate import rate
from arpad.record import Games, Record
from arpad.rulebooks.fide.editions import REFORM
from arpad.rulebooks.fide.list_loop import NOT_COUNTED
from arpad.rulebooks.fide.lists import ListTrace
from arpad.rulebooks.fide.planning import closing_day, spans
from arpad.rulebooks.fide.without_games import converted, inactive

if TYPE_CHECKING:
    from arpad.ratings.result import Ratings
    from arpad.rulebooks.fide.system import Fide


@dataclass(frozen=True)
class ListedPlayer:
    """A player on a list.

    Args:
        player: the name.
        rating: the rating; None for unrated.
        games: games in the record against rated opponents, without those that are not rated (rapid, blitz).
        last_played: the day of the last of them; None for none.
        inactive: whether that, or without one the record's first day, is more than a year before the list.
    """

    player: str
    rating: int | None
    games: int
    last_played: date | None
    inactive: bool


@dataclass(frozen=True)
class RatingList:
    """The list of a month.

    Args:
        day: its day, the first of a month.
        closing: the last day on which a tournament for it could end.
        players: by rating, then by name; the unrated last.
        left_out: games of the record that are for later lists.
        ratings: the run behind it; its numbers are those before the conversion of the list's own day.
    """

    day: date
    closing: date
    players: tuple[ListedPlayer, ...]
    left_out: int
    ratings: Ratings


def rating_list(games: Record, system: Fide, day: date) -> RatingList:
    """Make the list of a month from a record of tournaments, with what ``players`` says of the list before.

    Args:
        games: the record, with dates. With events, a tournament counts whole, for the first list whose
            closing day is not before its end; without, all games before the list count.
        system: FIDE's system.
        day: the first of the month.

    Raises:
        BadInput: the record has no dates, no game counts for the list, nobody has a rating, or a given rating
            is not whole.
    """
    if not isinstance(games, Games):
        raise BadInput("a rating list needs games of one player against one, and the record has others")
    if games.time is None or games.time.dtype.kind != "M":
        raise BadInput(
            "a rating list needs a record with dates", remedy=f"Name the column: {named_columns('time')}."
        )
    _check_whole(games)
    closing = closing_day(day, system.closing if games.event is not None else 1)
    _, ended = spans(games)
    inside = games.event.codes >= 0 if games.event is not None else np.zeros(len(games), dtype=bool)
    counts = np.where(inside, ended <= np.datetime64(closing), ended < np.datetime64(day))
    if not counts.any():
        raise BadInput(f"no tournament ended in time for the list of {day.isoformat()}")
    taken = games.take(np.flatnonzero(counts))
    ratings = rate(taken, system, schedule="period", period="1mo", history=True)
    numbers = ratings.rating
    if _converts_last(system, taken, day):
        numbers = np.array([x if math.isnan(x) else converted(float(x)) for x in numbers])
    rows = []
    played, last = _rated_games(ratings)
    opened = games.time.min().astype("datetime64[D]").astype(object)
    for player in np.flatnonzero(ratings.counts[:, :3].sum(axis=1)).tolist():
        value = None if math.isnan(numbers[player]) else round(float(numbers[player]))
        name, ended_on = ratings.players.names[player], last.get(player)
        # Without a rated game since the record began, that is all that is known.
        idle = inactive(day, ended_on or opened)
        rows.append(ListedPlayer(name, value, int(played[player]), ended_on, idle))
    rows.sort(key=lambda row: (row.rating is None, -(row.rating or 0), row.player))
    return RatingList(day, closing, tuple(rows), int((~counts).sum()), ratings)


def _check_whole(games: Games) -> None:
    """Refuse ratings that no list of FIDE's has; the changes added to them are whole too (8.3.4).

    Raises:
        BadInput: one is not a whole number.
    """
    given = games.players.number("rating")
    broken = np.flatnonzero(given != np.floor(given))
    broken = broken[np.isfinite(given[broken])]
    if len(broken):
        name, value = games.players.names[int(broken[0])], given[broken[0]]
        raise BadInput(
            f"the rating of {name} before is {value:.10g}, and FIDE's lists have whole numbers",
            remedy="Round it in the players file.",
        )


def _rated_games(ratings: Ratings) -> tuple[NDArray[np.int64], dict[int, date]]:
    """Return per player how many games were rated or pooled, and the day of the last of them."""
    games, days = ratings.timeline.games, ratings.timeline.days
    assert days is not None
    both = np.stack([games.first, games.second], axis=1)
    trace = ratings.traced()
    rated = np.ones(both.shape, dtype=bool)
    if isinstance(trace, ListTrace):
        rated = trace.decisions.use[: both.size].reshape(both.shape) != NOT_COUNTED
    rows = np.broadcast_to(np.arange(len(games))[:, None], both.shape)[rated]
    last = dict(zip(both[rated].tolist(), days[rows].tolist(), strict=True))
    return np.bincount(both[rated], minlength=len(ratings.players)), last


def _converts_last(system: Fide, games: Games, day: date) -> bool:
    """Tell whether the conversion came after the last game of the run, and by the day of the list."""
    if not system.conversion or system.initial is not None or day < REFORM:
        return False
    _, ended = spans(games)
    return bool(ended.max() < np.datetime64(REFORM))
