"""The exam's rating: Elo game by game, every change rounded to a whole number and then added.

References:
    Dutch national school exam in mathematics, "Een ranglijst van alle schakers": the expected score V with
    0.0025 in the exponent, and a plan of four steps for a grandmaster's new rating.

It is Elo (:mod:`arpad.ratings.elo.system`) with a scale of 400, for 1 / 400 is 0.0025, K 10 and rounding to
whole points, halves away from zero. The rating of a newcomer (1500) is ours; the exam gives every player one.

Units: ratings in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arpad.core import Step
from arpad.ratings.elo.elo_based import EloBased
from arpad.ratings.elo.family import Surprise, expected_score
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.parameters import parameter

SOURCE = "the exam"


@dataclass(frozen=True)
class Exam(EloBased):
    """A chess rating as pupils calculate it, directly after every game."""

    name: ClassVar[str] = "exam"
    title: ClassVar[str] = "the Dutch exam's chess rating"
    source: ClassVar[str] = "Dutch national exam in mathematics, a ranking list of all chess players"
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)
    notes: ClassVar[tuple[str, ...]] = (
        "The rating of a newcomer (1500) is arpad's choice; the exam gives none.",
    )

    k: float = parameter(10.0, "what the surprise is multiplied by", unit="points", low=0.0)
    scale: float = parameter(400.0, "1 / 0.0025, the difference at odds of 10 to 1", unit="points", low=1e-9)
    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")

    @cached_property
    def elo(self) -> Elo:
        """The same as a setting of Elo."""
        return Elo(k=self.k, scale=self.scale, initial=self.initial, rounding=1.0)

    def expectation_steps(
        self, own: float, opponent: float, advantage: int, edition: int, expected: float
    ) -> tuple[Step, ...]:
        """Return V as the exam writes it."""
        rate = f"{1.0 / self.scale:.10g}"
        return (
            Step(
                "expected score",
                expected,
                f"V = 1 / (1 + 10^({rate} · (RB − RA)))",
                f"1 / (1 + 10^({rate} · ({opponent:.10g} − {own:.10g})))",
                SOURCE,
                digits=6,
            ),
        )

    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return the factor of step 2."""
        return Step("K-factor", k, source=SOURCE, digits=2)

    def change_steps(self, k: float, k_step: Step, s: Surprise, game: Encounter) -> tuple[Step, ...]:
        """Return steps 1 and 2: P − V, and that times 10."""
        letters, working = "P − V", f"{game.score:g} − {expected_score(s):.6f}"
        if game.weight != 1.0:
            letters, working = f"w · ({letters})", f"{game.weight:g} · ({working})"
        return (
            Step("step 1", s.value, letters, working, SOURCE, digits=6),
            Step("step 2", k * s.value, f"{k:g} · step 1", f"{k:g} · {s.value:.6f}", SOURCE, "points"),
        )

    def settling_steps(self, before: float, after: float, exact: float) -> tuple[Step, ...]:
        """Return steps 3 and 4: rounding, and adding to the rating before the game."""
        change = after - before
        return (
            Step("step 3", change, "step 2 rounded to a whole number", f"{exact:+.4f}", SOURCE, "points", 0),
            Step("step 4", after, "RA + step 3", f"{before:.10g} {change:+.10g}", SOURCE, "points", 0),
        )
