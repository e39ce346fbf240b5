"""The inflation of a record as a page: ratings over time, the account of points, the level, the measures."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from arpad.core import Figure, joined, worded, worded_count
from arpad.lab.backtest.face import label_of
from arpad.lab.inflation.study import Effect, Inflation, per_unit
from arpad.office.charts.curves import ChartCurve, curves
from arpad.office.charts.effects import EffectBar, effects
from arpad.office.pages.formatting import number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report
from arpad.office.pages.speaking import translated

QUANTITIES = {
    "top_10": worded("Top {count}", count=10),
    "top_100": worded("Top {count}", count=100),
    "mean": worded("Mean"),
    "median": worded("Median"),
}


def inflation_page(inflation: Inflation, title: str = "Do the ratings inflate?", source: str = "") -> str:
    """Return the page of a study of inflation.

    Args:
        inflation: the study.
        title: the heading.
        source: the games that it is about.
    """
    parts = [
        ReportPart("memo", worded("The answers"), inflation.memo),
        _ratings(inflation),
        _level(inflation),
        _account(inflation),
    ]
    if inflation.effects:
        parts.append(_measures(inflation))
    lede = worded_count(
        "{count} game rated by {system}.",
        "{count} games rated by {system}.",
        inflation.games,
        system=label_of(inflation.system),
    )
    return lab_report(title, worded("Inflation"), lede, parts, source)


def _column(inflation: Inflation, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a column of the table, NaN where it has nothing."""
    return np.array(
        [math.nan if each is None else each for each in inflation.table[name].to_list()], dtype=np.float64
    )


def _ratings(inflation: Inflation) -> ReportPart:
    labels, digits = tuple(inflation.table["step"].to_list()), inflation.system.decimals
    at = np.arange(len(labels), dtype=np.float64)
    lines = [
        ChartCurve(translated(word), at, column)
        for name, word in QUANTITIES.items()
        if np.isfinite(column := _column(inflation, name)).any()
    ]
    words = joined(
        [
            worded(
                "{name}: from {first} to {last}.",
                name=line.name,
                first=_number(line.y[0], digits),
                last=_number(line.y[-1], digits),
            )
            for line in lines
        ],
        " ",
    )
    chart = drawing(
        lambda caption, narrow: curves(lines, caption, narrow=narrow, names=labels),
        "ratings-chart",
        worded("The ratings by steps of time"),
        words,
    )
    heads = [
        Head(worded("Step")),
        Head(worded("Players")),
        Head(worded("Mean")),
        Head(worded("Median")),
        Head(worded("Top {count}", count=10), worded("the mean of the ten highest ratings")),
        Head(worded("Top {count}", count=100), worded("the mean of the hundred highest ratings")),
        Head(worded("Spread"), worded("standard deviation")),
    ]
    names = ("mean", "median", "top_10", "top_100", "spread")
    rows = [
        [row["step"], f"{row['players']:,}", *(_number(row[name], digits) for name in names)]
        for row in inflation.table.iter_rows(named=True)
    ]
    caption = worded("The ratings of those who play in a step of time, at its end")
    grid = Grid("ratings-table", caption, heads, rows)
    return ReportPart("ratings", worded("The ratings over time"), chart=chart, grid=grid, folded=True)


def _level(inflation: Inflation) -> ReportPart:
    title, labels = worded("Players of constant strength"), tuple(inflation.table["step"].to_list())
    level, low, high = (_column(inflation, name) for name in ("level", "level_low", "level_high"))
    if not np.isfinite(level).any():
        return ReportPart("level", title, [worded("Nobody has enough games in two steps of time.")])
    digits = max(1, inflation.system.decimals)
    line = ChartCurve(translated(worded("Level")), np.arange(len(labels), dtype=np.float64), level, low, high)
    last = int(np.flatnonzero(np.isfinite(level))[-1])
    words = worded(
        "{points} points in {step}, from {low} to {high}.",
        points=_number(level[last], digits),
        step=labels[last],
        low=_number(low[last], digits),
        high=_number(high[last], digits),
    )
    chart = drawing(
        lambda caption, narrow: curves([line], caption, narrow=narrow, names=labels),
        "level-chart",
        worded("The level of the ratings of players of constant strength"),
        words,
    )
    heads = [Head(worded("Step")), Head(worded("Level")), Head(worded("from")), Head(worded("to"))]
    rows = [
        [label, *(_number(each[at], digits) for each in (level, low, high))]
        for at, label in enumerate(labels)
    ]
    return ReportPart(
        "level",
        title,
        [
            worded(
                "By how many points the same strength is rated higher than in the first step, by overlapping "
                "careers."
            )
        ],
        chart,
        Grid("level-table", worded("The level in points, with its 95 % interval"), heads, rows),
        folded=True,
        notes=[
            worded(
                "Counted are players with {games} games and more in several steps of time. Nothing in "
                "results tells a general improvement of all established players from inflation.",
                games=inflation.established,
            )
        ],
    )


