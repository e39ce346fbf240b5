"""Rounding as rulebooks ask for it."""

from __future__ import annotations

import math

TOLERANCE = 1e-9
"""How far below a half a sum of decimals may fall and still be that half: 10 × 0.25 is 2.5."""


def round_half_away(value: float, unit: float = 1.0) -> float:
    """Round to the nearest multiple of ``unit``, halves away from zero.

    A rulebook rounds decimals, so a value that misses the half only by the binary error of its sum
    counts as the half: ``-2.4999999999999996`` becomes ``-3``.
    """
    steps = math.floor(abs(value) / unit + 0.5 + TOLERANCE)
    return math.copysign(steps * unit, value) if steps else 0.0
