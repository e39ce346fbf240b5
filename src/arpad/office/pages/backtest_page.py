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
from arpad.lab.backtest.study import Backtest, Entry
from arpad.office.charts.chart import Caption
from arpad.office.charts.losses import loss_chart
from arpad.office.charts.reliability import reliability_diagram
from arpad.office.pages.heads import Head
from arpad.office.pages.speaking import said, spoken
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

    def said(self) -> Grid:
        """Return it in the language in which reports are told; names in cells stay as they are."""
        heads = [one._replace(word=said(one.word), title=said(one.title)) for one in self.heads]
        return Grid(self.key, said(self.caption), heads, [[_cell(one) for one in row] for row in self.rows])

    @property
    def kinds(self) -> list[str]:
        """What each column is styled by: words, long ones that go over several lines, or numbers."""
        found = []
        for at, head in enumerate(self.heads):
            words = "words" if at == 0 or head.kind == "words" else ""
            long = words and max((len(row[at]) for row in self.rows), default=0) > SHORT
            found.append(f"{words} long" if long else words)
        return found


def _cell(text: str) -> str:
    if isinstance(text, Worded):
        return said(text)
    return said(Figure(text)) if NUMBER.match(text) else text


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
    lede = worded_count(
        "{count} game, each predicted from the games before it.",
        "{count} games, each predicted from the games before it.",
        int(found.counts.sum()),
    )
    words = said(
        joined(
            [
                worded(
                    "{name}: {value}, from {low} to {high}.",
                    name=one.label,
                    **{key: Figure(f"{getattr(one.log_loss, at):.4f}") for key, at in ENDS.items()},
                )
                for one in found.entries
            ],
            " ",
        )
    )
    caption = said(worded("Log loss with 95 % intervals")).replace(" %", "\u00a0%")
    tested = worded(
        "Diebold and Mariano’s test; games are put together by {block}, and neighbouring ones may hang "
        "together.",
        block=found.blocks,
    )
    scored = worded(
        "Log loss and Brier: lower is better; a draw counts as half a win and half a loss. Forecasting ½ for "
        "every game has a log loss of {even}.",
        even=EVEN,
    )
    return render(
        "backtest.html.j2",
        window=said(title),
        title=said(title),
        kicker=said(worded("Backtest")),
        lede=said(lede),
        memo=[said(one) for one in memo(found)],
        notes=[said(one) for one in found.notes],
        wide=loss_chart(found.entries, Caption("loss-wide", caption, words), narrow=False),
        narrow=loss_chart(found.entries, Caption("loss-narrow", caption, words), narrow=True),
        scores=_scores(found.entries).said(),
        comparisons=_comparisons(found).said(),
        scored=said(scored),
        tested=said(tested),
        diagrams=[_diagram(one, at) for at, one in enumerate(found.entries, 1)],
        segments=[one.said() for one in _segments(found)],
        source=source,
        lang=spoken(),
        _=said,
    )


ENDS = {"value": "mean", "low": "low", "high": "high"}
"""What of an estimate a sentence tells, by its name there."""


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
    heads = _numbers(worded("Forecaster"), worded("Log loss"), FROM, TO, "Brier", worded("Accuracy"))
    heads.append(Head("ECE", worded("expected calibration error")))
    three = entries[0].three_way is not None
    if three:
        heads += [
            Head(worded("Three-way"), worded("log loss of win, draw and loss")),
            Head("RPS", worded("ranked probability score")),
        ]
    rows = []
    for one in entries:
        row = [one.label, *(f"{each:.4f}" if math.isfinite(each) else "–" for each in one.log_loss[:3])]
        row += [f"{one.brier:.4f}", f"{one.accuracy:.1%}", f"{one.ece:.3f}"]
        if three:
            row += [f"{one.three_way:.4f}", f"{one.ranked:.4f}"]
        rows.append(row)
    caption = worded("Scores, the lowest log loss first; from and to are the 95 % interval")
    return Grid("scores", caption, heads, rows)


def _comparisons(found: Backtest) -> Grid:
    """Return the table of all pairs."""
    heads = [
        Head(worded("Lower log loss")),
        Head(worded("Other"), kind="words"),
        *_numbers(worded("Difference"), FROM, TO),
        Head("p", worded("among all pairs (Holm)")),
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
    caption = worded("Differences of log loss on the same games; * significant at 5 %")
    return Grid("pairs", caption, heads, rows)


def _diagram(one: Entry, at: int) -> Diagram:
    """Return a forecaster's reliability diagram with its numbers."""
    words = said(
        joined(
            [
                worded(
                    "Expected {expected}: {score} ({low} to {high}).",
                    expected=Figure(f"{each.expected:.2f}"),
                    score=Figure(f"{each.score:.2f}"),
                    low=Figure(f"{each.score_low:.2f}"),
                    high=Figure(f"{each.score_high:.2f}"),
                )
                for each in one.calibration
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
        for each in one.calibration
    ]
    heads = _numbers(worded("Expected"), worded("Games"), worded("mean"), worded("Score"), FROM, TO)
    chart = reliability_diagram(one.calibration, Caption(f"reliability-{at}", one.label, words))
    return Diagram(one.label, chart, Grid(f"reliability-table-{at}", one.label, heads, rows).said())


def _segments(found: Backtest) -> list[Grid]:
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
        parts = [one for one in found.segmented if one.by == name]
        heads = _numbers(word, worded("Games"), *(one.label for one in found.entries))
        rows = [[one.label, f"{one.games:,}", *(f"{x:.4f}" for x in one.log_loss.values())] for one in parts]
        if rows:
            grids.append(Grid(f"segment-{at}", caption, heads, rows))
    return grids
