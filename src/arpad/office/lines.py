"""The lines of a chart: a player's rating, its 95 % band, its peak."""

from __future__ import annotations

from collections.abc import Iterator

from arpad.office.frame import Frame
from arpad.office.markup import number, svg_name, text
from arpad.office.series import Series
from arpad.ratings.result import INTERVAL


def line(frame: Frame, series: Series) -> str:
    """Return a rating's line: thin and pale where it was provisional, cut after long absences.

    A stretch of a single game is a dot.
    """
    across, down = frame.across(series.x), frame.down(series.rating)
    parts = []
    for first, last, provisional in _runs(series):
        kind = "line p" if provisional else "line"
        if first == last:
            parts.append(f'<circle class="dot" cx="{across[first]:.1f}" cy="{down[first]:.1f}" r="2.2"/>')
            continue
        path = "L".join(f"{across[i]:.1f} {down[i]:.1f}" for i in range(first, last + 1))
        parts.append(f'<path class="{kind}" d="M{path}"/>')
    return "".join(parts)


def band(frame: Frame, series: Series) -> str:
    """Return the area that holds the rating with a probability of 95 %; empty without deviations."""
    if series.deviation is None:
        return ""
    across = frame.across(series.x)
    above = frame.down(series.rating + INTERVAL * series.deviation)
    below = frame.down(series.rating - INTERVAL * series.deviation)
    parts = []
    for first, last in _stretches(series):
        if first == last:
            parts.append(
                f'<path class="whisker" d="M{across[first]:.1f} {above[first]:.1f}V{below[first]:.1f}"/>'
            )
            continue
        there = [f"{across[i]:.1f} {above[i]:.1f}" for i in range(first, last + 1)]
        back = [f"{across[i]:.1f} {below[i]:.1f}" for i in range(last, first - 1, -1)]
        parts.append(f'<path class="band" d="M{"L".join(there + back)}Z"/>')
    return "".join(parts)


def peak(frame: Frame, series: Series, decimals: int, *, label: bool) -> str:
    """Return a ring around the highest rating, if asked for with its value and date beside it."""
    at = series.peak
    x, y = float(frame.across(series.x[at])), float(frame.down(series.rating[at]))
    value, when = number(float(series.rating[at]), decimals), text(series.labels[at])
    ring = (
        f'<circle class="peak" cx="{x:.1f}" cy="{y:.1f}" r="3.5">'
        f"<title>{svg_name(series.player)}: peak {value}, {when}</title></circle>"
    )
    if not label:
        return ring
    font = frame.sheet.font
    middle = (frame.sheet.left + frame.right) / 2
    anchor, shift = ("end", 4) if x > middle else ("start", -4)
    above = max(y - 8, frame.sheet.top + 0.8 * font)
    return (
        f'{ring}<text class="peak-label" x="{x + shift:.1f}" y="{above:.1f}" text-anchor="{anchor}">'
        f"peak {value}, {when}</text>"
    )


def _stretches(series: Series) -> Iterator[tuple[int, int]]:
    """Yield the first and the last point of every stretch without a long absence."""
    first = 0
    for i in range(1, len(series) + 1):
        if i == len(series) or series.stretch[i] != series.stretch[i - 1]:
            yield first, i - 1
            first = i


def _runs(series: Series) -> Iterator[tuple[int, int, bool]]:
    """Yield stretches cut further where the rating becomes provisional or established.

    The piece between two points is what the later one is; the next run begins where the last one ended.
    """
    for first, last in _stretches(series):
        start = first
        for i in range(first + 1, last + 1):
            ends = i == last or series.provisional[i + 1] != series.provisional[i]
            if ends:
                yield start, i, bool(series.provisional[i])
                start = i
        if first == last:
            yield first, last, bool(series.provisional[first])
