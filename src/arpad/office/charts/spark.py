"""A line of the size of a word: how a rating went over the last lists, in a row of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arpad.office.pages.templating import call

if TYPE_CHECKING:
    from markupsafe import Markup

ACROSS, HEIGHT = 60, 16

MARGIN = 2.0
"""Room for the width of the line, in pixels."""


def span_of(rows: Sequence[Sequence[float | None]]) -> float:
    """Return the greatest difference of two ratings in a row: a scale on which lines can be compared."""
    ratings = [[rating for rating in row if rating is not None] for row in rows]
    return max((max(row) - min(row) for row in ratings if row), default=0.0)


def spark(ratings: Sequence[float | None], span: float, description: str) -> Markup | str:
    """Return the line; nothing where fewer than two of the ratings are known.

    Args:
        ratings: on each of the lists, the latest last; None for who was not on it. The line has a gap there.
        span: how many points the height of the line is, at least those between its own ends.
        description: what it shows, in words.
    """
    values = [rating for rating in ratings if rating is not None]
    if len(values) < 2:
        return ""
    middle = (min(values) + max(values)) / 2
    step = (ACROSS - 2 * MARGIN) / (len(ratings) - 1)
    path, down = "", False
    for at, rating in enumerate(ratings):
        if rating is None:
            down = False
            continue
        share = 0.5 + ((rating - middle) / span if span else 0.0)
        x, y = MARGIN + at * step, HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
        path += f"{'L' if down else 'M'}{x:.3g} {y:.3g}"
        down = True
    return call("chart.svg.j2", "spark", path, description)
