"""A tuning as a page: the best values, their worth on later games, which values the games tell apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from arpad.lab.tuning.space import Free
from arpad.lab.tuning.study import ProfilePoint, Tuning
from arpad.office.charts.axes import Tick, rating_ticks
from arpad.office.charts.curves import ChartCurve, curves
from arpad.office.pages.formatting import count
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report

MARKS = 8
"""How many values stand along the axis of a parameter, about."""


def tuning_page(tuning: Tuning, title: str = "Which parameters?", source: str = "") -> str:
    """Return the page of a tuning.

    Args:
        tuning: the tuning.
        title: the heading.
        source: the games that it is about.
    """
    values = ", ".join(f"{name} = {value:g}" for name, value in tuning.best.items())
    lede = (
        f"{tuning.system.name} with {values}: the best of {count(tuning.tried, 'setting')} that were tried."
    )
    parts = [ReportPart("memo", "What was found", tuning.advice, notes=tuning.notes), _losses(tuning)]
    parts += [_profile(tuning, parameter, at) for at, parameter in enumerate(tuning.free, 1)]
    return lab_report(title, "Tuning", lede, [*parts, _settings(tuning)], source)


def _losses(tuning: Tuning) -> ReportPart:
    heads = [
        Head("Games for"),
        Head("Games"),
        Head("Log loss", "with the best values"),
        Head("as given", "with the values that the system was given with"),
        Head("better by"),
        Head("from"),
        Head("to"),
    ]
    rows = []
    for name, span in (("training", tuning.training), ("validation", tuning.validation)):
        if span is not None:
            gain = (span.gain.mean, span.gain.low, span.gain.high)
            rows.append(
                [name, f"{span.games:,}", f"{span.log_loss:.4f}", f"{span.given:.4f}", *map(_signed, gain)]
            )
    split = f" The first of them is of {tuning.split}." if tuning.split else ""
    notes = [
        "The best values were found on the training games; the later ones are for validation, and the search "
        f"did not see them.{split} From and to are the 95 % interval. Forecasting ½ for every game has a log "
        "loss of 0.6931."
    ]
    return ReportPart(
        "losses", "What it gains", grid=Grid("losses-table", "Log loss", heads, rows), notes=notes
    )


def _profile(tuning: Tuning, parameter: Free, at: int) -> ReportPart:
    """Return the part of a parameter: how much worse its other values are."""
    points = [point for point in tuning.profile if point.name == parameter.name]
    place = math.log10 if parameter.logarithmic else float
    x = np.array([place(point.value) for point in points])
    more, low, high = (
        np.array([getattr(point, name) for point in points]) for name in ("more", "low", "high")
    )
    curve = ChartCurve(parameter.name, x, more, low, high)
    best = tuning.best[parameter.name]
    unsure = [f"{point.value:g}" for point in points if not point.differs]
    words = f"The loss is least at {best:g}; from {unsure[0]} to {unsure[-1]} it is not significantly more."
    chart = drawing(
        lambda caption, narrow: curves([curve], caption, narrow=narrow, ticks=_ticks(parameter, narrow)),
        f"profile-{at}",
        f"How much more the log loss is at other values of {parameter.name}",
        words,
    )
    fixed = ", ".join(f"{name} = {value:g}" for name, value in tuning.best.items() if name != parameter.name)
    keeps = f", with {fixed}" if fixed else ""
    heads = [
        Head(parameter.name),
        Head("Log loss"),
        Head("worse by"),
        Head("from"),
        Head("to"),
        Head("surely worse"),
    ]
    return ReportPart(
        f"parameter-{at}",
        parameter.name,
        [f"How much more the log loss on the training games is than at {parameter.name} = {best:g}{keeps}."],
        chart,
        Grid(f"profile-table-{at}", f"{parameter.name}, value by value", heads, _rows(points, best)),
        folded=True,
        notes=["The band is the 95 % interval of the difference: where it holds 0, the games do not tell."],
    )


def _rows(points: Sequence[ProfilePoint], best: float) -> list[list[str]]:
    return [
        [
            f"{point.value:g}",
            f"{point.log_loss:.5f}",
            *(["best", "", "", ""] if point.value == best else _difference_cells(point)),
        ]
        for point in points
    ]


def _difference_cells(point: ProfilePoint) -> list[str]:
    numbers = [_signed(each, 5) for each in (point.more, point.low, point.high)]
    return [*numbers, "yes" if point.differs else "no"]


def _ticks(parameter: Free, narrow: bool) -> list[Tick]:
    """Return round values of a parameter, where they stand along its axis."""
    most = MARKS // 2 if narrow else MARKS
    if not parameter.logarithmic:
        return rating_ticks(parameter.low, parameter.high, most)
    powers = range(math.floor(math.log10(parameter.low)), math.ceil(math.log10(parameter.high)) + 1)
    round_ones = [step * 10.0**power for power in powers for step in ((1, 3) if narrow else (1, 2, 5))]
    return [(math.log10(at), f"{at:g}") for at in round_ones if parameter.low <= at <= parameter.high]


def _settings(tuning: Tuning) -> ReportPart:
    heads = [Head("Parameter"), Head("from"), Head("to"), Head("best")]
    rows = [
        [parameter.name, f"{parameter.low:g}", f"{parameter.high:g}", f"{tuning.best[parameter.name]:g}"]
        for parameter in tuning.free
    ]
    return ReportPart("ranges", "What was tried", grid=Grid("ranges-table", "The ranges", heads, rows))


def _signed(value: float, decimals: int = 4) -> str:
    return f"{value:.{decimals}f}".replace("-", "−") if math.isfinite(value) else "–"
