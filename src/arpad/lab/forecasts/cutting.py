"""Which games count in a comparison, and by which blocks of time they are put together for tests."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, specialise
from arpad.core import BadInput, NotProvided, worded, worded_count
from arpad.lab.forecasts.judging import GameBlocks
from arpad.record import Games
from arpad.record.periods import PeriodRule, assign, parse_period

BLOCKS = 20
"""Fewer blocks than this say little about how sure a difference is: shorter periods are tried first."""

EQUAL_BLOCKS = 50
"""Into how many stretches of equal length a record without times is cut."""

Moment = np.datetime64 | int


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
        words = {
            "1mo": worded("month"),
            "1w": worded("week"),
            "1d": worded("day"),
            "1": worded("numbered period"),
        }
        for rule in rules:
            begins = first_games(games, parse_period(rule))
            counted = np.add.reduceat(counts, begins, dtype=np.int64) if len(begins) else np.zeros(0)
            if np.count_nonzero(counted) >= BLOCKS or rule == rules[-1]:
                return begins, words[rule]
    indices = np.flatnonzero(counts)
    size = max(1, -(-len(indices) // EQUAL_BLOCKS))
    # A block ends with its last game that counts.
    begins = np.concatenate(([0], indices[size - 1 : -1 : size] + 1)).astype(np.int64)
    return begins, worded_count("stretch of {count} games", "stretch of {count} games", size)


def first_games(games: Games, rule: PeriodRule) -> NDArray[np.int64]:
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


def cut(games: Games, counts: NDArray[np.bool_]) -> tuple[GameBlocks, str]:
    """Return how the games that count are put together for tests and intervals, and a block in words."""
    blocks, word = blocks_of(games, counts)
    return GameBlocks(counts.view(np.int8), np.append(blocks, len(games))), word
