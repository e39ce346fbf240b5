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
    Othello,
    gap_squared,
    same_federation,
)
from arpad.tournament.ladder import (
    Field,
    Ints,
    Ladder,
    Rung,
    Term,
    by_lot,
    forbidden,
    met_before,
    read_settings,
    second_bye,
    uneven,
)
from arpad.tournament.model import Tournament

SOURCE = "PAPP, penalties (recalled)"


@dataclass(frozen=True)
class ChampionshipSettings:
    """Penalties; none of the numbers is verified.

    Args:
        gap: for a gap in score: times its half-points squared.
        colours: for each player who will have had one colour two times more often.
        colours_worse: for each whom it is three times more often.
        float_again: for each player who floats the same way as in an earlier round.
        federation: for two of a federation, in the first rounds.
        federation_rounds: the last of those.
    """

    gap: int = field(default=100, metadata={"low": 0})
    colours: int = field(default=50, metadata={"low": 0})
    colours_worse: int = field(default=1000, metadata={"low": 0})
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
class OthelloChampionship(Othello):
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
        """Return the participants; the settings are read, so that a wrong one is found first."""
        read_settings(ChampionshipSettings, tournament.settings, self.name)
        return Field.next(tournament)

    def ladder(self, field: Field) -> Ladder[Field]:
        """Return the ladder: the bye, the sum of penalties, the lot."""
        its = read_settings(ChampionshipSettings, field.tournament.settings, self.name)
        terms = [
            Term("gap squared", its.gap, gap_squared),
            Term("uneven colours", its.colours, uneven),
            Term("colours three apart", its.colours_worse, lambda f, i, j: uneven(f, i, j, 3)),
            Term("floats again", its.float_again, floats_again),
        ]
        if field.round <= its.federation_rounds:
            terms.append(Term("same federation", its.federation, same_federation))
        return Ladder(
            (met_before(SOURCE), forbidden(), second_bye(SOURCE)),
            (
                LOWEST,
                Rung("penalties", SOURCE, terms=tuple(terms), meaning="penalties added up"),
                by_lot("World Othello Championship, round 1"),
            ),
        )
