"""Events in which the arbiter decides about the whole tournament: who may meet, colours, points, plan."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any, ClassVar

from arpad.core import BadInput, counted, joined, worded, worded_count
from arpad.office.events.concern import NUMBERS, Concern, Subject, entries_of
from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ENTRANTS, MOST_ROUNDS, refuse, wholes_of
from arpad.office.events.findings import decision
from arpad.office.events.state import State
from arpad.office.events.stored_event import (
    Amount,
    Codec,
    EntrantId,
    EntrantIds,
    NamedTexts,
    RoundNumber,
    Text,
    Texts,
    a_result,
    whole,
    word,
)
from arpad.office.events.wording import field_name, name_of, names_of
from arpad.office.policy import Finding, Severity
from arpad.tournament.adjustments import KINDS, Adjustment
from arpad.tournament.entry import halves
from arpad.tournament.model import Acceleration, Prohibition
from arpad.tournament.results import Result


@dataclass(frozen=True)
class Forbidden(Event):
    """Some participants may not meet each other.

    Args:
        entrants: any two of these.
        first: the first round in which that holds.
        last: the last one.
    """

    KIND: ClassVar[str] = "forbid"

    entrants: EntrantIds
    first: RoundNumber = 1
    last: RoundNumber = MOST_ROUNDS

    def check(self) -> None:
        """Refuse fewer than two participants, and rounds that run backwards.

        Raises:
            BadInput: so it is.
        """
        if len(set(self.entrants)) != len(self.entrants) or len(self.entrants) < 2:
            refuse("entrants", list(self.entrants), "two or more different participants")
        if self.last < self.first:
            refuse("last", self.last, f"a round from {self.first} on")

    def apply(self, state: State) -> None:
        """Keep participants apart."""
        state.check_entered(*self.entrants)
        state.prohibitions += (Prohibition(frozenset(self.entrants), self.first, self.last),)

    def concern(self, state: State) -> Concern:
        names = joined([name_of(state, entrant) for entrant in self.entrants])
        return Concern(
            worded("{names} were kept apart", names=names),
            [("apart", *pair) for pair in combinations(sorted(self.entrants), 2)],
            entries_of(self.entrants),
        )

    def describe(self, state: State) -> str:
        names = names_of(state, self.entrants)
        if (self.first, self.last) == (1, MOST_ROUNDS):
            return worded("forbid {names}", names=names)
        if self.last == MOST_ROUNDS:
            return worded("forbid {names} from round {first} on", names=names, first=self.first)
        return worded(
            "forbid {names} from round {first} to {last}", names=names, first=self.first, last=self.last
        )

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


@dataclass(frozen=True)
class Allowed(Event):
    """Two participants may meet again: what forbade it is lifted.

    Args:
        entrants: the two.
    """

    KIND: ClassVar[str] = "allow"

    entrants: EntrantIds

    def check(self) -> None:
        """Refuse anything but two participants.

        Raises:
            BadInput: there are more or fewer.
        """
        if len(set(self.entrants)) != 2 or len(self.entrants) != 2:
            refuse("entrants", list(self.entrants), "two different participants")

    def apply(self, state: State) -> None:
        """Let two participants meet again; what keeps others apart stays."""
        pair = frozenset(self.entrants)
        left: list[Prohibition] = []
        for group in state.prohibitions:
            if not pair <= group.numbers:
                left.append(group)
            elif len(group.numbers) > 2:
                # Everybody else of the group stays apart from both, and from each other.
                left += [replace(group, numbers=group.numbers - {entrant}) for entrant in sorted(pair)]
        if left == list(state.prohibitions):
            raise BadInput("the two may meet already", code="prohibition.none")
        state.prohibitions = tuple(left)

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("{names} were allowed to meet", names=names_of(state, self.entrants)),
            [("apart", *sorted(self.entrants))],
            entries_of(self.entrants),
        )

    def describe(self, state: State) -> str:
        return worded("allow {names}", names=names_of(state, self.entrants))

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


@dataclass(frozen=True)
class ColourDrawn(Event):
    """The colour of the first number in round 1 is drawn.

    Args:
        colour: ``w`` or ``b``.
    """

    KIND: ClassVar[str] = "colour"

    colour: Annotated[str, word("w", "b")]

    def apply(self, state: State) -> None:
        """Note the drawn colour."""
        state.initial_colour = self.colour  # type: ignore[assignment]

    def concern(self, state: State) -> Concern:
        return Concern(worded("the colour was drawn"), [("colour",)])

    def describe(self, state: State) -> str:
        return worded("drawn colour white") if self.colour == "w" else worded("drawn colour black")

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


@dataclass(frozen=True)
class BoardFixed(Event):
    """A participant always plays at one board, or no longer does.

    Args:
        entrant: the participant.
        board: where; 0 for wherever the pairing says.
    """

    KIND: ClassVar[str] = "fix"

    entrant: EntrantId
    board: Annotated[int, whole(0, MOST_ENTRANTS)]

    def apply(self, state: State) -> None:
        """Let a participant play at one board always, or no longer."""
        state.check_entered(self.entrant)
        if not self.board:
            state.fixed_boards.pop(self.entrant, None)
            return
        for entrant, board in state.fixed_boards.items():
            if board == self.board and entrant != self.entrant:
                raise BadInput(f"board {board} is kept for entrant {entrant}", code="board.kept")
        state.fixed_boards[self.entrant] = self.board

    def concern(self, state: State) -> Concern:
        before = state.fixed_boards.get(self.entrant, 0)
        boards: list[Subject] = [("fixed", "board", board) for board in (before, self.board) if board]
        return Concern(
            worded("the fixed board of {name} was set", name=name_of(state, self.entrant)),
            [("fixed", "of", self.entrant), *boards],
            entries_of([self.entrant]),
        )

    def describe(self, state: State) -> str:
        name = name_of(state, self.entrant)
        if not self.board:
            return worded("{name} at any board", name=name)
        return worded("{name} always at board {board}", name=name, board=self.board)

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


@dataclass(frozen=True)
class PointsSet(Event):
    """Points are given or taken by hand, or a result brings something else than it is worth (TRF26, 299).

    Args:
        points: how many, below 0 for a penalty.
        entrants: the participants; none for everybody.
        round: in which round; 0 for no round.
        result: the result that brings ``points``; none for a bonus or penalty beside the results.
        game_points: of teams.
        reason: why.
    """

    KIND: ClassVar[str] = "points"

    points: Amount | None = None
    entrants: EntrantIds = ()
    round: Annotated[int, whole(0, MOST_ROUNDS)] = 0
    result: Annotated[Result, a_result(sorted(KINDS, key=lambda result: result.value))] | None = None
    game_points: Amount | None = None
    reason: Text = ""

    def check(self) -> None:
        """Refuse an event that sets nothing.

        Raises:
            BadInput: it does not.
        """
        if self.points is None and self.game_points is None:
            refuse("points", None, "the points, or the game points")

    def apply(self, state: State) -> None:
        """Give or take points."""
        state.check_entered(*self.entrants)
        state.adjustments += (
            Adjustment(self.points, self.entrants, self.round, self.result, self.game_points, self.reason),
        )

    def concern(self, state: State) -> Concern:
        names = joined([name_of(state, entrant) for entrant in self.entrants] or [worded("everybody")])
        return Concern(
            worded("points of {names} were set", names=names),
            [("points", entrant, self.round) for entrant in self.entrants] or [("points",)],
            entries_of(self.entrants),
        )

    def describe(self, state: State) -> str:
        names = names_of(state, self.entrants) if self.entrants else worded("everybody")
        amounts = []
        if (points := self.points) is not None and (points or self.result):
            amounts.append(
                worded_count("{points} point", "{points} points", _plural(points), points=_with_sign(points))
            )
        if points := self.game_points:
            amounts.append(
                worded_count(
                    "{points} game point", "{points} game points", _plural(points), points=_with_sign(points)
                )
            )
        words = joined([names, joined(amounts)], " ")
        if self.result:
            words = worded("{act} for the result {result}", act=words, result=self.result.value)
        if self.round:
            words = worded("{act} in round {at}", act=words, at=self.round)
        return joined([words, self.reason], ": ") if self.reason else words

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


def _plural(points: Fraction) -> int:
    """Return a count whose form of a noun goes with points: ½ point, 1½ points."""
    return 1 if abs(points) <= 1 else math.ceil(abs(points))


def _with_sign(points: Fraction) -> str:
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{halves(abs(points))}"


def _read_range(key: str, value: Any) -> tuple[int, int]:
    numbers = wholes_of(key, value, MOST_ENTRANTS)
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        refuse(key, value, "the first and the last pairing number")
    return numbers[0], numbers[1]


@dataclass(frozen=True)
class Accelerated(Event):
    """Points count for the pairing only (TRF26, 250).

    Args:
        points: how many.
        first: the first round in which they count.
        last: the last one.
        numbers: the first and the last pairing number that get them.
        game_points: of teams.
    """

    KIND: ClassVar[str] = "accelerate"

    points: Amount
    first: RoundNumber
    last: RoundNumber
    numbers: Annotated[tuple[int, int], Codec(_read_range, list)]
    game_points: Amount | None = None

    def apply(self, state: State) -> None:
        """Count points for the pairing only."""
        state.accelerations += (
            Acceleration(self.points, self.first, self.last, self.numbers, self.game_points or Fraction(0)),
        )

    def concern(self, state: State) -> Concern:
        return Concern(worded("an acceleration was set"), [("accelerated",)], [NUMBERS])

    def describe(self, state: State) -> str:
        lowest, highest = self.numbers
        return worded(
            "+{points} for the pairing only, rounds {first} to {last}, numbers {lowest} to {highest}",
            points=halves(self.points),
            first=self.first,
            last=self.last,
            lowest=lowest,
            highest=highest,
        )

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


@dataclass(frozen=True)
class RoundsPlanned(Event):
    """Another number of rounds is planned.

    Args:
        rounds: how many; 0 if nobody has said.
    """

    KIND: ClassVar[str] = "rounds"

    rounds: Annotated[int, whole(0, MOST_ROUNDS)]

    def apply(self, state: State) -> None:
        """Plan another number of rounds."""
        if self.rounds and self.rounds < len(state.rounds):
            raise BadInput(
                f"{counted(len(state.rounds), 'round')} paired, and {self.rounds} planned",
                code="rounds.fewer-than-paired",
            )
        state.plan = replace(state.plan, rounds=self.rounds)

    def concern(self, state: State) -> Concern:
        return Concern(worded("the number of rounds was changed"), [("planned",)])

    def describe(self, state: State) -> str:
        planned = worded_count("{count} round", "{count} rounds", self.rounds)
        return worded("plan {planned}", planned=planned)

    def weigh(self, state: State) -> Iterable[Finding]:
        return decision(self)


@dataclass(frozen=True)
class TiebreaksSet(Event):
    """Other tie-breaks decide.

    Args:
        tiebreaks: their codes in order; none for those that the system commonly uses.
    """

    KIND: ClassVar[str] = "tiebreaks"

    tiebreaks: Texts

    def apply(self, state: State) -> None:
        """Let other tie-breaks decide."""
        state.plan = replace(state.plan, tiebreaks=self.tiebreaks)

    def concern(self, state: State) -> Concern:
        return Concern(worded("the tie-breaks were changed"), [("tiebreaks",)])

    def describe(self, state: State) -> str:
        if not self.tiebreaks:
            return worded("tie-breaks of the system")
        return worded("tie-breaks {codes}", codes=",".join(self.tiebreaks))

    def weigh(self, state: State) -> Iterator[Finding]:
        yield Finding(self.KIND, "")
        if state.rounds:
            text = worded("the tie-breaks change after the first round")
            yield Finding("tiebreaks.after-start", text, Severity.WARNING, "C.07, 2")


HALL = ("hall_note", "hall_clock", "hall_screens")
"""The details for the screens of the hall: an announcement, the clock of the round, what each shows."""


@dataclass(frozen=True)
class DetailsSet(Event):
    """What is only printed is corrected: title, place, dates, arbiters.

    Args:
        details: by its name; what is empty is taken out. ``name`` is the title.
    """

    KIND: ClassVar[str] = "details"

    details: NamedTexts

    @property
    def of_hall(self) -> bool:
        """Whether it sets what the screens of the hall show and nothing else, which changes no result."""
        return set(self.details) <= set(HALL)

    def apply(self, state: State) -> None:
        """Correct what is only printed."""
        details = dict(state.plan.details) | dict(self.details)
        name = details.pop("name", state.plan.name)
        state.plan = replace(
            state.plan, name=name, details={key: value for key, value in details.items() if value}
        )

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("details of the tournament were corrected"), [("details", name) for name in self.details]
        )

    def describe(self, state: State) -> str:
        lines = [
            joined([field_name(name), ", ".join(text.split("\n")) or worded("taken out")], " ")
            for name, text in self.details.items()
        ]
        return worded("details: {details}", details=joined(lines, "; "))

    def allowed_at_end(self) -> bool:
        return self.of_hall
