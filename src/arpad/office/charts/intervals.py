"""A chart of ratings with their 95 % intervals, for lists without a history: one line for each player.

Where the list has joint intervals, they reach out from the others as thin, pale lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame, upright_grid
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened

if TYPE_CHECKING:
    import polars as pl
    from markupsafe import Markup

ROWS = 30
"""How many players are drawn at most, the best of the list."""

LINE = 1.8
"""How far apart the lines are, in multiples of the font's size."""


def intervals(table: pl.DataFrame, caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart of the best players of a list.

    Args:
        table: the list, with ``low`` and ``high``.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    rows = table.head(ROWS).to_dicts()
    font, left, width = (11, 116, 360) if narrow else (13, 208, 960)
    height = round(12 + LINE * font * len(rows) + 28)
    sheet = ChartSheet(width, height, left=left, right=20, top=12, bottom=28, font=font, points=ROWS)
    outer = ("joint_low", "joint_high") if "joint_low" in table.columns else ("low", "high")
    low, high = min(row[outer[0]] for row in rows), max(row[outer[1]] for row in rows)
    margin = max(0.04 * (high - low), 1e-9)
    frame = Frame(sheet, (low - margin, high + margin), (0.0, float(len(rows))))
    lines = [shape for at, row in enumerate(rows) for shape in _line(frame, row, at)]
    return drawn(frame, caption, [upright_grid(frame, 3.5), *lines])


def _line(frame: Frame, row: dict[str, Any], at: int) -> Iterator[Shape]:
    """Yield a player's name, interval and rating; a provisional rating is pale."""
    sheet = frame.sheet
    y = sheet.top + LINE * sheet.font * (at + 0.5)
    name = shortened(row["player"], (sheet.left - 12) / sheet.font)
    yield TextShape(sheet.left - 10, y + 0.35 * sheet.font, "", "end", "label", name)
    low, high, rating = (float(frame.across(row[key])) for key in ("low", "high", "rating"))
    kind = "line p" if row["provisional"] else "line"
    behind: list[Shape] = []
    if "joint_low" in row:
        ends = (float(frame.across(row[key])) for key in ("joint_low", "joint_high"))
        behind = [Path(f"M{next(ends):.1f} {y:.1f}H{next(ends):.1f}", "whisker")]
    yield ShapeGroup(
        "s1", [*behind, Path(f"M{low:.1f} {y:.1f}H{high:.1f}", kind), Dot(rating, y, 3.5, "dot")]
    )
