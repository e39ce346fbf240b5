"""The lines of a chart: a player's rating, its 95 % band, its peak."""

from __future__ import annotations

from collections.abc import Iterator

from arpad.core import Figure, worded
from arpad.office.charts.frame import Frame
from arpad.office.charts.series import Series
from arpad.office.charts.shapes import Dot, Path, Shape, TextShape
from arpad.office.pages.formatting import number
from arpad.office.pages.speaking import translated
from arpad.ratings.list_columns import INTERVAL


def line(frame: Frame, series: Series) -> Iterator[Shape]:
    """Yield a rating's line: thin and pale where it was provisional, cut after long absences.

    A stretch of a single game is a dot.
    """
    across, down = frame.across(series.x), frame.down(series.rating)
    for first, last, provisional in _runs(series):
        if first == last:
            yield Dot(float(across[first]), float(down[first]), 2.2, "dot")
            continue
        path = "L".join(f"{across[i]:.1f} {down[i]:.1f}" for i in range(first, last + 1))
        yield Path(f"M{path}", "line p" if provisional else "line")


def band(frame: Frame, series: Series) -> Iterator[Shape]:
    """Yield the area that holds the rating with a probability of 95 %; nothing without deviations."""
    if series.deviation is None:
        return
    across = frame.across(series.x)
    above = frame.down(series.rating + INTERVAL * series.deviation)
    below = frame.down(series.rating - INTERVAL * series.deviation)
    for first, last in _stretches(series):
        if first == last:
            yield Path(f"M{across[first]:.1f} {above[first]:.1f}V{below[first]:.1f}", "whisker")
            continue
        there = [f"{across[i]:.1f} {above[i]:.1f}" for i in range(first, last + 1)]
        back = [f"{across[i]:.1f} {below[i]:.1f}" for i in range(last, first - 1, -1)]
        yield Path(f"M{'L'.join(there + back)}Z", "band")


def peak(frame: Frame, series: Series, decimals: int, *, label: bool) -> Iterator[Shape]:
    """Yield a ring around the highest rating, if asked for with its value and date beside it."""
    at = series.peak
    x, y = float(frame.across(series.x[at])), float(frame.down(series.rating[at]))
    text = translated(
        worded(
            "peak {rating}, {day}",
            rating=Figure(number(float(series.rating[at]), decimals)),
            day=series.labels[at],
        )
    )
    yield Dot(x, y, 3.5, "peak", series.player, text)
    if label:
        anchor, shift = ("end", 4) if x > (frame.sheet.left + frame.right) / 2 else ("start", -4)
        above = max(y - 8, frame.sheet.top + 0.8 * frame.sheet.font)
        yield TextShape(x + shift, above, text, anchor, "peak-label")


def _stretches(series: Series) -> Iterator[tuple[int, int]]:
    """Yield the first and the last point of every stretch without a long absence."""
    first = 0
    for i in range(1, len(series) + 1):
        if i == len(series) or series.stretch[i] != series.stretch[i - 1]:
            yield first, i - 1
            first = i


def _runs(series: Series) -> Iterator[tuple[int, int, bool]]:
    """Yield stretches cut further where the rating becomes provisional or established.

    The piece between two points is what the later one is; the next run begins where the last one ended.
    """
    for first, last in _stretches(series):
        start = first
        for i in range(first + 1, last + 1):
            ends = i == last or series.provisional[i + 1] != series.provisional[i]
            if ends:
                yield start, i, bool(series.provisional[i])
                start = i
        if first == last:
            yield first, last, bool(series.provisional[first])
