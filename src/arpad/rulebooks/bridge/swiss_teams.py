"""Swiss teams: after each match the teams are ordered by victory points, and neighbours meet.

No text of one federation is followed; it is what the conditions of contest of most events have in common:

- Teams are ordered by victory points, equals by their net IMPs.
- Neighbours in that order meet, and nobody meets anybody twice.
- If the number is odd, the last who has not had it gets the bye, which is worth 12 victory points.

Where they are silent or differ: the round is the one in which the places apart, squared, add up to the least,
so that it exists if any does; those who are level in all have an order drawn by lot once, and so the whole
first round is drawn, unless ``start`` is ``number``: then it is the order of the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step
from arpad.rulebooks.bridge.team_scores import TeamSettings, victory_totals
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.weighted import (
    Ints,
    Ladder,
    PairingField,
    Rung,
    WeightedSystem,
    forbidden,
    lots,
    met_before,
    places,
    second_bye,
)

SOURCE = "Swiss teams, common practice"
CENTS = 100


@dataclass(frozen=True, eq=False)
class TeamField(PairingField):
    """The teams, with their victory points as score, in hundredths.

    Args:
        settings: what a round is worth.
        start: ``lot`` or ``number``.
    """

    settings: TeamSettings
    start: str

    @property
    def unit(self) -> int:
        """What one victory point is in ``score``."""
        return CENTS

    @cached_property
    def score(self) -> Ints:
        """Victory points, in hundredths."""
        totals = victory_totals(self.tournament, self.settings)
        return np.array([round(totals[int(number)] * CENTS) for number in self.numbers], dtype=np.int64)

    @cached_property
    def net(self) -> Ints:
        """IMPs won less IMPs lost."""

        def net_of(number: int) -> Fraction:
            return sum(
                (
                    entry.points - entry.against
                    for entry in self.tournament.history[number]
                    if entry.points is not None and entry.against is not None
                ),
                Fraction(0),
            )

        return np.array([int(net_of(int(number))) for number in self.numbers], dtype=np.int64)

    @cached_property
    def place(self) -> Ints:
        """Places in the ranking, from 0."""
        drawn = (
            lots(self.tournament.seed, 0, self.numbers)
            if self.start == "lot"
            else np.zeros(len(self), dtype=np.uint64)
        )
        return places(-self.score, -self.net, drawn, self.numbers)

    @property
    def line(self) -> Ints:
        """A number by which neighbours are near each other."""
        return -self.place


@dataclass(frozen=True)
class SwissTeamsSettings(TeamSettings):
    """What a tournament may set.

    Args:
        start: how those are ordered who are level in all: ``lot`` or ``number``.
    """

    start: str = field(default="lot", metadata={"among": ("lot", "number")})


@dataclass(frozen=True)
class SwissTeams(SwissTeamsSettings, WeightedSystem[TeamField]):
    """Neighbours in the order of victory points; see the module."""

    name: ClassVar[str] = "swiss-teams"
    title: ClassVar[str] = "Swiss teams (bridge)"
    source: ClassVar[str] = SOURCE
    status: ClassVar[str] = "unverified"
    bye_article: ClassVar[str] = SOURCE

    @property
    def edition(self) -> Edition:
        """The scale is of 2013; the pairing has no one text."""
        return Edition(date.min, "common practice")

    def field(self, tournament: Tournament) -> TeamField:
        """Return the teams with their victory points."""
        base = PairingField.next(tournament)
        return TeamField(base.tournament, base.round, base.numbers, self, self.start)

    def ladder(self, field: TeamField) -> Ladder[TeamField]:
        """Return the ladder: the bye to the last, places apart."""
        last: Rung[TeamField] = Rung(
            "bye above the last",
            SOURCE,
            bye=lambda f: len(f) - 1 - f.place,
            meaning="places of the bye's team above the last",
        )
        neighbours: Rung[TeamField] = Rung(
            "places apart",
            SOURCE,
            lambda f, i, j: (f.place[i] - f.place[j]) ** 2,
            meaning="places between the two, squared",
        )
        bans = (met_before(SOURCE), forbidden(), second_bye(SOURCE))
        return Ladder(bans, (last, neighbours))

    def colours(self, field: TeamField, i: int, j: int) -> tuple[Pairing, str]:
        """Name the team that is ahead first; matches have no colours."""
        first = i if field.place[i] < field.place[j] else j
        a, b = int(field.numbers[first]), int(field.numbers[i + j - first])
        return Pairing(a, b, coloured=False), ""

    def order(self, field: TeamField, i: int, j: int) -> tuple[int, ...]:
        """Tables by the better place."""
        return (int(min(field.place[i], field.place[j])),)

    def notes_on(self, field: TeamField) -> tuple[Step, ...]:
        """Return the order of the teams with their victory points."""
        rows = np.argsort(field.place)
        order = ", ".join(f"{int(field.numbers[row])} ({field.score[row] / CENTS:.2f})" for row in rows)
        return (Step("in order (victory points)", order, source=SOURCE),)
