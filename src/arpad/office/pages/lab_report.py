"""A report of the laboratory as one self-contained page: parts with sentences, a chart and its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.charts.chart import Caption
from arpad.office.pages.backtest_page import Grid
from arpad.office.pages.speaking import spoken, translated
from arpad.office.pages.templating import render

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["Grid", "ReportChart", "ReportPart", "drawing", "lab_report", "write_report"]


@dataclass(frozen=True)
class ReportChart:
    """A chart in two widths.

    Args:
        wide: for a screen and for print.
        narrow: for a phone.
    """

    wide: Markup
    narrow: Markup


@dataclass(frozen=True)
class ReportPart:
    """A part of a report.

    Args:
        key: its id, unique on the page.
        title: its heading.
        sentences: what it says before the chart.
        chart: what it shows.
        grid: the table; of a chart its numbers.
        folded: whether the table is folded, as the numbers of a chart are.
        notes: what it says after them.
    """

    key: str
    title: str
    sentences: Sequence[str] = ()
    chart: ReportChart | None = None
    grid: Grid | None = None
    folded: bool = False
    notes: Sequence[str] = ()

    def translated(self) -> ReportPart:
        """Return it in the language in which reports are told."""
        return ReportPart(
            self.key,
            translated(self.title),
            [translated(sentence) for sentence in self.sentences],
            self.chart,
            None if self.grid is None else self.grid.translated(),
            self.folded,
            [translated(note) for note in self.notes],
        )


def drawing(make: Callable[[Caption, bool], Markup], key: str, title: str, description: str) -> ReportChart:
    """Return a chart in both widths.

    Args:
        make: the chart by its caption, narrow or not.
        key: the beginning of its ids.
        title: its name.
        description: the text alternative.
    """
    wide, narrow = (
        Caption(f"{key}-{width}", translated(title), translated(description)) for width in ("wide", "narrow")
    )
    return ReportChart(make(wide, False), make(narrow, True))


def lab_report(title: str, kicker: str, lede: str, parts: Sequence[ReportPart], source: str = "") -> str:
    """Return the page.

    Args:
        title: its heading.
        kicker: what kind of report it is.
        lede: what it is about, in a sentence.
        parts: in order.
        source: the games that it is about; empty where they are simulated.
    """
    translated_parts = [part.translated() for part in parts]
    return render(
        "lab_report.html.j2",
        window=translated(title),
        title=translated(title),
        kicker=translated(kicker),
        lede=translated(lede),
        links=[(part.key, part.title) for part in translated_parts],
        parts=translated_parts,
        source=source,
        lang=spoken(),
        _=translated,
    )


def write_report(page: str, path: str) -> None:
    """Write a page to a file."""
    from arpad.core.writing import replace
    from arpad.office.publishing.file_kinds import PAGE

    with replace(path, PAGE) as stream:
        stream.write(page.encode())
