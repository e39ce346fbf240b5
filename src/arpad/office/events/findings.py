"""What is to be said of decisions of the arbiter; several kinds of events share these findings.

An event is weighed by the tournament before it, whenever the log is read: a log that was written before an
article was known to arpad has its finding too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arpad.core import worded
from arpad.office.events.breaches import breaches
from arpad.office.events.event import Event
from arpad.office.events.state import State
from arpad.office.policy import Finding, Severity


def decision(event: Event) -> Iterator[Finding]:
    """Yield that an event is a decision of the arbiter, and no more."""
    yield Finding(event.KIND, "")


def change_of_entries(event: Event, state: State) -> Iterator[Finding]:
    """Yield that an event changes entries after the first round was paired, if it does."""
    if state.rounds:
        yield Finding(event.KIND, worded("after the first round was paired"))


def seats_by_hand(event: Event, at: int, entrants: Iterable[int], state: State) -> Iterator[Finding]:
    """Yield that the arbiter seats participants, and the rules that it departs from.

    Args:
        event: the event.
        at: the round.
        entrants: the participants whom it seats or gives a bye.
        state: the tournament before it.
    """
    yield Finding(event.KIND, "", round=at)
    after = state.copy()
    event.apply(after)
    tournament = after.tournament()
    numbers = [after.number(entrant) for entrant in entrants]
    yield from breaches(tournament, at, tournament.rounds[at - 1], numbers)


def correction(at: int, state: State) -> Iterator[Finding]:
    """Yield that a result of a round is corrected, and whether a later round was paired by the other one.

    Args:
        at: the round.
        state: the tournament before it.
    """
    yield Finding("result.corrected", "", round=at)
    if at < len(state.rounds):
        text = worded("round {round} was paired before; its pairing stays as it is", round=at + 1)
        yield Finding("round.later-paired", text, Severity.WARNING, round=at)
