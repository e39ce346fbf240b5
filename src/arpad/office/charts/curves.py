"""A chart of curves: how quantities go with time or with games, each with a band if it has one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arpad.office.charts.axes import Tick, number_ticks
from arpad.office.charts.chart import NARROW, STYLES, WIDE, Caption, drawn, spread
from arpad.office.charts.frame import Frame, levels
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened, width

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class ChartCurve:
    """A quantity over an axis of numbers.

    Args:
        name: what stands at the end of the curve.
        x: float64, rising.
        y: float64, as many; NaN where there is nothing.
        low: the lower ends of a band around it; None for no band.
        high: the upper ends.
    """

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    low: NDArray[np.float64] | None = None
    high: NDArray[np.float64] | None = None


def curves(
    all_curves: Sequence[ChartCurve],
    caption: Caption,
    *,
    narrow: bool,
    names: tuple[str, ...] = (),
    ticks: Sequence[Tick] | None = None,
) -> Markup:
    """Return the chart.

    Args:
        all_curves: 1 to 8 of them.
        caption: what the chart is called.
        narrow: whether it is for a phone.
        names: what stands along the axis below, by the whole numbers from 0; the numbers themselves if none.
        ticks: what stands along the axis below where it is not whole numbers.

    Raises:
        ValueError: there is nothing to show, or more than can be told apart.
    """
    if not 1 <= len(all_curves) <= STYLES:
        raise ValueError(f"a chart shows 1 to {STYLES} curves, not {len(all_curves)}")
    sheet = NARROW if narrow else WIDE
    heights = [each for curve in all_curves for each in (curve.y, curve.low, curve.high) if each is not None]
    y = np.concatenate([each[np.isfinite(each)] for each in heights])
    x = np.concatenate([curve.x[np.isfinite(curve.y)] for curve in all_curves])
    low, high = float(y.min()), float(y.max())
    margin = max(0.04 * (high - low), 1e-6, 1e-9 * abs(high))
    first, last = float(x.min()), float(x.max())
    if first == last:
        first, last = first - 1.0, last + 1.0
    frame = Frame(sheet, (first, last), (low - margin, high + margin))
    shapes: list[Shape] = [marked_grid(frame, names, ticks)]
    shapes += [
        ShapeGroup(f"s{style}", list(_curve(frame, curve))) for style, curve in enumerate(all_curves, 1)
    ]
    return drawn(frame, caption, [*shapes, *_names(frame, all_curves)], clipped=True)


def marked_grid(
    frame: Frame, names: tuple[str, ...], ticks: Sequence[Tick] | None = None, least: float = 0.0
) -> ShapeGroup:
    """Return lines at round heights, and marks at whole numbers below.

    Args:
        frame: the frame.
        names: as of :func:`curves`, like ``ticks``.
        ticks: what stands along the axis below where it is not whole numbers.
        least: how far apart the values of the lines are at least.
    """
    sheet, shapes = frame.sheet, list(levels(frame, least))
    room = frame.right - sheet.left
    free = -np.inf
    if ticks is None:
        ticks = number_ticks(*frame.x, max(2, int(room / (4 * sheet.font))), names)
    for at, label in ticks:
        x, half = float(frame.across(at)), width(label) * sheet.font / 2
        shapes.append(Path(f"M{x:.1f} {frame.bottom:.1f}v5", "axis"))
        if x - half > free:
            shapes.append(TextShape(x, frame.bottom + 7 + sheet.font, label, "middle"))
            free = x + half + 0.6 * sheet.font
    return ShapeGroup("grid", shapes)


def _curve(frame: Frame, curve: ChartCurve) -> Iterator[Shape]:
    """Yield the band and the line of a curve; both are cut where there is nothing."""
    across = frame.across(curve.x)
    for run in _runs(np.isfinite(curve.y)):
        if curve.low is not None and curve.high is not None and np.isfinite(curve.low[run]).all():
            upper, lower = frame.down(curve.high[run]), frame.down(curve.low[run])
            there = [f"{x:.1f} {y:.1f}" for x, y in zip(across[run], upper, strict=True)]
            back = [f"{x:.1f} {y:.1f}" for x, y in zip(across[run], lower, strict=True)]
            yield ShapeGroup("", [Path(f"M{'L'.join(there + back[::-1])}Z", "band")], clip=True)
        down = frame.down(curve.y[run])
        if len(run) == 1:
            yield Dot(float(across[run[0]]), float(down[0]), 2.2, "dot")
            continue
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(across[run], down, strict=True))
        yield Path(f"M{path}", "line")


def _runs(there: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """Return the stretches without a gap."""
    at = np.flatnonzero(there)
    return [run for run in np.split(at, np.flatnonzero(np.diff(at) > 1) + 1) if len(run)]


def _names(frame: Frame, all_curves: Sequence[ChartCurve]) -> Iterator[Shape]:
    """Yield the names at the right, each led to from the end of its curve."""
    sheet, ends = frame.sheet, list[tuple[float, float]]()
    for curve in all_curves:
        last = int(np.flatnonzero(np.isfinite(curve.y))[-1])
        ends.append((float(frame.across(curve.x[last])), float(frame.down(curve.y[last]))))
    heights = spread([y for _, y in ends], 1.35 * sheet.font, sheet.top + 0.6 * sheet.font, frame.bottom)
    for style, (curve, (x, end), y) in enumerate(zip(all_curves, ends, heights, strict=True), 1):
        at = frame.right
        yield Path(f"M{x:.1f} {end:.1f}H{at:.1f}L{at + 10:.1f} {y:.1f}", "leader")
        yield ShapeGroup(f"s{style}", [Path(f"M{at + 10:.1f} {y:.1f}h18", "line")])
        name = shortened(curve.name, (sheet.right - 35) / sheet.font)
        yield TextShape(at + 33, y + 0.35 * sheet.font, "", kind="label", player=name)
