"""Pairing as at the World Othello Championship: penalties added up, as the program PAPP adds them.

Unverified. PAPP's source and its tables could not be had. What is recalled: every pair has a penalty made of
the gap in score, the colours, floating the same way again, and, in the first rounds, a common country; a game
is not repeated; and the round of the least sum of penalties is taken. The numbers here are ours, each a
setting, so that an organiser who has PAPP's can put them in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

import numpy as np

from arpad.core import Edition
from arpad.rulebooks.othello.pairing import (
    LOWEST,
    gap_squared,
    same_federation,
)
from arpad.tournament.ladder import (
    Field,
    Ints,
    Ladder,
    LadderSystem,
    Rung,
    Settings,
    Term,
    by_lot,
    forbidden,
    game,
    met_before,
    second_bye,
    uneven,
    who_has_black,
)
from arpad.tournament.model import Pairing, Tournament

SOURCE = "PAPP, penalties (recalled)"


@dataclass(frozen=True)
class ChampionshipSettings(Settings):
    """Penalties; none of the numbers is verified.

    Args:
        gap: for a gap in score: times its half-points squared.
        colour: for each player who will have had one colour two times more often.
        colour_worse: for each whom it is three times more often.
        float_again: for each player who floats the same way as in an earlier round.
        federation: for two of a federation, in the first rounds.
        federation_rounds: the last of those.
    """

    gap: int = field(default=100, metadata={"low": 0})
    colour: int = field(default=50, metadata={"low": 0})
    colour_worse: int = field(default=1000, metadata={"low": 0})
    float_again: int = field(default=30, metadata={"low": 0})
    federation: int = field(default=200, metadata={"low": 0})
    federation_rounds: int = field(default=5, metadata={"low": 0})


def floats_again(field: Field, i: Ints, j: Ints) -> Ints:
    """Return how many of the two float the way that they floated before."""
    up, down = field.floats
    a, b = field.score[i], field.score[j]
    upper, lower = np.where(a > b, i, j), np.where(a > b, j, i)
    again = (down[upper] > 0).astype(np.int64) + (up[lower] > 0)
    return np.where(a == b, 0, again)


@dataclass(frozen=True)
class OthelloChampionship(ChampionshipSettings, LadderSystem[Field]):
    """The championship's penalties; see the module."""

    name: ClassVar[str] = "othello-woc"
    title: ClassVar[str] = "World Othello Championship"
    source: ClassVar[str] = "PAPP's penalties, as recalled"
    status: ClassVar[str] = "unverified"
    notes: ClassVar[tuple[str, ...]] = ("PAPP's tables could not be had: the numbers are arpad's own.",)

    @property
    def edition(self) -> Edition:
        """No text could be had."""
        return Edition(date.min, "as recalled")

    def field(self, tournament: Tournament) -> Field:
        """Return the participants."""
        return Field.next(tournament)

    def colours(self, field: Field, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black, who moves first, to who has had it less often."""
        black, why = who_has_black(field, i, j)
        return game(field, white=i + j - black, black=black), f"{field.named(black)} has Black: {why}"

    def ladder(self, field: Field) -> Ladder[Field]:
        """Return the ladder: the bye, the sum of penalties, the lot."""
        terms = [
            Term("gap squared", self.gap, gap_squared),
            Term("uneven colours", self.colour, uneven),
            Term("colours three apart", self.colour_worse, lambda f, i, j: uneven(f, i, j, 3)),
            Term("floats again", self.float_again, floats_again),
        ]
        if field.round <= self.federation_rounds:
            terms.append(Term("same federation", self.federation, same_federation))
        return Ladder(
            (met_before(SOURCE), forbidden(), second_bye(SOURCE)),
            (
                LOWEST,
                Rung("penalties", SOURCE, terms=tuple(terms), meaning="penalties added up"),
                by_lot("World Othello Championship, round 1"),
            ),
        )
