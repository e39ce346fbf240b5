"""Pairing by the gap between estimated ratings, as OpenShogiPairings does for European shogi tournaments.

Everybody's rating is estimated anew after each round: the most likely one, given the results and a normal
prior around the rating at entry, whose width comes from the coefficient K that FESA gives to such a rating:
deviation = √(K · 400 / ln 10), so that the first game moves an estimate as FESA's rating would. Who has no
rating enters at 600 ± 350. Then: nobody meets anybody twice; the bye goes to the weakest who has not had it;
the squares of the gaps add up to the least. In the mode ``mixed`` gaps in points come first.

Decisions: equal rounds are decided by lot; clubs are not kept apart, as there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step
from arpad.rulebooks.information.posterior import Posterior, posterior
from arpad.rulebooks.othello.pairing import gap_squared
from arpad.tournament.ladder import (
    Field,
    Ints,
    Ladder,
    LadderSystem,
    Rung,
    Settings,
    by_lot,
    forbidden,
    game,
    met_before,
    places,
    second_bye,
    who_has_black,
)
from arpad.tournament.model import Pairing, Tournament

SOURCE = "OpenShogiPairings, rating mode"

FESA_K = ((2240, 16), (1920, 20), (1560, 24), (1280, 28), (1040, 32), (720, 36), (0, 40))
"""FESA's coefficient K from a rating up (FESA, ELO system, section 1)."""


def fesa_k(rating: int) -> int:
    """Return FESA's coefficient for a rating."""
    return next(k for least, k in FESA_K if rating >= least)


@dataclass(frozen=True)
class EloGapSettings(Settings):
    """What a tournament may set.

    Args:
        mode: ``pure``: ratings alone; ``mixed``: gaps in points first.
        multiplier: of FESA's K, for ratings that are trusted less.
        unrated: where a player without rating enters.
        unrated_deviation: how far that may be from the truth, in points.
    """

    mode: str = field(default="pure", metadata={"among": ("pure", "mixed")})
    multiplier: float = field(default=1.0, metadata={"low": 0.01})
    unrated: float = 600.0
    unrated_deviation: float = field(default=350.0, metadata={"low": 1.0})


@dataclass(frozen=True, eq=False)
class EloGapField(Field):
    """The participants with their estimated ratings."""

    settings: EloGapSettings

    @cached_property
    def posterior(self) -> Posterior:
        """Everybody's estimate."""
        its, rated = self.settings, [entrant.rating for entrant in self.tournament.by_number.values()]
        mean = [float(rating) if rating > 0 else its.unrated for rating in rated]
        width = [
            math.sqrt(its.multiplier * fesa_k(rating) * 400.0 / math.log(10.0))
            if rating > 0
            else its.unrated_deviation
            for rating in rated
        ]
        return posterior(self.tournament, np.array(mean), np.array(width))

    @cached_property
    def estimate(self) -> Ints:
        """Estimated ratings, rounded, row by row."""
        known = dict(zip(self.posterior.numbers, self.posterior.strength, strict=True))
        return np.array([round(known[int(number)]) for number in self.numbers], dtype=np.int64)

    @cached_property
    def place(self) -> Ints:
        """Places by the estimate, from 0."""
        return places(-self.estimate, self.numbers)

    @property
    def line(self) -> Ints:
        """The order of the estimates, of points first in the mixed mode."""
        if self.settings.mode == "mixed":
            return np.asarray(self.score * len(self) - self.place)
        return -self.place


def rating_gap_squared(field: EloGapField, i: Ints, j: Ints) -> Ints:
    """Return the gap between estimates, squared."""
    return np.asarray((field.estimate[i] - field.estimate[j]) ** 2)


@dataclass(frozen=True)
class EloGap(EloGapSettings, LadderSystem[EloGapField]):
    """The least gaps between estimated ratings; see the module."""

    name: ClassVar[str] = "elo-gap"
    title: ClassVar[str] = "Rating gap (shogi)"
    black_first: ClassVar[bool] = True
    source: ClassVar[str] = "OpenShogiPairings' rating mode; FESA's K"

    @property
    def edition(self) -> Edition:
        """The program's rule of 2026."""
        return Edition(date.min, "OpenShogiPairings, 2026")

    def field(self, tournament: Tournament) -> EloGapField:
        """Return the participants with their estimates."""
        plain = Field.next(tournament)
        return EloGapField(tournament, plain.round, plain.numbers, self)

    def ladder(self, field: EloGapField) -> Ladder[EloGapField]:
        """Return the ladder: the bye to the weakest, points in the mixed mode, the gap."""
        bye: Rung[EloGapField] = Rung(
            "bye", SOURCE, bye=lambda f: len(f) - 1 - f.place, meaning="places from the weakest"
        )
        points: Rung[EloGapField] = Rung(
            "points apart", SOURCE, gap_squared, meaning="half-points between the two, squared"
        )
        gap: Rung[EloGapField] = Rung(
            "rating gap", SOURCE, rating_gap_squared, meaning="points of rating between the two, squared"
        )
        gaps = (points, gap) if field.settings.mode == "mixed" else (gap,)
        return Ladder(
            (met_before(SOURCE), forbidden(), second_bye(SOURCE)), (bye, *gaps, by_lot("drawn by lot"))
        )

    def colours(self, field: EloGapField, i: int, j: int) -> tuple[Pairing, str]:
        """Give the first move to who has had it less often, else change about, else by lot."""
        black, why = who_has_black(field, i, j)
        return game(field, i + j - black, black), f"{field.numbers[black]} moves first: {why}"

    def order(self, field: EloGapField, i: int, j: int) -> tuple[int, ...]:
        """Boards by the estimate."""
        return (min(int(field.place[i]), int(field.place[j])),)

    def notes_on(self, field: EloGapField) -> tuple[Step, ...]:
        """Return the estimates, from the strongest."""
        order = np.argsort(field.place)
        told = ", ".join(f"{int(field.numbers[row])} ({int(field.estimate[row])})" for row in order)
        return (Step("estimated ratings", told, source=SOURCE),)
