"""What was done to a tournament, act by act and in words: the event log as people read it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from arpad.core import BadInput, joined, listed, worded, worded_count
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
from arpad.office.events.entries import TEXTS, Added, Away, Back, Edited, Numbered, Removed
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
from arpad.office.policy import Finding, Severity
from arpad.rulebooks.pairing_catalogue import SYSTEMS, written_result
from arpad.tournament.entry import halves, result_text
from arpad.tournament.model import Pairing
from arpad.tournament.results import Result
from arpad.tournament.trf.records import DETAILS

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
        rounds: of which it is; the round that was paired last before it where it is of none, 0 before the
            first.
        findings: what is to be said of a decision of the arbiter; none of what is done in every tournament.
    """

    seq: int
    words: tuple[str, ...]
    stamp: Stamp
    stands: bool
    rounds: tuple[int, ...] = (0,)
    findings: tuple[Finding, ...] = ()

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None where it is no decision."""
        if any(one.severity is Severity.WARNING for one in self.findings):
            return Severity.WARNING
        return Severity.NOTE if self.findings else None

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that it departs from, each once."""
        return tuple(dict.fromkeys(one.article for one in self.findings if one.article))


Weigh = Callable[[Event, State | None], Iterable[Finding]]
"""Tells what is to be said of an event, by the state before it."""


def history(log: EventLog, weigh: Weigh = lambda event, state: ()) -> list[Told]:
    """Return every act of a log, the first first; names and numbers are those of then.

    Args:
        log: the tournament.
        weigh: what is to be said of each event, such as :func:`arpad.office.weighing.weighed`.
    """
    standing = {seq for seq, _ in log.standing}
    kept: list[tuple[int, Event]] = []
    found: list[Told] = []
    state: State | None = None
    seq = 0
    for act in log.acts:
        words = []
        findings: list[Finding] = []
        rounds: dict[int, None] = {}
        for event in act.events:
            seq += 1
            words.append(words_of(event, state))
            rounds |= dict.fromkeys(_rounds_of(event, state))
            findings += [one for one in weigh(event, state) if one not in findings]
            if isinstance(event, Undone):
                kept = [(at, one) for at, one in kept if at <= event.to]
                state = _state(one for _, one in kept)
                continue
            kept.append((seq, event))
            state = _after(state, event)
        undoing = isinstance(act.events[-1], Undone)
        stands = undoing or seq in standing
        found.append(Told(seq, tuple(words), act.stamp, stands, tuple(rounds), tuple(findings)))
    return found


def _rounds_of(event: Event, state: State | None) -> tuple[int, ...]:
    """Return the rounds of an event, or where it names none, the one that was paired last."""
    paired = 0 if state is None else len(state.rounds)
    if isinstance(event, RoundPaired):
        return (paired + 1,)
    if isinstance(event, Away | Back) and event.rounds:
        return tuple(event.rounds)
    return (getattr(event, "round", 0) or paired,)


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
    return listed([_name(state, one) for one in entrants])


def _rounds(numbers: Sequence[int]) -> str:
    """Return rounds by their numbers: ``round 3``, ``rounds 3, 4``."""
    listed = ", ".join(map(str, numbers))
    return worded_count("round {numbers}", "rounds {numbers}", len(numbers), numbers=listed)


def _new(event: New, state: None) -> str:
    if not event.rounds:
        return worded("new {name}: {system}", name=event.name, system=event.system)
    planned = worded_count("{count} round", "{count} rounds", event.rounds)
    return worded("new {name}: {system}, {planned}", name=event.name, system=event.system, planned=planned)


def _edited(event: Edited, state: State) -> str:
    changes = [joined([_field(key), value or worded("unknown")], " ") for key, value in event.changes.items()]
    return worded("edit {name}: {changes}", name=_name(state, event.entrant), changes=joined(changes))


def _away(event: Away, state: State) -> str:
    name = _name(state, event.entrant)
    told = worded("away {name}", name=name)
    if event.rounds:
        told = worded("away {name} in {rounds}", name=name, rounds=_rounds(event.rounds))
    if event.result is Result.ZERO_BYE:
        return told
    return worded("{act}: {bye}", act=told, bye=worded(BYES[event.result]))


