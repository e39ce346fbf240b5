"""Pairing an Othello tournament as the article on Swiss tournaments of Korea's Othello players tells it.

Its rules, in our words:

- Round 1 is drawn by lot.
- From then on, those meet who have the same score; where a group does not come out even, ½ or 1 point apart.
- Nobody meets anybody twice.
- As far as possible, nobody has one colour two times more often than the other.
- Players of different countries are preferred.
- If the number is odd, one player gets the bye, which is worth a point.

Where it is silent: a round's gaps in score count squared, so that several small ones are better than a large
one; the bye goes to one of the lowest score, and to nobody twice; among equals the lot decides, anew in each
round; who has had Black less often gets it; and no game may leave anybody with one colour more than
``colour_limit`` times more often than the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step, worded
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.weighted import (
    Ban,
    Ints,
    Ladder,
    PairingField,
    Rung,
    SystemSettings,
    WeightedSystem,
    beyond,
    by_lot,
    forbidden,
    game,
    has_black,
    met_before,
    second_bye,
    uneven,
    who_has_black,
)

ARTICLE = "Othello article"
SCORES = f"{ARTICLE}, scores"
COLOURS = f"{ARTICLE}, colours"
BYE = f"{ARTICLE}, bye"
MEETINGS = f"{ARTICLE}, meetings"
COUNTRIES = f"{ARTICLE}, countries"
DRAW = f"{ARTICLE}, round 1"


@dataclass(frozen=True)
class OthelloSettings(SystemSettings):
    """What a tournament may set.

    Args:
        colour_limit: how much more often one may have had one colour than the other, at the most; 0 for no
            limit.
        federations: whether players of different federations are preferred.
    """

    colour_limit: int = field(default=2, metadata={"low": 0})
    federations: bool = True


def gap_squared(field: PairingField, i: Ints, j: Ints) -> Ints:
    """Return the gap in score in half-points, squared."""
    halves = np.abs(field.score[i] - field.score[j]) * 2 // field.unit
    return np.asarray(halves * halves)


def above_lowest(field: PairingField) -> Ints:
    """Return how many half-points each score is above the lowest."""
    low = field.score.min(initial=int(field.score[0]) if len(field) else 0)
    return np.asarray((field.score - low) * 2 // field.unit)


def same_federation(field: PairingField, i: Ints, j: Ints) -> Ints:
    """Return 1 for two of the same federation; without one nobody is of the same."""
    return np.asarray(
        (field.federation[i] == field.federation[j]) & (field.federation[i] > 0), dtype=np.int64
    )


GAPS: Rung[PairingField] = Rung(
    "points apart",
    SCORES,
    gap_squared,
    meaning="half-points between the two, squared",
)
LOWEST: Rung[PairingField] = Rung(
    "bye above the lowest",
    BYE,
    bye=above_lowest,
    meaning="half-points of the bye's player above the lowest score",
)
COLOURS_UNEVEN: Rung[PairingField] = Rung(
    "uneven colours",
    COLOURS,
    uneven,
    meaning="players who will have had one colour two times more often",
)
FEDERATIONS: Rung[PairingField] = Rung(
    "same federation",
    COUNTRIES,
    same_federation,
    meaning="games within a federation",
)


def too_uneven(limit: int) -> Ban[PairingField]:
    """Return the ban on games that leave somebody with one colour more than ``limit`` times more often."""
    return Ban(
        worded("one colour more than {limit} times more often", limit=limit),
        COLOURS,
        lambda field, i, j: beyond(field, i, j, limit),
    )


@dataclass(frozen=True)
class Othello(OthelloSettings, WeightedSystem[PairingField]):
    """The article's rules; see the module."""

    name: ClassVar[str] = "othello"
    title: ClassVar[str] = "Othello Swiss"
    source: ClassVar[str] = "Korean article on Swiss tournaments in Othello"
    bye_article: ClassVar[str] = BYE
    black_first: ClassVar[bool] = True

    @property
    def edition(self) -> Edition:
        """The article has no date of its own."""
        return Edition(date.min, "article on Swiss tournaments")

    def field(self, tournament: Tournament) -> PairingField:
        """Return the participants."""
        return PairingField.next(tournament)

    def ladder(self, field: PairingField) -> Ladder[PairingField]:
        """Return the article's rules in the order in which it gives way."""
        bans = [met_before(MEETINGS), forbidden(), second_bye(BYE)]
        if self.colour_limit:
            bans.append(too_uneven(self.colour_limit))
        rungs = [LOWEST, GAPS, COLOURS_UNEVEN]
        if self.federations:
            rungs.append(FEDERATIONS)
        return Ladder(tuple(bans), (*rungs, by_lot(DRAW)))

    def colours(self, field: PairingField, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black, who moves first, to the player who has had it less often."""
        black, why = who_has_black(field, i, j)
        return game(field, white=i + j - black, black=black), has_black(field, black, why)

    def notes_on(self, field: PairingField) -> tuple[Step, ...]:
        """Return the order drawn by lot, so that anybody can draw it again."""
        order = ", ".join(str(int(field.numbers[row])) for row in np.argsort(field.drawn))
        return (
            Step(
                "drawn by lot", order, working=worded("seed {seed}", seed=field.tournament.seed), source=DRAW
            ),
        )
