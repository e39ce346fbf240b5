"""Rating periods: games of one period are rated together, against the ratings before it.

A period has a number on a calendar that also counts the periods without games, so that the difference of
two numbers is how many periods passed: days and ISO weeks (from Monday) since 1 January 1970, months, years.
A period of several units (``3mo``) begins where its number of units divides that count: ``3mo`` from
January, April, July, October; ``2y`` from even years; ``2w`` and ``10d`` by the count alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided
from arpad.core.interface import named_columns, option
from arpad.record.events import events_in_order, spans_of
from arpad.record.record import Record

Moment: TypeAlias = date | int
"""A day (a ``datetime`` too), or the number of a numbered period."""

CALENDAR = ("d", "w", "mo", "y")
UNITS = {"d": "D", "w": "D", "mo": "M", "y": "Y"}
"""Unit -> the step of numpy's calendar that it is counted in; weeks are counted by days."""

MONDAY = 3
"""Days from Monday, 29 December 1969, to the beginning of 1970: weeks are counted from that Monday."""

DAYS = {"d": 1.0, "w": 7.0, "mo": 30.436875, "y": 365.2425}
"""The mean length of a unit in days, for fractions of periods: 400 Gregorian years have 146097 days."""

LONGEST = {"d": 365_242, "w": 52_177, "mo": 12_000, "y": 1_000, "number": 10**9}
"""How many units a period may have: a thousand years."""

EPOCH = date(1970, 1, 1)


@dataclass(frozen=True)
class PeriodRule:
    """How long a rating period is.

    Args:
        unit: ``d``, ``w``, ``mo``, ``y``, ``number`` (of numbered periods), ``event`` or ``all``.
        size: how many of them make one period.
    """

    unit: str
    size: int = 1

    def __str__(self) -> str:
        if self.unit in ("event", "all"):
            return self.unit
        return f"{self.size}{'' if self.unit == 'number' else self.unit}"

    @property
    def calendar(self) -> bool:
        """Whether the period is cut by dates."""
        return self.unit in CALENDAR


def parse_period(text: str) -> PeriodRule:
    """Read the length of a rating period: ``1d``, ``2w``, ``1mo``, ``1y``, ``event``, ``all``, or ``1``.

    A bare number is for a record whose time is whole numbers: with 1 each number is a period.

    Raises:
        BadInput: it is none of these.
    """
    word = text.strip().lower()
    if word in ("event", "all"):
        return PeriodRule(word)
    found = re.fullmatch(r"(\d{1,30})(d|w|mo|y)?", word)
    if found is None or int(found[1]) == 0:
        raise BadInput(
            f"{text!r} is not a rating period",
            remedy="Expected 1d, 1w, 1mo, 3mo, 1y, event, all, or a number for numbered periods.",
        )
    unit, size = found[2] or "number", int(found[1])
    if size > LONGEST[unit]:
        raise BadInput(
            f"a rating period of {text.strip()} is too long",
            remedy=f"Expected at most {LONGEST[unit]}{found[2] or ''}.",
        )
    return PeriodRule(unit, size)