def _back(event: Back, state: State) -> str:
    name = _name(state, event.entrant)
    if not event.rounds:
        return worded("back {name}", name=name)
    return worded("back {name} in {rounds}", name=name, rounds=_rounds(event.rounds))


def _boards(event: BoardsSet, state: State) -> str:
    said = [
        worded("board {board}: {sides}", board=board, sides=_seated(state, white, black))
        for board, white, black in event.boards
    ]
    said += [
        worded("{act}: {bye}", act=_name(state, entrant), bye=worded(BYES[result]))
        for entrant, result in event.byes
    ]
    listed = said[0]
    for one in said[1:]:
        listed = worded("{first}; {second}", first=listed, second=one)
    return worded("round {at} by hand: {boards}", at=event.round, boards=listed)


def _bye(event: ByeGiven, state: State) -> str:
    bye = worded("{act}: {bye}", act=_name(state, event.entrant), bye=worded(BYES[event.result]))
    return worded("round {at} by hand: {boards}", at=event.round, boards=bye)


def _result(event: ResultEntered, state: State) -> str:
    game = state.round_of(event.round).pairings[event.board - 1]
    entered = Pairing(game.white, game.black, event.white, event.black, event.points)
    return worded(
        "result of round {at}: board {board}: {sides}: {result}",
        at=event.round,
        board=event.board,
        sides=_seated(state, game.white, game.black),
        result=written_result(state.new.system, entered) or worded("taken out"),
    )


def _seated(state: State, white: int, black: int) -> str:
    """Return both players of a board, as their system names them."""
    return " – ".join(_sides(state, _name(state, white), _name(state, black)))


def _black_first(state: State) -> bool:
    return SYSTEMS[state.new.system].black_first


def _sides(state: State, white: str, black: str) -> tuple[str, str]:
    return (black, white) if _black_first(state) else (white, black)


def _forbidden(event: Forbidden, state: State) -> str:
    names = _both(state, event.entrants)
    if (event.first, event.last) == (1, MOST_ROUNDS):
        return worded("forbid {names}", names=names)
    if event.last == MOST_ROUNDS:
        return worded("forbid {names} from round {first} on", names=names, first=event.first)
    return worded(
        "forbid {names} from round {first} to {last}", names=names, first=event.first, last=event.last
    )


def _fixed(event: BoardFixed, state: State) -> str:
    name = _name(state, event.entrant)
    if not event.board:
        return worded("{name} at any board", name=name)
    return worded("{name} always at board {board}", name=name, board=event.board)


def _points(event: PointsSet, state: State) -> str:
    whose = _both(state, event.entrants) if event.entrants else worded("everybody")
    amounts = []
    if (points := event.points) is not None and (points or event.result):
        amounts.append(
            worded_count("{points} point", "{points} points", _plural(points), points=_with_sign(points))
        )
    if points := event.game_points:
        amounts.append(
            worded_count(
                "{points} game point", "{points} game points", _plural(points), points=_with_sign(points)
            )
        )
    told = joined([whose, joined(amounts)], " ")
    if event.result:
        told = worded("{act} for the result {result}", act=told, result=event.result.value)
    if event.round:
        told = worded("{act} in round {at}", act=told, at=event.round)
    return joined([told, event.reason], ": ") if event.reason else told


def _plural(points: Fraction) -> int:
    """Return a count whose form of a noun goes with points: ½ point, 1½ points."""
    return 1 if abs(points) <= 1 else math.ceil(abs(points))


def _with_sign(points: Fraction) -> str:
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{halves(abs(points))}"


def _accelerated(event: Accelerated, state: State) -> str:
    first, last = event.numbers
    return worded(
        "+{points} for the pairing only, rounds {first} to {last}, numbers {lowest} to {highest}",
        points=halves(event.points),
        first=event.first,
        last=event.last,
        lowest=first,
        highest=last,
    )


