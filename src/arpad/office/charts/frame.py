"""The frame of a chart: where numbers lie on the sheet, its gridlines and its axes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.core import Figure
from arpad.office.charts.axes import Tick, date_ticks, number_ticks, rating_ticks
from arpad.office.charts.series import RatingHistory
from arpad.office.charts.shapes import Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened, width
from arpad.office.pages.speaking import translated
from arpad.ratings.list_columns import INTERVAL

BAND_ROOM = 1.0
"""How much of the ratings' own span the bands may add above and below before they are clipped."""


@dataclass(frozen=True)
class ChartSheet:
    """How large a chart is, in CSS pixels at its natural size.

    Args:
        width: of the whole.
        height: of the whole.
        left: room for the ratings along the axis.
        right: room for the players' names.
        top: room above.
        bottom: room for the dates.
        font: size of the letters.
        points: how many points of a player are drawn at most.
    """

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    font: int
    points: int


@dataclass(frozen=True)
class Frame:
    """Where ratings and times lie on the sheet.

    Args:
        sheet: the sheet.
        x: the first and the last time shown.
        y: the lowest and the highest rating shown.
    """

    sheet: ChartSheet
    x: tuple[float, float]
    y: tuple[float, float]

    @property
    def right(self) -> float:
        """Where the plot ends on the right."""
        return self.sheet.width - self.sheet.right

    @property
    def bottom(self) -> float:
        """Where the plot ends below."""
        return self.sheet.height - self.sheet.bottom

    def across(self, x: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """Return where times lie across the sheet."""
        low, high = self.x
        return self.sheet.left + (np.asarray(x) - low) / (high - low) * (self.right - self.sheet.left)

    def down(self, rating: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """Return where ratings lie down the sheet."""
        low, high = self.y
        return self.bottom - (np.asarray(rating) - low) / (high - low) * (self.bottom - self.sheet.top)


def frame_of(history: RatingHistory, sheet: ChartSheet, *, bands: bool) -> Frame:
    """Return a frame that holds all series; a flat or empty one gets some room around."""
    ratings = np.concatenate([series.rating for series in history.series])
    low, high = float(ratings.min()), float(ratings.max())
    if bands and history.has_bands:
        room = BAND_ROOM * max(high - low, 1.0)
        widths = [
            (series.rating, INTERVAL * series.deviation)
            for series in history.series
            if series.deviation is not None
        ]
        lowest = min(float((rating - half).min()) for rating, half in widths)
        highest = max(float((rating + half).max()) for rating, half in widths)
        low, high = max(low - room, lowest), min(high + room, highest)
    margin = max(0.04 * (high - low), 10.0**-history.decimals)
    first, last = history.span
    if history.kind == "game":
        first = 0.0
    if first == last:
        first, last = first - 1.0, last + 1.0
    return Frame(sheet, (first, last), (low - margin, high + margin))


def grid(frame: Frame, history: RatingHistory) -> ShapeGroup:
    """Return gridlines at round ratings with their numbers, and marks at round dates with theirs."""
    return ShapeGroup(
        "grid", [*levels(frame), *time_axis(frame, lambda most: time_ticks(frame, history, most))]
    )


def levels(frame: Frame, least: float = 0.0) -> Iterator[Shape]:
    """Yield level lines at round heights with their numbers on the left, and the axis below them.

    Args:
        frame: the frame.
        least: how far apart their values are at least; 1 for things that are counted.
    """
    sheet = frame.sheet
    spacing = 46 if sheet.font >= 12 else 34
    for at, label in rating_ticks(*frame.y, max(2, int((frame.bottom - sheet.top) / spacing)), least):
        y = float(frame.down(at))
        yield Path(f"M{sheet.left} {y:.1f}H{frame.right:.1f}")
        yield TextShape(sheet.left - 8, y + 0.35 * sheet.font, label, "end")
    yield Path(f"M{sheet.left} {frame.bottom:.1f}H{frame.right:.1f}", "axis")


def upright_grid(frame: Frame, apart: float = 4.5) -> ShapeGroup:
    """Return upright lines at round values with their numbers below, for a chart of a line for each thing.

    Args:
        frame: the frame.
        apart: how far apart the numbers are at least, in multiples of the font's size.
    """
    sheet, shapes = frame.sheet, list[Shape]()
    for at, label in rating_ticks(*frame.x, max(2, int((frame.right - sheet.left) / (apart * sheet.font)))):
        x = float(frame.across(at))
        shapes.append(Path(f"M{x:.1f} {sheet.top}V{frame.bottom:.1f}"))
        shapes.append(TextShape(x, frame.bottom + 7 + sheet.font, translated(Figure(label)), "middle"))
    return ShapeGroup("grid", shapes)


def time_axis(frame: Frame, ticks: Callable[[int], list[Tick]]) -> Iterator[Shape]:
    """Yield the marks below the plot; a label that would run into its neighbour is left out.

    Args:
        frame: the frame.
        ticks: gives at most so many marks.
    """
    sheet = frame.sheet
    room = frame.right - sheet.left
    free = -np.inf
    for at, label in ticks(max(2, int(room / (5 * sheet.font)))):
        x = float(frame.across(at))
        shown = shortened(label, room / sheet.font / 3)
        half = width(shown) * sheet.font / 2
        centre = min(max(x, half), sheet.width - half)
        yield Path(f"M{x:.1f} {frame.bottom:.1f}v5", "axis")
        if centre - half > free:
            yield TextShape(centre, frame.bottom + 7 + sheet.font, shown, "middle")
            free = centre + half + 0.6 * sheet.font


def time_ticks(frame: Frame, history: RatingHistory, most: int) -> list[Tick]:
    """Return what stands along the time axis."""
    if history.kind == "date":
        return date_ticks(*frame.x, most)
    return number_ticks(*frame.x, most, history.names)
