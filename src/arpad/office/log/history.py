"""What was done to a tournament, act by act and in words: the event log as people read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from arpad.core import BadInput, counted, numbered_as
from arpad.office.effects.state import State
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
from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ROUNDS
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
from arpad.office.log.event_log import EventLog, Stamp
from arpad.office.log.replay import take
from arpad.rulebooks.pairing_catalogue import SYSTEMS, written_result
from arpad.tournament.entry import halves, result_text
from arpad.tournament.model import Pairing
from arpad.tournament.results import Result

BYES = {
    Result.PAIRING_BYE: "bye",
    Result.HALF_BYE: "half-point bye",
    Result.FULL_BYE: "full-point bye",
    Result.ZERO_BYE: "zero-point bye",
}
"""What byes are called in print."""


@dataclass(frozen=True)
class Told:
    """An act, as people read it.

    Args:
        seq: the sequence number of its last event: undoing goes back to such a number.
        words: what each of its events did.
        stamp: who did it, and when.
        stands: whether it was not undone.
    """

    seq: int
    words: tuple[str, ...]
    stamp: Stamp
    stands: bool


def history(log: EventLog) -> list[Told]:
    """Return every act of a log, the first first; names and numbers are those of then."""
    standing = {seq for seq, _ in log.standing}
    kept: list[tuple[int, Event]] = []
    found: list[Told] = []
    state: State | None = None
    seq = 0
    for act in log.acts:
        words = []
        for event in act.events:
            seq += 1
            words.append(words_of(event, state))
            if isinstance(event, Undone):
                kept = [(at, one) for at, one in kept if at <= event.to]
                state = _state(one for _, one in kept)
                continue
            kept.append((seq, event))
            state = _after(state, event)
        undoing = isinstance(act.events[-1], Undone)
        found.append(Told(seq, tuple(words), act.stamp, undoing or seq in standing))
    return found


def _state(events: Iterable[Event]) -> State | None:
    state: State | None = None
    for event in events:
        state = _after(state, event)
    return state


def _after(state: State | None, event: Event) -> State:
    if isinstance(event, New):
        return State(event)
    assert state is not None
    take(state, event)
    return state


def words_of_act(before: EventLog, events: Iterable[Event]) -> list[str]:
    """Return in words what an act did to a log.

    Args:
        before: the log before the act; of the act that begins a tournament anything.
        events: of the act; none of them undoes anything.
    """
    state: State | None = before.state()
    found = []
    for event in events:
        found.append(words_of(event, state))
        state = _after(state, event)
    return found


def undone_by(log: EventLog, to: int) -> list[str]:
    """Return in words which events stand that undoing back to an event takes away, the last first."""
    standing = {seq for seq, _ in log.standing}
    told = [
        (act.seq - len(act.words) + at, word) for act in history(log) for at, word in enumerate(act.words, 1)
    ]
    return [word for seq, word in reversed(told) if seq > to and seq in standing]


def moment(log: EventLog, time: str) -> int:
    """Return the sequence number of the last event that stands and was done at a time or before it.

    Args:
        log: whose acts have times.
        time: in ISO form; UTC if it names no other zone. A day alone is its beginning.

    Raises:
        BadInput: the text is not a time, nothing was done by then, or a clock was set back, so that what was
            done before the last such event has a later time.
    """
    try:
        wanted = datetime.fromisoformat(time.strip())
    except ValueError:
        raise BadInput(
            f"{time[:40]!r} is neither an event's number nor a time",
            code="undo.not-a-moment",
            remedy="Write 57, or 2026-02-01T09:30.",
        ) from None
    wanted = datetime.combine(wanted.date(), wanted.time(), UTC) if wanted.tzinfo is None else wanted
    ends, seq, found, later = set(log.ends_of_acts()), 0, 0, 0
    for act in log.acts:
        seq += len(act.events)
        if not act.stamp.time:
            continue
        if datetime.fromisoformat(act.stamp.time) > wanted:
            later = later or seq
        elif seq in ends:
            found = seq
    if not found:
        raise BadInput(f"nothing was done by {time.strip()}", code="undo.before-beginning")
    if 0 < later < found:
        raise BadInput(
            f"a clock was set back: event {later} has a later time than {time.strip()}, and event {found}, "
            "which came after it, an earlier one",
            code="undo.clock-set-back",
            remedy="Name the number of the event.",
        )
    return found


def words_of(event: Event, state: State | None) -> str:
    """Return what an event does, in words.

    Args:
        event: the event.
        state: the tournament before it; None before the beginning.
    """
    tell = WORDS.get(type(event))
    return event.KIND if tell is None else tell(event, state)


def _name(state: State, entrant: int) -> str:
    if entrant in state.teams.players:
        return state.teams.players[entrant].name
    return state.entrants[entrant].name


def _both(state: State, entrants: Sequence[int]) -> str:
    *first, last = (_name(state, one) for one in entrants)
    return f"{', '.join(first)} and {last}" if first else last


def _new(event: New, state: None) -> str:
    planned = f", {counted(event.rounds, 'round')}" if event.rounds else ""
    return f"new {event.name}: {event.system}{planned}"


def _edited(event: Edited, state: State) -> str:
    changes = ", ".join(f"{key} {value or 'unknown'}" for key, value in event.changes.items())
    return f"edit {_name(state, event.entrant)}: {changes}"


def _away(event: Away, state: State) -> str:
    when = f" in {numbered_as('round', event.rounds)}" if event.rounds else ""
    bye = "" if event.result is Result.ZERO_BYE else f": {BYES[event.result]}"
    return f"away {_name(state, event.entrant)}{when}{bye}"


def _back(event: Back, state: State) -> str:
    when = f" in {numbered_as('round', event.rounds)}" if event.rounds else ""
    return f"back {_name(state, event.entrant)}{when}"


def _boards(event: BoardsSet, state: State) -> str:
    said = [
        f"board {board}: {' – '.join(_sides(state, _name(state, white), _name(state, black)))}"
        for board, white, black in event.boards
    ]
    said += [f"{_name(state, entrant)}: {BYES[result]}" for entrant, result in event.byes]
    return f"round {event.round} by hand: {'; '.join(said)}"


def _bye(event: ByeGiven, state: State) -> str:
    return f"round {event.round} by hand: {_name(state, event.entrant)}: {BYES[event.result]}"


def _result(event: ResultEntered, state: State) -> str:
    game = state.round_of(event.round).pairings[event.board - 1]
    sides = _sides(state, _name(state, game.white), _name(state, game.black))
    entered = Pairing(game.white, game.black, event.white, event.black, event.points)
    said = written_result(state.new.system, entered) or "taken out"
    return f"result of round {event.round}: board {event.board}: {' – '.join(sides)}: {said}"


def _black_first(state: State) -> bool:
    return SYSTEMS[state.new.system].black_first


def _sides(state: State, white: str, black: str) -> tuple[str, str]:
    return (black, white) if _black_first(state) else (white, black)


def _forbidden(event: Forbidden, state: State) -> str:
    some = (event.first, event.last) != (1, MOST_ROUNDS)
    last = f" to {event.last}" if event.last < MOST_ROUNDS else " on"
    return f"forbid {_both(state, event.entrants)}{f' from round {event.first}{last}' if some else ''}"


def _fixed(event: BoardFixed, state: State) -> str:
    name = _name(state, event.entrant)
    return f"{name} always at board {event.board}" if event.board else f"{name} at any board"


def _points(event: PointsSet, state: State) -> str:
    whose = _both(state, event.entrants) if event.entrants else "everybody"
    said = [
        f"{'+' if value > 0 else '−'}{halves(abs(value))} {noun}{'s' * (abs(value) > 1)}"
        for value, noun in ((event.points, "point"), (event.game_points, "game point"))
        if value
    ]
    when = f" in round {event.round}" if event.round else ""
    what = f" for the result {event.result.value}" if event.result else ""
    why = f": {event.reason}" if event.reason else ""
    return f"{whose} {', '.join(said)}{what}{when}{why}"


def _accelerated(event: Accelerated, state: State) -> str:
    rounds = f"rounds {event.first} to {event.last}"
    numbers = f"numbers {event.numbers[0]} to {event.numbers[1]}"
    return f"+{halves(event.points)} for the pairing only, {rounds}, {numbers}"


def _lineup(event: LineUp, state: State) -> str:
    players = (_name(state, one) if one else "nobody" for one in event.members)
    return f"line-up of {_name(state, event.team)} in round {event.round}: {', '.join(players)}"


def _board_result(event: BoardResult, state: State) -> str:
    match = state.round_of(event.round).pairings[event.match - 1]
    seated = state.teams.seated[event.round]
    one, other = (_name(state, seated[team][event.board - 1]) for team in (match.white, match.black))
    said = result_text(Pairing(1, 2, event.white_team, event.black_team), black_first=False)
    return f"result of round {event.round}: match {event.match}, board {event.board}: {one} – {other}: {said}"


def _reported(event: ResultReported, state: State) -> str:
    game = state.round_of(event.round).pairings[event.board - 1]
    told = Pairing(game.white, game.black, event.white, event.black, event.points)
    said = written_result(state.new.system, told)
    return f"{_name(state, event.entrant)} reports round {event.round}, board {event.board}: {said}"


def _details(event: DetailsSet, state: State) -> str:
    said = (
        f"{name.replace('_', ' ')} {', '.join(text.split(chr(10))) or 'taken out'}"
        for name, text in event.details.items()
    )
    return f"details: {'; '.join(said)}"


WORDS: Mapping[type[Event], Callable[[Any, Any], str]] = {
    New: _new,
    Added: lambda event, state: f"add {event.number} {event.name}",
    Edited: _edited,
    Removed: lambda event, state: f"remove {_name(state, event.entrant)}",
    Numbered: lambda event, state: "numbering by rating",
    Away: _away,
    Back: _back,
    RoundPaired: lambda event, state: (
        f"pair round {len(state.rounds) + 1}{' by hand' if event.by_hand else ''}"
    ),
    Unpaired: lambda event, state: f"unpair round {event.round}",
    BoardsSet: _boards,
    ByeGiven: _bye,
    ResultEntered: _result,
    Published: lambda event, state: f"publish round {event.round}",
    Finished: lambda event, state: "finish",
    Forbidden: _forbidden,
    Allowed: lambda event, state: f"allow {_both(state, event.entrants)}",
    ColourDrawn: lambda event, state: f"drawn colour {'white' if event.colour == 'w' else 'black'}",
    BoardFixed: _fixed,
    PointsSet: _points,
    Accelerated: _accelerated,
    RoundsPlanned: lambda event, state: f"plan {counted(event.rounds, 'round')}",
    TiebreaksSet: lambda event, state: f"tie-breaks {','.join(event.tiebreaks) or 'of the system'}",
    DetailsSet: _details,
    MemberAdded: lambda event, state: f"add {event.name} to {_name(state, event.team)}",
    RosterOrdered: lambda event, state: (
        f"order of {_name(state, event.team)}: {', '.join(_name(state, one) for one in event.members)}"
    ),
    LineUp: _lineup,
    BoardResult: _board_result,
    ReportingSet: lambda event, state: f"codes for reports of players: {event.codes}",
    ResultReported: _reported,
    Undone: lambda event, state: f"undo back to event {event.to}",
}
"""What each kind of event does, in words, by the event and the state before it."""
