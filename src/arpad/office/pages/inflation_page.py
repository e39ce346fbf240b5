"""The inflation of a record as a page: ratings over time, the account of points, the level, the measures."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from arpad.lab.backtest.face import label_of
from arpad.lab.inflation.study import Effect, Inflation
from arpad.office.charts.curves import Curve, curves
from arpad.office.charts.effects import Bar, effects
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, Part, drawing, lab_report

QUANTITIES = {
    "top_10": "Top 10",
    "top_100": "Top 100",
    "mean": "Mean",
    "median": "Median",
}


def inflation_page(found: Inflation, title: str = "Do the ratings inflate?", source: str = "") -> str:
    """Return the page of a study of inflation.

    Args:
        found: the study.
        title: the heading.
        source: the games that it is about.
    """
    parts = [Part("memo", "The answers", found.memo), _ratings(found), _level(found), _account(found)]
    if found.effects:
        parts.append(_measures(found))
    lede = f"{count(found.games, 'game')} rated by {label_of(found.system)}."
    return lab_report(title, "Inflation", lede, parts, source)


def _column(found: Inflation, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a column of the table, NaN where it has nothing."""
    return np.array(
        [math.nan if each is None else each for each in found.table[name].to_list()], dtype=np.float64
    )


def _ratings(found: Inflation) -> Part:
    labels, digits = tuple(found.table["step"].to_list()), found.system.decimals
    at = np.arange(len(labels), dtype=np.float64)
    lines = [
        Curve(word, at, column)
        for name, word in QUANTITIES.items()
        if np.isfinite(column := _column(found, name)).any()
    ]
    words = " ".join(
        f"{one.name}: from {_number(one.y[0], digits)} to {_number(one.y[-1], digits)}." for one in lines
    )
    chart = drawing(
        lambda caption, narrow: curves(lines, caption, narrow=narrow, names=labels),
        "ratings-chart",
        "The ratings by steps of time",
        words,
    )
    heads = [
        Head("Step"),
        Head("Players"),
        Head("Mean"),
        Head("Median"),
        Head("Top 10", "the mean of the ten highest ratings"),
        Head("Top 100", "the mean of the hundred highest ratings"),
        Head("Spread", "standard deviation"),
    ]
    names = ("mean", "median", "top_10", "top_100", "spread")
    rows = [
        [row["step"], f"{row['players']:,}", *(_number(row[name], digits) for name in names)]
        for row in found.table.iter_rows(named=True)
    ]
    grid = Grid("ratings-table", "The ratings of those who play in a step of time, at its end", heads, rows)
    return Part("ratings", "The ratings over time", chart=chart, grid=grid, folded=True)


def _level(found: Inflation) -> Part:
    title, labels = "Players of constant strength", tuple(found.table["step"].to_list())
    level, low, high = (_column(found, name) for name in ("level", "level_low", "level_high"))
    if not np.isfinite(level).any():
        return Part("level", title, ["Nobody has enough games in two steps of time."])
    digits = max(1, found.system.decimals)
    line = Curve("Level", np.arange(len(labels), dtype=np.float64), level, low, high)
    last = int(np.flatnonzero(np.isfinite(level))[-1])
    words = (
        f"{_number(level[last], digits)} points in {labels[last]}, "
        f"from {_number(low[last], digits)} to {_number(high[last], digits)}."
    )
    chart = drawing(
        lambda caption, narrow: curves([line], caption, narrow=narrow, names=labels),
        "level-chart",
        "The level of the ratings of players of constant strength",
        words,
    )
    heads = [Head("Step"), Head("Level"), Head("from"), Head("to")]
    rows = [
        [label, *(_number(each[at], digits) for each in (level, low, high))]
        for at, label in enumerate(labels)
    ]
    return Part(
        "level",
        title,
        [
            "By how many points the same strength is rated higher than in the first step, by overlapping "
            "careers."
        ],
        chart,
        Grid("level-table", "The level in points, with its 95 % interval", heads, rows),
        folded=True,
        notes=[
            f"Counted are players with {found.established} games and more in several steps of time. Nothing "
            "in results tells a general improvement of all established players from inflation."
        ],
    )


def _account(found: Inflation) -> Part:
    columns = {
        "total": "Points at the end",
        "entered": "Entered",
        "brought": "brought",
        "returned": "Returned",
        "back": "back",
        "left": "Left",
        "took": "took",
        "created": "Games created",
        "bonuses": "by bonuses",
        "floors": "by floors",
        "between": "Between games",
    }
    # What is nothing in every step has no column.
    columns = {
        name: word for name, word in columns.items() if np.nan_to_num(_column(found, name)).round().any()
    }
    rows = [
        [row["step"], *(_number(row[name], 0, grouped=True) for name in columns)]
        for row in found.table.iter_rows(named=True)
    ]
    heads = [Head("Step"), *(Head(word) for word in columns.values())]
    grid = Grid("account-table", "The account of the points of those who play", heads, rows)
    return Part(
        "account",
        "Where the points come from",
        [
            "The points of all who play in a step of time are those of the step before, and what entrants "
            "bring, returners bring back and games create, less what leavers take."
        ],
        grid=grid,
        notes=[
            "Left: who played in the step before and does not play in this one. Games create points by "
            "bonuses, floors and unequal K-factors; between games ratings change by seasons and decay."
        ],
    )


def _measures(found: Inflation) -> Part:
    tried = [one for one in found.effects if not one.problem]
    unit = found.unit
    heads = [
        Head("Measure"),
        Head(f"Effect a {unit}", "by how many points the ratings rise faster with it"),
        Head("from"),
        Head("to"),
        Head(f"Drift a {unit}", "of players of constant strength, with it"),
        Head("Mean at the end"),
    ]
    rows = [
        [
            f"{one.measure.name}: {one.measure.label}",
            *(_number(each, 2) for each in one.effect),
            _number(one.drift.mean, 2),
            _number(one.last, found.system.decimals),
        ]
        for one in tried
    ]
    notes = [f"Not tried: {one.measure.label}: {one.problem}." for one in found.effects if one.problem]
    if not tried:
        return Part("measures", "Measures", notes=notes)
    bars = [_bar(one) for one in tried]
    words = " ".join(f"{one.name}: {_number(one.mean, 2)} points a {unit}." for one in bars)
    chart = drawing(
        lambda caption, narrow: effects(bars, caption, narrow=narrow),
        "measures-chart",
        f"What each measure changes, in points a {unit}",
        words,
    )
    return Part(
        "measures",
        "Measures",
        [
            f"By how many points a {unit} the ratings of the same games rise faster with each measure than "
            "without."
        ],
        chart,
        Grid("measures-table", "Effects with their 95 % intervals", heads, rows),
        notes=notes,
    )


def _bar(one: Effect) -> Bar:
    return Bar(one.measure.name, *one.effect)


def _number(value: float | int | None, digits: int, *, grouped: bool = False) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    if grouped:
        return f"{round(value):,}".replace("-", "−")
    return number(value, digits)
