"""Which games count in a comparison, and how they are put together: by blocks of time, and by segments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, specialise
from arpad.core import BadInput, NotProvided
from arpad.lab.forecasts.judging import Cut, Floats
from arpad.record import Games
from arpad.record.periods import PeriodRule, assign, parse_period

BLOCKS = 20
"""Fewer blocks than this say little about how sure a difference is: shorter periods are tried first."""

EQUAL_BLOCKS = 50
"""Into how many stretches of equal length a record without times is cut."""

PLAYED = (0, 5, 10, 20, 50, 100)
"""The segments by games played before, of the side that has played less, begin with these."""

CLEAR = (0.5, 0.6, 0.7, 0.8, 0.9)
"""The segments by the expected score of the favourite begin with these."""

Moment = np.datetime64 | int


class Segmentation(NamedTuple):
    """Games put together by what they have in common.

    Args:
        name: ``games played``, ``favourite``, ``year`` or ``pool``.
        labels: of the segments.
        codes: int32 per game, the number of its segment; −1 for none.
    """

    name: str
    labels: tuple[str, ...]
    codes: NDArray[np.int32]


@kernel
def count_loop(first: Any, second: Any, counts: Any, before: Any) -> None:
    """Count the games that the side which has played less had played before each game."""
    for i in range(first.shape[0]):
        a = first[i]
        b = second[i]
        before[i] = min(counts[a], counts[b])
        counts[a] += 1
        counts[b] += 1


def played_before(games: Games) -> NDArray[np.int64]:
    """Return int64 per game: how many games of the record the side that has played less had played before."""
    before = np.empty(len(games), dtype=np.int64)
    counts = np.zeros(len(games.players), dtype=np.int64)
    specialise(count_loop, {}, len(games))(games.first, games.second, counts, before)
    return before


def span_of(games: Games, start: str | None, end: str | None) -> NDArray[np.bool_]:
    """Return which games lie in a span of time, both its ends included.

    Args:
        games: in order of time.
        start: ``2010``, ``2010-05``, ``2010-05-17``, or the number of a period; None from the first game.
        end: likewise; None to the last game.

    Raises:
        NotProvided: the record has no times.
        BadInput: one is not a moment that the record could have.
    """
    inside = np.ones(len(games), dtype=np.bool_)
    if start is None and end is None:
        return inside
    if games.time is None:
        raise NotProvided("the record has no times, so no span of time can be chosen")
    if games.time.dtype.kind != "M":
        time = games.time
        if start is not None:
            inside &= time >= _number(start)
        if end is not None:
            inside &= time <= _number(end)
        return inside
    days = games.time.astype("datetime64[D]")
    if start is not None:
        inside &= days >= _unit(start).astype("datetime64[D]")
    if end is not None:
        inside &= days < (_unit(end) + 1).astype("datetime64[D]")
    return inside


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(
            f"{text!r} is not the number of a period, and the record has numbers for its times",
            remedy="Expected a whole number.",
        ) from None


def _unit(text: str) -> Any:
    """Return a year, a month or a day as numpy counts them."""
    if re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", text.strip()):
        try:
            date.fromisoformat(f"{text.strip()}-01-01"[:10])
            return np.datetime64(text.strip())
        except ValueError:
            pass
    raise BadInput(
        f"{text!r} is not a date, and the record has dates", remedy="Write it as 2010, 2010-05 or 2010-05-17."
    )


def blocks_of(games: Games, counts: NDArray[np.bool_]) -> tuple[NDArray[np.int64], int, str]:
    """Return the block of every game for tests and intervals, how many there are, and what one is in words.

    Dated games are put together by month, by week or by day where the longer ones are too few; numbered ones
    by number; those without times by fifty stretches of equal length.
    """
    if games.time is not None:
        rules = ("1mo", "1w", "1d") if games.time.dtype.kind == "M" else ("1",)
        words = {"1mo": "month", "1w": "week", "1d": "day", "1": "numbered period"}
        for rule in rules:
            begins = _begins(games, parse_period(rule))
            counted = np.add.reduceat(counts, begins, dtype=np.int64) if len(begins) else np.zeros(0)
            if np.count_nonzero(counted) >= BLOCKS or rule == rules[-1]:
                sizes = np.diff(begins, append=len(games))
                return np.repeat(np.arange(len(begins)), sizes), max(1, len(begins)), words[rule]
    counted_before: NDArray[np.int64] = np.cumsum(counts) - counts
    size = max(1, -(-int(counts.sum()) // EQUAL_BLOCKS))
    block = counted_before // size
    return block, int(block.max(initial=0)) + 1, f"stretch of {size} games"


def _begins(games: Games, rule: PeriodRule) -> NDArray[np.int64]:
    """Return the first game of every period that has games, of games in order of time."""
    time = games.time
    if time is None or not len(time):
        return np.zeros(0, dtype=np.int64)
    if rule.calendar:
        # The games are in order, so that a search for the first days spares converting every date.
        ends = assign(games.take(np.array([0, len(games) - 1])), rule)
        first, last = (int(each) for each in ends.number)
        days = [ends.start(number) for number in range(first + 1, last + 1)]
        later = np.searchsorted(time, np.array(days, dtype="datetime64[D]").astype(time.dtype))
        return np.unique(np.concatenate(([0], later))).astype(np.int64)
    begins: NDArray[np.int64] = np.flatnonzero(np.diff(assign(games, rule).number)) + 1
    return np.concatenate((np.zeros(1, dtype=np.int64), begins))


def segmentations(
    games: Games, before: NDArray[np.int64], forecasts: Sequence[Floats], names: Sequence[str]
) -> list[Segmentation]:
    """Return the segmentations of a record that are asked for, without those that it cannot have.

    Args:
        games: in order of time.
        before: of :func:`played_before`.
        forecasts: the expected scores by every forecaster; the favourite is the one of their mean.
        names: of segmentations: ``games``, ``favourite``, ``year``, ``pool``.

    Raises:
        BadInput: there is no segmentation of a name.
    """
    found = []
    for name in names:
        if name == "games":
            found.append(_from_bounds("games played", before.astype(np.float64), PLAYED, _played_label))
        elif name == "favourite":
            mean = sum(forecasts[1:], start=forecasts[0]) / len(forecasts)
            found.append(_from_bounds("favourite", np.abs(mean - 0.5) + 0.5, CLEAR, _clear_label))
        elif name == "year":
            if games.time is not None and games.time.dtype.kind == "M" and len(games):
                begins = _begins(games, parse_period("1y"))
                years = games.time[begins].astype("datetime64[Y]").astype(np.int64) + 1970
                sizes = np.diff(begins, append=len(games))
                codes = np.repeat(np.arange(len(begins), dtype=np.int32), sizes)
                found.append(Segmentation("year", tuple(map(str, years.tolist())), codes))
        elif name == "pool":
            if games.pool is not None:
                codes = games.pool.codes.astype(np.int32)
                found.append(Segmentation("pool", tuple(games.pool.names), codes))
        else:
            raise BadInput(
                f"games cannot be put together by {name!r}", remedy="Known: games, favourite, year, pool."
            )
    return found


@kernel
def bounds_loop(values: Any, bounds: Any, codes: Any) -> None:
    """Tell between which bounds each value lies: the number of the last bound up to it, −1 for none."""
    for i in range(values.shape[0]):
        code = -1
        for at in range(bounds.shape[0]):
            code += int(values[i] >= bounds[at])
        codes[i] = code


def _from_bounds(name: str, values: Floats, bounds: Sequence[float], label: Any) -> Segmentation:
    codes = np.empty(len(values), dtype=np.int32)
    specialise(bounds_loop, {}, len(values))(values, np.array(bounds, dtype=np.float64), codes)
    labels = tuple(label(bounds, at) for at in range(len(bounds)))
    return Segmentation(name, labels, codes)


def _played_label(bounds: Sequence[int], at: int) -> str:
    if at == len(bounds) - 1:
        return f"{bounds[at]} or more"
    return f"{bounds[at]} to {bounds[at + 1] - 1}"


def _clear_label(bounds: Sequence[float], at: int) -> str:
    high = bounds[at + 1] if at + 1 < len(bounds) else 1.0
    return f"{100 * bounds[at]:.0f} to {100 * high:.0f} %"


def cut(
    games: Games, counts: NDArray[np.bool_], segments: Sequence[Segmentation]
) -> tuple[Cut, str, list[int]]:
    """Return how the games that count are put together.

    Returns:
        The cut, what a block of it is in words, and the first group of each segmentation.
    """
    block, blocks, word = blocks_of(games, counts)
    starts: list[int] = []
    group = np.full((len(segments), len(games)), -1, dtype=np.int32)
    width = 0
    for row, one in enumerate(segments):
        starts.append(width)
        np.add(one.codes, width, out=group[row], where=one.codes >= 0)
        width += len(one.labels)
    return Cut(counts.view(np.int8), block, group, blocks, max(1, width)), word, starts
