"""The field: what the rules ask about the participants of the round that is to be paired, as columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, worded
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PairingField:
    """Who is to be paired, in the order of their numbers, and what has happened to them.

    Participants are rows here, from 0; ``numbers`` gives their pairing numbers. Whatever is computed from a
    field depends on the numbers, and never on the order in which a file names the entrants.

    Args:
        tournament: with every round before this one complete.
        round: the round to be paired, from 1.
        numbers: the participants who take part in it, ascending.
    """

    tournament: Tournament
    round: int
    numbers: Ints

    @classmethod
    def next(cls, tournament: Tournament) -> PairingField:
        """Return the field of the next round.

        Raises:
            BadInput: a result is still to come.
        """
        for at, round_ in enumerate(tournament.rounds, 1):
            if round_.pending:
                boards = ", ".join(map(str, round_.pending[:5]))
                raise BadInput(
                    worded(
                        "round {at} is not complete: board {boards}",
                        at=at,
                        boards=boards + (" …" if len(round_.pending) > 5 else ""),
                    ),
                    remedy="Enter the results first.",
                )
        at = tournament.played + 1
        away = tournament.absent(at)
        here = [number for number in tournament.by_number if number not in away]
        return cls(tournament, at, np.array(here, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def odd(self) -> bool:
        """Whether somebody gets the bye."""
        return len(self) % 2 == 1

    @cached_property
    def row(self) -> dict[int, int]:
        """The row of each number."""
        return {int(number): row for row, number in enumerate(self.numbers)}

    @cached_property
    def unit(self) -> int:
        """What one point is in ``score``."""
        extra = (acceleration.points.denominator for acceleration in self.tournament.accelerations)
        return lcm(self.tournament.unit, *extra)

    @cached_property
    def score(self) -> Ints:
        """Points and the round's acceleration, times ``unit``."""
        scores = self.tournament.scores()
        if self.tournament.accelerations:
            scores = {n: points + self.tournament.acceleration(n, self.round) for n, points in scores.items()}
        return np.array([int(scores[int(number)] * self.unit) for number in self.numbers], dtype=np.int64)

    @property
    def line(self) -> Ints:
        """A number by which those who are near each other are likely to meet."""
        return self.score

    @cached_property
    def wins(self) -> Ints:
        """Half-points, without acceleration: twice the games won, where a draw is half a game."""
        scores = self.tournament.scores()
        return np.array([int(scores[int(number)] * 2) for number in self.numbers], dtype=np.int64)

    @cached_property
    def already_played(self) -> Bools:
        """Row by row, whether two have played each other; a forfeit is not a meeting."""
        table = np.zeros((len(self), len(self)), dtype=bool)
        for round_ in self.tournament.rounds:
            for game in round_.pairings:
                if game.white_result.played and game.black_result.played:
                    self._mark(table, game.white, game.black)
        return table

    @cached_property
    def prohibited(self) -> Bools:
        """Row by row, whether the tournament forbids two to meet in this round."""
        table = np.zeros((len(self), len(self)), dtype=bool)
        for a, b in self.tournament.prohibited(self.round):
            self._mark(table, a, b)
        return table

    def _mark(self, table: Bools, a: int, b: int) -> None:
        i, j = self.row.get(a), self.row.get(b)
        if i is not None and j is not None:
            table[i, j] = table[j, i] = True

    def last_met(self) -> Ints:
        """Return row by row the round in which two last played each other, 0 for never."""
        table = np.zeros((len(self), len(self)), dtype=np.int64)
        for at, round_ in enumerate(self.tournament.rounds, 1):
            for game in round_.pairings:
                i, j = self.row.get(game.white), self.row.get(game.black)
                if i is not None and j is not None and game.white_result.played:
                    table[i, j] = table[j, i] = at
        return table

    @cached_property
    def had_bye(self) -> Bools:
        """Whether somebody had the pairing's bye, or a win's points without playing (C.04.1, 3)."""
        worth = self.tournament.points
        full = {
            result
            for result in (Result.FORFEIT_WIN, Result.FULL_BYE)
            if worth.of(result) >= worth.of(Result.WIN)
        } | {Result.PAIRING_BYE}
        return np.asarray(self._each(lambda entry: entry.result in full).any(axis=1), dtype=bool)

    @cached_property
    def balance(self) -> Ints:
        """How often somebody had Black, less how often White, over the board."""
        return np.asarray(self.colours.sum(axis=1), dtype=np.int64)

    @cached_property
    def colours(self) -> Ints:
        """Row and round: +1 for Black, −1 for White, 0 for neither."""

        def colour_code(entry: Any) -> int:
            return {"b": 1, "w": -1}.get(entry.colour, 0) if entry.result.played else 0

        return np.asarray(self._each(colour_code), dtype=np.int64)

    @cached_property
    def twice(self) -> Ints:
        """The colour of the last two games, +1 for Black and −1 for White, if both had the same; else 0."""
        streak = np.zeros(len(self), dtype=np.int64)
        for row, line in enumerate(self.colours):
            had = line[line != 0][-2:]
            if len(had) == 2 and had[0] == had[1]:
                streak[row] = had[0]
        return streak

    def _each(self, value: Any) -> NDArray[Any]:
        """Return a value of every line, row by round."""
        history = self.tournament.history
        rows = [[value(entry) for entry in history[int(number)]] for number in self.numbers]
        return np.array(rows).reshape(len(self), self.tournament.played)

    def codes(self, words: Iterable[str]) -> Ints:
        """Return a code for each word, the same for equal ones; 0 for an empty one."""
        code_of: dict[str, int] = {"": 0}
        return np.array([code_of.setdefault(word, len(code_of)) for word in words], dtype=np.int64)

    @cached_property
    def federation(self) -> Ints:
        """Codes of the federations; 0 for none."""
        return self.codes(entrant.federation for entrant in self.entrants)

    @cached_property
    def club(self) -> Ints:
        """Codes of the clubs; 0 for none."""
        return self.codes(entrant.club for entrant in self.entrants)

    @cached_property
    def rating(self) -> Ints:
        """Ratings; 0 for none."""
        return np.array([entrant.rating for entrant in self.entrants], dtype=np.int64)

    @property
    def entrants(self) -> list[Any]:
        """The participants, row by row."""
        return [self.tournament.by_number[int(number)] for number in self.numbers]

    def named(self, row: int) -> str:
        """Return a participant's name, with the number in brackets."""
        return self.tournament.named(int(self.numbers[row]))

    @cached_property
    def lot(self) -> NDArray[np.uint64]:
        """The lots of this round; see :func:`lots`."""
        return lots(self.tournament.seed, self.round, self.numbers)

    @cached_property
    def drawn(self) -> Ints:
        """Places in the order drawn by lot for this round, from 0."""
        return places(self.lot)

    @cached_property
    def floats(self) -> tuple[Ints, Ints]:
        """How often somebody was drawn up (met more points than their own) and down, over the board."""
        up, down = np.zeros(len(self), dtype=np.int64), np.zeros(len(self), dtype=np.int64)
        worth = self.tournament.points.whole
        before: dict[int, int] = dict.fromkeys(self.tournament.by_number, 0)
        by_hand = bool(self.tournament.adjustments)
        for at, round_ in enumerate(self.tournament.rounds):
            if by_hand:
                before = self.tournament.whole_scores(at)
            gained: dict[int, int] = {}
            for game in round_.pairings:
                gained[game.white] = worth[game.white_result]
                gained[game.black] = worth[game.black_result]
                gap = before[game.white] - before[game.black]
                if gap and game.white_result.played:
                    high, low = (game.white, game.black) if gap > 0 else (game.black, game.white)
                    if high in self.row:
                        down[self.row[high]] += 1
                    if low in self.row:
                        up[self.row[low]] += 1
            for bye in round_.byes:
                gained[bye.number] = worth[bye.result]
            for number in before:
                before[number] += gained.get(number, worth[Result.ZERO_BYE])
        return up, down


def lots(seed: int, at: int, numbers: Ints) -> NDArray[np.uint64]:
    """Return a lot for each number: what SplitMix64 makes of the seed, the round and the number.

    Anybody can draw them again: with arithmetic modulo 2^64, z = mix(mix(seed + G) + G · round) + G · number,
    and the lot is mix(z), where G = 9E3779B97F4A7C15 and mix is SplitMix64's last step (Steele, Lea and
    Flood, 2014).
    """
    golden = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        start = mix(np.array([seed % 2**64], dtype=np.uint64) + golden)
        start = mix(start + golden * np.uint64(at))
        return mix(start + golden * numbers.astype(np.uint64))


def mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's last step."""
    with np.errstate(over="ignore"):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(z ^ (z >> np.uint64(31)), dtype=np.uint64)


def places(*keys: NDArray[Any]) -> Ints:
    """Return everybody's place, from 0, in the order of the keys, the first one first; least first."""
    order = np.lexsort(keys[::-1])
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place