def _account(inflation: Inflation) -> ReportPart:
    columns = {
        "total": worded("Points at the end"),
        "entered": worded("Entered"),
        "brought": worded("brought"),
        "returned": worded("Returned"),
        "back": worded("back"),
        "left": worded("Left"),
        "took": worded("took"),
        "created": worded("Games created"),
        "bonuses": worded("by bonuses"),
        "floors": worded("by floors"),
        "between": worded("Between games"),
    }
    # What is nothing in every step has no column.
    columns = {
        name: word for name, word in columns.items() if np.nan_to_num(_column(inflation, name)).round().any()
    }
    rows = [
        [row["step"], *(_number(row[name], 0, grouped=True) for name in columns)]
        for row in inflation.table.iter_rows(named=True)
    ]
    heads = [Head(worded("Step")), *(Head(word) for word in columns.values())]
    caption = worded("The account of the points of those who play")
    grid = Grid("account-table", caption, heads, rows)
    return ReportPart(
        "account",
        worded("Where the points come from"),
        [
            worded(
                "The points of all who play in a step of time are those of the step before, and what "
                "entrants bring, returners bring back and games create, less what leavers take."
            )
        ],
        grid=grid,
        notes=[
            worded(
                "Left: who played in the step before and does not play in this one. Games create points by "
                "bonuses, floors and unequal K-factors; between games ratings change by seasons and decay."
            )
        ],
    )


def _measures(inflation: Inflation) -> ReportPart:
    tried = [effect for effect in inflation.effects if not effect.problem]
    unit = inflation.unit
    yearly = unit == "year"
    heads = [
        Head(worded("Measure")),
        Head(
            worded("Effect a year") if yearly else worded("Effect a step"),
            worded("by how many points the ratings rise faster with it"),
        ),
        Head(worded("from")),
        Head(worded("to")),
        Head(
            worded("Drift a year") if yearly else worded("Drift a step"),
            worded("of players of constant strength, with it"),
        ),
        Head(worded("Mean at the end")),
    ]
    rows = [
        [
            joined([effect.measure.name, effect.measure.label], ": "),
            *(_number(each, 2) for each in effect.effect),
            _number(effect.drift.mean, 2),
            _number(effect.last, inflation.system.decimals),
        ]
        for effect in tried
    ]
    notes = [
        worded("Not tried: {measure}: {why}.", measure=effect.measure.label, why=effect.problem)
        for effect in inflation.effects
        if effect.problem
    ]
    if not tried:
        return ReportPart("measures", worded("Measures"), notes=notes)
    bars = [_bar(effect) for effect in tried]
    words = joined(
        [joined([bar.name, joined([per_unit(_number(bar.mean, 2), unit), "."], "")], ": ") for bar in bars],
        " ",
    )
    chart = drawing(
        lambda caption, narrow: effects(bars, caption, narrow=narrow),
        "measures-chart",
        worded("What each measure changes, in points a year")
        if yearly
        else worded("What each measure changes, in points a step"),
        words,
    )
    return ReportPart(
        "measures",
        worded("Measures"),
        [
            worded(
                "By how many points a year the ratings of the same games rise faster with each measure than "
                "without."
            )
            if yearly
            else worded(
                "By how many points a step the ratings of the same games rise faster with each measure than "
                "without."
            )
        ],
        chart,
        Grid("measures-table", worded("Effects with their 95 % intervals"), heads, rows),
        notes=notes,
    )


def _bar(effect: Effect) -> EffectBar:
    return EffectBar(effect.measure.name, *effect.effect)


def _number(value: float | int | None, digits: int, *, grouped: bool = False) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    if grouped:
        return Figure(f"{round(value):,}".replace("-", "−"))
    return Figure(number(value, digits))
