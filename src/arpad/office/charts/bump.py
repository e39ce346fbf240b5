"""A bump chart: the place of each participant after every round, a line for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arpad.office.charts.chart import STYLES, Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened

if TYPE_CHECKING:
    from markupsafe import Markup

LINE = 1.7
"""The height of a place, in multiples of the font's size."""

MOST = 48
"""Participants up to whom there is a chart."""


class Climb(NamedTuple):
    """A participant's places.

    Args:
        name: the participant.
        places: after each round, from 1; no two participants have the same.
    """

    name: str
    places: Sequence[int]


def bump(climbs: Sequence[Climb], caption: Caption, *, narrow: bool) -> Markup:
    """Return the chart; the first of the standings stand out.

    Args:
        climbs: at least one, in the order of the last places; with a place for each of the same rounds.
        caption: what the chart is called.
        narrow: whether it is for a phone.
    """
    font, width, right = (11, 360, 120) if narrow else (13, 960, 200)
    lowest = max(place for climb in climbs for place in climb.places)
    rounds = len(climbs[0].places)
    height = round(20 + LINE * font * lowest + 30)
    sheet = ChartSheet(width, height, left=30, right=right, top=14, bottom=30, font=font, points=rounds)
    # Place 1 is at the top, so that the axis runs from the last place up.
    frame = Frame(sheet, (1.0, max(float(rounds), 2.0)), (-lowest - 0.5, -0.5))
    grid = ShapeGroup("grid", [*_rounds(frame, rounds), *_places(frame, lowest)])
    others = ShapeGroup("others", [Path(_line(frame, climb), "line") for climb in climbs[STYLES:]])
    marked = [
        ShapeGroup(f"s{style}", list(_climb(frame, climb)))
        for style, climb in reversed(list(enumerate(climbs[:STYLES], 1)))
    ]
    return drawn(frame, caption, [grid, others, *marked, *_names(frame, climbs)])


def _rounds(frame: Frame, rounds: int) -> Iterator[Shape]:
    for at in range(1, rounds + 1):
        x = float(frame.across(float(at)))
        yield Path(f"M{x:.1f} {frame.sheet.top}V{frame.bottom:.1f}")
        yield TextShape(x, frame.bottom + 7 + frame.sheet.font, str(at), "middle")


def _places(frame: Frame, lowest: int) -> Iterator[Shape]:
    for place in range(1, lowest + 1):
        y = float(frame.down(float(-place)))
        yield TextShape(frame.sheet.left - 10, y + 0.35 * frame.sheet.font, str(place), "end")


def _points(frame: Frame, climb: Climb) -> list[tuple[float, float]]:
    across = frame.across(np.arange(1.0, len(climb.places) + 1.0))
    down = frame.down(-np.array(climb.places, dtype=np.float64))
    return list(zip(across.tolist(), down.tolist(), strict=True))


def _line(frame: Frame, climb: Climb) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in _points(frame, climb))


def _climb(frame: Frame, climb: Climb) -> Iterator[Shape]:
    yield Path(_line(frame, climb), "line")
    for x, y in _points(frame, climb):
        yield Dot(x, y, 3.0, "dot")


def _names(frame: Frame, climbs: Sequence[Climb]) -> Iterator[Shape]:
    """Yield every name beside the place after the last round."""
    sheet = frame.sheet
    for climb in climbs:
        x, y = _points(frame, climb)[-1]
        name = shortened(climb.name, (sheet.right - 14) / sheet.font)
        yield TextShape(max(x, frame.right) + 12, y + 0.35 * sheet.font, "", kind="label", player=name)
