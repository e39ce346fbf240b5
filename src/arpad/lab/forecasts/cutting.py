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
from arpad.lab.forecasts.judging import AT_ONCE, Cut, Floats
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
        codes: whole numbers per game, the number of its segment; −1 for none. No rows where the segments
            follow each other in time.
        begins: int64, the first game of every segment, where they do.
    """

    name: str
    labels: tuple[str, ...]
    codes: NDArray[Any]
    begins: NDArray[np.int64] | None = None


@kernel
def count_loop(first: Any, second: Any, counts: Any, before: Any) -> None:
    """Count the games that the side which has played less had played before each game."""
    games = first.shape[0]
    for i in range(games):
        a = first[i]
        b = second[i]
        before[i] = min(counts[a], counts[b])
        counts[a] += 1
        counts[b] += 1


def played_before(games: Games) -> NDArray[np.int32]:
    """Return int32 per game: how many games of the record the side that has played less had played before."""
    before = np.empty(len(games), dtype=np.int32)
    counts = np.zeros(len(games.players), dtype=np.int32)
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


def blocks_of(games: Games, counts: NDArray[np.bool_]) -> tuple[NDArray[np.int64], str]:
    """Return the first game of every block for tests and intervals, and what a block is in words.

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
                return begins, words[rule]
    known = np.flatnonzero(counts)
    size = max(1, -(-len(known) // EQUAL_BLOCKS))
    # A block ends with its last game that counts.
    begins = np.concatenate(([0], known[size - 1 : -1 : size] + 1)).astype(np.int64)
    return begins, f"stretch of {size} games"


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
    games: Games, before: NDArray[np.int32], forecasts: Sequence[Floats], names: Sequence[str]
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
            codes = np.empty(len(before), dtype=np.int8)
            specialise(played_loop, {}, len(before))(before, np.array(PLAYED, dtype=np.int32), codes)
            found.append(Segmentation("games played", _labels(PLAYED, _played_label), codes))
        elif name == "favourite":
            mean = forecasts[0]
            if len(forecasts) > 1:
                mean = sum(forecasts[1:], start=mean) / len(forecasts)
            codes = np.empty(len(mean), dtype=np.int8)
            loop = specialise(favourite_loop, {}, len(mean))
            loop(mean, np.array(CLEAR), np.empty(AT_ONCE), codes)
            found.append(Segmentation("favourite", _labels(CLEAR, _clear_label), codes))
        elif name == "year":
            if games.time is not None and games.time.dtype.kind == "M" and len(games):
                begins = _begins(games, parse_period("1y"))
                years = games.time[begins].astype("datetime64[Y]").astype(np.int64) + 1970
                labels = tuple(map(str, years.tolist()))
                found.append(Segmentation("year", labels, np.empty(0, dtype=np.int8), begins))
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
def shift_loop(codes: Any, start: int, group: Any) -> None:
    """Tell the group of each code: the first one is ``start``; −1 stays."""
    for i in range(codes.shape[0]):
        group[i] = codes[i] + start if codes[i] >= 0 else -1


@kernel
def tell_bounds(values: Any, bounds: Any, codes: Any) -> None:
    """Tell between which bounds each value lies: the number of the last bound up to it, −1 for none."""
    for i in range(codes.shape[0]):
        codes[i] = -1
    for at in range(bounds.shape[0]):
        for i in range(codes.shape[0]):
            codes[i] += 1 if values[i] >= bounds[at] else 0


@kernel
def played_loop(before: Any, bounds: Any, codes: Any) -> None:
    """Tell between which bounds the number of games played before lies."""
    for begin in range(0, before.shape[0], AT_ONCE):
        tell_bounds(before[begin : begin + AT_ONCE], bounds, codes[begin : begin + AT_ONCE])


@kernel
def tell_favourite(expected: Any, favourite: Any) -> None:
    """Tell the expected score of the side that is expected to score more."""
    for i in range(expected.shape[0]):
        favourite[i] = abs(expected[i] - 0.5) + 0.5


@kernel
def favourite_loop(expected: Any, bounds: Any, favourite: Any, codes: Any) -> None:
    """Tell between which bounds the expected score of the favourite lies; ``favourite`` is room for some."""
    for begin in range(0, expected.shape[0], AT_ONCE):
        tell_favourite(expected[begin : begin + AT_ONCE], favourite)
        tell_bounds(favourite, bounds, codes[begin : begin + AT_ONCE])


def _labels(bounds: Sequence[float], label: Any) -> tuple[str, ...]:
    return tuple(label(bounds, at) for at in range(len(bounds)))


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
    blocks, word = blocks_of(games, counts)
    starts: list[int] = []
    width = 0
    for one in segments:
        starts.append(width)
        width += len(one.labels)
    inner = [
        (one.begins, start) for one, start in zip(segments, starts, strict=True) if one.begins is not None
    ]
    begins = np.unique(np.concatenate([blocks, *(each for each, _ in inner)])).astype(np.int64)
    span = np.array([start + _part_of(each, begins) for each, start in inner], dtype=np.int64)
    mixed = [(one.codes, start) for one, start in zip(segments, starts, strict=True) if one.begins is None]
    group = np.empty((len(mixed), len(games)), dtype=np.min_scalar_type(-max(1, width)))
    for row, (codes, start) in zip(group, mixed, strict=True):
        specialise(shift_loop, {}, len(games))(codes, start, row)
    parts = Cut(
        counts.view(np.int8),
        np.append(begins, len(games)),
        _part_of(blocks, begins),
        max(1, len(blocks)),
        group,
        span.reshape(len(inner), len(begins)),
        max(1, width),
    )
    return parts, word, starts


def _part_of(begins: NDArray[np.int64], games: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return in which of some parts, by their first games, each of some games lies."""
    return np.searchsorted(begins, games, side="right") - 1
