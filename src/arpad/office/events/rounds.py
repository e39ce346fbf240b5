"""Events of a round: its pairing, boards and byes set by hand, results, and its publication."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.office.events.event import (
    AnyBye,
    BoardNumber,
    BothPoints,
    Byes,
    Codec,
    EntrantId,
    Event,
    GameResult,
    Pairs,
    RoundNumber,
    Truth,
    word,
)
from arpad.office.events.fields import MOST_ENTRANTS, check_possible, refuse, wholes_of


def _stones(key: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(one) is int and 0 <= one <= 99 for one in value):
        refuse(key, value, "stones from 0 to 99, for each board")
    return tuple(value)


def _board_numbers(key: str, value: Any) -> tuple[int, ...]:
    return wholes_of(key, value, MOST_ENTRANTS)


@dataclass(frozen=True)
class RoundPaired(Event):
    """The next round is paired.

    Args:
        pairs: White and Black of each board, by ``entrant``.
        byes: the participants without an opponent, and what each bye brings.
        coloured: whether colours were given.
        handicaps: stones that Black was given on each board; none if nobody was.
        initial_colour: what the drawing of lots gave the first number, ``w`` or ``b``, if it was drawn now.
        uncoloured: the boards without colours among others that have them: in a report, games that nobody
            played.
        by_hand: whether the arbiter paired the round, and not the system.
    """

    KIND: ClassVar[str] = "pair"

    pairs: Pairs
    byes: Byes
    coloured: Truth = True
    handicaps: Annotated[tuple[int, ...], Codec(_stones, list)] = ()
    initial_colour: Annotated[str, word("", "w", "b")] = ""
    uncoloured: Annotated[tuple[int, ...], Codec(_board_numbers, list)] = ()
    by_hand: Truth = False

    def check(self) -> None:
        """Refuse stones of more or fewer boards than there are, and boards beyond the last.

        Raises:
            BadInput: so it is.
        """
        if len(self.handicaps) not in (0, len(self.pairs)):
            refuse("handicaps", list(self.handicaps), "stones from 0 to 99, for each board")
        if max(self.uncoloured, default=0) > len(self.pairs):
            refuse("uncoloured", list(self.uncoloured), f"boards from 1 to {len(self.pairs)}")


@dataclass(frozen=True)
class Unpaired(Event):
    """The pairing of the last round is taken back, with the results that it has.

    Args:
        round: the last that is paired.
    """

    KIND: ClassVar[str] = "unpair"

    round: RoundNumber


def _boards(key: str, value: Any) -> tuple[tuple[int, int, int], ...]:
    if not isinstance(value, list) or not all(isinstance(one, list) and len(one) == 3 for one in value):
        refuse(key, value, "a list of boards, each with White and Black")
    found = [wholes_of(key, one, MOST_ENTRANTS) for one in value]
    return tuple((board, white, black) for board, white, black in found)


@dataclass(frozen=True)
class BoardsSet(Event):
    """Boards and byes of a round are set by the arbiter's hand; the results of these boards are to come.

    Args:
        round: a round that is paired.
        boards: the boards that change, with White and Black by ``entrant``; the next number is a new board.
        byes: the participants who are now without an opponent, and what each bye brings. A participant on one
            of the boards loses the bye.
    """

    KIND: ClassVar[str] = "board"

    round: RoundNumber
    boards: Annotated[
        tuple[tuple[int, int, int], ...], Codec(_boards, lambda value: [list(one) for one in value])
    ]
    byes: Byes = ()


@dataclass(frozen=True)
class ByeGiven(Event):
    """What a round without an opponent brings is set, of a round that is paired.

    Args:
        entrant: a participant who is not on a board of the round.
        round: a round that is paired.
        result: the bye.
    """

    KIND: ClassVar[str] = "bye"

    entrant: EntrantId
    round: RoundNumber
    result: AnyBye


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

    round: RoundNumber
    board: BoardNumber
    white: GameResult
    black: GameResult
    points: BothPoints | None = None

    def check(self) -> None:
        """Refuse results that are not possible together.

        Raises:
            BadInput: they are not.
        """
        check_possible(self.white, self.black, "White's result {} and Black's {}")


@dataclass(frozen=True)
class Published(Event):
    """A round's pairing is made known to the players.

    Args:
        round: a round that is paired.
    """

    KIND: ClassVar[str] = "publish"

    round: RoundNumber


@dataclass(frozen=True)
class Finished(Event):
    """The tournament is over."""

    KIND: ClassVar[str] = "finish"
