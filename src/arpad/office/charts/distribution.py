"""How ratings are spread: a bar for each span of ratings, as high as the players in it are many."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.office.charts.axes import rating_ticks, round_step
from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame, levels
from arpad.office.charts.shapes import Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import width

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_BARS = 20
"""Bars of a chart: the span of each is a round number of points."""


class RatingBar(NamedTuple):
    """The players with ratings from one to below another.

    Args:
        low: the lowest rating.
        high: the rating below which they are.
        players: how many.
    """

    low: float
    high: float
    players: int


class CutLine(NamedTuple):
    """A rating at which a line stands.

    Args:
        at: the rating.
        label: what stands above it.
    """

    at: float
    label: str


def bars_of(ratings: NDArray[np.float64]) -> list[RatingBar]:
    """Return ratings counted in spans of equal, round length; none without ratings."""
    if not len(ratings):
        return []
    low, high = float(ratings.min()), float(ratings.max())
    step = round_step(max(high - low, 1.0), MOST_BARS - 2)
    first = math.floor(low / step)
    count = max(math.floor(high / step) - first + 1, 1)
    at = np.clip(np.floor(ratings / step).astype(np.int64) - first, 0, count - 1)
    counts = np.bincount(at, minlength=count).tolist()
    return [
        RatingBar((first + index) * step, (first + index + 1) * step, many)
        for index, many in enumerate(counts)
    ]


def distribution(
    bars: Sequence[RatingBar], caption: Caption, *, narrow: bool, cuts: Sequence[CutLine] = ()
) -> Markup:
    """Return the chart.

    Args:
        bars: at least one, side by side.
        caption: what the chart is called.
        narrow: whether it is for a phone.
        cuts: lines among the bars, in rising order.
    """
    font, across, height = (11, 360, 190) if narrow else (13, 960, 260)
    sheet = ChartSheet(
        across,
        height,
        left=44,
        right=12,
        top=10 + (font + 6 if cuts else 0),
        bottom=28,
        font=font,
        points=len(bars),
    )
    highest = max(bar.players for bar in bars)
    frame = Frame(sheet, (bars[0].low, bars[-1].high), (0.0, max(highest * 1.05, 2.1)))
    drawn_bars = ShapeGroup("s1", [_bar(frame, bar) for bar in bars if bar.players])
    return drawn(
        frame,
        caption,
        [ShapeGroup("grid", [*levels(frame), *_ratings(frame)]), drawn_bars, *_cuts(frame, cuts)],
    )


def _bar(frame: Frame, bar: RatingBar) -> Shape:
    left, right = (float(frame.across(edge)) for edge in (bar.low, bar.high))
    top = float(frame.down(float(bar.players)))
    return Path(f"M{left + 1:.1f} {frame.bottom:.1f}V{top:.1f}H{right - 1:.1f}V{frame.bottom:.1f}Z", "bar")


def _cuts(frame: Frame, cuts: Sequence[CutLine]) -> Iterator[Shape]:
    """Yield the lines, each with its label where that does not run into the one before."""
    sheet, free = frame.sheet, -math.inf
    for cut in cuts:
        x = float(frame.across(cut.at))
        yield Path(f"M{x:.1f} {sheet.top - 4}V{frame.bottom:.1f}", "cut")
        half = width(cut.label) * sheet.font / 2
        if x - half > free:
            yield TextShape(x, sheet.top - 8, cut.label, "middle")
            free = x + half + 0.4 * sheet.font


def _ratings(frame: Frame) -> Iterator[Shape]:
    """Yield the ratings below the axis."""
    sheet = frame.sheet
    most = max(2, int((frame.right - sheet.left) / (4.5 * sheet.font)))
    for at, label in rating_ticks(*frame.x, most):
        yield TextShape(float(frame.across(at)), frame.bottom + 7 + sheet.font, label, "middle")
