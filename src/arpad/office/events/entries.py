"""Events about who takes part: entries, their numbers, and the rounds that somebody misses.

A participant is named in events by an ``entrant`` number that is given once and never changes; the pairing
number, which shifts when a late entry is ranked, is something that events change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar

from arpad.core import BadInput, counted, joined, worded
from arpad.office.events.concern import NUMBERS, Concern, Subject, entries_of
from arpad.office.events.entry_fields import TEXTS, Name, Rating, read_name
from arpad.office.events.event import Event
from arpad.office.events.fields import HIGHEST_RATING, MOST_ROUNDS, refuse, text_of
from arpad.office.events.findings import change_of_entries
from arpad.office.events.state import State
from arpad.office.events.stored_event import (
    Codec,
    EntrantId,
    EntrantIds,
    PairingNumber,
    RequestedBye,
    RoundNumbers,
    Text,
    Truth,
    whole,
)
from arpad.office.events.teams import edit_member, remove_member
from arpad.office.events.wording import BYES, field_name, name_of, rounds_by_number
from arpad.office.policy import Finding
from arpad.tournament.model import Entrant
from arpad.tournament.results import Result


@dataclass(frozen=True)
class Added(Event):
    """A participant is entered.

    Args:
        entrant: one more than any participant before, those that were undone among them.
        number: the pairing number.
        name: as it is printed.
        insert: whether those with this number and higher ones move up by one; else the number is free.
        rating: in whole points; 0 for none.
        title: GM, IM, … or none.
        federation: country or federation.
        sex: ``m``, ``w`` or unknown.
        identity: the federation's identity number.
        birth: ``1990/05/17``, ``1990`` or unknown.
        club: the club.
        grade: a Go rank.
        arrives: the first round in which to be paired.
    """

    KIND: ClassVar[str] = "add"

    entrant: EntrantId
    number: PairingNumber
    name: Name
    insert: Truth = False
    rating: Rating = 0
    title: Text = ""
    federation: Text = ""
    sex: Text = ""
    identity: Text = ""
    birth: Text = ""
    club: Text = ""
    grade: Text = ""
    arrives: Annotated[int, whole(1, MOST_ROUNDS + 1)] = 1

    def apply(self, state: State) -> None:
        """Enter a participant."""
        if self.entrant in state.entrants:
            raise BadInput(f"there is an entrant {self.entrant} already", code="entrant.twice")
        if not 1 <= self.arrives <= len(state.rounds) + 1:
            raise BadInput(
                f"entrant {self.entrant} arrives in round {self.arrives}, "
                f"and {counted(len(state.rounds), 'round')} paired",
                code="entrant.arrival",
            )
        if self.insert:
            state.entrants = {
                entrant: replace(entry, number=entry.number + 1) if entry.number >= self.number else entry
                for entrant, entry in state.entrants.items()
            }
            state.update_numbers()
        elif self.number in state.numbers:
            raise BadInput(f"the number {self.number} stands for two participants", code="number.twice")
        entry = {name: getattr(self, name) for name in ENTRY}
        state.entrants[self.entrant] = Entrant(number=self.number, **entry)
        state.numbers.add(self.number)

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("{name} was entered", name=self.name),
            [("entered", self.name), *([NUMBERS] if self.insert else [])],
        )

    def describe(self, state: State) -> str:
        return worded("add {number} {name}", number=self.number, name=self.name)

    def weigh(self, state: State) -> Iterable[Finding]:
        return change_of_entries(self, state)


ENTRY = tuple(field.name for field in fields(Added) if field.name not in ("entrant", "number", "insert"))
"""What an entry says of a participant."""


def _read_changes(key: str, value: Any) -> dict[str, str | int]:
    if not isinstance(value, dict) or not value:
        refuse(key, value, "fields of an entry with their values")
    changes: dict[str, str | int] = {}
    for name, new in value.items():
        if name == "name":
            changes[name] = read_name(name, new)
        elif name == "rating":
            changes[name] = whole(0, HIGHEST_RATING).read(name, new)
        elif name in TEXTS:
            changes[name] = text_of(name, new)
        else:
            refuse(key, name, f"one of name, rating, {', '.join(TEXTS)}")
    return changes


@dataclass(frozen=True)
class Edited(Event):
    """The entry of a participant, or of a player of a team, is corrected.

    Args:
        entrant: the participant.
        changes: the fields of the entry that change, with their new values.
    """

    KIND: ClassVar[str] = "edit"

    entrant: EntrantId
    changes: Annotated[Mapping[str, str | int], Codec(_read_changes, dict)]

    def apply(self, state: State) -> None:
        """Correct the entry."""
        if self.entrant in state.teams.players:
            edit_member(state, self.entrant, self.changes)
            return
        state.check_entered(self.entrant)
        changes: dict[str, Any] = dict(self.changes)
        state.entrants[self.entrant] = replace(state.entrants[self.entrant], **changes)

    def concern(self, state: State) -> Concern:
        entered: list[Subject] = [("entered", str(self.changes["name"]))] if "name" in self.changes else []
        return Concern(
            worded("{name} was edited", name=name_of(state, self.entrant)),
            [("entrant", self.entrant, "entry"), *entered],
        )

    def describe(self, state: State) -> str:
        changes = [
            joined([field_name(key), value or worded("unknown")], " ") for key, value in self.changes.items()
        ]
        return worded("edit {name}: {changes}", name=name_of(state, self.entrant), changes=joined(changes))

    def weigh(self, state: State) -> Iterable[Finding]:
        return change_of_entries(self, state)


@dataclass(frozen=True)
class Removed(Event):
    """An entry is taken out before its first round; higher pairing numbers move down by one.

    Args:
        entrant: the participant.
    """

    KIND: ClassVar[str] = "remove"

    entrant: EntrantId

    def apply(self, state: State) -> None:
        """Take out an entry that is in no round, or a player of a team; higher pairing numbers move down."""
        if self.entrant in state.teams.players:
            remove_member(state, self.entrant)
            return
        state.check_entered(self.entrant)
        for at, round_ in enumerate(state.rounds, 1):
            there = {bye.number for bye in round_.byes} | {
                entrant for game in round_.pairings for entrant in (game.white, game.black)
            }
            if self.entrant in there:
                raise BadInput(f"entrant {self.entrant} is in round {at}", code="entrant.has-rounds")
        state.teams.leave(self.entrant)
        number = state.entrants.pop(self.entrant).number
        state.entrants = {
            entrant: replace(entry, number=entry.number - 1) if entry.number > number else entry
            for entrant, entry in state.entrants.items()
        }
        state.update_numbers()
        state.open_absences.pop(self.entrant, None)
        state.fixed_boards.pop(self.entrant, None)
        for byes in state.absences.values():
            byes.pop(self.entrant, None)
        smaller = (replace(group, numbers=group.numbers - {self.entrant}) for group in state.prohibitions)
        state.prohibitions = tuple(group for group in smaller if len(group.numbers) > 1)
        state.adjustments = tuple(
            replace(points, numbers=others)
            for points in state.adjustments
            # Points that nobody is left to have would become points for everybody.
            if (others := tuple(entrant for entrant in points.numbers if entrant != self.entrant))
            or not points.numbers
        )

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("{name} was removed", name=name_of(state, self.entrant)),
            [("entrant", self.entrant), NUMBERS],
        )

    def describe(self, state: State) -> str:
        return worded("remove {name}", name=name_of(state, self.entrant))

    def weigh(self, state: State) -> Iterable[Finding]:
        return change_of_entries(self, state)


@dataclass(frozen=True)
class Numbered(Event):
    """Everybody gets a new pairing number.

    Args:
        order: the entrants; the first gets number 1.
    """

    KIND: ClassVar[str] = "number"

    order: EntrantIds

    def apply(self, state: State) -> None:
        """Give everybody a new pairing number."""
        if sorted(self.order) != sorted(state.entrants):
            raise BadInput("the numbering does not number every participant once", code="number.not-all")
        for number, entrant in enumerate(self.order, 1):
            state.entrants[entrant] = replace(state.entrants[entrant], number=number)
        state.update_numbers()

    def concern(self, state: State) -> Concern:
        return Concern(worded("the participants were numbered"), [NUMBERS])

    def describe(self, state: State) -> str:
        return worded("numbering by rating")

    def weigh(self, state: State) -> Iterable[Finding]:
        return change_of_entries(self, state)


@dataclass(frozen=True)
class Away(Event):
    """A participant will miss rounds.

    Args:
        entrant: the participant.
        result: the bye that each of the rounds brings.
        rounds: which, in rising order; none for all remaining.
    """

    KIND: ClassVar[str] = "away"

    entrant: EntrantId
    result: RequestedBye
    rounds: RoundNumbers = ()

    def apply(self, state: State) -> None:
        """Note that a participant will miss rounds."""
        state.check_entered(self.entrant)
        _check_to_come(state, self.rounds)
        if not self.rounds:
            state.open_absences[self.entrant] = self.result
        for at in self.rounds:
            state.absences.setdefault(at, {})[self.entrant] = self.result

    def concern(self, state: State) -> Concern:
        words = worded("{name} was noted as absent", name=name_of(state, self.entrant))
        return _absence(words, self.entrant, self.rounds, state)

    def describe(self, state: State) -> str:
        name = name_of(state, self.entrant)
        words = worded("away {name}", name=name)
        if self.rounds:
            words = worded("away {name} in {rounds}", name=name, rounds=rounds_by_number(self.rounds))
        if self.result is Result.ZERO_BYE:
            return words
        return worded("{act}: {bye}", act=words, bye=worded(BYES[self.result]))

    def rounds_of(self, state: State) -> tuple[int, ...]:
        return self.rounds or super().rounds_of(state)


@dataclass(frozen=True)
class Back(Event):
    """A participant who was away plays again.

    Args:
        entrant: the participant.
        rounds: in which rounds; none for all remaining.
    """

    KIND: ClassVar[str] = "back"

    entrant: EntrantId
    rounds: RoundNumbers = ()

    def apply(self, state: State) -> None:
        """Note that a participant plays again."""
        state.check_entered(self.entrant)
        _check_to_come(state, self.rounds)
        for at, byes in state.absences.items():
            if at > len(state.rounds) and (not self.rounds or at in self.rounds):
                byes.pop(self.entrant, None)
        if not self.rounds:
            state.open_absences.pop(self.entrant, None)

    def concern(self, state: State) -> Concern:
        words = worded("{name} was noted as back", name=name_of(state, self.entrant))
        return _absence(words, self.entrant, self.rounds, state)

    def describe(self, state: State) -> str:
        name = name_of(state, self.entrant)
        if not self.rounds:
            return worded("back {name}", name=name)
        return worded("back {name} in {rounds}", name=name, rounds=rounds_by_number(self.rounds))

    def rounds_of(self, state: State) -> tuple[int, ...]:
        return self.rounds or super().rounds_of(state)


def _check_to_come(state: State, rounds: Collection[int]) -> None:
    if rounds and min(rounds) <= len(state.rounds):
        raise BadInput(f"round {min(rounds)} is paired already", code="round.paired")


def _absence(words: str, entrant: int, rounds: Collection[int], state: State) -> Concern:
    """Return what an event concerns by which a participant misses rounds, or plays in them again."""
    part: Subject = ("entrant", entrant, "absence")
    return Concern(
        words,
        [(*part, at) for at in rounds] or [part],
        # All rounds to come are others once another round is paired.
        [*entries_of([entrant]), *([] if rounds else [("paired", len(state.rounds))])],
    )
