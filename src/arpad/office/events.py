"""What can happen to a tournament: the typed events of its log, and how one is read from a line of a file.

A participant is known in events by an ``entrant`` number that is given once and never changes; the pairing
number, which shifts when a late entry is ranked, is something that events change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar

from arpad.core import BadInput
from arpad.office.beginning import New
from arpad.office.event_fields import (
    BYES,
    GAMES,
    HIGHEST_RATING,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    REQUESTED,
    Event,
    Fields,
    Row,
    fraction_of,
    refuse,
    result_of,
    wholes_of,
)
from arpad.tournament.results import Result, possible


@dataclass(frozen=True)
class Added(Event):
    """A participant is entered.

    Args:
        entrant: who: one more than any participant before, those that were undone among them.
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

    entrant: int
    number: int
    name: str
    insert: bool = False
    rating: int = 0
    title: str = ""
    federation: str = ""
    sex: str = ""
    identity: str = ""
    birth: str = ""
    club: str = ""
    grade: str = ""
    arrives: int = 1

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        return {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) != one.default
        }

    @classmethod
    def of(cls, row: Fields) -> Added:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        found: Row = {
            "entrant": row.whole("entrant", 1, MOST_ENTRANTS),
            "number": row.whole("number", 1, MOST_ENTRANTS),
            "name": row.text("name"),
        }
        if not found["name"].strip():
            refuse("name", found["name"], "a name")
        if "insert" in row:
            found["insert"] = row.truth("insert")
        if "rating" in row:
            found["rating"] = row.whole("rating", 0, HIGHEST_RATING)
        if "arrives" in row:
            found["arrives"] = row.whole("arrives", 1, MOST_ROUNDS + 1)
        for key in TEXTS:
            if key in row:
                found[key] = row.text(key)
        return cls(**found)


TEXTS = ("title", "federation", "sex", "identity", "birth", "club", "grade")
"""What of an entry is text, beside the name."""


@dataclass(frozen=True)
class Numbered(Event):
    """Everybody gets a new pairing number.

    Args:
        order: the entrants; the first gets number 1.
    """

    KIND: ClassVar[str] = "number"

    order: tuple[int, ...]

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        return {"order": list(self.order)}

    @classmethod
    def of(cls, row: Fields) -> Numbered:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        return cls(wholes_of("order", row.take("order"), MOST_ENTRANTS))


@dataclass(frozen=True)
class Away(Event):
    """A participant will miss rounds.

    Args:
        entrant: who.
        result: the bye that each of them brings.
        rounds: which, in rising order; none for all to come.
    """

    KIND: ClassVar[str] = "away"

    entrant: int
    result: Result
    rounds: tuple[int, ...] = ()

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        found: Row = {"entrant": self.entrant, "result": self.result.value}
        return found | ({"rounds": list(self.rounds)} if self.rounds else {})

    @classmethod
    def of(cls, row: Fields) -> Away:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        entrant = row.whole("entrant", 1, MOST_ENTRANTS)
        result = row.result("result", REQUESTED)
        return cls(entrant, result, row.rounds("rounds") if "rounds" in row else ())


@dataclass(frozen=True)
class Back(Event):
    """A participant who was away plays again.

    Args:
        entrant: who.
        rounds: in which rounds; none for all to come.
    """

    KIND: ClassVar[str] = "back"

    entrant: int
    rounds: tuple[int, ...] = ()

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        found: Row = {"entrant": self.entrant}
        return found | ({"rounds": list(self.rounds)} if self.rounds else {})

    @classmethod
    def of(cls, row: Fields) -> Back:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        return cls(row.whole("entrant", 1, MOST_ENTRANTS), row.rounds("rounds") if "rounds" in row else ())