@dataclass(frozen=True, eq=False)
class Periods:
    """The rating periods of a record.

    Args:
        rule: how they are cut.
        number: int64 per game, the number of its period; a difference counts the periods between.
        names: of events, their names by number.
        spans: of events and of the whole record, the first and the last day of each, where there are dates.
    """

    rule: PeriodRule
    number: NDArray[np.int64]
    names: tuple[str, ...] = ()
    spans: tuple[tuple[date, date], ...] = ()

    def label(self, number: int) -> str:
        """Return the name of a period: ``2024-03-05``, ``2024-W09``, ``2024-03``, ``2024``, the event, ``7``.

        A period of several units is named by its first and its last: ``2024-01–2024-03``.
        """
        unit, size = self.rule.unit, self.rule.size
        if unit == "event":
            return self.names[number]
        if unit == "all":
            return "all"
        first, last = number * size, number * size + size - 1
        one = _unit_label(unit, first)
        return one if size == 1 else f"{one}–{_unit_label(unit, last)}"

    def start(self, number: int) -> date | None:
        """Return the first day of a period; of an event, the day of its first game; None without dates."""
        if self.rule.calendar:
            return _first_day(self.rule.unit, number * self.rule.size)
        return self.spans[number][0] if number < len(self.spans) else None

    def end(self, number: int) -> date | None:
        """Return the last day of a period; of an event, the day of its last game; None without dates."""
        if self.rule.calendar:
            return _last_day(self.rule.unit, (number + 1) * self.rule.size - 1)
        return self.spans[number][1] if number < len(self.spans) else None

    def number_of(self, moment: Moment) -> int:
        """Return the number of the period in which a moment lies.

        Args:
            moment: a date, or a number where the periods are numbered. Among events, the number of the last
                that had ended by then; −1 before the first.

        Raises:
            NotProvided: a date for numbered periods, a number for a calendar, or events without dates.
        """
        if self.rule.unit == "all":
            return 0
        if isinstance(moment, date):
            return self._number_of_day(moment.date() if isinstance(moment, datetime) else moment)
        if self.rule.unit != "number":
            raise NotProvided(
                f"{moment} is not a date, and the rating periods ({self.rule}) are cut by dates",
                remedy="Give a date such as 2024-03-05.",
            )
        return int(moment) // self.rule.size

    def _number_of_day(self, day: date) -> int:
        if self.rule.calendar:
            days = np.array([np.datetime64(day, "D")])
            return int(_units(days, self.rule.unit)[0]) // self.rule.size
        if self.rule.unit == "event" and self.spans:
            return int(np.searchsorted(self._ends, day.toordinal(), side="right")) - 1
        raise NotProvided(
            f"{day.isoformat()} is a date, and the record has no dates",
            remedy="Give the number of a period." if self.rule.unit == "number" else None,
        )

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        return np.array([last.toordinal() for _, last in self.spans], dtype=np.int64)


