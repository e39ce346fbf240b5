"""Numbers, days and counts as pages print them, and how wide a text is set."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import Any

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def number(value: float, decimals: int = 0) -> str:
    """Return a number as people print it: ``1,743``, ``−3.5``; ratings of four digits without a comma."""
    grouped = f"{value:,.{decimals}f}" if abs(value) >= 10_000 else f"{value:.{decimals}f}"
    return grouped.replace("-", "−") if grouped.strip("-0.,") else grouped.lstrip("-")


def exact(value: object) -> str:
    """Return a setting as the command line reads it: to the last digit, ``40`` for 40.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def count(value: int, singular: str, many: str | None = None) -> str:
    """Return ``1 game``, ``964 games``, ``1,964 games``."""
    return f"{value:,} {singular if value == 1 else many or singular + 's'}"


def day(value: Any) -> str:
    """Return a day in words, ``18 December 2022``; the number of a period as it is."""
    if isinstance(value, str):
        value = date.fromisoformat(value)
    if isinstance(value, date):
        return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
    return str(value)


def iso(value: Any) -> str:
    """Return a day as ``2022-12-18`` without a time of day; the number of a period as it is."""
    if isinstance(value, date):
        return value.isoformat()[:10]
    return str(value)


def width(value: str) -> float:
    """Estimate how wide a text is set, in multiples of the font's size."""
    return sum(_wide(character) for character in value)


def shortened(value: str, room: float) -> str:
    """Return a text that fits into so many multiples of the font's size, cut with an ellipsis."""
    if width(value) <= room:
        return value
    kept, used = "", 1.0
    for character in value:
        used += _wide(character)
        if used > room:
            break
        kept += character
    return kept.rstrip() + "…"


def _wide(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in "iIljft.,:;'|! ()[]":
        return 0.33
    return 0.72 if character.isupper() or character in "mwMW" else 0.56