@dataclass(frozen=True)
class RoundPaired(Event):
    """The next round is paired.

    Args:
        pairs: White and Black of each board, by ``entrant``.
        byes: the participants without an opponent, and what each bye brings.
        coloured: whether colours were given.
        handicaps: stones that Black was given on each board; none if nobody was.
        initial_colour: what the drawing of lots gave the first number, ``w`` or ``b``, if it was drawn now.
    """

    KIND: ClassVar[str] = "pair"

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[tuple[int, Result], ...] = ()
    coloured: bool = True
    handicaps: tuple[int, ...] = ()
    initial_colour: str = ""

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        found: Row = {
            "pairs": [list(pair) for pair in self.pairs],
            "byes": [[entrant, result.value] for entrant, result in self.byes],
        }
        if not self.coloured:
            found["coloured"] = False
        if self.handicaps:
            found["handicaps"] = list(self.handicaps)
        if self.initial_colour:
            found["initial_colour"] = self.initial_colour
        return found

    @classmethod
    def of(cls, row: Fields) -> RoundPaired:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        pairs, byes = row.take("pairs"), row.take("byes")
        if not isinstance(pairs, list) or not all(isinstance(one, list) and len(one) == 2 for one in pairs):
            refuse("pairs", pairs, "a list of pairs")
        if not isinstance(byes, list) or not all(isinstance(one, list) and len(one) == 2 for one in byes):
            refuse("byes", byes, "a list of entrants with their byes")
        coloured = row.truth("coloured") if "coloured" in row else True
        stones = row.take("handicaps") if "handicaps" in row else []
        if (
            not isinstance(stones, list)
            or len(stones) not in (0, len(pairs))
            or not all(type(one) is int and 0 <= one <= 99 for one in stones)
        ):
            refuse("handicaps", stones, "stones from 0 to 99, for each board")
        initial = row.take("initial_colour") if "initial_colour" in row else ""
        if initial not in ("", "w", "b"):
            refuse("initial_colour", initial, "w or b")
        found = [wholes_of("pairs", pair, MOST_ENTRANTS) for pair in pairs]
        return cls(
            tuple((white, black) for white, black in found),
            tuple(
                (wholes_of("byes", [entrant], MOST_ENTRANTS)[0], result_of("byes", letter, BYES))
                for entrant, letter in byes
            ),
            coloured,
            tuple(stones),
            initial,
        )


@dataclass(frozen=True)
class ResultEntered(Event):
    """A board's result is entered or corrected.

    Args:
        round: from 1.
        board: from 1.
        white: what White's line has.
        black: what Black's line has.
        points: of White and Black: discs, goals, IMPs, game points, where the result is one of points.
    """

    KIND: ClassVar[str] = "result"

    round: int
    board: int
    white: Result
    black: Result
    points: tuple[Fraction, Fraction] | None = None

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        found: Row = {
            "round": self.round,
            "board": self.board,
            "white": self.white.value,
            "black": self.black.value,
        }
        return found if self.points is None else found | {"points": [str(one) for one in self.points]}

    @classmethod
    def of(cls, row: Fields) -> ResultEntered:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range; or the results of White and
                Black are not possible together.
        """
        at, board = row.whole("round", 1, MOST_ROUNDS), row.whole("board", 1, MOST_ENTRANTS)
        white, black = row.result("white", GAMES), row.result("black", GAMES)
        if not possible(white, black):
            raise BadInput(f"White's result {white.value!r} and Black's {black.value!r} exclude each other")
        points = None
        if "points" in row:
            both = row.take("points")
            if not isinstance(both, list) or len(both) != 2:
                refuse("points", both, "the points of White and Black")
            points = (fraction_of("points", both[0]), fraction_of("points", both[1]))
        return cls(at, board, white, black, points)


@dataclass(frozen=True)
class Undone(Event):
    """What was done after an event no longer stands; it stays in the log.

    Args:
        to: the sequence number of the last event that still stands.
    """

    KIND: ClassVar[str] = "undo"

    to: int

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        return {"to": self.to}

    @classmethod
    def of(cls, row: Fields) -> Undone:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        return cls(row.whole("to", 1, 10**9))


KINDS: Mapping[str, type[Event]] = {
    one.KIND: one for one in (New, Added, Numbered, Away, Back, RoundPaired, ResultEntered, Undone)
}
"""Word in a file → event."""


def read_event(kind: object, version: object, row: Mapping[str, Any], *, program: str = "") -> Event:
    """Return the event that fields are.

    Args:
        kind: its word.
        version: of its fields.
        row: its own fields.
        program: the version of arpad that wrote it, for errors.

    Raises:
        BadInput: the kind or version is not known, or a field is missing, unknown or out of its range.
    """
    made = KINDS.get(kind) if isinstance(kind, str) else None
    if made is None:
        raise BadInput(
            f"the event {str(kind)[:40]!r} is not known",
            remedy=f"It was written by arpad {program}: use that version or a newer one."
            if program
            else None,
        )
    if type(version) is not int or not 1 <= version <= made.VERSION:
        raise BadInput(
            f"version {str(version)[:20]} of the event {kind!r} is not known", remedy="Use a newer arpad."
        )
    taken = Fields(row)
    event = made.of(taken)
    taken.end()
    return event


def in_range(event: Event) -> Event:
    """Return the event if a file that has it can be read again.

    Raises:
        BadInput: a field is of another type, or out of its range.
    """
    again = read_event(event.KIND, event.VERSION, event.row())
    if again != event:
        raise BadInput(f"the event {event.KIND!r} cannot be written")
    return event
