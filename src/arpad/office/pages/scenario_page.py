"""A scenario as a page: two lists side by side, who gains and loses, and which system predicts better."""

from __future__ import annotations

import math
from typing import Any

from arpad.lab.backtest.face import label_of
from arpad.lab.scenario import Scenario
from arpad.office.charts.rows import Row, row_chart
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, Part, drawing, lab_report

DRAWN = 25
"""How many players the chart shows, the best of the list."""

LISTED = 1000
"""How many players the table has at most."""


def scenario_page(
    found: Scenario, title: str = "What if we had used another system?", source: str = ""
) -> str:
    """Return the page of a scenario.

    Args:
        found: the scenario.
        title: the heading.
        source: the games that it is about.
    """
    used, supposed = label_of(found.used.system), label_of(found.supposed.system)
    how = "goes on from its list" if found.entry == "carried" else "rates all games anew"
    lede = (
        f"{used} was used; from {found.start} on {supposed} {how}. {count(found.games, 'game')} since then."
    )
    parts = [Part("memo", "The answers", found.memo), _forecasts(found, used, supposed)]
    if found.thresholds:
        parts.append(_crossings(found, used, supposed))
    parts.append(_lists(found, used, supposed))
    return lab_report(title, "Scenario", lede, parts, source)


def _forecasts(found: Scenario, used: str, supposed: str) -> Part:
    gain = found.gain
    rows = [[used, f"{found.loss_used:.4f}"], [supposed, f"{found.loss_supposed:.4f}"]]
    way = "lower" if gain.mean >= 0.0 else "higher"
    notes = [
        f"The log loss of {supposed} is {abs(gain.mean):.4f} {way}; the 95 % interval of the gain goes from "
        f"{_signed(gain.low, 4)} to {_signed(gain.high, 4)}.",
        "Each game is predicted from the games before it. Forecasting ½ for every game costs 0.6931.",
    ]
    grid = Grid("forecasts-table", "Log loss; lower is better", [Head("System"), Head("Log loss")], rows)
    return Part("forecasts", "Which predicts better", grid=grid, notes=notes)


def _crossings(found: Scenario, used: str, supposed: str) -> Part:
    digits = _digits(found)
    heads = [Head("Player"), Head("Threshold"), Head(used), Head(supposed), Head("would", kind="words")]
    rows = [
        [
            row["player"],
            f"{row['threshold']:g}",
            number(row["used"], digits),
            number(row["supposed"], digits),
            "reach it" if row["supposed"] >= row["threshold"] else "not reach it",
        ]
        for row in found.crossings.iter_rows(named=True)
    ]
    said = [] if rows else ["Nobody reaches a threshold by one system alone."]
    grid = Grid("crossings-table", "Who reaches a threshold by one system alone", heads, rows)
    return Part("thresholds", "Thresholds", said, grid=grid if rows else None)


def _lists(found: Scenario, used: str, supposed: str) -> Part:
    digits = _digits(found)
    table = found.table.head(LISTED).to_dicts()
    if not table:
        return Part("lists", "Side by side", [f"Nobody on the list has played since {found.start}."])
    first = table[:DRAWN]
    drawn = [Row(row["player"], row["rating_used"], other=row["rating_supposed"]) for row in first]
    words = " ".join(
        f"{row['player']}: {number(row['rating_used'], digits)}, then "
        f"{number(row['rating_supposed'], digits)}."
        for row in first
    )
    chart = drawing(
        lambda caption, narrow: row_chart(drawn, caption, narrow=narrow),
        "points",
        "Ratings by both systems",
        words,
    )
    heads = [
        Head("Player"),
        Head("Rank"),
        Head(used),
        Head(supposed),
        Head("points"),
        Head("Rank then", f"by {supposed}"),
        Head("places"),
    ]
    left = len(found.table) - len(table)
    notes = [
        f"Full dots are {used}, rings {supposed}. Ranks are among those who have played since {found.start}."
    ]
    if len(found.table) > len(first):
        notes.append(f"The chart shows the first {len(first)} players.")
    if left:
        notes.append(f"{count(left, 'player')} more are left out of the table.")
    grid = Grid("lists-table", "The two lists", heads, [_row(row, digits) for row in table])
    return Part("lists", "Side by side", [], chart, grid, notes=notes)


def _row(row: dict[str, Any], digits: int) -> list[str]:
    return [
        row["player"],
        f"{row['rank_used']}",
        number(row["rating_used"], digits),
        number(row["rating_supposed"], digits),
        _signed(row["points"], digits),
        f"{row['rank_supposed']}",
        _signed(row["places"], 0),
    ]


def _digits(found: Scenario) -> int:
    return max(found.used.system.decimals, found.supposed.system.decimals)


def _signed(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return "–"
    return ("+" if round(value, decimals) > 0 else "") + number(value, decimals)
