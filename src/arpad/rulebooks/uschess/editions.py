"""The editions of the US Chess rating system, as far as the threshold of the bonus is concerned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from arpad.core import Edition


@dataclass(frozen=True, order=True)
class BonusEdition(Edition):
    """An edition of the rating system.

    Args:
        threshold: B, what a gain must exceed √max(m, 4)-fold to earn a bonus; the lower, the more points.
    """

    threshold: float = 10.0


EDITIONS = (
    BonusEdition(date(2015, 1, 1), "bonus threshold 12", 12.0),
    BonusEdition(date(2017, 5, 1), "bonus threshold 14", 14.0),
    BonusEdition(date(2023, 2, 1), "bonus threshold 12 again", 12.0),
    BonusEdition(date(2025, 1, 1), "bonus threshold 10", 10.0),
)
"""From the oldest known to the newest, by the day on which an event ends; −1 is the newest."""


def codes(days: NDArray[np.datetime64]) -> NDArray[np.int8]:
    """Return the code of the edition in force on each day; of days before the oldest known one, its code."""
    since = np.array([edition.since for edition in EDITIONS], dtype="datetime64[D]")
    return np.maximum(np.searchsorted(since, days, side="right") - 1, 0).astype(np.int8)
