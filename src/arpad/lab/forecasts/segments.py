"""Games put together by what they have in common, and the log loss of each of these segments.

By how many games both have played, by how clear the favourite is, by year, by pool.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, specialise
from arpad.core import BadInput, worded
from arpad.core.waiting import shared
from arpad.lab.forecasts.cutting import first_games, played_before
from arpad.lab.forecasts.judging import (
    AT_ONCE,
    COPIES,
    LEAST,
    SMALL,
    TOGETHER,
    Floats,
    ScoreBuffers,
    keep_counted,
    square_chances,
    square_shares,
)
from arpad.record import Games
from arpad.record.periods import parse_period

SEGMENTS = ("games", "favourite", "year", "pool")
"""How games are put together where nothing else is asked for."""

PLAYED = (0, 5, 10, 20, 50, 100)
"""The segments by games played before, of the side that has played less, begin with these."""

CLEAR = (0.5, 0.6, 0.7, 0.8, 0.9)
"""The segments by the expected score of the favourite begin with these."""


class Segmentation(NamedTuple):
    """Games put together by what they have in common.

    Args:
        name: ``games played``, ``favourite``, ``year`` or ``pool``.
        labels: of the segments.
        codes: whole numbers per game, the number of its segment; −1 for none.
    """

    name: str
    labels: tuple[str, ...]
    codes: NDArray[Any]


def check_segments(names: Sequence[str]) -> None:
    """Refuse names of segmentations that there are not.

    Raises:
        BadInput: one is none of :data:`SEGMENTS`.
    """
    for name in names:
        if name not in SEGMENTS:
            raise BadInput(
                f"games cannot be put together by {name!r}", remedy=f"Known: {', '.join(SEGMENTS)}."
            )


def segmentations(games: Games, forecasts: Sequence[Floats], names: Sequence[str]) -> list[Segmentation]:
    """Return the segmentations of a record that are asked for, without those that it cannot have.

    Args:
        games: in order of time.
        forecasts: the expected scores by every forecaster; the favourite is the one of their mean.
        names: of segmentations, of :data:`SEGMENTS`.
    """
    splits = []
    for name in names:
        if name == "games":
            before = played_before(games)
            codes = np.empty(len(before), dtype=np.int8)
            specialise(played_loop, {}, len(before))(before, np.array(PLAYED, dtype=np.int32), codes)
            splits.append(Segmentation("games played", _labels(PLAYED, _played_label), codes))
        elif name == "favourite":
            mean = forecasts[0]
            if len(forecasts) > 1:
                mean = sum(forecasts[1:], start=mean) / len(forecasts)
            codes = np.empty(len(mean), dtype=np.int8)
            loop = specialise(favourite_loop, {}, len(mean))
            loop(mean, np.array(CLEAR), np.empty(AT_ONCE), codes)
            splits.append(Segmentation("favourite", _labels(CLEAR, _clear_label), codes))
        elif name == "year":
            if games.time is not None and games.time.dtype.kind == "M" and len(games):
                begins = first_games(games, parse_period("1y"))
                years = games.time[begins].astype("datetime64[Y]").astype(np.int64) + 1970
                lengths = np.diff(np.append(begins, len(games)))
                codes = np.repeat(np.arange(len(begins), dtype=np.int32), lengths)
                splits.append(Segmentation("year", tuple(map(str, years.tolist())), codes))
        elif games.pool is not None:
            splits.append(Segmentation("pool", tuple(games.pool.names), games.pool.codes))
    return splits


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
        return worded("{least} or more", least=bounds[at])
    return worded("{low} to {high}", low=bounds[at], high=bounds[at + 1] - 1)


def _clear_label(bounds: Sequence[float], at: int) -> str:
    high = bounds[at + 1] if at + 1 < len(bounds) else 1.0
    return worded("{low} to {high} %", low=f"{100 * bounds[at]:.0f}", high=f"{100 * high:.0f}")


@kernel
def count_in_groups(happened: Any, counts: Any, group: Any, groups: Any) -> None:
    """Add the games to their groups; their chances are multiplied in the last column."""
    for j in range(counts.shape[0]):
        g = group[j]
        if g >= 0 and counts[j] != 0:
            copy = j & (COPIES - 1)
            groups[copy, g, 1] += 1.0
            product = groups[copy, g, 2] * happened[j]
            if product < SMALL:
                groups[copy, g, 0] -= 0.5 * math.log(product)
                product = 1.0
            groups[copy, g, 2] = product


class Grouped(NamedTuple):
    """The games, as the kernel takes them; ``group`` has one segmentation after another."""

    expected: Floats
    score: Floats
    counts: NDArray[np.int8]
    group: NDArray[Any]


@kernel
def group_loop(games: Any, least: float, room: Any, groups: Any) -> None:
    """Sum up the log loss of groups of games, in place.

    Neighbouring games are added to different copies of the groups, since an addition waits for the one before
    it in its place.
    """
    n = games.counts.shape[0]
    for begin in range(0, n, AT_ONCE):
        end = min(begin + AT_ONCE, n)
        counts = games.counts[begin:end]
        score = games.score[begin:end]
        keep_counted(games.expected[begin:end], counts, room.expected)
        if square_chances(room.expected, score, counts, least, room.happened) > 0:
            square_shares(room.expected, score, counts, least, room.happened)
        for row in range(0, games.group.shape[0], n):
            count_in_groups(room.happened, counts, games.group[row + begin : row + end], groups)
    for copy in range(COPIES):
        for g in range(groups.shape[1]):
            groups[copy, g, 0] -= 0.5 * math.log(groups[copy, g, 2])


def losses_by_segment(
    forecasts: Sequence[Floats],
    score: Floats,
    counts: NDArray[np.bool_],
    segments: Sequence[Segmentation],
    least: float = LEAST,
) -> list[list[Floats]]:
    """Return the log loss and the games of every segment: by segmentation and forecaster, segments × 2.

    Args:
        forecasts: float64 per game, the expected scores of the first side, by forecaster.
        score: its scores.
        counts: which games count.
        segments: of :func:`segmentations`.
        least: how far a probability is kept from 0 and 1.
    """
    bounds = np.cumsum([0, *(len(segmentation.labels) for segmentation in segments)]).tolist()
    group = np.empty((len(segments), len(score)), dtype=np.min_scalar_type(-max(1, bounds[-1])))
    for row, segmentation, start in zip(group, segments, bounds, strict=False):
        specialise(shift_loop, {}, len(score))(segmentation.codes, start, row)
    loop = specialise(group_loop, {}, len(score))
    counted = counts.view(np.int8)

    def some(task: tuple[Floats, int]) -> Floats:
        expected, begin = task
        part = slice(begin, begin + TOGETHER)
        groups = np.tile([0.0, 0.0, 1.0], (COPIES, max(1, bounds[-1]), 1))
        games = Grouped(expected[part], score[part], counted[part], group[:, part].ravel())
        loop(games, least, ScoreBuffers.empty(), groups)
        sums: Floats = groups[:, :, :2].sum(axis=0)
        return sums

    parts = range(0, len(score), TOGETHER)
    each = shared(some, [(expected, begin) for expected in forecasts for begin in parts])
    totals = [np.sum(each[at : at + len(parts)], axis=0) for at in range(0, len(each), len(parts))]
    return [[sums[start:end] for sums in totals] for start, end in pairwise(bounds)]
