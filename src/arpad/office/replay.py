"""What the events of a tournament add up to, event by event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from arpad.core import BadInput, counted
from arpad.office.beginning import New
from arpad.office.event_fields import Event
from arpad.office.events import Added, Away, Back, Numbered, ResultEntered, RoundPaired, Undone
from arpad.tournament.model import Bye, Colour, Entrant, Pairing, Round, Tournament
from arpad.tournament.results import Result

ENTRY = tuple(one.name for one in fields(Added) if one.name not in ("entrant", "number", "insert"))
"""What an entry says of a participant."""


@dataclass
class State:
    """A tournament while its events are read. Participants are known by their ``entrant`` number throughout.

    A state is changed only by :meth:`take`; whoever needs the one before makes a :meth:`copy` first.

    Args:
        new: how the tournament began.
        entrants: by ``entrant``, in the order of the entries.
        rounds: with ``entrant`` numbers in the place of pairing numbers.
        absences: round → entrant → the bye.
        gone: the participants who are away until further notice.
        initial_colour: what was drawn.
    """

    new: New
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    absences: dict[int, dict[int, Result]] = field(default_factory=dict)
    gone: dict[int, Result] = field(default_factory=dict)
    initial_colour: Colour = ""
    _shown: list[Round | None] = field(default_factory=list)
    _numbers: set[int] = field(default_factory=set)

    def copy(self) -> State:
        """Return a state that can be changed apart from this one; rounds and entrants are shared values."""
        return State(
            self.new,
            dict(self.entrants),
            list(self.rounds),
            {at: dict(who) for at, who in self.absences.items()},
            dict(self.gone),
            self.initial_colour,
            list(self._shown),
            set(self._numbers),
        )

    def take(self, event: Event) -> None:
        """Take one more event.

        Raises:
            BadInput: it contradicts those before.
        """
        match event:
            case Added():
                self._add(event)
            case Numbered():
                self._number(event)
            case Away():
                self._away(event)
            case Back():
                self._back(event)
            case RoundPaired():
                self._pair(event)
            case ResultEntered():
                self._result(event)
            case _:
                raise BadInput(f"the event {event.KIND!r} cannot stand here")

    def number(self, entrant: int) -> int:
        """Return the pairing number that a participant has now."""
        return self.entrants[entrant].number

    def tournament(self) -> Tournament:
        """Return the tournament, with the pairing numbers of now."""
        number = {entrant: one.number for entrant, one in self.entrants.items()}
        for at, shown in enumerate(self._shown):
            if shown is None:
                self._shown[at] = _numbered(self.rounds[at], number)
        new = self.new
        return Tournament(
            entrants=tuple(sorted(self.entrants.values(), key=lambda one: one.number)),
            rounds=tuple(one for one in self._shown if one is not None),
            name=new.name,
            system=new.system,
            edition=new.edition,
            planned=new.rounds,
            points=new.points,
            initial_colour=self.initial_colour,
            seed=new.seed,
            absences={
                at: {number[entrant]: why for entrant, why in who.items()}
                for at, who in self._absences_to_come().items()
            },
            tiebreaks=new.tiebreaks,
            settings=new.settings,
            details=new.details,
            tiebreak_edition=new.tiebreak_edition,
        )

    def _absences_to_come(self) -> dict[int, dict[int, Result]]:
        """Return the participants who are away, by round; those who are gone, in the next round."""
        if not self.gone:
            return self.absences
        coming = len(self.rounds) + 1
        return {**self.absences, coming: self.absences.get(coming, {}) | self.gone}

    def _known(self, *entrants: int) -> None:
        for one in entrants:
            if one not in self.entrants:
                raise BadInput(f"there is no entrant {one}")

    def _add(self, event: Added) -> None:
        if event.entrant in self.entrants:
            raise BadInput(f"there is an entrant {event.entrant} already")
        if not 1 <= event.arrives <= len(self.rounds) + 1:
            raise BadInput(
                f"entrant {event.entrant} arrives in round {event.arrives}, "
                f"and {counted(len(self.rounds), 'round')} paired"
            )
        if event.insert:
            self.entrants = {
                key: replace(one, number=one.number + 1) if one.number >= event.number else one
                for key, one in self.entrants.items()
            }
            self._shown = [None] * len(self.rounds)
            self._numbers = {one.number for one in self.entrants.values()}
        elif event.number in self._numbers:
            raise BadInput(f"the number {event.number} stands for two participants")
        self.entrants[event.entrant] = Entrant(
            number=event.number, **{name: getattr(event, name) for name in ENTRY}
        )
        self._numbers.add(event.number)

    def _number(self, event: Numbered) -> None:
        if sorted(event.order) != sorted(self.entrants):
            raise BadInput("the numbering is not one of all participants")
        for number, entrant in enumerate(event.order, 1):
            self.entrants[entrant] = replace(self.entrants[entrant], number=number)
        self._numbers = set(range(1, len(event.order) + 1))
        self._shown = [None] * len(self.rounds)

    def _away(self, event: Away) -> None:
        self._known(event.entrant)
        self._to_come(event.rounds)
        if not event.rounds:
            self.gone[event.entrant] = event.result
        for at in event.rounds:
            self.absences.setdefault(at, {})[event.entrant] = event.result

    def _back(self, event: Back) -> None:
        self._known(event.entrant)
        self._to_come(event.rounds)
        for at, who in self.absences.items():
            if at > len(self.rounds) and (not event.rounds or at in event.rounds):
                who.pop(event.entrant, None)
        if not event.rounds:
            self.gone.pop(event.entrant, None)

    def _to_come(self, rounds: Collection[int]) -> None:
        if rounds and min(rounds) <= len(self.rounds):
            raise BadInput(f"round {min(rounds)} is paired already")

    def _pair(self, event: RoundPaired) -> None:
        at = len(self.rounds) + 1
        everybody = [one for pair in event.pairs for one in pair] + [one for one, _ in event.byes]
        self._known(*everybody)
        if len(set(everybody)) != len(everybody):
            twice = next(one for one in everybody if everybody.count(one) > 1)
            raise BadInput(f"round {at} has the entrant {twice} twice")
        stones = event.handicaps or (0,) * len(event.pairs)
        games = (
            Pairing(white, black, handicap=handicap, coloured=event.coloured)
            for (white, black), handicap in zip(event.pairs, stones, strict=True)
        )
        self.absences = self._absences_to_come()
        self.rounds.append(Round(tuple(games), tuple(Bye(*bye) for bye in event.byes)))
        self._shown.append(None)
        if event.initial_colour:
            self.initial_colour = event.initial_colour  # type: ignore[assignment]

    def _result(self, event: ResultEntered) -> None:
        if event.round > len(self.rounds):
            raise BadInput(f"round {event.round} is not paired")
        one = self.rounds[event.round - 1]
        if event.board > len(one.pairings):
            raise BadInput(
                f"round {event.round} has {counted(len(one.pairings), 'board')}, not {event.board}"
            )
        self.rounds[event.round - 1] = _with_result(one, event)
        shown = self._shown[event.round - 1]
        if shown is not None:
            self._shown[event.round - 1] = _with_result(shown, event)


def _with_result(one: Round, event: ResultEntered) -> Round:
    games = list(one.pairings)
    games[event.board - 1] = replace(
        games[event.board - 1], white_result=event.white, black_result=event.black, points=event.points
    )
    return Round(tuple(games), one.byes)


def _numbered(one: Round, number: Mapping[int, int]) -> Round:
    """Return a round with pairing numbers in the place of ``entrant`` numbers."""
    return Round(
        tuple(replace(game, white=number[game.white], black=number[game.black]) for game in one.pairings),
        tuple(replace(bye, number=number[bye.number]) for bye in one.byes),
    )


class Contradiction(BadInput):
    """An event that contradicts those before it.

    Args:
        seq: the event's sequence number, from 1.
        error: what is wrong.
    """

    def __init__(self, seq: int, error: BadInput) -> None:
        self.seq = seq
        super().__init__(error.problem, remedy=error.remedy)


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
        return cls(_replayed(standing), standing, seq, entrants)

    def after(self, events: Iterable[Event]) -> Progress:
        """Return the progress after more events; this one stays as it is.

        Raises:
            Contradiction: one of them contradicts those before.
        """
        found = Progress(self.state.copy(), list(self.standing), self.seq, self.entrants)
        for event in events:
            found.seq += 1
            try:
                found.entrants = _entrants(found.entrants, event)
                found.standing = _standing(found.standing, found.seq, event)
                if isinstance(event, Undone):
                    found.state = _replayed(found.standing)
                else:
                    found.state.take(event)
            except BadInput as error:
                raise Contradiction(found.seq, error) from error
        return found


def _entrants(before: int, event: Event) -> int:
    """Return the highest ``entrant`` number ever given, after an event."""
    if not isinstance(event, Added):
        return before
    if event.entrant != before + 1:
        raise BadInput(f"the next entrant is {before + 1}, not {event.entrant}")
    return event.entrant


def _standing(before: list[tuple[int, Event]], seq: int, event: Event) -> list[tuple[int, Event]]:
    """Return the events that stand after one more; the list that is given may be changed."""
    if not isinstance(event, Undone):
        before.append((seq, event))
        return before
    numbers = [at for at, _ in before]
    if event.to not in numbers[:-1]:
        raise BadInput(f"event {event.to} is not a standing event to which anything can be undone")
    return before[: numbers.index(event.to) + 1]


def _replayed(standing: Sequence[tuple[int, Event]]) -> State:
    """Return what events add up to.

    Raises:
        Contradiction: one contradicts those before, or the first does not begin a tournament.
    """
    if not standing:
        raise BadInput("there is no event")
    (seq, first), *rest = standing
    if not isinstance(first, New):
        raise Contradiction(seq, BadInput("the first event does not begin a tournament"))
    state = State(first)
    for seq, event in rest:
        try:
            state.take(event)
        except BadInput as error:
            raise Contradiction(seq, error) from error
    return state


def when_paired(standing: Sequence[tuple[int, Event]]) -> list[tuple[State, State]]:
    """Return the state before and after every pairing of a round, of events that can be replayed."""
    found = []
    state = _replayed(standing[:1])
    for _, event in standing[1:]:
        before = state.copy() if isinstance(event, RoundPaired) else None
        state.take(event)
        if before is not None:
            found.append((before, state.copy()))
    return found
