"""Round numbers and dates along the axes of a chart."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta
from typing import TypeAlias

from arpad.office.pages.formatting import MONTHS, number

EPOCH = date(1970, 1, 1)

Tick = tuple[float, str]
"""Where it stands on the axis, and what is written there."""

MONTH_STEPS = (1, 2, 3, 6)
YEAR_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
DAY_STEPS = (1, 2, 5, 10, 15)


def _in_english(day: date, skeleton: str) -> str:
    """Return a date as ``Jul 2026``, ``5 Jul`` or ``5 Jul 2026``."""
    parts = {"d": f"{day.day} ", "MMM": MONTHS[day.month - 1][:3], "y": f" {day.year}"}
    return "".join(text for letters, text in parts.items() if letters in skeleton)


Written: TypeAlias = Callable[[date, str], str]
"""Writes a date by a skeleton of Unicode's CLDR: ``yMMM``, ``MMMd`` or ``yMMMd``."""

_WRITTEN: ContextVar[Written] = ContextVar("written", default=_in_english)


@contextmanager
def dates_written(by: Written) -> Iterator[None]:
    """Write the dates along the axes in another language for the length of a block."""
    token = _WRITTEN.set(by)
    try:
        yield
    finally:
        _WRITTEN.reset(token)


def round_step(span: float, most: int) -> float:
    """Return the least of 1, 2, 5, 10, 20, 50… that cuts a span into at most ``most`` parts."""
    least = max(span / max(1, most), 1e-12)
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least * (1 - 1e-9))


def rating_ticks(low: float, high: float, most: int, least: float = 0.0) -> list[Tick]:
    """Return round ratings between two, at least so far apart."""
    step = max(least, round_step(high - low, most))
    decimals = max(0, -math.floor(math.log10(step)))
    return [(at, number(at, decimals)) for at in _multiples(low, high, step)]


def number_ticks(low: float, high: float, most: int, names: tuple[str, ...] = ()) -> list[Tick]:
    """Return whole numbers between two: of games, or of rating periods (by their names if they have any)."""
    step = max(1.0, round_step(high - low, most))
    multiples = _multiples(low, high, step)
    if names:
        return [(at, names[int(at)]) for at in multiples if 0 <= at < len(names)]
    return [(at, str(int(at))) for at in multiples]


def date_ticks(low: float, high: float, most: int) -> list[Tick]:
    """Return the beginnings of years, months or days between two days since 1970."""
    days = high - low
    for size in DAY_STEPS:
        if days / size <= most:
            beginnings = range(math.ceil(low / size) * size, math.floor(high) + 1, size)
            return [(at, _day(at, with_year=at == beginnings[0])) for at in beginnings]
    for size in MONTH_STEPS:
        if days / (size * 30.5) <= most:
            return _months(low, high, size)
    size = next((size for size in YEAR_STEPS if days / (size * 365.25) <= most), YEAR_STEPS[-1])
    return _months(low, high, 12 * size)


def _months(low: float, high: float, size: int) -> list[Tick]:
    start = EPOCH + timedelta(days=low)
    month = math.ceil((start.year * 12 + start.month - 1) / size) * size
    ticks: list[Tick] = []
    while month < 9999 * 12:
        first = date(month // 12, month % 12 + 1, 1)
        at = float((first - EPOCH).days)
        if at > high:
            break
        if at >= low:
            ticks.append((at, _month(first, whole_years=size % 12 == 0)))
        month += size
    return ticks


def _month(first: date, *, whole_years: bool) -> str:
    if whole_years:
        return str(first.year)
    return _WRITTEN.get()(first, "yMMM")


def _day(at: float, *, with_year: bool) -> str:
    day = EPOCH + timedelta(days=at)
    return _WRITTEN.get()(day, "yMMMd" if with_year else "MMMd")


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [n * step for n in range(first, last + 1)]
