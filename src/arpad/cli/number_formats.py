"""How numbers are written on a terminal. Files and JSON have them unrounded."""

from __future__ import annotations

import math

from arpad.core import counted
from arpad.core.explanation import HUGE

__all__ = ["counted", "given", "grouped", "percentage", "plain", "score", "signed", "whole"]

LEAST_DECIMALS = 2
"""A change says more than the rating it belongs to: at least so many decimals."""


def plain(value: float, decimals: int) -> str:
    """Write a number with so many decimals, and never ``-0``; one of too many digits as ``1.25e+251``."""
    if math.isfinite(value) and abs(value) >= HUGE:
        return f"{value:.6g}"
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def signed(value: float, decimals: int = LEAST_DECIMALS) -> str:
    """Write a change with its sign; one that rounds to nothing has none."""
    text = plain(value, decimals)
    return text if float(text) == 0.0 or text.startswith("-") else f"+{text}"


def given(value: float) -> str:
    """Write a number as a person gave it: ``8900``, ``1500.5``."""
    return f"{value:.10g}"


def grouped(count: int) -> str:
    """Write a count with its thousands apart: ``10,000,000``."""
    return f"{count:,}"


def percentage(share: float) -> str:
    """Write a share as a percentage with two decimals: ``64.01 %``."""
    return f"{100.0 * share:.2f} %"


def score(value: float) -> str:
    """Write a score as a table does: 1, ½, 0; another share with its decimals."""
    return {1.0: "1", 0.5: "½", 0.0: "0"}.get(value, f"{value:g}")


def whole(value: float) -> float | int:
    """Return a whole number as an integer, for JSON."""
    return int(value) if math.isfinite(value) and value == int(value) else value
