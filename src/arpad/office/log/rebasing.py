"""An act on a log to which others have added since its author looked at it.

The author saw the event n. What was done after n is in the log, and the act is done on the log as it is now,
unless both concern the same thing: then the act is refused, and the refusal says what was done meanwhile, and
by whom. Three questions decide:

* Does an event that was added change what the act changes, or what the act relies on? Every kind of event
  says what that is (:meth:`~arpad.office.events.event.Event.concern`). A result on board 3 changes the
  result of board 3 and relies on the players who sit there; so a result on board 5 does no harm; another
  pairing, or a board 3 that was set by hand, does.
* Does the act aim at the same thing as on the log that its author saw? A participant is named by a pairing
  number, and a round by being the last: either may have become another one. The act is therefore tried on
  both logs.
* Can the act still be done?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from arpad.core import ArpadError, BadInput, joined, worded, worded_count
from arpad.core.wording import Worded
from arpad.office.events.concern import NUMBERS, Concern, Subject
from arpad.office.events.event import Event
from arpad.office.events.undoing import Undone
from arpad.office.log.event_log import EventLog, LogEntry
from arpad.office.log.replay import Progress, take

MOST_NAMED = 3
"""How many acts of others a refusal names."""


class ActConflict(BadInput):
    """An act that concerns what was changed since its author looked.

    Args:
        problem: what is wrong.
        acts: what was done meanwhile.
    """

    CODE: ClassVar[str] = "log.conflict"

    def __init__(self, problem: str, acts: Sequence[LogEntry]) -> None:
        self.acts: tuple[LogEntry, ...] = tuple(acts)
        super().__init__(problem, remedy=worded("Look at the tournament as it is now, and decide again."))


def rebased(change: Callable[[EventLog], EventLog], now: EventLog, expected: int) -> EventLog:
    """Return the log as it is now with an act whose author saw its first events only.

    Args:
        change: does the act; called with the log that the author saw, and then with the log as it is now.
        now: the log.
        expected: the sequence number of the last event that the author saw.

    Raises:
        ActConflict: what was done meanwhile concerns the same thing.
        BadInput: no act ends with that event; or the act is refused, and nothing was done meanwhile.
    """
    if expected == now.seq:
        return change(now)
    seen = _at(now, expected)
    meanwhile = now.acts[len(seen.acts) :]
    refusal: ArpadError | None = None
    try:
        aims = _aims(seen, change(seen))
    except ArpadError as error:
        refusal = error
    try:
        after = change(now)
    except ArpadError as error:
        if refusal is not None:
            raise
        raise _conflict(worded("the act can no longer be done"), error, seen, meanwhile) from error
    if refusal is not None:
        problem = worded("the act could not be done after event {event}", event=expected)
        raise _conflict(problem, refusal, seen, meanwhile)
    subjects = _subjects(_concerns(now.progress, _events(after.acts[len(now.acts) :])))
    against = [
        act
        for act, concerns in zip(meanwhile, _by_act(seen.progress, meanwhile), strict=True)
        if any(
            _overlap(subject, other)
            for subject in subjects
            for concern in concerns
            for other in concern.changes
        )
    ]
    if against:
        raise _conflict(worded("what the act concerns was changed meanwhile"), None, seen, meanwhile, against)
    if _aims(now, after) != aims:
        problem = worded("the act would concern other participants, or another round, than its author saw")
        raise _conflict(problem, None, seen, meanwhile)
    return after


def _at(log: EventLog, expected: int) -> EventLog:
    """Return the log as it was when an event was the last one.

    Raises:
        BadInput: it never was.
    """
    seq = 0
    for count, act in enumerate(log.acts, 1):
        seq += len(act.events)
        if seq == expected:
            return log.until_act(count)
    problem = (
        worded_count("there are only {count} event", "there are only {count} events", log.seq)
        if expected > log.seq
        else worded("no act ends with event {expected}", expected=expected)
    )
    raise BadInput(problem, code="log.unknown-moment", remedy="Look at the tournament, and try again.")


def _aims(before: EventLog, after: EventLog) -> set[Subject]:
    """Return what an act concerns, beside the participants and numbers that the act itself makes."""
    entrants = before.progress.entrants
    return {
        subject
        for subject in _subjects(_concerns(before.progress, _events(after.acts[len(before.acts) :])))
        if subject != NUMBERS and not (subject[:1] == ("entrant",) and int(subject[1]) > entrants)
    }


def _subjects(concerns: Iterable[Concern]) -> set[Subject]:
    """Return all that events change or rely on."""
    return {subject for concern in concerns for subject in (*concern.changes, *concern.relies)}


def _events(acts: Iterable[LogEntry]) -> list[Event]:
    return [event for act in acts for event in act.events]


def _by_act(progress: Progress, acts: Iterable[LogEntry]) -> Iterator[list[Concern]]:
    """Yield what each of some acts concerns, one after the other."""
    for act in acts:
        yield list(_concerns(progress, act.events))
        progress = progress.after(act.events)


def _concerns(progress: Progress, events: Iterable[Event]) -> Iterator[Concern]:
    """Yield what events concern, one after the other."""
    for event in events:
        yield concern_of(progress, event)
        progress = progress.after([event])


def concern_of(progress: Progress, event: Event) -> Concern:
    """Return what an event concerns.

    Args:
        progress: the log before it.
        event: the next one.
    """
    concern = event.concern(progress.state)
    if not isinstance(event, Undone):
        return concern
    # It changes what the events changed that it takes back, and only the log knows which these are.
    state = progress.state_at(event.to)
    changes: set[Subject] = set()
    for seq, undone in progress.standing:
        if seq > event.to:
            changes |= {*undone.concern(state).changes}
            take(state, undone)
    return concern._replace(changes=changes)


def _overlap(subject: Subject, other: Subject) -> bool:
    """Tell whether a subject is the other, or one is a part of the other."""
    return all(a == b for a, b in zip(subject, other, strict=False))


def _conflict(
    problem: str,
    error: ArpadError | None,
    seen: EventLog,
    meanwhile: Sequence[LogEntry],
    against: Sequence[LogEntry] | None = None,
) -> ActConflict:
    """Return the refusal of an act, with the acts of others that are against it, or all of them."""
    chosen = meanwhile if against is None else against
    lines: list[Worded] = []
    progress, seq = seen.progress, seen.seq
    for act in meanwhile:
        seq += len(act.events)
        if act in chosen:
            concerns = list(_concerns(progress, act.events))
            words = concerns[0].words
            if len(concerns) > 1:
                words = worded("{act} and {number} more", act=words, number=len(concerns) - 1)
            if act.stamp.author:
                lines.append(
                    worded("{act} ({author}, event {event})", act=words, author=act.stamp.author, event=seq)
                )
            else:
                lines.append(worded("{act} (event {event})", act=words, event=seq))
        progress = progress.after(act.events)
    named = lines[:MOST_NAMED]
    if len(lines) > MOST_NAMED:
        named.append(worded_count("and {count} act more", "and {count} acts more", len(lines) - MOST_NAMED))
    reason = problem if error is None else worded("{problem} ({why})", problem=problem, why=error.problem)
    return ActConflict(joined([reason, joined(named, "; ")], ": "), chosen)
