"""How much a game counts by its age, and who is listed: the World Othello Federation's rating rules.

Source: worldothello.org, *Ratings: frequently asked questions*. The federation keeps no running ratings:
every list is calculated anew from all results since 1991, with these weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

WEIGHTS: tuple[tuple[int, int], ...] = (
    # younger than so many months at the calculation: weight
    (7, 150),  # the last seven months
    (14, 100),  # the seven before
    (26, 60),  # the year before those
    (38, 30),  # the year before that
)
OLDER = 1
"""What a game counts that is 38 months old or more."""

ACTIVE = 38
"""Months within which a player must have played to be listed."""

OFFICIAL = 200.0
"""A rating is official whose uncertainty is below so many points."""


def age(days: NDArray[Any], calculated: Any) -> NDArray[np.int64]:
    """Return whole months from each day (``datetime64[D]``) to the day of the calculation."""
    last = np.asarray(calculated, dtype="datetime64[D]")
    day_of_month = (days - days.astype("datetime64[M]")).astype(np.int64)
    then = (last - last.astype("datetime64[M]")).astype(np.int64)
    months = (last.astype("datetime64[M]") - days.astype("datetime64[M]")).astype(np.int64)
    return np.asarray(months - (then < day_of_month), dtype=np.int64)


def weight(months: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the weight of games of these ages in months."""
    below = [months < bound for bound, _ in WEIGHTS]
    return np.select(below, [float(value) for _, value in WEIGHTS], float(OLDER))
