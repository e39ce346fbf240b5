"""A tuning as a page: the best values, their worth on later games, which values the games tell apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from arpad.lab.tuning.space import Free
from arpad.lab.tuning.study import ProfilePoint, Tuning
from arpad.office.charts.axes import Tick, rating_ticks
from arpad.office.charts.curves import Curve, curves
from arpad.office.pages.formatting import count
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, Part, drawing, lab_report

MARKS = 8
"""How many values stand along the axis of a parameter, about."""


def tuning_page(found: Tuning, title: str = "Which parameters?", source: str = "") -> str:
    """Return the page of a tuning.

    Args:
        found: the tuning.
        title: the heading.
        source: the games that it is about.
    """
    values = ", ".join(f"{name} = {value:g}" for name, value in found.best.items())
    lede = f"{found.system.name} with {values}: the best of {count(found.tried, 'setting')} that were tried."
    parts = [Part("memo", "What was found", found.advice, notes=found.notes), _losses(found)]
    parts += [_profile(found, one, at) for at, one in enumerate(found.free, 1)]
    return lab_report(title, "Tuning", lede, [*parts, _settings(found)], source)


def _losses(found: Tuning) -> Part:
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
    for name, one in (("training", found.training), ("validation", found.validation)):
        if one is not None:
            gain = (one.gain.mean, one.gain.low, one.gain.high)
            rows.append(
                [name, f"{one.games:,}", f"{one.log_loss:.4f}", f"{one.given:.4f}", *map(_signed, gain)]
            )
    split = f" The first of them is of {found.split}." if found.split else ""
    notes = [
        "The best values were found on the training games; the later ones are for validation, and the search "
        f"did not see them.{split} From and to are the 95 % interval. Forecasting ½ for every game has a log "
        "loss of 0.6931."
    ]
    return Part("losses", "What it gains", grid=Grid("losses-table", "Log loss", heads, rows), notes=notes)


def _profile(found: Tuning, one: Free, at: int) -> Part:
    """Return the part of a parameter: how much worse its other values are."""
    points = [point for point in found.profile if point.name == one.name]
    place = math.log10 if one.logarithmic else float
    x = np.array([place(point.value) for point in points])
    more, low, high = (
        np.array([getattr(point, name) for point in points]) for name in ("more", "low", "high")
    )
    curve = Curve(one.name, x, more, low, high)
    best = found.best[one.name]
    unsure = [f"{point.value:g}" for point in points if not point.differs]
    words = f"The loss is least at {best:g}; from {unsure[0]} to {unsure[-1]} it is not significantly more."
    chart = drawing(
        lambda caption, narrow: curves([curve], caption, narrow=narrow, ticks=_ticks(one, narrow)),
        f"profile-{at}",
        f"How much more the log loss is at other values of {one.name}",
        words,
    )
    fixed = ", ".join(f"{name} = {value:g}" for name, value in found.best.items() if name != one.name)
    keeps = f", with {fixed}" if fixed else ""
    heads = [
        Head(one.name),
        Head("Log loss"),
        Head("worse by"),
        Head("from"),
        Head("to"),
        Head("surely worse"),
    ]
    return Part(
        f"parameter-{at}",
        one.name,
        [f"How much more the log loss on the training games is than at {one.name} = {best:g}{keeps}."],
        chart,
        Grid(f"profile-table-{at}", f"{one.name}, value by value", heads, _rows(points, best)),
        folded=True,
        notes=["The band is the 95 % interval of the difference: where it holds 0, the games do not tell."],
    )


def _rows(points: Sequence[ProfilePoint], best: float) -> list[list[str]]:
    return [
        [
            f"{point.value:g}",
            f"{point.log_loss:.5f}",
            *(["best", "", "", ""] if point.value == best else _told(point)),
        ]
        for point in points
    ]


def _told(point: ProfilePoint) -> list[str]:
    numbers = [_signed(each, 5) for each in (point.more, point.low, point.high)]
    return [*numbers, "yes" if point.differs else "no"]


def _ticks(one: Free, narrow: bool) -> list[Tick]:
    """Return round values of a parameter, where they stand along its axis."""
    most = MARKS // 2 if narrow else MARKS
    if not one.logarithmic:
        return rating_ticks(one.low, one.high, most)
    powers = range(math.floor(math.log10(one.low)), math.ceil(math.log10(one.high)) + 1)
    round_ones = [step * 10.0**power for power in powers for step in ((1, 3) if narrow else (1, 2, 5))]
    return [(math.log10(at), f"{at:g}") for at in round_ones if one.low <= at <= one.high]


def _settings(found: Tuning) -> Part:
    heads = [Head("Parameter"), Head("from"), Head("to"), Head("best")]
    rows = [[one.name, f"{one.low:g}", f"{one.high:g}", f"{found.best[one.name]:g}"] for one in found.free]
    return Part("ranges", "What was tried", grid=Grid("ranges-table", "The ranges", heads, rows))


def _signed(value: float, decimals: int = 4) -> str:
    return f"{value:.{decimals}f}".replace("-", "−") if math.isfinite(value) else "–"
