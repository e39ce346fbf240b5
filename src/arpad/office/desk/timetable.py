"""When the rounds are played: a day and a time for each, kept among the details of a tournament."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from arpad.core import BadInput, worded
from arpad.tournament.model import Tournament

DAYS, TIMES = "round_dates", "round_times"
"""The details that have them: round by round, apart by blanks; ``-`` for none."""

NONE = "-"
TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class Slot(NamedTuple):
    """When a round begins.

    Args:
        round: its number.
        day: as ``2026-05-02``; empty where it is not known.
        time: as ``09:30``, on the clock of the place; empty where it is not known.
    """

    round: int
    day: str = ""
    time: str = ""


def timetable(tournament: Tournament, rounds: int) -> list[Slot]:
    """Return when each of so many rounds begins."""
    days = re.findall(r"[^,;\s]+", tournament.details.get(DAYS, ""))
    times = tournament.details.get(TIMES, "").split()
    return [
        Slot(
            at,
            _day(days[at - 1]) if at <= len(days) else "",
            times[at - 1] if at <= len(times) and times[at - 1] != NONE else "",
        )
        for at in range(1, rounds + 1)
    ]


def _day(text: str) -> str:
    """Return a day as reports have it (``26/05/02``) in full; nothing of what is none."""
    year, *rest = re.split(r"[/.-]", text)
    try:
        return date.fromisoformat("-".join((f"20{year}" if len(year) == 2 else year, *rest))).isoformat()
    except ValueError:
        return ""


def details_of(slots: Sequence[Slot]) -> dict[str, str]:
    """Return the details that a timetable is, for :func:`arpad.office.desk.set_details`.

    Args:
        slots: from round 1 on, without a gap.

    Raises:
        BadInput: a time is none, or a round begins before the one before it.
    """
    before = ""
    for slot in slots:
        if slot.time and TIME.fullmatch(slot.time) is None:
            raise BadInput(
                worded("round {round}: {time!r} is not a time", round=slot.round, time=slot.time[:20]),
                code="timetable.time",
                remedy="Write it as 09:30.",
            )
        moment = f"{slot.day} {slot.time}" if slot.day else ""
        if moment and moment < before:
            raise BadInput(
                worded("round {round} begins before an earlier round", round=slot.round),
                code="timetable.order",
                remedy="Give every round a later day or time than the one before.",
            )
        before = moment or before
    return {
        DAYS: _joined([slot.day for slot in slots]),
        TIMES: _joined([slot.time for slot in slots]),
    }


def _joined(values: Sequence[str]) -> str:
    """Return values apart by blanks, ``-`` for one that is not known; nothing if none is."""
    return " ".join(value or NONE for value in values) if any(values) else ""


def read(text: str) -> list[Slot]:
    """Return a timetable that is typed: a line for each round, ``2026-05-02 09:30`` or a day alone.

    Raises:
        BadInput: a line is neither.
    """
    slots = []
    for at, line in enumerate(filter(None, map(str.strip, text.splitlines())), 1):
        day, _, time = line.partition(" ")
        if not _day(day):
            raise BadInput(
                worded("the timetable has {line!r} for round {at}", line=line[:40], at=at),
                code="timetable.line",
                remedy="Write a line for each round: 2026-05-02 09:30.",
            )
        slots.append(Slot(at, _day(day), time.strip()))
    return slots
