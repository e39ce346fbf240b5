"""What became of an act, or would become of it: what was done in words, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.core import worded
from arpad.office.policy import Finding

if TYPE_CHECKING:
    from arpad.office.acts.act import Act
    from arpad.office.events.event import Event
    from arpad.office.log.event_log import EventLog


@dataclass(frozen=True)
class ActOutcome:
    """What became of an act.

    Args:
        done: what was done, in words: a line for each event; none where nothing had to be done.
        findings: what is to be said of it: rules that it departs from, and what follows.
    """

    done: tuple[str, ...]
    findings: tuple[Finding, ...] = ()

    def __str__(self) -> str:
        """Return what was done and what is to be said of it, a line each."""
        return "\n".join([*self.done, *(finding.line() for finding in self.findings)])


def outcome_of(before: EventLog, events: Iterable[Event], findings: Iterable[Finding]) -> ActOutcome:
    """Return what became of an act.

    Args:
        before: the log before it.
        events: that it added.
        findings: what is to be said of it.
    """
    from arpad.office.events.undoing import Undone
    from arpad.office.log.history import undone_by, words_of_act

    words: list[str] = []
    ordinary = []
    for event in events:
        if isinstance(event, Undone):
            words += [worded("undone: {act}", act=word) for word in undone_by(before, event.to)]
        else:
            ordinary.append(event)
    return ActOutcome((*words, *words_of_act(before, ordinary)), tuple(findings))


def preview(act: Act, log: EventLog) -> ActOutcome:
    """Return what an act would do to a log.

    Raises:
        BadInput: it would be refused.
    """
    after = act.change(log)
    events = [event for entry in after.acts[len(log.acts) :] for event in entry.events]
    return outcome_of(log, events, after.findings)
