"""All kinds of events, and how one is read from a line of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.core import BadInput
from arpad.office.events.beginning import New
from arpad.office.events.decisions import (
    Accelerated,
    Allowed,
    BoardFixed,
    ColourDrawn,
    DetailsSet,
    Forbidden,
    PointsSet,
    RoundsPlanned,
    TiebreaksSet,
)
from arpad.office.events.entries import Added, Away, Back, Edited, Numbered, Removed
from arpad.office.events.event import Event, whole
from arpad.office.events.fields import Fields
from arpad.office.events.reports import ReportingSet, ResultReported
from arpad.office.events.rounds import (
    BoardsSet,
    ByeGiven,
    Finished,
    Published,
    ResultEntered,
    RoundPaired,
    Unpaired,
)
from arpad.office.events.teams import BoardResult, LineUp, MemberAdded, RosterOrdered


@dataclass(frozen=True)
class Undone(Event):
    """What was done after an event no longer stands; it stays in the log.

    Args:
        to: the sequence number of the last event that still stands.
    """

    KIND: ClassVar[str] = "undo"

    to: Annotated[int, whole(1, 10**9)]


KINDS: Mapping[str, type[Event]] = {
    one.KIND: one
    for one in (
        New,
        Added,
        Edited,
        Removed,
        Numbered,
        Away,
        Back,
        RoundPaired,
        Unpaired,
        BoardsSet,
        ByeGiven,
        ResultEntered,
        Published,
        Finished,
        Forbidden,
        Allowed,
        ColourDrawn,
        BoardFixed,
        PointsSet,
        Accelerated,
        RoundsPlanned,
        TiebreaksSet,
        DetailsSet,
        MemberAdded,
        RosterOrdered,
        LineUp,
        BoardResult,
        ReportingSet,
        ResultReported,
        Undone,
    )
}
"""Word in a file → event."""


def read_event(kind: object, version: object, row: Mapping[str, Any], *, program: str = "") -> Event:
    """Return the event that fields are.

    Args:
        kind: its word.
        version: of its fields.
        row: its own fields.
        program: the version of arpad that wrote it, for errors.

    Raises:
        BadInput: the kind or version is not known, or a field is missing, unknown or out of its range.
    """
    made = KINDS.get(kind) if isinstance(kind, str) else None
    if made is None:
        raise BadInput(
            f"the event {str(kind)[:40]!r} is not known",
            code="event.unknown-kind",
            remedy=f"It was written by arpad {program}: use that version or a newer one."
            if program
            else None,
        )
    if type(version) is not int or not 1 <= version <= made.VERSION:
        raise BadInput(
            f"version {str(version)[:20]} of the event {kind!r} is not known",
            code="event.unknown-version",
            remedy="Use a newer arpad.",
        )
    taken = Fields(row)
    event = made.of(taken)
    taken.end()
    return event


def in_range(event: Event) -> Event:
    """Return the event if a file that has it can be read again.

    Raises:
        BadInput: a field is of another type, or out of its range.
    """
    again = read_event(event.KIND, event.VERSION, event.row())
    if again != event:
        raise BadInput(f"the event {event.KIND!r} cannot be written", code="event.not-writable")
    return event
