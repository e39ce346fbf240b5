"""A map of a player's opponents: how much higher they were rated, and what the player scored against them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from arpad.core import Figure
from arpad.office.charts.axes import rating_ticks
from arpad.office.charts.chart import Caption, drawn
from arpad.office.charts.frame import ChartSheet, Frame
from arpad.office.charts.shapes import Dot, Path, Shape, ShapeGroup, TextShape
from arpad.office.pages.formatting import shortened, width
from arpad.office.pages.speaking import translated

if TYPE_CHECKING:
    from markupsafe import Markup

SHEET = ChartSheet(480, 350, left=60, right=14, top=12, bottom=32, font=15, points=0)
"""One drawing for wide windows and for phones: its letters are legible on both."""

LONGEST = 8.5
"""How long a name is beside its dot, in multiples of the font's size."""

MOST_NAMES = 12
"""Names that are written beside their dots; the table has all."""

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)

LEAST = 50.0
"""Points that the map shows on both sides of the middle, at least."""


class MapOpponent(NamedTuple):
    """An opponent on the map.

    Args:
        name: who it is.
        ahead: by how many points they were rated higher than the player, in the mean of their games.
        share: of the points that the player made, from 0 to 1.
        games: how many.
        description: the same in words.
    """

    name: str
    ahead: float
    share: float
    games: int
    description: str


def reach(opponents: Sequence[MapOpponent]) -> float:
    """Return how many points the map shows on both sides of the middle."""
    return max(LEAST, 1.08 * max(abs(opponent.ahead) for opponent in opponents))


def opponents_map(
    opponents: Sequence[MapOpponent], curve: Sequence[tuple[float, float]], caption: Caption
) -> Markup:
    """Return the map.

    Args:
        opponents: at least one, those met most often first: they have their names beside their dots.
        curve: the score that is expected against somebody who is rated so much higher.
        caption: what the map is called.
    """
    far = reach(opponents)
    frame = Frame(SHEET, (-far, far), (-0.06, 1.06))
    line = "L".join(f"{float(frame.across(x)):.1f} {float(frame.down(y)):.1f}" for x, y in curve)
    expected = [Path(f"M{line}", "expected")] if curve else []
    dots = [_dot(frame, opponent) for opponent in opponents]
    # Small dots lie above large ones, so that both can be pointed at.
    order = sorted(dots, key=lambda dot: -dot.r)
    return drawn(
        frame,
        caption,
        [
            ShapeGroup("grid", list(_grid(frame))),
            *expected,
            ShapeGroup("s1 met", order),
            *_names(frame, opponents, dots),
        ],
    )


def _dot(frame: Frame, opponent: MapOpponent) -> Dot:
    size = round(min(3.0 + 1.3 * math.sqrt(opponent.games), 14.0), 1)
    x, y = float(frame.across(opponent.ahead)), float(frame.down(opponent.share))
    return Dot(x, y, size, "opponent", opponent.name, opponent.description)


def _grid(frame: Frame) -> Iterator[Shape]:
    sheet = frame.sheet
    for share in QUARTERS:
        y = float(frame.down(share))
        yield Path(f"M{sheet.left} {y:.1f}H{frame.right:.1f}")
        yield TextShape(sheet.left - 8, y + 0.35 * sheet.font, f"{100 * share:.0f} %", "end")
    yield Path(f"M{sheet.left} {frame.bottom:.1f}H{frame.right:.1f}", "axis")
    for at, label in rating_ticks(*frame.x, int((frame.right - sheet.left) / (5 * sheet.font))):
        x = float(frame.across(at))
        yield Path(f"M{x:.1f} {sheet.top}V{frame.bottom:.1f}", "axis" if at == 0 else "")
        text = f"+{label}" if at > 0 else label
        yield TextShape(x, frame.bottom + 7 + sheet.font, translated(Figure(text)), "middle")


def _names(frame: Frame, opponents: Sequence[MapOpponent], dots: Sequence[Dot]) -> Iterator[Shape]:
    """Yield names beside their dots where they run into no other dot or name."""
    font = frame.sheet.font
    taken = [(dot.x - dot.r, dot.y - dot.r, dot.x + dot.r, dot.y + dot.r) for dot in dots]
    written = 0
    for opponent, dot in zip(opponents, dots, strict=True):
        name = shortened(opponent.name, LONGEST)
        long = width(name) * font
        for left, anchor in ((dot.x + dot.r + 4, "start"), (dot.x - dot.r - 4 - long, "end")):
            box = (left, dot.y - 0.5 * font, left + long, dot.y + 0.5 * font)
            if (
                frame.sheet.left < left
                and box[2] < frame.right
                and not any(_meet(box, other) for other in taken)
            ):
                x = left if anchor == "start" else left + long
                yield TextShape(x, dot.y + 0.35 * font, "", anchor, "label", name)
                taken.append(box)
                written += 1
                break
        if written == MOST_NAMES:
            return


def _meet(box: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Tell whether two boxes (left, top, right, bottom) run into each other."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
