"""A scenario as a page: two lists side by side, who gains and loses, and which system predicts better."""

from __future__ import annotations

import math
from typing import Any

from arpad.core import Figure, joined, worded, worded_count
from arpad.lab.backtest.advice import EVEN
from arpad.lab.backtest.face import label_of
from arpad.lab.scenario import Scenario
from arpad.office.charts.rows import ChartRow, row_chart
from arpad.office.pages.formatting import number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report

DRAWN = 25
"""How many players the chart shows, the best of the list."""

LISTED = 1000
"""How many players the table has at most."""


def scenario_page(
    scenario: Scenario, title: str = "What if we had used another system?", source: str = ""
) -> str:
    """Return the page of a scenario.

    Args:
        scenario: the scenario.
        title: the heading.
        source: the games that it is about.
    """
    used, supposed = label_of(scenario.used.system), label_of(scenario.supposed.system)
    values = {"used": used, "supposed": supposed, "start": scenario.start}
    games = worded_count("{count} game since then.", "{count} games since then.", scenario.games)
    if scenario.entry == "carried":
        how = worded("{used} was used; from {start} on {supposed} goes on from its list.", **values)
    else:
        how = worded("{used} was used; from {start} on {supposed} rates all games anew.", **values)
    lede = joined([how, games], " ")
    parts = [ReportPart("memo", worded("The answers"), scenario.memo), _forecasts(scenario, used, supposed)]
    if scenario.thresholds:
        parts.append(_crossings(scenario, used, supposed))
    parts.append(_lists(scenario, used, supposed))
    return lab_report(title, worded("Scenario"), lede, parts, source)


def _forecasts(scenario: Scenario, used: str, supposed: str) -> ReportPart:
    gain = scenario.gain
    rows = [[used, f"{scenario.loss_used:.4f}"], [supposed, f"{scenario.loss_supposed:.4f}"]]
    values = {
        "system": supposed,
        "difference": Figure(f"{abs(gain.mean):.4f}"),
        "low": Figure(_signed(gain.low, 4)),
        "high": Figure(_signed(gain.high, 4)),
    }
    if gain.mean >= 0.0:
        gained = worded(
            "The log loss of {system} is {difference} lower; the 95 % interval of the gain goes from {low} "
            "to {high}.",
            **values,
        )
    else:
        gained = worded(
            "The log loss of {system} is {difference} higher; the 95 % interval of the gain goes from {low} "
            "to {high}.",
            **values,
        )
    notes = [
        gained,
        worded(
            "Each game is predicted from the games before it. Forecasting ½ for every game costs {even}.",
            even=EVEN,
        ),
    ]
    heads = [Head(worded("System")), Head(worded("Log loss"))]
    grid = Grid("forecasts-table", worded("Log loss; lower is better"), heads, rows)
    return ReportPart("forecasts", worded("Which predicts better"), grid=grid, notes=notes)


def _crossings(scenario: Scenario, used: str, supposed: str) -> ReportPart:
    digits = _digits(scenario)
    heads = [
        Head(worded("Player")),
        Head(worded("Threshold")),
        Head(used),
        Head(supposed),
        Head(worded("would"), kind="words"),
    ]
    rows = [
        [
            row["player"],
            f"{row['threshold']:g}",
            number(row["used"], digits),
            number(row["supposed"], digits),
            worded("reach it") if row["supposed"] >= row["threshold"] else worded("not reach it"),
        ]
        for row in scenario.crossings.iter_rows(named=True)
    ]
    sentences = [] if rows else [worded("Nobody reaches a threshold by one system alone.")]
    grid = Grid("crossings-table", worded("Who reaches a threshold by one system alone"), heads, rows)
    return ReportPart("thresholds", worded("Thresholds"), sentences, grid=grid if rows else None)


def _lists(scenario: Scenario, used: str, supposed: str) -> ReportPart:
    digits = _digits(scenario)
    table = scenario.table.head(LISTED).to_dicts()
    if not table:
        nobody = worded("Nobody on the list has played since {start}.", start=scenario.start)
        return ReportPart("lists", worded("Side by side"), [nobody])
    first = table[:DRAWN]
    drawn = [ChartRow(row["player"], row["rating_used"], other=row["rating_supposed"]) for row in first]
    words = joined(
        [
            worded(
                "{name}: {before}, then {after}.",
                name=row["player"],
                before=Figure(number(row["rating_used"], digits)),
                after=Figure(number(row["rating_supposed"], digits)),
            )
            for row in first
        ],
        " ",
    )
    chart = drawing(
        lambda caption, narrow: row_chart(drawn, caption, narrow=narrow),
        "points",
        worded("Ratings by both systems"),
        words,
    )
    heads = [
        Head(worded("Player")),
        Head(worded("Rank")),
        Head(used),
        Head(supposed),
        Head(worded("points")),
        Head(worded("Rank then"), worded("by {system}", system=supposed)),
        Head(worded("places")),
    ]
    left = len(scenario.table) - len(table)
    notes: list[str] = [
        worded(
            "Full dots are {used}, rings {supposed}. Ranks are among those who have played since {start}.",
            used=used,
            supposed=supposed,
            start=scenario.start,
        )
    ]
    if len(scenario.table) > len(first):
        notes.append(worded("The chart shows the first {count} players.", count=len(first)))
    if left:
        notes.append(
            worded_count(
                "{count} player more are left out of the table.",
                "{count} players more are left out of the table.",
                left,
            )
        )
    grid = Grid("lists-table", worded("The two lists"), heads, [_row(row, digits) for row in table])
    return ReportPart("lists", worded("Side by side"), [], chart, grid, notes=notes)


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


def _digits(scenario: Scenario) -> int:
    return max(scenario.used.system.decimals, scenario.supposed.system.decimals)


def _signed(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return "–"
    return ("+" if round(value, decimals) > 0 else "") + number(value, decimals)
