"""A rating month by month, as prices are drawn: where it opened, its highest, its lowest, where it closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.office.charts.axes import EPOCH, date_ticks
from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame, levels, time_axis
from arpad.office.charts.marks import Mark, marks
from arpad.office.charts.shapes import Path, Shape, ShapeGroup

if TYPE_CHECKING:
    from markupsafe import Markup

Unit: TypeAlias = Literal["month", "quarter", "year"]
"""How long a period is."""

MONTHS: dict[Unit, int] = {"month": 1, "quarter": 3, "year": 12}
"""Of how many months each is."""

MOST = 36
"""Periods that a chart has, if a longer unit leaves fewer."""

THICKEST = 16.0
"""How wide a period is drawn at most, in pixels."""


class Candle(NamedTuple):
    """A rating in a period.

    Args:
        label: of the period: ``2026-03``, ``2026-Q1`` or ``2026``.
        start: its first day, in days since 1970.
        end: the first day after it.
        open: the rating before the first game in it.
        high: the highest of that and the ratings after its games.
        low: the lowest of them.
        close: the rating after its last game.
        games: how many.
    """

    label: str
    start: float
    end: float
    open: float
    high: float
    low: float
    close: float
    games: int


def unit_of(days: NDArray[np.float64]) -> Unit:
    """Return the shortest unit of which a chart has room for all from the first to the last of these days."""
    months = _month(float(days[-1])) - _month(float(days[0])) + 1
    return next((unit for unit in MONTHS if months <= MOST * MONTHS[unit]), "year")


def candles_of(
    days: NDArray[np.float64], before: NDArray[np.float64], after: NDArray[np.float64], unit: Unit
) -> list[Candle]:
    """Return the periods with games, in their order.

    Args:
        days: when each game was played, in days since 1970; it never falls.
        before: the rating before each.
        after: the rating after each.
        unit: how long a period is.
    """
    periods = np.array([_month(day) // MONTHS[unit] for day in days.tolist()], dtype=np.int64)
    all_candles = []
    for period in dict.fromkeys(periods.tolist()):
        rows = np.flatnonzero(periods == period)
        opened, left = float(before[rows[0]]), after[rows]
        ratings = np.append(left, opened)
        all_candles.append(
            Candle(
                _label(period, unit),
                _first_day(period * MONTHS[unit]),
                _first_day((period + 1) * MONTHS[unit]),
                opened,
                float(ratings.max()),
                float(ratings.min()),
                float(left[-1]),
                len(rows),
            )
        )
    return all_candles


def candles(
    all_candles: Sequence[Candle],
    caption: Caption,
    *,
    narrow: bool,
    decimals: int = 0,
    events: Sequence[Mark] = (),
) -> Markup:
    """Return the chart: a box from open to close, hollow where it rose, and a line from low to high.

    Args:
        all_candles: at least one, in order.
        caption: what the chart is called.
        narrow: whether it is for a phone.
        decimals: of a rating.
        events: what happened, by days since 1970.
    """
    font, across, height = (11, 360, 300) if narrow else (13, 960, 400)
    sheet = ChartSheet(
        across, height, left=48, right=14, top=16, bottom=32, font=font, points=len(all_candles)
    )
    low, high = min(candle.low for candle in all_candles), max(candle.high for candle in all_candles)
    margin = max(0.06 * (high - low), 10.0**-decimals)
    frame = Frame(sheet, (all_candles[0].start, all_candles[-1].end), (low - margin, high + margin))
    grid = ShapeGroup("grid", [*levels(frame), *time_axis(frame, lambda most: date_ticks(*frame.x, most))])
    boxes = [shape for candle in all_candles for shape in _candle(frame, candle)]
    return drawn(frame, caption, [grid, marks(frame, events), ShapeGroup("s1 candles", boxes)])


def _candle(frame: Frame, candle: Candle) -> Iterator[Shape]:
    left, right = float(frame.across(candle.start)), float(frame.across(candle.end))
    half = max(1.0, min(0.36 * (right - left), THICKEST / 2))
    x = (left + right) / 2
    high, low = (float(frame.down(each)) for each in (candle.high, candle.low))
    top, bottom = sorted(float(frame.down(each)) for each in (candle.open, candle.close))
    bottom = max(bottom, top + 1.0)
    yield Path(f"M{x:.1f} {high:.1f}V{top:.1f}M{x:.1f} {bottom:.1f}V{max(low, bottom):.1f}", "line")
    box = f"M{x - half:.1f} {top:.1f}H{x + half:.1f}V{bottom:.1f}H{x - half:.1f}Z"
    yield Path(box, "rise" if candle.close >= candle.open else "fall")


def _month(day: float) -> int:
    """Return in which month a day lies, counted from the year 0."""
    calendar_day = date.fromordinal(EPOCH.toordinal() + int(np.floor(day)))
    return calendar_day.year * 12 + calendar_day.month - 1


def _first_day(month: int) -> float:
    if month >= 12 * (date.max.year + 1):
        return float((date.max - EPOCH).days + 1)
    return float((date(month // 12, month % 12 + 1, 1) - EPOCH).days)


def _label(period: int, unit: Unit) -> str:
    if unit == "year":
        return f"{period:04}"
    if unit == "quarter":
        return f"{period // 4:04}-Q{period % 4 + 1}"
    return f"{period // 12:04}-{period % 12 + 1:02}"
