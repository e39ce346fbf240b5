"""What the arbiter sets for the screens of the hall, kept among the details of a tournament.

An announcement, the moment at which the clock of the round runs out, and which screen shows what. They are
set by :func:`arpad.office.desk.set_details`, so that the log has them, and every screen of the hall follows;
also after the end of the tournament, when prizes are given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from arpad.core import BadInput, worded
from arpad.office.events.decisions import HALL
from arpad.tournament.model import Tournament

NOTE, CLOCK, SCREENS = HALL
"""The details that have them."""

EVERYTHING = "all"
KINDS = ("pairings", "names", "standings", "timetable", "codes", "note")
"""What a screen can show, beside everything in turns."""

DISPLAYS = ("1", "2", "3", "4")
"""The screens that are told apart."""

LONGEST_NOTE = 200
LONGEST_CLOCK = 24 * 60
"""In minutes."""


class Hall(NamedTuple):
    """What is set for the screens.

    Args:
        note: an announcement; empty for none.
        ends: when the clock of the round runs out; None where none runs.
        screens: what each screen shows, by its name.
    """

    note: str
    ends: datetime | None
    screens: Mapping[str, str]

    def left(self, now: datetime) -> int:
        """Return the minutes that the clock has left, begun ones counted; 0 where it has run out."""
        if self.ends is None:
            return 0
        return max(0, math.ceil((self.ends - now).total_seconds() / 60))


def hall_of(tournament: Tournament) -> Hall:
    """Return what is set; what cannot be read is as if it was not."""
    details = tournament.details
    try:
        ends: datetime | None = datetime.fromisoformat(details.get(CLOCK, ""))
    except ValueError:
        ends = None
    if ends is not None and ends.tzinfo is None:
        ends = ends.replace(tzinfo=UTC)
    screens = dict.fromkeys(DISPLAYS, EVERYTHING)
    for word in details.get(SCREENS, "").split():
        name, _, kind = word.partition(":")
        if name in screens and kind in KINDS:
            screens[name] = kind
    return Hall(details.get(NOTE, ""), ends, screens)


def announced(text: str) -> dict[str, str]:
    """Return the details of an announcement; empty takes it off.

    Raises:
        BadInput: it is too long to be read from afar.
    """
    if len(text) > LONGEST_NOTE:
        raise BadInput(
            worded("the announcement has {count} letters", count=len(text)),
            code="hall.note",
            remedy=worded("Nobody reads more than {most} on a screen: shorten it.", most=LONGEST_NOTE),
        )
    return {NOTE: " ".join(text.split())}


def clock_of(minutes: int, now: datetime) -> dict[str, str]:
    """Return the details of a clock that runs so many minutes from now; 0 stops it.

    Raises:
        BadInput: it is not from 0 minutes to a day.
    """
    if not 0 <= minutes <= LONGEST_CLOCK:
        raise BadInput(
            worded("a clock cannot run {minutes} minutes", minutes=minutes),
            code="hall.clock",
            remedy=worded("Write from 1 to {most}, or 0 to stop it.", most=LONGEST_CLOCK),
        )
    end = (now + timedelta(minutes=minutes)).astimezone(UTC)
    return {CLOCK: end.strftime("%Y-%m-%dT%H:%M:%SZ") if minutes else ""}


def shown_on(screens: Mapping[str, str]) -> dict[str, str]:
    """Return the details of which screen shows what.

    Raises:
        BadInput: there is no such screen, or it cannot show that.
    """
    for name, kind in screens.items():
        if name not in DISPLAYS or kind not in (EVERYTHING, *KINDS):
            raise BadInput(
                worded("screen {name!r} cannot show {kind!r}", name=name[:10], kind=kind[:20]),
                code="hall.screen",
            )
    shown = [f"{name}:{kind}" for name, kind in screens.items() if kind != EVERYTHING]
    return {SCREENS: " ".join(shown)}
