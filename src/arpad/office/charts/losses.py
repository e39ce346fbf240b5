"""A chart of forecasters' log losses with their 95 % intervals, a line for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arpad.lab.backtest.study import ForecastScores
from arpad.office.charts.chart import Caption
from arpad.office.charts.rows import ChartRow, row_chart

if TYPE_CHECKING:
    from markupsafe import Markup


def loss_chart(entries: Sequence[ForecastScores], caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart, the lowest log loss first.

    Args:
        entries: the forecasters.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    return row_chart(
        [ChartRow(entry.label, *entry.log_loss[:3]) for entry in entries], caption, narrow=narrow
    )
