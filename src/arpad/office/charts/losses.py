"""A chart of forecasters' log losses with their 95 % intervals, a line for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arpad.lab.backtest.study import Entry
from arpad.office.charts.axes import rating_ticks
from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import Frame, Sheet
from arpad.office.charts.shapes import Dot, Group, Path, Shape, Words
from arpad.office.pages.formatting import shortened

if TYPE_CHECKING:
    from markupsafe import Markup

LINE = 2.2
"""How far apart the lines are, in multiples of the font's size."""


def loss_chart(entries: Sequence[Entry], caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart, the lowest log loss first.

    Args:
        entries: the forecasters.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    font, left, width = (11, 128, 360) if narrow else (13, 300, 960)
    height = round(12 + LINE * font * len(entries) + 28)
    sheet = Sheet(width, height, left=left, right=20, top=12, bottom=28, font=font, points=len(entries))
    ends = [each for one in entries for each in (one.log_loss.low, one.log_loss.mean, one.log_loss.high)]
    finite = [each for each in ends if abs(each) < float("inf")]
    margin = max(0.04 * (max(finite) - min(finite)), 1e-6)
    frame = Frame(sheet, (min(finite) - margin, max(finite) + margin), (0.0, float(len(entries))))
    lines = [shape for at, one in enumerate(entries) for shape in _line(frame, one, at)]
    return drawn(frame, caption, [_grid(frame), *lines])


def _grid(frame: Frame) -> Group:
    """Return lines at round losses, with their numbers below."""
    sheet, shapes = frame.sheet, list[Shape]()
    most = max(2, int((frame.right - sheet.left) / (4.5 * sheet.font)))
    for at, label in rating_ticks(*frame.x, most):
        x = float(frame.across(at))
        shapes.append(Path(f"M{x:.1f} {sheet.top}V{frame.bottom:.1f}"))
        shapes.append(Words(x, frame.bottom + 7 + sheet.font, label, "middle"))
    return Group("grid", shapes)


def _line(frame: Frame, one: Entry, at: int) -> Iterator[Shape]:
    """Yield a forecaster's name, interval and log loss."""
    sheet = frame.sheet
    y = sheet.top + LINE * sheet.font * (at + 0.5)
    name = shortened(one.label, (sheet.left - 12) / sheet.font)
    yield Words(sheet.left - 10, y + 0.35 * sheet.font, "", "end", "label", name)
    mean = float(frame.across(one.log_loss.mean))
    shapes: list[Shape] = []
    if one.log_loss.high < float("inf"):
        low, high = (float(frame.across(each)) for each in (one.log_loss.low, one.log_loss.high))
        shapes.append(Path(f"M{low:.1f} {y:.1f}H{high:.1f}", "line"))
    yield Group("s1", [*shapes, Dot(mean, y, 3.5, "dot")])