def _lineup(event: LineUp, state: State) -> str:
    players = [_name(state, one) if one else worded("nobody") for one in event.members]
    return worded(
        "line-up of {team} in round {at}: {players}",
        team=_name(state, event.team),
        at=event.round,
        players=joined(players),
    )


def _board_result(event: BoardResult, state: State) -> str:
    match = state.round_of(event.round).pairings[event.match - 1]
    seated = state.teams.seated[event.round]
    one, other = (_name(state, seated[team][event.board - 1]) for team in (match.white, match.black))
    said = result_text(Pairing(1, 2, event.white_team, event.black_team), black_first=False)
    return worded(
        "result of round {at}: match {match}, board {board}: {sides}: {result}",
        at=event.round,
        match=event.match,
        board=event.board,
        sides=f"{one} – {other}",
        result=said,
    )


def _reported(event: ResultReported, state: State) -> str:
    game = state.round_of(event.round).pairings[event.board - 1]
    told = Pairing(game.white, game.black, event.white, event.black, event.points)
    return worded(
        "{name} reports round {at}, board {board}: {result}",
        name=_name(state, event.entrant),
        at=event.round,
        board=event.board,
        result=written_result(state.new.system, told),
    )


def _details(event: DetailsSet, state: State) -> str:
    said = [
        joined([_field(name), ", ".join(text.split("\n")) or worded("taken out")], " ")
        for name, text in event.details.items()
    ]
    return worded("details: {details}", details=joined(said, "; "))


FIELDS = {
    **{name: name.replace("_", " ") for name in ("name", "rating", *TEXTS, "round_times", *DETAILS.values())},
    "hall_note": "announcement",
    "hall_clock": "clock until",
    "hall_screens": "screens",
}
"""What fields of participants and of a tournament are called; a file may have others."""


def _field(name: str) -> str:
    return worded(FIELDS[name]) if name in FIELDS else name.replace("_", " ")


WORDS: Mapping[type[Event], Callable[[Any, Any], str]] = {
    New: _new,
    Added: lambda event, state: worded("add {number} {name}", number=event.number, name=event.name),
    Edited: _edited,
    Removed: lambda event, state: worded("remove {name}", name=_name(state, event.entrant)),
    Numbered: lambda event, state: worded("numbering by rating"),
    Away: _away,
    Back: _back,
    RoundPaired: lambda event, state: (
        worded("pair round {at} by hand", at=len(state.rounds) + 1)
        if event.by_hand
        else worded("pair round {at}", at=len(state.rounds) + 1)
    ),
    Unpaired: lambda event, state: worded("unpair round {at}", at=event.round),
    BoardsSet: _boards,
    ByeGiven: _bye,
    ResultEntered: _result,
    Published: lambda event, state: worded("publish round {at}", at=event.round),
    Finished: lambda event, state: worded("finish"),
    Forbidden: _forbidden,
    Allowed: lambda event, state: worded("allow {names}", names=_both(state, event.entrants)),
    ColourDrawn: lambda event, state: (
        worded("drawn colour white") if event.colour == "w" else worded("drawn colour black")
    ),
    BoardFixed: _fixed,
    PointsSet: _points,
    Accelerated: _accelerated,
    RoundsPlanned: lambda event, state: worded(
        "plan {planned}", planned=worded_count("{count} round", "{count} rounds", event.rounds)
    ),
    TiebreaksSet: lambda event, state: (
        worded("tie-breaks {codes}", codes=",".join(event.tiebreaks))
        if event.tiebreaks
        else worded("tie-breaks of the system")
    ),
    DetailsSet: _details,
    MemberAdded: lambda event, state: worded(
        "add {name} to {team}", name=event.name, team=_name(state, event.team)
    ),
    RosterOrdered: lambda event, state: worded(
        "order of {team}: {players}",
        team=_name(state, event.team),
        players=", ".join(_name(state, one) for one in event.members),
    ),
    LineUp: _lineup,
    BoardResult: _board_result,
    ReportingSet: lambda event, state: worded("codes for reports of players: {codes}", codes=event.codes),
    ResultReported: _reported,
    Undone: lambda event, state: worded("undo back to event {to}", to=event.to),
}
"""What each kind of event does, in words, by the event and the state before it."""