def assign(games: Record, rule: PeriodRule) -> Periods:
    """Cut a record into rating periods.

    Events are numbered in the order in which they are rated
    (:func:`arpad.record.events.events_in_order`): by their last games.

    Raises:
        NotProvided: the record lacks the dates, the numbers or the events that the rule needs.
        BadInput: a game belongs to no event.
    """
    if rule.unit == "all":
        return Periods(rule, np.zeros(len(games), dtype=np.int64), spans=_span_of_all(games))
    if rule.unit == "event":
        return _by_event(games, rule)
    return Periods(rule, _units(_time(games, rule), rule.unit) // rule.size)


def fractional_number(games: Record, rule: PeriodRule) -> NDArray[np.float64]:
    """Return where every game lies on the time axis, in rating periods and fractions of them.

    Differences count the periods that passed. Days and weeks are exact; a month is 30.436875 days and a year
    365.2425, their means over the Gregorian calendar, so that equal times count equally in February and in
    March. The integer part is therefore not the number that :func:`assign` gives. A date is its midnight.
    Numbered periods are divided by the rule's size; events and ``all`` have no fractions.

    Raises:
        NotProvided: the record lacks the dates, the numbers or the events that the rule needs.
    """
    if not rule.calendar and rule.unit != "number":
        return assign(games, rule).number.astype(np.float64)
    time = _time(games, rule)
    if rule.unit == "number":
        return time / float(rule.size)
    days = time.astype("datetime64[s]").astype(np.int64) / 86400.0
    if rule.unit == "w":
        days = days + MONDAY
    return np.asarray(days / length_in_days(rule), dtype=np.float64)


def length_in_days(rule: PeriodRule) -> float:
    """Return how many days a period of the calendar lasts, of months and years in the mean."""
    return DAYS[rule.unit] * rule.size


def _time(games: Record, rule: PeriodRule) -> NDArray[Any]:
    """Return the times, dates for a calendar and whole numbers for numbered periods."""
    time = games.time
    if time is None:
        raise NotProvided(
            f"the record has no dates, and rating periods of {rule} need them",
            remedy=f"Name the column ({named_columns('time')}), or choose {option('period', 'all')}.",
        )
    dated = time.dtype.kind == "M"
    if rule.calendar and not dated:
        raise NotProvided(
            f"the record's time is whole numbers, which a period of {rule} cannot cut",
            remedy=f"Choose {option('period', '1')}: each number is a period.",
        )
    if not rule.calendar and dated:
        raise NotProvided(
            f"the record has dates, which a period of {rule} numbers cannot cut",
            remedy=f"Choose {option('period', '1d')}, 1w, 1mo or 1y; "
            f"or name a column of numbers: {named_columns('time=period')}.",
        )
    return time


def _units(time: NDArray[Any], unit: str) -> NDArray[np.int64]:
    """Return how many whole units have passed since 1970 (or, of numbers, the numbers)."""
    if unit == "number":
        return time.astype(np.int64)
    # A conversion to a coarser step of the calendar rounds down, before 1970 too.
    steps: NDArray[np.int64] = time.astype(f"datetime64[{UNITS[unit]}]").astype(np.int64)
    return (steps + MONDAY) // 7 if unit == "w" else steps


def _first_day(unit: str, count: int) -> date:
    """Return the first day of a unit of the calendar, by its count since 1970, as far as a calendar goes."""
    try:
        if unit in ("d", "w"):
            return EPOCH + timedelta(days=count if unit == "d" else count * 7 - MONDAY)
        months = count if unit == "mo" else 12 * count
        return date(1970 + months // 12, 1 + months % 12, 1)
    except (OverflowError, ValueError):
        return date.max if count > 0 else date.min


def _last_day(unit: str, count: int) -> date:
    """Return the last day of a unit of the calendar, by its count since 1970, as far as a calendar goes."""
    if unit == "d":
        return _first_day(unit, count)
    after = _first_day(unit, count + 1)
    # No week, month or year begins on the calendar's last day, which stands for a day beyond it.
    return after if after == date.max else after - timedelta(days=1)


def _unit_label(unit: str, count: int) -> str:
    if unit == "number":
        return str(count)
    day = _first_day(unit, count)
    if unit == "w":
        year, week, _ = day.isocalendar()
        return f"{year}-W{week:02d}"
    return day.isoformat()[: {"d": 10, "mo": 7, "y": 4}[unit]]


def _days(games: Record) -> NDArray[Any] | None:
    time = games.time
    return time.astype("datetime64[D]") if time is not None and time.dtype.kind == "M" else None


def _span_of_all(games: Record) -> tuple[tuple[date, date], ...]:
    days = _days(games)
    return ((days.min().item(), days.max().item()),) if days is not None and len(days) else ()


def _by_event(games: Record, rule: PeriodRule) -> Periods:
    event = games.event
    if event is None:
        raise NotProvided(
            "the record has no events",
            remedy=f"Name the column ({named_columns('event')}), or choose a period by date, such as "
            f"{option('period', '1mo')}.",
        )
    if (event.codes < 0).any():
        row = int(np.argmax(event.codes < 0))
        raise BadInput(
            f"{int((event.codes < 0).sum())} games belong to no event; the first is the record's "
            f"game {row + 1}",
            remedy="Name their events, or choose a period by date.",
        )
    order = events_in_order(games)
    number = np.full(len(event.names), -1, dtype=np.int64)
    number[order] = np.arange(len(order))
    spans: tuple[tuple[date, date], ...] = ()
    days = _days(games)
    if days is not None and len(days):
        first, last = spans_of(event.codes, days, len(event.names))
        spans = tuple(zip(first[order].tolist(), last[order].tolist(), strict=True))
    names = tuple(event.names[code] for code in order)
    return Periods(rule, number[event.codes], names, spans)
