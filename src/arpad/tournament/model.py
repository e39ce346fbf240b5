"""The tournament: who takes part, by what rules, and what happened round by round. Immutable.

Everything else is a function of it: pairings, standings, findings, explanations. Participants are known by
their number, FIDE's pairing number (TPN), from 1; 0 stands for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Literal, NamedTuple

from arpad.core import BadInput, worded
from arpad.tournament.adjustments import Adjustment, brought, extra
from arpad.tournament.points import FIDE_POINTS, Points
from arpad.tournament.results import Result

Colour = Literal["w", "b", ""]
"""White (Black of the first move in Othello and Go is ``b``), or none."""


@dataclass(frozen=True)
class Entrant:
    """A participant: a player, a pair or a team.

    Args:
        number: the pairing number, from 1.
        name: as it is printed.
        rating: in whole points; 0 for none.
        title: GM, IM, WGM, FM, WIM, CM, WFM, WCM or none.
        federation: country or federation, by its code.
        sex: ``m``, ``w`` or unknown.
        identity: the federation's identity number, as text.
        birth: ``1990/05/17``, ``1990`` or unknown, as the file has it.
        club: whom not to meet early on, in some systems.
        grade: a Go rank: ``3d``, ``12k``.
        arrives: the first round in which to be paired; late entries have a later one (C.04.2, 2.3).
        members: a team's line-up by the players' numbers, top board first.
    """

    number: int
    name: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    sex: str = ""
    identity: str = ""
    birth: str = ""
    club: str = ""
    grade: str = ""
    arrives: int = 1
    members: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pairing:
    """A game (match) of a round; boards are counted by the order in the round.

    Args:
        white: the number of the player who has White (of a game without colours, the first named).
        black: the other.
        white_result: what White's line has.
        black_result: what Black's line has; both lose by forfeit in a double forfeit.
        points: discs, goals, IMPs or game points of White and Black, where the result is one of points.
        handicap: stones that Black was given.
        coloured: whether colours were given.
        by_hand: whether the arbiter set the board by hand.
    """

    white: int
    black: int
    white_result: Result = Result.PENDING
    black_result: Result = Result.PENDING
    points: tuple[Fraction, Fraction] | None = None
    handicap: int = 0
    coloured: bool = True
    by_hand: bool = False

    @property
    def pending(self) -> bool:
        """Whether the result is still to come."""
        return Result.PENDING in (self.white_result, self.black_result)

    def with_result(self, white: Result, points: tuple[Fraction, Fraction] | None = None) -> Pairing:
        """Return it with White's result and the opposite for Black."""
        return replace(self, white_result=white, black_result=white.opposite(), points=points)


@dataclass(frozen=True)
class Bye:
    """A round without an opponent.

    Args:
        number: whose.
        result: ``PAIRING_BYE``, or what was asked for.
        by_hand: whether the arbiter gave it by hand.
    """

    number: int
    result: Result = Result.PAIRING_BYE
    by_hand: bool = False


@dataclass(frozen=True)
class Round:
    """One round.

    Args:
        pairings: by board.
        byes: the participants who had no opponent; a participant in neither is as one with a zero-point bye.
    """

    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Bye, ...] = ()

    @property
    def pending(self) -> tuple[int, ...]:
        """The boards (from 1) whose result is still to come."""
        return tuple(board for board, game in enumerate(self.pairings, 1) if game.pending)


class Entry(NamedTuple):
    """A participant's line for one round.

    Args:
        opponent: the number, 0 for none.
        colour: ``w``, ``b`` or none.
        result: what it brought.
        points: own discs, goals, IMPs, where there are such.
        against: the opponent's.
        handicap: stones given to Black.
    """

    opponent: int
    colour: Colour
    result: Result
    points: Fraction | None = None
    against: Fraction | None = None
    handicap: int = 0


ABSENT = Entry(0, "", Result.ZERO_BYE)
"""A round in which a participant is not mentioned."""


@dataclass(frozen=True)
class Acceleration:
    """Points that count for pairing only (TRF26, 250).

    Args:
        points: how many.
        first: the first round in which they count.
        last: the last one.
        numbers: the first and the last number that get them.
        game_points: of teams, added to the game points.
    """

    points: Fraction
    first: int
    last: int
    numbers: tuple[int, int]
    game_points: Fraction = Fraction(0)


