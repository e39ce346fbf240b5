"""ECF: England's monthly rating since July 2020, as far as it is known.

References:
    English Chess Federation, monthly rating (July 2020): an Elo rating, into which grades were converted by
    7.5 · grade + 700 (:mod:`arpad.rulebooks.england.grading`).

Departures:
    * The values of K could not be read: K is a parameter, and its default is ours.
    * Performance ratings of players with few games (a fictional draw, three passes) are not here: what the
      federation says of them is not clear enough.

Units: ratings in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arpad.core import Step
from arpad.ratings.elo.elo_based import EloBased
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Rating, Schedule
from arpad.ratings.parameters import parameter


@dataclass(frozen=True)
class Ecf(EloBased):
    """The rating of English chess players, with a K that has to be given."""

    name: ClassVar[str] = "ecf"
    title: ClassVar[str] = "ECF rating"
    source: ClassVar[str] = "English Chess Federation, monthly rating since July 2020"
    status: ClassVar[str] = "unverified"
    schedules: ClassVar[tuple[Schedule, ...]] = ("period", "live")
    notes: ClassVar[tuple[str, ...]] = (
        "Certain: that it is Elo by the month, and the conversion 7.5 · grade + 700.",
        "Not known: the values of K. 20 is arpad's choice, and so is a newcomer's rating.",
        "Performance ratings of players with few games are not here.",
    )

    k: float = parameter(
        20.0, "the K-factor; arpad's choice, the federation's is not known", unit="points", low=0.0
    )
    initial: float = parameter(1500.0, "the rating of a newcomer (arpad's choice)", unit="points")

    @cached_property
    def elo(self) -> Elo:
        """The same as a setting of Elo."""
        return Elo(k=self.k, initial=self.initial)

    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return K as it was given."""
        return Step("K-factor", k, "given; the federation's is not known", digits=2)
