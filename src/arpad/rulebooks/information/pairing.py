"""Pairing those whose game nobody can foretell, and ranking by strength: the article's argument as a system.

The article on Swiss tournaments in Othello says why a Swiss may leave games out: where one is clearly
stronger, who would win can be judged without a game, and the judgement errs with the probability of the
weaker one's win; where both are even, it errs every other time, and they should play. So the best round is
the one that takes away most of that error: the sum of min(p, 1 − p) over its pairs is the greatest, p being
the probability by everybody's strength as the results and the ratings leave it.

Such a tournament must be ranked by strength. Every player meets equals and scores about half, so that points
rank hardly better than the lot; see ``docs/pairing/information.md`` for how much worse.

Departures and decisions: nobody meets anybody twice; the bye goes to the weakest who has not had it; who has
no rating enters at ``initial``, with a wider prior; equal rounds are decided by lot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step
from arpad.rulebooks.information.posterior import Posterior, posterior
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
    has_black,
    met_before,
    places,
    second_bye,
    who_has_black,
)

SOURCE = "Othello article, implicit judgement"

MILLIONTHS = 1_000_000
"""Probabilities are compared in millionths."""


@dataclass(frozen=True)
class InformationSettings(SystemSettings):
    """What a tournament may set.

    Args:
        initial: the strength of a player who has no rating, before the first game.
        deviation: how far a rating may be from the strength, in points: one standard deviation.
        unrated: the same for a player who has none.
    """

    initial: float = 1500.0
    deviation: float = field(default=100.0, metadata={"low": 1.0})
    unrated: float = field(default=350.0, metadata={"low": 1.0})


def strengths(tournament: Tournament, settings: InformationSettings | None = None) -> Posterior:
    """Return everybody's strength after the rounds so far; its :meth:`~Posterior.rank` is the ranking.

    Args:
        tournament: with its results and the entrants' ratings.
        settings: the defaults, if not given.
    """
    settings = settings or InformationSettings()
    rating = np.array([entrant.rating for entrant in tournament.by_number.values()], dtype=np.float64)
    mean = np.where(rating > 0, rating, settings.initial)
    return posterior(tournament, mean, np.where(rating > 0, settings.deviation, settings.unrated))


@dataclass(frozen=True, eq=False)
class InformationField(PairingField):
    """The participants with their strengths."""

    settings: InformationSettings

    @cached_property
    def posterior(self) -> Posterior:
        """Everybody's strength, also of a player who is absent."""
        return strengths(self.tournament, self.settings)

    @cached_property
    def at(self) -> Ints:
        """The rows of the posterior."""
        row = {number: at for at, number in enumerate(self.posterior.numbers)}
        return np.array([row[int(number)] for number in self.numbers], dtype=np.int64)

    @cached_property
    def place(self) -> Ints:
        """Places by strength, from 0."""
        return places(-self.posterior.strength[self.at], self.numbers)

    @property
    def line(self) -> Ints:
        """The order of strength."""
        return -self.place

    def certainty(self, i: Ints, j: Ints) -> Ints:
        """Return ½ − min(p, 1 − p) in millionths: nothing for an even game."""
        p = self.posterior.expected(self.at[i], self.at[j])
        return np.asarray(np.rint(np.abs(p - 0.5) * MILLIONTHS), dtype=np.int64)


@dataclass(frozen=True)
class InformationPairing(InformationSettings, WeightedSystem[InformationField]):
    """The least certain games; see the module."""

    name: ClassVar[str] = "information"
    title: ClassVar[str] = "Least certain games"
    source: ClassVar[str] = "Korean article on Swiss tournaments in Othello; Bradley and Terry (1952)"
    notes: ClassVar[tuple[str, ...]] = (
        "Rank such a tournament by posterior strength: ranked by points, it is worse than a draw of lots.",
    )

    @property
    def edition(self) -> Edition:
        """The article has no date of its own."""
        return Edition(date.min, "article on Swiss tournaments")

    def field(self, tournament: Tournament) -> InformationField:
        """Return the participants with their strengths."""
        plain = PairingField.next(tournament)
        return InformationField(tournament, plain.round, plain.numbers, self)

    def ladder(self, field: InformationField) -> Ladder[InformationField]:
        """Return the ladder: the bye to the weakest, certainty, the lot."""
        return Ladder(
            (met_before(SOURCE), forbidden(), second_bye(SOURCE)),
            (
                Rung("bye", SOURCE, bye=lambda f: len(f) - 1 - f.place, meaning="places from the weakest"),
                Rung(
                    "certainty",
                    SOURCE,
                    lambda f, i, j: f.certainty(i, j),
                    meaning="millionths by which an outcome is surer than even",
                ),
                by_lot("drawn by lot"),
            ),
        )

    def colours(self, field: InformationField, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black to the player who has had it less often, else change about, else by lot."""
        black, why = who_has_black(field, i, j)
        return game(field, i + j - black, black), has_black(field, black, why)

    def order(self, field: InformationField, i: int, j: int) -> tuple[int, ...]:
        """Boards by strength."""
        return (min(int(field.place[i]), int(field.place[j])),)

    def notes_on(self, field: InformationField) -> tuple[Step, ...]:
        """Return the strengths, from the strongest."""
        posterior = field.posterior
        row = {number: at for at, number in enumerate(posterior.numbers)}
        text = ", ".join(
            f"{n} ({posterior.strength[row[n]]:.0f} ± {posterior.deviation[row[n]]:.0f})"
            for n in posterior.rank()
        )
        return (Step("strength ± deviation", text, source="Bradley and Terry (1952), normal prior"),)
