"""What a chart is drawn with: lines, dots, words and groups of them, in pixels from the top left corner.

The template ``chart.svg.j2`` draws them. A shape's ``kind`` is what ``chart.css`` styles it by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True)
class Path:
    """A line or an area.

    Args:
        d: its points, as SVG writes them.
        kind: what it is styled by.
    """

    tag: ClassVar[str] = "path"
    d: str
    kind: str = ""


@dataclass(frozen=True)
class Dot:
    """A circle.

    Args:
        x: across.
        y: down.
        r: its radius.
        kind: what it is styled by.
        player: whom it tells of, in words that appear when it is pointed at; empty for none.
        text: the words after the name.
    """

    tag: ClassVar[str] = "circle"
    x: float
    y: float
    r: float
    kind: str
    player: str = ""
    text: str = ""


@dataclass(frozen=True)
class TextShape:
    """A line of text.

    Args:
        x: across, where it starts, ends or has its middle.
        y: down, its base line.
        text: the words.
        anchor: ``start``, ``middle`` or ``end``.
        kind: what it is styled by.
        player: a name before the words, kept to its own direction of writing.
    """

    tag: ClassVar[str] = "text"
    x: float
    y: float
    text: str
    anchor: str = "start"
    kind: str = ""
    player: str = ""


@dataclass(frozen=True)
class ShapeGroup:
    """Shapes that belong together.

    Args:
        kind: what they are styled by.
        shapes: the shapes.
        clip: whether what lies outside the frame of the chart is cut off.
    """

    tag: ClassVar[str] = "g"
    kind: str
    shapes: Sequence[Shape]
    clip: bool = False


Shape: TypeAlias = Path | Dot | TextShape | ShapeGroup
