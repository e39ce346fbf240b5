"""A reliability diagram: how often what a forecaster expected came true, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arpad.core import Figure, worded
from arpad.lab.forecasts.judging import Bin
from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.speaking import translated

if TYPE_CHECKING:
    from markupsafe import Markup

SHEET = ChartSheet(340, 330, left=44, right=12, top=12, bottom=40, font=11, points=10)

TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def reliability_diagram(bins: Sequence[Bin], caption: Caption) -> Markup:
    """Return the diagram: across the mean expected score of a bin, upwards its mean score.

    Forecasts that agree with the results lie on the diagonal.
    """
    frame = Frame(SHEET, (0.0, 1.0), (0.0, 1.0))
    points = [shape for bin_ in bins for shape in _point(frame, bin_)]
    return drawn(frame, caption, [_grid(frame), ShapeGroup("s1", points)])


def _grid(frame: Frame) -> ShapeGroup:
    """Return lines at every fifth, the diagonal, and what the axes show."""
    sheet, shapes = frame.sheet, list[Shape]()
    for at in TICKS:
        x, y = float(frame.across(at)), float(frame.down(at))
        label = translated(Figure(f"{at:g}"))
        shapes.append(Path(f"M{x:.1f} {sheet.top}V{frame.bottom:.1f}"))
        shapes.append(Path(f"M{sheet.left} {y:.1f}H{frame.right:.1f}"))
        shapes.append(TextShape(x, frame.bottom + 5 + sheet.font, label, "middle"))
        shapes.append(TextShape(sheet.left - 6, y + 0.35 * sheet.font, label, "end"))
    shapes.append(Path(f"M{sheet.left} {frame.bottom:.1f}L{frame.right:.1f} {sheet.top}", "axis"))
    middle = (sheet.left + frame.right) / 2
    shapes.append(TextShape(middle, sheet.height - 6, translated(worded("expected score")), "middle"))
    shapes.append(TextShape(sheet.left + 6, sheet.top + sheet.font, translated(worded("mean score"))))
    return ShapeGroup("grid", shapes)


def _point(frame: Frame, bin_: Bin) -> Iterator[Shape]:
    """Yield a bin's interval and its mean."""
    x = float(frame.across(bin_.expected))
    low, high, mean = (float(frame.down(each)) for each in (bin_.score_low, bin_.score_high, bin_.score))
    yield Path(f"M{x:.1f} {low:.1f}V{high:.1f}", "line")
    yield Dot(x, mean, 3.5, "dot")
