"""Rules of matching as a page: waits, balance, and how fast ratings become true."""

from __future__ import annotations

import numpy as np

from arpad.lab.matchmaking.queueing import UNEVEN
from arpad.lab.matchmaking.study import Matchmaking
from arpad.office.charts.chart import STYLES
from arpad.office.charts.curves import ChartCurve, curves
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report


def matchmaking_page(study: Matchmaking, title: str = "Whom should the queue match?") -> str:
    """Return the page of a study of matchmaking.

    Args:
        study: the study.
        title: the heading.
    """
    lede = f"{count(study.runs, 'simulated queue')} of {study.queue.description}."
    parts = [ReportPart("memo", "The answers", study.memo), _scores(study), _learning(study)]
    return lab_report(title, "Matchmaking", lede, parts)


def _scores(study: Matchmaking) -> ReportPart:
    heads = [
        Head("Rule"),
        Head("Wait", "mean, in seconds"),
        Head("1 in 20 waits", "longer than so many seconds"),
        Head("Favourite", "mean expected score of the favourite, by the true strengths"),
        Head("Uneven", f"games whose favourite expects {UNEVEN:.0%} and more"),
        Head("Error", "root mean square of rating less strength of the newcomers at the end, in points"),
        Head("Games", "of a player"),
    ]
    rows = [
        [
            judged.rule.label,
            number(judged.figures["wait"].mean, 1),
            number(judged.figures["late"].mean, 0),
            f"{judged.figures['favourite'].mean:.1%}",
            f"{judged.figures['uneven'].mean:.1%}",
            number(judged.figures["error"].mean, 0),
            number(judged.figures["games"].mean, 1),
        ]
        for judged in study.rules
    ]
    grid = Grid("scores-table", "The rules", heads, rows)
    return ReportPart("scores", "The rules beside each other", grid=grid)


def _learning(study: Matchmaking) -> ReportPart:
    shown = study.rules[:STYLES]
    hours = np.arange(1.0, 11.0) * study.queue.hours / 10.0
    lines = [
        ChartCurve(judged.rule.label, hours[: len(judged.learning)], judged.learning) for judged in shown
    ]
    words = " ".join(f"{judged.rule.label}: {judged.learning[-1]:.0f} points at the end." for judged in shown)
    chart = drawing(
        lambda caption, narrow: curves(lines, caption, narrow=narrow),
        "learning-chart",
        "The error of the newcomers' ratings by hours",
        words,
    )
    heads = [Head("Hours"), *(Head(judged.rule.label) for judged in shown)]
    rows = [
        [f"{hour:g}", *(number(float(judged.learning[at]), 0) for judged in shown)]
        for at, hour in enumerate(hours[: len(shown[0].learning)])
    ]
    return ReportPart(
        "learning",
        "How fast ratings become true",
        ["The root mean square of the newcomers' rating less true strength, in points, by hours."],
        chart,
        Grid("learning-table", "The error in points", heads, rows),
        folded=True,
    )
