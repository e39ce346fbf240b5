"""Pairing by the gap between estimated ratings, as OpenShogiPairings does for European shogi tournaments.

Everybody's rating is estimated anew after each round: the most likely one, given the results and a normal
prior around the rating at entry, whose width comes from the coefficient K that FESA gives to such a rating:
deviation = √(K · 400 / ln 10), so that the first game moves an estimate as FESA's rating would. Who has no
rating enters at 600 ± 350. Then: nobody meets anybody twice; the bye goes to the weakest who has not had it;
the squares of the gaps add up to the least, and clubs are not kept apart. In the mode ``mixed`` the rules of
a Swiss come first: the bye to the lowest score, gaps in points, floats that are repeated, clubs.

Decisions: equal rounds are decided by lot. Ratings count as established: that program doubles K for who has
fewer than 18 games on FESA's list, as ``multiplier=2`` does for all. Handicap games count as even ones.

Source: R. Morisset, OpenShogiPairings, its description of the rating mode and its rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step, worded
from arpad.rulebooks.information.posterior import Posterior, posterior
from arpad.rulebooks.othello.pairing import above_lowest, gap_squared
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.weighted import (
    Ints,
    Ladder,
    PairingField,
    Rung,
    SystemSettings,
    WeightedSystem,
    by_lot,
    forbidden,
    game,
    met_before,
    places,
    second_bye,
    who_has_black,
)

SOURCE = "OpenShogiPairings, rating mode"

FLOAT = 720
"""What a repeated float costs, divided by the rounds since."""

FESA_K = ((2240, 16), (1920, 20), (1560, 24), (1280, 28), (1040, 32), (720, 36), (0, 40))
"""FESA's coefficient K from a rating up (FESA, ELO system, section 1)."""


def fesa_k(rating: int) -> int:
    """Return FESA's coefficient for a rating."""
    return next(k for least, k in FESA_K if rating >= least)


@dataclass(frozen=True)
class EloGapSettings(SystemSettings):
    """What a tournament may set.

    Args:
        mode: ``pure``: ratings alone; ``mixed``: the rules of a Swiss first.
        multiplier: of FESA's K, for ratings that are trusted less.
        unrated: where a player without rating enters.
        unrated_deviation: how far that may be from the truth, in points.
    """

    mode: str = field(default="pure", metadata={"among": ("pure", "mixed")})
    multiplier: float = field(default=1.0, metadata={"low": 0.01})
    unrated: float = 600.0
    unrated_deviation: float = field(default=350.0, metadata={"low": 1.0})


@dataclass(frozen=True, eq=False)
class EloGapField(PairingField):
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
        strengths = dict(zip(self.posterior.numbers, self.posterior.strength, strict=True))
        return np.array([round(strengths[int(number)]) for number in self.numbers], dtype=np.int64)

    @cached_property
    def place(self) -> Ints:
        """Places by the estimate, from 0."""
        return places(-self.estimate, self.numbers)

    @cached_property
    def floated(self) -> tuple[Ints, Ints]:
        """The last round in which a player met a higher score, and a lower score; 0 for never."""
        up, down = np.zeros(len(self), dtype=np.int64), np.zeros(len(self), dtype=np.int64)
        for at in range(self.tournament.played):
            scores = self.tournament.scores(at)
            for number, row in self.row.items():
                opponent = self.tournament.history[number][at].opponent
                if opponent and scores[opponent] != scores[number]:
                    (up if scores[opponent] > scores[number] else down)[row] = at + 1
        return up, down

    @property
    def line(self) -> Ints:
        """The order of the estimates, of points first in the mixed mode."""
        if self.settings.mode == "mixed":
            return np.asarray(self.score * len(self) - self.place)
        return -self.place


def rating_gap_squared(field: EloGapField, i: Ints, j: Ints) -> Ints:
    """Return the gap between estimates, squared."""
    return np.asarray((field.estimate[i] - field.estimate[j]) ** 2)


def float_repeated(field: EloGapField, i: Ints, j: Ints) -> Ints:
    """Return what it costs that two float the way they floated before, the less the longer ago."""
    a, b = field.score[i], field.score[j]
    upper, lower = np.where(a > b, i, j), np.where(a > b, j, i)
    up, down = field.floated
    cost = [np.where(last > 0, FLOAT // (field.round - last), 0) for last in (up[lower], down[upper])]
    return np.where(a == b, 0, cost[0] + cost[1])


def same_club(field: EloGapField, i: Ints, j: Ints) -> Ints:
    """Return 1 for two of a club; who has none is of no other's."""
    return np.asarray((field.club[i] == field.club[j]) & (field.club[i] > 0), dtype=np.int64)


@dataclass(frozen=True)
class EloGap(EloGapSettings, WeightedSystem[EloGapField]):
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
        plain = PairingField.next(tournament)
        return EloGapField(tournament, plain.round, plain.numbers, self)

    def ladder(self, field: EloGapField) -> Ladder[EloGapField]:
        """Return the ladder: the bye and the gap, in the mixed mode a Swiss' rules between them."""
        gap: Rung[EloGapField] = Rung(
            "rating gap", SOURCE, rating_gap_squared, meaning="points of rating between the two, squared"
        )
        rungs: tuple[Rung[EloGapField], ...]
        if field.settings.mode == "mixed":
            rungs = (
                Rung(
                    "bye",
                    SOURCE,
                    bye=lambda f: above_lowest(f) ** 2,
                    meaning="half-points of the bye's player above the lowest score, squared",
                ),
                Rung("points apart", SOURCE, gap_squared, meaning="half-points between the two, squared"),
                Rung(
                    "floats repeated",
                    SOURCE,
                    float_repeated,
                    meaning=worded("{weight} ÷ rounds since", weight=FLOAT),
                ),
                Rung("same club", SOURCE, same_club, meaning="games within a club"),
                gap,
            )
        else:
            rungs = (
                Rung("bye", SOURCE, bye=lambda f: len(f) - 1 - f.place, meaning="places from the weakest"),
                gap,
            )
        return Ladder((met_before(SOURCE), forbidden(), second_bye(SOURCE)), (*rungs, by_lot("drawn by lot")))

    def colours(self, field: EloGapField, i: int, j: int) -> tuple[Pairing, str]:
        """Give the first move to who has had it less often, else change about, else by lot."""
        black, why = who_has_black(field, i, j)
        return game(field, i + j - black, black), worded(
            "{name} moves first: {why}", name=field.numbers[black], why=why
        )

    def order(self, field: EloGapField, i: int, j: int) -> tuple[int, ...]:
        """Boards by the estimate."""
        return (min(int(field.place[i]), int(field.place[j])),)

    def notes_on(self, field: EloGapField) -> tuple[Step, ...]:
        """Return the estimates, from the strongest."""
        order = np.argsort(field.place)
        text = ", ".join(f"{int(field.numbers[row])} ({int(field.estimate[row])})" for row in order)
        return (Step("estimated ratings", text, source=SOURCE),)
