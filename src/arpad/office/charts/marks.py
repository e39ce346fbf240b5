"""Events along a chart of ratings: seasons are dashed lines, lists strokes on the axis, tournaments dots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from arpad.office.charts.frame import Frame
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened, width

What: TypeAlias = Literal["season", "list", "tournament"]
"""What happened."""

LONGEST = 9.0
"""How long the name of a season is above its line, in multiples of the font's size."""


class Mark(NamedTuple):
    """An event along the time axis.

    Args:
        at: where, on the same scale as the points of the chart.
        what: what happened.
        name: what it is called.
        when: when, in words.
    """

    at: float
    what: What
    name: str
    when: str = ""


def marks(frame: Frame, events: Sequence[Mark]) -> ShapeGroup:
    """Return the events that lie within the frame."""
    inside = [event for event in events if frame.x[0] <= event.at <= frame.x[1]]
    return ShapeGroup(
        "marks", [*_lists(frame, inside), *_seasons(frame, inside), *_tournaments(frame, inside)]
    )


def _lists(frame: Frame, events: Sequence[Mark]) -> Iterator[Shape]:
    across = [float(frame.across(event.at)) for event in events if event.what == "list"]
    path = "".join(f"M{x:.1f} {frame.bottom:.1f}v-9" for x in across)
    if path:
        yield Path(path, "list")


def _seasons(frame: Frame, events: Sequence[Mark]) -> Iterator[Shape]:
    """Yield the lines, each with its name where that does not run into the one before."""
    sheet, free = frame.sheet, -math.inf
    for event in sorted((event for event in events if event.what == "season"), key=lambda event: event.at):
        x = float(frame.across(event.at))
        yield Path(f"M{x:.1f} {sheet.top}V{frame.bottom:.1f}", "season")
        name = shortened(event.name, LONGEST)
        long = width(name) * sheet.font
        left = x + 4 if x + 4 + long < frame.right else x - 4 - long
        if left > free:
            yield TextShape(left, sheet.top + 0.8 * sheet.font, "", kind="season-name", player=name)
            free = left + long


def _tournaments(frame: Frame, events: Sequence[Mark]) -> Iterator[Shape]:
    for event in events:
        if event.what == "tournament":
            yield Dot(float(frame.across(event.at)), frame.bottom, 3.5, "event", event.name, event.when)
