"""Which acts of a log are decisions of the arbiter, and which depart from the rules, by which article.

An act is weighed by the tournament before it, whenever the log is read: a log that was written before an
article was known to arpad has it too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from arpad.core import worded, worded_count
from arpad.office.effects.state import State
from arpad.office.events.decisions import (
    Accelerated,
    Allowed,
    BoardFixed,
    ColourDrawn,
    Forbidden,
    PointsSet,
    RoundsPlanned,
    TiebreaksSet,
)
from arpad.office.events.entries import Added, Edited, Numbered, Removed
from arpad.office.events.event import Event
from arpad.office.events.rounds import BoardsSet, ByeGiven, Finished, ResultEntered, RoundPaired, Unpaired
from arpad.office.events.teams import BoardResult, MemberAdded, RosterOrdered
from arpad.office.hand_decisions import breaches
from arpad.office.log.replay import take
from arpad.office.policy import Finding, Severity
from arpad.tournament.boards import Both
from arpad.tournament.results import Result


def weighed(event: Event, state: State | None) -> Iterator[Finding]:
    """Yield what is to be said of an event: nothing of the ordinary course of a tournament.

    A finding without a text says that the event is a decision, and no more.

    Args:
        event: the event.
        state: the tournament before it; None before the beginning.
    """
    weigh = WEIGHED.get(type(event))
    if weigh is not None and state is not None:
        yield from weigh(event, state)


def _decision(event: Event, state: State) -> Iterator[Finding]:
    yield Finding(event.KIND, "")


def _entry(event: Event, state: State) -> Iterator[Finding]:
    """Yield that an entry changes after the first round was paired."""
    if state.rounds:
        yield Finding(event.KIND, worded("after the first round was paired"))


def _tiebreaks(event: TiebreaksSet, state: State) -> Iterator[Finding]:
    yield Finding(event.KIND, "")
    if state.rounds:
        text = worded("the tie-breaks change after the first round")
        yield Finding("tiebreaks.after-start", text, Severity.WARNING, "C.07, 2")


def _boards(event: BoardsSet, state: State) -> Iterator[Finding]:
    seated = [one for _, *both in event.boards for one in both]
    free = [entrant for entrant, _ in event.byes]
    yield from _by_hand(event, event.round, [*seated, *free], state)


def _bye(event: ByeGiven, state: State) -> Iterator[Finding]:
    before = [bye.result for bye in state.round_of(event.round).byes if bye.number == event.entrant]
    yield from _by_hand(event, event.round, [event.entrant], state)
    if Result.PAIRING_BYE in before:
        name = state.entrants[event.entrant].name
        text = worded("the pairing-allocated bye of {name} becomes another", name=name)
        yield Finding("bye.was-allocated", text, Severity.WARNING, "C.04.1, 3", round=event.round)


def _paired(event: RoundPaired, state: State) -> Iterator[Finding]:
    if event.by_hand:
        everybody = [*(one for pair in event.pairs for one in pair), *(one for one, _ in event.byes)]
        yield from _by_hand(event, len(state.rounds) + 1, everybody, state)


def _by_hand(event: Event, at: int, entrants: Iterable[int], state: State) -> Iterator[Finding]:
    """Yield that the arbiter seated somebody, and the rules that it departs from."""
    yield Finding(event.KIND, "", round=at)
    after = state.copy()
    take(after, event)
    tournament = after.tournament()
    numbers = [after.number(one) for one in entrants]
    yield from breaches(tournament, at, tournament.rounds[at - 1], numbers)


def _unpaired(event: Unpaired, state: State) -> Iterator[Finding]:
    yield Finding(event.KIND, "", round=event.round)
    if event.round in state.published:
        text = worded("the pairing was published")
        yield Finding("round.published", text, Severity.WARNING, round=event.round)


def _result(event: ResultEntered, state: State) -> Iterator[Finding]:
    """Yield that a result is corrected, and whether a later round was paired by the other one.

    The result of a whole match counts instead of those on its boards.
    """
    games = state.round_of(event.round).pairings
    if event.board > len(games):
        return
    game, boards = games[event.board - 1], _on_boards(state, event.round, event.board)
    same = (game.white_result, game.black_result, game.points) == (event.white, event.black, event.points)
    if boards or not (game.pending or same):
        yield from _corrected(event.round, state)


def _board_result(event: BoardResult, state: State) -> Iterator[Finding]:
    """Yield that a result on a board is corrected, or that boards count instead of the result of a match."""
    match = state.round_of(event.round).pairings[event.match - 1]
    now = (event.white_team, event.black_team)
    if not match.pending or _on_boards(state, event.round, event.match).get(event.board, now) != now:
        yield from _corrected(event.round, state)


def _on_boards(state: State, at: int, match: int) -> Mapping[int, Both]:
    """Return the results on the boards of a match; none without teams."""
    return state.teams.results.get(at, {}).get(match, {})


def _corrected(at: int, state: State) -> Iterator[Finding]:
    yield Finding("result.corrected", "", round=at)
    if at < len(state.rounds):
        text = worded("round {round} was paired before; its pairing stays as it is", round=at + 1)
        yield Finding("round.later-paired", text, Severity.WARNING, round=at)


def _finished(event: Finished, state: State) -> Iterator[Finding]:
    if len(state.rounds) < state.new.rounds:
        text = worded_count(
            "{count} round planned, and {played} played",
            "{count} rounds planned, and {played} played",
            state.new.rounds,
            played=len(state.rounds),
        )
        yield Finding("finish.early", text, Severity.WARNING)


WEIGHED: Mapping[type[Event], Callable[[Any, State], Iterable[Finding]]] = {
    **dict.fromkeys(
        (Accelerated, Allowed, BoardFixed, ColourDrawn, Forbidden, PointsSet, RoundsPlanned), _decision
    ),
    **dict.fromkeys((Added, Edited, MemberAdded, Numbered, Removed, RosterOrdered), _entry),
    TiebreaksSet: _tiebreaks,
    BoardsSet: _boards,
    ByeGiven: _bye,
    RoundPaired: _paired,
    Unpaired: _unpaired,
    ResultEntered: _result,
    BoardResult: _board_result,
    Finished: _finished,
}
"""What is to be said of each kind of event, by the event and the state before it; of the others nothing."""
