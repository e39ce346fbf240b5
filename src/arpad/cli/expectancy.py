"""Difference and expected score, both ways, under any rating system that predicts."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.tables import Column, TextTable, faint, show

if TYPE_CHECKING:
    from arpad.ratings.system import RatingSystem

SHARES = tuple(
    Fraction(above, below)
    for above, below in (
        (1, 2), (3, 5), (2, 3), (7, 10), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 10),
        (10, 11), (11, 12), (19, 20), (49, 50), (99, 100), (100, 101), (199, 200), (499, 500),
        (999, 1000), (1000, 1001),
    )
)  # fmt: skip
"""The expected scores for which the difference is printed."""

DIFFERENCES = (*range(0, 801, 50), 900, 1000, 1100, 1200)
"""The differences, in points, for which the expected score is printed."""

FARTHEST = 1e6
"""A difference beyond which nobody looks."""

STEEP = 1e-9
"""A curve that rises by more between two neighbouring numbers jumps: it is a table."""


def expected_at(system: RatingSystem, day: date, difference: float) -> float:
    """Return what a system expects of a player so many points ahead.

    Deviations are a newcomer's. The higher rating is 0, so that no rule for the strongest interferes.
    """
    from arpad.ratings.model import Rating

    return system.predict(Rating(0.0), Rating(-difference), 0, day).expected


def difference_for(expected: Callable[[float], float], share: float) -> float | None:
    """Return the smallest difference at which a system expects ``share``.

    Args:
        expected: difference → expected score; it never falls.
        share: the expected score, at least ½.

    Returns:
        The difference; where the curve is a table, in whole points; None where it never gets there.
    """
    if expected(0.0) >= share:
        return 0.0
    high = 1.0
    while expected(high) < share:
        high *= 2.0
        if high > FARTHEST:
            return None
    low = 0.0
    while True:
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        low, high = (low, middle) if expected(middle) >= share else (middle, high)
    jumps = expected(high) - expected(low) > STEEP
    return float(math.ceil(high)) if jumps else high


def document(system: RatingSystem, day: date) -> dict[str, Any]:
    """Return both tables as data."""
    from arpad.ratings.parameters import values_of

    expected = partial(expected_at, system, day)
    return {
        "system": system.name,
        "parameters": values_of(system),
        "differences": [
            {
                "share": str(share),
                "expected": float(share),
                "difference": difference_for(expected, float(share)),
            }
            for share in SHARES
        ],
        "expectations": [
            {"difference": difference, "expected": expected(float(difference))} for difference in DIFFERENCES
        ],
    }


def show_tables(system: RatingSystem, day: date) -> None:
    """Print both tables side by side."""
    from arpad.cli.options import described

    both = document(system, day)
    rows = [["", "", "", "", ""] for _ in range(max(len(SHARES), len(DIFFERENCES)))]
    for row, entry in zip(rows, both["differences"], strict=False):
        difference = entry["difference"]
        row[0] = entry["share"]
        row[1] = f"{100.0 * entry['expected']:.2f} %"
        row[2] = "—" if difference is None else f"{difference:.2f}"
    for row, entry in zip(rows, both["expectations"], strict=False):
        row[3] = str(entry["difference"])
        row[4] = f"{100.0 * entry['expected']:.2f} %"
    columns = [
        Column("expected", "right"),
        Column("", "right"),
        Column("difference", "right"),
        Column("   difference", "right"),
        Column("expected", "right"),
    ]
    show(TextTable(columns, rows))
    click.echo(faint(f"difference: the smallest one that gives the expected score; {described(system)}"))
