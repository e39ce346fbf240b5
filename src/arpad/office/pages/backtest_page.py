"""A backtest as one self-contained page: who predicts best, how sure that is, and what to decide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.lab.backtest.advice import memo
from arpad.lab.backtest.study import Backtest, Entry
from arpad.office.charts.chart import Caption
from arpad.office.charts.losses import loss_chart
from arpad.office.charts.reliability import reliability_diagram
from arpad.office.pages.formatting import count
from arpad.office.pages.heads import Head
from arpad.office.pages.templating import render

if TYPE_CHECKING:
    from markupsafe import Markup

SHORT = 14
"""A column of words that all have so many letters at most is not broken into lines."""


@dataclass(frozen=True)
class Grid:
    """A table of a report.

    Args:
        key: its id, unique on the page.
        caption: what it shows.
        heads: of its columns.
        rows: their cells as they are printed; the first is the row's head.
    """

    key: str
    caption: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[str]]

    @property
    def kinds(self) -> list[str]:
        """What each column is styled by: words, long ones that go over several lines, or numbers."""
        found = []
        for at, head in enumerate(self.heads):
            words = "words" if at == 0 or head.kind == "words" else ""
            long = words and max((len(row[at]) for row in self.rows), default=0) > SHORT
            found.append(f"{words} long" if long else words)
        return found


@dataclass(frozen=True)
class Diagram:
    """The reliability diagram of a forecaster, with its numbers.

    Args:
        name: the forecaster.
        chart: the diagram.
        grid: its numbers.
    """

    name: str
    chart: Markup
    grid: Grid


def backtest_page(found: Backtest, title: str = "Which system predicts best?", source: str = "") -> str:
    """Return the page of a backtest.

    Args:
        found: the backtest.
        title: the heading.
        source: the games that it is about.
    """
    games = count(int(found.counts.sum()), "game")
    words = " ".join(
        f"{one.label}: {one.log_loss.mean:.4f}, from {one.log_loss.low:.4f} to {one.log_loss.high:.4f}."
        for one in found.entries
    )
    caption = "Log loss with 95\u00a0% intervals"
    return render(
        "backtest.html.j2",
        window=title,
        title=title,
        kicker="Backtest",
        lede=f"{games}, each predicted from the games before it.",
        memo=memo(found),
        notes=found.notes,
        wide=loss_chart(found.entries, Caption("loss-wide", caption, words), narrow=False),
        narrow=loss_chart(found.entries, Caption("loss-narrow", caption, words), narrow=True),
        scores=_scores(found.entries),
        comparisons=_comparisons(found),
        blocks=found.blocks,
        diagrams=[_diagram(one, at) for at, one in enumerate(found.entries, 1)],
        segments=list(_segments(found)),
        source=source,
    )


def write_backtest(found: Backtest, path: str, source: str = "") -> None:
    """Write the page of a backtest to a file."""
    from arpad.core.writing import replace
    from arpad.office.publishing.file_kinds import PAGE

    with replace(path, PAGE) as stream:
        stream.write(backtest_page(found, source=source).encode())


def _numbers(*words: str) -> list[Head]:
    return [Head(word) for word in words]


def _scores(entries: Sequence[Entry]) -> Grid:
    """Return the table of all scores."""
    heads = _numbers("Forecaster", "Log loss", "from", "to", "Brier", "Accuracy")
    heads.append(Head("ECE", "expected calibration error"))
    three = entries[0].three_way is not None
    if three:
        heads += [
            Head("Three-way", "log loss of win, draw and loss"),
            Head("RPS", "ranked probability score"),
        ]
    rows = []
    for one in entries:
        row = [one.label, *(f"{each:.4f}" if math.isfinite(each) else "–" for each in one.log_loss[:3])]
        row += [f"{one.brier:.4f}", f"{one.accuracy:.1%}", f"{one.ece:.3f}"]
        if three:
            row += [f"{one.three_way:.4f}", f"{one.ranked:.4f}"]
        rows.append(row)
    return Grid("scores", "Scores, the lowest log loss first; from and to are the 95 % interval", heads, rows)


def _comparisons(found: Backtest) -> Grid:
    """Return the table of all pairs."""
    heads = [
        Head("Lower log loss"),
        Head("Other", kind="words"),
        *_numbers("Difference", "from", "to"),
        Head("p", "among all pairs (Holm)"),
    ]
    rows = [
        [
            one.better,
            one.worse,
            f"{one.difference:.4f}",
            f"{one.low:.4f}".replace("-", "−"),
            f"{one.high:.4f}",
            f"{one.p_adjusted:.2g}" + (" *" if one.significant else ""),
        ]
        for one in found.comparisons
    ]
    return Grid("pairs", "Differences of log loss on the same games; * significant at 5 %", heads, rows)


def _diagram(one: Entry, at: int) -> Diagram:
    """Return a forecaster's reliability diagram with its numbers."""
    words = " ".join(
        f"Expected {each.expected:.2f}: {each.score:.2f} ({each.score_low:.2f} to {each.score_high:.2f})."
        for each in one.calibration
    )
    rows = [
        [
            f"{each.low:.1f} to {each.high:.1f}",
            f"{each.games:,}",
            f"{each.expected:.3f}",
            f"{each.score:.3f}",
            f"{each.score_low:.3f}",
            f"{each.score_high:.3f}",
        ]
        for each in one.calibration
    ]
    heads = _numbers("Expected", "Games", "mean", "Score", "from", "to")
    chart = reliability_diagram(one.calibration, Caption(f"reliability-{at}", one.label, words))
    return Diagram(one.label, chart, Grid(f"reliability-table-{at}", one.label, heads, rows))


def _segments(found: Backtest) -> list[Grid]:
    """Return a table for each way in which games are put together."""
    names = {
        "games played": "By games played before (of the side that had played less)",
        "favourite": "By the expected score of the favourite (of the mean of all forecasts)",
        "year": "By year",
        "pool": "By pool",
    }
    grids = []
    for at, (name, caption) in enumerate(names.items()):
        parts = [one for one in found.segmented if one.by == name]
        heads = _numbers(name.capitalize(), "Games", *(one.label for one in found.entries))
        rows = [[one.label, f"{one.games:,}", *(f"{x:.4f}" for x in one.log_loss.values())] for one in parts]
        if rows:
            grids.append(Grid(f"segment-{at}", caption, heads, rows))
    return grids
