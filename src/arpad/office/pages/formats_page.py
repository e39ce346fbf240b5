"""A study of tournament formats as a page: who wins, how true the ranking is, how many rounds are enough."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arpad.lab.formats import FormatStudy, FormatWorth, MeanFigure, SwissFormat, advice
from arpad.office.charts.curves import ChartCurve, curves
from arpad.office.charts.rows import ChartRow, row_chart
from arpad.office.pages.formatting import count
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report

BAND = "The lines around the dots, and the bands, are 95 % intervals."


BESIDE = {"league": "league", "ratings": "ratings alone"}
"""What a Swiss of several lengths is compared with, by the names of formats."""


def formats_page(study: FormatStudy, title: str = "Which tournament format?") -> str:
    """Return the page of a study.

    Args:
        study: the study.
        title: the heading.
    """
    field = study.field
    description = (
        "of known strength"
        if field.strengths
        else f"whose true strengths have a standard deviation of {field.spread:g} points"
    )
    lede = (
        f"{count(field.players, 'player')} {description}; the ratings by which they are seeded err by "
        f"{field.noise:g} points. {count(study.tournaments, 'tournament')} of each format, all with one luck."
    )
    parts = [ReportPart("memo", "The answers", advice(study))]
    if (lengths := _by_rounds(study)) is not None:
        parts.append(lengths)
    parts += [
        _measure(
            study, "tau", "How true the ranking is", "Kendall’s τ: 1 for the true order, 0 for a random one."
        ),
        _measure(study, "best_wins", "Who wins", "How often the strongest player is first."),
        _figures(study),
    ]
    return lab_report(title, "Formats", lede, parts)


def _measure(study: FormatStudy, measure: str, title: str, sentence: str) -> ReportPart:
    """Return the part of a measure by which all formats are compared."""
    shown = _number if measure == "tau" else _share
    rows = [ChartRow(worth.format.label, *worth.figures[measure]) for worth in study.formats]
    words = " ".join(f"{worth.format.label}: {shown(worth.figures[measure])}." for worth in study.formats)
    chart = drawing(lambda caption, narrow: row_chart(rows, caption, narrow=narrow), measure, title, words)
    cells = [
        [worth.format.label, *(shown(each) for each in _ends(worth.figures[measure]))]
        for worth in study.formats
    ]
    heads = [Head("Format"), Head("Mean"), Head("from"), Head("to")]
    grid = Grid(f"{measure}-table", title, heads, cells)
    return ReportPart(
        measure, title, [sentence], chart, grid, folded=True, notes=["The line is the 95 % interval."]
    )


def _by_rounds(study: FormatStudy) -> ReportPart | None:
    """Return how the ranking gets truer with more rounds, where a Swiss was played with several lengths."""
    rules: dict[str, list[FormatWorth]] = {}
    for worth in study.formats:
        if type(worth.format) is SwissFormat:
            rules.setdefault(worth.format.rule, []).append(worth)
    rules = {rule: sorted(all_of, key=_rounds) for rule, all_of in rules.items() if len(all_of) > 1}
    if not rules:
        return None
    lines = [
        _line(f"Swiss, {rule}", all_of, [_rounds(worth) for worth in all_of])
        for rule, all_of in rules.items()
    ]
    shown = [(f"Swiss, {rule}", worth) for rule, all_of in rules.items() for worth in all_of]
    ends = [min(float(line.x[0]) for line in lines), max(float(line.x[-1]) for line in lines)]
    for worth in study.formats:
        if worth.format.name in BESIDE:
            lines.append(_line(BESIDE[worth.format.name], [worth, worth], ends))
            shown.append((BESIDE[worth.format.name], worth))
    sentences = [f"{worth.format.label}: {_number(worth.figures['tau'])}." for _, worth in shown]
    chart = drawing(
        lambda caption, narrow: curves(lines, caption, narrow=narrow),
        "rounds-chart",
        "How true the ranking is by the number of rounds",
        " ".join(sentences),
    )
    cells = [
        [
            name,
            f"{worth.format.rounds}" if isinstance(worth.format, SwissFormat) else "–",
            *map(_number, _ends(worth.figures["tau"])),
        ]
        for name, worth in shown
    ]
    heads = [Head("Format"), Head("Rounds"), Head("Kendall’s τ"), Head("from"), Head("to")]
    grid = Grid("rounds-table", "Kendall’s τ by the number of rounds", heads, cells)
    sentence = "Kendall’s τ of the ranking by the rounds of a Swiss."
    return ReportPart("rounds", "How many rounds?", [sentence], chart, grid, folded=True, notes=[BAND])


def _line(name: str, all_of: Sequence[FormatWorth], rounds: Sequence[float]) -> ChartCurve:
    mean, low, high = np.array([worth.figures["tau"] for worth in all_of]).T
    return ChartCurve(name, np.array(rounds, dtype=np.float64), mean, low, high)


def _rounds(worth: FormatWorth) -> int:
    assert isinstance(worth.format, SwissFormat)
    return worth.format.rounds


def _figures(study: FormatStudy) -> ReportPart:
    heads = [
        Head("Format"),
        Head("Best wins", "how often the strongest player is first"),
        Head("Kendall’s τ"),
        Head(f"Top {study.top}", f"the share of the strongest {study.top} among the first {study.top}"),
        Head("Misjudged", "over pairs that never met: how often the one ranked lower would win"),
        Head("at best", "the same if every pair were judged by who is likelier to win"),
        Head("Games"),
        Head("per player"),
    ]
    rows = []
    for worth in study.formats:
        figures = worth.figures
        every = figures["unmet"].mean == 0
        least, most = figures["least"].mean, figures["most"].mean
        rows.append(
            [
                worth.format.label,
                _share(figures["best_wins"]),
                _number(figures["tau"]),
                _share(figures["top"]),
                "–" if every else _share(figures["misjudged"]),
                "–" if every else _share(figures["bound"]),
                f"{figures['games'].mean:,.0f}",
                f"{least:.0f} to {most:.0f}" if least != most else f"{most:.0f}",
            ]
        )
    notes = [
        "The rule nearest ranks by strength, given the ratings and all results; the others rank by points. "
        "The simulated rounds are paired by fast rules that know no colours. "
        f"Draws between equals: {study.draws:.0%}; scale {study.scale:g}; seed {study.seed}."
    ]
    return ReportPart(
        "figures", "All figures", grid=Grid("figures-table", "Formats compared", heads, rows), notes=notes
    )


def _ends(figure: MeanFigure) -> list[MeanFigure]:
    return [MeanFigure(each, each, each) for each in figure]


def _number(figure: MeanFigure) -> str:
    return f"{figure.mean:.3f}".replace("-", "−")


def _share(figure: MeanFigure) -> str:
    return f"{figure.mean:.1%}".replace("-", "−")
