"""A chart with a line for each of several things: a value with its interval, or two values side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame, upright_grid
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened

if TYPE_CHECKING:
    from markupsafe import Markup

LINE = 2.2
"""How far apart the lines are, in multiples of the font's size."""


@dataclass(frozen=True)
class ChartRow:
    """A line of the chart.

    Args:
        name: what it tells of.
        value: the dot.
        low: the lower end of the interval; infinite for none.
        high: the upper end.
        other: a second value, joined to the first; NaN for none.
    """

    name: str
    value: float
    low: float = -math.inf
    high: float = math.inf
    other: float = math.nan


def row_chart(rows: Sequence[ChartRow], caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart, in the order of the rows.

    Args:
        rows: at least one.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    font, left, width = (11, 140, 360) if narrow else (13, 300, 960)
    height = round(12 + LINE * font * len(rows) + 28)
    sheet = ChartSheet(width, height, left=left, right=20, top=12, bottom=28, font=font, points=len(rows))
    ends = [each for row in rows for each in (row.low, row.value, row.high, row.other)]
    finite = [each for each in ends if math.isfinite(each)]
    margin = max(0.04 * (max(finite) - min(finite)), 1e-6)
    frame = Frame(sheet, (min(finite) - margin, max(finite) + margin), (0.0, float(len(rows))))
    lines = [shape for at, row in enumerate(rows) for shape in _line(frame, row, at)]
    return drawn(frame, caption, [upright_grid(frame), *lines])


def _line(frame: Frame, row: ChartRow, at: int) -> Iterator[Shape]:
    """Yield the name, the interval, the dot, and the second one."""
    sheet = frame.sheet
    y = sheet.top + LINE * sheet.font * (at + 0.5)
    name = shortened(row.name, (sheet.left - 12) / sheet.font)
    yield TextShape(sheet.left - 10, y + 0.35 * sheet.font, "", "end", "label", name)
    value = float(frame.across(row.value))
    shapes: list[Shape] = []
    if math.isfinite(row.low) and math.isfinite(row.high):
        low, high = (float(frame.across(each)) for each in (row.low, row.high))
        shapes.append(Path(f"M{low:.1f} {y:.1f}H{high:.1f}", "line"))
    if math.isfinite(row.other):
        other = float(frame.across(row.other))
        yield Path(f"M{value:.1f} {y:.1f}H{other:.1f}", "leader")
        yield ShapeGroup("s2", [Dot(other, y, 4.5, "peak")])
    yield ShapeGroup("s1", [*shapes, Dot(value, y, 3.5, "dot")])
