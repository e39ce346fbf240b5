"""Undoing: the last act, whole, or everything since a moment. What was undone stays in the log."""

from __future__ import annotations

from arpad.core import BadInput, worded
from arpad.office.events.undoing import Undone
from arpad.office.log.event_log import EventLog


def undo(log: EventLog, *, to: int | None = None) -> EventLog:
    """Return the log with its last standing act undone, whole, or with every act since a moment undone.

    Args:
        log: so far.
        to: the sequence number of the last event that is to stand; None to undo one act.

    Raises:
        BadInput: only the beginning is left, or no standing act ends with that event.
    """
    if to is None:
        return log.undo()[0]
    ends = log.ends_of_acts()
    if to == ends[-1]:
        raise BadInput(worded("nothing was done after event {to}", to=to), code="undo.nothing")
    if to not in ends[:-1]:
        raise BadInput(
            worded("no act that is in force ends with event {to}", to=to),
            code="undo.unknown-moment",
            remedy=worded("The act before the last one ends with event {ends}.", ends=ends[-2])
            if len(ends) > 1
            else None,
        )
    return log.add(Undone(to))
