"""An act on a log to which others have added since its author looked at it.

The author saw the event n. What was done after n is in the log, and the act is done on the log as it is now,
unless both concern the same thing: then the act is refused, and the refusal says what was done meanwhile, and
by whom. Three questions decide:

* Does an event that was added change what the act changes, or what the act relies on? :data:`CONCERNS` says
  for every kind of event what that is. A result on board 3 changes the result of board 3 and relies on who
  sits there; so a result on board 5 does no harm; another pairing, or a board 3 that was set by hand, does.
* Does the act aim at the same thing as on the log that its author saw? A participant is named by a pairing
  number, and a round by being the last: either may have become another one. The act is therefore tried on
  both logs.
* Can the act still be done?
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from arpad.core import ArpadError, BadInput, joined, listed, worded, worded_count
from arpad.core.wording import Worded
from arpad.office.effects.state import State
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
from arpad.office.events.event import Event
from arpad.office.events.kinds import Undone
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
from arpad.office.log.event_log import Act, EventLog
from arpad.office.log.replay import Progress, take

Subject = tuple[str | int, ...]
"""A thing, as a path: ``("round", 3)`` has in it ``("round", 3, "result", 5)``, the result of its board 5."""

EVERYTHING: Subject = ()
NUMBERS: Subject = ("numbers",)
"""Which pairing number is whose."""

MOST_TOLD = 3
"""How many acts of others a refusal names."""


class Concern(NamedTuple):
    """What an event concerns.

    Args:
        words: what happened, in the past tense.
        changes: what another is after it.
        relies: what it takes to be as its author saw it.
    """

    words: str
    changes: Collection[Subject] = ()
    relies: Collection[Subject] = ()


class Conflict(BadInput):
    """An act that concerns what was changed since its author looked.

    Args:
        problem: what is wrong.
        acts: what was done meanwhile.
    """

    CODE: ClassVar[str] = "log.conflict"

    def __init__(self, problem: str, acts: Sequence[Act]) -> None:
        self.acts: tuple[Act, ...] = tuple(acts)
        super().__init__(problem, remedy=worded("Look at the tournament as it is now, and decide again."))


def rebased(change: Callable[[EventLog], EventLog], now: EventLog, expected: int) -> EventLog:
    """Return the log as it is now with an act whose author saw its first events only.

    Args:
        change: does the act; called with the log that the author saw, and then with the log as it is now.
        now: the log.
        expected: the sequence number of the last event that the author saw.

    Raises:
        Conflict: what was done meanwhile concerns the same thing.
        BadInput: no act ends with that event; or the act is refused, and nothing was done meanwhile.
    """
    if expected == now.seq:
        return change(now)
    seen = _seen(now, expected)
    meanwhile = now.acts[len(seen.acts) :]
    refused: ArpadError | None = None
    try:
        meant = _aims(seen, change(seen))
    except ArpadError as error:
        refused = error
    try:
        after = change(now)
    except ArpadError as error:
        if refused is not None:
            raise
        raise _conflict(worded("the act can no longer be done"), error, seen, meanwhile) from error
    if refused is not None:
        problem = worded("the act could not be done after event {event}", event=expected)
        raise _conflict(problem, refused, seen, meanwhile)
    done = _concerns(now.progress, _events(after.acts[len(now.acts) :]))
    touched = {one for concern in done for one in (*concern.changes, *concern.relies)}
    against = [
        act
        for act, concerns in zip(meanwhile, _by_act(seen.progress, meanwhile), strict=True)
        if any(_meet(one, other) for one in touched for each in concerns for other in each.changes)
    ]
    if against:
        raise _conflict(worded("what the act concerns was changed meanwhile"), None, seen, meanwhile, against)
    if _aims(now, after) != meant:
        problem = worded("the act would concern other participants, or another round, than its author saw")
        raise _conflict(problem, None, seen, meanwhile)
    return after


def _seen(log: EventLog, expected: int) -> EventLog:
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
    known = before.progress.entrants
    return {
        one
        for concern in _concerns(before.progress, _events(after.acts[len(before.acts) :]))
        for one in (*concern.changes, *concern.relies)
        if one != NUMBERS and not (one[:1] == ("entrant",) and int(one[1]) > known)
    }


def _events(acts: Iterable[Act]) -> list[Event]:
    return [event for act in acts for event in act.events]


def _by_act(progress: Progress, acts: Iterable[Act]) -> Iterator[list[Concern]]:
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
    if not isinstance(event, Undone):
        return CONCERNS[type(event)](event, progress.state)
    state = progress.state_at(event.to)
    changes: set[Subject] = set()
    for seq, one in progress.standing:
        if seq > event.to:
            changes |= {*CONCERNS[type(one)](one, state).changes}
            take(state, one)
    return Concern(worded("what was done after event {to} was undone", to=event.to), changes, [EVERYTHING])


def _meet(one: Subject, other: Subject) -> bool:
    """Tell whether one thing is the other, or in it."""
    return all(a == b for a, b in zip(one, other, strict=False))


def _conflict(
    problem: str,
    error: ArpadError | None,
    seen: EventLog,
    meanwhile: Sequence[Act],
    against: Sequence[Act] | None = None,
) -> Conflict:
    """Return the refusal of an act, with the acts of others that are against it, or all of them."""
    chosen = meanwhile if against is None else against
    told: list[Worded] = []
    progress, seq = seen.progress, seen.seq
    for act in meanwhile:
        seq += len(act.events)
        if act in chosen:
            concerns = list(_concerns(progress, act.events))
            words = concerns[0].words
            if len(concerns) > 1:
                words = worded("{act} and {number} more", act=words, number=len(concerns) - 1)
            if act.stamp.author:
                told.append(
                    worded("{act} ({author}, event {event})", act=words, author=act.stamp.author, event=seq)
                )
            else:
                told.append(worded("{act} (event {event})", act=words, event=seq))
        progress = progress.after(act.events)
    said = told[:MOST_TOLD]
    if len(told) > MOST_TOLD:
        said.append(worded_count("and {count} act more", "and {count} acts more", len(told) - MOST_TOLD))
    why = problem if error is None else worded("{problem} ({why})", problem=problem, why=error.problem)
    return Conflict(joined([why, joined(said, "; ")], ": "), chosen)


def _named(state: State, entrant: int) -> str:
    known = state.entrants.get(entrant) or state.teams.players.get(entrant)
    return worded("entrant {number}", number=entrant) if known is None else known.name


def _entries(entrants: Iterable[int]) -> list[Subject]:
    """Return what relies on participants being who they were."""
    return [("entrant", one, "entry") for one in entrants]


def _added(event: Added, state: State) -> Concern:
    return Concern(
        worded("{name} was entered", name=event.name),
        [("entered", event.name), *([NUMBERS] if event.insert else [])],
    )


def _edited(event: Edited, state: State) -> Concern:
    entered: list[Subject] = [("entered", str(event.changes["name"]))] if "name" in event.changes else []
    return Concern(
        worded("{name} was edited", name=_named(state, event.entrant)),
        [("entrant", event.entrant, "entry"), *entered],
    )


def _removed(event: Removed, state: State) -> Concern:
    return Concern(
        worded("{name} was removed", name=_named(state, event.entrant)), [("entrant", event.entrant), NUMBERS]
    )


def _absence(event: Away | Back, state: State) -> Concern:
    part = ("entrant", event.entrant, "absence")
    name = _named(state, event.entrant)
    return Concern(
        worded("{name} was noted as absent", name=name)
        if isinstance(event, Away)
        else worded("{name} was noted as back", name=name),
        [(*part, at) for at in event.rounds] or [part],
        # All rounds to come are others once another round is paired.
        [*_entries([event.entrant]), *([] if event.rounds else [("paired", len(state.rounds))])],
    )


def _paired(event: RoundPaired, state: State) -> Concern:
    at = len(state.rounds) + 1
    return Concern(
        worded("round {at} was paired", at=at),
        [("round", at), *([("colour",)] if event.initial_colour else [])],
    )


def _boards_set(event: BoardsSet, state: State) -> Concern:
    boards = [board for board, _, _ in event.boards]
    seated = [entrant for _, white, black in event.boards for entrant in (white, black)]
    free = [entrant for entrant, _ in event.byes]
    part = ("round", event.round)
    return Concern(
        worded_count(
            "board {boards} of round {round} was set by hand",
            "boards {boards} of round {round} were set by hand",
            len(boards),
            boards=", ".join(map(str, boards)),
            round=event.round,
        ),
        [
            *((*part, what, board) for board in boards for what in ("seats", "result")),
            *((*part, "bye", entrant) for entrant in (*seated, *free)),
        ],
        [*_entries([*seated, *free]), (*part, "published")],
    )


def _bye_given(event: ByeGiven, state: State) -> Concern:
    return Concern(
        worded(
            "the bye of {name} in round {round} was set", name=_named(state, event.entrant), round=event.round
        ),
        [("round", event.round, "bye", event.entrant)],
        _entries([event.entrant]),
    )


def _result(event: ResultEntered, state: State) -> Concern:
    part = ("round", event.round)
    return Concern(
        worded(
            "the result of board {board} in round {round} was entered", board=event.board, round=event.round
        ),
        [(*part, "result", event.board)],
        [(*part, "seats", event.board)],
    )


def _reported(event: ResultReported, state: State) -> Concern:
    part = ("round", event.round)
    return Concern(
        worded(
            "{name} reported the result of board {board} in round {round}",
            name=_named(state, event.entrant),
            board=event.board,
            round=event.round,
        ),
        [(*part, "report", event.board)],
        [(*part, "seats", event.board), (*part, "result", event.board), ("reporting",)],
    )


def _board_result(event: BoardResult, state: State) -> Concern:
    part = ("round", event.round)
    game = state.rounds[event.round - 1].pairings[event.match - 1]
    return Concern(
        worded(
            "the result of board {board} of match {match} in round {round} was entered",
            board=event.board,
            match=event.match,
            round=event.round,
        ),
        [(*part, "result", event.match, event.board)],
        [(*part, "seats", event.match), *((*part, "lineup", team) for team in (game.white, game.black))],
    )


def _line_up(event: LineUp, state: State) -> Concern:
    part = ("round", event.round)
    games = state.rounds[event.round - 1].pairings if event.round <= len(state.rounds) else ()
    matches = [at for at, game in enumerate(games, 1) if event.team in (game.white, game.black)]
    return Concern(
        worded("{name} named a line-up for round {round}", name=_named(state, event.team), round=event.round),
        [(*part, "lineup", event.team)],
        [
            *((*part, "result", match) for match in matches),
            *_entries([event.team, *filter(None, event.members)]),
        ],
    )


def _forbidden(event: Forbidden, state: State) -> Concern:
    names = joined([_named(state, one) for one in event.entrants])
    pairs = combinations(sorted(event.entrants), 2)
    return Concern(
        worded("{names} were kept apart", names=names),
        [("apart", *pair) for pair in pairs],
        _entries(event.entrants),
    )


def _allowed(event: Allowed, state: State) -> Concern:
    names = listed([_named(state, one) for one in event.entrants])
    return Concern(
        worded("{names} were allowed to meet", names=names),
        [("apart", *sorted(event.entrants))],
        _entries(event.entrants),
    )


def _board_fixed(event: BoardFixed, state: State) -> Concern:
    kept = state.fixed_boards.get(event.entrant, 0)
    return Concern(
        worded("the fixed board of {name} was set", name=_named(state, event.entrant)),
        [("fixed", "of", event.entrant), *(("fixed", "board", one) for one in (kept, event.board) if one)],
        _entries([event.entrant]),
    )


def _points_set(event: PointsSet, state: State) -> Concern:
    names = joined([_named(state, one) for one in event.entrants] or [worded("everybody")])
    return Concern(
        worded("points of {names} were set", names=names),
        [("points", one, event.round) for one in event.entrants] or [("points",)],
        _entries(event.entrants),
    )


def _member_added(event: MemberAdded, state: State) -> Concern:
    return Concern(
        worded("{name} joined {team}", name=event.name, team=_named(state, event.team)),
        [("entrant", event.team, "roster", event.name)],
        _entries([event.team]),
    )


def _roster_ordered(event: RosterOrdered, state: State) -> Concern:
    return Concern(
        worded("the players of {name} were ordered", name=_named(state, event.team)),
        [("entrant", event.team, "roster")],
        _entries([event.team, *event.members]),
    )


CONCERNS: Mapping[type[Event], Callable[[Any, State], Concern]] = {
    Added: _added,
    Edited: _edited,
    Removed: _removed,
    Numbered: lambda event, state: Concern(worded("the participants were numbered"), [NUMBERS]),
    Away: _absence,
    Back: _absence,
    RoundPaired: _paired,
    Unpaired: lambda event, state: Concern(
        worded("round {round} was unpaired", round=event.round), [("round", event.round)]
    ),
    BoardsSet: _boards_set,
    ByeGiven: _bye_given,
    ResultEntered: _result,
    Published: lambda event, state: Concern(
        worded("round {round} was published", round=event.round),
        [("round", event.round, "published")],
        [("round", event.round, "seats"), ("round", event.round, "bye")],
    ),
    Finished: lambda event, state: Concern(
        worded("the tournament was finished"), [("finished",)], [EVERYTHING]
    ),
    Forbidden: _forbidden,
    Allowed: _allowed,
    ColourDrawn: lambda event, state: Concern(worded("the colour was drawn"), [("colour",)]),
    BoardFixed: _board_fixed,
    PointsSet: _points_set,
    Accelerated: lambda event, state: Concern(
        worded("an acceleration was set"), [("accelerated",)], [NUMBERS]
    ),
    RoundsPlanned: lambda event, state: Concern(worded("the number of rounds was changed"), [("planned",)]),
    TiebreaksSet: lambda event, state: Concern(worded("the tie-breaks were changed"), [("tiebreaks",)]),
    DetailsSet: lambda event, state: Concern(
        worded("details of the tournament were corrected"), [("details", name) for name in event.details]
    ),
    MemberAdded: _member_added,
    RosterOrdered: _roster_ordered,
    LineUp: _line_up,
    BoardResult: _board_result,
    ReportingSet: lambda event, state: Concern(
        worded("reports of players were allowed or ended"), [("reporting",)]
    ),
    ResultReported: _reported,
}
"""What every kind of event concerns; :class:`Undone` concerns what is undone, and relies on everything."""
