"""Going on from a list: what a list holds for that, and what players bring from it.

Ratings are a state. Rating a second part of a record from the list after the first gives what rating the
whole gives, to rounding, wherever the cut lies between two rating periods; live, between any two games. A
list therefore holds, beside what it shows, the columns that its system declares
(:attr:`arpad.ratings.system.RatingSystem.state_columns`), and these where they are needed:

* ``settled_rating``, ``settled_deviation``: as they were after the last game, where the list shows what they
  are on its day;
* ``rested``: the rating periods since the player's last one, where periods are events, which have no
  calendar that counts them;
* ``games_before``: games before all that the list counts, as a players file gave them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.ratings.list_columns import ListedRatings
from arpad.ratings.state import Floats
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.win_counts import DRAWN, LAST, LOST, WON, played
from arpad.record import Players, Record
from arpad.record.assembly.identity import ID, ids_of, listed_as
from arpad.record.kinds.ranking_list import entering

R = TypeVar("R", bound=Record)


class ContinuableRatings(ListedRatings, Protocol):
    """What a list is made of, and what going on from it needs."""

    @property
    def timeline(self) -> Timeline:
        """The games in order."""

    @property
    def played_before(self) -> Floats:
        """The games before all that the list counts."""


UNTIMED = ("event", "all")
"""Periods that no calendar counts."""


def going_on(games: R, after: ContinuableRatings | Players) -> R:
    """Return a record whose players come from the ratings after the games before it.

    Args:
        games: the record.
        after: ratings, or the players of a list (:func:`arpad.read_players`).

    Raises:
        BadInput: the players are those of no list.
    """
    listed = after if isinstance(after, Players) else standing(after)
    if not listed.continued:
        raise BadInput(
            "these players do not come from a list that arpad wrote",
            remedy="Put them into the record instead: replace(games, players=read_players(file, …)).",
        )
    return replace(games, players=games.players.after(listed_as(listed, games.players)))


def check(timeline: Timeline, system: RatingSystem) -> None:
    """Find out whether a system can go on from the list that the players of a record bring.

    Raises:
        NotProvided: the system needs all games.
        BadInput: games of the record were played before the last ones of the list.
    """
    system.check_continued()
    since = timeline.listed_moments
    time = timeline.record.time
    if since is None or time is None or not len(time):
        return
    if timeline.schedule == "period" and timeline.rule is not None and timeline.rule.unit in UNTIMED:
        return  # events overlap
    first, last = time[0], since[~_nothing(since)]
    if len(last) and last.max() > first:
        raise BadInput(
            f"the list goes to {_day(last.max())}, and the games begin on {_day(first)}: "
            "games that the list holds would be rated twice",
            remedy="Give only the games after the list. To take its ratings as they are, without going on "
            "from it, remove its column provisional.",
        )


def standing(ratings: ContinuableRatings) -> Players:
    """Return the players as they enter the games after the record, with all that the system remembers."""
    columns = {
        **ratings.state.columns,
        **counted(ratings, slice(None)),
        **state_of(ratings, slice(None)),
    }
    since = last_moments(ratings)
    if since is not None:
        columns["last_played"] = since
    if ids_of(ratings.players):
        columns[ID] = ratings.players.attributes[ID]
    there = np.flatnonzero((columns["games"] > 0) | ratings.players.listed)
    names = [ratings.players.names[i] for i in there.tolist()]
    return entering(names, {name: _plain(column[there]) for name, column in columns.items()})


def exact_variances(ratings: ContinuableRatings, players: Players) -> Floats | None:
    """Return float64 over players, their variances after the record, in points²; NaN of whom it did not rate.

    None where the system goes on from what its columns say.

    Args:
        ratings: the ratings after the games before.
        players: those of the games that follow.
    """
    variance = ratings.state.exact.get("variance")
    if variance is None:
        return None
    indices = {name: at for at, name in enumerate(ratings.players.names)}
    at = np.array([indices.get(name, len(indices)) for name in players.names], dtype=np.int64)
    exact: Floats = np.append(variance, np.nan)[at]
    return exact


def counted(ratings: ContinuableRatings, shown: Any) -> dict[str, NDArray[Any]]:
    """Return ``games``, ``wins``, ``draws`` and ``losses`` of the players shown."""
    counts = ratings.counts[shown]
    return {
        "games": played(counts),
        "wins": counts[:, WON],
        "draws": counts[:, DRAWN],
        "losses": counts[:, LOST],
    }


def state_of(ratings: ContinuableRatings, shown: Any) -> dict[str, NDArray[Any]]:
    """Return the columns of the players shown that the games after the record need, by name.

    Beside what every list has: rating, deviation, volatility and the last game.
    """
    columns: dict[str, NDArray[Any]] = {}
    state = ratings.state.columns
    if ratings.rating is not state["rating"]:
        columns["settled_rating"] = state["rating"][shown]
    if ratings.deviation is not state.get("deviation"):
        columns["settled_deviation"] = state["deviation"][shown]
    if (rested := _rested(ratings)) is not None:
        columns["rested"] = rested[shown]
    if ratings.played_before.any():
        columns["games_before"] = ratings.played_before[shown]
    for column in ratings.system.state_columns:
        columns[column.name] = ratings.state.memory[column.name][shown]
    return columns


def last_moments(ratings: ContinuableRatings) -> NDArray[Any] | None:
    """Return when every player last played, also before the record: ``datetime64`` or float64, in its kind.

    None where nothing has a time.
    """
    record, since = ratings.timeline.record, ratings.timeline.listed_moments
    time = record.time
    if time is None:
        return since
    dated = time.dtype.kind == "M"
    moments: NDArray[Any] = np.full(len(record.players), np.datetime64("NaT") if dated else np.nan)
    moments = moments.astype(time.dtype if dated else np.float64)
    last = ratings.counts[:, LAST]
    there = last >= 0
    moments[there] = time[last[there]]
    if len(time) and bool((time[1:] < time[:-1]).any()):  # events overlap: the last row is not the latest
        seats = record.appearances()
        np.maximum.at(moments, seats.player, time[seats.row])
    if since is None:
        return moments
    if dated and moments.dtype != since.dtype and not _whole_days(since):
        moments = moments.astype(since.dtype)
    earlier = _nothing(moments) | (since > moments)
    moments[earlier] = since[earlier]
    return moments


def _rested(ratings: ContinuableRatings) -> Floats | None:
    """Return the rating periods since every player's last one, where no calendar counts them."""
    timeline = ratings.timeline
    if (
        timeline.rule is None
        or timeline.rule.unit not in UNTIMED
        or "deviation" not in ratings.system.columns
    ):
        return None
    if timeline.schedule == "live" and timeline.rule.unit == "all":
        return None
    periods = int(timeline.order.max()) + 1 if len(timeline.record) else 0
    elapsed: Floats = periods + ratings.players.number("rested")
    last = ratings.counts[:, LAST]
    there = last >= 0
    elapsed[there] = periods - 1 - timeline.order[last[there]]
    return elapsed


def _nothing(moments: NDArray[Any]) -> NDArray[np.bool_]:
    return np.asarray(np.isnat(moments) if moments.dtype.kind == "M" else np.isnan(moments), dtype=np.bool_)


def _whole_days(moments: NDArray[Any]) -> bool:
    there = moments[~_nothing(moments)]
    return bool((there == there.astype("datetime64[D]")).all())


def _day(moment: Any) -> str:
    """Return a moment in words: a day without a time of day where it is midnight, or a number."""
    if not isinstance(moment, np.datetime64):
        return f"{moment:g}"
    return str(moment).removesuffix("T00:00:00")


def _plain(column: NDArray[Any]) -> NDArray[Any]:
    """Return a column as attributes have it: counts as float64, moments in seconds."""
    if column.dtype.kind == "M":
        return column.astype("datetime64[s]")
    return column.astype(np.float64) if column.dtype.kind in "iub" else column
