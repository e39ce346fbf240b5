"""Charts of how ratings went, as SVG: one with all players, and one for each with the 95 % band.

Lines differ by dash pattern as well as by colour, and each ends at its player's name. Colours are CSS
variables (``--s1`` … ``--s8`` and others in ``chart.css``), so that dark pages and paper have their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.office.charts.frame import ChartSheet, Frame, frame_of, grid
from arpad.office.charts.lines import band, line, peak
from arpad.office.charts.marks import Mark, marks
from arpad.office.charts.series import RatingHistory, Series
from arpad.office.charts.shapes import Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import number, shortened, width
from arpad.office.pages.templating import call

if TYPE_CHECKING:
    from markupsafe import Markup

WIDE = ChartSheet(960, 460, left=48, right=176, top=16, bottom=32, font=13, points=300)
NARROW = ChartSheet(360, 340, left=36, right=112, top=12, bottom=28, font=11, points=120)
PANEL = ChartSheet(300, 190, left=38, right=12, top=14, bottom=26, font=11, points=120)

NUMBERED = 150
"""From how many pixels of room at the right the names have their ratings beside them."""

STYLES = 8
"""How many players a chart tells apart; ``chart.css`` has as many colours and dash patterns."""


@dataclass(frozen=True)
class Caption:
    """What a chart is called.

    Args:
        key: the beginning of its ids, unique on the page.
        title: its name, in a few words.
        description: the text alternative.
    """

    key: str
    title: str
    description: str


def overview(
    history: RatingHistory, sheet: ChartSheet, caption: Caption, events: Sequence[Mark] = ()
) -> Markup:
    """Return the chart of all players, with the 95 % band if it shows only one.

    Args:
        history: how the ratings went.
        sheet: how large the chart is.
        caption: what it is called.
        events: what happened meanwhile.

    Raises:
        ValueError: there is nothing to show, or more players than can be told apart.
    """
    if not 1 <= len(history.series) <= STYLES:
        raise ValueError(f"a chart shows 1 to {STYLES} players, not {len(history.series)}")
    alone = len(history.series) == 1
    history = history.thinned(sheet.points)
    frame = frame_of(history, sheet, bands=alone)
    shapes: list[Shape] = [grid(frame, history), *([marks(frame, events)] if events else [])]
    for style, series in enumerate(history.series, 1):
        behind = [ShapeGroup("", list(band(frame, series)), clip=True)] if alone else []
        ring = peak(frame, series, history.decimals, label=False)
        shapes.append(ShapeGroup(f"s{style}", [*behind, *line(frame, series), *ring]))
    return drawn(frame, caption, [*shapes, *_labels(frame, history)], clipped=alone)


def panel(history: RatingHistory, player: int, caption: Caption) -> Markup:
    """Return the small chart of one player with the 95 % band, the others behind in grey.

    All panels of a history have the same axes, so that they may be compared.
    """
    history = history.thinned(PANEL.points)
    frame = frame_of(history, PANEL, bands=True)
    series = history.series[player]
    others = [shape for other in history.series if other is not series for shape in line(frame, other)]
    behind = ShapeGroup("", list(band(frame, series)), clip=True)
    ring = peak(frame, series, history.decimals, label=True)
    mine = ShapeGroup(f"s{player + 1}", [behind, *line(frame, series), *ring])
    return drawn(frame, caption, [grid(frame, history), ShapeGroup("others", others), mine], clipped=True)


def drawn(frame: Frame, caption: Caption, shapes: Sequence[Shape], *, clipped: bool = False) -> Markup:
    """Return a drawing as an image with a name and a description.

    Args:
        frame: where it lies.
        caption: what it is called.
        shapes: what is drawn.
        clipped: whether any of them is cut off at the frame.
    """
    left, top = frame.sheet.left, frame.sheet.top
    inside = (left, top, frame.right - left, frame.bottom - top) if clipped else None
    return call("chart.svg.j2", "chart", frame.sheet, caption, shapes, inside)


def _labels(frame: Frame, history: RatingHistory) -> Iterator[Shape]:
    """Yield the players' names and last ratings at the right, each led to from the end of its line."""
    sheet = frame.sheet
    ends = [float(frame.down(series.rating[-1])) for series in history.series]
    heights = spread(ends, 1.35 * sheet.font, sheet.top + 0.6 * sheet.font, frame.bottom)
    for style, (series, end, y) in enumerate(zip(history.series, ends, heights, strict=True), 1):
        x, at = float(frame.across(series.x[-1])), frame.right
        yield Path(f"M{x:.1f} {end:.1f}H{at:.1f}L{at + 10:.1f} {y:.1f}", "leader")
        yield ShapeGroup(f"s{style}", [Path(f"M{at + 10:.1f} {y:.1f}h18", "line")])
        name, value = _label(series, sheet, history.decimals)
        yield TextShape(at + 33, y + 0.35 * sheet.font, value, kind="label", player=name)


def _label(series: Series, sheet: ChartSheet, decimals: int) -> tuple[str, str]:
    """Return name and last rating; the name alone where there is little room, shortened to what there is."""
    room = (sheet.right - 35) / sheet.font
    if sheet.right < NUMBERED:
        return shortened(series.player, room), ""
    value = number(float(series.rating[-1]), decimals) + ("?" if series.provisional[-1] else "")
    return shortened(series.player, max(2.0, room - width(f" {value}"))), value


def spread(wanted: list[float], apart: float, top: float, bottom: float) -> list[float]:
    """Move positions as little as need be to keep them apart and between top and bottom.

    Positions are in pixels from above; equal ones keep their order. Where there is no room for all of them,
    they share what there is.
    """
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    apart = min(apart, (bottom - top) / max(1, len(wanted) - 1))
    groups: list[tuple[float, list[int]]] = []
    for i in order:
        groups.append((min(max(wanted[i], top), bottom), [i]))
        while len(groups) > 1 and _too_close(groups[-2], groups[-1], apart):
            _, later = groups.pop()
            _, earlier = groups.pop()
            members = earlier + later
            centre = sum(wanted[j] for j in members) / len(members)
            half = apart * (len(members) - 1) / 2
            groups.append((min(max(centre, top + half), bottom - half), members))
    placed = [0.0] * len(wanted)
    for centre, members in groups:
        for n, i in enumerate(members):
            placed[i] = centre + apart * (n - (len(members) - 1) / 2)
    return placed


def _too_close(group: tuple[float, list[int]], other: tuple[float, list[int]], apart: float) -> bool:
    """Tell whether two groups of positions run into each other."""
    halves = apart * (len(group[1]) + len(other[1])) / 2
    return other[0] - group[0] < halves - 1e-9
