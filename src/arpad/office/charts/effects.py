"""A chart of effects with their 95 % intervals, a line for each, and a mark at no effect."""

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
class EffectBar:
    """An effect.

    Args:
        name: of what.
        mean: the effect.
        low: the lower end of its interval; −∞ for none.
        high: the upper end.
    """

    name: str
    mean: float
    low: float
    high: float


def effects(bars: Sequence[EffectBar], caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart, the effects in the order in which they are given.

    Args:
        bars: the effects, at least one.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    font, left, width = (11, 150, 360) if narrow else (13, 400, 960)
    height = round(12 + LINE * font * len(bars) + 28)
    sheet = ChartSheet(width, height, left=left, right=20, top=12, bottom=28, font=font, points=len(bars))
    ends = [each for bar in bars for each in (bar.low, bar.mean, bar.high) if math.isfinite(each)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    margin = max(0.04 * (high - low), 1e-6)
    frame = Frame(sheet, (low - margin, high + margin), (0.0, float(len(bars))))
    lines = [shape for at, bar in enumerate(bars) for shape in _line(frame, bar, at)]
    zero = float(frame.across(0.0))
    nothing = ShapeGroup("grid", [Path(f"M{zero:.1f} {sheet.top}V{frame.bottom:.1f}", "axis")])
    return drawn(frame, caption, [upright_grid(frame), nothing, *lines])


def _line(frame: Frame, bar: EffectBar, at: int) -> Iterator[Shape]:
    """Yield the name, the interval and the effect."""
    sheet = frame.sheet
    y = sheet.top + LINE * sheet.font * (at + 0.5)
    name = shortened(bar.name, (sheet.left - 12) / sheet.font)
    yield TextShape(sheet.left - 10, y + 0.35 * sheet.font, "", "end", "label", name)
    shapes: list[Shape] = []
    if math.isfinite(bar.low):
        low, high = (float(frame.across(each)) for each in (bar.low, bar.high))
        shapes.append(Path(f"M{low:.1f} {y:.1f}H{high:.1f}", "line"))
    yield ShapeGroup("s1", [*shapes, Dot(float(frame.across(bar.mean)), y, 3.5, "dot")])