@dataclass(frozen=True)
class Prohibition:
    """Who may not meet each other (TRF26, 260).

    Args:
        numbers: any two of these.
        first: the first round in which that holds.
        last: the last one.
    """

    numbers: frozenset[int]
    first: int = 1
    last: int = 999


@dataclass(frozen=True)
class Tournament:
    """A tournament so far.

    Args:
        entrants: everybody, in any order.
        rounds: those that were paired, results entered or pending; the last may be pending.
        name: its title.
        system: the pairing system's name, ``fide-dutch``.
        edition: which edition of its rules; None for the one in force.
        planned: how many rounds there will be; 0 if nobody has said.
        points: what results are worth.
        initial_colour: what the drawing of lots gave the first number: ``w``, ``b`` or not yet drawn.
        seed: what everything drawn by lots is drawn from.
        accelerations: points for pairing only.
        prohibitions: the participants who may not meet.
        absences: round → number → the bye that was asked for: for rounds that are not yet paired.
        tiebreaks: their codes in order, without the points.
        settings: what else the system's rules are to know, by the system's own names.
        details: name, city, dates, arbiters: what only is printed, by its name.
        adjustments: points that were set by hand.
        players: of teams: their players, by the numbers that the teams' ``members`` have, and the games on
            the boards, as a tournament of its own; None if nobody has entered them.
        tiebreak_edition: the day whose edition of the tie-break rules holds; None for the day of the start.
        fixed_boards: number → the board at which the participant always plays.
    """

    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    name: str = ""
    system: str = "fide-dutch"
    edition: date | None = None
    planned: int = 0
    points: Points = FIDE_POINTS
    initial_colour: Colour = ""
    seed: int = 0
    accelerations: tuple[Acceleration, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    absences: Mapping[int, Mapping[int, Result]] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, str] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    players: Tournament | None = None
    tiebreak_edition: date | None = None
    fixed_boards: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse numbers that are not one participant's, and rounds that contradict themselves."""
        by_number = self.by_number
        if len(by_number) != len(self.entrants):
            counts: dict[int, int] = {}
            for entrant in self.entrants:
                counts[entrant.number] = counts.get(entrant.number, 0) + 1
            twice = min(number for number, count in counts.items() if count > 1)
            raise BadInput(worded("the number {twice} stands for two participants", twice=twice))
        for at, round_ in enumerate(self.rounds, 1):
            seen: set[int] = set()
            for number in _numbers(round_):
                if number not in by_number:
                    raise BadInput(
                        worded(
                            "round {at} names {number}, and no participant has that number",
                            at=at,
                            number=number,
                        )
                    )
                if number in seen:
                    raise BadInput(worded("round {at} has {number} twice", at=at, number=number))
                seen.add(number)

    @cached_property
    def by_number(self) -> Mapping[int, Entrant]:
        """The participants by their number, in the order of the numbers."""
        return {
            entrant.number: entrant for entrant in sorted(self.entrants, key=lambda entrant: entrant.number)
        }

    @cached_property
    def history(self) -> Mapping[int, tuple[Entry, ...]]:
        """Every participant's lines, one for each round so far."""
        lines: dict[int, list[Entry]] = {number: [] for number in self.by_number}
        for round_ in self.rounds:
            this: dict[int, Entry] = {}
            for game in round_.pairings:
                own, other = game.points or (None, None)
                white, black = ("w", "b") if game.coloured else ("", "")
                this[game.white] = Entry(game.black, white, game.white_result, own, other, game.handicap)  # type: ignore[arg-type]
                this[game.black] = Entry(game.white, black, game.black_result, other, own, game.handicap)  # type: ignore[arg-type]
            for bye in round_.byes:
                this[bye.number] = Entry(0, "", bye.result)
            for number, line in lines.items():
                line.append(this.get(number, ABSENT))
        return {number: tuple(line) for number, line in lines.items()}

    @property
    def played(self) -> int:
        """How many rounds are paired."""
        return len(self.rounds)

    @cached_property
    def unit(self) -> int:
        """The least number that makes all scores whole when multiplied by it."""
        own = (
            adjustment.points.denominator for adjustment in self.adjustments if adjustment.points is not None
        )
        return lcm(self.points.denominator, *own)

    def gained(self, number: int, at: int) -> Fraction:
        """Return what a round's result brought somebody, bonuses and penalties aside."""
        entry = self.history[number][at - 1]
        worth = self.points.gained(entry.result, entry.points)
        return brought(self.adjustments, number, at, entry.result, worth) if self.adjustments else worth

    def extra(self, number: int, first: int, last: int) -> Fraction:
        """Return somebody's bonuses less penalties in some rounds; round 0 has those of no round."""
        return extra(self.adjustments, number, first, last)

    def whole_scores(self, rounds: int | None = None) -> dict[int, int]:
        """Return everybody's points after so many rounds (all if None), times ``unit``."""
        if self.adjustments or self.points.per_point is not None:
            last = self.played if rounds is None else min(rounds, self.played)
            return {
                number: int(
                    self.unit
                    * sum((self.gained(number, at) for at in range(1, last + 1)), self.extra(number, 0, last))
                )
                for number in self.history
            }
        worth = self.points.whole
        return {
            number: sum(worth[entry.result] for entry in line[:rounds])
            for number, line in self.history.items()
        }

    def scores(self, rounds: int | None = None) -> dict[int, Fraction]:
        """Return everybody's points after so many rounds (all if None), accelerations not counted."""
        return {number: Fraction(score, self.unit) for number, score in self.whole_scores(rounds).items()}

    def acceleration(self, number: int, at: int) -> Fraction:
        """Return the points that count for the pairing of a round beside those that were won."""
        return sum(
            (
                acceleration.points
                for acceleration in self.accelerations
                if acceleration.first <= at <= acceleration.last
                and acceleration.numbers[0] <= number <= acceleration.numbers[1]
            ),
            Fraction(0),
        )

    def absent(self, at: int) -> dict[int, Result]:
        """Return the participants who are not to be paired in a round, and what they get for it."""
        away = {entrant.number: Result.ZERO_BYE for entrant in self.entrants if entrant.arrives > at}
        away.update(self.absences.get(at, {}))
        return away

    def prohibited(self, at: int) -> set[tuple[int, int]]:
        """Return the pairs (smaller number first) that may not meet in a round, rematches not among them."""
        pairs: set[tuple[int, int]] = set()
        for prohibition in self.prohibitions:
            if prohibition.first <= at <= prohibition.last:
                numbers = sorted(prohibition.numbers)
                pairs.update((a, b) for i, a in enumerate(numbers) for b in numbers[i + 1 :])
        return pairs

    def named(self, number: int) -> str:
        """Return a participant's name with the number in brackets; the number alone where nobody has it."""
        entrant = self.by_number.get(number)
        return f"{entrant.name} ({number})" if entrant is not None and entrant.name else str(number)

    def with_round(self, round_: Round) -> Tournament:
        """Return the tournament with one more round."""
        return replace(self, rounds=(*self.rounds, round_))

    def with_result(
        self, at: int, board: int, white: Result, points: tuple[Fraction, Fraction] | None = None
    ) -> Tournament:
        """Return the tournament with a result entered or corrected.

        Raises:
            BadInput: there is no such round or board.
        """
        if not 1 <= at <= len(self.rounds) or not 1 <= board <= len(self.rounds[at - 1].pairings):
            raise BadInput(worded("round {at} has no board {board}", at=at, board=board))
        round_ = self.rounds[at - 1]
        pairings = list(round_.pairings)
        pairings[board - 1] = pairings[board - 1].with_result(white, points)
        rounds = list(self.rounds)
        rounds[at - 1] = replace(round_, pairings=tuple(pairings))
        return replace(self, rounds=tuple(rounds))

    def until(self, rounds: int) -> Tournament:
        """Return the tournament as it stood after so many rounds."""
        players = None if self.players is None else self.players.until(rounds)
        return replace(self, rounds=self.rounds[:rounds], players=players)


def _numbers(round_: Round) -> Iterable[int]:
    for game in round_.pairings:
        yield game.white
        yield game.black
    for bye in round_.byes:
        yield bye.number
