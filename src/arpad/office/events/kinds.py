"""All kinds of events, and how one is read from a line of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arpad.core import BadInput
from arpad.office.events import beginning, decisions, entries, reports, rounds, teams, undoing
from arpad.office.events.event import KINDS, Event
from arpad.office.events.fields import Fields

__all__ = ["KINDS", "MODULES", "in_range", "read_event"]

MODULES = (beginning, decisions, entries, reports, rounds, teams, undoing)
"""The modules with the kinds of events: to import them registers their classes in :data:`KINDS`."""


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
    event_class = KINDS.get(kind) if isinstance(kind, str) else None
    if event_class is None:
        raise BadInput(
            f"the event {str(kind)[:40]!r} is not known",
            code="event.unknown-kind",
            remedy=f"It was written by arpad {program}: use that version or a newer one."
            if program
            else None,
        )
    if type(version) is not int or not 1 <= version <= event_class.VERSION:
        raise BadInput(
            f"version {str(version)[:20]} of the event {kind!r} is not known",
            code="event.unknown-version",
            remedy="Use a newer arpad.",
        )
    own = Fields(row)
    event = event_class.of(own)
    own.end()
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
