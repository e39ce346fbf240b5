"""The editions of FIDE's rating regulations (B.02), as far as the change of a rated player is concerned."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from arpad.core import Edition


@dataclass(frozen=True, order=True)
class RatingEdition(Edition):
    """An edition of B.02.

    Args:
        cap: the largest difference in rating that counts (8.3.1).
        uncapped_from: the own rating from which every difference counts in full; infinite for nobody.
    """

    cap: float = 400.0
    uncapped_from: float = math.inf


EDITIONS = (
    RatingEdition(date(2024, 3, 1), "B.02 of 2024-03-01"),
    RatingEdition(date(2025, 10, 1), "B.02 as amended 2025-10-01", uncapped_from=2650.0),
)
"""From the oldest known to the newest; a code is a place in this list, and −1 is the newest."""


def codes(days: NDArray[np.datetime64]) -> NDArray[np.int8]:
    """Return the code of the edition in force on each day; of days before the oldest known one, its code."""
    since = np.array([edition.since for edition in EDITIONS], dtype="datetime64[D]")
    return np.maximum(np.searchsorted(since, days, side="right") - 1, 0).astype(np.int8)
