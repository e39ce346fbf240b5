"""What the events of a tournament add up to, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from arpad.core import BadInput, worded
from arpad.office.events.beginning import New
from arpad.office.events.entries import Added
from arpad.office.events.event import Event
from arpad.office.events.rounds import ResultEntered, RoundPaired, enter_results
from arpad.office.events.state import State
from arpad.office.events.teams import MemberAdded
from arpad.office.events.undoing import Undone


def take(state: State, event: Event) -> None:
    """Change a state by one more event.

    Raises:
        BadInput: the event contradicts those before it.
    """
    if state.finished and not event.allowed_at_end():
        raise BadInput(
            "the tournament is finished", code="tournament.finished", remedy="Undo its end to change it."
        )
    event.apply(state)


def take_all(state: State, events: Iterable[tuple[int, Event]]) -> None:
    """Change a state by more events, with their sequence numbers.

    Results of one round that follow each other are entered together, so that the time of a round is linear
    in its boards.

    Raises:
        Contradiction: one contradicts those before it.
    """
    for at, group in groupby(events, _round_of_result):
        numbered = list(group)
        if at and not state.finished:
            try:
                enter_results(state, [event for _, event in numbered if isinstance(event, ResultEntered)])
            except BadInput:
                pass  # nothing was entered; below one by one, to find the event that contradicts
            else:
                continue
        for seq, event in numbered:
            try:
                take(state, event)
            except BadInput as error:
                raise Contradiction(seq, error) from error


def _round_of_result(numbered: tuple[int, Event]) -> int:
    """Return of which round an event is a result; 0 of none."""
    event = numbered[1]
    return event.round if isinstance(event, ResultEntered) else 0


class Contradiction(BadInput):
    """An event that contradicts those before it.

    Args:
        seq: the event's sequence number, from 1.
        error: what is wrong.
    """

    def __init__(self, seq: int, error: BadInput) -> None:
        self.seq = seq
        super().__init__(error.problem, remedy=error.remedy, article=error.article, code=error.code)


@dataclass
class Progress:
    """How far a log has been replayed.

    Args:
        state: what the standing events add up to.
        standing: the events that were not undone, with their sequence numbers.
        seq: the sequence number of the last event.
        entrants: the highest ``entrant`` number that was ever given, also to an entry that was undone.
    """

    state: State
    standing: list[tuple[int, Event]]
    seq: int
    entrants: int

    @classmethod
    def of(cls, events: Iterable[Event]) -> Progress:
        """Replay the events of a log from its beginning.

        Raises:
            Contradiction: one of them contradicts those before.
        """
        standing: list[tuple[int, Event]] = []
        seq = entrants = 0
        for seq, event in enumerate(events, 1):
            try:
                entrants = _entrants(entrants, event)
                standing = _standing(standing, seq, event)
            except BadInput as error:
                raise Contradiction(seq, error) from error
        return cls(_replay(standing), standing, seq, entrants)

    def state_at(self, seq: int) -> State:
        """Return what the standing events up to one add up to; a state that may be changed."""
        return _replay([(at, event) for at, event in self.standing if at <= seq])

    def after(self, events: Iterable[Event]) -> Progress:
        """Return the progress after more events; this one stays as it is.

        Raises:
            Contradiction: one of them contradicts those before.
        """
        after = Progress(self.state.copy(), list(self.standing), self.seq, self.entrants)
        coming: list[tuple[int, Event]] = []
        for event in events:
            after.seq += 1
            try:
                after.entrants = _entrants(after.entrants, event)
                after.standing = _standing(after.standing, after.seq, event)
            except BadInput as error:
                raise Contradiction(after.seq, error) from error
            if isinstance(event, Undone):
                after.state, coming = _replay(after.standing), []
            else:
                coming.append((after.seq, event))
        take_all(after.state, coming)
        return after


def _entrants(before: int, event: Event) -> int:
    """Return the highest ``entrant`` number ever given, after an event."""
    if not isinstance(event, Added | MemberAdded):
        return before
    if event.entrant != before + 1:
        raise BadInput(
            worded("the next entrant is {next}, not {entrant}", next=before + 1, entrant=event.entrant),
            code="entrant.sequence",
        )
    return event.entrant


def _standing(before: list[tuple[int, Event]], seq: int, event: Event) -> list[tuple[int, Event]]:
    """Return the events that stand after one more; the list that is given may be changed."""
    if not isinstance(event, Undone):
        before.append((seq, event))
        return before
    numbers = [at for at, _ in before]
    if event.to not in numbers[:-1]:
        raise BadInput(
            worded("event {to} is not the end of an act, so nothing can be undone back to it", to=event.to),
            code="undo.unknown-moment",
        )
    return before[: numbers.index(event.to) + 1]


def _replay(standing: Sequence[tuple[int, Event]]) -> State:
    """Return what events add up to.

    Raises:
        Contradiction: one contradicts those before, or the first does not begin a tournament.
    """
    if not standing:
        raise BadInput("there is no event", code="event.none")
    (seq, first), *rest = standing
    if not isinstance(first, New):
        raise Contradiction(
            seq, BadInput("the first event does not begin a tournament", code="event.no-beginning")
        )
    state = State(first)
    take_all(state, rest)
    return state


def when_paired(standing: Sequence[tuple[int, Event]]) -> dict[int, tuple[State, State]]:
    """Return for every paired round the state before and after its pairing, of events that can be replayed.

    Of a round that was unpaired and paired again, the last pairing counts.
    """
    states: dict[int, tuple[State, State]] = {}
    state = _replay(standing[:1])
    for pairing, group in groupby(standing[1:], lambda numbered: isinstance(numbered[1], RoundPaired)):
        if not pairing:
            take_all(state, group)
            continue
        for _, event in group:
            before = state.copy()
            take(state, event)
            states[len(state.rounds)] = before, state.copy()
    return {at: both for at, both in states.items() if at <= len(state.rounds)}
