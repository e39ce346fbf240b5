"""A chart of counts: a bar for each step of time, or for each class of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arpad.office.charts.axes import number_ticks
from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.curves import marked_grid
from arpad.office.charts.frame import ChartSheet, Frame
from arpad.office.charts.shapes import Path
from arpad.office.pages.formatting import width

if TYPE_CHECKING:
    from markupsafe import Markup

WIDE = ChartSheet(960, 300, left=72, right=48, top=12, bottom=32, font=13, points=0)
NARROW = ChartSheet(360, 240, left=52, right=40, top=12, bottom=28, font=11, points=0)

FULL = 0.8
"""How much of its room a bar fills."""


def bars(counts: Sequence[tuple[str, int]], caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart.

    Args:
        counts: what stands below each bar, and how many it counts; at least one.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    sheet = NARROW if narrow else WIDE
    names = tuple(name for name, _ in counts)
    frame = Frame(sheet, (-0.5, len(counts) - 0.5), (0.0, 1.04 * max(1, *(each for _, each in counts))))
    room = (max(map(width, names)) + 1.0) * sheet.font
    ticks = number_ticks(*frame.x, max(1, int((frame.right - sheet.left) / room)), names)
    half = 0.5 * FULL * (frame.right - sheet.left) / len(counts)
    shapes = []
    for at, (_, each) in enumerate(counts):
        x, top = float(frame.across(float(at))), float(frame.down(float(each)))
        if each:
            left, right = x - half, x + half
            shapes.append(
                Path(f"M{left:.1f} {frame.bottom:.1f}V{top:.1f}H{right:.1f}V{frame.bottom:.1f}Z", "bar")
            )
    return drawn(frame, caption, [marked_grid(frame, names, ticks, least=1.0), *shapes])
