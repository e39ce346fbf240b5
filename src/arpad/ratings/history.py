"""How ratings went: one row per player and game, or per player and rating period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.ratings.state import Trace
from arpad.ratings.timeline import Timeline

if TYPE_CHECKING:
    import polars as pl


def history(
    timeline: Timeline, trace: Trace, state_columns: Sequence[str], players: list[int] | None = None
) -> pl.DataFrame:
    """Return the history of ratings; see :meth:`arpad.ratings.result.Ratings.history`.

    Args:
        timeline: the games in order.
        trace: what every game left.
        state_columns: the names of the state's columns.
        players: whose history; None for that of all.
    """
    import polars as pl

    from arpad.ratings.list_columns import INTERVAL

    games = timeline.record
    player, row, _ = games.appearances()
    picked = np.arange(len(player)) if players is None else np.flatnonzero(np.isin(player, players))
    if timeline.schedule == "period" and len(games):
        picked = picked[_last_of_period(player[picked], timeline.order[row[picked]])]
    rows = trace.after.reshape(len(player), trace.after.shape[-1])
    picked = picked[~np.isnan(rows[picked, 0])]  # who was unrated has no row
    order = picked[np.argsort(player[picked], kind="stable")]
    after = rows[order]
    names = np.asarray(games.players.names, dtype=object)
    columns: dict[str, Any] = {"player": pl.Series(names[player[order]].tolist(), dtype=pl.String)}
    if timeline.schedule == "period":
        numbers = timeline.order[row[order]]
        labels = {int(n): timeline.periods.label(int(n)) for n in np.unique(numbers)}
        columns["period"] = pl.Series([labels[int(n)] for n in numbers], dtype=pl.String)
    if games.time is not None:
        when = row[order]
        if timeline.schedule == "period" and timeline.rule is not None and timeline.rule.unit == "event":
            when = _last_of_event(timeline.order, games.time)[when]
        columns["time"] = games.time_of(when)
    for at, name in enumerate(state_columns):
        columns[name] = after[:, at]
        if name == "deviation":
            columns["low"] = columns["rating"] - INTERVAL * columns["deviation"]
            columns["high"] = columns["rating"] + INTERVAL * columns["deviation"]
    return pl.DataFrame(columns)


def _last_of_event(period: Any, time: Any) -> Any:
    """Return per game the row of its event's last game: the day on which the event counted.

    A player's own last game may be one before that, and before those of an event that was rated earlier.
    """
    order = np.lexsort((time, period))
    ends = np.flatnonzero(np.diff(period[order], append=-1))
    return order[ends][np.searchsorted(period[order][ends], period)]


def _last_of_period(player: Any, period: Any) -> Any:
    """Mark the last appearance of every player in every period; both columns are in order of time."""
    order = np.lexsort((np.arange(len(player)), period, player))
    ends = np.ones(len(player), dtype=bool)
    same = (player[order][1:] == player[order][:-1]) & (period[order][1:] == period[order][:-1])
    ends[:-1] = ~same
    last = np.zeros(len(player), dtype=bool)
    last[order[ends]] = True
    return last
