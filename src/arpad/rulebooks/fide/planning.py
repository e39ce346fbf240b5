"""Which list a game counts from, and which it counts for (B.02, 7.1 and 8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.timeline import Timeline
from arpad.record import Record
from arpad.record.events import spans_of
from arpad.record.periods import assign
from arpad.rulebooks.fide.editions import REFORM, RatingEdition, codes
from arpad.rulebooks.fide.list_loop import Plan


def spans(record: Record) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return per game when its tournament began and ended; a game without one is its own.

    Both in the record's time; without one, the row numbers.
    """
    time = record.time if record.time is not None else np.arange(len(record))
    if time.dtype.kind == "M":
        time = time.astype("datetime64[D]")
    began, ended = time.copy(), time.copy()
    if record.event is None or not len(record):
        return began, ended
    code = record.event.codes
    inside = code >= 0
    if not inside.any():
        return began, ended
    first, last = spans_of(code, time, len(record.event.names))
    began[inside], ended[inside] = first[code[inside]], last[code[inside]]
    return began, ended


def counted_on(ended: NDArray[Any], closing: float) -> NDArray[Any]:
    """Return the day of whose month's games a tournament is rated: after the closing day, it is the next's.

    Args:
        ended: ``datetime64[D]``, the last days of tournaments.
        closing: how many days before a list the last tournaments for it end.
    """
    return np.asarray(ended + np.timedelta64(round(closing) - 1, "D"))


def straddles(timeline: Timeline) -> bool:
    """Tell whether tournaments may straddle the rating periods: they are cut by calendar or number."""
    rule = timeline.rule
    return timeline.record.event is not None and rule is not None and rule.unit not in ("event", "all")


def shared_help(timeline: Timeline, editions: Sequence[RatingEdition]) -> tuple[NDArray[np.int64], int]:
    """Return per game and side whose tournament it is, where the cap helps once a tournament only.

    Returns:
        int64 of 2 · games, the number of player and tournament, −1 for a game of no tournament or of another
        edition (of no games if all are so); and how many there are.
    """
    games = timeline.games
    nothing = np.empty(0, dtype=np.int64)
    if games.event is None or timeline.days is None or not len(games):
        return nothing, 0
    once = np.array([edition.once for edition in editions])
    rows = np.flatnonzero(once[codes(timeline.days, editions)] & (games.event.codes >= 0))
    if not len(rows):
        return nothing, 0
    of = games.event.codes[rows].astype(np.int64) * len(games.players)
    both = np.concatenate([of + games.first[rows], of + games.second[rows]])
    entries, number = np.unique(both, return_inverse=True)
    entry = np.full(2 * len(games), -1, dtype=np.int64)
    entry[2 * rows], entry[2 * rows + 1] = number.reshape(2, -1)
    return entry, len(entries)


def plan_of(
    timeline: Timeline,
    editions: Sequence[RatingEdition],
    *,
    closing: float,
    converts: bool,
    falls: bool,
) -> tuple[Plan, NDArray[np.int64]]:
    """Return which games count when, and the number of each of the plan's periods on the calendar.

    Args:
        timeline: the record in rating periods.
        editions: of the rules.
        closing: how many days before a list the last tournaments for it end.
        converts: whether a run that passes March 2024 raises the ratings as FIDE did.
        falls: whether players become unrated below the lowest rating.
    """
    record = timeline.record
    played = timeline.order
    begun = rated = played
    rule = timeline.rule
    assert rule is not None
    dated = record.time is not None and record.time.dtype.kind == "M"
    began, ended = spans(record)
    if dated and rule.unit == "mo" and record.event is not None:
        inside = record.event.codes >= 0
        ended = np.where(inside, counted_on(ended, closing), ended)
    if straddles(timeline):
        begun = assign(_at(record, began), rule).number
        rated = assign(_at(record, ended), rule).number
        numbers = np.unique(np.concatenate([begun, rated, played]))
    else:
        numbers = played[timeline.bounds[:-1]] if len(played) else played
    edition = np.full(len(numbers), -1, dtype=np.int8)
    conversion = -1
    if dated and len(record):
        periods = timeline.periods
        ends = [periods.end(int(number)) for number in numbers]
        starts = [periods.start(int(number)) for number in numbers]
        edition = codes(np.array(ends, dtype="datetime64[D]"), editions)
        since = next((at for at, day in enumerate(starts) if day is not None and day >= REFORM), -1)
        if converts and (since > 0 or (since == 0 and _listed_before(timeline))):
            conversion = since
    months = ended.astype("datetime64[M]").astype(np.int64) if dated else rated
    event = len(numbers) + np.searchsorted(numbers, rated)
    if record.event is not None:
        code = record.event.codes.astype(np.int64)
        event = np.where(code >= 0, code, len(record.event.names) + event)
    begun, rated, played = (
        np.searchsorted(numbers, part).astype(np.int64) for part in (begun, rated, played)
    )
    plan = Plan(
        len(numbers),
        begun,
        rated,
        played,
        _order(begun),
        _order(rated),
        months.astype(np.int64),
        event.astype(np.int64),
        edition,
        conversion,
        falls,
        *shared_help(timeline, editions),
    )
    return plan, numbers


def _listed_before(timeline: Timeline) -> bool:
    """Tell whether the record goes on from a list whose games were all played before the conversion."""
    listed = timeline.listed_moments
    if listed is None or np.isnat(listed).all():
        return False
    return bool(listed[~np.isnat(listed)].max() < np.datetime64(REFORM))


def _order(period: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the games in the order of their periods; most often they lie so already."""
    if bool((period[1:] >= period[:-1]).all()):
        return np.arange(len(period), dtype=np.int64)
    return np.argsort(period, kind="stable").astype(np.int64)


def _at(record: Record, time: NDArray[Any]) -> Record:
    return replace(record, time=time)


def closing_day(list_day: date, closing: float) -> date:
    """Return the last day on which a tournament may end to be rated on a list."""
    return max(list_day, date.min + timedelta(days=round(closing))) - timedelta(days=round(closing))
