"""The opposition in Burstein's system (C.04.4.2, 1.7, 1.8): Buchholz and Sonneborn–Berger of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.common.bye_first import ByeFirstField, ColourDue
from arpad.rulebooks.fide.pairing.common.players import state_of
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

CODE = "C.04.4.2"


class Index(NamedTuple):
    """The evaluation of somebody's opposition (1.8.1), the more important first; exact.

    Args:
        buchholz: the sum of the opponents' scores.
        sonneborn_berger: of their scores times the points won against them.
    """

    buchholz: Fraction
    sonneborn_berger: Fraction


@dataclass(frozen=True)
class BursteinField(ByeFirstField):
    """Everybody who is to be paired.

    Args:
        indices: of the players, in the state's order.
    """

    indices: tuple[Index, ...] = ()

    def rank(self, vertex: int) -> tuple[Fraction, Fraction, int]:
        """Return what ranks somebody (1.8); the smallest is the highest ranked."""
        index = self.indices[vertex]
        return -index.buchholz, -index.sonneborn_berger, self.players[vertex].number

    def due(self, vertex: int) -> ColourDue:
        """Return a player for the allocation of colours: one who has not played prefers no colour."""
        player = self.players[vertex]
        return ColourDue(player.colours, player.colours.preference, player.colours.strength, player.place)

    def missed(self, a: int, b: int) -> int:
        """Return how many of two opponents do not get their colour preference (C8)."""
        mine, theirs = self._preferences[a], self._preferences[b]
        return int(bool(mine) and mine == theirs)

    @cached_property
    def _preferences(self) -> tuple[str, ...]:
        return tuple(player.colours.preference for player in self.players)


def field_of(tournament: Tournament) -> BursteinField:
    """Return the players before the next round.

    Raises:
        BadInput: a result is still to come.
    """
    state = state_of(tournament)
    indices = indices_of(tournament)
    return BursteinField(state, CODE, tuple(indices[player.number] for player in state.players))


def indices_of(tournament: Tournament) -> Mapping[int, Index]:
    """Return everybody's index before the next round; virtual points are left out (1.7.2).

    A round without a game counts as one against oneself, with the result that is worth as much.
    """
    worth, scores = tournament.points.table, tournament.scores()
    seen = _as_opponents(tournament, scores)
    indices = {}
    for number, line in tournament.history.items():
        buchholz = berger = Fraction(0)
        for entry in line:
            opponent_score = (
                seen[entry.opponent] if entry.opponent and entry.result.played else scores[number]
            )
            buchholz += opponent_score
            berger += opponent_score * worth[entry.result]
        indices[number] = Index(buchholz, berger)
    return indices


def _as_opponents(tournament: Tournament, scores: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """Return everybody's score as it counts for whom they have played.

    Zero-point byes in a row up to this round count as draws, but for this round's (1.7.2, exception).
    """
    worth = tournament.points.table
    away = tournament.absent(tournament.played + 1)
    seen = dict(scores)
    for number, result in away.items():
        if result is not Result.ZERO_BYE or number not in seen:
            continue
        for entry in reversed(tournament.history[number]):
            if entry.result is not Result.ZERO_BYE:
                break
            seen[number] += worth[Result.DRAW] - worth[Result.ZERO_BYE]
    return seen
