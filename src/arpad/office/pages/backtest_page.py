"""A backtest as one self-contained page: who predicts best, how sure that is, and what to decide."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.core import Figure, joined, worded, worded_count
from arpad.core.wording import Worded
from arpad.lab.backtest.advice import EVEN, memo
from arpad.lab.backtest.study import Backtest, ForecastScores
from arpad.office.charts.chart import Caption
from arpad.office.charts.losses import loss_chart
from arpad.office.charts.reliability import reliability_diagram
from arpad.office.pages.heads import Head
from arpad.office.pages.speaking import spoken, translated
from arpad.office.pages.templating import render

if TYPE_CHECKING:
    from markupsafe import Markup

NUMBER = re.compile(r"[+−-]?\d[\d,]*(\.\d+)?(e-\d+)?(?= *[%*]|$)")
"""A number as a cell of a table has it."""

FROM, TO = worded("from"), worded("to")

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

    def translated(self) -> Grid:
        """Return it in the language in which reports are told; names in cells stay as they are."""
        heads = [
            head._replace(word=translated(head.word), title=translated(head.title)) for head in self.heads
        ]
        return Grid(
            self.key, translated(self.caption), heads, [[_cell(cell) for cell in row] for row in self.rows]
        )

    @property
    def kinds(self) -> list[str]:
        """What each column is styled by: words, long ones that go over several lines, or numbers."""
        kinds = []
        for at, head in enumerate(self.heads):
            words = "words" if at == 0 or head.kind == "words" else ""
            long = words and max((len(row[at]) for row in self.rows), default=0) > SHORT
            kinds.append(f"{words} long" if long else words)
        return kinds


def _cell(text: str) -> str:
    if isinstance(text, Worded):
        return translated(text)
    return translated(Figure(text)) if NUMBER.match(text) else text


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


def backtest_page(backtest: Backtest, title: str = "Which system predicts best?", source: str = "") -> str:
    """Return the page of a backtest.

    Args:
        backtest: the backtest.
        title: the heading.
        source: the games that it is about.
    """
    lede = worded_count(
        "{count} game, each predicted from the games before it.",
        "{count} games, each predicted from the games before it.",
        int(backtest.counts.sum()),
    )
    words = translated(
        joined(
            [
                worded(
                    "{name}: {value}, from {low} to {high}.",
                    name=entry.label,
                    **{key: Figure(f"{getattr(entry.log_loss, at):.4f}") for key, at in ENDS.items()},
                )
                for entry in backtest.entries
            ],
            " ",
        )
    )
    caption = translated(worded("Log loss with 95 % intervals")).replace(" %", "\u00a0%")
    tested = worded(
        "Diebold and Mariano’s test; games are put together by {block}, and neighbouring ones may hang "
        "together.",
        block=backtest.blocks,
    )
    scored = worded(
        "Log loss and Brier: lower is better; a draw counts as half a win and half a loss. Forecasting ½ for "
        "every game has a log loss of {even}.",
        even=EVEN,
    )
    return render(
        "backtest.html.j2",
        window=translated(title),
        title=translated(title),
        kicker=translated(worded("Backtest")),
        lede=translated(lede),
        memo=[translated(sentence) for sentence in memo(backtest)],
        notes=[translated(note) for note in backtest.notes],
        wide=loss_chart(backtest.entries, Caption("loss-wide", caption, words), narrow=False),
        narrow=loss_chart(backtest.entries, Caption("loss-narrow", caption, words), narrow=True),
        scores=_scores(backtest.entries).translated(),
        comparisons=_comparisons(backtest).translated(),
        scored=translated(scored),
        tested=translated(tested),
        diagrams=[_diagram(entry, at) for at, entry in enumerate(backtest.entries, 1)],
        segments=[grid.translated() for grid in _segments(backtest)],
        source=source,
        lang=spoken(),
        _=translated,
    )


ENDS = {"value": "mean", "low": "low", "high": "high"}
"""What of an estimate a sentence tells, by its name there."""


def write_backtest(backtest: Backtest, path: str, source: str = "") -> None:
    """Write the page of a backtest to a file."""
    from arpad.core.writing import replace
    from arpad.office.publishing.file_kinds import PAGE

    with replace(path, PAGE) as stream:
        stream.write(backtest_page(backtest, source=source).encode())


def _numbers(*words: str) -> list[Head]:
    return [Head(word) for word in words]


def _scores(entries: Sequence[ForecastScores]) -> Grid:
    """Return the table of all scores."""
    heads = _numbers(worded("Forecaster"), worded("Log loss"), FROM, TO, "Brier", worded("Accuracy"))
    heads.append(Head("ECE", worded("expected calibration error")))
    three = entries[0].three_way is not None
    if three:
        heads += [
            Head(worded("Three-way"), worded("log loss of win, draw and loss")),
            Head("RPS", worded("ranked probability score")),
        ]
    rows = []
    for entry in entries:
        row = [entry.label, *(f"{each:.4f}" if math.isfinite(each) else "–" for each in entry.log_loss[:3])]
        row += [f"{entry.brier:.4f}", f"{entry.accuracy:.1%}", f"{entry.ece:.3f}"]
        if three:
            row += [f"{entry.three_way:.4f}", f"{entry.ranked:.4f}"]
        rows.append(row)
    caption = worded("Scores, the lowest log loss first; from and to are the 95 % interval")
    return Grid("scores", caption, heads, rows)


def _comparisons(backtest: Backtest) -> Grid:
    """Return the table of all pairs."""
    heads = [
        Head(worded("Lower log loss")),
        Head(worded("Other"), kind="words"),
        *_numbers(worded("Difference"), FROM, TO),
        Head("p", worded("among all pairs (Holm)")),
    ]
    rows = [
        [
            comparison.better,
            comparison.worse,
            f"{comparison.difference:.4f}",
            f"{comparison.low:.4f}".replace("-", "−"),
            f"{comparison.high:.4f}",
            f"{comparison.p_adjusted:.2g}" + (" *" if comparison.significant else ""),
        ]
        for comparison in backtest.comparisons
    ]
    caption = worded("Differences of log loss on the same games; * significant at 5 %")
    return Grid("pairs", caption, heads, rows)


def _diagram(entry: ForecastScores, at: int) -> Diagram:
    """Return a forecaster's reliability diagram with its numbers."""
    words = translated(
        joined(
            [
                worded(
                    "Expected {expected}: {score} ({low} to {high}).",
                    expected=Figure(f"{each.expected:.2f}"),
                    score=Figure(f"{each.score:.2f}"),
                    low=Figure(f"{each.score_low:.2f}"),
                    high=Figure(f"{each.score_high:.2f}"),
                )
                for each in entry.calibration
            ],
            " ",
        )
    )
    rows = [
        [
            worded("{low} to {high}", low=Figure(f"{each.low:.1f}"), high=Figure(f"{each.high:.1f}")),
            f"{each.games:,}",
            f"{each.expected:.3f}",
            f"{each.score:.3f}",
            f"{each.score_low:.3f}",
            f"{each.score_high:.3f}",
        ]
        for each in entry.calibration
    ]
    heads = _numbers(worded("Expected"), worded("Games"), worded("mean"), worded("Score"), FROM, TO)
    chart = reliability_diagram(entry.calibration, Caption(f"reliability-{at}", entry.label, words))
    return Diagram(entry.label, chart, Grid(f"reliability-table-{at}", entry.label, heads, rows).translated())


def _segments(backtest: Backtest) -> list[Grid]:
    """Return a table for each way in which games are put together."""
    names = {
        "games played": (
            worded("Games played"),
            worded("By games played before (of the side that had played less)"),
        ),
        "favourite": (
            worded("Favourite"),
            worded("By the expected score of the favourite (of the mean of all forecasts)"),
        ),
        "year": (worded("Year"), worded("By year")),
        "pool": (worded("Pool"), worded("By pool")),
    }
    grids = []
    for at, (name, (word, caption)) in enumerate(names.items()):
        parts = [segment for segment in backtest.segmented if segment.by == name]
        heads = _numbers(word, worded("Games"), *(entry.label for entry in backtest.entries))
        rows = [
            [segment.label, f"{segment.games:,}", *(f"{x:.4f}" for x in segment.log_loss.values())]
            for segment in parts
        ]
        if rows:
            grids.append(Grid(f"segment-{at}", caption, heads, rows))
    return grids
